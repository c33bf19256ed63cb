// Matches to continue, join, watch and replay, refreshed every few seconds.

import * as api from "../api.js";
import { badge } from "../badge.js";
import { el, fill } from "../dom.js";
import { clockText, markText, setupText } from "../play/texts.js";
import * as tokens from "../tokens.js";
import { opener } from "./open.js";
import { Own } from "./own.js";

/**
 * @typedef {Pick<import("../api.js").Match, "id" | "game" | "title" | "setup" | "seats" | "clock" |
 *   "state" | "outcome" | "continues" | "dealt"> & {created?: number, you?: 0 | 1 | null}} Entry
 */

const EVERY = 4000;
const STATES = /** @type {const} */ (["open", "running", "finished"]);

export class Lobby {
  /** @param {() => void} reached called whenever the server has answered */
  constructor(reached) {
    this.reached = reached;
    this.own = new Own();
    /** @type {import("../api.js").Game[]} */
    this.games = [];
    /** Whether others see listed matches. */
    this.isPublic = true;
    this.parts = {
      going: this.part("Your games", ""),
      open: this.part(
        "Waiting for a player",
        "Nobody is waiting. Create a match against “anyone”, and it will be listed here.",
      ),
      running: this.part("In progress", "No public match is in progress."),
      past: this.part("Your finished games", ""),
      finished: this.part("Finished", "No other public match has finished yet."),
    };
    this.standing = el(
      "p",
      { class: "soft small lobby-standing", role: "status" },
      "Loading matches…",
    );
    this.lists = el("div", { class: "stack lobby-lists" });
    this.node = el("div", { class: "lobby stack" }, this.standing, this.lists);
    this.shown = "";
    this.done = false;
    this.look = () => {
      if (document.visibilityState === "visible") void this.refresh();
    };
    this.timer = setInterval(this.look, EVERY);
    this.came = () => {
      this.own.again();
      this.look();
    };
    document.addEventListener("visibilitychange", this.came);
    addEventListener("online", this.look);
    void this.refresh();
  }

  async refresh() {
    const found = await Promise.all([
      Promise.all(STATES.map((state) => api.list(state, 8))),
      api.games(),
      api.features(),
      this.own.look(),
    ]).catch(() => null);
    if (this.done) return;
    fill(this.standing, found ? "" : "The server cannot be reached. Trying again…");
    if (!found) return;
    this.reached();
    this.games = found[1];
    this.isPublic = found[2].includes("lobby");
    this.show(found[0]);
  }

  /** @param {import("../api.js").Summary[][]} lists */
  show([open, running, finished]) {
    const { own, parts } = this;
    const shown = JSON.stringify([open, running, finished, own.running, own.finished]);
    if (shown === this.shown) return;
    this.shown = shown;
    // List the viewer's own matches only once.
    const others = (/** @type {Entry[]} */ entries) => entries.filter(({ id }) => !own.shows(id));
    parts.going.show(own.running);
    parts.open.show(others(open));
    parts.running.show(others(running));
    parts.past.show(own.finished);
    // A match that nobody joined has nothing to show.
    const played = others(finished).filter(({ seats }) =>
      seats.every(({ kind }) => kind !== "open"),
    );
    parts.finished.show(played);
    parts.going.node.hidden = own.running.length === 0;
    parts.past.node.hidden = own.finished.length === 0;
    parts.open.node.hidden = parts.running.node.hidden = !this.isPublic;
    parts.finished.node.hidden = !this.isPublic && played.length === 0;
    // Show all lists at once, so that nothing shifts afterwards.
    if (!this.lists.firstChild)
      fill(
        this.lists,
        Object.values(parts).map(({ node }) => node),
        opener(),
      );
  }

  destroy() {
    this.done = true;
    clearInterval(this.timer);
    document.removeEventListener("visibilitychange", this.came);
    removeEventListener("online", this.look);
  }

  /** @param {string} title @param {string} none */
  part(title, none) {
    const list = el("ul", { class: "matches" });
    return {
      node: el("section", { class: "card stack" }, el("h2", {}, title), list),
      /** @param {Entry[]} entries */
      show: (entries) =>
        fill(
          list,
          entries.length
            ? entries.map((entry) => row(entry, this.games))
            : el("li", { class: "soft small none" }, none),
        ),
    };
  }
}

/** @param {Entry} entry @param {import("../api.js").Game[]} games */
function row(entry, games) {
  const mine = tokens.held().has(entry.id);
  const label = {
    open: mine ? "Continue" : "Join",
    running: mine ? "Continue" : "Watch",
    finished: "Replay",
  }[entry.state];
  const href = entry.state === "finished" ? `/r/${entry.id}` : `/m/${entry.id}`;
  const specs = games.find(({ id }) => id === entry.game)?.setup;
  const marks = markText(entry);
  const about = [
    setupText(entry.setup, specs),
    clockText(entry.clock),
    entry.created ? age(entry.created) : "",
  ]
    .filter(Boolean)
    .join(" · ");
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
      marks && el("span", { class: "small" }, marks),
    ),
    el(
      "a",
      {
        class: `button ${entry.state === "open" && !mine ? "primary" : ""}`,
        href,
        "aria-label": `${label}: ${entry.title}, ${entry.seats.map(kind).join(" against ")}`,
      },
      label,
    ),
  );
}

/** @param {import("../api.js").Seat} seat @param {0 | 1} i @param {Entry} entry */
function who(seat, i, entry) {
  const won = entry.outcome === seat.name;
  return el(
    "span",
    { class: `match-seat ${won ? "won" : ""} ${seat.kind === "open" ? "vacant" : ""}` },
    badge(i, seat.name, 16),
    el("span", {}, entry.you === i ? "you" : kind(seat)),
    won && el("span", { class: "tag" }, "won"),
  );
}

/** @param {import("../api.js").Seat} seat */
const kind = (seat) =>
  seat.kind === "open"
    ? "open seat"
    : seat.kind.startsWith("bot:")
      ? `bot ${seat.kind.slice(4)}`
      : (seat.player ?? "player");

/** The age of a match, as text. @param {number} created */
function age(created) {
  const minutes = Math.max(0, Math.floor((Date.now() / 1000 - created) / 60));
  if (minutes < 1) return "just now";
  if (minutes < 60) return `${minutes} min ago`;
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? `${hours} h ago` : `${Math.floor(hours / 24)} days ago`;
}
