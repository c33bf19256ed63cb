// Highlights above and below the grids: the target, the last move, winning lines, values.

import { valueText, valueTone } from "../../js/boards/values.js";
import { cross, ring, short } from "../../js/marks.js";
import { svg } from "../../js/dom.js";
import { LINES } from "../../js/boards/nine.js";
import { isGrid } from "./grids.js";
import { boxOf, cellBox, meets } from "./space.js";

/**
 * @typedef {import("./space.js").Box} Box
 * @typedef {import("./space.js").Camera} Camera
 * @typedef {import("../../js/boards/index.js").Scene} Scene
 * @typedef {{camera: Camera, view: number, depth: number, target: number[], lines: number[], scene:
 *   Scene, grids: import("./grids.js").KnownGrids}} Picture
 */

/** The minimum size of a cell that can be played with a mouse, in pixels. */
export const FINE = 20;

/** The box of a cell. @param {Camera} camera @param {number[]} path */
export const placeOf = (camera, path) =>
  cellBox(boxOf(camera, path.slice(0, -1)), path[path.length - 1]);

/** @param {Box} box @param {number} pad @param {string} name */
export function square(box, pad, name) {
  const side = box.size * (1 - 2 * pad);
  return svg("rect", {
    class: name,
    x: short(box.x + pad * box.size),
    y: short(box.y + pad * box.size),
    width: short(side),
    height: short(side),
    rx: short(Math.min(10, side * 0.06)),
  });
}

/**
 * A ring around a place too small for a square.
 * @param {Box} box
 * @param {number} r
 * @param {string} name
 */
const spot = (box, r, name) =>
  svg("circle", {
    class: name,
    cx: short(box.x + box.size / 2),
    cy: short(box.y + box.size / 2),
    r,
  });

/** Highlights below the grids. @param {Picture} picture */
export function under(picture) {
  return [...target(picture), ...last(picture)];
}

/** @param {Picture} picture @returns {SVGElement[]} */
function target({ camera, view, depth, target, scene, grids }) {
  if (scene.state !== "running") return [];
  const tone = scene.labels.length ? "yours" : "theirs";
  if (target.length === 0 && (depth === 1 || scene.labels.length === 0)) return [];
  const lit = target.length
    ? [boxOf(camera, target)]
    : scene.labels
        .filter((cell) => isGrid(grids.value([cell])))
        .map((cell) => boxOf(camera, [cell]));
  return lit
    .filter((box) => meets(box, view, view))
    .map((box) =>
      box.size < 16 ? spot(box, 11, `beacon ${tone}`) : square(box, -0.025, `light ${tone}`),
    );
}

/**
 * The cell of the last move, or the decided grid around it, whose mark replaces it.
 * @param {Picture} picture
 * @returns {{box: Box, decided: boolean} | null}
 */
function lastPlace({ camera, view, depth, scene, grids }) {
  if (scene.last.length !== depth) return null;
  const mark = grids.mark(scene.last);
  const box = placeOf(camera, mark);
  return meets(box, view, view) ? { box, decided: mark.length < depth } : null;
}

/** @param {Picture} picture @returns {SVGElement[]} */
function last(picture) {
  const place = lastPlace(picture);
  if (!place || place.decided) return [];
  return [
    place.box.size < 7 ? spot(place.box, 5, "last-spot") : square(place.box, 0.08, "last-cell"),
  ];
}

/** @param {Picture} picture @returns {SVGElement[]} */
function lastFrame(picture) {
  const place = lastPlace(picture);
  return place?.decided ? [square(place.box, 0.05, "last-frame")] : [];
}

/** Highlights above the grids. @param {Picture} picture */
export function over(picture) {
  return [...lastFrame(picture), ...dots(picture), ...strikes(picture), ...values(picture)];
}

/** Dots in the legal cells. @param {Picture} picture @returns {SVGElement[]} */
function dots({ camera, view, depth, target, scene }) {
  if (scene.still || target.length + 1 !== depth) return [];
  const boxes = scene.labels
    .map((cell) => placeOf(camera, [...target, cell]))
    .filter((box) => box.size > 16 && meets(box, view, 0));
  return boxes.map((box) => spot(box, short(Math.min(7, box.size * 0.07)), "dot"));
}

/** @param {Picture} picture @returns {SVGElement[]} */
function strikes({ camera, view, lines, scene }) {
  const top = boxOf(camera, []);
  if (top.size > 30 * view) return [];
  return lines.map((line) => {
    const [a, , c] = LINES[line]
      .map((cell) => cellBox(top, cell))
      .map(({ x, y, size }) => [x + size / 2, y + size / 2]);
    const [dx, dy] = [(c[0] - a[0]) * 0.18, (c[1] - a[1]) * 0.18];
    return svg("path", {
      class: `strike seat-${scene.winner}`,
      "stroke-width": short(top.size * 0.022),
      d: `M${short(a[0] - dx)} ${short(a[1] - dy)}L${short(c[0] + dx)} ${short(c[1] + dy)}`,
    });
  });
}

/** @param {Picture} picture @returns {SVGElement[]} */
function values({ camera, view, target, scene }) {
  const shown = (scene.overlay ?? [])
    .map((entry) => ({ entry, box: placeOf(camera, [...target, entry.label]) }))
    .filter(({ box }) => box.size > 22 && box.size < 2 * view && meets(box, view, 0));
  return shown.map(({ entry, box }) =>
    svg(
      "text",
      {
        class: `value ${valueTone(entry.value)}`,
        x: short(box.x + box.size / 2),
        y: short(box.y + box.size * 0.58),
        "font-size": short(Math.min(26, box.size * 0.26)),
        "text-anchor": "middle",
      },
      valueText(entry),
    ),
  );
}

/** A preview of the mark that a click would make. @param {Box} box @param {0 | 1 | null} you */
export function ghost({ x, y, size }, you) {
  return svg("path", {
    class: `mark ghost ${you === 1 ? "o" : "x"}`,
    d: you === 1 ? ring(x, y, size) : cross(x, y, size),
    "stroke-width": short(size * 0.108),
  });
}
