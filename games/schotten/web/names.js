// Names of cards and formations.

export const COLOURS = ["red", "yellow", "blue", "green", "cyan", "grey"];
export const LETTERS = ["R", "Y", "B", "G", "C", "E"];

/** @param {number} card */
export const colourOf = (card) => (card >> 4) - 1;

/** @param {number} card */
export const numberOf = (card) => card & 15;

/** @param {number} card */
export const nameOf = (card) => `${COLOURS[colourOf(card)] ?? "unknown"} ${numberOf(card)}`;

/** @typedef {import("./payload.js").Kind} Kind */

/** A short name for narrow columns. @param {Kind} kind */
export const shortOf = (kind) => (kind === "three of a kind" ? "three" : kind);

/** The number of a stone for people, who count from 1. @param {number} stone */
export const stoneNumber = (stone) => stone + 1;

/** @param {number[]} cards */
export const sumOf = (cards) => cards.reduce((sum, card) => sum + numberOf(card), 0);

/** @param {string} text */
export const capital = (text) => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;

/** A list as text. @param {(string | number)[]} items */
export const listOf = (items) =>
  items.length < 2
    ? items.join("")
    : `${items.slice(0, -1).join(", ")} and ${items[items.length - 1]}`;

/**
 * @param {number[]} cards
 * @param {Kind | null} kind their formation, if it is complete
 * @returns {string} such as "red 7, red 8 and red 9: colour run, 24"
 */
export function sayCards(cards, kind) {
  if (!cards.length) return "no card";
  const list = listOf(cards.map(nameOf));
  return kind ? `${list}: ${kind}, ${sumOf(cards)}` : list;
}
