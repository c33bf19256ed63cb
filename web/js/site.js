// Addresses of this site's own files and calls. The site may be served from any path.

/** Where the site begins: the folder that holds `js/`. */
const ROOT = new URL("..", import.meta.url);

/**
 * The full address of a path that begins at the root of the site.
 * @param {string} path as in `/games/…/board.js`
 */
export const siteUrl = (path) => new URL(path.replace(/^\/+/, ""), ROOT).href;
