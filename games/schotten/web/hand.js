// The player's hand: cards to click or to drag, in the player's order.

import { el } from "../../js/dom.js";
import { drawValue, face } from "./card.js";
import { draggable } from "./drag.js";
import { capital, nameOf } from "./names.js";
import { arrange, loadOrder, moved, saveOrder } from "./order.js";

/** @typedef {import("./order.js").Mode} Mode */

/**
 * @typedef {object} HandPicture
 * @property {(number | null)[]} slots
 * @property {Set<number>} enabled the slots on offer
 * @property {number | null} picked the slot that is picked, here or by an earlier choice
 * @property {boolean} sent whether the picked card is being sent
 * @property {boolean} still whether nothing can be pressed
 * @property {string} whose the name of the hand
 * @property {Map<number, {text: string, tone: string}>} values of each slot
 *
 * @typedef {object} HandEvents
 * @property {(slot: number) => void} press
 * @property {(slot: number) => void} lift a drag begins
 * @property {(x: number, y: number) => void} over
 * @property {(slot: number, x: number, y: number) => boolean} drop whether the card was laid
 * @property {() => void} release
 */

const MODES = /** @type {[Mode, string][]} */ ([
  ["colour", "colour"],
  ["number", "number"],
  ["own", "mine"],
]);

/** Letters pick cards, because digits select stones. */
const KEYS = "abcdef";

/** @param {HandEvents} events */
export function createHand(events) {
  let order = loadOrder();
  /** @type {HandPicture | null} */
  let shown = null;
  /** @type {Map<number, HTMLButtonElement>} by card */
  const buttons = new Map();
  const row = el("div", { class: "hand", role: "group" });
  const sorts = MODES.map(([mode, text]) => {
    const button = el("button", { type: "button", "aria-pressed": "false" }, text);
    button.addEventListener("click", () =>
      sort({ ...order, mode, own: mode === "own" ? cards() : order.own }),
    );
    return button;
  });
  const bar = el(
    "div",
    { class: "sorts", role: "group", "aria-label": "Sort the hand by" },
    el("span", { "aria-hidden": "true" }, "Sort by"),
    ...sorts,
  );

  /** The cards in display order. */
  const cards = () =>
    shown
      ? arrange(shown.slots, order).map((slot) => /** @type {number} */ (shown?.slots[slot]))
      : [];

  /** @param {{mode: Mode, own: number[]}} next */
  const sort = (next) => {
    order = next;
    saveOrder(order);
    if (shown) draw(shown);
  };

  /**
   * @param {number} card
   * @param {number} place
   */
  const put = (card, place) => sort({ mode: "own", own: moved(cards(), card, place) });

  /** @param {number} card */
  const slotOf = (card) => shown?.slots.indexOf(card) ?? -1;

  /** @param {number} x */
  const placeAt = (x) =>
    [...row.children]
      .filter((child) => !child.classList.contains("dragging"))
      .filter((child) => middle(child) < x).length;

  /** @param {number} card */
  const createCard = (card) => {
    const button = /** @type {HTMLButtonElement} */ (
      el("button", { type: "button", class: "held" }, face(card), el("span", { class: "value" }))
    );
    button.addEventListener("click", () => events.press(slotOf(card)));
    draggable(button, {
      allowed: () => !shown?.still,
      begin: () => events.lift(slotOf(card)),
      over: events.over,
      drop: (x, y) => {
        if (!events.drop(slotOf(card), x, y) && inside(row, x, y)) put(card, placeAt(x));
      },
      end: events.release,
    });
    return button;
  };

  /** @param {HandPicture} picture */
  const draw = (picture) => {
    const list = arrange(picture.slots, order);
    row.setAttribute("aria-label", capital(picture.whose));
    const held = new Set(picture.slots);
    for (const [card, button] of buttons) {
      if (held.has(card)) continue;
      button.remove();
      buttons.delete(card);
    }
    list.forEach((slot, place) => {
      const card = /** @type {number} */ (picture.slots[slot]);
      const button = buttons.get(card) ?? createCard(card);
      if (!buttons.has(card) && shown) button.classList.add("drawn");
      buttons.set(card, button);
      if (row.children[place] !== button) row.insertBefore(button, row.children[place] ?? null);
      drawCard(button, card, slot, picture);
      button.dataset.key = KEYS[place];
      button.setAttribute("aria-keyshortcuts", KEYS[place]);
    });
    sorts.forEach((button, at) =>
      button.setAttribute("aria-pressed", String(MODES[at][0] === order.mode)),
    );
    row.classList.toggle("asking", picture.enabled.size > 0 && picture.picked === null);
  };

  return {
    element: row,
    bar,
    /** @param {HandPicture} picture */
    update(picture) {
      draw(picture);
      shown = picture;
    },
    /** The position in the row selected by a key. @param {string} key */
    placeOf: (key) => (key.length === 1 ? KEYS.indexOf(key.toLowerCase()) : -1),
    /**
     * The slot of the card at a position in the row.
     * @param {number} place
     */
    slotAt: (place) => (shown ? (arrange(shown.slots, order)[place] ?? null) : null),
    /** @param {number} place */
    focus: (place) => /** @type {HTMLElement | undefined} */ (row.children[place])?.focus(),
    /** The focused position. */
    focused: () => [...row.children].indexOf(/** @type {Element} */ (document.activeElement)),
    /**
     * Moves the focused card to a neighbouring position.
     * @param {number} by
     */
    shift(by) {
      const place = this.focused();
      if (place < 0) return;
      put(cards()[place], place + by);
      this.focus(Math.max(0, Math.min(place + by, row.children.length - 1)));
    },
  };
}

/**
 * @param {HTMLButtonElement} button
 * @param {number} card
 * @param {number} slot
 * @param {HandPicture} picture
 */
function drawCard(button, card, slot, picture) {
  const picked = picture.picked === slot;
  const value = picture.values.get(slot);
  button.classList.toggle("picked", picked);
  button.classList.toggle("sent", picked && picture.sent);
  button.classList.toggle("offered", picture.enabled.has(slot));
  button.disabled = picture.still;
  button.setAttribute("aria-pressed", String(picked));
  button.setAttribute("aria-label", value ? `${nameOf(card)}, value ${value.text}` : nameOf(card));
  drawValue(/** @type {HTMLElement} */ (button.lastElementChild), value);
}

/** @param {Element} element */
const middle = (element) => {
  const box = element.getBoundingClientRect();
  return (box.left + box.right) / 2;
};

/**
 * @param {Element} element
 * @param {number} x
 * @param {number} y
 */
const inside = (element, x, y) => {
  const box = element.getBoundingClientRect();
  return x >= box.left - 20 && x <= box.right + 20 && y >= box.top - 30 && y <= box.bottom + 30;
};
