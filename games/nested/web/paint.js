// Converts the known grids to paths: a few elements per level, however many grids there are.

import { both, cross, ring, short } from "../../js/marks.js";
import { svg } from "../../js/dom.js";
import { O, X, isGrid } from "./grids.js";
import { RATIO, boxOf, cellBox, meets, subBox } from "./space.js";

/**
 * @typedef {import("./space.js").Box} Box
 * @typedef {import("./space.js").Camera} Camera
 * @typedef {{lines: string[], faint: string[], x: string[], o: string[], both: string[], landX:
 *   string[], landO: string[], landBoth: string[], ownX: string[], ownO: string[]}} Ink
 */

/** The minimum size of a grid to draw, in pixels. */
const LEAST = 18;
/** The size from which grids are drawn at full opacity. */
const FULL = 46;
/**
 * The painted margin around the view, as a fraction of it, and the extra zoom, so that small
 * movements need no repaint.
 */
export const MARGIN = 0.15;
export const FINER = 1.3;
/** The maximum number of grids drawn. */
const MOST = 2500;

/**
 * @param {Camera} camera
 * @param {number} view
 * @param {number} depth
 * @param {import("./grids.js").KnownGrids} grids
 * @returns {{levels: Map<number, Ink>, wanted: number[][]}} the paths of each level, and the
 *   unknown or outdated grids
 */
export function sketch(camera, view, depth, grids) {
  /** @type {Map<number, Ink>} */
  const levels = new Map();
  /** @type {number[][]} */
  const unseen = [];
  /** @type {number[][]} */
  const stale = [];
  /** @type {{path: number[], box: Box}[]} */
  let row = [top(camera, grids)];
  let count = 0;
  while (row.length > 0 && count < MOST) {
    /** @type {typeof row} */
    const next = [];
    for (const { path, box } of row) {
      const ink = levels.get(path.length) ?? blankInk();
      levels.set(path.length, ink);
      count++;
      const cells = grids.cells(path);
      if (!cells) {
        ink.faint.push(lattice(box, view));
        if (meets(box, view, 0)) unseen.push(path);
        continue;
      }
      if (!grids.fresh(path) && meets(box, view, 0)) stale.push(path);
      ink.lines.push(lattice(box, view));
      drawCells(cells, box, path.length + 1 < depth, ink);
      if (box.size * RATIO * FINER < LEAST) continue;
      cells.forEach((value, cell) => {
        const inner = isGrid(value) ? subBox(box, cell) : null;
        if (inner && meets(inner, view, MARGIN * view))
          next.push({ path: [...path, cell], box: inner });
      });
    }
    row = next;
  }
  return { levels, wanted: [...unseen, ...stale] };
}

/**
 * The outermost grid to draw: around the view, or around the decided grid that the view is in.
 * @param {Camera} camera
 * @param {import("./grids.js").KnownGrids} grids
 */
function top(camera, grids) {
  const mark = grids.mark(camera.base);
  const value = mark.length > 0 ? grids.value(mark) : undefined;
  const path = value === undefined || isGrid(value) ? camera.base : mark.slice(0, -1);
  return { path, box: boxOf(camera, path) };
}

/** @returns {Ink} */
const blankInk = () => ({
  lines: [],
  faint: [],
  x: [],
  o: [],
  both: [],
  landX: [],
  landO: [],
  landBoth: [],
  ownX: [],
  ownO: [],
});

/**
 * @param {number[]} cells
 * @param {Box} box
 * @param {boolean} inner whether decided cells were grids
 * @param {Ink} ink
 */
function drawCells(cells, box, inner, ink) {
  cells.forEach((value, cell) => {
    const owner = value & 3;
    if (owner === 0) return;
    const { x, y, size } = cellBox(box, cell);
    if (isGrid(value))
      (owner === X ? ink.ownX : ink.ownO).push(
        owner === X ? cross(x, y, size, 0.16) : ring(x, y, size, 0.14),
      );
    else if (value === X) ink.x.push(cross(x, y, size, inner ? 0.2 : 0.24));
    else if (value === O) ink.o.push(ring(x, y, size, inner ? 0.18 : 0.22));
    else ink.both.push(both(x, y, size));
    if (inner)
      (owner === X ? ink.landX : owner === O ? ink.landO : ink.landBoth).push(
        tile(x, y, size, 0.05),
      );
  });
}

/**
 * The lines between the cells, clipped to the painted area.
 * @param {Box} box
 * @param {number} view
 */
export function lattice(box, view) {
  const pad = box.size * 0.012;
  const [left, right] = cut(box.x + pad, box.x + box.size - pad, view);
  const [top, bottom] = cut(box.y + pad, box.y + box.size - pad, view);
  let d = "";
  for (let k = 1; k < 3; k++) {
    const across = short(box.x + (box.size * k) / 3);
    const down = short(box.y + (box.size * k) / 3);
    d += `M${across} ${top}V${bottom}M${left} ${down}H${right}`;
  }
  return d;
}

/** @param {number} from @param {number} to @param {number} view */
const cut = (from, to, view) => [short(Math.max(from, -view)), short(Math.min(to, 2 * view))];

/**
 * A square with a margin.
 * @param {number} x
 * @param {number} y
 * @param {number} size
 * @param {number} pad
 */
function tile(x, y, size, pad) {
  const side = short(size * (1 - 2 * pad));
  return `M${short(x + pad * size)} ${short(y + pad * size)}h${side}v${side}h${-side}z`;
}

/** The opacity of a level. @param {number} size of its grids on the screen */
export const strength = (size) => Math.min(1, Math.max(0, (size - LEAST) / (FULL - LEAST)));

/** The elements of one level. @param {Ink} ink @param {number} size of its grids */
export function level(ink, size) {
  /** @param {string} name @param {string[]} parts @param {number} [width] */
  const path = (name, parts, width) =>
    parts.length
      ? svg("path", { class: name, d: parts.join(""), "stroke-width": width && short(width) })
      : null;
  return [
    path("land x", ink.landX),
    path("land o", ink.landO),
    path("land both", ink.landBoth),
    path("mark own x", ink.ownX, size * 0.04),
    path("mark own o", ink.ownO, size * 0.04),
    path("lattice", ink.lines, Math.min(size * 0.0085, 5)),
    path("lattice faint", ink.faint, Math.min(size * 0.0085, 5)),
    path("mark x", ink.x, size * 0.036),
    path("mark o", ink.o, size * 0.036),
    path("mark both", ink.both, size * 0.022),
  ];
}
