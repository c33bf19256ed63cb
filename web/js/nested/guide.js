// Where the camera goes by itself: to what was played, to where one may play, and out to the whole board at the end.

import { calm } from "../dom.js";
import { FINE, placeOf } from "./lights.js";
import { RATIO, boxOf, fit } from "./space.js";

/**
 * @typedef {import("../boards/index.js").Scene} Scene
 * @typedef {import("./space.js").Box} Box
 */

/**
 * What is guided.
 * @typedef {object} Guided
 * @property {Scene | null} scene
 * @property {number[]} target
 * @property {number} depth
 * @property {number} view
 * @property {import("./seen.js").Seen} seen
 * @property {import("./space.js").Camera} camera
 * @property {import("./flight.js").Flight} flight
 * @property {(path: number[], landed?: () => void, most?: number) => void} fly
 * @property {() => void} toTarget
 */

/** A mark of this size is seen; one that was flown to is at least so large. */
const SEEN = 12;
const CLEAR = 24;
/** A stop over the last move, on the way to where one may play. */
const STOP = 450;
const HASTE = 650;
/** The part of the time between two steps that a flight may take. */
const PART = 0.6;

export class Guide {
  /** @param {Guided} board @param {boolean} steps whether the page steps through positions, so that each move is shown */
  constructor(board, steps) {
    this.board = board;
    this.steps = steps;
    this.changed = -Infinity;
    /** Whether the last move was flown to before all of the way was known. */
    this.unsure = false;
  }

  /** A new scene is drawn. @param {Scene | null} before */
  update(before) {
    const { scene } = this.board;
    if (!scene || (before && before.ply === scene.ply && before.state === scene.state)) return;
    this.unsure = false;
    if (before && before.state !== "finished" && scene.state === "finished") this.board.fly([]);
    else if (this.steps) this.toLast(this.pace());
    else if (scene.labels.length && before?.ply !== scene.ply) this.toPlay(before !== null);
  }

  /** More is known. */
  detail() {
    if (this.unsure) this.toLast(HASTE);
  }

  /** The reader goes elsewhere. */
  leave() {
    this.unsure = false;
  }

  /** How long a flight may take, so that it ends before the next step. */
  pace() {
    const now = performance.now();
    const since = now - this.changed;
    this.changed = now;
    return PART * since;
  }

  /** Where the camera is, or will be. */
  get heading() {
    return this.board.flight.goal ?? this.board.camera;
  }

  /** Flies to the last move if it could not be seen from here. @param {number} most milliseconds */
  toLast(most) {
    const { seen, scene } = this.board;
    const last = scene?.last ?? [];
    const mark = seen.mark(last);
    this.unsure = !mark.every((_, i) => seen.fresh(mark.slice(0, i)));
    if (last.length === 0) this.sees(boxOf(this.heading, []), 0) || this.board.fly([], undefined, most);
    else if (!this.sees(placeOf(this.heading, mark), SEEN)) this.board.fly(this.above(mark), undefined, most);
  }

  /** One's turn: flies to where one may play if one could not play there from here. @param {boolean} moved whether one saw the position before */
  toPlay(moved) {
    const { board } = this;
    const last = board.seen.mark(board.scene?.last ?? []);
    if (this.sees(boxOf(this.heading, board.target), board.target.length ? 3 * FINE : 0)) return;
    if (!moved || calm() || last.length < 2 || this.sees(placeOf(this.heading, last), SEEN)) return board.toTarget();
    board.fly(this.above(last), () => board.flight.rest(STOP, () => board.toTarget()), HASTE);
  }

  /** Whether a box is in sight as a whole, and large enough. @param {Box} box @param {number} least */
  sees({ x, y, size }, least) {
    const { view } = this.board;
    return x >= -1 && y >= -1 && x + size <= view + 1 && y + size <= view + 1 && size >= least;
  }

  /** The largest grid that shows a cell clearly. @param {number[]} path @returns {number[]} */
  above(path) {
    let length = path.length - 1;
    const shown = (/** @type {number} */ up) => (fit(path.slice(0, up), this.board.view).size * RATIO ** (path.length - 1 - up)) / 3;
    while (length > 0 && shown(length - 1) >= CLEAR) length--;
    return path.slice(0, length);
  }
}

/**
 * Where the next move may be made, in words.
 * @param {Scene} scene
 * @param {number[]} target
 * @param {number} depth
 */
export function whereTo(scene, target, depth) {
  if (scene.state !== "running" || scene.turn === null) return "";
  const place = target.length === 0 ? "anywhere" : target.length + 1 < depth ? "anywhere in the lit grid" : "in the lit grid";
  return scene.labels.length ? `Play ${place}` : `${scene.seats[scene.turn]?.name ?? "The other"} plays ${place}`;
}
