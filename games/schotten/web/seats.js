// A line per player with name, stones won and cards held, and the deck.

import { badge } from "../../js/badge.js";
import { el, fill } from "../../js/dom.js";
import { back, drawValue, face } from "./card.js";
import { decodeTable } from "./payload.js";

/** @typedef {import("./payload.js").Table} Table */
/** @typedef {import("./board.js").Scene} Scene */

export function createSeats() {
  const far = createLine("above");
  const near = createLine("under");
  const deck = el("span", { class: "deck" });
  far.element.append(deck);
  return {
    far: far.element,
    near: near.element,
    /**
     * @param {Scene} scene
     * @param {Table} table
     * @param {Map<number, {text: string, tone: string}>} values of the hand above, by slot
     */
    update(scene, table, values) {
      const below = nearSeat(scene);
      const above = /** @type {0 | 1} */ (1 - below);
      const revealed = scene.other ? decodeTable(scene.other).hand : null;
      drawLine(far, scene, table, above, revealed, values);
      drawLine(near, scene, table, below, null, new Map());
      near.cards.hidden = table.hand !== null;
      deck.replaceChildren(back(), "Deck ", el("b", {}, String(table.deck)));
    },
  };
}

/** @param {string} where */
function createLine(where) {
  const name = el("span", { class: "name" });
  const won = el("span", { class: "won" });
  const cards = el("span", { class: "held-cards" });
  return {
    element: el("div", { class: `seat-line ${where}` }, name, won, cards),
    name,
    won,
    cards,
  };
}

/**
 * @param {ReturnType<typeof createLine>} line
 * @param {Scene} scene
 * @param {Table} table
 * @param {0 | 1} seat
 * @param {(number | null)[] | null} revealed the hand, if it is visible
 * @param {Map<number, {text: string, tone: string}>} values of its slots
 */
function drawLine(line, scene, table, seat, revealed, values) {
  const stones = table.stones.filter((stone) => stone.owner === seat).length;
  line.element.classList.toggle("turn", scene.turn === seat);
  fill(line.name, badge(seat, "", 14), scene.you === seat ? "You" : seatName(seat));
  line.won.textContent = stones === 1 ? "1 stone" : `${stones} stones`;
  const held =
    revealed?.flatMap((card, slot) => (card === null ? [] : [valued(card, values.get(slot))])) ??
    Array.from({ length: table.handSizes[seat] }, back);
  line.cards.replaceChildren(
    ...held,
    el("span", { class: "unseen" }, `${table.handSizes[seat]} cards in hand`),
  );
}

/**
 * A card above its value, if known.
 * @param {number} card
 * @param {{text: string, tone: string} | undefined} value
 */
function valued(card, value) {
  if (!value) return face(card);
  const note = el("span", { class: "value" });
  drawValue(note, value);
  return el("span", { class: "valued" }, face(card), note);
}

/**
 * The seat shown below: the viewer's, else the scene's, else the first.
 * @param {Scene} scene
 */
export const nearSeat = (scene) => scene.you ?? scene.near ?? 0;

/**
 * The name of a seat for other viewers.
 * @param {0 | 1} seat
 */
export const seatName = (seat) => `Player ${seat + 1}`;
