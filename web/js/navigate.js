// Routes: the page for an address, and navigation.

import { pageAddress, pagePath } from "./site.js";

/**
 * @typedef {{name: "home"} | {name: "play", id: string} | {name: "replay", id: string | null,
 *   record: string | null} | {name: "explore"} | {name: "learn", game: string} |
 *   {name: "puzzle", game: string, number: number | null} | {name: "lost"}} Route
 */

/** The event with which {@link go} notifies the router. */
export const WENT = "ennead:went";

/**
 * Navigates to a page of this site.
 * @param {string} path from the root of the site, as in `/m/ID`
 * @param {{replace?: boolean}} [how]
 */
export function go(path, how = {}) {
  const address = pageAddress(path);
  if (how.replace) history.replaceState(null, "", address);
  else history.pushState(null, "", address);
  dispatchEvent(new Event(WENT));
}

/** @param {{pathname: string, hash: string}} at @returns {Route} */
export function route(at) {
  const [, first, second, more] = pagePath(at.pathname).split("/");
  if (first === "" && second === undefined) return { name: "home" };
  if (first === "m" && second && !more) return { name: "play", id: second };
  if (first === "r" && !more)
    return { name: "replay", id: second || null, record: at.hash.slice(1) || null };
  if (first === "explore" && !second) return { name: "explore" };
  if (first === "learn" && !more) {
    const game = second || at.hash.slice(1);
    return game ? { name: "learn", game } : { name: "lost" };
  }
  if (first === "puzzle") return puzzleRoute(second ? [second, more] : at.hash.slice(1).split("/"));
  return { name: "lost" };
}

/** @param {(string | undefined)[]} parts a game and a number @returns {Route} */
function puzzleRoute([game, number]) {
  if (!game || !/^([1-9]\d{0,4})?$/.test(number ?? "")) return { name: "lost" };
  return { name: "puzzle", game, number: number ? Number(number) : null };
}
