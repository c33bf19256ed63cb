// The drawing of a value: something to click together where that is possible, else the game's board, else the drawing in text.

import { look } from "../../api.js";
import { decode } from "../../base64url.js";
import { load, NO_ACTIONS } from "../../boards/index.js";
import { el } from "../../dom.js";
import { recordOf } from "../record.js";
import { drawNested } from "./nested.js";
import { drawSchotten } from "./schotten.js";
import { drawTtt } from "./ttt.js";

/**
 * @typedef {object} Sketch
 * @property {import("../state.js").State} state
 * @property {any} json what the server read, or null if it refused
 * @property {string | null} game
 * @property {(text: string, options?: Record<string, string>) => void} edit the input becomes this text
 * @property {Map<string, string>} memory what was chosen in the drawing
 * @property {() => void} redraw
 */

/** @type {Record<string, (sketch: Sketch) => HTMLElement | null>} */
const EDITORS = { ttt: drawTtt, nested: drawNested, schotten: drawSchotten };

/**
 * @param {Sketch} sketch
 * @param {{feed?: string | null, drawing?: string} | null} result
 * @returns {HTMLElement | null}
 */
export function draw(sketch, result) {
  const game = sketch.game ?? "";
  const editor = EDITORS[game]?.(sketch);
  if (editor) return editor;
  if (!result) return null;
  return result.feed ? board(game, result.feed, recordOf(result)) : plain(result.drawing ?? "");
}

/** @param {string} text */
const plain = (text) => el("pre", { class: "plain", tabindex: 0, role: "img", "aria-label": "Drawing in text" }, text);

/**
 * @param {string} game
 * @param {string} feed
 * @param {string | undefined} record where there is one, boards too deep to be told at once can be looked into
 */
function board(game, feed, record) {
  const host = el("div", { class: `stage-${game}` });
  load(game).then((module) => {
    const closer = (/** @type {number[]} */ path, /** @type {number} */ budget) =>
      look({ record: record ?? "", path, budget }).then(
        (seen) => shown.detail?.(decode(seen.feed)),
        () => {},
      );
    const shown = module.create(host, record ? { ...NO_ACTIONS, look: closer } : NO_ACTIONS);
    const seats = [
      { name: "1", kind: "person" },
      { name: "2", kind: "person" },
    ];
    shown.update({
      game,
      setup: {},
      feed: decode(feed),
      last: [],
      labels: [],
      you: null,
      turn: null,
      state: "running",
      winner: null,
      drawn: false,
      seats,
      still: true,
    });
  });
  return host;
}
