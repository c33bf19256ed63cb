// The puzzles solved in this browser, and the streak of days. Days are UTC days, so everyone gets
// the same daily puzzle.

const KEY = "ennead.puzzles";
const DAY = 86_400_000;

/**
 * @typedef {object} Solved the stored progress in a game's puzzles
 * @property {number[]} solved the numbers of puzzles, counted from 1
 * @property {number[]} seen those whose solution was shown before they were solved
 * @property {number} day the last day whose daily puzzle was solved on that day
 * @property {number} streak the number of consecutive days up to that day
 */

/** The number of the current UTC day. @param {number} [now] */
export const today = (now = Date.now()) => Math.floor(now / DAY);

/** The number of the daily puzzle, counted from 1. @param {number} day @param {number} count */
export const numberOf = (day, count) => (day % count) + 1;

/** A day as a readable date. @param {number} day */
export const dateOf = (day) =>
  new Date(day * DAY).toLocaleDateString("en-GB", {
    day: "numeric",
    month: "long",
    timeZone: "UTC",
  });

/** @returns {Record<string, Solved>} by game */
function load() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") ?? {};
  } catch {
    return {};
  }
}

/** @param {string} game @returns {Solved} */
export function solvedOf(game) {
  const { solved = [], seen = [], day = -1, streak = 0 } = load()[game] ?? {};
  return { solved, seen, day, streak };
}

/** @param {string} game @param {Solved} kept */
function save(game, kept) {
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...load(), [game]: kept }));
  } catch {
    // Without storage, nothing is kept.
  }
  return kept;
}

/** The streak up to today or yesterday. @param {Solved} kept @param {number} day */
export const streakOn = (kept, day) => (kept.day >= day - 1 ? kept.streak : 0);

/**
 * The progress after solving a puzzle. A daily puzzle counts for the streak once, and only if its
 * solution was not shown before.
 * @param {Solved} kept
 * @param {number} number
 * @param {number} day
 * @param {boolean} isDaily
 * @returns {Solved}
 */
export function withSolved(kept, number, day, isDaily) {
  const solved = kept.solved.includes(number) ? kept.solved : [...kept.solved, number];
  const counts = isDaily && kept.day !== day && !kept.seen.includes(number);
  const streak = counts ? streakOn(kept, day) + 1 : kept.streak;
  return { ...kept, solved, day: counts ? day : kept.day, streak };
}

/**
 * Records a solved puzzle.
 * @param {string} game
 * @param {number} number
 * @param {number} count the number of puzzles of the game
 */
export function noteSolved(game, number, count) {
  const day = today();
  const isDaily = numberOf(day, count) === number;
  return save(game, withSolved(solvedOf(game), number, day, isDaily));
}

/** Records that a solution was shown. @param {string} game @param {number} number */
export function noteSeen(game, number) {
  const kept = solvedOf(game);
  if (kept.solved.includes(number) || kept.seen.includes(number)) return kept;
  return save(game, { ...kept, seen: [...kept.seen, number] });
}
