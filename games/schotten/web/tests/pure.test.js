// The table of Schotten Totten without a browser: its payload, its names, the order of a hand.

import assert from "node:assert/strict";
import { test } from "node:test";
import { cardsOnTable, decodeTable, marked } from "../payload.js";
import { listOf, nameOf, sayCards } from "../names.js";
import { arrange, moved } from "../order.js";
import { describe as inWords, move } from "../board.js";

const EMPTY = [0, 0xff, 0x66, 42, ...Array(18).fill(0)];
const SEATS = [
  { name: "player 1", kind: "person" },
  { name: "player 2", kind: "bot:2" },
];
const HAND = [0x12, 0x11, 0x17, 0x29, 0xff, 0x57];

test("an empty table, for a spectator and for a seat", () => {
  const table = decodeTable(Uint8Array.from(EMPTY));
  assert.equal(table.stage, "card");
  assert.equal(table.hand, null);
  assert.equal(table.asked, null);
  assert.equal(table.lastStone, null);
  assert.deepEqual(table.handSizes, [6, 6]);
  assert.equal(table.deck, 42);
  const mine = decodeTable(Uint8Array.from([...EMPTY, ...HAND, 0xff]));
  assert.deepEqual(mine.hand, [0x12, 0x11, 0x17, 0x29, null, 0x57]);
  assert.equal(mine.chosen, null);
});

test("every bit of a stone is decoded", () => {
  const stones = [0, 0, 0, 0b10_10_11_11, 0b01_00_01, 0, 0, 0, 0];
  const marks = [0b01_000000, 0, 0b10_000000, 0b00_011_101, 0b11_000000, 0, 0, 0, 0];
  const cards = [0x11, 0x12, 0x13, 0x21, 0x22, 0x25, 0x31];
  const payload = [0b111011, 0x43, 0x56, 7, ...stones, ...marks, ...cards];
  const table = decodeTable(Uint8Array.from(payload));
  assert.equal(table.stage, "claim");
  assert(table.manual && table.early);
  assert.equal(table.lastSeat, 1);
  assert.equal(table.asked, 4);
  assert.equal(table.lastStone, 3);
  assert.deepEqual(table.handSizes, [5, 6]);
  assert.deepEqual(table.stones[3], {
    cards: [
      [0x11, 0x12, 0x13],
      [0x21, 0x22, 0x25],
    ],
    owner: 1,
    first: 1,
    kinds: ["colour run", "colour"],
    mark: null,
  });
  assert.deepEqual(table.stones[4], {
    cards: [[0x31], []],
    owner: 0,
    first: null,
    kinds: [null, null],
    mark: "many",
  });
  assert.deepEqual(
    [marked(table, "open"), marked(table, "row"), marked(table, "many")],
    [[0], [2], [4]],
  );
  assert.deepEqual(cardsOnTable(table), cards);
});

test("an invalid payload is rejected", () => {
  assert.throws(() => decodeTable(Uint8Array.from([1, 2, 3])), /at least 22 bytes, not 3/);
  assert.throws(
    () => decodeTable(Uint8Array.from([7, ...EMPTY.slice(1)])),
    /no stage has the number 7/,
  );
  assert.throws(
    () => decodeTable(Uint8Array.from([...EMPTY.slice(0, 12), 3, ...EMPTY.slice(13)])),
    /ends at byte 22, before the cards do/,
  );
  assert.throws(() => decodeTable(Uint8Array.from([...EMPTY, 0x11])), /a hand has 7 bytes, not 1/);
  assert.throws(
    () => decodeTable(Uint8Array.from([...EMPTY.slice(0, 21), 6])),
    /no formation has the number 6/,
  );
});

test("cards and formations have names", () => {
  assert.equal(nameOf(0x52), "cyan 2");
  assert.equal(sayCards([], null), "no card");
  assert.equal(sayCards([0x17, 0x18], null), "red 7 and red 8");
  assert.equal(
    sayCards([0x17, 0x18, 0x19], "colour run"),
    "red 7, red 8 and red 9: colour run, 24",
  );
  assert.deepEqual([listOf([]), listOf([3]), listOf([1, 2, 3])], ["", "3", "1, 2 and 3"]);
});

test("a hand is arranged by colour, by number or by hand", () => {
  const slots = [0x29, 0x11, null, 0x21, 0x12, 0x19];
  assert.deepEqual(arrange(slots, { mode: "colour", own: [] }), [1, 4, 5, 3, 0]);
  assert.deepEqual(arrange(slots, { mode: "number", own: [] }), [1, 3, 4, 5, 0]);
  assert.deepEqual(arrange(slots, { mode: "own", own: [0x12, 0x29] }), [4, 0, 1, 3, 5]);
  assert.deepEqual(moved([1, 2, 3, 4], 4, 1), [1, 4, 2, 3]);
  assert.deepEqual(moved([1, 2, 3, 4], 1, 99), [2, 3, 4, 1]);
});

test("a table as text", () => {
  const payload = Uint8Array.from([
    0b100000,
    0xf3,
    0x66,
    40,
    0,
    0,
    0,
    0b100,
    0,
    0,
    0,
    0,
    0,
    ...Array(9).fill(0),
    0x52,
  ]);
  const scene = { payload, you: 0, seats: SEATS };
  assert.equal(move(scene), "cyan 2 at stone 4");
  assert.equal(
    inWords(scene),
    "You: no stone; Player 2: no stone. Last card: cyan 2 at stone 4, by Player 2. " +
      "40 cards in the deck.",
  );
});

test("the payload marks the winning stones, and the page describes them", () => {
  const owned = (/** @type {number[]} */ stones) =>
    Array.from({ length: 9 }, (_, at) => (stones.includes(at) ? 0b10_0000 : 0));
  const marks = (/** @type {number[]} */ stones, /** @type {number} */ mark) =>
    Array.from({ length: 9 }, (_, at) => (stones.includes(at) ? mark << 6 : 0));
  const said = (
    /** @type {number[]} */ stones,
    /** @type {number[]} */ by,
    /** @type {number} */ mark,
    /** @type {number | null} */ you,
  ) =>
    inWords({
      payload: Uint8Array.from([4, 0xff, 0x66, 0, ...owned(stones), ...marks(by, mark)]),
      you,
      seats: SEATS,
    }).split(". ")[0];
  assert.equal(
    said([0, 3, 4, 5], [3, 4, 5], 2, 1),
    "You won with three stones side by side: 4, 5 and 6",
  );
  assert.equal(
    said([0, 1, 3, 6, 8], [0, 1, 3, 6, 8], 3, null),
    "Player 2 won with five stones: 1, 2, 4, 7 and 9",
  );
});
