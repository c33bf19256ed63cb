// Tic-tac-toe without a browser: its payload, and the squares named by fields and bits.

import assert from "node:assert/strict";
import { test } from "node:test";
import { bitPlace, places } from "../editor.js";
import { decodePayload } from "../payload.js";

test("a payload holds squares and winning lines", () => {
  const { squares, lines } = decodePayload(Uint8Array.of(0x56, 0x80, 0x00, 0x80));
  assert.deepEqual(squares, [1, 1, 1, 2, 2, 0, 0, 0, 0]);
  assert.deepEqual(lines, [0]);
  assert.throws(() => decodePayload(Uint8Array.of(1)), /has 4 bytes, not 1/);
});

test("fields name squares", () => {
  const fields = [
    { name: "X", start: 0, length: 9, meaning: "squares 1 6" },
    { name: "O", start: 9, length: 9, meaning: "none" },
    { name: "Turn", start: 18, length: 1, meaning: "O is next" },
  ];
  assert.deepEqual(places(fields, "ttt.3t"), [["square 1", "square 6"], [], []]);
  assert.equal(bitPlace(fields[0], "ttt.3t", 5), "square 6");
  assert.equal(bitPlace(fields[2], "ttt.3t", 0), null);
});

test("document 004 counts squares from the bottom left", () => {
  const fields = [
    { name: "s0", start: 0, length: 2, meaning: "X" },
    { name: "s8", start: 2, length: 2, meaning: "empty" },
  ];
  assert.deepEqual(places(fields, "ttt.bit"), [["square 7"], ["square 3"]]);
});
