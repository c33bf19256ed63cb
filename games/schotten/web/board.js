// The board of Schotten Totten. It draws the payload and sends the chosen card and stone. The
// server decides what is legal, who may claim and who has won.

import { el } from "../../js/dom.js";
import { valueText, valueTone } from "../../js/boards/values.js";
import { decodeTable, marked } from "./payload.js";
import { createHand } from "./hand.js";
import { capital, nameOf, stoneNumber } from "./names.js";
import { createPanel } from "./panel.js";
import { createSeats, nearSeat } from "./seats.js";
import { createTracker } from "./tracker.js";
import { createTable } from "./stones.js";
import { handName, sayClaims, sayStone, sayWin, seatNames } from "./texts.js";

export { chart } from "./chart.js";

/** @typedef {import("./payload.js").Table} Table */
/** @typedef {import("../../js/boards/index.js").Scene} Scene */
/** @typedef {import("../../js/boards/index.js").Actions} Actions */

/** @type {[string, string][]} */
export const keys = [
  ["A – F", "pick a card from your hand, from the left"],
  ["1 – 9", "lay it at a stone, or look at the stone"],
  ["arrows, Enter", "move and press"],
  ["Shift + ← →", "move a card within the hand"],
  ["Esc", "put the card back"],
  ["Y, N", "claim a stone, or not"],
  ["P", "pass, if you cannot lay a card"],
];

/**
 * @param {HTMLElement} host
 * @param {Actions} actions
 */
