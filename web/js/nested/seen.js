// The grids that the server has told of, and which of them to ask for.

import { nestedFeed } from "../frames.js";

/** What a cell holds. */
export const BLANK = 0;
export const O = 1;
export const X = 2;
export const BOTH = 3;

/** Whether a cell is a grid to look into. With some rules it may have an owner all the same: the low bits. @param {number | undefined} value */
export const isGrid = (value) => value !== undefined && (value & 4) !== 0;

/** Enough bytes for a grid and three levels below it: 27 bits each for 1 + 9 + 81 + 729. */
const BUDGET = 2768;
const AT_ONCE = 3;
const MOST = 30_000;

/** @param {number[]} path */
const key = (path) => path.join("");

export class Seen {
  /** @param {(path: number[], budget: number) => void} look */
  constructor(look) {
    this.look = look;
    /** @type {Map<string, {cells: number[], age: number}>} */
    this.grids = new Map();
    this.age = 0;
    /** @type {Set<string>} */
    this.asked = new Set();
    /** @type {Map<string, number>} */
    this.waiting = new Map();
  }

  /** A new state: what is known from before is shown until it is told anew. @param {Uint8Array} feed */
  state(feed) {
    this.age++;
    this.asked.clear();
    this.waiting.clear();
    if (this.grids.size > MOST) this.grids.clear();
    return this.take(feed);
  }

  /** The answer to a look, or the start of a state. @param {Uint8Array} feed */
  take(feed) {
    const told = nestedFeed(feed);
    this.waiting.delete(key(told.root));
    for (const { path, cells } of told.grids) this.grids.set(key(path), { cells, age: this.age });
    return told;
  }

  /** The cells of a grid, if it has been told of. @param {number[]} path */
  cells(path) {
    return this.grids.get(key(path))?.cells;
  }

  /** Whether a grid is known as it is now. @param {number[]} path */
  fresh(path) {
    return this.grids.get(key(path))?.age === this.age;
  }

  /** What a cell holds; undefined if its grid is unseen. @param {number[]} path */
  value(path) {
    return this.cells(path.slice(0, -1))?.[path[path.length - 1]];
  }

  /**
   * The cell that a path leads to, or the decided grid on the way, whose mark has taken the place of all that was in it.
   * @param {number[]} path @returns {number[]}
   */
  mark(path) {
    const whole = key(path);
    for (let length = 1; length < path.length; length++) {
      const value = this.grids.get(whole.slice(0, length - 1))?.cells[path[length - 1]];
      if (value === undefined) return path;
      if (!isGrid(value)) return path.slice(0, length);
    }
    return path;
  }

  /** Asks for grids that are on the screen and not known, the most important first. @param {number[][]} wanted */
  ask(wanted) {
    const now = Date.now();
    for (const [path, since] of this.waiting) if (now - since > 4000) this.waiting.delete(path);
    for (const path of wanted) {
      if (this.waiting.size >= AT_ONCE) return;
      const root = this.root(path);
      if (!root) continue;
      this.asked.add(key(root));
      this.waiting.set(key(root), now);
      this.look(root, BUDGET);
    }
  }

  /** The grid to look at for a wanted one: two levels above it, so that one answer tells of many, or nearer if that was asked already. @param {number[]} path */
  root(path) {
    for (let up = 2; up >= 0; up--) {
      const root = path.slice(0, Math.max(0, path.length - up));
      const inFlight = this.waiting.has(key(root));
      if (inFlight) return null;
      if (!this.asked.has(key(root))) return root;
    }
    return null;
  }
}
