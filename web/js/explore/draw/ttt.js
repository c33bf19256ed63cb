// Tic-tac-toe to click together: squares that go round, or moves one after the other.

import { el } from "../../dom.js";
import { square } from "../link.js";

/** @typedef {import("./index.js").Sketch} Sketch */

const HISTORIES = ["ttt.tiny", "ttt.game", "ttt.line", "record"];
const ROUND = ".XO";

/**
 * @param {Sketch} sketch
 * @returns {HTMLElement | null}
 */
export function drawTtt(sketch) {
  const history = HISTORIES.includes(sketch.state.format);
  const squares = history ? readSquares(sketch) : null;
  const board = squares ? boardOf(squares) : readBoard(sketch);
  if (!board) return null;
  const cells = [...board].map((mark, at) =>
    cell(mark, at, squares ? squares.indexOf(at + 1) : -1, () => edit(sketch, board, squares, at)),
  );
  const help = squares ? "Press squares in the order of the moves; press the last one to take it back." : "Press a square: X, O, empty.";
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
  const name = `Square ${at + 1}: ${mark === "." ? "empty" : mark}${order >= 0 ? `, move ${order + 1}` : ""}`;
  const sign = mark === "." ? el("span", { class: "faint" }, at + 1) : el("span", { class: mark === "X" ? "seat-0" : "seat-1" }, mark);
  return el(
    "button",
    { type: "button", "data-ref": square(at), "aria-label": name, onclick: press },
    sign,
    order >= 0 ? el("small", {}, order + 1) : null,
  );
}

/**
 * @param {Sketch} sketch
 * @param {string} board
 * @param {number[] | null} squares
 * @param {number} at
 */
function edit({ edit: send, state }, board, squares, at) {
  if (!squares) return send(board.slice(0, at) + ROUND[(ROUND.indexOf(board[at]) + 1) % 3] + board.slice(at + 1));
  const last = squares.at(-1) === at + 1;
  const next = last ? squares.slice(0, -1) : squares.includes(at + 1) ? squares : [...squares, at + 1];
  send(next.join(" "), state.format === "ttt.tiny" ? { squares: "true" } : state.format === "record" ? { game: "ttt" } : {});
}

/** @param {Sketch} sketch */
function readBoard({ state, json }) {
  const text = state.kind === "text" ? state.input.trim().toUpperCase() : "";
  if (/^[XO.]{9}$/.test(text)) return text;
  return typeof json?.board === "string" && json.board.length === 9 ? json.board : null;
}

/** @param {Sketch} sketch */
function readSquares({ state, json }) {
  const text = state.input.trim();
  const own = state.kind === "text" && (state.format !== "ttt.tiny" || state.options.squares === "true");
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
