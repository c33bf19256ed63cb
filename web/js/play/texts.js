// The texts of the play page. Pure functions.

/**
 * @typedef {import("../frames.js").State} State
 * @typedef {{name: string, kind: string, player?: string | null}} Seat
 */

/** @param {Seat} seat */
export const isBot = (seat) => seat.kind.startsWith("bot");

/**
 * The holder of a seat, from the viewer's point of view. @param {Seat} seat @param {boolean} you
 */
export function occupant(seat, you) {
  if (you) return "You";
  if (seat.kind === "open") return "Nobody yet";
  if (isBot(seat)) return `Bot, level ${seat.kind.slice(4)}`;
  return seat.player ?? "Player";
}

/**
 * The status of the match: one line, an optional addition, and a tone.
 * @param {State} state
 * @param {Seat[]} seats
 * @param {string} [title] of the game
 * @returns {{text: string, more: string, tone: "yours" | "theirs" | "won" | "lost" | "drawn" |
 *   "open"}}
 */
export function statusOf(state, seats, title = "this game") {
  if (state.state === "open") return { ...waiting(state, seats, title), tone: "open" };
  if (state.state === "running") return running(state, seats);
  return { ...outcome(state, seats), more: reason(state, seats) };
}

/** @param {State} state @param {Seat[]} seats @param {string} title */
function waiting(state, seats, title) {
  const open = seats.findIndex(({ kind }) => kind === "open");
  const host = seats[1 - open];
  if (state.you !== null || !host)
    return { text: "Waiting for a player", more: "It starts when someone joins." };
  if (host.kind === "open")
    return { text: `Play ${title}?`, more: "Both seats are free. Take one, or stay and watch." };
  const order = open === 0 ? "You would move first" : "You would move second";
  const who = isBot(host) ? occupant(host, false) : (host.player ?? "A player");
  return {
    text: `${who} invites you to ${title}`,
    more: `${order}, as ${seats[open].name}. Or stay and watch.`,
  };
}

/** @param {State} state @param {Seat[]} seats @returns {ReturnType<typeof statusOf>} */
function running(state, seats) {
  const turn = state.turn ?? 0;
  const seat = seats[turn];
  const more = [
    state.you === null ? "You are watching." : `You are ${seats[state.you].name}.`,
    offer(state, seats),
  ]
    .filter(Boolean)
    .join(" ");
  if (state.you === turn) return { text: "Your turn", more, tone: "yours" };
  if (isBot(seat)) return { text: `${seat.name} is thinking`, more, tone: "theirs" };
  return {
    text: state.you === null ? `${seat.name} to move` : `${seat.name}’s turn`,
    more,
    tone: "theirs",
  };
}

/** @param {State} state @param {Seat[]} seats */
function offer(state, seats) {
  if (state.offer === null) return "";
  return state.offer === state.you
    ? "You offer a draw."
    : `${seats[state.offer].name} offers a draw.`;
}

/**
 * @param {State} state
 * @param {Seat[]} seats
 * @returns {{text: string, tone: "won" | "lost" | "drawn"}}
 */
function outcome(state, seats) {
  if (state.drawn) return { text: "A draw", tone: "drawn" };
  if (state.winner === null) return { text: "Called off", tone: "drawn" };
  if (state.you === null) return { text: `${seats[state.winner].name} won`, tone: "won" };
  return state.you === state.winner
    ? { text: "You won", tone: "won" }
    : { text: "You lost", tone: "lost" };
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
      return "Both players agreed.";
    case "abandoned":
      return seats.some(({ kind }) => kind === "open")
        ? "The seat was still open."
        : "The match was abandoned.";
    default:
      return "";
  }
}

/** The time of a clock. @param {number} hundredths */
export function timeText(hundredths) {
  const seconds = Math.max(0, hundredths) / 100;
  if (seconds < 10) return `0:0${seconds.toFixed(1)}`.replace("0:010.0", "0:10");
  const whole = Math.ceil(seconds);
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor(whole / 60) % 60;
  const rest = String(whole % 60).padStart(2, "0");
  return hours ? `${hours}:${String(minutes).padStart(2, "0")}:${rest}` : `${minutes}:${rest}`;
}

/**
 * The options of a set-up that differ from their defaults, as a short text.
 * @param {Record<string, any>} setup
 * @param {import("../api.js").SetupField[]} [specs]
 */
export function setupText(setup, specs = []) {
  return Object.entries(setup)
    .map(([name, value]) => ({
      name,
      value: String(value),
      spec: specs.find((spec) => spec.name === name),
    }))
    .filter(({ value, spec }) => value !== String(spec?.default))
    .map(({ name, value, spec }) => `${name} ${meaning(spec, value)?.title.toLowerCase() ?? value}`)
    .join(", ");
}

/**
 * The description of a set-up value.
 * @param {import("../api.js").SetupField | undefined} spec
 * @param {string} value
 */
export function meaning(spec, value) {
  return spec?.texts?.[spec.words?.indexOf(value) ?? -1];
}

/** @param {import("../api.js").Clock} clock */
export function clockText(clock) {
  if (!clock) return "";
  if ("per_move" in clock) return `${span(clock.per_move)} per move`;
  return `${span(clock.base)} + ${clock.increment} s`;
}

/** @param {number} seconds */
const span = (seconds) =>
  seconds >= 60 && seconds % 60 === 0 ? `${seconds / 60} min` : `${seconds} s`;

/**
 * What sets a match apart from one that begins with a fresh deal.
 * @param {{continues?: number, dealt?: boolean}} match
 */
export function markText({ continues, dealt }) {
  const choices = continues === 1 ? "1 choice" : `${continues} choices`;
  return [
    continues !== undefined && `Continues an earlier game (after ${choices})`,
    dealt === false && "Dealt when everybody is here",
  ]
    .filter(Boolean)
    .join(" · ");
}
