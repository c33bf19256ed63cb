// The editor of cards: a hand, the table, a deck. Select a slot, then a card.

import { face } from "./card.js";
import { COLOURS, nameOf } from "./names.js";
import { el } from "../../js/dom.js";

/** @typedef {import("../../js/explore/editor.js").Draft} Draft */
/**
 * @typedef {{title: string, prefix: string, wide: number, slots: string[]}} Part a group of slots;
 *   field names begin with the prefix
 */

const NUMBERS = [1, 2, 3, 4, 5, 6, 7, 8, 9];

/**
 * @param {Draft} draft
 * @returns {HTMLElement | null}
 */
export function edit(draft) {
  switch (draft.state.format) {
    case "schotten.card":
      return frame(
        el("p", { class: "small soft" }, "Press a card."),
        picker(new Set([draft.json?.card]), draft.edit),
      );
    case "schotten.move":
      return drawMove(draft);
    case "schotten.deck":
      return drawDeck(draft);
    case "schotten.hand":
      return drawSlots(draft, [hand("Hand", "", read(draft, "hand", 0))]);
    case "schotten.board":
      return drawSlots(draft, [table("", read(draft, "board", 0))]);
    case "schotten.view":
      return drawSlots(draft, [
        table("board, ", read(draft, "board", 0)),
        hand("Hand", "hand, ", read(draft, "hand", 1)),
      ]);
    case "schotten.turn":
      return drawTurn(draft);
    default:
      return null;
  }
}

/** @param {(Node | null)[]} children */
const frame = (...children) => el("div", { class: "schotten stack slots-drawing" }, children);

/**
 * A part of the text between semicolons, or the value decoded by the server.
 * @param {Draft} draft
 * @param {string} key
 * @param {number} part
 * @returns {string[] | null}
 */
function read({ state, json }, key, part) {
  const own = state.kind === "text" ? slotsOf(state.input.split(";")[part]) : null;
  const size = key === "hand" ? 6 : 54;
  if (own && own.length === size) return own;
  return slotsOf(json?.[key]);
}

/** @param {unknown} text */
const slotsOf = (text) => (typeof text === "string" ? text.split(/[\s/]+/).filter(Boolean) : null);

/** @param {string} title @param {string} prefix @param {string[] | null} slots @returns {Part} */
const hand = (title, prefix, slots) => ({
  title,
  prefix,
  wide: 6,
  slots: slots ?? Array(6).fill("-"),
});

/** @param {string} prefix @param {string[] | null} slots @returns {Part} */
const table = (prefix, slots) => ({
  title: "Table",
  prefix,
  wide: 9,
  slots: slots ?? Array(54).fill("-"),
});

/** @param {Part} part @param {number} at */
const refOf = ({ prefix, wide }, at) =>
  wide === 6 ? `${prefix}slot ${at}` : `${prefix}row ${Math.floor(at / wide)} column ${at % wide}`;

/**
 * @param {Draft} draft
 * @param {Part[]} parts
 */
function drawSlots(draft, parts) {
  const all = parts.flatMap((part) =>
    part.slots.map((card, at) => ({ card, ref: refOf(part, at) })),
  );
  const refs = all.map(({ ref }) => ref);
  const chosen = Math.max(0, refs.indexOf(draft.memory.get("slot") ?? ""));
  const choose = (/** @type {string} */ ref) => {
    draft.memory.set("slot", ref);
    draft.redraw();
  };
  const lay = (/** @type {string} */ card) => {
    draft.memory.set("slot", refs[card === "-" ? chosen : Math.min(chosen + 1, refs.length - 1)]);
    const next = all.map((slot, at) =>
      at === chosen ? card : slot.card === card && card !== "-" ? "-" : slot.card,
    );
    draft.edit(write(parts, next), draft.state.options);
  };
  const groups = parts.map((part) =>
    group(
      part,
      (at) => refOf(part, at) === refs[chosen],
      (at) => choose(refOf(part, at)),
    ),
  );
  return frame(
    ...groups,
    el("p", { class: "small soft" }, `Choose a slot, then a card for it.`),
    picker(new Set(all.map(({ card }) => card)), lay, true),
  );
}

/** @param {Part[]} parts @param {string[]} cards */
function write(parts, cards) {
  const texts = parts.map(({ wide, slots }) => {
    const own = cards.splice(0, slots.length);
    const rows = Array.from({ length: slots.length / wide }, (_, row) =>
      own.slice(row * wide, (row + 1) * wide).join(" "),
    );
    return rows.join(" / ");
  });
  return texts.join("; ");
}

/**
 * @param {Part} part
 * @param {(at: number) => boolean} chosen
 * @param {((at: number) => void) | null} press
 */
function group(part, chosen, press) {
  const slots = part.slots.map((card, at) => {
    const inside = byteOf(card) ? face(byteOf(card)) : el("span", { class: "clan none" });
    const label = `${refOf(part, at)}: ${say(card)}`;
    if (!press)
      return el("span", { class: "slot", "data-ref": refOf(part, at), title: label }, inside);
    return el(
      "button",
      {
        type: "button",
        class: "slot",
        "data-ref": refOf(part, at),
        "aria-label": label,
        "aria-pressed": String(chosen(at)),
        onclick: () => press(at),
      },
      inside,
    );
  });
  return el(
    "div",
    { class: `slots wide-${part.wide}`, role: "group", "aria-label": part.title },
    slots,
  );
}