export function create(host, actions) {
  /** @type {Scene | null} */
  let scene = null;
  /** @type {Table | null} */
  let table = null;
  /** @type {number | null} the slot that is picked but not sent yet */
  let picked = null;
  /** @type {{slot: number | null, stone: number} | null} on its way to the server */
  let sent = null;
  /** @type {number | null} */
  let looked = null;
  /** @type {number[]} stones claimed since the player's last action */
  let newClaims = [];
  /** @type {Map<number, string> | null} the explanation of each stone of the shown table */
  let proofs = null;

  const stones = createTable(pressStone);
  const seats = createSeats();
  const tracker = createTracker();
  const panel = createPanel(answer, () => escape());
  const hand = createHand({
    press: pressCard,
    lift: (slot) => mayPick(slot) && pick(slot),
    over: (x, y) => stones.hover(targetAt(x, y)),
    drop: dropCard,
    release: () => stones.hover(null),
  });
  const element = el(
    "div",
    { class: "schotten" },
    el(
      "div",
      { class: "play-area" },
      seats.far,
      stones.element,
      el("div", { class: "below" }, panel.element, hand.element, seats.near),
    ),
  );
  seats.near.append(hand.bar);
  host.append(element);
  (actions.beside ?? element).append(tracker.element);
  tracker.element.open = matchMedia("(min-width: 64rem)").matches;

  /** @param {Scene} next */
  function update(next) {
    const fresh = decodeTable(next.payload);
    if (!scene || !same(scene.payload, next.payload)) {
      proofs = null;
      newClaims = next.still ? [] : [...newClaims, ...claimedSince(table, fresh)];
      if (
        fresh.stage !== "card" ||
        !fresh.hand ||
        picked === null ||
        fresh.hand[picked] !== table?.hand?.[picked]
      )
        picked = null;
    }
    scene = next;
    table = fresh;
    sent = null;
    if (asking("claim")) looked = null;
    draw();
    if (asking("claim") || looked !== null || newClaims.length) explain();
  }

  /** @param {Table["stage"]} stage */
  const asking = (stage) =>
    !!scene && !scene.still && scene.labels.length > 0 && table?.stage === stage;

  /** @param {number} slot */
  const mayPick = (slot) => asking("card") && !sent && !!scene?.labels.includes(slot);

  /** The highlighted stones once a card is picked: those marked as open in the payload. */
  function openStones() {
    const choosing = asking("stone") || (asking("card") && picked !== null);
    return new Set(table && !sent && choosing ? marked(table, "open") : []);
  }

  /** The slot of the card to place. */
  const current = () => (table?.stage === "stone" ? table.chosen : picked);

  function draw() {
    if (!scene || !table) return;
    const slot = sent ? sent.slot : current();
    const values = overlay(scene);
    const none = new Map();
    const near = nearSeat(scene);
    // In a replay either hand may be the mover's; the values belong to that one.
    const handValues = table.stage === "card" ? values : none;
    const isFar = scene.turn !== null && scene.turn !== near;
    stones.update({
      table,
      near,
      names: seatNames(scene),
      open: openStones(),
      card: slot === null ? null : (table.hand?.[slot] ?? null),
      looked: table.asked ?? looked,
      picked: scene.picked ? new Set(scene.picked) : null,
      sent: sent?.stone ?? null,
      values: table.stage === "stone" ? values : none,
    });
    element.classList.toggle("still", scene.still);
    element.dataset.ply = String(scene.ply ?? "");
    seats.update(scene, table, isFar ? handValues : none);
    tracker.update(table, handName(scene));
    hand.element.hidden = !table.hand;
    hand.bar.hidden = !table.hand || scene.still;
    hand.update({
      slots: table.hand ?? [],
      enabled: new Set(asking("card") && !sent ? scene.labels : []),
      picked: slot,
      sent: sent !== null,
      still: scene.still,
      whose: handName(scene),
      values: isFar ? none : handValues,
    });
    drawPanel();
  }

  function drawPanel() {
    if (!scene || !table) return;
    if (asking("claim") && table.asked !== null)
      return panel.claim(table.asked, proof(table.asked));
    if (asking("pass")) return panel.pass();
    if (looked !== null)
      return panel.stone(looked, lookedHead(looked), sayStone(looked, scene, table), proof(looked));
    const win = sayWin(scene, table);
    const why = newClaims.map(proof).join(" ");
    if (win) return panel.won(win, why);
    if (newClaims.length) return panel.claimed(why ? "" : sayClaims(newClaims, scene, table), why);
    panel.hint(hint());
  }

  /** The explanation of a stone, as a sentence. @param {number} stone */
  function proof(stone) {
    const text = proofs?.get(stone);
    return text ? `${capital(text)}.` : "";
  }

  /**
   * The heading for a stone. It names the owner only if there is no explanation to do so.
   * @param {number} stone
   */
  function lookedHead(stone) {
    const owner = table?.stones[stone].owner ?? null;
    return scene && owner !== null && !proof(stone)
      ? `Stone ${stoneNumber(stone)}, claimed by ${seatNames(scene)[owner]}`
      : `Stone ${stoneNumber(stone)}`;
  }

  function hint() {
    if (!scene || !table || scene.still || sent) return "";
    if (scene.picked) return "Press the stones that answer the question.";
    const slot = current();
    const card = slot === null ? null : table.hand?.[slot];
    if (asking("stone")) return `Lay ${card ? nameOf(card) : "the card"} at one of the lit stones.`;
    if (asking("card"))
      return card
        ? `Lay ${nameOf(card)}: press or drag it to a stone.`
        : "Pick a card, then a stone.";
    return "Press a stone to read what is known about it.";
  }

  /** @param {number} slot */
  function pressCard(slot) {
    if (mayPick(slot)) pick(picked === slot ? null : slot);
  }

  /** @param {number | null} slot */
  function pick(slot) {
    picked = slot;
    looked = null;
    newClaims = [];
    draw();
  }

  /** @param {number} stone */
  function pressStone(stone) {
    if (scene?.picked) actions.pick?.(stone);
    else if (openStones().has(stone)) lay(stone);
    else look(looked === stone ? null : stone);
  }

  /** @param {number | null} stone */
  function look(stone) {
    looked = stone;
    draw();
    if (stone !== null) explain();
  }

  /**
   * Sends the card and the stone in one frame.
   * @param {number} stone
   */
  function lay(stone) {
    const slot = current();
    sent = { slot, stone };
    const labels = table?.stage === "stone" || slot === null ? [stone] : [slot, stone];
    picked = null;
    newClaims = [];
    draw();
    actions.choose(labels);
  }

  /** @param {number} label */
  function answer(label) {
    actions.choose([label]);
  }

  /** @param {number} label */
  function reply(label) {
    answer(label);
    return true;
  }

  /**
   * @param {number} x
   * @param {number} y
   */
  function targetAt(x, y) {
    const stone = stones.stoneAt(x, y);
    return stone !== null && openStones().has(stone) ? stone : null;
  }

  /**
   * @param {number} slot
   * @param {number} x
   * @param {number} y
   */
  function dropCard(slot, x, y) {
    const stone = targetAt(x, y);
    if (stone === null || current() !== slot) return false;
    lay(stone);
    return true;
  }

  /** Requests the explanations of the stones, once per table. */
  async function explain() {
    const asked = scene?.payload;
    if (!asked || proofs) return;
    proofs = new Map();
    try {
      /** @type {{stones: {stone: number, text: string}[]}} */
      const { stones: known } = await actions.explain();
      if (scene && same(scene.payload, asked))
        proofs = new Map(known.map(({ stone, text }) => [stone, text]));
    } catch {
      proofs = null;
    }
    drawPanel();
  }

  /**
   * Letters pick a card, digits select stones, arrows move the focus, Escape puts the card back,
   * and y, n and p answer.
   * @param {KeyboardEvent} event
   */
  function key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const place = hand.placeOf(event.key);
    const used = /^[1-9]$/.test(event.key)
      ? pressDigit(Number(event.key) - 1)
      : place >= 0
        ? pressLetter(place)
        : pressNamed(event);
    if (used) event.preventDefault();
  }

  /** @param {KeyboardEvent} event */
  function pressNamed({ key: name, shiftKey }) {
    if (name === "Escape") return escape();
    if (asking("claim") && (name === "y" || name === "n")) return reply(name === "y" ? 1 : 0);
    if (asking("pass") && name === "p") return reply(0);
    if (name === "ArrowLeft" || name === "ArrowRight")
      return walk(name === "ArrowLeft" ? -1 : 1, shiftKey);
    if (name === "ArrowUp" && hand.focused() >= 0) return focusStone(4);
    if (name === "ArrowDown" && stones.focused() !== null) return focusHand();
    return false;
  }

  /** @param {number} stone */
  function pressDigit(stone) {
    if (scene?.picked) actions.pick?.(stone);
    else if (!openStones().size) look(stone);
    else if (openStones().has(stone)) lay(stone);
    return true;
  }

  /** @param {number} place */
  function pressLetter(place) {
    const slot = hand.slotAt(place);
    if (slot === null || !mayPick(slot)) return false;
    pick(slot);
    hand.focus(place);
    return true;
  }

  function escape() {
    if (picked === null && looked === null && !newClaims.length) return false;
    picked = looked = null;
    newClaims = [];
    draw();
    return true;
  }

  /**
   * @param {number} by
   * @param {boolean} carry whether the card moves along
   */
  function walk(by, carry) {
    const stone = stones.focused();
    if (stone !== null) return focusStone(stone + by);
    const place = hand.focused();
    if (place < 0) return false;
    if (carry) hand.shift(by);
    else hand.focus(place + by);
    return true;
  }

  /** @param {number} stone */
  function focusStone(stone) {
    stones.focus(Math.max(0, Math.min(8, stone)));
    return true;
  }

  function focusHand() {
    hand.focus(0);
    return true;
  }

  /** Returns the card to the hand. */
  function rejected() {
    sent = null;
    draw();
  }

  function destroy() {
    element.remove();
    tracker.element.remove();
  }

  return { update, key, rejected, destroy };
}

