// The explore page: a value of any format, its drawing, its bits, and the same in other formats.

import { explore, formats } from "../api.js";
import { el, fill, refill } from "../dom.js";
import { bitStrip } from "../explore/bits.js";
import { draw } from "../explore/draw/index.js";
import { examplesOf } from "../explore/examples.js";
import { createInput } from "../explore/input.js";
import { createLinks, linksOf } from "../explore/link.js";
import { growth, otherFormats, sayBits } from "../explore/sizes.js";
import { readState, writeState } from "../explore/state.js";

/** @typedef {import("../explore/state.js").State} State */
/** @typedef {import("../explore/input.js").Format} Format */

const TITLES = /** @type {Record<string, string>} */ ({
  ttt: "Tic-tac-toe",
  nested: "Nested",
  schotten: "Schotten Totten",
  "": "Any game",
});
const WAIT = 180;

/** @param {HTMLElement} host */
export function page(host) {
  let gone = false;
  fill(host, el("p", { class: "soft", role: "status" }, "Loading the formats…"));
  /** @type {(() => void) | null} */
  let close = null;
  formats().then(
    (list) => gone || (close = show(host, list.map(withGame))),
    (error) => gone || fill(host, el("section", { class: "card narrow" }, el("h1", {}, "Explore"), el("p", {}, error.message))),
  );
  return {
    destroy() {
      gone = true;
      close?.();
    },
  };
}

/**
 * @param {HTMLElement} host
 * @param {Format[]} list
 */
function show(host, list) {
  const find = (/** @type {string} */ id) => list.find((format) => format.id === id) ?? list[0];
  /** @type {State} */
  let state = readState(location.hash) ?? start(find("ttt.3t").id);
  /** @type {any} what the server answered last, or null */
  let result = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  let asked = 0;
  const memory = new Map();

  const input = createInput(change);
  const chips = el("nav", { class: "formats", "aria-label": "Formats" });
  const summary = el("p", { class: "soft" });
  const drawing = el("div", { class: "drawing" });
  const facts = el("div", { class: "facts" });
  const bits = el("div", {});
  const others = el("div", {});
  const chart = el("section", { class: "card stack", hidden: true });
  const results = el(
    "div",
    { class: "results" },
    el("section", { class: "card stack bits-card" }, el("h2", {}, "Every bit"), facts, bits),
    el("section", { class: "card stack" }, el("h2", {}, "The same in other formats"), others),
    chart,
  );
  const top = el(
    "div",
    { class: "top-cards" },
    el("section", { class: "card stack" }, el("h2", { class: "mono" }), summary, input.element),
    el("section", { class: "card stack" }, el("h2", {}, "Drawing"), drawing),
  );
  const whole = el(
    "div",
    { class: "explore" },
    el(
      "div",
      { class: "intro" },
      el("h1", {}, "Explore"),
      el("p", { class: "soft" }, "Every position is a number. Pick a format, and see what each of its bits says."),
    ),
    chips,
    top,
    results,
  );
  const links = createLinks(whole);
  fill(host, whole);
  document.title = "Explore · Ennead";

  /**
   * @param {State} next
   * @param {"typed" | "chosen"} how
   */
  function change(next, how) {
    state = next;
    const address = location.pathname + writeState(state);
    if (how === "typed") history.replaceState(null, "", address);
    else history.pushState(null, "", address);
    drawInput();
    clearTimeout(timer);
    timer = setTimeout(ask, how === "typed" ? WAIT : 0);
  }

  /** @param {string} format */
  function pickFormat(format) {
    const other = result?.others?.find((/** @type {any} */ one) => one.format === format && one.value !== undefined);
    change(other ? { format, kind: "value", input: other.value, options: {} } : start(format), "chosen");
  }

  async function ask() {
    const mine = ++asked;
    const { format, kind, input: given, options } = state;
    results.classList.add("waiting");
    try {
      const answer = await explore(kind === "text" ? textRequest(format, given, options) : { format, value: given.trim() });
      if (mine === asked && !gone()) drawResult(answer);
    } catch (error) {
      if (mine === asked && !gone()) drawTrouble(/** @type {Error} */ (error).message);
    }
    if (mine === asked) results.classList.remove("waiting");
  }

  const gone = () => !whole.isConnected;

  function drawInput() {
    const format = find(state.format);
    drawChips(chips, list, format, pickFormat);
    fill(/** @type {HTMLElement} */ (top.querySelector("h2")), format.id);
    fill(summary, `${format.summary[0].toUpperCase()}${format.summary.slice(1)}. ${range(format)}.`);
    input.update(state, format);
  }

  /** @param {any} answer */
  function drawResult(answer) {
    result = answer;
    input.trouble("");
    results.hidden = false;
    drawDrawing();
    refill(facts, factList(answer));
    refill(bits, bitStrip(answer.format, answer.value.bin, answer.fields, find(answer.format).kind === "integer"));
    refill(
      others,
      otherFormats(
        { format: answer.format, bits: answer.bits, value: answer.value.text },
        answer.others,
        answer.bound ?? null,
        (format, value) => change({ format, kind: "value", input: value, options: {} }, "chosen"),
      ),
    );
    links.set(linksOf(answer.fields, answer.format));
    void drawChart(answer);
  }

  /** @param {string} message */
  function drawTrouble(message) {
    if (result?.format !== state.format) result = null;
    input.trouble(message);
    results.hidden = true;
    drawDrawing(true);
  }

  /** @param {boolean} [refused] */
  function drawDrawing(refused = false) {
    const game = find(state.format).game ?? result?.game ?? null;
    const sketch = { state, json: refused ? null : result?.json, game, edit, memory, redraw: () => drawDrawing(refused) };
    refill(
      drawing,
      draw(sketch, refused ? null : result) ?? el("p", { class: "soft" }, "Nothing to draw: the input is not a value of this format."),
    );
  }

  /**
   * @param {string} text
   * @param {Record<string, string>} [options]
   */
  function edit(text, options = state.options) {
    change({ ...state, kind: "text", input: text, options }, "typed");
    drawDrawing(true);
  }

  /** @param {any} answer */
  async function drawChart(answer) {
    const record =
      answer.format === "record" ? answer.value.text : answer.others.find((/** @type {any} */ other) => other.format === "record")?.value;
    chart.hidden = true;
    if (!record) return;
    const mine = asked;
    const made = await growth(record).catch(() => null);
    if (!made || mine !== asked || gone()) return;
    fill(
      chart,
      el("div", { class: "row heading" }, el("h2", {}, "Bits over the match"), el("a", { href: `/r#${record}` }, "Replay it")),
      made,
    );
    chart.hidden = false;
  }

  drawInput();
  void ask();
  return () => clearTimeout(timer);
}

