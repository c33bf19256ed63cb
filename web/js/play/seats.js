// The two lines above and below a board: who holds the seat, whose turn it is, the time left.

import { badge } from "../badge.js";
import { el, fill } from "../dom.js";
import { occupant, timeText } from "./texts.js";

/** @typedef {import("../frames.js").State & {received?: number}} State when it arrived */

export class Seats {
  constructor() {
    this.nodes = [0, 1].map(() => el("div", { class: "seat" }));
    this.faces = this.nodes.map(() => el("span", { class: "seat-face" }));
    this.times = this.nodes.map(() => el("span", { class: "clock numbers", role: "timer" }));
    this.nodes.forEach((node, i) => fill(node, this.faces[i], this.times[i]));
    /** @type {State | null} */
    this.state = null;
    /** When the clocks of the state were current, in milliseconds. */
    this.received = 0;
    this.drawn = "";
    this.timer = setInterval(() => this.tick(), 100);
  }

  /** @param {State} state @param {{name: string, kind: string}[]} seats */
  update(state, seats) {
    this.state = state;
    this.received = state.received ?? performance.now();
    const drawn = JSON.stringify([seats, state.you, state.turn]);
    if (drawn !== this.drawn)
      seats.forEach((seat, i) => this.face(/** @type {0 | 1} */ (i), seat, state));
    this.drawn = drawn;
    this.tick();
  }

  /** @param {0 | 1} i @param {{name: string, kind: string}} seat @param {State} state */
  face(i, seat, state) {
    const you = state.you === i;
    const sign = badge(i, seat.name);
    fill(
      this.faces[i],
      sign,
      el("span", { class: "seat-name" }, seat.name),
      el("span", { class: "soft" }, occupant(seat, you)),
    );
    this.nodes[i].classList.toggle("on-turn", state.turn === i);
    this.nodes[i].classList.toggle("vacant", seat.kind === "open");
  }

  tick() {
    const state = this.state;
    if (!state) return;
    this.times.forEach((node, i) => {
      const left = state.clocks
        ? state.clocks[i] - (state.turn === i ? (performance.now() - this.received) / 10 : 0)
        : null;
      const text = left === null ? "" : timeText(left);
      if (node.textContent !== text) node.textContent = text;
      node.classList.toggle("short", left !== null && left < 1000);
      node.hidden = left === null;
    });
  }

  destroy() {
    clearInterval(this.timer);
  }
}
