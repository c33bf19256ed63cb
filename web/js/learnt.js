// The lessons solved in this browser, and the games whose help it has shown.

const KEY = "ennead.learnt";

/** @returns {Record<string, number[]>} the numbers of solved lessons by game */
function load() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") ?? {};
  } catch {
    return {};
  }
}

/** @param {Record<string, number[]>} all */
function save(all) {
  try {
    localStorage.setItem(KEY, JSON.stringify(all));
  } catch {
    // Without storage, every visit is the first.
  }
}

/** The solved lessons of a game, counted from 1. @param {string} game */
export const learnt = (game) => new Set(load()[game] ?? []);

/** Records a solved lesson. @param {string} game @param {number} lesson */
export function learn(game, lesson) {
  const all = load();
  const solved = new Set([...(all[game] ?? []), lesson]);
  save({ ...all, [game]: [...solved] });
  return solved;
}

/** Whether this is the first visit to a game; records the visit. @param {string} game */
export function isFirstVisit(game) {
  const all = load();
  if (all[game]) return false;
  save({ ...all, [game]: [] });
  return true;
}
