// Decodes the board payload of line games, and describes positions as text.

/**
 * @typedef {object} Position
 * @property {number} width
 * @property {number} height
 * @property {number} line stones in a row that win
 * @property {boolean} gravity
 * @property {number[]} cells 0 empty, 1 X, 2 O; row by row from the top left
 * @property {boolean[]} won cells of a winning line
 */

/** The names of cell contents. */
export const WORDS = ["empty", "X", "O"];
const GRAVITY_BIT = 0x80;

/**
 * Decodes a payload, as FORMAT.md describes it.
 * @param {Uint8Array} bytes
 * @returns {Position}
 */
export function readPayload(bytes) {
  const [width, height, third] = bytes;
  const count = width * height;
  const stones = 3 + Math.ceil(count / 4);
  const length = stones + Math.ceil(count / 8);
  if (bytes.length !== length)
    throw new Error(`a payload of ${width} x ${height} has ${length} bytes, not ${bytes.length}`);
  const cells = Array.from(
    { length: count },
    (_, i) => (bytes[3 + (i >> 2)] >> (6 - 2 * (i & 3))) & 3,
  );
  const won = Array.from(
    { length: count },
    (_, i) => ((bytes[stones + (i >> 3)] >> (7 - (i & 7))) & 1) === 1,
  );
  return { width, height, line: third & 0x0f, gravity: (third & GRAVITY_BIT) !== 0, cells, won };
}

/** The cells of a column, from the bottom up. @param {Position} position @param {number} column */
export function columnCells({ width, height }, column) {
  return Array.from({ length: height }, (_, i) => (height - 1 - i) * width + column);
}

/**
 * The cell that a label refers to: where a disc would come to rest, or the cell itself.
 * @param {Position} position
 * @param {number} label
 */
export function restingCell(position, label) {
  if (!position.gravity) return label;
  return columnCells(position, label).find((cell) => position.cells[cell] === 0) ?? label;
}

/**
 * The cell of the last move.
 * @param {Position} position
 * @param {number[]} last
 * @returns {number | undefined}
 */
export function lastCell(position, last) {
  if (last.length === 0 || !position.gravity) return last[0];
  return columnCells(position, last[0])
    .filter((cell) => position.cells[cell] !== 0)
    .pop();
}

/**
 * A cell in the notation of moves: the letter of the column, and the row from the bottom.
 * @param {Position} position
 * @param {number} cell
 */
export function cellName({ width, height }, cell) {
  return `${columnLetter(cell % width)}${height - Math.floor(cell / width)}`;
}

/** The letter of a column. @param {number} column */
export const columnLetter = (column) => String.fromCharCode(97 + column);

/**
 * The accessible name of a target.
 * @param {Position} position
 * @param {number} label
 * @param {number | undefined} last
 */
export function targetName(position, label, last) {
  if (!position.gravity) {
    const value = position.cells[label];
    return `${cellName(position, label)}: ${WORDS[value]}${label === last ? ", last move" : ""}`;
  }
  const discs = stack(position, label);
  const here = last !== undefined && last % position.width === label ? ", last move" : "";
  if (discs.length === 0) return `column ${label + 1}: empty`;
  const full = discs.length === position.height ? "full, " : "";
  return `column ${label + 1}: ${full}${discs.join(" ")} from the bottom${here}`;
}

/** The discs of a column from the bottom. @param {Position} position @param {number} column */
function stack(position, column) {
  return columnCells(position, column).flatMap((cell) =>
    position.cells[cell] ? [WORDS[position.cells[cell]]] : [],
  );
}

/**
 * The last move as text; empty before the first move.
 * @param {Position} position
 * @param {number[]} last labels of the last move
 */
export function moveText(position, last) {
  const cell = lastCell(position, last);
  if (cell === undefined) return "";
  const column = `column ${(cell % position.width) + 1}`;
  return `${WORDS[position.cells[cell]]} ${position.gravity ? column : cellName(position, cell)}`;
}

/** The position as text. @param {Position} position */
export function positionText(position) {
  if (position.cells.every((value) => value === 0)) return "The board is empty";
  const won = position.won.flatMap((yes, i) => (yes ? [cellName(position, i)] : []));
  const line = won.length ? `. The winning line: ${won.join(", ")}` : "";
  if (position.gravity) {
    const columns = Array.from({ length: position.width }, (_, i) => stack(position, i));
    const filled = columns.flatMap((discs, i) =>
      discs.length ? [`column ${i + 1} from the bottom ${discs.join(" ")}`] : [],
    );
    return filled.join("; ") + line;
  }
  const taken = position.cells.flatMap((value, i) =>
    value ? [`${WORDS[value]} ${cellName(position, i)}`] : [],
  );
  return taken.join(", ") + line;
}
