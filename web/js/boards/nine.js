// 3 × 3 grids, with cells numbered from 0 row by row.

/** The lines of three, as cells: rows, columns, diagonals. */
export const LINES = [
  [0, 1, 2],
  [3, 4, 5],
  [6, 7, 8],
  [0, 3, 6],
  [1, 4, 7],
  [2, 5, 8],
  [0, 4, 8],
  [2, 4, 6],
];

/**
 * The lines encoded in a byte, as indices into {@link LINES}; the first is the highest bit.
 * @param {number} byte
 * @returns {number[]}
 */
export const decodeLines = (byte) => LINES.flatMap((_, i) => ((byte >> (7 - i)) & 1 ? [i] : []));
