// The geometry of nested grids. A camera is relative to the deepest grid that fills the view, so
// numbers stay small at any depth.

/**
 * @typedef {{x: number, y: number, size: number}} Box a square, in pixels
 * @typedef {{base: number[], x: number, y: number, size: number}} Camera where the base grid is
 *   drawn
 */

/** The margin of a sub-grid in its cell, as a fraction of the cell. */
const PAD = 0.07;
/** The side of a sub-grid as a fraction of its grid. */
export const RATIO = (1 - 2 * PAD) / 3;

/** The box of a cell in a grid's box. @param {Box} grid @param {number} cell @returns {Box} */
export const cellBox = (grid, cell) => ({
  x: grid.x + ((cell % 3) * grid.size) / 3,
  y: grid.y + (Math.floor(cell / 3) * grid.size) / 3,
  size: grid.size / 3,
});

/** The box of a sub-grid in a grid's box. @param {Box} grid @param {number} cell @returns {Box} */
export function subBox(grid, cell) {
  const { x, y, size } = cellBox(grid, cell);
  return { x: x + PAD * size, y: y + PAD * size, size: grid.size * RATIO };
}

/** The box of the grid around a sub-grid. @param {Box} grid @param {number} cell @returns {Box} */
export function outerBox(grid, cell) {
  const size = grid.size / RATIO;
  return {
    x: grid.x - ((cell % 3) + PAD) * (size / 3),
    y: grid.y - (Math.floor(cell / 3) + PAD) * (size / 3),
    size,
  };
}

/** The length of the common prefix of two paths. @param {number[]} a @param {number[]} b */
export function shared(a, b) {
  let n = 0;
  while (n < a.length && n < b.length && a[n] === b[n]) n++;
  return n;
}

/** @param {number[]} path @param {number[]} start */
export const startsWith = (path, start) => shared(path, start) === start.length;

/** Where a grid is drawn. @param {Camera} camera @param {number[]} path @returns {Box} */
export function boxOf(camera, path) {
  /** @type {Box} */
  let box = camera;
  const common = shared(camera.base, path);
  for (let i = camera.base.length - 1; i >= common; i--) box = outerBox(box, camera.base[i]);
  for (let i = common; i < path.length; i++) box = subBox(box, path[i]);
  return { x: box.x, y: box.y, size: box.size };
}

/**
 * The same camera, relative to another grid.
 * @param {Camera} camera
 * @param {number[]} base
 * @returns {Camera}
 */
export const hang = (camera, base) => ({ base, ...boxOf(camera, base) });

/** Whether a box covers the whole view. @param {Box} box @param {number} view */
export const covers = (box, view) =>
  box.x <= 0 && box.y <= 0 && box.x + box.size >= view && box.y + box.size >= view;

/**
 * Whether a box intersects the view with a margin around it.
 * @param {Box} box
 * @param {number} view
 * @param {number} margin
 */
export const meets = (box, view, margin) =>
  box.x < view + margin &&
  box.y < view + margin &&
  box.x + box.size > -margin &&
  box.y + box.size > -margin;

/**
 * The cell of a grid's box at a point; null outside.
 * @param {Box} grid
 * @param {number} x
 * @param {number} y
 * @returns {number | null}
 */
export function cellAt(grid, x, y) {
  const col = Math.floor(((x - grid.x) / grid.size) * 3);
  const row = Math.floor(((y - grid.y) / grid.size) * 3);
  return col < 0 || col > 2 || row < 0 || row > 2 ? null : 3 * row + col;
}

/**
 * The camera rebased to the deepest grid that fills the view.
 * @param {Camera} camera
 * @param {number} view
 * @param {number} depth
 * @returns {Camera}
 */
export function settle(camera, view, depth) {
  let at = camera;
  while (at.base.length > 0 && !covers(at, view)) at = hang(at, at.base.slice(0, -1));
  for (;;) {
    const cell = at.base.length + 1 < depth ? cellAt(at, view / 2, view / 2) : null;
    const inner = cell === null ? null : subBox(at, cell);
    if (cell === null || !inner || !covers(inner, view)) return at;
    at = { base: [...at.base, cell], ...inner };
  }
}

/**
 * A camera that shows a grid with a little of its surroundings.
 * @param {number[]} path
 * @param {number} view
 * @returns {Camera}
 */
export function fit(path, view) {
  const size = view * (path.length ? 0.8 : 0.95);
  return { base: path, x: (view - size) / 2, y: (view - size) / 2, size };
}

