// One WebSocket for one match: opens it, comes back after a loss, and tells how it stands.

import * as frames from "./frames.js";

/**
 * @typedef {"connecting" | "connected" | "lost" | "back"} Standing "back" is "connected" after a loss
 * @typedef {{frame(frame: frames.Frame): void, standing(standing: Standing, seconds: number): void}} Ears
 */

const SHORTEST = 400;
const LONGEST = 10_000;

export class Socket {
  /**
   * @param {string} id
   * @param {string | null} token
   * @param {Ears} ears `standing` also hears in how many seconds the next try begins
   */
  constructor(id, token, ears) {
    this.id = id;
    this.token = token;
    this.ears = ears;
    this.tries = 0;
    this.wasLost = false;
    this.done = false;
    /** @type {WebSocket | null} */
    this.socket = null;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    /** @type {number | null} */
    this.hint = null;
    this.again = () => this.retry();
    this.away = () => this.renew();
    this.shown = () => document.visibilityState === "visible" && this.retry();
    addEventListener("online", this.again);
    addEventListener("offline", this.away);
    document.addEventListener("visibilitychange", this.shown);
    this.connect();
  }

  /** Whether a frame can be sent now. */
  get ready() {
    return this.socket?.readyState === WebSocket.OPEN;
  }

  connect() {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/ws`);
    socket.binaryType = "arraybuffer";
    this.socket = socket;
    if (!this.wasLost) this.ears.standing("connecting", 0);
    socket.addEventListener("open", () => socket.send(frames.open(this.id, this.token)));
    socket.addEventListener("message", (event) => this.socket === socket && this.hear(new Uint8Array(event.data)));
    socket.addEventListener("close", () => this.socket === socket && this.lost());
  }

  /** @param {Uint8Array} bytes */
  hear(bytes) {
    const frame = frames.decode(bytes);
    if (frame.kind === "bye") this.hint = frame.after;
    if (frame.kind === "state" && this.tries !== -1) {
      this.ears.standing(this.wasLost ? "back" : "connected", 0);
      this.tries = -1;
    }
    this.ears.frame(frame);
  }

  lost() {
    this.socket = null;
    if (this.done) return;
    this.wasLost = true;
    this.tries = Math.max(0, this.tries) + 1;
    const wait = this.wait();
    this.ears.standing("lost", wait / 1000);
    this.timer = setTimeout(() => this.connect(), wait);
  }

  /** Milliseconds until the next try: the server's hint first, then longer and longer, never all clients at once. */
  wait() {
    const hint = this.hint;
    this.hint = null;
    const base = hint !== null ? Math.min(60, hint) * 1000 : Math.min(LONGEST, SHORTEST * 1.8 ** (this.tries - 1));
    return base * (0.75 + Math.random() / 2);
  }

  /** Tries at once instead of waiting. */
  retry() {
    if (this.done || this.socket) return;
    clearTimeout(this.timer);
    this.connect();
  }

  /** Gives up a connection that seems dead, and opens another. */
  renew() {
    const { socket } = this;
    if (!socket || this.done) return;
    this.socket = null;
    socket.close();
    this.lost();
  }

  /** @param {Uint8Array} bytes @returns {boolean} whether it went out */
  send(bytes) {
    if (!this.ready) return false;
    this.socket?.send(bytes);
    return true;
  }

  /** Goes on with another token: the seat was taken, or is no longer held. @param {string | null} token */
  reopen(token) {
    this.token = token;
    if (this.ready) this.send(frames.open(this.id, token));
  }

  close() {
    this.done = true;
    clearTimeout(this.timer);
    removeEventListener("online", this.again);
    removeEventListener("offline", this.away);
    document.removeEventListener("visibilitychange", this.shown);
    this.socket?.close(1000);
    this.socket = null;
  }
}
