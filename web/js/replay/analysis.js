// Values of positions: requested one at a time, starting with the current step, and cached.

import { analyse } from "../api.js";
import { plyOf } from "./scene.js";

/** @typedef {import("../api.js").Analysis} Answer */
/**
 * @typedef {{value: number | null, exact: boolean, options: Answer["options"]}} PositionValue the
 *   first seat's advantage, from -1 to 1, or null if it is unknown
 */

/** The pause after a `too_many` error, in milliseconds. */
const PAUSE = 1500;

export class Analysis {
  /**
   * @param {string} record
   * @param {import("../api.js").Replay} replay
   * @param {number | null} end the value of the final position for the first seat, if the match is
   *   over
   */
  constructor(record, replay, end) {
    this.record = record;
    this.steps = replay.steps;
    /** @type {Map<number, PositionValue>} by step */
    this.known = new Map();
    if (end !== null)
      this.known.set(this.steps.length - 1, { value: end, exact: true, options: [] });
    this.on = false;
    this.shown = 0;
    this.failure = "";
    /** @type {AbortController | null} */
    this.request = null;
    /** @type {() => void} */
    this.onchange = () => {};
  }

  /** @param {boolean} on @param {number} shown */
  set(on, shown) {
    const moved = shown !== this.shown;
    this.on = on;
    this.shown = shown;
    if (!on) return this.stop();
    if (moved && this.request && !this.known.has(shown)) this.stop();
    void this.run();
  }

  stop() {
    this.request?.abort();
    this.request = null;
  }

  /**
   * The next step to request: the current one, else the nearest unknown one after it, then before
   * it.
   */
  next() {
    const order = [...this.steps.keys()];
    const ahead = [...order.slice(this.shown), ...order.slice(0, this.shown).reverse()];
    return ahead.find((step) => !this.known.has(step) && this.steps[step].turn !== null) ?? null;
  }

  async run() {
    if (this.request) return;
    const mine = (this.request = new AbortController());
    for (let step = this.next(); step !== null && this.request === mine; step = this.next()) {
      try {
        this.learn(step, await analyse(this.record, plyOf(this.steps, step), mine.signal));
      } catch (error) {
        if (this.request !== mine) return;
        if (!(await this.shouldRetry(error, mine))) break;
      }
    }
    if (this.request === mine) this.request = null;
  }

  /**
   * @param {number} step
   * @param {Answer} answer
   */
  learn(step, answer) {
    const sign = this.steps[step].turn === 1 ? -1 : 1;
    this.failure = "";
    this.known.set(step, { ...answer, value: answer.value === null ? null : sign * answer.value });
    this.onchange();
  }

  /**
   * Whether to retry, after a pause.
   * @param {unknown} error
   * @param {AbortController} mine
   */
  async shouldRetry(error, mine) {
    const { code, message } = /** @type {{code?: string, message?: string}} */ (error);
    if (code !== "too_many") {
      this.failure = message ?? "The analysis failed.";
      this.on = false;
      this.onchange();
      return false;
    }
    await new Promise((done) => setTimeout(done, PAUSE));
    return this.request === mine;
  }
}
