// A short pause before a bot's reply is shown: a reply within a few milliseconds looks like a
// glitch. Only the page waits; the server has already moved on.

import { isBot } from "./texts.js";

const KEY = "ennead.beat";

/** Milliseconds between two positions. */
const BEAT = 500;

/** Whether the page pauses: as set in the address (`?beat=0`), else as stored, else yes. */
export function isOn() {
  const wanted = new URLSearchParams(location.search).get("beat");
  if (wanted !== null) return wanted !== "0";
  try {
    return localStorage.getItem(KEY) !== "off";
  } catch {
    return true;
  }
}

/** @param {boolean} on */
export function set(on) {
  try {
    localStorage.setItem(KEY, on ? "on" : "off");
  } catch {
    // Without storage, the page keeps its default.
  }
}

/**
 * @typedef {Pick<import("../frames.js").State, "ply" | "turn" | "last">} Position
 * @typedef {{ply: number, labels: number[]}} Pending a choice that was sent but not yet answered
 */

/**
 * Whether a bot made the latest move of a new position. Plies alone do not tell: they also count
 * the forced choices of the player on the move.
 * @param {Position} before
 * @param {Position} now
 * @param {{name: string, kind: string}[]} seats
 * @param {Pending | null} pending
 */
export function isReply(before, now, seats, pending) {
  const isOfBot = (/** @type {0 | 1 | null} */ turn) => turn !== null && isBot(seats[turn]);
  if (before.turn === null || now.ply <= before.ply) return false;
  if (isOfBot(before.turn)) return true;
  // The answer to the player's own choice and the bot's reply may arrive as one position. It is
  // then no longer the bot's turn, and the last move began after that choice.
  const own = pending && pending.ply + Math.max(pending.labels.length, now.last.length);
  return own !== null && seats.some(isBot) && !isOfBot(now.turn) && now.ply > own;
}

/**
 * @template {{kind: string}} F
 */
export class Beat {
  /** @param {(frame: F) => void} deliver @param {() => number} [now] milliseconds */
  constructor(deliver, now = () => performance.now()) {
    this.deliver = deliver;
    this.now = now;
    /** The time of the last position shown or choice made. */
    this.since = -Infinity;
    /** @type {F[]} */
    this.queue = [];
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
  }

  /** Restarts the pause. */
  restart() {
    this.since = this.now();
  }

  /**
   * Delivers a frame immediately, unless it is a reply that arrives too early. Frames behind a
   * waiting one also wait, to preserve their order.
   * @param {F} frame
   * @param {boolean} isReply
   */
  push(frame, isReply) {
    const wait = isReply && isOn() ? this.since + BEAT - this.now() : 0;
    if (this.queue.length === 0 && wait <= 0) {
      this.pass(frame);
      return;
    }
    this.queue.push(frame);
    this.timer ??= setTimeout(() => this.flush(), wait);
  }

  /** Delivers all waiting frames; of several states only the latest. */
  flush() {
    clearTimeout(this.timer);
    this.timer = undefined;
    const queue = this.queue;
    this.queue = [];
    const newest = queue.findLastIndex(({ kind }) => kind === "state");
    queue.forEach((frame, at) => {
      if (frame.kind !== "state" || at === newest) this.pass(frame);
    });
  }

  /** @param {F} frame */
  pass(frame) {
    if (frame.kind === "state") this.restart();
    this.deliver(frame);
  }

  destroy() {
    clearTimeout(this.timer);
    this.queue = [];
  }
}
