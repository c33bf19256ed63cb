// What the play page says. Pure functions.

/**
 * @typedef {import("../frames.js").State} State
 * @typedef {{name: string, kind: string}} Seat
 */

/** Who sits there, as the viewer would say it. @param {Seat} seat @param {boolean} you */
export function sitter(seat, you) {
  if (you) return "You";
  if (seat.kind === "open") return "Nobody yet";
  if (seat.kind.startsWith("bot")) return `Bot, level ${seat.kind.slice(4)}`;
  return "Player";
}

/**
 * Where the match stands: one line, what to add to it, and a tone.
 * @param {State} state
 * @param {Seat[]} seats
 * @returns {{text: string, more: string, tone: "yours" | "theirs" | "won" | "lost" | "drawn" | "open"}}
 */
export function standing(state, seats) {
  if (state.state === "open") return { text: "Waiting for a player", more: "The game begins when the open seat is taken.", tone: "open" };
  if (state.state === "running") return running(state, seats);
  return { ...outcome(state, seats), more: reason(state, seats) };
}

/** @param {State} state @param {Seat[]} seats @returns {ReturnType<typeof standing>} */
function running(state, seats) {
  const turn = state.turn ?? 0;
  const seat = seats[turn];
  if (state.you === turn) return { text: "Your turn", more: `You are ${seat.name}.`, tone: "yours" };
  const more = state.you === null ? "You are watching." : `You are ${seats[state.you].name}.`;
  if (seat.kind.startsWith("bot")) return { text: `${seat.name} is thinking`, more, tone: "theirs" };
  return { text: state.you === null ? `${seat.name} to move` : `${seat.name}’s turn`, more, tone: "theirs" };
}

/** @param {State} state @param {Seat[]} seats @returns {{text: string, tone: "won" | "lost" | "drawn"}} */
function outcome(state, seats) {
  if (state.drawn) return { text: "A draw", tone: "drawn" };
  if (state.winner === null) return { text: "Called off", tone: "drawn" };
  if (state.you === null) return { text: `${seats[state.winner].name} won`, tone: "won" };
  return state.you === state.winner ? { text: "You won", tone: "won" } : { text: `${seats[state.winner].name} won`, tone: "lost" };
}

/** @param {State} state @param {Seat[]} seats */
function reason(state, seats) {
  const loser = state.winner === null ? null : 1 - state.winner;
  const who = loser === null ? "" : loser === state.you ? "You" : seats[loser].name;
  switch (state.end) {
    case "resigned":
      return `${who} resigned.`;
    case "time":
      return loser === null ? "Time ran out." : `${who} ran out of time.`;
    case "agreed":
      return "Both agreed on it.";
    case "abandoned":
      return "The match was abandoned.";
    default:
      return state.you === null ? "" : `You were ${seats[state.you].name}.`;
  }
}

/** A clock's time. @param {number} hundredths */
export function time(hundredths) {
  const seconds = Math.max(0, hundredths) / 100;
  if (seconds < 10) return `0:0${seconds.toFixed(1)}`.replace("0:010.0", "0:10");
  const whole = Math.ceil(seconds);
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor(whole / 60) % 60;
  const rest = String(whole % 60).padStart(2, "0");
  return hours ? `${hours}:${String(minutes).padStart(2, "0")}:${rest}` : `${minutes}:${rest}`;
}

/** A set-up in a few words. @param {Record<string, any>} setup */
export function setup(setup) {
  return Object.entries(setup)
    .map(([name, value]) => `${name} ${value}`)
    .join(", ");
}

/** @param {import("../api.js").Clock} clock */
export function clock(clock) {
  if (!clock) return "";
  if ("per_move" in clock) return `${span(clock.per_move)} a move`;
  return `${span(clock.base)} + ${clock.increment} s`;
}

/** @param {number} seconds */
const span = (seconds) => (seconds >= 60 && seconds % 60 === 0 ? `${seconds / 60} min` : `${seconds} s`);
