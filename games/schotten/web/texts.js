// The table as text. Every fact comes from the payload.

import { marked } from "./payload.js";
import { listOf, sayCards, stoneNumber } from "./names.js";
import { nearSeat, seatName } from "./seats.js";

/** @typedef {import("./payload.js").Table} Table */
/** @typedef {import("./board.js").Scene} Scene */

const COUNTS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"];

/**
 * @param {Scene} scene
 * @returns {[string, string]}
 */
export function seatNames(scene) {
  const name = (/** @type {0 | 1} */ seat) => (scene.you === seat ? "You" : seatName(seat));
  return [name(0), name(1)];
}

/** The name of the shown hand. @param {Scene} scene */
export const handName = (scene) =>
  scene.you === null ? `${seatName(nearSeat(scene))}’s hand` : "your hand";

/**
 * The cards at a stone.
 * @param {number} at
 * @param {Scene} scene
 * @param {Table} table
 */
export function sayStone(at, scene, table) {
  const names = seatNames(scene);
  const near = nearSeat(scene);
  const { cards, kinds, first } = table.stones[at];
  const sides = [near, 1 - near].map(
    (seat) => `${names[seat]}: ${sayCards(cards[seat], kinds[seat])}`,
  );
  const quicker = first === null ? "" : ` · ${names[first]} completed first`;
  return ` · ${sides.join(" · ")}${quicker}`;
}

/**
 * Who has claimed these stones: "You claimed stone 3."
 * @param {number[]} stones
 * @param {Scene} scene
 * @param {Table} table
 */
export function sayClaims(stones, scene, table) {
  const names = seatNames(scene);
  const by = [0, 1].map((seat) => ({
    name: names[seat],
    own: stones.filter((at) => table.stones[at].owner === seat),
  }));
  return by
    .flatMap(({ name, own }) => (own.length ? [`${name} claimed ${sayStones(own)}.`] : []))
    .join(" ");
}

/** @param {number[]} stones */
const sayStones = (stones) =>
  `stone${stones.length === 1 ? "" : "s"} ${listOf(stones.map(stoneNumber))}`;

/**
 * The reason for the win, if the match was won by the rules.
 * @param {Scene} scene
 * @param {Table} table
 */
export function sayWin(scene, table) {
  const row = marked(table, "row");
  const stones = row.length ? row : marked(table, "many");
  if (!stones.length) return "";
  const winner = seatNames(scene)[table.stones[stones[0]].owner ?? 0];
  const how = row.length ? " side by side" : "";
  const numbers = listOf(stones.map(stoneNumber));
  return `${winner} won with ${COUNTS[stones.length]} stones${how}: ${numbers}.`;
}