/** The text of a record is of some game: an option like the others here, a part of its own in the call. */
const GAME = { name: "game", values: ["ttt", "nested", "schotten"], default: "ttt", help: "the game that the record is of" };

/** @param {Format} format */
const withGame = (format) => (format.id === "record" ? { ...format, options: [GAME, ...format.options] } : format);

/**
 * @param {string} format
 * @param {string} text
 * @param {Record<string, string>} options
 */
function textRequest(format, text, options) {
  if (format !== "record") return { format, text, options };
  const { game = GAME.default, ...rest } = options;
  return { format, text, game, options: rest };
}

/**
 * The first example of a format.
 * @param {string} format
 * @returns {State}
 */
function start(format) {
  const [{ value, text, options }] = examplesOf(format);
  return { format, kind: text === undefined ? "value" : "text", input: text ?? value ?? "", options: options ?? {} };
}

/**
 * @param {HTMLElement} nav
 * @param {Format[]} list
 * @param {Format} current
 * @param {(format: string) => void} pick
 */
function drawChips(nav, list, current, pick) {
  const games = [...new Set(list.map(({ game }) => game ?? ""))];
  refill(
    nav,
    games.map((game) =>
      el(
        "div",
        { class: "game" },
        el("span", { class: "label" }, TITLES[game] ?? game),
        el(
          "div",
          { class: "chips" },
          list
            .filter((format) => (format.game ?? "") === game)
            .map((format) => {
              return el(
                "button",
                {
                  type: "button",
                  class: "chip mono",
                  "data-format": format.id,
                  "aria-pressed": String(format === current),
                  "aria-label": format.id,
                  title: format.summary,
                  onclick: () => pick(format.id),
                },
                format.id.split(".").pop(),
              );
            }),
        ),
      ),
    ),
  );
}

/** @param {Format} format */
function range({ min_bits: least, max_bits: most }) {
  if (most === null) return `From ${sayBits(least)}`;
  return least === most ? `Always ${sayBits(least)}` : `${least} to ${sayBits(most)}`;
}

/** @param {any} answer */
function factList({ bits, bound, value, json }) {
  const fact = (/** @type {string} */ name, /** @type {any} */ what) =>
    el("div", {}, el("dt", {}, name), el("dd", { class: "mono" }, what));
  const list = el(
    "dl",
    { class: "fact-list" },
    fact("size", sayBits(bits)),
    typeof bound === "number" ? fact("bound", `${bound.toFixed(2)} bits`) : null,
    value.dec && bits <= 128 ? fact("decimal", value.dec) : null,
    value.hex.length <= 160 ? fact("hexadecimal", value.hex || "–") : null,
  );
  return [
    list,
    el(
      "details",
      {},
      el("summary", { class: "small" }, "As JSON"),
      el("pre", { class: "plain", tabindex: 0 }, JSON.stringify(json, null, 1)),
    ),
  ];
}
