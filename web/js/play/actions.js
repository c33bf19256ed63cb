// A player's requests other than moves, until the server has answered. Requests lost with a
// connection are sent again.

import { toast } from "../dom.js";

/**
 * @typedef {import("../frames.js").State & {takeback?: 0 | 1 | null}} State
 * @typedef {"resign" | "call off" | "offer" | "accept" | "decline" | "rematch" | "takeback" |
 *   "grant" | "refuse"} Name
 * @typedef {{name: Name, bytes: Uint8Array, ply: number, sent: boolean}} Action
 */

/** The message while a request cannot be sent. @type {Record<Name, string>} */
const WAITS = {
  resign: "You are not connected. Your resignation will be sent when you are back.",
  "call off": "You are not connected. The match will be called off when you are back.",
  offer: "You are not connected. Your offer will be sent when you are back.",
  accept: "You are not connected. Your answer will be sent when you are back.",
  decline: "You are not connected. Your answer will be sent when you are back.",
  rematch: "You are not connected. Your rematch will be requested when you are back.",
  takeback: "You are not connected. Your takeback will be requested when you are back.",
  grant: "You are not connected. Your answer will be sent when you are back.",
  refuse: "You are not connected. Your answer will be sent when you are back.",
};

/** @param {0 | 1 | null | undefined} seat */
const isNobody = (seat) => seat === null || seat === undefined;

/**
 * Whether an action is still possible and not yet done.
 * @param {Action} action
 * @param {State} state
 * @param {boolean} next whether there is a rematch
 */
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
    case "takeback":
      return running && isNobody(state.takeback) && state.ply === ply && !next;
    case "grant":
    case "refuse":
      return running && !isNobody(state.takeback) && state.takeback !== state.you && !next;
    default:
      return asked;
  }
}

export class PendingActions {
  /**
   * @param {() => import("../socket.js").Socket | null} socket
   * @param {number} patience milliseconds until a connection counts as dead
   */
  constructor(socket, patience) {
    this.socket = socket;
    this.patience = patience;
    /** The unanswered action. @type {Action | null} */
    this.action = null;
  }

  /**
   * @param {Name} name
   * @param {Uint8Array} bytes
   * @param {State} state
   * @param {boolean} next whether there is a rematch
   */
  ask(name, bytes, state, next) {
    const action = { name, bytes, ply: state.ply, sent: false };
    if (!isOpen(action, state, next)) return;
    this.action = action;
    if (!this.send(action)) toast(WAITS[name]);
  }

  /**
   * Drops the action once it is done, or sends it now if it is unsent and still possible.
   * @param {State} state
   * @param {boolean} next
   */
  update(state, next) {
    const { action } = this;
    if (!action) return;
    // An offer may have been declined before its state arrived; the other actions show when they
    // are done.
    const isOffer = action.name === "offer" || action.name === "takeback";
    const done = !isOpen(action, state, next) || (action.sent && isOffer);
    if (done) this.action = null;
    else if (!action.sent) this.send(action);
  }

  /** Handles a lost connection: it is unknown what got through. */
  lost() {
    if (this.action) this.action.sent = false;
  }

  forget() {
    this.action = null;
  }

  /** @param {Action} action */
  send(action) {
    const socket = this.socket();
    action.sent = socket?.send(action.bytes) ?? false;
    if (!action.sent) socket?.retry();
    else setTimeout(() => this.action === action && action.sent && socket?.renew(), this.patience);
    return action.sent;
  }
}
