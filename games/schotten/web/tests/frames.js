// Decodes frames of Schotten Totten from the protocol page alone, without the client's code: every
// byte must have a meaning.

import assert from "node:assert/strict";

const COLOURS = ["red", "yellow", "blue", "green", "cyan", "grey"];
export const cardName = (byte) => `${COLOURS[(byte >> 4) - 1]}${byte & 15}`;
const isCard = (byte) => byte >> 4 >= 1 && byte >> 4 <= 6 && (byte & 15) >= 1 && (byte & 15) <= 9;

/** A reader that must have consumed all bytes when it is done. */
class Bytes {
  constructor(bytes) {
    this.bytes = bytes;
    this.at = 0;
  }
  byte() {
    assert(this.at < this.bytes.length, "a frame that ends too early");
    return this.bytes[this.at++];
  }
  number() {
    const first = this.byte();
    if (first < 0xc0) return first;
    if (first < 0xe0) return 192 + ((first & 31) << 8) + this.byte();
    assert.equal(first, 0xe0, "no number");
    return ((this.byte() * 256 + this.byte()) * 256 + this.byte()) * 256 + this.byte();
  }
  card() {
    const byte = this.byte();
    assert(isCard(byte), `${byte} is no card`);
    return byte;
  }
  times(count, read) {
    return Array.from({ length: count }, read);
  }
}

/**
 * The formation of three public cards by the rules, which the page does not know: 1 sum, 2 run, 3
 * colour, 4 three of a kind, 5 colour run.
 */
function kindOf(cards) {
  if (cards.length < 3) return 0;
  const colours = new Set(cards.map((card) => card >> 4)).size;
  const numbers = [...new Set(cards.map((card) => card & 15))].sort((a, b) => a - b);
  const run = numbers.length === 3 && numbers[2] - numbers[0] === 2;
  if (colours === 1) return run ? 5 : 3;
  return numbers.length === 1 ? 4 : run ? 2 : 1;
}

/** Decodes a payload: its public cards, its hand, and nothing else. */
export function readPayload(payload) {
  const bytes = new Bytes(payload);
  const stage = bytes.byte();
  assert(stage < 64 && (stage & 7) <= 4, `the stage ${stage}`);
  const stones = bytes.byte();
  assert(stones >> 4 <= 8 || stones >> 4 === 15);
  const sizes = bytes.byte();
  const deck = bytes.byte();
  assert(deck <= 42);
  const counts = bytes
    .times(9, () => bytes.byte())
    .flatMap((stone) => [stone & 3, (stone >> 2) & 3]);
  const marks = bytes.times(9, () => bytes.byte());
  const sides = counts.map((count) => bytes.times(count, () => bytes.card()));
  sides.forEach((cards, side) =>
    assert.equal((marks[side >> 1] >> (side % 2 ? 3 : 0)) & 7, kindOf(cards), "a formation"),
  );
  const open = marks.map((byte) => byte >> 6);
  const table = sides.flat();
  let hand = null;
  if (bytes.at < payload.length) {
    hand = bytes.times(6, () => bytes.byte()).filter((byte) => byte !== 0xff);
    assert(hand.every(isCard));
    const chosen = bytes.byte();
    assert(chosen === 0xff || chosen < 6);
  }
  assert.equal(bytes.at, payload.length, "bytes that have no meaning");
  if ((stage & 7) === 4) assert(open.filter((mark) => mark > 1).length >= 3, "the stones that won");
  else
    assert(
      open.every((mark) => mark === 0 || (mark === 1 && hand !== null && (stage & 7) < 2)),
      "stones that are open to nobody",
    );
  const held = (sizes >> 4) + (sizes & 15);
  assert.equal(table.length + held + deck, 54, "54 cards in all");
  return { stage: stage & 7, table, hand, sizes: [sizes >> 4, sizes & 15], deck };
}

/** A frame from the server. */
export function readFrame(frame) {
  const bytes = new Bytes(frame);
  const kind = bytes.byte();
  if (kind === 3) return (assert.equal(frame.length, 9), { kind: "next" });
  if (kind === 4)
    return {
      kind: "error",
      text: new TextDecoder("utf-8", { fatal: true }).decode(frame.subarray(2)),
    };
  if (kind === 5) return (bytes.number(), assert.equal(bytes.at, frame.length), { kind: "bye" });
  if (kind === 6) return { kind: "moves", text: readLines(bytes, frame) };
  if (kind === 7)
    return (bytes.number(), { kind: "explanation", text: decodeText(frame, bytes.at) });
  if (kind === 8) return (assert.equal(frame.length, 2), { kind: "takeback" });
  assert.equal(kind, 1, `a frame of kind ${kind}`);
  const ply = bytes.number();
  const who = bytes.byte();
  assert(who < 128);
  if (((who >> 2) & 3) === 3) assert(bytes.byte() <= 4);
  if (who & 64) bytes.times(6, () => bytes.byte());
  const mask = bytes.times(bytes.byte(), () => bytes.byte());
  assert(mask.length <= 2, "labels go to 8");
  const last = bytes.times(bytes.number(), () => bytes.byte());
  assert.deepEqual(last, [], "the labels of a move are slots, which are nobody else's to see");
  return {
    kind: "state",
    ply,
    you: who & 3,
    labels: mask.length,
    ...readPayload(frame.subarray(bytes.at)),
  };
}

