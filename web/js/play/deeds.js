// What a player asks for besides moves, until the server has answered it: what is lost on the way is sent again.

import { toast } from "../dom.js";

/**
 * @typedef {import("../frames.js").State} State
 * @typedef {"resign" | "call off" | "offer" | "accept" | "decline" | "rematch"} Name
 * @typedef {{name: Name, bytes: Uint8Array, ply: number, sent: boolean}} Deed
 */

/** What is said while it cannot be sent. @type {Record<Name, string>} */
const WAITS = {
  resign: "You are not connected. Your resignation is sent as soon as you are back.",
  "call off": "You are not connected. The match is called off as soon as you are back.",
  offer: "You are not connected. Your offer is sent as soon as you are back.",
  accept: "You are not connected. Your answer is sent as soon as you are back.",
  decline: "You are not connected. Your answer is sent as soon as you are back.",
  rematch: "You are not connected. The rematch is asked for as soon as you are back.",
};

/** Whether it still can be done, and is not done yet. @param {Deed} deed @param {State} state @param {boolean} next there is a rematch */
function isOpen({ name, ply }, state, next) {
  const running = state.state === "running";
  const asked = running && state.offer !== null && state.offer !== state.you;
  switch (name) {
    case "resign":
      return running;
    case "call off":
      return state.state === "open";
    case "offer":
      return running && state.offer === null && state.ply === ply;
    case "rematch":
      return state.state === "finished" && !next;
    default:
      return asked;
  }
}

export class Deeds {
  /** @param {() => import("../socket.js").Socket | null} socket @param {number} patience milliseconds until a connection counts as dead */
  constructor(socket, patience) {
    this.socket = socket;
    this.patience = patience;
    /** What is not yet answered. @type {Deed | null} */
    this.deed = null;
  }

  /** @param {Name} name @param {Uint8Array} bytes @param {State} state @param {boolean} next there is a rematch */
  ask(name, bytes, state, next) {
    const deed = { name, bytes, ply: state.ply, sent: false };
    if (!isOpen(deed, state, next)) return;
    this.deed = deed;
    if (!this.send(deed)) toast(WAITS[name]);
  }

  /** Forgets what is done; what was not sent is sent now, if there is still a reason to. @param {State} state @param {boolean} next */
  heard(state, next) {
    const { deed } = this;
    if (!deed) return;
    // An offer may have been declined before its state could be seen; all else shows when it is done.
    const done = !isOpen(deed, state, next) || (deed.sent && deed.name === "offer");
    if (done) this.deed = null;
    else if (!deed.sent) this.send(deed);
  }

  /** The connection is lost, and nobody knows what got through. */
  lost() {
    if (this.deed) this.deed.sent = false;
  }

  forget() {
    this.deed = null;
  }

  /** @param {Deed} deed */
  send(deed) {
    const socket = this.socket();
    deed.sent = socket?.send(deed.bytes) ?? false;
    if (!deed.sent) socket?.retry();
    else setTimeout(() => this.deed === deed && deed.sent && socket?.renew(), this.patience);
    return deed.sent;
  }
}
