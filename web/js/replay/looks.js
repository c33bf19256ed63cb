// Closer looks at the step that is shown, for boards too deep to be told at once.

import { look } from "../api.js";
import { decode } from "../base64url.js";
import { plyOf } from "./scene.js";

/** How long to wait after the server asked for patience. */
const PAUSE = 800;

export class Looks {
  /**
   * @param {string} record
   * @param {import("../api.js").Replay} replay
   * @param {(feed: Uint8Array) => void} tell hears what is seen
   */
  constructor(record, replay, tell) {
    this.record = record;
    this.steps = replay.steps;
    this.tell = tell;
    this.step = 0;
    this.asking = new AbortController();
  }

  /** Another step is shown: what was asked about the one before is of no use. @param {number} step */
  show(step) {
    if (step === this.step) return;
    this.stop();
    this.step = step;
    this.asking = new AbortController();
  }

  stop() {
    this.asking.abort();
  }

  /** @param {number[]} path @param {number} budget */
  async ask(path, budget) {
    const { signal } = this.asking;
    const what = { record: this.record, ply: plyOf(this.steps, this.step), path, budget };
    while (!signal.aborted) {
      try {
        const { feed } = await look(what, signal);
        if (!signal.aborted) this.tell(decode(feed));
        return;
      } catch (error) {
        // A grid that is decided in this step has nothing in it: the board learns that from the one around it.
        if (!(await this.patient(error))) return;
      }
    }
  }

  /** Whether it is worth asking again, after a while. @param {unknown} error */
  async patient(error) {
    if (/** @type {{code?: string}} */ (error).code !== "too_many") return false;
    await new Promise((done) => setTimeout(done, PAUSE));
    return true;
  }
}
