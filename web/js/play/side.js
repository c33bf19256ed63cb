// The column beside the board: where the match stands, what one can do, and the moves so far.

import { el, fill, svg } from "../dom.js";
import * as sound from "../sound.js";
import { guest, invite } from "./invite.js";
import { standing } from "./words.js";

/**
 * @typedef {import("../frames.js").State} State
 * @typedef {import("../api.js").Match} Match
 * @typedef {{resign(): void, draw(): void, decline(): void, rematch(): void, sit(seat: 0 | 1): void, follow(): void, log(): void}} Deeds
 */

/** A game of a deep board has thousands of moves. */
const LINES = 200;

export class Side {
  /** @param {Deeds} deeds */
  constructor(deeds) {
    this.deeds = deeds;
    this.title = el("h1", { class: "status-text" }, "…");
    this.more = el("p", { class: "status-more soft" }, " ");
    this.status = el("section", { class: "status card" }, this.title, this.more);
    this.asks = el("div", { class: "asks" });
    this.actions = el("div", { class: "actions row" });
    this.lines = el("ol", { class: "log" });
    this.log = el(
      "details",
      { class: "log-box card", open: matchMedia("(min-width: 900px)").matches, ontoggle: () => this.log.open && deeds.log() },
      el("summary", {}, "Moves"),
      this.lines,
    );
    this.sound = soundButton();
    this.shown = "";
  }

  /** @param {State} state @param {Match} match @param {{draws: boolean, next: boolean, offered: boolean}} how */
  update(state, match, how) {
    const { text, more, tone } = standing(state, match.seats);
    fill(this.title, text);
    fill(this.more, more || " ");
    this.status.className = `status card tone-${tone}`;
    // Built anew only when something else is to be shown, so that the focus stays where it is.
    const shown = JSON.stringify([state.state, state.you, state.offer, match.seats, how]);
    if (shown === this.shown) return;
    this.shown = shown;
    fill(this.asks, this.ask(state, match, how));
    fill(this.actions, this.buttons(state, match, how));
  }

  /** @param {State} state @param {Match} match @param {{next: boolean}} how */
  ask(state, match, how) {
    if (state.state === "open") return state.you === null ? guest(match.seats, this.deeds.sit) : invite(match.id, match.listed);
    if (how.next) return question("There is a rematch.", ["Go there", this.deeds.follow]);
    if (state.offer === null || state.you === null) return null;
    if (state.offer === state.you) return el("p", { class: "note" }, "You offer a draw.");
    return question(`${match.seats[state.offer].name} offers a draw.`, ["Accept", this.deeds.draw], ["Decline", this.deeds.decline]);
  }

  /** @param {State} state @param {Match} match @param {{draws: boolean, next: boolean}} how */
  buttons(state, match, how) {
    const over = state.state === "finished";
    const seated = state.you !== null;
    const running = state.state === "running";
    return [
      over && seated && !how.next && el("button", { type: "button", class: "primary", onclick: this.deeds.rematch }, "Rematch"),
      over && el("a", { class: "button", href: `/r/${match.id}` }, "Replay"),
      over && el("a", { class: "button", href: "/" }, "New game"),
      running && seated && how.draws && state.offer === null && el("button", { type: "button", onclick: this.deeds.draw }, "Offer a draw"),
      running && seated && el("button", { type: "button", onclick: this.deeds.resign }, "Resign"),
    ];
  }

  /** The last of them, with their numbers. @param {string[]} lines */
  moves(lines) {
    const last = lines.slice(-LINES);
    this.lines.start = lines.length - last.length + 1;
    fill(this.lines, last.length ? last.map((line) => el("li", {}, line)) : el("li", { class: "soft none" }, "None yet."));
    this.lines.scrollTop = this.lines.scrollHeight;
  }
}

/** @param {string} text @param {...[string, () => void]} answers */
function question(text, ...answers) {
  const buttons = answers.map(([words, deed], i) => el("button", { type: "button", class: i ? "" : "primary", onclick: deed }, words));
  return el("section", { class: "card stack ask", role: "alert" }, el("p", {}, text), el("div", { class: "row" }, buttons));
}

function soundButton() {
  const path = svg("path", {});
  const icon = svg("svg", { viewBox: "0 0 24 24", width: 20, height: 20, class: "stroke", "aria-hidden": "true" }, path);
  const button = el("button", { type: "button", class: "icon sound" }, icon);
  const draw = () => {
    const on = sound.on();
    path.setAttribute(
      "d",
      `M4 9.5v5h3.5L12 18.5v-13L7.5 9.5z${on ? "M15.5 9a4 4 0 0 1 0 6M18 6.5a8 8 0 0 1 0 11" : "M16 9.5l5 5M21 9.5l-5 5"}`,
    );
    button.setAttribute("aria-pressed", String(on));
    button.setAttribute("aria-label", "Sound");
    button.title = on ? "Sound is on" : "Sound is off";
  };
  button.addEventListener("click", () => {
    sound.set(!sound.on());
    sound.play("yours");
    draw();
  });
  draw();
  return button;
}
