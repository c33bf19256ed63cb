// A WebSocket for one match: opens it, reconnects after a loss, and reports its status.

import * as frames from "./frames.js";
import { openSocket } from "./transport.js";

/**
 * @typedef {"connecting" | "connected" | "lost" | "back"} Status "back" is "connected" after a loss
 * @typedef {object} Listeners
 * @property {(frame: frames.Frame) => void} frame
 * @property {(status: Status, seconds: number) => void} status also the seconds until the next
 *   attempt
 */

const SHORTEST = 400;
const LONGEST = 10_000;

export class Socket {
  /**
   * @param {string} id
   * @param {string | null} token
   * @param {Listeners} listeners
   */
  constructor(id, token, listeners) {
    this.id = id;
    this.token = token;
    this.listeners = listeners;
    /** The optional frames to request; none once a server has rejected them. */
    this.features = frames.MOVES | frames.TAKEBACKS;
    /** The number of consecutive failed attempts; -1 while connected. */
    this.attempts = 0;
    this.wasLost = false;
    this.isClosed = false;
    /** @type {WebSocket | import("./transport.js").LocalSocket | null} */
    this.socket = null;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    /** The server's hint for the next attempt, in seconds. @type {number | null} */
    this.hint = null;
    this.ononline = () => this.retry();
    this.onoffline = () => this.renew();
    this.onvisible = () => document.visibilityState === "visible" && this.retry();
    addEventListener("online", this.ononline);
    addEventListener("offline", this.onoffline);
    document.addEventListener("visibilitychange", this.onvisible);
    this.connect();
  }

  /** Whether a frame can be sent now. */
  get ready() {
    return this.socket?.readyState === WebSocket.OPEN;
  }

  connect() {
    const socket = openSocket();
    this.socket = socket;
    const isCurrent = () => this.socket === socket;
    if (!this.wasLost) this.listeners.status("connecting", 0);
    socket.addEventListener("open", () =>
      isCurrent() ? socket.send(this.openFrame()) : socket.close(1000),
    );
    socket.addEventListener(
      "message",
      (/** @type {any} */ { data }) => isCurrent() && this.receive(new Uint8Array(data)),
    );
    socket.addEventListener("close", () => isCurrent() && this.lost());
  }

  openFrame() {
    return frames.open(this.id, this.token, this.features);
  }

  /** @param {Uint8Array} bytes */
  receive(bytes) {
    const frame = frames.decode(bytes);
    if (frame.kind === "error" && frame.code === "bad_frame" && this.attempts !== -1) {
      // A server of version 0.1 does not know the features byte.
      if (this.features) return this.openPlainly();
    }
    if (frame.kind === "bye") this.hint = frame.after;
    if (frame.kind === "state" && this.attempts !== -1) {
      this.listeners.status(this.wasLost ? "back" : "connected", 0);
      this.attempts = -1;
    }
    this.listeners.frame(frame);
  }

  openPlainly() {
    this.features = 0;
    this.send(this.openFrame());
  }

  lost() {
    this.socket = null;
    if (this.isClosed) return;
    this.wasLost = true;
    this.attempts = Math.max(0, this.attempts) + 1;
    const wait = this.wait();
    this.listeners.status("lost", wait / 1000);
    this.timer = setTimeout(() => this.connect(), wait);
  }

  /**
   * Milliseconds until the next attempt: the server's hint first, then exponential backoff with
   * jitter.
   */
  wait() {
    const hint = this.hint;
    this.hint = null;
    const base =
      hint !== null
        ? Math.min(60, hint) * 1000
        : Math.min(LONGEST, SHORTEST * 1.8 ** (this.attempts - 1));
    return base * (0.75 + Math.random() / 2);
  }

  /** Connects immediately instead of waiting. */
  retry() {
    if (this.isClosed || this.socket) return;
    clearTimeout(this.timer);
    this.connect();
  }

  /** Abandons a connection that seems dead, and opens a new one. */
  renew() {
    const { socket } = this;
    if (!socket || this.isClosed) return;
    this.abandon();
    this.lost();
  }

  /** @param {Uint8Array} bytes @returns {boolean} whether it was sent */
  send(bytes) {
    if (!this.ready) return false;
    this.socket?.send(bytes);
    return true;
  }

  /**
   * Reconnects with another token, after a seat was taken or given up.
   * @param {string | null} token
   */
  reopen(token) {
    this.token = token;
    if (this.ready) this.send(this.openFrame());
  }

  close() {
    this.isClosed = true;
    clearTimeout(this.timer);
    removeEventListener("online", this.ononline);
    removeEventListener("offline", this.onoffline);
    document.removeEventListener("visibilitychange", this.onvisible);
    this.abandon();
  }

  /**
   * Closes the connection. One that is still being opened is closed once it is open: browsers
   * report an earlier end as an error.
   */
  abandon() {
    if (this.ready) this.socket?.close(1000);
    this.socket = null;
  }
}