/**
 * The stones claimed between two tables.
 * @param {Table | null} before
 * @param {Table} now
 */
const claimedSince = (before, now) =>
  before
    ? now.stones.flatMap(({ owner }, at) =>
        owner !== null && before.stones[at].owner === null ? [at] : [],
      )
    : [];

/**
 * The value of each label, as text to draw on it.
 * @param {Scene} scene
 */
function overlay(scene) {
  return new Map(
    (scene.overlay ?? []).map((entry) => [
      entry.label,
      { text: valueText(entry), tone: valueTone(entry.value) },
    ]),
  );
}

/**
 * @param {Uint8Array} a
 * @param {Uint8Array} b
 */
const same = (a, b) => a.length === b.length && a.every((byte, at) => byte === b[at]);

/**
 * The table as text, for screen readers.
 * @param {Scene} scene
 */
export function describe(scene) {
  const table = decodeTable(scene.payload);
  const names = seatNames(scene);
  const owned = (/** @type {number} */ seat) =>
    table.stones.flatMap((stone, at) => (stone.owner === seat ? [stoneNumber(at)] : []));
  const claims = [0, 1].map(
    (seat) =>
      `${names[seat]}: ${owned(seat).length ? `stones ${owned(seat).join(", ")}` : "no stone"}`,
  );
  const last = move(scene);
  const laid = last && ` Last card: ${last}, by ${names[table.lastSeat]}.`;
  const win = sayWin(scene, table);
  return `${win && `${win} `}${claims.join("; ")}.${laid} ${table.deck} cards in the deck.`;
}

/**
 * The public part of the last move, as text.
 * @param {Scene} scene
 */
export function move(scene) {
  const { lastStone, lastSeat, stones } = decodeTable(scene.payload);
  const card = lastStone === null ? undefined : stones[lastStone].cards[lastSeat].at(-1);
  if (lastStone === null || card === undefined) return "";
  return `${nameOf(card)} at stone ${stoneNumber(lastStone)}`;
}

/**
 * A suggested move, with the card's name.
 * @param {Scene} scene
 * @param {number[]} labels
 */
export function hintText(scene, labels) {
  const table = decodeTable(scene.payload);
  if (table.stage === "claim") return labels[0] === 1 ? "to claim it" : "not to claim it";
  if (table.stage === "pass") return "a pass";
  const slot = table.stage === "stone" ? table.chosen : labels[0];
  const card = slot === null ? null : (table.hand?.[slot] ?? null);
  return `${card === null ? "a card" : nameOf(card)} at stone ${stoneNumber(labels.at(-1) ?? 0)}`;
}

/**
 * A move for lists. Slot numbers mean nothing to a reader, so the card is named.
 * @param {Scene} scene
 * @param {string} text
 */
export function moveText(scene, text) {
  const parts = /^\d>\d((?:!\d)*)$/.exec(text);
  if (!parts) return text;
  const stones = [...parts[1].matchAll(/\d/g)].map(([digit]) => stoneNumber(Number(digit)));
  const claims = stones.length ? `, claims ${stones.join(", ")}` : "";
  return move(scene) + claims;
}
