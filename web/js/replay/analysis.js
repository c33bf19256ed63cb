// What positions are worth: asked for one at a time, the shown step first, and remembered.

import { analyse } from "../api.js";
import { plyOf } from "./scene.js";

/** @typedef {Awaited<ReturnType<typeof analyse>>} Answer */
/** @typedef {{worth: number | null, exact: boolean, options: Answer["options"]}} Worth `worth` is the first seat's advantage, from -1 to 1, or null if nobody knows */

/** How long to wait after the server asked for patience. */
const PAUSE = 1500;

export class Analysis {
  /**
   * @param {string} record
   * @param {import("../api.js").Replay} replay
   * @param {number | null} end what the end is worth to the first seat, if it is over
   */
  constructor(record, replay, end) {
    this.record = record;
    this.steps = replay.steps;
    /** @type {Map<number, Worth>} by step */
    this.known = new Map();
    if (end !== null) this.known.set(this.steps.length - 1, { worth: end, exact: true, options: [] });
    this.on = false;
    this.shown = 0;
    this.failure = "";
    /** @type {AbortController | null} */
    this.asking = null;
    /** @type {() => void} */
    this.heard = () => {};
  }

  /** @param {boolean} on @param {number} shown */
  set(on, shown) {
    const moved = shown !== this.shown;
    this.on = on;
    this.shown = shown;
    if (!on) return this.stop();
    if (moved && this.asking && !this.known.has(shown)) this.stop();
    void this.run();
  }

  stop() {
    this.asking?.abort();
    this.asking = null;
  }

  /** The step to ask for next: the shown one, else the first that is missing after it, then before it. */
  next() {
    const order = [...this.steps.keys()];
    const ahead = [...order.slice(this.shown), ...order.slice(0, this.shown).reverse()];
    return ahead.find((step) => !this.known.has(step) && this.steps[step].turn !== null) ?? null;
  }

  async run() {
    if (this.asking) return;
    const mine = (this.asking = new AbortController());
    for (let step = this.next(); step !== null && this.asking === mine; step = this.next()) {
      try {
        this.learn(step, await analyse(this.record, plyOf(this.steps, step), mine.signal));
      } catch (error) {
        if (this.asking !== mine) return;
        if (!(await this.patient(error, mine))) break;
      }
    }
    if (this.asking === mine) this.asking = null;
  }

  /**
   * @param {number} step
   * @param {Answer} answer
   */
  learn(step, answer) {
    const sign = this.steps[step].turn === 1 ? -1 : 1;
    this.failure = "";
    this.known.set(step, { worth: answer.worth === null ? null : sign * answer.worth, exact: answer.exact, options: answer.options });
    this.heard();
  }

  /**
   * Whether it is worth asking again, after a while.
   * @param {unknown} error
   * @param {AbortController} mine
   */
  async patient(error, mine) {
    const { code, message } = /** @type {{code?: string, message?: string}} */ (error);
    if (code !== "too_many") {
      this.failure = message ?? "The analysis failed.";
      this.on = false;
      this.heard();
      return false;
    }
    await new Promise((done) => setTimeout(done, PAUSE));
    return this.asking === mine;
  }
}
