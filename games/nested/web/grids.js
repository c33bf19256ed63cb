// The grids that the client knows, and requests for missing ones.

import { decodePayload } from "./payload.js";

/** The contents of a cell. */
export const BLANK = 0;
export const O = 1;
export const X = 2;
export const BOTH = 3;

/**
 * Whether a cell is a grid that is still open. Under some rules it also has an owner, in the low
 * bits.
 * @param {number | undefined} value
 */
export const isGrid = (value) => value !== undefined && (value & 4) !== 0;

/**
 * The size of a grid and three levels below it: 27 bits for each of 1 + 9 + 81 + 729 grids, in
 * bytes.
 */
const BUDGET = 2768;
const AT_ONCE = 3;
const MOST = 30_000;

/** @param {number[]} path */
const key = (path) => path.join("");

export class KnownGrids {
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

  /**
   * Applies a new state. Grids known from earlier states are shown until they are updated.
   * @param {Uint8Array} payload
   */
  state(payload) {
    this.age++;
    this.asked.clear();
    this.waiting.clear();
    if (this.grids.size > MOST) this.grids.clear();
    return this.take(payload);
  }

  /** Merges the payload of a state or of a detail. @param {Uint8Array} payload */
  take(payload) {
    const told = decodePayload(payload);
    this.waiting.delete(key(told.root));
    for (const { path, cells } of told.grids) this.grids.set(key(path), { cells, age: this.age });
    return told;
  }

  /** The cells of a grid, if it is known. @param {number[]} path */
  cells(path) {
    return this.grids.get(key(path))?.cells;
  }

  /** Whether a grid is known in its current state. @param {number[]} path */
  fresh(path) {
    return this.grids.get(key(path))?.age === this.age;
  }

  /** The content of a cell; undefined if its grid is unknown. @param {number[]} path */
  value(path) {
    return this.cells(path.slice(0, -1))?.[path[path.length - 1]];
  }

  /**
   * The cell at a path, or the decided grid around it, whose mark replaces its contents.
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

  /**
   * Requests visible unknown grids, most important first.
   * @param {number[][]} wanted
   */
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

  /**
   * The grid to request for a wanted one: two levels above it, so that one answer covers many, or
   * closer if that one has been requested already.
   * @param {number[]} path
   */
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
