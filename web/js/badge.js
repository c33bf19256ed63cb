// The badge of a seat: the mark it is named after, or a shape.

import { svg } from "./dom.js";
import { cross, ring } from "./marks.js";

/** @type {Record<string, string>} */
const MARKS = { X: cross(0, 0, 24, 0.2), O: ring(0, 0, 24, 0.18) };
const SHAPES = ["M12 3L21 12L12 21L3 12Z", "M5 5H19V19H5Z"];

/** @param {0 | 1} seat @param {string} name @param {number} [size] */
export function badge(seat, name, size = 22) {
  const d = MARKS[name] ?? SHAPES[seat];
  return svg(
    "svg",
    { viewBox: "0 0 24 24", width: size, height: size, class: "badge", "aria-hidden": "true" },
    svg("path", { class: `mark seat-${seat}`, d, "stroke-width": 3.6 }),
  );
}
