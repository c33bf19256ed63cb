// Matches of any game. A match is a value: the module keeps no state for it.

import { call } from "./module.js";
import { fromHex, written } from "./values.js";

/** @param {number | bigint | undefined} seed */
function stateOf(seed) {
  if (seed === undefined) return String(crypto.getRandomValues(new BigUint64Array(1))[0]);
  if (typeof seed === "bigint" || Number.isSafeInteger(seed)) return String(seed);
  throw new TypeError(`a seed is a whole number, not ${String(seed)}`);
}

/** @param {unknown} value @param {string} what */
export function checkText(value, what) {
  if (typeof value !== "string") throw new TypeError(`${what} is text, not ${typeof value}`);
  return value;
}

/** Passed instead of a game if the match is already described. @type {any} */
const REOPENED = Symbol("reopened");

export class Match {
  /** The match as the module describes it; `record` in hexadecimal. @type {any} */
  #shown;

  /**
   * @param {string} game
   * @param {Record<string, string | number | boolean>} [setup]
   * @param {{seed?: number | bigint}} [how]
   */
  constructor(game, setup = {}, how = {}) {
    const state = stateOf(how.seed);
    this.#shown =
      game === REOPENED ? setup : call("start", { game: checkText(game, "a game"), setup, state });
  }

  /** @param {Uint8Array | string} record @param {{seed?: number | bigint}} [how] */
  static fromRecord(record, how = {}) {
    const given = { record: written("record", record), state: stateOf(how.seed) };
    return new Match(REOPENED, call("open", given));
  }

  get game() {
    return this.#shown.game;
  }

  get setup() {
    return { ...this.#shown.setup };
  }

  get seats() {
    return [...this.#shown.seats];
  }

  get toMove() {
    return this.#shown.toMove;
  }

  get seat() {
    return this.#shown.seat;
  }

  get outcome() {
    return this.#shown.outcome;
  }

  get moves() {
    return [...this.#shown.moves];
  }

  get record() {
    return fromHex(this.#shown.record);
  }

  legalMoves() {
    return call("legalMoves", { record: this.#shown.record });
  }

  /** @param {string} move */
  play(move) {
    const { record, state } = this.#shown;
    this.#shown = call("play", { record, move: checkText(move, "a move"), state });
    return this;
  }

  undo() {
    const { record, state } = this.#shown;
    const before = call("undo", { record, state });
    if (before) this.#shown = before;
    return before !== null;
  }

  /** @param {number | string} [seat] */
  view(seat) {
    const number = this.#seatNumber(seat);
    const { bytes, drawing } = call("view", { record: this.#shown.record, seat: number });
    return { bytes: fromHex(bytes), drawing };
  }

  copy() {
    return new Match(REOPENED, this.#shown);
  }

  /** The number of a seat; null for a spectator. @param {number | string | undefined} seat */
  #seatNumber(seat) {
    if (seat === undefined) return null;
    const { seats } = this.#shown;
    const number = typeof seat === "string" ? seats.indexOf(seat) : seat;
    if (number === 0 || number === 1) return number;
    const [first, second] = seats.map((/** @type {string} */ name) => JSON.stringify(name));
    throw new TypeError(`there is no such seat: seats are 0 and 1, or ${first} and ${second}`);
  }
}
