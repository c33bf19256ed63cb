// The shapes of X and O, as SVG paths.

/**
 * The path of an X in a square.
 * @param {number} x
 * @param {number} y
 * @param {number} size
 * @param {number} [pad]
 */
export function cross(x, y, size, pad = 0.24) {
  const a = size * pad;
  const [l, t, r, b] = [x + a, y + a, x + size - a, y + size - a].map(short);
  return `M${l} ${t}L${r} ${b}M${r} ${t}L${l} ${b}`;
}

/**
 * The path of an O in a square.
 * @param {number} x
 * @param {number} y
 * @param {number} size
 * @param {number} [pad]
 */
export function ring(x, y, size, pad = 0.22) {
  const r = short(size * (0.5 - pad));
  const d = short(2 * r);
  const [left, top] = [short(x + size / 2), short(y + size / 2 - r)];
  return `M${left} ${top}a${r} ${r} 0 1 1 0 ${d}a${r} ${r} 0 1 1 0 ${-d}`;
}

/**
 * The path for a grid that counts for both: an X in an O.
 * @param {number} x
 * @param {number} y
 * @param {number} size
 */
export const both = (x, y, size) => ring(x, y, size, 0.17) + cross(x, y, size, 0.34);

/** Rounds a coordinate to the significant digits. @param {number} value */
export const short = (value) => Math.round(value * 1000) / 1000;
