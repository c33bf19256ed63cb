// Help against bots: a hint with its reason, and a bar that shows who is ahead.

import * as api from "../api.js";
import { valueText } from "../boards/values.js";
import { el, fill, toast } from "../dom.js";
import * as tokens from "../tokens.js";

const KEY = "ennead.ahead";

/** @returns {boolean} whether the bar is wanted */
function wantsBar() {
  try {
    return localStorage.getItem(KEY) === "on";
  } catch {
    return false;
  }
}

/**
 * @typedef {object} Table the match that the advice is about
 * @property {string} id of the match
 * @property {() => import("../frames.js").State | null} state
 * @property {(labels: number[], text: string) => string} sayMove names a move
 * @property {() => void} redraw draws the board with the new overlay
 */

export class Advice {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    /** The hint for the current position. @type {import("../api.js").Hint | null} */
    this.hint = null;
    this.isShown = false;
    this.asked = -1;
    this.text = el("div", { class: "hint", role: "status" });
    this.fill = el("span", { class: "fill" });
    this.bar = el("div", {
      class: "ahead",
      role: "meter",
      "aria-label": "Your chances",
      "aria-valuemin": 0,
      "aria-valuemax": 100,
      "aria-valuenow": 50,
      hidden: true,
    });
    this.bar.append(this.fill);
    this.wanted = el("input", {
      type: "checkbox",
      checked: wantsBar(),
      onchange: () => this.want(),
    });
    this.setting = el("label", { class: "check setting" }, this.wanted, "Show who is ahead");
  }

  /** @returns {import("../boards/index.js").LabelValue[] | undefined} for the board */
  get overlay() {
    const { hint, isShown } = this;
    if (!hint || !isShown || !hint.labels.length) return undefined;
    return [{ label: hint.labels[0], value: hint.value ?? 0, exact: hint.exact }];
  }

  /** Discards advice about an earlier position. */
  update() {
    const state = this.table.state();
    if (!state || this.hint?.ply === state.ply) return;
    this.hint = null;
    this.isShown = false;
    fill(this.text);
    if (this.wanted.checked && state.turn === state.you) void this.ask();
  }

  want() {
    try {
      localStorage.setItem(KEY, this.wanted.checked ? "on" : "off");
    } catch {
      // Without storage, the bar lasts as long as the page.
    }
    this.drawBar();
    const state = this.table.state();
    if (this.wanted.checked && state?.turn === state?.you) void this.ask();
  }

  /** Requests and shows a hint. */
  async show() {
    await this.ask();
    const { hint } = this;
    if (!hint) return;
    this.isShown = true;
    fill(
      this.text,
      "Try ",
      el("strong", {}, this.table.sayMove(hint.labels, hint.text)),
      `: ${hint.reason}.`,
    );
    this.table.redraw();
  }

  async ask() {
    const ply = this.table.state()?.ply ?? -1;
    if (this.hint?.ply === ply) return;
    try {
      const hint = await api.hint(this.table.id, tokens.get(this.table.id));
      if (this.table.state()?.ply === hint.ply) this.hint = hint;
    } catch (error) {
      toast(/** @type {Error} */ (error).message, "error");
    }
    this.drawBar();
  }

  drawBar() {
    const { hint } = this;
    this.bar.hidden = !this.wanted.checked;
    if (!hint || hint.value === null) return;
    const share = Math.round((hint.value + 1) * 50);
    // The content security policy allows no style attributes.
    this.fill.style.setProperty("width", `${share}%`);
    this.bar.setAttribute("aria-valuenow", String(share));
    this.bar.setAttribute("aria-valuetext", `${share} %, ${valueText(hint)}`);
    this.bar.title = `Your chances: ${share} %`;
  }
}
