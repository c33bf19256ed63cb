// Camera animations: flights, and smooth zooming with the wheel.

import { prefersReducedMotion } from "../../js/dom.js";
import { fit, shared, startsWith, way, zoom } from "./space.js";

/** @typedef {import("./space.js").Camera} Camera */

/** Flights across more levels than this become jumps: there is nothing to see on the way. */
const FAR = 14;
/** The maximum and minimum duration of a flight, in milliseconds. */
const LONGEST = 1100;
const SHORTEST = 250;

export class Flight {
  /** @param {() => Camera} where @param {(camera: Camera) => void} move */
  constructor(where, move) {
    this.where = where;
    this.move = move;
    this.frame = 0;
    this.rush = { amount: 0, x: 0, y: 0 };
    /** The destination of the current flight. @type {Camera | null} */
    this.goal = null;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
  }

  /**
   * @param {Camera} to
   * @param {number} view
   * @param {() => void} [landed]
   * @param {number} [most] the time limit in milliseconds
   */
  to(to, view, landed, most = LONGEST) {
    this.stop();
    const from = this.where();
    const common = shared(from.base, to.base);
    const levels = from.base.length + to.base.length - 2 * common;
    if (prefersReducedMotion() || levels > FAR || most < SHORTEST) {
      this.move(to);
      landed?.();
      return;
    }
    const over =
      startsWith(from.base, to.base) || startsWith(to.base, from.base)
        ? []
        : [fit(to.base.slice(0, common), view)];
    const stops = [from, ...over, to];
    const ways = stops.slice(1).map((stop, i) => way(stops[i], stop, view));
    const total = ways.reduce((sum, { length }) => sum + length, 0);
    if (total < 0.01) {
      landed?.();
      return;
    }
    this.goal = to;
    this.run(ways, total, Math.min(LONGEST, most, 260 + 190 * total), landed);
  }

  /**
   * @param {ReturnType<typeof way>[]} ways
   * @param {number} total
   * @param {number} time
   * @param {() => void} [landed]
   */
  run(ways, total, time, landed) {
    const begin = performance.now();
    const step = (/** @type {number} */ now) => {
      const t = Math.min(1, Math.max(0, (now - begin) / time));
      let left = ease(t) * total;
      let i = 0;
      while (i < ways.length - 1 && left > ways[i].length) left -= ways[i++].length;
      this.move(ways[i].at(Math.min(1, left / (ways[i].length || 1))));
      if (t < 1) this.frame = requestAnimationFrame(step);
      else {
        this.frame = 0;
        this.goal = null;
        landed?.();
      }
    };
    this.frame = requestAnimationFrame(step);
  }

  /**
   * Zooms smoothly by the factor e^amount.
   * @param {number} amount
   * @param {number} x
   * @param {number} y
   */
  push(amount, x, y) {
    if (this.rush.amount === 0) this.stop();
    this.rush = { amount: this.rush.amount + amount, x, y };
    if (prefersReducedMotion()) this.glide(1);
    else if (!this.frame) this.frame = requestAnimationFrame(() => this.glide(0.26));
  }

  /** @param {number} part */
  glide(part) {
    const { amount, x, y } = this.rush;
    const end = part === 1 || Math.abs(amount) < 0.004;
    const now = end ? amount : amount * part;
    this.rush.amount = end ? 0 : amount - now;
    this.move(zoom(this.where(), Math.exp(now), x, y));
    this.frame = end ? 0 : requestAnimationFrame(() => this.glide(part));
  }

  /**
   * Waits, unless the camera moves in the meantime.
   * @param {number} time
   * @param {() => void} then
   */
  rest(time, then) {
    this.timer = setTimeout(then, time);
  }

  stop() {
    cancelAnimationFrame(this.frame);
    clearTimeout(this.timer);
    this.frame = 0;
    this.goal = null;
    this.rush.amount = 0;
  }
}

/** Ease-in-out. @param {number} t */
const ease = (t) => (t < 0.5 ? 4 * t * t * t : 1 - (-2 * t + 2) ** 3 / 2);
