// The explore page: a value of any format, its drawing, its bits, and its equivalents in other
// formats.

import { ApiError, explore, formats, games as listGames } from "../api.js";
import { loadStyle } from "../boards/index.js";
import { el, fill, refill } from "../dom.js";
import { drawValue } from "../explore/drawing.js";
import { loadEditor } from "../explore/editor.js";
import { examplesIn } from "../explore/examples.js";
import { createInput } from "../explore/input.js";
import { createLinks, linksOf } from "../explore/links.js";
import { isRecord } from "../explore/record.js";
import { createResults } from "../explore/results.js";
import { sayBits } from "../explore/sizes.js";
import { readState, writeState } from "../explore/state.js";

/** @typedef {import("../explore/state.js").State} State */
/** @typedef {import("../explore/input.js").Format} Format */
/** @typedef {import("../api.js").Game} Game */

const WAIT = 180;
/** Milliseconds until an unreachable server is retried. */
const RETRY = 2000;

/** @param {HTMLElement} host */
export function page(host) {
  let gone = false;
  /** @type {() => void} */
  let close = () => {};
  const say = (/** @type {string} */ text) =>
    fill(host, el("p", { class: "soft", role: "status" }, text));
  const load = () =>
    Promise.all([formats(), listGames(), loadStyle("/css/explore.css")]).then(
      ([list, games]) => gone || (close = show(host, list, games)),
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
 * @param {Format[]} formats
 * @param {Game[]} games
 */
function show(host, formats, games) {
  const gameOption = optionOf(games);
  const list = formats.map((format) =>
    isRecord(format.id) ? { ...format, options: [gameOption, ...format.options] } : format,
  );
  const examplesOf = examplesIn(games);
  const find = (/** @type {string} */ id) => list.find((format) => format.id === id) ?? list[0];
  /** @type {State} */
  let state = readState(location.hash) ?? start(list[0].id);
  /** @type {any} the last answer of the server, or null */
  let result = null;
  /** @type {import("../explore/editor.js").EditorModule} of the game that is drawn */
  let editor = { edit: () => null };
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  let asked = 0;
  const memory = new Map();
  const titles = new Map(games.map(({ id, title }) => [id, title]));

  const input = createInput(examplesOf, change);
  const chips = el("nav", { class: "formats", "aria-label": "Formats" });
  const summary = el("p", { class: "soft" });
  const drawing = el("div", { class: "drawing" });
  const results = createResults(find, (format, value) =>
    change({ format, kind: "value", input: value, options: {} }, "chosen"),
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
      el(
        "p",
        { class: "soft" },
        "Every position is a number. Pick a format, and see what each of its bits means.",
      ),
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
    const other = result?.others?.find(
      (/** @type {any} */ one) => one.format === format && one.value !== undefined,
    );
    change(
      other ? { format, kind: "value", input: other.value, options: {} } : start(format),
      "chosen",
    );
  }

  /**
   * The first example of a format.
   * @param {string} format
   * @returns {State}
   */
  function start(format) {
    const [{ value, text, options }] = examplesOf(format);
    const kind = text === undefined ? "value" : "text";
    return { format, kind, input: text ?? value ?? "", options: options ?? {} };
  }

  /**
   * The game of a record's text is an option like any other on this page, but a separate field of
   * the request.
   * @param {string} format
   * @param {string} text
   * @param {Record<string, string>} options
   */
  function textRequest(format, text, options) {
    if (!isRecord(format)) return { format, text, options };
    const { game = gameOption.default, ...rest } = options;
    return { format, text, game, options: rest };
  }

  async function ask() {
    const mine = ++asked;
    const { format, kind, input: given, options } = state;
    results.waiting(true);
    const answer = await explore(
      kind === "text" ? textRequest(format, given, options) : { format, value: given.trim() },
    ).catch((error) => error);
    const loaded = await loadEditor(answer.game ?? gameOf(format)).catch(() => editor);
    if (mine !== asked || gone()) return;
    editor = loaded;
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

  /** @param {string} format */
  const gameOf = (format) => find(format).game ?? result?.game ?? null;

  function drawInput() {
    const format = find(state.format);
    drawChips(chips, list, titles, format, pickFormat);
    fill(/** @type {HTMLElement} */ (top.querySelector("h2")), format.id);
    fill(
      summary,
      `${format.summary[0].toUpperCase()}${format.summary.slice(1)}. ${range(format)}.`,
    );
    input.update(state, format);
  }

  /** @param {any} answer */
  function drawAnswer(answer) {
    const refused = answer.refusal !== undefined;
    if (!refused) result = answer;
    else if (result?.format !== state.format) result = null;
    // An empty field is not an error.
    input.trouble(refused && state.input.trim() ? answer.refusal : "");
    drawDrawing(refused);
    results.stale(refused);
    if (refused) return;
    const { fields, format } = answer;
    results.show(answer, (field, bit) => editor.bitPlace?.(field, format, bit) ?? null);
    links.set(linksOf(editor.places?.(fields, format) ?? []));
  }

  /** @param {boolean} [refused] */
  function drawDrawing(refused = false) {
    const json = refused ? null : result?.json;
    const draft = { state, json, edit, memory, redraw: () => drawDrawing(refused) };
    refill(
      drawing,
      drawValue(editor, draft, gameOf(state.format), refused ? null : result) ??
        el(
          "p",
          { class: "soft" },
          state.input.trim()
            ? "Nothing to draw: the input is not a value of this format."
            : "Nothing to draw yet.",
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

/**
 * The option that selects the game of a record's text.
 * @param {Game[]} games
 */
const optionOf = (games) => ({
  name: "game",
  values: games.map(({ id }) => id),
  default: games[0].id,
  help: "the game of the record",
});

/**
 * @param {HTMLElement} nav
 * @param {Format[]} list
 * @param {Map<string, string>} titles of the games
 * @param {Format} current
 * @param {(format: string) => void} pick
 */
function drawChips(nav, list, titles, current, pick) {
  const games = [...new Set(list.map(({ game }) => game ?? ""))];
  refill(
    nav,
    games.map((game) =>
      el(
        "div",
        { class: "game" },
        el("span", { class: "label" }, game ? (titles.get(game) ?? game) : "Any game"),
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
