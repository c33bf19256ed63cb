// Routes: the page that an address names, and how to navigate to one.

/**
 * @typedef {{name: "home"} | {name: "play", id: string} | {name: "replay", id: string | null,
 *   record: string | null} | {name: "explore"} | {name: "learn", game: string} | {name: "lost"}} Route
 */

/** The event by which {@link go} notifies the router. */
export const WENT = "ennead:went";

/**
 * Navigates to an address of this site.
 * @param {string} address
 * @param {{replace?: boolean}} [how]
 */
export function go(address, how = {}) {
  if (how.replace) history.replaceState(null, "", address);
  else history.pushState(null, "", address);
  dispatchEvent(new Event(WENT));
}

/** @param {{pathname: string, hash: string}} at @returns {Route} */
export function route(at) {
  const [, first, second, more] = at.pathname.split("/");
  if (first === "" && second === undefined) return { name: "home" };
  if (first === "m" && second && !more) return { name: "play", id: second };
  if (first === "r" && !more)
    return { name: "replay", id: second || null, record: at.hash.slice(1) || null };
  if (first === "explore" && !second) return { name: "explore" };
  if (first === "learn" && second && !more) return { name: "learn", game: second };
  return { name: "lost" };
}
