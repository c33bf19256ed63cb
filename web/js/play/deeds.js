// What a player asks for besides moves, until the server has answered it: what is lost on the way is sent again.

/**
 * @typedef {import("../frames.js").State} State
 * @typedef {"resign" | "call off" | "offer" | "accept" | "decline" | "rematch"} Name
 * @typedef {{name: Name, bytes: Uint8Array, ply: number, sent: boolean}} Deed
 */

/** What is said while it cannot be sent. @type {Record<Name, string>} */
export const WAITS = {
  resign: "You are not connected. Your resignation is sent as soon as you are back.",
  "call off": "You are not connected. The match is called off as soon as you are back.",
  offer: "You are not connected. Your offer is sent as soon as you are back.",
  accept: "You are not connected. Your answer is sent as soon as you are back.",
  decline: "You are not connected. Your answer is sent as soon as you are back.",
  rematch: "You are not connected. The rematch is asked for as soon as you are back.",
};

/** Whether it still can be done, and is not done yet. @param {Deed} deed @param {State} state @param {boolean} next there is a rematch */
export function isOpen({ name, ply }, state, next) {
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
