// The contents of a decided grid, reconstructed from the moves: the payload has only its mark.

import { svg } from "../../js/dom.js";
import { cross, ring } from "../../js/marks.js";
import { square } from "./highlights.js";
import { O, X, isGrid } from "./grids.js";
import { lattice } from "./paint.js";
import { boxOf, cellBox, meets, startsWith } from "./space.js";

/** @typedef {{path: number[], mark: number}} Played a cell, and whose it is */

/** The minimum size of cells and grids to draw, in pixels. */
const LEAST = 5;

/**
 * The cells of moves such as `X: 5.1`.
 * @param {string[]} lines
 * @returns {Played[]}
 */
export function playedIn(lines) {
  return lines.flatMap((line) => {
    const [, name, path] = /^([XO]): ([1-9](?:\.[1-9])*)/.exec(line) ?? [];
    if (!path) return [];
    const cells = path.split(".").map((cell) => Number(cell) - 1);
    return [{ path: cells, mark: name === "X" ? X : O }];
  });
}

/**
 * The decided grid at a path, or around it; null if all grids there are open.
 * @param {import("./grids.js").KnownGrids} grids
 * @param {number} depth
 * @param {number[]} path
 */
export function decidedAt(grids, depth, path) {
  const at = path.length ? grids.mark(path) : [];
  const value = at.length ? grids.value(at) : undefined;
  return at.length < depth && value !== undefined && !isGrid(value) ? at : null;
}

/**
 * The drawing of a decided grid as it was played.
 * @param {import("./space.js").Camera} camera
 * @param {number} view
 * @param {number[]} grid
 * @param {number} owner
 * @param {Played[]} played
 */
export function inside(camera, view, grid, owner, played) {
  const whole = cellBox(boxOf(camera, grid.slice(0, -1)), grid[grid.length - 1]);
  /** @type {Map<string, string>} */
  const lines = new Map();
  /** @type {Record<number, string>} */
  const marks = { [X]: "", [O]: "" };
  let size = 0;
  for (const { path, mark } of played) {
    if (!startsWith(path, grid)) continue;
    for (let length = grid.length; length < path.length; length++) {
      const box = boxOf(camera, path.slice(0, length));
      if (box.size < 3 * LEAST || !meets(box, view, view)) break;
      lines.set(path.slice(0, length).join(), lattice(box, view));
      if (length + 1 < path.length) continue;
      const { x, y, size: side } = cellBox(box, path[length]);
      marks[mark] += mark === X ? cross(x, y, side, 0.24) : ring(x, y, side, 0.22);
      size = side;
    }
  }
  /** @param {string} name @param {string} d @param {number} width */
  const path = (name, d, width) => svg("path", { class: name, d, "stroke-width": width });
  return [
    square(whole, 0.03, `inside ${owner === X ? "x" : owner === O ? "o" : ""}`),
    path("lattice", [...lines.values()].join(""), Math.max(1, size * 0.03)),
    path("mark x", marks[X], size * 0.11),
    path("mark o", marks[O], size * 0.11),
  ];
}

/**
 * The cells of a decided grid as text.
 * @param {number[]} grid
 * @param {Played[]} played
 */
export function insideText(grid, played) {
  const of = (/** @type {number} */ mark) =>
    played
      .filter(({ path, mark: owner }) => owner === mark && startsWith(path, grid))
      .map(({ path }) =>
        path
          .slice(grid.length)
          .map((cell) => cell + 1)
          .join("."),
      )
      .join(", ");
  return `inside, X has ${of(X) || "nothing"}; O has ${of(O) || "nothing"}`;
}
