// A small picture for each game; one that has none gets nine dots.

import { svg } from "../dom.js";
import { cross, ring } from "../boards/marks.js";

/** @param {number} x @param {number} y @param {number} size */
const lattice = (x, y, size) => [1, 2].map((k) => `M${x + (size * k) / 3} ${y}v${size}M${x} ${y + (size * k) / 3}h${size}`).join("");

/** @param {string} d @param {number} width */
const lines = (d, width) => svg("path", { class: "picture-lines", d, "stroke-width": width });
/** @param {string} d @param {"x" | "o"} kind @param {number} width */
const mark = (d, kind, width) => svg("path", { class: `mark ${kind}`, d, "stroke-width": width });

/** @type {Record<string, () => SVGElement[]>} */
const PICTURES = {
  ttt: () => [
    lines(lattice(6, 6, 60), 2.5),
    mark(cross(6, 6, 20) + cross(46, 26, 20), "x", 3.6),
    mark(ring(26, 26, 20) + ring(6, 46, 20), "o", 3.6),
  ],
  nested: () => [
    lines([0, 1, 2, 3, 5, 6, 7, 8].map((cell) => lattice(8 + (cell % 3) * 20, 8 + Math.floor(cell / 3) * 20, 16)).join(""), 1.1),
    lines(lattice(6, 6, 60), 2.5),
    mark(cross(26, 26, 20, 0.2), "x", 4),
    mark(ring(8, 8, 16 / 3) + ring(48, 33, 16 / 3), "o", 1.4),
    mark(cross(33, 8, 16 / 3) + cross(8, 48, 16 / 3), "x", 1.4),
  ],
  schotten: () => [
    ...[0, 1, 2, 3, 4].map((i) => svg("ellipse", { class: "picture-stone", cx: 8 + 14 * i, cy: 36, rx: 5.4, ry: 3.6 })),
    ...[
      [1, 47, 0],
      [15, 47, 1],
      [43, 47, 0],
      [29, 6, 1],
      [43, 6, 0],
      [57, 6, 1],
    ].map(([x, y, seat]) => svg("rect", { class: `picture-card seat-${seat}`, x: x + 1, y, width: 12, height: 18, rx: 2 })),
  ],
};

/** @param {string} game */
export function picture(game) {
  const shapes = PICTURES[game]?.() ?? [
    svg("path", {
      class: "picture-dots",
      d: [0, 1, 2].flatMap((y) => [0, 1, 2].map((x) => `M${16 + 20 * x} ${16 + 20 * y}h.01`)).join(""),
    }),
  ];
  return svg("svg", { viewBox: "0 0 72 72", class: "picture", "aria-hidden": "true" }, shapes);
}
