// The frames of PROTOCOL.md: bytes to values and back. Pure functions.

import { decode as fromBase64 } from "./base64url.js";

/**
 * @typedef {{kind: "state", ply: number, you: 0 | 1 | null, turn: 0 | 1 | null, state: "open" | "running" | "finished",
 *   offer: 0 | 1 | null, winner: 0 | 1 | null, drawn: boolean, end: End | null, clocks: [number, number] | null,
 *   labels: number[], last: number[], feed: Uint8Array}} State clocks in hundredths of a second
 * @typedef {{kind: "detail", ply: number, feed: Uint8Array}} Detail
 * @typedef {{kind: "next", id: Uint8Array}} Next
 * @typedef {{kind: "error", code: string, message: string}} Failure
 * @typedef {{kind: "bye", after: number}} Bye
 * @typedef {State | Detail | Next | Failure | Bye} Frame
 * @typedef {"rules" | "resigned" | "time" | "agreed" | "abandoned"} End
 */

/** @type {End[]} */
const ENDS = ["rules", "resigned", "time", "agreed", "abandoned"];

/** The codes of errors; the first is number 1. */
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

/** Reads bytes one after the other. */
export class Reader {
  /** @param {Uint8Array} bytes */
  constructor(bytes) {
    this.bytes = bytes;
    this.at = 0;
  }

  byte() {
    if (this.at >= this.bytes.length) throw new Error(`the frame ends at byte ${this.at}`);
    return this.bytes[this.at++];
  }

  /** @param {number} count */
  take(count) {
    if (this.at + count > this.bytes.length)
      throw new Error(`the frame ends at byte ${this.bytes.length}, before ${count} bytes from ${this.at}`);
    this.at += count;
    return this.bytes.slice(this.at - count, this.at);
  }

  rest() {
    return this.take(this.bytes.length - this.at);
  }

  /** A number of one, two or five bytes. */
  number() {
    const first = this.byte();
    if (first <= 0xbf) return first;
    if (first <= 0xdf) return 192 + ((first & 31) << 8) + this.byte();
    if (first !== 0xe0) throw new Error(`no number begins with ${first}`);
    const value = this.take(4).reduce((sum, byte) => sum * 256 + byte, 0);
    if (value < 8384) throw new Error(`${value} has a shorter encoding`);
    return value;
  }
}

/** @param {number} value @returns {number[]} */
export function number(value) {
  if (!Number.isInteger(value) || value < 0 || value > 0xffffffff) throw new RangeError(`${value} is no number of a frame`);
  if (value < 192) return [value];
  if (value < 8384) return [0xc0 | ((value - 192) >> 8), (value - 192) & 255];
  return [0xe0, value >>> 24, (value >>> 16) & 255, (value >>> 8) & 255, value & 255];
}

/** @param {string} id @param {string | null} token */
export const open = (id, token) => Uint8Array.of(0xf0, ...fromBase64(id), ...(token ? fromBase64(token) : []));

/** @param {number} ply @param {number[]} options */
export const choice = (ply, options) => Uint8Array.from([...number(ply), ...options.flatMap(number)]);

/** @param {number} ply @param {number[]} labels */
export const labels = (ply, labels) => Uint8Array.from([0xf6, ...number(ply), ...labels]);

/** @param {number} budget @param {number[]} path */
export const look = (budget, path) => Uint8Array.from([0xf5, ...number(budget), ...number(path.length), ...path]);

export const resign = () => Uint8Array.of(0xf1);
export const draw = () => Uint8Array.of(0xf2);
export const decline = () => Uint8Array.of(0xf3);
export const rematch = () => Uint8Array.of(0xf4);

/**
 * A frame from the server.
 * @param {Uint8Array} bytes
 * @returns {Frame}
 * @throws {Error} if it is none
 */
export function decode(bytes) {
  const reader = new Reader(bytes);
  const kind = reader.byte();
  switch (kind) {
    case 1:
      return state(reader);
    case 2:
      return { kind: "detail", ply: reader.number(), feed: reader.rest() };
    case 3:
      return { kind: "next", id: reader.take(8) };
    case 4:
      return { kind: "error", code: CODES[reader.byte() - 1] ?? "internal", message: new TextDecoder().decode(reader.rest()) };
    case 5:
      return { kind: "bye", after: reader.number() };
    default:
      throw new Error(`no frame begins with ${kind}`);
  }
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
    feed: reader.rest(),
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

// Feeds.

/**
 * Tic-tac-toe: squares (0 empty, 1 X, 2 O) and the winning lines, as indices into {@link LINES}.
 * @param {Uint8Array} feed
 * @returns {{squares: number[], lines: number[]}}
 */
export function tttFeed(feed) {
  if (feed.length !== 4) throw new Error(`a feed of tic-tac-toe has 4 bytes, not ${feed.length}`);
  const squares = Array.from({ length: 9 }, (_, i) => (feed[i >> 2] >> (6 - 2 * (i & 3))) & 3);
  return { squares, lines: lineSet(feed[3]) };
}

/** The lines that a byte of winning lines names, as triples of cells: where to draw them. */
export const LINES = [
  [0, 1, 2],
  [3, 4, 5],
  [6, 7, 8],
  [0, 3, 6],
  [1, 4, 7],
  [2, 5, 8],
  [0, 4, 8],
  [2, 4, 6],
];

/** @param {number} byte @returns {number[]} */
const lineSet = (byte) => LINES.flatMap((_, i) => ((byte >> (7 - i)) & 1 ? [i] : []));

/**
 * Nested: what is seen of the grid at `root`. `grids` are breadth-first; a cell is 0 blank, 1 O, 2 X, 3 both,
 * 4 a sub-grid, 5 and 6 a sub-grid that O or X owns.
 * @param {Uint8Array} feed
 * @returns {{depth: number, lines: number[], target: number[], root: number[], grids: {path: number[], cells: number[]}[]}}
 */
export function nestedFeed(feed) {
  const reader = new Reader(feed);
  const depth = reader.number();
  const lines = lineSet(reader.byte());
  const target = [...reader.take(reader.number())];
  const root = [...reader.take(reader.number())];
  return { depth, lines, target, root, grids: grids(reader.rest(), root) };
}

/** @param {Uint8Array} bytes @param {number[]} root */
function grids(bytes, root) {
  const count = Math.floor((bytes.length * 8) / 27);
  const found = [];
  const waiting = [root];
  for (let k = 0; k < count && k < waiting.length; k++) {
    const path = waiting[k];
    const cells = Array.from({ length: 9 }, (_, cell) => three(bytes, 27 * k + 3 * cell));
    found.push({ path, cells });
    cells.forEach((value, cell) => value & 4 && waiting.push([...path, cell]));
  }
  return found;
}

/** Three bits from a position. @param {Uint8Array} bytes @param {number} at */
function three(bytes, at) {
  const pair = (bytes[at >> 3] << 8) | (bytes[(at >> 3) + 1] ?? 0);
  return (pair >> (13 - (at & 7))) & 7;
}
