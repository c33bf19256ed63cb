// A step of a replay as a scene for a board.

import { decode } from "../base64url.js";

/** @typedef {import("../api.js").Replay} Replay */
/** @typedef {import("../boards/index.js").Scene} Scene */

/**
 * @param {Replay} replay
 * @param {number} at
 * @param {0 | 1} near the seat that sits below where hands are shown
 * @returns {Scene & {near: 0 | 1, other: Uint8Array}} `other` is the feed of the seat above
 */
export function sceneOf(replay, at, near) {
  const step = replay.steps[at];
  const over = at === replay.steps.length - 1 && replay.outcome !== null;
  const seats = seatsOf(replay);
  return {
    game: replay.game,
    setup: replay.setup,
    feed: decode(step.feeds[near]),
    other: decode(step.feeds[1 - near]),
    near,
    last: step.last,
    labels: [],
    you: null,
    turn: over ? null : step.turn,
    state: over ? "finished" : "running",
    winner: over ? winnerOf(replay) : null,
    drawn: over && replay.outcome === "draw",
    seats,
    still: true,
    ply: step.ply,
  };
}

/**
 * What the options of a step are worth, as boards show it; those that nobody looked at have no worth.
 * @param {Replay["steps"][number]} step
 * @param {{label: number | null, worth: number, exact: boolean}[]} options
 * @returns {import("../boards/index.js").Value[]}
 */
export function overlayOf({ labels }, options) {
  /** @type {import("../boards/index.js").Value[]} */
  const known = options.flatMap(({ label, worth, exact }) => (label === null ? [] : [{ label, worth, exact }]));
  const missing = known.length ? labels.filter((label) => known.every((value) => value.label !== label)) : [];
  return [...known, ...missing.map((label) => ({ label, worth: null, exact: false }))];
}

/**
 * How a step is called when the server is asked about it. Steps count the lone choices of the move to come, which a record that ends
 * there has not made: its end needs no number.
 * @param {Replay["steps"]} steps
 * @param {number} step
 * @returns {number | undefined}
 */
export const plyOf = (steps, step) => (step === steps.length - 1 ? undefined : steps[step].ply);

/**
 * @param {Replay} replay
 * @returns {{name: string, kind: string}[]}
 */
export const seatsOf = (replay) => replay.seats.map((seat) => (typeof seat === "string" ? { name: seat, kind: "person" } : seat));

/**
 * @param {Replay} replay
 * @returns {0 | 1 | null}
 */
export function winnerOf(replay) {
  const at = seatsOf(replay).findIndex((seat) => seat.name === replay.outcome);
  return at === 0 || at === 1 ? at : null;
}

/**
 * @param {Replay} replay
 * @param {0 | 1} seat
 */
export function nameOf(replay, seat) {
  const { name } = seatsOf(replay)[seat] ?? { name: String(seat + 1) };
  return name[0].toUpperCase() + name.slice(1);
}

/**
 * A move in words. Slots of a hand mean nothing to a reader, so that the card is named where a move has one.
 * @param {Replay} replay
 * @param {number} at
 * @param {import("../boards/index.js").BoardModule} board
 */
export function moveText(replay, at, board) {
  const { text } = replay.steps[at];
  const parts = /^\d>\d((?:!\d)*)$/.exec(text);
  if (!parts || !board.move) return text;
  const claims = parts[1] ? `, claims ${parts[1].slice(1).replaceAll("!", ", ")}` : "";
  return board.move(sceneOf(replay, at, 0)) + claims;
}
