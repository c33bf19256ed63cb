// The generic board without a browser: its payload, and drawings with terminal colours.

import assert from "node:assert/strict";
import { test } from "node:test";
import { plainText, styledRuns } from "../js/boards/ansi.js";
import { decodeDrawn } from "../js/boards/drawn.js";

/** A payload as encoded by crates/game/src/drawn_payload.rs. */
function payload(drawing, texts) {
  const text = (string) => {
    const bytes = [...new TextEncoder().encode(string)];
    const length = [];
    for (let left = bytes.length; ; left >>= 7) {
      length.push(left < 128 ? left : (left & 127) | 128);
      if (left < 128) return [...length, ...bytes];
    }
  };
  const labels = texts.flatMap(([label, string]) => [label, ...text(string)]);
  return Uint8Array.from([...text(drawing), ...labels]);
}

test("a payload contains a drawing of any length, and a text for each label", () => {
  for (const length of [0, 1, 127, 128, 300, 20_000]) {
    const drawing = "ü".repeat(length);
    const decoded = decodeDrawn(
      payload(drawing, [
        [0, "take 1"],
        [255, "–"],
      ]),
    );
    assert.equal(decoded.drawing, drawing);
    assert.deepEqual(
      [...decoded.texts],
      [
        [0, "take 1"],
        [255, "–"],
      ],
    );
  }
});

test("a truncated payload is an error", () => {
  const whole = payload("abc", [[1, "one"]]);
  for (const end of [0, 2, whole.length - 1])
    assert.throws(() => decodeDrawn(whole.slice(0, end)), /ends at byte/);
  assert.throws(() => decodeDrawn(new Uint8Array(9).fill(0xff)), /no length begins/);
});

const run = (text, classes = [], color = null, background = null) => ({
  text,
  classes,
  color,
  background,
});

test("colours and effects become runs", () => {
  assert.deepEqual(styledRuns("plain"), [run("plain")]);
  assert.deepEqual(styledRuns("a\x1b[1;31mb\x1b[0mc"), [
    run("a"),
    run("b", ["bold", "fg-1"]),
    run("c"),
  ]);
  assert.deepEqual(styledRuns("\x1b[94;102mx\x1b[39my\x1b[22;49mz"), [
    run("x", ["fg-12", "bg-10"]),
    run("y", ["bg-10"]),
    run("z"),
  ]);
  assert.deepEqual(styledRuns("\x1b[38;5;9ma\x1b[38;5;196mb\x1b[48;2;1;2;3mc"), [
    run("a", ["fg-9"]),
    run("b", [], "rgb(255 0 0)"),
    run("c", [], "rgb(255 0 0)", "rgb(1 2 3)"),
  ]);
  assert.deepEqual(styledRuns("\x1b[2Kx\x1b[m\n"), [run("x"), run("\n")]);
});

test("plain text has no escape sequences", () => {
  assert.equal(plainText("\x1b[1;31mX\x1b[0m.\x1b[2K"), "X.");
});
