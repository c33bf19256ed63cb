// Pass and play: two people at one device, which holds the tokens of both seats.

import { clearOverlays, el, fill } from "../dom.js";

const KEY = "ennead.pass";
const MOST = 100;

/** @typedef {[string, string]} Pair the tokens of the first and the second seat */

/** @type {Record<string, Pair>} */
let memory = {};

/** @returns {Record<string, Pair>} */
function load() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}");
  } catch {
    return memory;
  }
}

/** The tokens of both seats, if both players are here. @param {string} id @returns {Pair | null} */
export const pair = (id) => load()[id] ?? memory[id] ?? null;

/** @param {string} id @param {Pair} tokens */
export function setPair(id, tokens) {
  const pairs = { ...load(), [id]: tokens };
  const ids = Object.keys(pairs);
  for (const old of ids.slice(0, Math.max(0, ids.length - MOST))) delete pairs[old];
  memory = pairs;
  try {
    localStorage.setItem(KEY, JSON.stringify(pairs));
  } catch {
    // Without storage, the tokens last as long as the page.
  }
}

/**
 * In a rematch the same tokens hold the opposite seats; in a fork, the same ones.
 * @param {string} id
 * @param {string} next
 * @param {boolean} isFork
 */
export function carryPair(id, next, isFork) {
  const tokens = pair(id);
  if (tokens) setPair(next, isFork ? tokens : [tokens[1], tokens[0]]);
}

/**
 * Shows nothing but the request to pass the device on. The page of the previous player is already
 * gone; this removes what pages put outside their own element.
 * @param {HTMLElement} host
 * @param {string} name of the player who is to look
 * @param {() => void} ready called once that player has the device
 */
export function cover(host, name, ready) {
  clearOverlays();
  const text = `Pass the device to ${name}`;
  const button = el("button", { type: "button", class: "primary big" }, "I am ready");
  button.addEventListener("click", () => {
    button.disabled = true;
    host.focus({ preventScroll: true });
    ready();
  });
  fill(host, el("section", { class: "curtain card" }, el("h1", {}, text), button));
  document.title = `${text} – Ennead`;
  button.focus({ preventScroll: true });
}
