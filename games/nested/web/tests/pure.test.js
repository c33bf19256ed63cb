// Nested boards without a browser: their payload, the text of grids, and the cells named by fields.

import assert from "node:assert/strict";
import { test } from "node:test";
import { parse, places } from "../editor.js";
import { decodePayload } from "../payload.js";

test("a payload holds grids breadth-first, as many as fit in its bytes", () => {
  // Depth 2, no lines, target 4, root the top grid; nine sub-grid cells, and the first sub-grid
  // with an X in the centre.
  const bits = "100".repeat(9) + "000".repeat(4) + "010" + "000".repeat(4);
  const padded = bits
    .padEnd(56, "0")
    .match(/.{8}/g)
    .map((byte) => Number.parseInt(byte, 2));
  const decoded = decodePayload(Uint8Array.from([2, 0, 1, 4, 0, ...padded]));
  assert.equal(decoded.depth, 2);
  assert.deepEqual(decoded.target, [4]);
  assert.deepEqual(
    decoded.grids.map(({ path }) => path),
    [[], [0]],
  );
  assert.deepEqual(decoded.grids[1].cells, [0, 0, 0, 0, 2, 0, 0, 0, 0]);
});

test("fields name cells by their paths", () => {
  const fields = [
    { name: "grid 1 cell 5", start: 0, length: 3, meaning: "sub-grid: grid 2" },
    { name: "grid 2 cell 9", start: 3, length: 3, meaning: "X" },
  ];
  assert.deepEqual(places(fields, "nested.grid"), [["5"], ["5.9"]]);
});

test("the text of a grid is parsed, or rejected", () => {
  assert.deepEqual(parse("X.O....XO"), [..."X.O....XO"]);
  assert.deepEqual(parse("(XO.......)........")?.[0], [..."XO......."]);
  for (const text of ["", "X", "X.O....XOX", "(X)........", "((((", ")", "abcdefghi", 7, null])
    assert.equal(parse(text), null, String(text));
});
