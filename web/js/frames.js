// Encodes and decodes the frames of PROTOCOL.md. Pure functions.

import { decode as fromBase64 } from "./base64url.js";
import { Reader } from "./reader.js";

/**
 * @typedef {{kind: "state", ply: number, you: 0 | 1 | null, turn: 0 | 1 | null,
 *   state: "open" | "running" | "finished", offer: 0 | 1 | null, winner: 0 | 1 | null,
 *   drawn: boolean, end: End | null, clocks: [number, number] | null, labels: number[],
 *   last: number[], payload: Uint8Array}} State clocks in hundredths of a second
 * @typedef {{kind: "detail", ply: number, payload: Uint8Array}} Detail
 * @typedef {{kind: "next", id: Uint8Array}} Next
 * @typedef {{kind: "error", code: string, message: string}} Failure
 * @typedef {{kind: "bye", after: number}} Bye
 * @typedef {{kind: "moves", first: number, lines: string[]}} Moves `first` lines precede these
 * @typedef {{kind: "explanation", ply: number, json: string}} Explanation
 * @typedef {{kind: "takeback", asks: 0 | 1 | null}} Takeback the seat that requests one
 * @typedef {State | Detail | Next | Failure | Bye | Moves | Explanation | Takeback} Frame
 * @typedef {"rules" | "resigned" | "time" | "agreed" | "abandoned"} End
 */

/** @type {End[]} */
const ENDS = ["rules", "resigned", "time", "agreed", "abandoned"];

/** The error codes; the first is number 1. */
export const CODES = [
  "bad_frame",
  "bad_request",
  "unknown_match",
  "wrong_token",
  "no_seat",
  "not_your_turn",
  "bad_option",
  "stale",
  "over",
  "not_over",
  "seat_taken",
  "waiting",
  "no_draws",
  "too_many",
  "too_large",
  "store_unavailable",
  "store_full",
  "store_read_only",
  "forbidden",
  "not_found",
  "bad_value",
  "closing",
  "internal",
];

/** The optional frames that a client supports, as bits of the features byte of *open*. */
export const MOVES = 1;
export const TAKEBACKS = 2;

/** @param {number} value @returns {number[]} */
export function number(value) {
  if (!Number.isInteger(value) || value < 0 || value > 0xffffffff)
    throw new RangeError(`${value} does not fit into a number of a frame`);
  if (value < 192) return [value];
  if (value < 8384) return [0xc0 | ((value - 192) >> 8), (value - 192) & 255];
  return [0xe0, value >>> 24, (value >>> 16) & 255, (value >>> 8) & 255, value & 255];
}

/** @param {string} id @param {string | null} token @param {number} [features] */
export const open = (id, token, features = 0) =>
  Uint8Array.of(
    0xf0,
    ...fromBase64(id),
    ...(token ? fromBase64(token) : []),
    ...(features ? [features] : []),
  );

/** @param {number} ply @param {number[]} options */
export const choice = (ply, options) =>
  Uint8Array.from([...number(ply), ...options.flatMap(number)]);

/** @param {number} ply @param {number[]} labels */
export const labels = (ply, labels) => Uint8Array.from([0xf6, ...number(ply), ...labels]);

/** @param {number} budget @param {number[]} path */
export const look = (budget, path) =>
  Uint8Array.from([0xf5, ...number(budget), ...number(path.length), ...path]);

export const resign = () => Uint8Array.of(0xf1);
export const draw = () => Uint8Array.of(0xf2);
export const decline = () => Uint8Array.of(0xf3);
export const rematch = () => Uint8Array.of(0xf4);
export const explain = () => Uint8Array.of(0xf7);
export const takeback = () => Uint8Array.of(0xf8);
export const declineTakeback = () => Uint8Array.of(0xf9);

/**
 * Decodes a frame from the server.
 * @param {Uint8Array} bytes
 * @returns {Frame}
 * @throws {Error} if the bytes are not a frame
 */
export function decode(bytes) {
  const reader = new Reader(bytes);
  const kind = reader.byte();
  switch (kind) {
    case 1:
      return state(reader);
    case 2:
      return { kind: "detail", ply: reader.number(), payload: reader.rest() };
    case 3:
      return { kind: "next", id: reader.take(8) };
    case 4:
      return {
        kind: "error",
        code: CODES[reader.byte() - 1] ?? "internal",
        message: reader.text(),
      };
    case 5:
      return { kind: "bye", after: reader.number() };
    case 6:
      return moves(reader);
    case 7:
      return { kind: "explanation", ply: reader.number(), json: reader.text() };
    case 8:
      return { kind: "takeback", asks: seat(reader.byte() - 1) };
    default:
      throw new Error(`no frame begins with ${kind}`);
  }
}

/** @param {Reader} reader @returns {Moves} */
function moves(reader) {
  const first = reader.number();
  const lines = [];
  while (!reader.isDone) lines.push(reader.text(reader.number()));
  return { kind: "moves", first, lines };
}

/** @param {Reader} reader @returns {State} */
function state(reader) {
  const ply = reader.number();
  const who = reader.byte();
  const turn = (who >> 2) & 3;
  const extra = (who >> 4) & 3;
  const over = turn === 3;
  const end = over ? (ENDS[reader.byte()] ?? "rules") : null;
  return {
    kind: "state",
    ply,
    you: seat(who & 3),
    turn: seat(turn),
    state: over ? "finished" : turn === 2 ? "open" : "running",
    offer: over ? null : extra === 1 ? 0 : extra === 2 ? 1 : null,
    winner: over ? seat(extra) : null,
    drawn: over && extra === 2,
    end,
    clocks: who & 64 ? [clock(reader), clock(reader)] : null,
    labels: mask(reader.take(reader.byte())),
    last: [...reader.take(reader.number())],
    payload: reader.rest(),
  };
}

/** @param {number} value @returns {0 | 1 | null} */
const seat = (value) => (value === 0 || value === 1 ? value : null);

/** @param {Reader} reader */
const clock = (reader) => reader.take(3).reduce((sum, byte) => sum * 256 + byte, 0);

/**
 * The labels of a mask, ascending: label 0 is the lowest bit of the last byte.
 * @param {Uint8Array} bytes
 */
export function mask(bytes) {
  const labels = [];
  for (let label = 0; label < bytes.length * 8; label++) {
    if ((bytes[bytes.length - 1 - (label >> 3)] >> (label & 7)) & 1) labels.push(label);
  }
  return labels;
}
