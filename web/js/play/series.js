// The score of a series: a match and its rematches, as seen by this browser.

const KEY = "ennead.series";
const MOST = 50;

/**
 * The score before a match, by seat of that match.
 * @typedef {{wins: [number, number], draws: number}} Score
 */

/** @returns {[string, Score][]} the oldest first */
function kept() {
  try {
    const series = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(series) ? series : [];
  } catch {
    return [];
  }
}

/** The score before a match. @param {string} id @returns {Score} */
export function before(id) {
  const found = kept().find(([match]) => match === id);
  return found ? found[1] : { wins: [0, 0], draws: 0 };
}

/**
 * The score after a match, by seat of that match.
 * @param {string} id
 * @param {{winner: 0 | 1 | null, drawn: boolean}} result
 * @returns {Score}
 */
export function after(id, { winner, drawn }) {
  const { wins, draws } = before(id);
  const won = (/** @type {0 | 1} */ seat) => wins[seat] + (winner === seat ? 1 : 0);
  return { wins: [won(0), won(1)], draws: draws + (drawn ? 1 : 0) };
}

/**
 * Carries the score over to the rematch, in which the players have swapped seats.
 * @param {string} id
 * @param {string} next
 * @param {{winner: 0 | 1 | null, drawn: boolean}} result
 */
export function carry(id, next, result) {
  const { wins, draws } = after(id, result);
  put(next, { wins: [wins[1], wins[0]], draws });
}

/**
 * Carries the score over to a match that continues this one.
 * @param {string} id
 * @param {string} next
 */
export const keep = (id, next) => put(next, before(id));

/** @param {string} next @param {Score} score */
function put(next, score) {
  const others = kept().filter(([match]) => match !== next);
  const series = [...others, [next, score]].slice(-MOST);
  try {
    localStorage.setItem(KEY, JSON.stringify(series));
  } catch {
    // Without storage, there is no series.
  }
}

/**
 * The score as text; empty for a first match.
 * @param {Score} score
 * @param {0 | 1 | null} you
 * @param {{name: string, player?: string | null}[]} seats
 */
export function scoreText({ wins, draws }, you, seats) {
  if (wins[0] + wins[1] + draws < 2) return "";
  const drawn = draws === 0 ? "" : draws === 1 ? ", 1 draw" : `, ${draws} draws`;
  const who = (/** @type {0 | 1} */ seat) => seats[seat].player ?? seats[seat].name;
  if (you === null) return `Series: ${who(0)} ${wins[0]} – ${wins[1]} ${who(1)}${drawn}.`;
  const other = you === 0 ? 1 : 0;
  return `Series: you ${wins[you]} – ${wins[other]} ${seats[other].player ?? "them"}${drawn}.`;
}
