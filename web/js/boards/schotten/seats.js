// One line a player: name, stones won, cards held; and the deck.

import { badge } from "../../badge.js";
import { el, fill } from "../../dom.js";
import { back, face } from "./card.js";
import { decodeTable } from "./decode.js";

/** @typedef {import("./decode.js").Table} Table */
/** @typedef {import("../schotten.js").Scene} Scene */

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
     */
    update(scene, table) {
      const below = nearSeat(scene);
      const above = /** @type {0 | 1} */ (1 - below);
      drawLine(far, scene, table, above, scene.other ? decodeTable(scene.other).hand : null);
      drawLine(near, scene, table, below, null);
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
  return { element: el("div", { class: `seat-line ${where}` }, name, won, cards), name, won, cards };
}

/**
 * @param {ReturnType<typeof createLine>} line
 * @param {Scene} scene
 * @param {Table} table
 * @param {0 | 1} seat
 * @param {(number | null)[] | null} revealed the hand, where it may be seen
 */
function drawLine(line, scene, table, seat, revealed) {
  const stones = table.stones.filter((stone) => stone.owner === seat).length;
  line.element.classList.toggle("turn", scene.turn === seat);
  fill(line.name, badge(seat, "", 14), scene.you === seat ? "You" : seatName(seat));
  line.won.textContent = stones === 1 ? "1 stone" : `${stones} stones`;
  const held = revealed?.flatMap((card) => (card === null ? [] : [face(card)])) ?? Array.from({ length: table.handSizes[seat] }, back);
  line.cards.replaceChildren(...held, el("span", { class: "unseen" }, `${table.handSizes[seat]} cards in hand`));
}

/**
 * The seat that sits below: the viewer's, or the first one unless asked otherwise.
 * @param {Scene} scene
 */
export const nearSeat = (scene) => scene.you ?? scene.near ?? 0;

/**
 * What a seat is called by those who do not sit there.
 * @param {0 | 1} seat
 */
export const seatName = (seat) => `Player ${seat + 1}`;
