// The order of a hand: by colour, by number, or as arranged by the player. The browser remembers
// it.

import { colourOf, numberOf } from "./names.js";

/** @typedef {"colour" | "number" | "own"} Mode */

const KEY = "ennead.schotten.order";

/** @returns {{mode: Mode, own: number[]}} */
export function loadOrder() {
  try {
    const { mode, own } = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    const known = mode === "number" || mode === "own" ? mode : "colour";
    return { mode: known, own: Array.isArray(own) ? own.filter(Number.isInteger) : [] };
  } catch {
    return { mode: "colour", own: [] };
  }
}

/** @param {{mode: Mode, own: number[]}} order */
export function saveOrder(order) {
  try {
    localStorage.setItem(KEY, JSON.stringify(order));
  } catch {
    // Without storage, the order lasts as long as the page.
  }
}

/**
 * The occupied slots in display order.
 * @param {(number | null)[]} slots
 * @param {{mode: Mode, own: number[]}} order
 * @returns {number[]}
 */
export function arrange(slots, { mode, own }) {
  const held = slots.flatMap((card, slot) => (card === null ? [] : [{ card, slot }]));
  const rank = (/** @type {number} */ card) => {
    if (mode === "colour") return card;
    if (mode === "number") return numberOf(card) * 16 + colourOf(card);
    const at = own.indexOf(card);
    return at < 0 ? own.length : at;
  };
  return held
    .sort((a, b) => rank(a.card) - rank(b.card) || a.slot - b.slot)
    .map(({ slot }) => slot);
}

/**
 * The list with one item moved to another position.
 * @param {number[]} list
 * @param {number} item
 * @param {number} place
 */
export function moved(list, item, place) {
  const rest = list.filter((other) => other !== item);
  rest.splice(Math.max(0, Math.min(place, rest.length)), 0, item);
  return rest;
}
