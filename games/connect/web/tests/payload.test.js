// Payloads: the vectors of the format page, and the texts describing them.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import {
  lastCell,
  moveText,
  positionText,
  readPayload,
  restingCell,
  targetName,
} from "../payload.js";

/** The payload for these moves on the format page. */
function vector(moves) {
  const page = readFileSync(new URL("../../FORMAT.md", import.meta.url), "utf8");
  const row = page
    .split("## Payload")[1]
    .split("\n")
    .find((line) => line.startsWith(`| \`${moves}\` |`));
  return Uint8Array.from(Buffer.from(row.split("|")[3].trim().replaceAll("`", ""), "hex"));
}

/** The board as text, rows from the top. */
function board({ width, cells }) {
  const letters = cells.map((value) => ".XO"[value]).join("");
  return letters.match(new RegExp(`.{${width}}`, "g")).join("/");
}

test("the vectors of the format page", () => {
  const four = readPayload(vector("4 4 3 5"));
  assert.deepEqual([four.width, four.height, four.line, four.gravity], [7, 6, 4, true]);
  assert.equal(board(four), "......./......./......./......./...O.../..XXO..");
  assert.ok(!four.won.includes(true));
  const won = readPayload(vector("4 1 4 1 4 1 4"));
  assert.deepEqual(
    won.won.flatMap((yes, i) => (yes ? [i] : [])),
    [17, 24, 31, 38],
  );
  const three = readPayload(vector("b2 c3"));
  assert.deepEqual([three.width, three.height, three.line, three.gravity], [3, 3, 3, false]);
  assert.equal(board(three), "..O/.X./...");
});

test("a payload of another length is rejected", () => {
  assert.throws(() => readPayload(vector("4 4 3 5").slice(1)), /a payload of 6 x 132 has/);
  assert.throws(() => readPayload(new Uint8Array()), /bytes, not 0/);
});

test("where discs are and come to rest", () => {
  const four = readPayload(vector("4 4 3 5"));
  assert.equal(restingCell(four, 3), 3 * 7 + 3);
  assert.equal(restingCell(four, 0), 5 * 7);
  assert.equal(lastCell(four, [4]), 5 * 7 + 4);
  assert.equal(lastCell(four, []), undefined);
  assert.equal(restingCell(readPayload(vector("b2 c3")), 8), 8);
});

test("texts", () => {
  const four = readPayload(vector("4 4 3 5"));
  assert.equal(moveText(four, [4]), "O column 5");
  assert.equal(moveText(four, []), "");
  assert.equal(targetName(four, 3, 38), "column 4: X O from the bottom, last move");
  assert.equal(targetName(four, 0, 38), "column 1: empty");
  assert.equal(
    positionText(four),
    "column 3 from the bottom X; column 4 from the bottom X O; column 5 from the bottom O",
  );
  const three = readPayload(vector("b2 c3"));
  assert.equal(moveText(three, [2]), "O c3");
  assert.equal(targetName(three, 2, 2), "c3: O, last move");
  assert.equal(positionText(three), "O c3, X b2");
  const won = readPayload(vector("4 1 4 1 4 1 4"));
  assert.match(positionText(won), /The winning line: d4, d3, d2, d1$/);
});
