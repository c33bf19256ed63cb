// Decodes the board payload of tic-tac-toe (FORMAT.md, "Board payload").

import { decodeLines } from "../../js/boards/nine.js";

/**
 * Squares (0 empty, 1 X, 2 O) and the winning lines, as indices into `LINES`.
 * @param {Uint8Array} payload
 * @returns {{squares: number[], lines: number[]}}
 */
export function decodePayload(payload) {
  if (payload.length !== 4)
    throw new Error(`a payload of tic-tac-toe has 4 bytes, not ${payload.length}`);
  const square = (/** @type {number} */ i) => (payload[i >> 2] >> (6 - 2 * (i & 3))) & 3;
  return {
    squares: Array.from({ length: 9 }, (_, i) => square(i)),
    lines: decodeLines(payload[3]),
  };
}
