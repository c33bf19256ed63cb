// The tokens of this browser's seats, by match id. They never appear in an address.

const KEY = "ennead.tokens";
const MOST = 500;

/** @type {Record<string, string>} */
let memory = {};

/** @returns {Record<string, string>} */
function load() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}");
  } catch {
    return memory;
  }
}

/** @param {Record<string, string>} tokens */
function save(tokens) {
  memory = tokens;
  try {
    localStorage.setItem(KEY, JSON.stringify(tokens));
  } catch {
    // Storage is disabled or full: the tokens last as long as the page.
  }
}

/** @param {string} id @returns {string | null} */
export function get(id) {
  return load()[id] ?? memory[id] ?? null;
}

/** @param {string} id @param {string} token */
export function set(id, token) {
  const tokens = load();
  delete tokens[id];
  tokens[id] = token;
  // Evicts the oldest: an object keeps its keys in insertion order.
  const ids = Object.keys(tokens);
  for (const old of ids.slice(0, Math.max(0, ids.length - MOST))) delete tokens[old];
  save(tokens);
}

/** @param {string} id */
export function drop(id) {
  const tokens = load();
  delete tokens[id];
  save(tokens);
}

/** The ids of the matches in which this browser holds a seat. */
export function held() {
  return new Set(Object.keys(load()));
}
