// Keyboard control of a nested board.

import { isGrid } from "./grids.js";
import { neighbour } from "./space.js";

/**
 * The board that keys control.
 * @typedef {object} Hands
 * @property {number[]} cursor
 * @property {number[] | null} awaited a cell to open once its grid is known
 * @property {number} depth
 * @property {boolean} steps whether the page steps through positions
 * @property {import("./grids.js").KnownGrids} grids
 * @property {(path: number[], landed?: () => void) => void} visit
 * @property {(factor: number) => void} push
 * @property {() => void} toTarget
 * @property {(path: number[]) => boolean} playable
 * @property {(path: number[]) => void} play
 * @property {() => void} hint
 * @property {(path: number[]) => boolean} look
 * @property {() => void} showCursor
 * @property {() => void} say
 */

/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** Keys with which a page steps through positions; with Shift they control the board. */
const STEPS = ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Home", " "];

/**
 * @param {Hands} board
 * @param {KeyboardEvent} event
 * @param {boolean} [elsewhere] the board is not focused: only keys without another meaning
 */
export function pressKey(board, event, elsewhere = false) {
  if (
    event.ctrlKey ||
    event.metaKey ||
    event.altKey ||
    (board.steps && !event.shiftKey && STEPS.includes(event.key))
  )
    return;
  if (!act(board, event.key, elsewhere)) return;
  event.preventDefault();
  event.stopPropagation();
}

/** @param {Hands} board @param {string} key @param {boolean} elsewhere */
function act(board, key, elsewhere) {
  if (key === "t" || key === "T") board.toTarget();
  else if (key === "+" || key === "=") board.push(2.4);
  else if (key === "-" || key === "_") board.push(1 / 2.4);
  else if (key === "0" || (key === "Home" && !elsewhere)) board.visit([]);
  else if (/^[1-9]$/.test(key)) open(board, [...board.cursor.slice(0, -1), Number(key) - 1]);
  else if (elsewhere) return false;
  else if (key in ARROWS) step(board, ...ARROWS[key]);
  else if (key === "Enter" || key === " ") open(board, board.cursor);
  else if (key === "Escape" || key === "Backspace") out(board);
  else return false;
  return true;
}

/** @param {Hands} board @param {number} dx @param {number} dy */
function step(board, dx, dy) {
  const next = neighbour(board.cursor, dx, dy);
  if (!next) return;
  const same = next.slice(0, -1).join() === board.cursor.slice(0, -1).join();
  const grid = next.slice(0, -1);
  if (!same && !reachable(board, grid)) return;
  const land = () => {
    board.cursor = next;
    board.showCursor();
    board.say();
  };
  if (same) land();
  else board.visit(grid, land);
}

/** Whether a grid and all grids around it are open. @param {Hands} board @param {number[]} path */
const reachable = (board, path) =>
  path.every((_, i) => isGrid(board.grids.value(path.slice(0, i + 1))));

/** @param {Hands} board @param {number[]} path */
function open(board, path) {
  board.cursor = path;
  board.awaited = null;
  board.showCursor();
  if (board.grids.value(path) === undefined) {
    board.awaited = path;
    board.grids.ask([path.slice(0, -1)]);
    board.say();
  } else if (path.length < board.depth && isGrid(board.grids.value(path))) {
    board.visit(path, () => {
      board.cursor = [...path, 4];
      board.showCursor();
      board.say();
    });
  } else if (board.playable(path)) board.play(path);
  else if (!board.look(path)) {
    board.hint();
    board.say();
  }
}

/** Opens the cell that was selected too early, if its grid is known by now. @param {Hands} board */
export function openAwaited(board) {
  const { awaited } = board;
  if (awaited && board.grids.value(awaited) !== undefined) open(board, awaited);
}

/** @param {Hands} board */
function out(board) {
  if (board.cursor.length < 2) return;
  const up = board.cursor.slice(0, -1);
  board.visit(up.slice(0, -1), () => {
    board.cursor = up;
    board.showCursor();
    board.say();
  });
}
