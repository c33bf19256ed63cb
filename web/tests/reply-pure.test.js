// Which positions are a bot's reply, without a browser.

import assert from "node:assert/strict";
import { test } from "node:test";

globalThis.location = { search: "" };
const { isReply } = await import("../js/play/beat.js");

const seats = [
  { name: "X", kind: "person" },
  { name: "O", kind: "bot:3" },
];
const people = seats.map((seat) => ({ ...seat, kind: "person" }));
const position = (ply, turn, last = []) => ({ ply, turn, last });
const sent = (ply, ...labels) => ({ ply, labels });

test("the bot's reply, alone or together with the player's own choice", () => {
  assert(isReply(position(3, 1), position(4, 0, [4, 0]), seats, null));
  assert(isReply(position(0, 0), position(4, 0, [4, 0]), seats, sent(0, 4, 4)));
  assert(isReply(position(10, 0), position(14, null, [4, 0]), seats, sent(10, 4)));
  assert(isReply(position(10, 0), position(13, 0), seats, sent(10, 4, 2)), "a move that is hidden");
});

test("the player's own choice is no reply, whatever forced choices follow it", () => {
  assert(!isReply(position(0, 0), position(3, 1, [4, 4]), seats, sent(0, 4, 4)));
  assert(!isReply(position(11, 0), position(13, 1, [4, 0]), seats, sent(11, 0)));
  assert(!isReply(position(10, 0), position(12, null, [4, 0]), seats, sent(10, 4)), "the end");
  assert(!isReply(position(10, 0), position(11, 0), seats, sent(10, 4)), "part of a move");
});

test("positions without a bot's move are no replies", () => {
  assert(!isReply(position(3, 1), position(3, 1), seats, null), "the same position");
  assert(!isReply(position(3, 0), position(6, 0, [4, 0]), seats, null), "a move in another tab");
  assert(!isReply(position(0, 0), position(4, 0, [4, 0]), people, sent(0, 4, 4)));
  assert(!isReply(position(0, null), position(0, 0), seats, null), "a player joined");
});
