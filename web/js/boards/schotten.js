// A board of its own soon.

import { el, fill } from "../dom.js";

/** @param {HTMLElement} host @param {import("./index.js").Actions} _actions @returns {import("./index.js").Board} */
export function create(host, _actions) {
  return { update: (scene) => fill(host, el("pre", {}, describe(scene))), destroy: () => fill(host) };
}

/** @param {import("./index.js").Scene} scene */
export function describe(scene) {
  return `${scene.game}: ${scene.feed.length} bytes`;
}
