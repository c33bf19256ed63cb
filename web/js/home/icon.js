// The icon of a game.

import { el } from "../dom.js";
import { siteUrl } from "../site.js";

/** @param {import("../api.js").Game} game @param {number} [size] */
export const gameIcon = ({ icon }, size = 72) =>
  el("img", { class: "game-icon", src: siteUrl(icon), alt: "", width: size, height: size });
