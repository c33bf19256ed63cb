// The explore page without a browser: its address, its examples, and its links between bits and
// places.

import assert from "node:assert/strict";
import { test } from "node:test";
import { examplesIn } from "../js/explore/examples.js";
import { linksOf } from "../js/explore/links.js";
import { readState, writeState } from "../js/explore/state.js";

test("the state round-trips through the address", () => {
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
  assert.equal(
    writeState({ format: "record", kind: "value", input: "a".repeat(20_000), options: {} }),
    "#f=record",
  );
});

test("links lead from fields to places and back", () => {
  const { refs, fields } = linksOf([["square 1", "square 6"], [], ["square 6"]]);
  assert.deepEqual([...refs.values()], [["square 1", "square 6"], [], ["square 6"]]);
  assert.deepEqual(fields.get("square 6"), [0, 2]);
  assert.equal(fields.get("square 9"), undefined);
});

test("examples come from the games; the text of a record names its game", () => {
  const examplesOf = examplesIn([
    {
      id: "one",
      examples: [
        { format: "one.pack", name: "start", value: "7" },
        { format: "record", name: "moves", text: "1 2", options: { size: "3" } },
      ],
    },
    { id: "two", examples: [{ format: "record", name: "bytes", value: "00" }] },
  ]);
  assert.deepEqual(examplesOf("one.pack"), [{ format: "one.pack", name: "start", value: "7" }]);
  assert.deepEqual(examplesOf("record")[0].options, { game: "one", size: "3" });
  assert.equal(examplesOf("record")[1].options, undefined);
  assert.equal(examplesOf("two.other")[0].value, "0", "every format has something to look at");
});
