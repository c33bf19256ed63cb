// Who played, and how the match ended. Pure functions.

import { nameOf, winnerOf } from "./scene.js";

/**
 * @typedef {import("../api.js").Replay} Replay
 * @typedef {import("../api.js").Match} Match
 */

/**
 * How a match ended. A record knows only the rules; a stored match may have ended in another way.
 * @param {Replay} replay
 * @param {Match | null} [match] the match, if it is known
 */
export function outcomeText(replay, match = null) {
  if (replay.outcome !== null) return winText(replay, winnerOf(replay), replay.outcome);
  if (match?.state !== "finished") return "Not finished";
  const why = reason(replay, match);
  return winText(replay, match.winner, match.outcome) + (why && `: ${why}`);
}

/** @param {Replay} replay @param {0 | 1 | null} winner @param {string | null} outcome */
function winText(replay, winner, outcome) {
  if (winner !== null) return `${nameOf(replay, winner)} won`;
  return outcome === "draw" ? "A draw" : "Called off";
}

/** @param {Replay} replay @param {Match} match */
function reason(replay, { winner, end }) {
  const loser = winner === null ? null : nameOf(replay, winner === 0 ? 1 : 0);
  if (end === "resigned") return loser ? `${loser} resigned` : "resigned";
  if (end === "time") return loser ? `${loser} ran out of time` : "time ran out";
  if (end === "agreed") return "both agreed";
  return end === "abandoned" ? "it was abandoned" : "";
}

/**
 * The players, or nothing if they are unknown.
 * @param {Replay} replay
 * @param {Match | null} match
 */
export function playersText(replay, match) {
  const who = (/** @type {0 | 1} */ seat) =>
    `${nameOf(replay, seat)}: ${occupant(match?.seats[seat]?.kind ?? "")}`;
  return match ? `${who(0)} · ${who(1)}` : "";
}

/** @param {string} kind */
const occupant = (kind) => (kind.startsWith("bot:") ? `bot, level ${kind.slice(4)}` : "a person");
