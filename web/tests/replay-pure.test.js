// The replay page without a browser: which step is current, and its scene.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Player } from "../js/replay/player.js";
import { nameOf, overlayOf, sceneOf, winnerOf } from "../js/replay/scene.js";
import { outcomeText, playersText } from "../js/replay/texts.js";

test("a player steps, jumps and stays in range", () => {
  const player = new Player(4);
  let heard = 0;
  player.listen(() => heard++);
  player.step(1);
  assert.equal(player.at, 1);
  player.jump(99);
  assert.equal(player.at, 3);
  player.step(-99);
  assert.equal(player.at, 0);
  assert(heard >= 3);
  player.destroy();
});

test("playback stops at the end, and restarts from there", () => {
  const player = new Player(3);
  player.toggle();
  assert(player.playing);
  player.jump(2);
  assert(!player.playing);
  player.toggle();
  assert.equal(player.at, 0);
  assert(player.playing);
  player.destroy();
});

const REPLAY = {
  game: "schotten",
  title: "Schotten Totten",
  setup: {},
  seats: ["player 1", "player 2"],
  outcome: "player 2",
  steps: [
    { ply: 54, seat: null, text: "", feeds: ["AA", "AQ"], last: [], labels: [0], turn: 0 },
    { ply: 56, seat: 0, text: "0>1", feeds: ["Ag", "Aw"], last: [], labels: [], turn: null },
  ],
};

test("a step is a scene, from either side", () => {
  const first = sceneOf(REPLAY, 0, 0);
  assert.deepEqual(
    [first.payload[0], first.other[0], first.state, first.winner, first.turn],
    [0, 1, "running", null, 0],
  );
  const last = sceneOf(REPLAY, 1, 1);
  assert.deepEqual(
    [last.payload[0], last.other[0], last.state, last.winner, last.turn],
    [3, 2, "finished", 1, null],
  );
  assert(last.still && last.labels.length === 0);
});

test("outcomes as text", () => {
  assert.equal(outcomeText(REPLAY), "Player 2 won");
  assert.equal(outcomeText({ ...REPLAY, seats: ["X", "O"], outcome: "draw" }), "A draw");
  assert.equal(outcomeText({ ...REPLAY, outcome: null }), "Not finished");
  assert.equal(winnerOf({ ...REPLAY, outcome: "draw" }), null);
  assert.equal(nameOf({ ...REPLAY, seats: ["X", "O"] }, 0), "X");
});

test("a stored match knows more than its record: how it ended, and who played", () => {
  const replay = { ...REPLAY, seats: ["X", "O"], outcome: null };
  const seats = [
    { name: "X", kind: "bot:3" },
    { name: "O", kind: "person" },
  ];
  const ended = (winner, outcome, end, state = "finished") =>
    outcomeText(replay, { state, winner, outcome, end, seats });
  assert.equal(ended(1, "O", "resigned"), "O won: X resigned");
  assert.equal(ended(0, "X", "time"), "X won: O ran out of time");
  assert.equal(ended(null, "draw", "agreed"), "A draw: both agreed");
  assert.equal(ended(null, "draw", "time"), "A draw: time ran out");
  assert.equal(ended(null, null, "abandoned"), "Called off: it was abandoned");
  assert.equal(ended(null, null, null, "running"), "Not finished");
  assert.equal(
    outcomeText(
      { ...replay, outcome: "X" },
      { state: "finished", winner: 0, outcome: "X", end: "rules", seats },
    ),
    "X won",
  );
  assert.equal(playersText(replay, { seats }), "X: bot, level 3 · O: a person");
  assert.equal(playersText(replay, null), "");
});

test("options that were not searched are listed", () => {
  const options = [{ option: 1, label: 4, value: 0.5, exact: false, moves: null, visits: 9 }];
  assert.deepEqual(overlayOf({ labels: [2, 4] }, options), [
    { label: 4, value: 0.5, exact: false },
    { label: 2, value: null, exact: false },
  ]);
  assert.deepEqual(overlayOf({ labels: [0, 1] }, []), []);
});
