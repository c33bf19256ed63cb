// The explore page: a value of any format, its drawing, its bits, and the same in other formats.

import { ApiError, explore, formats } from "../api.js";
import { el, fill, refill } from "../dom.js";
import { draw } from "../explore/draw/index.js";
import { examplesOf } from "../explore/examples.js";
import { createInput } from "../explore/input.js";
import { createLinks, linksOf } from "../explore/link.js";
import { createResults } from "../explore/results.js";
import { sayBits } from "../explore/sizes.js";
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
/** How soon a server that cannot be reached is asked again. */
const RETRY = 2000;

/** @param {HTMLElement} host */
export function page(host) {
  let gone = false;
  /** @type {() => void} */
  let close = () => {};
  const say = (/** @type {string} */ text) => fill(host, el("p", { class: "soft", role: "status" }, text));
  const load = () =>
    formats().then(
      (list) => gone || (close = show(host, list.map(withGame))),
      (error) => {
        if (gone) return;
        say(`${error.message} Trying again…`);
        const timer = setTimeout(load, RETRY);
        close = () => clearTimeout(timer);
      },
    );
  say("Loading the formats…");
  void load();
  return {
    destroy() {
      gone = true;
      close();
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
  const results = createResults(find, (format, value) => change({ format, kind: "value", input: value, options: {} }, "chosen"));
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
    results.element,
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
    results.waiting(true);
    const answer = await explore(kind === "text" ? textRequest(format, given, options) : { format, value: given.trim() }).catch(
      (error) => error,
    );
    if (mine !== asked || gone()) return;
    results.waiting(false);
    if (!(answer instanceof Error)) drawAnswer(answer);
    else if (answer instanceof ApiError && answer.code === "offline") wait(answer.message);
    else drawAnswer({ refusal: answer.message });
  }

  /** @param {string} message */
  function wait(message) {
    input.trouble(`${message} Trying again…`);
    results.stale(true);
    timer = setTimeout(ask, RETRY);
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
  function drawAnswer(answer) {
    const refused = answer.refusal !== undefined;
    if (!refused) result = answer;
    else if (result?.format !== state.format) result = null;
    // An empty field is nothing to complain about.
    input.trouble(refused && state.input.trim() ? answer.refusal : "");
    drawDrawing(refused);
    results.stale(refused);
    if (refused) return;
    results.show(answer);
    links.set(linksOf(answer.fields, answer.format));
  }

  /** @param {boolean} [refused] */
  function drawDrawing(refused = false) {
    const game = find(state.format).game ?? result?.game ?? null;
    const sketch = { state, json: refused ? null : result?.json, game, edit, memory, redraw: () => drawDrawing(refused) };
    refill(
      drawing,
      draw(sketch, refused ? null : result) ??
        el(
          "p",
          { class: "soft" },
          state.input.trim() ? "Nothing to draw: the input is not a value of this format." : "Nothing to draw yet.",
        ),
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
