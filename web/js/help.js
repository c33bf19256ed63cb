// How to play: the game's help text and the keys of its board.

import { el } from "./dom.js";
import { renderMarkdown } from "./markdown.js";

/**
 * @param {import("./api.js").Game} game
 * @param {import("./boards/index.js").BoardModule} board
 */
export function helpBox(game, { keys = [] }) {
  return el(
    "details",
    { class: "help-box card" },
    el("summary", {}, "How to play"),
    el(
      "div",
      { class: "stack help-text" },
      game.help ? withoutTitle(renderMarkdown(game.help)) : describeSetup(game),
      keys.length > 0 && el("h3", {}, "Keys"),
      keys.length > 0 &&
        el(
          "dl",
          { class: "keys" },
          keys.map(([key, what]) => el("div", {}, el("dt", {}, key), el("dd", {}, what))),
        ),
    ),
  );
}

/** The page names the game already. @param {HTMLElement[]} blocks */
const withoutTitle = (blocks) => (blocks[0]?.tagName === "H3" ? blocks.slice(1) : blocks);

/**
 * What a game without a help text offers: its set-up options.
 * @param {import("./api.js").Game} game
 */
function describeSetup({ title, setup }) {
  const options = setup.map(({ name, help }) =>
    el("li", {}, el("strong", {}, name), help && `: ${help}`),
  );
  return [
    el("p", {}, `${title} brings no rules text. The board offers every legal choice.`),
    options.length > 0 && el("p", {}, "A match can be set up with:"),
    options.length > 0 && el("ul", {}, options),
  ];
}
