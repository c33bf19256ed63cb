// The explore page without a browser: its address, its links between bits and places, its grids.

import assert from "node:assert/strict";
import { test } from "node:test";
import { parse } from "../js/explore/draw/nested.js";
import { bitRef, linksOf } from "../js/explore/link.js";
import { readState, writeState } from "../js/explore/state.js";

test("what is shown comes back from its address", () => {
  const states = [
    { format: "ttt.3t", kind: "value", input: "2351957744", options: {} },
    { format: "schotten.hand", kind: "text", input: "red2 - & + 100% #", options: { empty: "00" } },
    { format: "record", kind: "value", input: "Q5WQD8OZ-_", options: {} },
  ];
  for (const state of states) assert.deepEqual(readState(writeState(state)), state);
  assert.equal(readState(""), null);
  assert.equal(readState("#v=5"), null);
});

test("very long input stays out of the address", () => {
  assert.equal(writeState({ format: "record", kind: "value", input: "a".repeat(20_000), options: {} }), "#f=record");
});

test("fields of tic-tac-toe name squares", () => {
  const { refs, fields } = linksOf(
    [
      { name: "X", length: 9, meaning: "squares 1 6" },
      { name: "O", length: 9, meaning: "none" },
      { name: "Turn", length: 1, meaning: "O is next" },
    ],
    "ttt.3t",
  );
  assert.deepEqual([...refs.values()], [["square 1", "square 6"], [], []]);
  assert.deepEqual(fields.get("square 6"), [0]);
  assert.equal(bitRef({ name: "X", length: 9 }, "ttt.3t", 5), "square 6");
  assert.equal(bitRef({ name: "C", length: 1 }, "ttt.3t", 0), null);
});

test("the machine's squares are counted from the bottom left", () => {
  const { refs } = linksOf(
    [
      { name: "s0", length: 2, meaning: "X" },
      { name: "s8", length: 2, meaning: "empty" },
    ],
    "ttt.bit",
  );
  assert.deepEqual([...refs.values()], [["square 7"], ["square 3"]]);
});

test("cells of nested grids have paths", () => {
  const { refs } = linksOf(
    [
      { name: "grid 1 cell 5", length: 3, meaning: "sub-grid: grid 2" },
      { name: "grid 2 cell 9", length: 3, meaning: "X" },
    ],
    "nested.grid",
  );
  assert.deepEqual([...refs.values()], [["5"], ["5.9"]]);
});

test("the text of a grid is read, or refused", () => {
  assert.deepEqual(parse("X.O....XO"), [..."X.O....XO"]);
  assert.deepEqual(parse("(XO.......)........")?.[0], [..."XO......."]);
  for (const text of ["", "X", "X.O....XOX", "(X)........", "((((", ")", "abcdefghi", 7, null])
    assert.equal(parse(text), null, String(text));
});