/** @param {Draft} draft */
function drawDeck(draft) {
  const cards =
    (draft.state.kind === "text" ? slotsOf(draft.state.input) : null) ??
    slotsOf(draft.json?.deck) ??
    [];
  const shown = cards.map((card, at) =>
    el(
      "button",
      {
        type: "button",
        class: "slot",
        "data-ref": `card ${at}`,
        "aria-label": `card ${at}: ${say(card)}, remove it`,
        onclick: () => draft.edit(cards.filter((_, other) => other !== at).join(" ")),
      },
      byteOf(card) ? face(byteOf(card)) : card,
    ),
  );
  const add = (/** @type {string} */ card) =>
    draft.edit(
      cards.includes(card)
        ? cards.filter((other) => other !== card).join(" ")
        : [...cards, card].join(" "),
    );
  return frame(
    el("div", { class: "slots wide-9", role: "group", "aria-label": "Deck, from the top" }, shown),
    el("p", { class: "small soft" }, "Press the cards in the order of the deck, from the top."),
    picker(new Set(cards), add),
  );
}

/** @param {Draft} draft */
function drawMove({ state, json, edit: send }) {
  const own = state.kind === "text" ? /^(\d)>(\d)$/.exec(state.input.trim()) : null;
  const slot = own ? Number(own[1]) : json?.slot;
  const column = own ? Number(own[2]) : json?.column;
  const choice = (
    /** @type {string} */ name,
    /** @type {number} */ many,
    /** @type {number | undefined} */ now,
    /** @type {(at: number) => void} */ press,
  ) =>
    el(
      "div",
      { class: "row", role: "group", "aria-label": name, "data-ref": name },
      el("span", { class: "label" }, name),
      Array.from({ length: many }, (_, at) =>
        el(
          "button",
          {
            type: "button",
            class: "small-button numbers",
            "aria-pressed": String(at === now),
            onclick: () => press(at),
          },
          at,
        ),
      ),
    );
  return frame(
    choice("slot", 6, slot, (at) => send(`${at}>${column ?? 0}`)),
    choice("column", 9, column, (at) => send(`${slot ?? 0}>${at}`)),
    el(
      "div",
      { class: "row" },
      el(
        "button",
        {
          type: "button",
          class: "small-button",
          "aria-pressed": String(json?.move === "pass"),
          onclick: () => send("pass"),
        },
        "pass",
      ),
    ),
  );
}

/** @param {Draft} draft */
function drawTurn({ json }) {
  if (!json) return null;
  const never = () => false;
  const deck = slotsOf(json.deck) ?? [];
  return frame(
    el("p", { class: "label" }, "Just played"),
    group(hand("Just played", "just played, ", slotsOf(json.just_played)), never, null),
    el("p", { class: "label" }, "Table"),
    group(table("board, ", slotsOf(json.board)), never, null),
    el("p", { class: "label" }, `Next, whose move is ${json.move}`),
    group(hand("Next", "next, ", slotsOf(json.next)), never, null),
    el("p", { class: "label" }, `Deck of ${deck.length}`),
    el(
      "div",
      { class: "slots wide-9 tiny" },
      deck.map((card, at) =>
        el(
          "span",
          { class: "slot", "data-ref": `deck, card ${at}`, title: card },
          face(byteOf(card)),
        ),
      ),
    ),
  );
}

/**
 * A picker of all cards, six colours by nine numbers.
 * @param {Set<string>} used
 * @param {(card: string) => void} press
 * @param {boolean} [empty] whether a slot can be cleared
 */
function picker(used, press, empty = false) {
  const rows = COLOURS.flatMap((colour, at) =>
    NUMBERS.map((number) => {
      const name = `${colour}${number}`;
      return el(
        "button",
        {
          type: "button",
          class: used.has(name) ? "slot used" : "slot",
          "aria-label": `${colour} ${number}`,
          "aria-pressed": String(used.has(name)),
          onclick: () => press(name),
        },
        face((at + 1) * 16 + number),
      );
    }),
  );
  const clear = empty
    ? el(
        "button",
        { type: "button", class: "small-button", onclick: () => press("-") },
        "Empty the slot",
      )
    : null;
  return el(
    "div",
    { class: "stack picker" },
    el("div", { class: "slots wide-9 tiny", role: "group", "aria-label": "Cards" }, rows),
    clear,
  );
}

/** @param {string} card */
const say = (card) => (byteOf(card) ? nameOf(byteOf(card)) : "empty");

/** @param {string} name such as red7 */
function byteOf(name) {
  const parts = /^([a-z]+)([1-9])$/.exec(name);
  const colour = parts ? COLOURS.indexOf(parts[1]) : -1;
  return parts && colour >= 0 ? (colour + 1) * 16 + Number(parts[2]) : 0;
}

/** Fields are named like the slots of the drawing. @param {{name: string}[]} fields */
export const places = (fields) => fields.map(({ name }) => [name]);
