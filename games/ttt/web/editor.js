// The editor of tic-tac-toe: squares that cycle through their contents, or moves in order.

import { el } from "../../js/dom.js";

/** @typedef {import("../../js/explore/editor.js").Draft} Draft */
/** @typedef {import("../../js/explore/bits.js").Field} Field */

const HISTORIES = ["ttt.tiny", "ttt.game", "ttt.line", "record"];
const ROUND = ".XO";

/**
 * @param {Draft} draft
 * @returns {HTMLElement | null}
 */
export function edit(draft) {
  const history = HISTORIES.includes(draft.state.format);
  const squares = history ? readSquares(draft) : null;
  const board = squares ? boardOf(squares) : readBoard(draft);
  if (!board) return null;
  const cells = [...board].map((mark, at) =>
    cell(mark, at, squares ? squares.indexOf(at + 1) : -1, () => press(draft, board, squares, at)),
  );
  const help = squares
    ? "Press the squares in the order of play; press the last one to take it back."
    : "Press a square to switch between X, O and empty.";
  return el(
    "div",
    { class: "stack" },
    el("div", { class: "squares", role: "group", "aria-label": "Board" }, cells),
    el("p", { class: "small soft" }, help),
  );
}

/**
 * @param {string} mark
 * @param {number} at
 * @param {number} order
 * @param {() => void} press
 */
function cell(mark, at, order, press) {
  const content = mark === "." ? "empty" : mark;
  const name = `Square ${at + 1}: ${content}${order >= 0 ? `, move ${order + 1}` : ""}`;
  const sign =
    mark === "."
      ? el("span", { class: "faint" }, at + 1)
      : el("span", { class: mark === "X" ? "seat-0" : "seat-1" }, mark);
  return el(
    "button",
    {
      type: "button",
      "data-ref": square(at),
      "data-order": order >= 0 ? order + 1 : null,
      "aria-label": name,
      onclick: press,
    },
    sign,
  );
}

/**
 * @param {Draft} draft
 * @param {string} board
 * @param {number[] | null} squares
 * @param {number} at
 */
function press({ edit: send, state }, board, squares, at) {
  if (!squares)
    return send(
      board.slice(0, at) + ROUND[(ROUND.indexOf(board[at]) + 1) % 3] + board.slice(at + 1),
    );
  const last = squares.at(-1) === at + 1;
  const next = last
    ? squares.slice(0, -1)
    : squares.includes(at + 1)
      ? squares
      : [...squares, at + 1];
  send(
    next.join(" "),
    state.format === "ttt.tiny"
      ? { squares: "true" }
      : state.format === "record"
        ? state.options
        : {},
  );
}

/** @param {Draft} draft */
function readBoard({ state, json }) {
  const text = state.kind === "text" ? state.input.trim().toUpperCase() : "";
  if (/^[XO.]{9}$/.test(text)) return text;
  return typeof json?.board === "string" && json.board.length === 9 ? json.board : null;
}

/** @param {Draft} draft */
function readSquares({ state, json }) {
  const text = state.input.trim();
  const own =
    state.kind === "text" && (state.format !== "ttt.tiny" || state.options.squares === "true");
  if (own && /^([1-9]( +[1-9])*)?$/.test(text)) return text ? text.split(/ +/).map(Number) : [];
  const list = json?.squares ?? json?.moves;
  return Array.isArray(list) ? list.map(Number) : null;
}

/** @param {number[]} squares */
function boardOf(squares) {
  const board = Array(9).fill(".");
  squares.forEach((one, order) => (board[one - 1] = order % 2 ? "O" : "X"));
  return board.join("");
}

/** The name of a square in the drawing. @param {number} index */
const square = (index) => `square ${index + 1}`;

/** @param {Field[]} fields @param {string} format */
export const places = (fields, format) => fields.map((field) => placesOf(field, format));

/** The squares named by a field. @param {Field} field @param {string} format */
function placesOf({ name, meaning }, format) {
  // Document 004 counts its squares from the bottom left.
  const low = format === "ttt.bit" && /^s([0-8])$/.exec(name);
  if (low) return [square((2 - Math.floor(Number(low[1]) / 3)) * 3 + (Number(low[1]) % 3))];
  const named = /\bsquares? ([1-9](?: [1-9])*)/.exec(meaning);
  return named ? named[1].split(" ").map((digit) => square(Number(digit) - 1)) : [];
}

/**
 * The square of one bit of a field, if every square has its own bit.
 * @param {Field} field
 * @param {string} format
 * @param {number} bit
 */
export const bitPlace = (field, format, bit) =>
  format === "ttt.3t" && field.length === 9 ? square(bit) : null;
