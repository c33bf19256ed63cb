// Addresses of this site's files, pages and calls. The site may be served from any path.

/** The root of the site: the folder that contains `js/`. */
const ROOT = new URL("..", import.meta.url);

/** Whether this is a static site, where a worker answers in place of a server. */
export const isStatic = globalThis.document?.documentElement.dataset.server === "worker";

/**
 * The full address of a path from the root of the site.
 * @param {string} path as in `/games/…/board.js`
 */
export const siteUrl = (path) => new URL(path.replace(/^\/+/, ""), ROOT).href;

/**
 * The address of a page for links.
 * @param {string} path from the root of the site
 */
export const pageAddress = (path) => ROOT.pathname + path.slice(1);

/**
 * The path of a page from the root of the site.
 * @param {string} pathname of an address
 */
export const pagePath = (pathname) =>
  pathname.startsWith(ROOT.pathname) ? `/${pathname.slice(ROOT.pathname.length)}` : pathname;

/**
 * The path of a game's lessons. A static site has a single file for all of them.
 * @param {string} game
 */
export const learnPath = (game) => (isStatic ? `/learn/#${game}` : `/learn/${game}`);

/**
 * The path of a puzzle, or of today's. A static site has a single file for all of them.
 * @param {string} game
 * @param {number} [number]
 */
export function puzzlePath(game, number) {
  const which = number ? `${game}/${number}` : game;
  return isStatic ? `/puzzle/#${which}` : `/puzzle/${which}`;
}
