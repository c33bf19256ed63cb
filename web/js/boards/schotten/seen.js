// The seen-cards table: six colours by nine numbers.

import { el } from "../../dom.js";
import { symbol } from "./card.js";
import { cardsOnTable } from "./decode.js";
import { COLOURS, LETTERS } from "./names.js";

/** @typedef {import("./decode.js").Table} Table */

const NUMBERS = [1, 2, 3, 4, 5, 6, 7, 8, 9];
const STATES = { table: ["●", "on the table"], hand: ["○", "in your hand"], none: ["", "not seen"] };

export function createSeen() {
  /** @type {Map<number, HTMLElement>} */
  const cells = new Map();
  const body = el("tbody", {}, ...COLOURS.map((colour, at) => createRow(colour, at, cells)));
  const head = el("tr", {}, el("td", {}), ...NUMBERS.map((number) => el("th", { scope: "col" }, String(number))));
  const count = el("span", { class: "count" });
  const element = el(
    "details",
    { class: "seen" },
    el("summary", {}, "Cards seen ", count),
    el("table", {}, el("caption", { class: "unseen" }, "Cards seen, by colour and number"), el("thead", {}, head), body),
    el("p", { class: "key" }, "● on the table", el("span", { class: "own" }, " ○ in your hand")),
  );
  return {
    element,
    /** @param {Table} table */
    update(table) {
      const laid = new Set(cardsOnTable(table));
      const own = new Set(table.hand);
      for (const [card, cell] of cells) mark(cell, laid.has(card) ? "table" : own.has(card) ? "hand" : "none");
      count.textContent = `${laid.size} of 54`;
      element.classList.toggle("no-hand", table.hand === null);
    },
  };
}

/**
 * @param {string} colour
 * @param {number} at
 * @param {Map<number, HTMLElement>} cells
 */
function createRow(colour, at, cells) {
  const row = el(
    "tr",
    { "data-colour": colour },
    el("th", { scope: "row" }, symbol(at), el("span", {}, LETTERS[at]), el("span", { class: "unseen" }, colour)),
  );
  for (const number of NUMBERS) {
    const cell = el("td", {});
    cells.set((at + 1) * 16 + number, cell);
    row.append(cell);
  }
  return row;
}

/**
 * @param {HTMLElement} cell
 * @param {keyof typeof STATES} state
 */
function mark(cell, state) {
  if (cell.dataset.state === state) return;
  cell.dataset.state = state;
  const [sign, words] = STATES[state];
  cell.replaceChildren(el("span", { "aria-hidden": "true" }, sign), el("span", { class: "unseen" }, words));
}
