// Automatic camera movement: to the last move, to where the viewer may play, and out at the end.

import { prefersReducedMotion } from "../../js/dom.js";
import { FINE, placeOf } from "./highlights.js";
import { RATIO, boxOf, fit } from "./space.js";

/**
 * @typedef {import("../../js/boards/index.js").Scene} Scene
 * @typedef {import("./space.js").Box} Box
 */

/**
 * The board whose camera is guided.
 * @typedef {object} Guided
 * @property {Scene | null} scene
 * @property {number[]} target
 * @property {number} depth
 * @property {number} view
 * @property {import("./grids.js").KnownGrids} grids
 * @property {import("./space.js").Camera} camera
 * @property {import("./flight.js").Flight} flight
 * @property {(path: number[], landed?: () => void, most?: number) => void} fly
 * @property {() => void} toTarget
 */

/** The minimum size of a visible mark, and of one that the camera has flown to. */
const SEEN = 12;
const CLEAR = 24;
/**
 * The pause at the last move on the way to the highlighted grid, and the duration of a hasty
 * flight.
 */
const STOP = 450;
const HASTE = 650;
/** The maximum fraction of the time between two steps that a flight may take. */
const PART = 0.6;

export class Guide {
  /**
   * @param {Guided} board
   * @param {boolean} steps whether the page steps through positions and shows each move
   */
  constructor(board, steps) {
    this.board = board;
    this.steps = steps;
    this.changed = -Infinity;
    /** Whether the camera flew to the last move before all grids on the way were known. */
    this.unsure = false;
  }

  /** Handles a new scene. @param {Scene | null} before */
  update(before) {
    const { scene } = this.board;
    if (!scene || (before && before.ply === scene.ply && before.state === scene.state)) return;
    this.unsure = false;
    if (before && before.state !== "finished" && scene.state === "finished") this.board.fly([]);
    else if (this.steps) this.toLast(this.pace());
    else if (scene.labels.length && before?.ply !== scene.ply) this.toPlay(before !== null);
  }

  /** Handles newly known grids. */
  detail() {
    if (this.unsure) this.toLast(HASTE);
  }

  /** Handles navigation by the viewer. */
  leave() {
    this.unsure = false;
  }

  /** The time limit of a flight that must end before the next step. */
  pace() {
    const now = performance.now();
    const since = now - this.changed;
    this.changed = now;
    return PART * since;
  }

  /** The camera, or the destination of its flight. */
  get heading() {
    return this.board.flight.goal ?? this.board.camera;
  }

  /** Flies to the last move if it is not visible from here. @param {number} most milliseconds */
  toLast(most) {
    const { grids, scene } = this.board;
    const last = scene?.last ?? [];
    const mark = grids.mark(last);
    this.unsure = !mark.every((_, i) => grids.fresh(mark.slice(0, i)));
    if (last.length === 0)
      this.sees(boxOf(this.heading, []), 0) || this.board.fly([], undefined, most);
    else if (!this.sees(placeOf(this.heading, mark), SEEN))
      this.board.fly(this.above(mark), undefined, most);
  }

  /**
   * On the viewer's turn, flies to the highlighted grid if it is too small to play from here.
   * @param {boolean} moved whether a position was shown before
   */
  toPlay(moved) {
    const { board } = this;
    const last = board.grids.mark(board.scene?.last ?? []);
    if (this.sees(boxOf(this.heading, board.target), board.target.length ? 3 * FINE : 0)) return;
    if (
      !moved ||
      prefersReducedMotion() ||
      last.length < 2 ||
      this.sees(placeOf(this.heading, last), SEEN)
    )
      return board.toTarget();
    board.fly(this.above(last), () => board.flight.rest(STOP, () => board.toTarget()), HASTE);
  }

  /** Whether a box is entirely visible and large enough. @param {Box} box @param {number} least */
  sees({ x, y, size }, least) {
    const { view } = this.board;
    return x >= -1 && y >= -1 && x + size <= view + 1 && y + size <= view + 1 && size >= least;
  }

  /**
   * The outermost grid in which a cell is large enough to see.
   * @param {number[]} path
   * @returns {number[]}
   */
  above(path) {
    let length = path.length - 1;
    const shown = (/** @type {number} */ up) =>
      (fit(path.slice(0, up), this.board.view).size * RATIO ** (path.length - 1 - up)) / 3;
    while (length > 0 && shown(length - 1) >= CLEAR) length--;
    return path.slice(0, length);
  }
}

/**
 * Where the next move may be made, as text.
 * @param {Scene} scene
 * @param {number[]} target
 * @param {number} depth
 */
export function whereTo(scene, target, depth) {
  if (scene.state !== "running" || scene.turn === null) return "";
  const place =
    target.length === 0
      ? "anywhere"
      : target.length + 1 < depth
        ? "anywhere in the lit grid"
        : "in the lit grid";
  return scene.labels.length
    ? `Play ${place}`
    : `${scene.seats[scene.turn]?.name ?? "The other"} plays ${place}`;
}