/** The lines of a *moves* frame, which extend to its end. */
function readLines(bytes, frame) {
  bytes.number();
  const lines = [];
  while (bytes.at < frame.length) {
    const length = bytes.number();
    lines.push(decodeText(frame.subarray(0, bytes.at + length), bytes.at));
    bytes.at += length;
  }
  assert.equal(bytes.at, frame.length);
  return lines.join("\n");
}

const decodeText = (bytes, from) =>
  new TextDecoder("utf-8", { fatal: true }).decode(bytes.subarray(from));

/** The cards named in a text, in full or abbreviated. */
export function cardsIn(text) {
  const words = [...text.matchAll(/\b(red|yellow|blue|green|cyan|grey) ?([1-9])\b/g)].map(
    ([, colour, number]) => (COLOURS.indexOf(colour) + 1) * 16 + Number(number),
  );
  const short = [...text.matchAll(/\b([RYBGCE])([1-9])\b/g)].map(
    ([, letter, number]) => ("RYBGCE".indexOf(letter) + 1) * 16 + Number(number),
  );
  return [...words, ...short];
}

/**
 * Records everything the server sends to a page: the frames of its sockets, and the answers to
 * calls on the match.
 */
export function listenIn(page, id) {
  const heard = { frames: [], answers: [] };
  page.on("websocket", (socket) =>
    socket.on("framereceived", ({ payload }) =>
      heard.frames.push(new Uint8Array(Buffer.from(payload))),
    ),
  );
  page.on("response", async (response) => {
    if (!response.url().includes(`/api/matches/${id}`)) return;
    const text = await response.text().catch(() => "");
    if (text) heard.answers.push(text);
  });
  return heard;
}

/** What each seat could know after each ply, from the record of the match. */
export async function truth(server, id) {
  const { record } = await server.call("GET", `/api/matches/${id}/record`);
  const { steps } = await server.call("POST", "/api/replay", { record });
  const plies = new Map();
  for (const { ply, feeds } of steps) {
    const [first, second] = feeds.map((payload) =>
      readPayload(new Uint8Array(Buffer.from(payload, "base64url"))),
    );
    plies.set(ply, { table: first.table, hands: [first.hand, second.hand] });
  }
  return plies;
}

/**
 * Checks that nothing reached a viewer that must stay hidden from them: seat 0, seat 1, or null for
 * a spectator.
 */
export function nothingHidden(heard, plies, seat) {
  let states = 0;
  let logs = 0;
  /** What the viewer knows as of the latest state; the log follows its state. */
  let current = null;
  for (const bytes of heard.frames) {
    const frame = readFrame(bytes);
    if (frame.kind === "error") assert.deepEqual(cardsIn(frame.text), [], frame.text);
    if (frame.kind === "moves" && current) {
      logs++;
      const hand = seat === null ? [] : current.hands[seat];
      for (const card of cardsIn(frame.text))
        assert([...current.table, ...hand].includes(card), `the log names ${cardName(card)}`);
    }
    if (frame.kind !== "state") continue;
    current = plies.get(frame.ply) ?? null;
    assert(bytes.length <= 96, `a state of ${bytes.length} bytes`);
    assert.equal(frame.you, seat ?? 2);
    assert.equal(frame.hand === null, seat === null, "a hand is for its seat alone");
    if (seat === null) assert.equal(frame.labels, 0);
    const known = current;
    if (!known) continue;
    states++;
    assert.deepEqual(frame.table, known.table);
    if (seat !== null) assert.deepEqual(new Set(frame.hand), new Set(known.hands[seat]));
    const secret = seat === null ? known.hands.flat() : known.hands[1 - seat];
    for (const card of [...frame.table, ...(frame.hand ?? [])])
      assert(!secret.includes(card), `ply ${frame.ply} tells of ${cardName(card)}`);
  }
  const told = heard.answers.map((text) => checkAnswer(text, plies, seat));
  return { states, logs, answers: told.filter(Boolean).length };
}

/**
 * Checks a JSON answer: its payload and every card named in its texts. Answers after the end may
 * name all cards.
 */
function checkAnswer(text, plies, seat) {
  const match = JSON.parse(text);
  const known = plies.get(match.ply);
  if (!known || match.state !== "running") return false;
  const payload = readPayload(new Uint8Array(Buffer.from(match.feed, "base64url")));
  assert.equal(payload.hand === null, seat === null);
  const free = new Set([...known.table, ...(seat === null ? [] : known.hands[seat])]);
  for (const card of cardsIn(text))
    assert(free.has(card), `the answer at ply ${match.ply} names ${cardName(card)}: ${text}`);
  return true;
}
