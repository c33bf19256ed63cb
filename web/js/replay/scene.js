// Steps of a replay as scenes for a board.

import { decode } from "../base64url.js";

/** @typedef {import("../api.js").Replay} Replay */
/** @typedef {import("../boards/index.js").Scene} Scene */

/**
 * @param {Replay} replay
 * @param {number} at
 * @param {0 | 1} near the seat shown below
 * @returns {Scene & {near: 0 | 1, other: Uint8Array}}
 */
export function sceneOf(replay, at, near) {
  const step = replay.steps[at];
  const over = at === replay.steps.length - 1 && replay.outcome !== null;
  const seats = seatsOf(replay);
  return {
    game: replay.game,
    setup: replay.setup,
    payload: decode(step.feeds[near]),
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

/** The moves up to a step, as written in a log. @param {Replay} replay @param {number} at */
export function logUntil(replay, at) {
  const names = seatsOf(replay).map(({ name }) => name);
  return replay.steps.slice(1, at + 1).map(({ seat, text }) => `${names[seat ?? 0]}: ${text}`);
}

/**
 * The values of a step's options for the board; options that were not searched have none.
 * @param {Replay["steps"][number]} step
 * @param {{label: number | null, value: number, exact: boolean}[]} options
 * @returns {import("../boards/index.js").LabelValue[]}
 */
export function overlayOf({ labels }, options) {
  /** @type {import("../boards/index.js").LabelValue[]} */
  const known = options.flatMap(({ label, value, exact }) =>
    label === null ? [] : [{ label, value, exact }],
  );
  const missing = known.length
    ? labels.filter((label) => known.every((entry) => entry.label !== label))
    : [];
  return [...known, ...missing.map((label) => ({ label, value: null, exact: false }))];
}

/**
 * The ply of a step in requests to the server. Steps count the forced choices of the next move,
 * which a record that ends there does not contain: the last step needs no ply.
 * @param {Replay["steps"]} steps
 * @param {number} step
 * @returns {number | undefined}
 */
export const plyOf = (steps, step) => (step === steps.length - 1 ? undefined : steps[step].ply);

/**
 * @param {Replay} replay
 * @returns {{name: string, kind: string}[]}
 */
export const seatsOf = (replay) =>
  replay.seats.map((seat) => (typeof seat === "string" ? { name: seat, kind: "person" } : seat));

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
 * A move as written in the list of moves.
 * @param {Replay} replay
 * @param {number} at
 * @param {import("../boards/index.js").BoardModule} board
 */
export function moveText(replay, at, board) {
  const { text } = replay.steps[at];
  return board.moveText?.(sceneOf(replay, at, 0), text) ?? text;
}
