// frames.js, tested with the same vectors as the server's code.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { decode as fromBase64, encode as toBase64 } from "../js/base64url.js";
import * as frames from "../js/frames.js";
import { Reader } from "../js/reader.js";

const lines = readFileSync(
  new URL("../../crates/protocol/vectors/frames.csv", import.meta.url),
  "utf8",
)
  .trim()
  .split("\n")
  .slice(1);
const vectors = lines.map((line) => {
  const [, direction, name, hex, meaning] = line.match(/^([^,]*),([^,]*),([^,]*),(.*)$/);
  return { direction, name, hex, meaning: fields(meaning.replace(/^"|"$/g, "")) };
});

/** Parses "ply=0 options=4" to an object; a message extends to the end of the line. */
function fields(meaning) {
  const [, short, message] = meaning.match(/^(.*?)(?:message=(.*))?$/);
  const pairs = short
    .trim()
    .split(" ")
    .filter(Boolean)
    .map((pair) => pair.split("="));
  return { ...Object.fromEntries(pairs), ...(message === undefined ? {} : { message }) };
}

const bytes = (hex) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
const hex = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
const numbers = (text) => (text ? text.split(".").map(Number) : []);

const encoders = {
  choice: ({ ply, options }) => frames.choice(Number(ply), numbers(options)),
  open: ({ id, token, features = "0" }) =>
    frames.open(
      toBase64(bytes(id)),
      token === "none" ? null : toBase64(bytes(token)),
      Number(features),
    ),
  explain: () => frames.explain(),
  takeback: () => frames.takeback(),
  decline_takeback: () => frames.declineTakeback(),
  resign: () => frames.resign(),
  draw: () => frames.draw(),
  decline: () => frames.decline(),
  rematch: () => frames.rematch(),
  look: ({ budget, path }) => frames.look(Number(budget), numbers(path)),
  labels: ({ ply, labels }) => frames.labels(Number(ply), numbers(labels)),
};

test("every client frame is encoded as in the vectors", () => {
  const own = vectors.filter(({ direction, name }) => direction === "client" && name !== "move003");
  assert(own.length > 10);
  for (const { name, hex: wanted, meaning } of own)
    assert.equal(hex(encoders[name](meaning)), wanted, name);
});

const seat = (text) => (text === "0" ? 0 : text === "1" ? 1 : null);

const readers = {
  state(frame, meaning) {
    assert.equal(frame.ply, Number(meaning.ply));
    assert.equal(frame.you, seat(meaning.you));
    assert.equal(frame.turn, seat(meaning.turn));
    assert.equal(frame.state, { over: "finished", waiting: "open" }[meaning.turn] ?? "running");
    assert.equal(frame.offer, seat(meaning.draw_offer));
    assert.equal(frame.winner, seat(meaning.outcome));
    assert.equal(frame.drawn, meaning.outcome === "draw");
    assert.equal(frame.end, meaning.end ?? null);
    assert.deepEqual(frame.clocks, meaning.clocks === "none" ? null : numbers(meaning.clocks));
    assert.deepEqual(frame.labels, numbers(meaning.labels));
    assert.deepEqual(frame.last, numbers(meaning.last));
    assert.equal(hex(frame.payload), meaning.feed);
  },
  detail(frame, meaning) {
    assert.equal(frame.ply, Number(meaning.ply));
    assert.equal(hex(frame.payload), meaning.feed);
  },
  next: (frame, meaning) => assert.equal(hex(frame.id), meaning.id),
  error(frame, meaning) {
    assert.equal(frame.code, meaning.code);
    assert.equal(frame.message, meaning.message);
  },
  bye: (frame, meaning) => assert.equal(frame.after, Number(meaning.seconds)),
  moves(frame, meaning) {
    assert.equal(frame.first, Number(meaning.first));
    assert.equal(frame.lines.length, Number(meaning.count));
    assert.equal(frame.lines.join("|"), meaning.message);
  },
  explanation(frame, meaning) {
    assert.equal(frame.ply, Number(meaning.ply));
    assert.equal(frame.json, meaning.message);
  },
  takeback: (frame, meaning) => assert.equal(frame.asks, seat(meaning.asks)),
};

test("every server frame is decoded as in the vectors", () => {
  const own = vectors.filter(({ direction }) => direction === "server");
  assert(own.length > 10);
  for (const { name, hex, meaning } of own) {
    const frame = frames.decode(bytes(hex));
    assert.equal(frame.kind, name);
    readers[name](frame, meaning);
  }
});

test("a truncated frame is an error that says where", () => {
  for (const { direction, name, hex } of vectors) {
    if (direction !== "server" || name !== "state") continue;
    assert.throws(() => frames.decode(bytes(hex).slice(0, 3)), /the frame ends at byte 3/);
  }
  assert.throws(() => frames.decode(Uint8Array.of(9)), /no frame begins with 9/);
  assert.throws(() => frames.decode(Uint8Array.of(1, 0xe1)), /no number begins with 225/);
  assert.throws(
    () => frames.decode(Uint8Array.of(5, 0xe0, 0, 0, 0x20, 0xbf)),
    /8383 has a shorter encoding/,
  );
});

test("numbers have one encoding, at every boundary", () => {
  for (const value of [0, 191, 192, 447, 448, 8383, 8384, 65536, 0xffffffff]) {
    const reader = new Reader(Uint8Array.from(frames.number(value)));
    assert.equal(reader.number(), value);
    assert.equal(reader.at, reader.bytes.length);
  }
  assert.throws(() => frames.number(-1), /does not fit into a number of a frame/);
});

test("base64url round-trips and rejects other characters", () => {
  const all = Uint8Array.from({ length: 256 }, (_, i) => i);
  assert.deepEqual(fromBase64(toBase64(all)), all);
  assert.equal(toBase64(Uint8Array.of(0xfb, 0xff)), "-_8");
  assert.throws(() => fromBase64("a+b"), /not base64url/);
});
