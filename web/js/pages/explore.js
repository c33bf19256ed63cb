// A page of its own soon.

import { el, fill } from "../dom.js";

/** @param {HTMLElement} host @param {any} _route @returns {{destroy(): void}} */
export function page(host, _route) {
  fill(host, el("h1", {}, "explore"));
  return { destroy() {} };
}
