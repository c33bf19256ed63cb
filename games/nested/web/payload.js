// Decodes the board payload of nested boards (FORMAT.md, "Board payload").

import { decodeLines } from "../../js/boards/nine.js";
import { Reader } from "../../js/reader.js";

/**
 * The part of the board below the grid at `root`. `grids` are breadth-first; a cell is 0 blank, 1
 * O, 2 X, 3 both, 4 a sub-grid, 5 and 6 a sub-grid that O or X owns.
 * @param {Uint8Array} payload
 * @returns {{depth: number, lines: number[], target: number[], root: number[],
 *   grids: {path: number[], cells: number[]}[]}}
 */
export function decodePayload(payload) {
  const reader = new Reader(payload);
  const depth = reader.number();
  const lines = decodeLines(reader.byte());
  const target = [...reader.take(reader.number())];
  const root = [...reader.take(reader.number())];
  return { depth, lines, target, root, grids: decodeGrids(reader.rest(), root) };
}

/** @param {Uint8Array} bytes @param {number[]} root */
function decodeGrids(bytes, root) {
  const count = Math.floor((bytes.length * 8) / 27);
  const found = [];
  const waiting = [root];
  for (let k = 0; k < count && k < waiting.length; k++) {
    const path = waiting[k];
    const cells = Array.from({ length: 9 }, (_, cell) => threeBits(bytes, 27 * k + 3 * cell));
    found.push({ path, cells });
    cells.forEach((value, cell) => value & 4 && waiting.push([...path, cell]));
  }
  return found;
}

/** Three bits at a bit offset. @param {Uint8Array} bytes @param {number} at */
function threeBits(bytes, at) {
  const pair = (bytes[at >> 3] << 8) | (bytes[(at >> 3) + 1] ?? 0);
  return (pair >> (13 - (at & 7))) & 7;
}
