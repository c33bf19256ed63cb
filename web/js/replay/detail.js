// Parts of the current step in more detail, for boards too deep for one payload.

import { look } from "../api.js";
import { decode } from "../base64url.js";
import { plyOf } from "./scene.js";

/** The pause after a `too_many` error, in milliseconds. */
const PAUSE = 800;

export class DetailRequests {
  /**
   * @param {string} record
   * @param {import("../api.js").Replay} replay
   * @param {(payload: Uint8Array) => void} deliver
   */
  constructor(record, replay, deliver) {
    this.record = record;
    this.steps = replay.steps;
    this.deliver = deliver;
    this.step = 0;
    this.request = new AbortController();
  }

  /**
   * Handles a change of step: pending requests about the previous one are discarded.
   * @param {number} step
   */
  show(step) {
    if (step === this.step) return;
    this.stop();
    this.step = step;
    this.request = new AbortController();
  }

  stop() {
    this.request.abort();
  }

  /** @param {number[]} path @param {number} budget */
  async ask(path, budget) {
    const { signal } = this.request;
    const what = { record: this.record, ply: plyOf(this.steps, this.step), path, budget };
    while (!signal.aborted) {
      try {
        const { feed } = await look(what, signal);
        if (!signal.aborted) this.deliver(decode(feed));
        return;
      } catch (error) {
        // A part that is decided in this step has no detail: the board learns that from its parent.
        if (!(await this.shouldRetry(error))) return;
      }
    }
  }

  /** Whether to retry, after a pause. @param {unknown} error */
  async shouldRetry(error) {
    if (/** @type {{code?: string}} */ (error).code !== "too_many") return false;
    await new Promise((done) => setTimeout(done, PAUSE));
    return true;
  }
}