/**
 * The deepest grid that fills most of the view.
 * @param {Camera} camera
 * @param {number} view
 * @param {number} depth
 * @returns {number[]}
 */
export function focusOf(camera, view, depth) {
  const path = [...camera.base];
  /** @type {Box} */
  let box = camera;
  while (path.length + 1 < depth) {
    const cell = cellAt(box, view / 2, view / 2);
    if (cell === null) break;
    box = subBox(box, cell);
    if (box.size < 0.6 * view) break;
    path.push(cell);
  }
  return path;
}

const MOST = 3 ** 16;

/**
 * Keeps a camera within bounds: between the whole board and a lowest grid, and on the board.
 * @param {Camera} camera @param {number} view @param {number} depth @returns {Camera}
 */
export function clamp(camera, view, depth) {
  const least = 0.95 * view * RATIO ** camera.base.length;
  const most = Math.min(0.95 * view * RATIO ** (camera.base.length - depth + 1), view * MOST);
  const size = Math.min(Math.max(camera.size, least), Math.max(most, least));
  // Keeps the centre of the view fixed.
  const k = size / camera.size;
  const at = {
    ...camera,
    size,
    x: view / 2 + (camera.x - view / 2) * k,
    y: view / 2 + (camera.y - view / 2) * k,
  };
  if (camera.base.length > 20) return at;
  const whole = boxOf(at, []);
  return {
    ...at,
    x: at.x + nudge(whole.x, whole.size, view),
    y: at.y + nudge(whole.y, whole.size, view),
  };
}

/**
 * The shift that makes the board cover the view, or centres it.
 * @param {number} at
 * @param {number} size
 * @param {number} view
 */
function nudge(at, size, view) {
  const margin = 0.05 * view;
  if (size <= view - 2 * margin) return (view - size) / 2 - at;
  return Math.min(margin, Math.max(view - size - margin, at)) - at;
}

/**
 * Zooms about a point.
 * @param {Camera} camera
 * @param {number} factor
 * @param {number} x
 * @param {number} y
 * @returns {Camera}
 */
export const zoom = (camera, factor, x, y) => ({
  base: camera.base,
  size: camera.size * factor,
  x: x + (camera.x - x) * factor,
  y: y + (camera.y - y) * factor,
});

/**
 * The path from one camera to another; `at` takes a time from 0 to 1.
 * @param {Camera} from @param {Camera} to @param {number} view
 * @returns {{length: number, at(t: number): Camera}}
 */
export function way(from, to, view) {
  const common = to.base.slice(0, shared(from.base, to.base));
  const a = hang(from, common);
  const b = hang(to, common);
  const zooms = Math.abs(Math.log(b.size / a.size));
  const moved = Math.hypot(a.x - b.x, a.y - b.y) / view;
  return { length: Math.min(4, zooms) + Math.min(2, moved / 3), at: (t) => between(a, b, t, view) };
}

/**
 * Interpolates so that one point stays fixed while the size grows exponentially.
 * @param {Camera} a
 * @param {Camera} b
 * @param {number} t
 * @param {number} view
 * @returns {Camera}
 */
function between(a, b, t, view) {
  const size = a.size ** (1 - t) * b.size ** t;
  const even = Math.abs(Math.log(b.size / a.size)) < 0.05;
  const w = even ? t : (1 / size - 1 / a.size) / (1 / b.size - 1 / a.size);
  const centre = (/** @type {number} */ from, /** @type {number} */ to) =>
    ((view / 2 - from) / a.size) * (1 - w) + ((view / 2 - to) / b.size) * w;
  return {
    base: a.base,
    size,
    x: view / 2 - centre(a.x, b.x) * size,
    y: view / 2 - centre(a.y, b.y) * size,
  };
}

/**
 * The neighbour of a cell, possibly in the next grid; null at the edge of the board.
 * @param {number[]} path @param {number} dx @param {number} dy @returns {number[] | null}
 */
export function neighbour(path, dx, dy) {
  const next = [...path];
  for (let i = path.length - 1; i >= 0; i--) {
    const col = (path[i] % 3) + dx;
    const row = Math.floor(path[i] / 3) + dy;
    next[i] = ((col + 3) % 3) + 3 * ((row + 3) % 3);
    if (col >= 0 && col < 3 && row >= 0 && row < 3) return next;
  }
  return null;
}
