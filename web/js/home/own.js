// The matches in which this browser holds a seat, including unlisted ones.

import * as api from "../api.js";
import * as tokens from "../tokens.js";

/** @typedef {import("../api.js").Match} Match */
/**
 * The stored part of a finished match.
 * @typedef {Pick<Match, "id" | "game" | "title" | "setup" | "seats" | "clock" | "state" | "outcome"
 *   | "you"> & {created?: number}} Past
 */

const KEY = "ennead.past";
/** The number of matches fetched at a time: the server limits the rate of calls. */
const AT_ONCE = 8;
/** The number of most recent matches to consider. */
const MOST = 100;
/** The number of finished matches to store and show. */
const KEPT = 100;
const SHOWN = 6;

/** @returns {Past[]} the newest first */
function kept() {
  try {
    const past = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(past) ? past : [];
  } catch {
    return [];
  }
}

export class Own {
  constructor() {
    this.past = kept();
    /** The matches in progress. @type {Map<string, Match>} */
    this.going = new Map();
    /** The matches that need not be fetched again. */
    this.known = new Set(this.past.map(({ id }) => id));
  }

  /** Whether a match is in one of the two lists. @param {string} id */
  shows(id) {
    return this.going.has(id) || this.finished.some((past) => past.id === id);
  }

  /** The newest first. @returns {Match[]} */
  get running() {
    return [...tokens.held()].reverse().flatMap((id) => this.going.get(id) ?? []);
  }

  get finished() {
    return this.past.slice(0, SHOWN);
  }

  /** Fetches some of the unknown matches; the next call continues from there. */
  async look() {
    const ids = [...tokens.held()].reverse().slice(0, MOST);
    const next = ids.filter((id) => !this.known.has(id)).slice(0, AT_ONCE);
    await Promise.all(next.map((id) => this.find(id)));
  }

  /** Marks the running matches to be fetched again. */
  again() {
    for (const id of this.going.keys()) this.known.delete(id);
  }

  /** @param {string} id */
  async find(id) {
    try {
      this.keep(await api.match(id, tokens.get(id)));
      this.known.add(id);
    } catch (error) {
      const code = error instanceof api.ApiError ? error.code : "";
      // The match is gone, or the token holds no seat. Other errors are temporary.
      if (code === "unknown_match" || code === "wrong_token") tokens.drop(id);
    }
  }

  /** @param {Match} match */
  keep(match) {
    if (match.state !== "finished") {
      this.going.set(match.id, match);
      return;
    }
    this.going.delete(match.id);
    const { id, game, title, setup, seats, clock, state, outcome, you, created } =
      /** @type {Match & {created: number}} */ (match);
    // A match that nobody joined has nothing to replay.
    if (seats.some(({ kind }) => kind === "open")) return tokens.drop(id);
    const others = this.past.filter((past) => past.id !== id);
    const past = [
      { id, game, title, setup, seats, clock, state, outcome, you, created },
      ...others,
    ];
    this.past = past.sort((a, b) => (b.created ?? 0) - (a.created ?? 0)).slice(0, KEPT);
    try {
      localStorage.setItem(KEY, JSON.stringify(this.past));
    } catch {
      // Without storage, they are fetched again on the next visit.
    }
  }
}
