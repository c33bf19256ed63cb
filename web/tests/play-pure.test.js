// The play page without a browser: the pause before a bot's reply, and the log.

import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { MoveLog } from "../js/play/log.js";

globalThis.location = { search: "" };
const { Beat } = await import("../js/play/beat.js");

/** A beat with a test clock. */
function started() {
  mock.timers.enable({ apis: ["setTimeout", "Date"] });
  const shown = [];
  const beat = new Beat(
    (frame) => shown.push(frame.name),
    () => Date.now(),
  );
  return { beat, shown, end: () => mock.timers.reset() };
}

const state = (name) => ({ kind: "state", name });
const moves = (name) => ({ kind: "moves", name });

test("a reply waits until half a second has passed, and what follows waits with it", () => {
  const { beat, shown, end } = started();
  beat.push(state("mine"), false);
  mock.timers.tick(100);
  beat.push(state("reply"), true);
  beat.push(moves("lines"), false);
  assert.deepEqual(shown, ["mine"]);
  mock.timers.tick(399);
  assert.deepEqual(shown, ["mine"]);
  mock.timers.tick(1);
  assert.deepEqual(shown, ["mine", "reply", "lines"]);
  end();
});

test("a late reply, and everything that is not a reply, is shown immediately", () => {
  const { beat, shown, end } = started();
  beat.push(state("mine"), false);
  mock.timers.tick(500);
  beat.push(state("late"), true);
  beat.push(state("friend"), false);
  assert.deepEqual(shown, ["mine", "late", "friend"]);
  end();
});

test("of several waiting states only the latest is shown, and no other frame is lost", () => {
  const { beat, shown, end } = started();
  beat.push(state("first"), false);
  for (const name of ["a", "b"]) {
    beat.push(state(name), true);
    beat.push(moves(`lines of ${name}`), false);
  }
  mock.timers.tick(500);
  assert.deepEqual(shown, ["first", "lines of a", "b", "lines of b"]);
  end();
});

test("nothing is shown after the page is destroyed", () => {
  const { beat, shown, end } = started();
  beat.push(state("first"), false);
  beat.push(state("reply"), true);
  beat.destroy();
  mock.timers.tick(5000);
  assert.deepEqual(shown, ["first"]);
  end();
});

test("?beat=0 turns the pause off", () => {
  globalThis.location = { search: "?beat=0" };
  const { beat, shown, end } = started();
  beat.push(state("first"), false);
  beat.push(state("reply"), true);
  assert.deepEqual(shown, ["first", "reply"]);
  end();
  globalThis.location = { search: "" };
});

test("a log grows, is replaced from a line on, and may start late", () => {
  const log = new MoveLog();
  log.take({ first: 0, lines: ["a", "b"] });
  log.take({ first: 2, lines: ["c"] });
  assert.deepEqual([log.skipped, log.lines, log.last], [0, ["a", "b", "c"], "c"]);
  log.take({ first: 1, lines: ["x"] });
  assert.deepEqual(log.lines, ["a", "x"]);
  log.take({ first: 50, lines: ["y"] });
  assert.deepEqual([log.skipped, log.lines], [50, ["y"]]);
  log.take({ first: 51, lines: ["z"] });
  assert.deepEqual([log.skipped, log.lines], [50, ["y", "z"]]);
  log.take({ first: 0, lines: [] });
  assert.deepEqual([log.skipped, log.lines, log.last], [0, [], ""]);
});
