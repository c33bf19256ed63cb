// The shapes of X and O, as paths. Everything that shows a mark uses these.

/** An X in a square. @param {number} x @param {number} y @param {number} size @param {number} [pad] */
export function cross(x, y, size, pad = 0.24) {
  const a = size * pad;
  const [l, t, r, b] = [x + a, y + a, x + size - a, y + size - a].map(short);
  return `M${l} ${t}L${r} ${b}M${r} ${t}L${l} ${b}`;
}

/** An O in a square. @param {number} x @param {number} y @param {number} size @param {number} [pad] */
export function ring(x, y, size, pad = 0.22) {
  const r = short(size * (0.5 - pad));
  const d = short(2 * r);
  return `M${short(x + size / 2)} ${short(y + size / 2 - r)}a${r} ${r} 0 1 1 0 ${d}a${r} ${r} 0 1 1 0 ${-d}`;
}

/** A grid that is worth both: an X in an O. @param {number} x @param {number} y @param {number} size */
export const both = (x, y, size) => ring(x, y, size, 0.17) + cross(x, y, size, 0.34);

/** Enough digits to draw with. @param {number} value */
export const short = (value) => Math.round(value * 1000) / 1000;
