// The drawing of a value: the game's editor if it can draw it, otherwise its board, otherwise text.

import { game as gameOf, look } from "../api.js";
import { decode } from "../base64url.js";
import { loadBoard, NO_ACTIONS } from "../boards/index.js";
import { plainText } from "../boards/ansi.js";
import { el } from "../dom.js";
import { recordOf } from "./record.js";

/**
 * @param {import("./editor.js").EditorModule} editor
 * @param {import("./editor.js").Draft} draft
 * @param {string | null} game
 * @param {any} result the server's answer; null if it rejected the input
 * @returns {HTMLElement | null}
 */
export function drawValue(editor, draft, game, result) {
  const edited = editor.edit(draft);
  if (edited || !result) return edited;
  if (game && result.feed) return drawBoard(game, result.feed, recordOf(result));
  return drawText(result.drawing ?? "");
}

/** @param {string} text */
const drawText = (text) =>
  el(
    "pre",
    { class: "plain", tabindex: 0, role: "img", "aria-label": "Text drawing" },
    plainText(text),
  );

const SEATS = [
  { name: "1", kind: "person" },
  { name: "2", kind: "person" },
];

/**
 * @param {string} id of the game
 * @param {string} feed
 * @param {string | undefined} record lets boards that are too deep for one payload load the rest
 */
function drawBoard(id, feed, record) {
  const host = el("div", {});
  const show = async () => {
    const game = await gameOf(id);
    const module = await loadBoard(game);
    host.className = `stage-${game.board ? id : "generic"}`;
    const requestDetail = (/** @type {number[]} */ path, /** @type {number} */ budget) =>
      look({ record: record ?? "", path, budget }).then(
        (detail) => board.detail?.(decode(detail.feed)),
        () => {},
      );
    const board = module.create(host, record ? { ...NO_ACTIONS, requestDetail } : NO_ACTIONS);
    board.update({
      game: id,
      setup: {},
      payload: decode(feed),
      last: [],
      labels: [],
      you: null,
      turn: null,
      state: "running",
      winner: null,
      drawn: false,
      seats: SEATS,
      still: true,
    });
  };
  void show().catch(() => {});
  return host;
}
