// How cards and formations are called.

export const COLOURS = ["red", "yellow", "blue", "green", "cyan", "grey"];
export const LETTERS = ["R", "Y", "B", "G", "C", "E"];

/** @param {number} card */
export const colourOf = (card) => (card >> 4) - 1;

/** @param {number} card */
export const numberOf = (card) => card & 15;

/** @param {number} card */
export const nameOf = (card) => `${COLOURS[colourOf(card)] ?? "unknown"} ${numberOf(card)}`;

/**
 * @typedef {object} Formation
 * @property {string} name
 * @property {string} short a sign for narrow columns
 * @property {number} sum
 */

/**
 * What three cards that lie open are called. Only a caption: who is stronger is never asked here.
 * @param {number[]} cards
 * @returns {Formation | null} null unless there are three
 */
export function formationOf(cards) {
  if (cards.length !== 3) return null;
  const numbers = cards.map(numberOf).sort((a, b) => a - b);
  const sum = numbers[0] + numbers[1] + numbers[2];
  const colour = cards.every((card) => colourOf(card) === colourOf(cards[0]));
  const run = numbers[1] === numbers[0] + 1 && numbers[2] === numbers[1] + 1;
  if (colour && run) return { name: "colour run", short: "c-run", sum };
  if (numbers[0] === numbers[2]) return { name: "three of a kind", short: "three", sum };
  if (colour) return { name: "colour", short: "colour", sum };
  if (run) return { name: "run", short: "run", sum };
  return { name: "sum", short: "sum", sum };
}

/**
 * @param {number[]} cards
 * @returns {string} such as "red 7, red 8 and red 9: colour run, 24"
 */
export function sayCards(cards) {
  const names = cards.map(nameOf);
  const formation = formationOf(cards);
  if (!names.length) return "no card";
  const list = names.length === 1 ? names[0] : `${names.slice(0, -1).join(", ")} and ${names[names.length - 1]}`;
  return formation ? `${list}: ${formation.name}, ${formation.sum}` : list;
}
