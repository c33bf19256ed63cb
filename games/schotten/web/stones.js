// The nine stones with the cards of both sides. Stones are counted from 1, as people do; payloads
// and the notation of moves count from 0.

import { el } from "../../js/dom.js";
import { drawValue, face } from "./card.js";
import { nameOf, sayCards, shortOf, stoneNumber, sumOf } from "./names.js";

/** @typedef {import("./payload.js").Table} Table */
/** @typedef {import("./payload.js").Stone} Stone */

/**
 * @typedef {object} Picture
 * @property {Table} table
 * @property {0 | 1} near the seat shown below
 * @property {[string, string]} names of the seats
 * @property {Set<number>} open the stones that are lit
 * @property {number | null} card the card to lay there
 * @property {number | null} looked the selected stone
 * @property {Set<number> | null} [picked] the stones picked as an answer, if there is a question
 * @property {number | null} sent the stone to which a card is being sent
 * @property {Map<number, {text: string, tone: string}>} values of each stone
 */

/**
 * @typedef {object} Column
 * @property {HTMLElement} element
 * @property {HTMLButtonElement} button
 * @property {HTMLElement} stone
 * @property {HTMLElement} value
 * @property {[Side, Side]} sides far and near
 *
 * @typedef {{cards: HTMLElement, caption: HTMLElement, shown: number[]}} Side
 */

/** @param {(stone: number) => void} press */
export function createTable(press) {
  const columns = Array.from({ length: 9 }, (_, index) => createColumn(index, press));
  const element = el(
    "div",
    { class: "stones", role: "group", "aria-label": "Nine stones" },
    ...columns.map((column) => column.element),
  );
  let before = false;
  return {
    element,
    /** @param {Picture} picture */
    update(picture) {
      element.className = `stones near-${picture.near}`;
      columns.forEach((column, index) => drawColumn(column, index, picture, before));
      before = true;
    },
    /**
     * The stone whose column is at a point of the window.
     * @param {number} x
     * @param {number} y
     */
    stoneAt(x, y) {
      const index = columns.findIndex(({ element: box }) =>
        inside(box.getBoundingClientRect(), x, y),
      );
      return index < 0 ? null : index;
    },
    /** @param {number | null} stone */
    hover(stone) {
      columns.forEach((column, index) => column.element.classList.toggle("hover", index === stone));
    },
    /** @param {number} stone */
    focus(stone) {
      columns[stone]?.button.focus();
    },
    /** The focused stone. */
    focused() {
      const index = columns.findIndex((column) => column.button === document.activeElement);
      return index < 0 ? null : index;
    },
  };
}

/**
 * @param {DOMRect} box
 * @param {number} x
 * @param {number} y
 */
const inside = (box, x, y) => x >= box.left && x <= box.right && y >= box.top && y <= box.bottom;

/**
 * @param {number} index
 * @param {(stone: number) => void} press
 * @returns {Column}
 */
function createColumn(index, press) {
  const side = (/** @type {string} */ name) => ({
    cards: el("span", { class: "cards" }),
    caption: el("span", { class: "caption" }),
    shown: [],
    name,
  });
  const far = side("far");
  const near = side("near");
  const stone = el(
    "span",
    { class: "stone" },
    el("span", { class: "digit" }, String(stoneNumber(index))),
  );
  const value = el("span", { class: "value" });
  const button = /** @type {HTMLButtonElement} */ (el("button", { type: "button", class: "hit" }));
  button.addEventListener("click", () => press(index));
  const element = el(
    "div",
    { class: "column" },
    el("span", { class: "half far", "aria-hidden": "true" }, far.caption, far.cards),
    el("span", { class: "middle", "aria-hidden": "true" }, stone, value),
    el("span", { class: "half near", "aria-hidden": "true" }, near.cards, near.caption),
    button,
  );
  return { element, button, stone, value, sides: [far, near] };
}

/**
 * @param {Column} column
 * @param {number} index
 * @param {Picture} picture
 * @param {boolean} moving whether new cards are animated
 */
function drawColumn(column, index, picture, moving) {
  const { table, near } = picture;
  const stone = table.stones[index];
  const far = /** @type {0 | 1} */ (1 - near);
  const last = table.lastStone === index ? table.lastSeat : null;
  drawSide(column.sides[0], stone, far, last === far, moving);
  drawSide(column.sides[1], stone, near, last === near, moving);
  const { classList } = column.element;
  classList.toggle("open", picture.open.has(index));
  classList.toggle("looked", picture.looked === index);
  classList.toggle("asked", table.asked === index);
  classList.toggle("sent", picture.sent === index);
  classList.toggle("own-near", stone.owner === near);
  classList.toggle("own-far", stone.owner === far);
  classList.toggle("winning", stone.mark === "row" || stone.mark === "many");
  drawValue(column.value, picture.values.get(index));
  classList.toggle("picked", picture.picked?.has(index) ?? false);
  if (picture.picked) column.button.setAttribute("aria-pressed", String(picture.picked.has(index)));
  column.button.setAttribute("aria-label", sayColumn(index, picture));
}

/**
 * @param {Side} side
 * @param {Stone} stone
 * @param {0 | 1} seat
 * @param {boolean} last whether the newest card of the match lies here
 * @param {boolean} moving
 */
function drawSide(side, stone, seat, last, moving) {
  const cards = stone.cards[seat];
  if (!side.shown.every((card, at) => card === cards[at])) {
    side.cards.replaceChildren();
    side.shown = [];
  }
  for (const card of cards.slice(side.shown.length)) {
    const shape = face(card);
    if (moving) shape.classList.add("fresh");
    side.cards.append(shape);
  }
  side.shown = [...cards];
  [...side.cards.children].forEach((shape, at) =>
    shape.classList.toggle("last", last && at === cards.length - 1),
  );
  drawCaption(side.caption, stone, seat);
}

/**
 * @param {HTMLElement} caption
 * @param {Stone} stone
 * @param {0 | 1} seat
 */
function drawCaption(caption, stone, seat) {
  const kind = stone.kinds[seat];
  caption.replaceChildren();
  if (!kind) return;
  caption.append(el("b", {}, shortOf(kind)), ` ${sumOf(stone.cards[seat])}`);
  if (stone.first === seat) caption.append(el("i", { title: "completed first" }, "1st"));
}

/**
 * The accessible name of a column.
 * @param {number} index
 * @param {Picture} picture
 */
export function sayColumn(index, picture) {
  const { table, near, names } = picture;
  const stone = table.stones[index];
  const far = /** @type {0 | 1} */ (1 - near);
  const parts = [];
  if (picture.open.has(index) && picture.card !== null)
    parts.push(`Lay ${nameOf(picture.card)} at stone ${stoneNumber(index)}`);
  else parts.push(`Stone ${stoneNumber(index)}`);
  if (stone.owner !== null) parts.push(`claimed by ${names[stone.owner]}`);
  if (stone.mark === "row" || stone.mark === "many") parts.push("it is one of the winning stones");
  parts.push(
    ...[near, far].map(
      (seat) => `${names[seat]}: ${sayCards(stone.cards[seat], stone.kinds[seat])}`,
    ),
  );
  if (stone.first !== null) parts.push(`${names[stone.first]} completed first`);
  if (table.lastStone === index) parts.push("the last card was laid here");
  return `${parts.join(". ")}.`;
}
