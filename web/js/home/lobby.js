// Matches to go on with, to join, to watch and to replay; looked up again every few seconds.

import * as api from "../api.js";
import { badge } from "../badge.js";
import { el, fill } from "../dom.js";
import { clock, setup } from "../play/words.js";
import * as tokens from "../tokens.js";

/** @typedef {Pick<import("../api.js").Match, "id" | "game" | "title" | "setup" | "seats" | "clock" | "state" | "outcome"> & {created?: number}} Entry */

const EVERY = 4000;
const OWN = 6;

export class Lobby {
  constructor() {
    this.parts = {
      own: part("Your games", ""),
      open: part("Waiting for a player", "Nobody is waiting. Create a match against “whoever comes”, and it stands here."),
      running: part("Being played", "No match is being played in public."),
      finished: part("Finished", "No match has been finished yet."),
    };
    this.node = el(
      "div",
      { class: "lobby stack" },
      Object.values(this.parts).map(({ node }) => node),
    );
    this.parts.own.node.hidden = true;
    this.shown = "";
    this.done = false;
    this.look = () => document.visibilityState === "visible" && void this.refresh();
    this.timer = setInterval(this.look, EVERY);
    document.addEventListener("visibilitychange", this.look);
    void this.refresh();
    void this.refreshOwn();
  }

  async refresh() {
    const states = /** @type {const} */ (["open", "running", "finished"]);
    const lists = await Promise.all(states.map((state) => api.list(state, 8))).catch(() => null);
    if (!lists || this.done) return;
    const shown = JSON.stringify(lists);
    if (shown === this.shown) return;
    this.shown = shown;
    states.forEach((state, i) => this.parts[state].show(lists[i]));
  }

  /** The newest matches in which this browser holds a seat and which go on. Unlisted ones are found in no other way. */
  async refreshOwn() {
    const ids = [...tokens.held()].slice(-OWN).reverse();
    const found = await Promise.all(ids.map((id) => api.match(id, tokens.get(id)).catch(() => null)));
    if (this.done) return;
    const own = found.flatMap((match) => (match && match.state !== "finished" ? [match] : []));
    this.parts.own.node.hidden = own.length === 0;
    this.parts.own.show(own);
  }

  destroy() {
    this.done = true;
    clearInterval(this.timer);
    document.removeEventListener("visibilitychange", this.look);
  }
}

/** @param {string} title @param {string} none */
function part(title, none) {
  const list = el("ul", { class: "matches" }, el("li", { class: "soft small none" }, none));
  return {
    node: el("section", { class: "card stack" }, el("h2", {}, title), list),
    /** @param {Entry[]} entries */
    show: (entries) => fill(list, entries.length ? entries.map(row) : el("li", { class: "soft small none" }, none)),
  };
}

/** @param {Entry} entry */
function row(entry) {
  const mine = tokens.held().has(entry.id);
  const words = { open: mine ? "Go on" : "Join", running: mine ? "Go on" : "Watch", finished: "Replay" }[entry.state];
  const href = entry.state === "finished" ? `/r/${entry.id}` : `/m/${entry.id}`;
  const about = [setup(entry.setup), clock(entry.clock), entry.created ? age(entry.created) : ""].filter(Boolean).join(" · ");
  return el(
    "li",
    {},
    el(
      "div",
      { class: "match-about" },
      el("span", { class: "match-title" }, entry.title),
      el(
        "span",
        { class: "match-seats" },
        entry.seats.map((seat, i) => who(seat, /** @type {0 | 1} */ (i), entry)),
      ),
      el("span", { class: "soft small" }, about),
    ),
    el(
      "a",
      {
        class: `button ${entry.state === "open" && !mine ? "primary" : ""}`,
        href,
        "aria-label": `${words}: ${entry.title}, ${entry.seats.map(kind).join(" against ")}`,
      },
      words,
    ),
  );
}

/** @param {{name: string, kind: string}} seat @param {0 | 1} i @param {Entry} entry */
function who(seat, i, entry) {
  const won = entry.outcome === seat.name;
  return el(
    "span",
    { class: `match-seat ${won ? "won" : ""} ${seat.kind === "open" ? "vacant" : ""}` },
    badge(i, seat.name, 16),
    el("span", {}, kind(seat)),
    won && el("span", { class: "tag" }, "won"),
  );
}

/** @param {{name: string, kind: string}} seat */
const kind = (seat) => (seat.kind === "open" ? "free seat" : seat.kind.startsWith("bot:") ? `bot ${seat.kind.slice(4)}` : "player");

/** How long ago, in words. @param {number} created */
function age(created) {
  const minutes = Math.max(0, Math.floor((Date.now() / 1000 - created) / 60));
  if (minutes < 1) return "just now";
  if (minutes < 60) return `${minutes} min ago`;
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? `${hours} h ago` : `${Math.floor(hours / 24)} days ago`;
}
