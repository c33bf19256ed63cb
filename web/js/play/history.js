// Stepping back through the moves of a running match: the positions as this viewer saw them.

import * as api from "../api.js";
import { decode } from "../base64url.js";
import { el, fill, toast } from "../dom.js";
import * as tokens from "../tokens.js";

/**
 * @typedef {{ply: number, last: number[], turn: 0 | 1 | null, payload: Uint8Array}} Past a position
 */

export class History {
  /**
   * @param {string} id of the match
   * @param {() => void} show draws the position on display
   */
  constructor(id, show) {
    this.id = id;
    this.show = show;
    /** @type {import("../api.js").HistoryStep[]} */
    this.steps = [];
    /** The step on display; null for the present. @type {number | null} */
    this.at = null;
    this.isLoaded = false;
    const button = (/** @type {string} */ name, /** @type {() => void} */ onclick) =>
      el("button", { type: "button", onclick }, name);
    this.back = button("‹ Earlier", () => void this.step(-1));
    this.forward = button("Later ›", () => void this.step(1));
    this.now = button("Back to now", () => this.reset());
    this.where = el("span", { class: "soft small numbers", "aria-live": "polite" });
    this.element = el(
      "div",
      { class: "row history", role: "group", "aria-label": "Earlier positions" },
      this.back,
      this.forward,
      this.now,
      this.where,
    );
    this.draw();
  }

  /** The earlier position on display; null for the present. @returns {Past | null} */
  get past() {
    if (this.at === null) return null;
    const { feed, ...step } = this.steps[this.at];
    return { ...step, payload: decode(feed) };
  }

  /** Handles a change of the match: fetched positions are out of date, and the present is shown. */
  changed() {
    this.isLoaded = false;
    this.at = null;
    this.draw();
  }

  /** Returns to the present. */
  reset() {
    if (this.at === null) return;
    this.at = null;
    this.draw();
    this.show();
  }

  /** @param {number} by */
  async step(by) {
    try {
      if (!this.isLoaded) this.steps = await api.history(this.id, tokens.get(this.id));
    } catch (error) {
      toast(/** @type {Error} */ (error).message, "error");
      return;
    }
    this.isLoaded = true;
    const last = this.steps.length - 1;
    const to = (this.at ?? last) + by;
    if (to < 0) return;
    if (to >= last) return this.reset();
    this.at = to;
    this.draw();
    this.show();
  }

  draw() {
    const { at } = this;
    this.back.disabled = at === 0;
    this.forward.disabled = at === null;
    this.now.hidden = at === null;
    fill(
      this.where,
      at === null ? "" : at === 0 ? "The start" : `After move ${at} of ${this.steps.length - 1}`,
    );
  }
}
