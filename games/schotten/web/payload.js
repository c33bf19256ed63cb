// Decodes the board payload of Schotten Totten (FORMAT.md, "Board payload"); contains no rules.

/**
 * The kinds of formations, and the marks of stones: open to the viewer's cards, part of the winning
 * row, or one of the five that won.
 * @typedef {"sum" | "run" | "colour" | "three of a kind" | "colour run"} Kind
 * @typedef {"open" | "row" | "many"} Mark
 *
 * @typedef {"card" | "stone" | "pass" | "claim" | "over" | "shuffle"} Stage
 *
 * @typedef {object} Stone
 * @property {[number[], number[]]} cards the cards of each seat as bytes, in the order of play
 * @property {0 | 1 | null} owner
 * @property {0 | 1 | null} first who completed first, if both sides are complete
 * @property {[Kind | null, Kind | null]} kinds the formation of each seat's cards, if complete
 * @property {Mark | null} mark
 *
 * @typedef {object} Table
 * @property {Stage} stage
 * @property {boolean} manual whether players decide on claims
 * @property {boolean} early whether claims are made at the start of a turn
 * @property {0 | 1} lastSeat who made the last move
 * @property {number | null} asked the stone of the pending claim
 * @property {number | null} lastStone the stone of the last card
 * @property {[number, number]} handSizes
 * @property {number} deck
 * @property {Stone[]} stones
 * @property {(number | null)[] | null} hand six slots, or null for a spectator
 * @property {number | null} chosen the chosen slot whose card is not placed yet
 */

const STAGES = /** @type {Stage[]} */ (["card", "stone", "pass", "claim", "over", "shuffle"]);
const KINDS = /** @type {(Kind | null)[]} */ ([
  null,
  "sum",
  "run",
  "colour",
  "three of a kind",
  "colour run",
]);
const MARKS = /** @type {(Mark | null)[]} */ ([null, "open", "row", "many"]);
const STONES = 9;
const MARKED = 4 + STONES;
const HEAD = MARKED + STONES;
const NONE = 15;
const EMPTY = 0xff;

/**
 * @param {Uint8Array} payload
 * @returns {Table}
 */
export function decodeTable(payload) {
  if (payload.length < HEAD)
    throw new RangeError(`a table has at least ${HEAD} bytes, not ${payload.length}`);
  const stage = STAGES[payload[0] & 7];
  if (!stage) throw new RangeError(`no stage has the number ${payload[0] & 7}`);
  const { stones, end } = readStones(payload);
  const rest = payload.subarray(end);
  if (rest.length !== 0 && rest.length !== 7)
    throw new RangeError(`a hand has 7 bytes, not ${rest.length}`);
  const slots = Array.from(rest.subarray(0, 6), (byte) => (byte === EMPTY ? null : byte));
  return {
    stage,
    manual: (payload[0] & 8) !== 0,
    early: (payload[0] & 16) !== 0,
    lastSeat: payload[0] & 32 ? 1 : 0,
    asked: stoneOrNone(payload[1] >> 4),
    lastStone: stoneOrNone(payload[1] & 15),
    handSizes: [payload[2] >> 4, payload[2] & 15],
    deck: payload[3],
    stones,
    hand: rest.length ? slots : null,
    chosen: rest.length && rest[6] !== EMPTY ? rest[6] : null,
  };
}

/** @param {Uint8Array} payload */
function readStones(payload) {
  let end = HEAD;
  const take = (/** @type {number} */ count) => {
    if (end + count > payload.length)
      throw new RangeError(`the payload ends at byte ${payload.length}, before the cards do`);
    end += count;
    return Array.from(payload.subarray(end - count, end));
  };
  /** @type {Stone[]} */
  const stones = [];
  for (let at = 0; at < STONES; at++) {
    const [byte, marks] = [payload[4 + at], payload[MARKED + at]];
    stones.push({
      cards: [take(byte & 3), take((byte >> 2) & 3)],
      owner: seatOrNone((byte >> 4) & 3),
      first: seatOrNone(byte >> 6),
      kinds: [kind(marks & 7), kind((marks >> 3) & 7)],
      mark: MARKS[marks >> 6],
    });
  }
  return { stones, end };
}

/** @param {number} number */
function kind(number) {
  const found = KINDS[number];
  if (found === undefined) throw new RangeError(`no formation has the number ${number}`);
  return found;
}

/**
 * The stones with a mark.
 * @param {Table} table
 * @param {Mark} mark
 */
export const marked = (table, mark) =>
  table.stones.flatMap((stone, at) => (stone.mark === mark ? [at] : []));

/** @param {number} half */
const stoneOrNone = (half) => (half === NONE ? null : half);

/**
 * @param {number} bits
 * @returns {0 | 1 | null}
 */
const seatOrNone = (bits) => (bits === 1 ? 0 : bits === 2 ? 1 : null);

/**
 * Every card on the table.
 * @param {Table} table
 */
export const cardsOnTable = (table) => table.stones.flatMap((stone) => stone.cards.flat());
