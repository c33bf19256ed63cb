// Requests the game's explanation of the position: over the socket, or over HTTP if the server does
// not know that frame.

import * as api from "../api.js";
import * as frames from "../frames.js";
import * as tokens from "../tokens.js";

export class Explanations {
  /** @param {string} id @param {() => import("../socket.js").Socket | null} socket */
  constructor(id, socket) {
    this.id = id;
    this.socket = socket;
    this.isKnown = true;
    /** @type {{resolve(value: any): void, reject(reason: Error): void} | null} */
    this.pending = null;
  }

  /** @returns {Promise<any>} */
  request() {
    this.fail("superseded");
    if (!this.isKnown || !this.socket()?.send(frames.explain())) return this.fetch();
    return new Promise((resolve, reject) => (this.pending = { resolve, reject }));
  }

  fetch() {
    return api.explain(this.id, tokens.get(this.id));
  }

  /** @param {frames.Explanation} frame */
  receive({ json }) {
    this.pending?.resolve(JSON.parse(json));
    this.pending = null;
  }

  /** Whether an error is the answer to the pending request. @param {frames.Failure} failure */
  takes({ code, message }) {
    const { pending } = this;
    if (!pending || (code !== "bad_frame" && code !== "not_found")) return false;
    if (code === "not_found") this.fail(message);
    else {
      this.isKnown = false;
      this.pending = null;
      pending.resolve(this.fetch());
    }
    return true;
  }

  /** @param {string} reason */
  fail(reason) {
    this.pending?.reject(new Error(reason));
    this.pending = null;
  }
}
