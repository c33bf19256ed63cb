// A page with one position on a real board, judged by the server: a lesson or a puzzle.

import * as api from "../api.js";
import { decode } from "../base64url.js";
import { el } from "../dom.js";

export class Study {
  /**
   * @param {HTMLElement} host
   * @param {import("../api.js").Game} game
   * @param {import("../boards/index.js").BoardModule} module
   */
  constructor(host, game, module) {
    this.host = host;
    this.game = game;
    this.module = module;
    /** A position counter: answers about earlier positions are ignored. */
    this.turn = 0;
    /** @type {import("../boards/index.js").Board | null} */
    this.board = null;
    /** The record of the current position. */
    this.record = "";
    this.answer = el("div", { class: "lesson-answer", role: "status" });
    this.buttons = el("div", { class: "row" });
    this.rules = el("p", { class: "soft small" });
    this.boardHost = el("div", { class: "board", role: "group", "aria-label": "Board" });
    /** @param {KeyboardEvent} event */
    this.onkey = (event) => this.key(event);
    addEventListener("keydown", this.onkey);
  }

  /** @param {number[]} path @param {number} budget */
  async look(path, budget) {
    const mine = this.turn;
    const { feed } = await api
      .look({ record: this.record, path, budget })
      .catch(() => ({ feed: "" }));
    if (feed && mine === this.turn) this.board?.detail?.(decode(feed));
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const target = event.target instanceof Element ? event.target : null;
    const isShortcut = event.ctrlKey || event.metaKey || event.altKey;
    if (event.defaultPrevented || isShortcut) return;
    if (!target?.closest("input, select, textarea, dialog")) this.board?.key?.(event);
  }

  destroy() {
    this.turn++;
    removeEventListener("keydown", this.onkey);
    this.board?.destroy();
    this.host.className = "";
  }
}
