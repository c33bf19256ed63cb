// The geometry of nested boards, without a browser.

import assert from "node:assert/strict";
import { test } from "node:test";
import {
  boxOf,
  cellAt,
  clamp,
  fit,
  focusOf,
  hang,
  neighbour,
  settle,
  way,
  zoom,
} from "../space.js";

const near = (a, b) =>
  assert(Math.abs(a - b) < 1e-6 * Math.max(1, Math.abs(a)), `${a} is not ${b}`);

test("a rebased camera shows the same", () => {
  const camera = fit([4, 1], 600);
  const other = hang(camera, [4, 2, 7]);
  for (const path of [[], [4], [4, 1], [4, 1, 8], [0, 0, 0]]) {
    const [a, b] = [boxOf(camera, path), boxOf(other, path)];
    for (const key of ["x", "y", "size"]) near(a[key], b[key]);
  }
});

test("the deepest grid that fills the view is the base of the camera, even at depth 1000", () => {
  let camera = fit([], 600);
  for (let i = 0; i < 4000; i++) {
    const { x, y, size } = boxOf(camera, focusOf(camera, 600, 1000));
    const aimed = { ...camera, x: camera.x + 300 - x - size / 2, y: camera.y + 300 - y - size / 2 };
    camera = settle(clamp(zoom(aimed, 1.5, 300, 300), 600, 1000), 600, 1000);
  }
  assert(camera.base.length > 990);
  assert(Number.isFinite(camera.x) && Number.isFinite(camera.size) && camera.size < 3000);
  assert.equal(focusOf(camera, 600, 1000).length, 999);
  for (let i = 0; i < 4000; i++)
    camera = settle(clamp(zoom(camera, 0.6, 300, 300), 600, 1000), 600, 1000);
  assert.deepEqual(camera.base, []);
  near(camera.size, 570);
});

test("a camera stays on the board", () => {
  const far = clamp({ base: [], x: 5000, y: -9000, size: 1800 }, 600, 3);
  assert(far.x <= 30 && far.x + far.size >= 570 && far.y <= 30 && far.y + far.size >= 570);
  assert.equal(clamp({ base: [], x: 0, y: 0, size: 1 }, 600, 3).size, 570);
});

test("a flight begins and ends where it should", () => {
  const [from, to] = [fit([], 600), fit([8, 0, 4], 600)];
  const flight = way(from, to, 600);
  for (const [t, camera] of [
    [0, from],
    [1, to],
  ]) {
    const [a, b] = [boxOf(flight.at(t), [8, 0]), boxOf(camera, [8, 0])];
    for (const key of ["x", "y", "size"]) near(a[key], b[key]);
  }
});

test("neighbours cross the borders of grids", () => {
  assert.deepEqual(neighbour([4, 4], 1, 0), [4, 5]);
  assert.deepEqual(neighbour([4, 5], 1, 0), [5, 3]);
  assert.deepEqual(neighbour([0, 8, 8], 0, 1), [3, 2, 2]);
  assert.equal(neighbour([2, 2], 1, 0), null);
  assert.equal(neighbour([0, 0], 0, -1), null);
});

test("a point is in a cell or outside", () => {
  const box = { x: 10, y: 10, size: 90 };
  assert.equal(cellAt(box, 11, 11), 0);
  assert.equal(cellAt(box, 99, 55), 5);
  assert.equal(cellAt(box, 5, 55), null);
});
