// The table of Schotten Totten without a browser: its feed, its names, the order of a hand.

import assert from "node:assert/strict";
import { test } from "node:test";
import { cardsOnTable, decodeTable } from "../js/boards/schotten/decode.js";
import { formationOf, nameOf, sayCards } from "../js/boards/schotten/names.js";
import { arrange, moved } from "../js/boards/schotten/order.js";
import { describe as inWords, move } from "../js/boards/schotten.js";

const EMPTY = [0, 0xff, 0x66, 42, ...Array(9).fill(0)];
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

test("every bit of a stone has its meaning", () => {
  const feed = [0b111011, 0x43, 0x56, 7, 0, 0, 0, 0b10_10_11_11, 0b01_00_01, 0, 0, 0, 0, 0x11, 0x12, 0x13, 0x21, 0x22, 0x23, 0x31];
  const table = decodeTable(Uint8Array.from(feed));
  assert.equal(table.stage, "claim");
  assert(table.manual && table.early);
  assert.equal(table.lastSeat, 1);
  assert.equal(table.asked, 4);
  assert.equal(table.lastStone, 3);
  assert.deepEqual(table.handSizes, [5, 6]);
  assert.deepEqual(table.stones[3], {
    cards: [
      [0x11, 0x12, 0x13],
      [0x21, 0x22, 0x23],
    ],
    owner: 1,
    first: 1,
  });
  assert.deepEqual(table.stones[4], { cards: [[0x31], []], owner: 0, first: null });
  assert.deepEqual(cardsOnTable(table), feed.slice(13));
});

test("a feed that is no table is refused", () => {
  assert.throws(() => decodeTable(Uint8Array.from([1, 2, 3])), /at least 13 bytes, not 3/);
  assert.throws(() => decodeTable(Uint8Array.from([7, ...EMPTY.slice(1)])), /no stage has the number 7/);
  assert.throws(() => decodeTable(Uint8Array.from([...EMPTY.slice(0, 12), 3])), /ends at byte 13, before the cards do/);
  assert.throws(() => decodeTable(Uint8Array.from([...EMPTY, 0x11])), /a hand has 7 bytes, not 1/);
});

test("cards and formations have names", () => {
  assert.equal(nameOf(0x52), "cyan 2");
  const names = [
    [0x17, 0x19, 0x18],
    [0x14, 0x24, 0x34],
    [0x61, 0x65, 0x69],
    [0x12, 0x23, 0x34],
    [0x11, 0x21, 0x39],
  ].map((cards) => formationOf(cards)?.name);
  assert.deepEqual(names, ["colour run", "three of a kind", "colour", "run", "sum"]);
  assert.equal(formationOf([0x11, 0x12]), null);
  assert.equal(sayCards([]), "no card");
  assert.equal(sayCards([0x17, 0x18, 0x19]), "red 7, red 8 and red 9: colour run, 24");
});

test("a hand is arranged by colour, by number or by hand", () => {
  const slots = [0x29, 0x11, null, 0x21, 0x12, 0x19];
  assert.deepEqual(arrange(slots, { mode: "colour", own: [] }), [1, 4, 5, 3, 0]);
  assert.deepEqual(arrange(slots, { mode: "number", own: [] }), [1, 3, 4, 5, 0]);
  assert.deepEqual(arrange(slots, { mode: "own", own: [0x12, 0x29] }), [4, 0, 1, 3, 5]);
  assert.deepEqual(moved([1, 2, 3, 4], 4, 1), [1, 4, 2, 3]);
  assert.deepEqual(moved([1, 2, 3, 4], 1, 99), [2, 3, 4, 1]);
});

test("a table in words", () => {
  const feed = Uint8Array.from([0b100000, 0xf3, 0x66, 40, 0, 0, 0, 0b100, 0, 0, 0, 0, 0, 0x52]);
  const scene = {
    feed,
    you: 0,
    seats: [
      { name: "1", kind: "person" },
      { name: "2", kind: "bot:2" },
    ],
  };
  assert.equal(move(scene), "cyan 2 at stone 3");
  assert.equal(inWords(scene), "You: no stone; Bot: no stone. Last card: cyan 2 at stone 3, by Bot. 40 cards in the deck.");
});
