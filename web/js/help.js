// How to play: the game's help text and the keys of its board.

import * as api from "./api.js";
import { NO_ACTIONS } from "./boards/index.js";
import { el } from "./dom.js";
import { isFirstVisit } from "./learnt.js";
import { renderMarkdown } from "./markdown.js";
import { sceneOf } from "./replay/scene.js";
import { learnPath, pagePath } from "./site.js";

/**
 * @param {import("./api.js").Game} game
 * @param {import("./boards/index.js").BoardModule} board
 */
export function helpBox(game, board) {
  const { keys = [] } = board;
  const picture = el("div", { class: "help-picture", inert: true, hidden: true });
  const box = el(
    "details",
    {
      class: "help-box card",
      open: isFirstVisit(game.id),
      ontoggle: () => box.open && void draw(game, board, picture),
    },
    el("summary", {}, "How to play"),
    el(
      "div",
      { class: "stack help-text" },
      picture,
      lessonLink(game),
      board.chart?.(),
      withoutTitle(renderMarkdown(game.help)),
      keys.length > 0 && el("h3", {}, "Keys"),
      keys.length > 0 &&
        el(
          "dl",
          { class: "keys" },
          keys.map(([key, what]) => el("div", {}, el("dt", {}, key), el("dd", {}, what))),
        ),
    ),
  );
  return box;
}

/**
 * Draws the position of the first lesson on the game's own board, once.
 * @param {import("./api.js").Game} game
 * @param {import("./boards/index.js").BoardModule} board
 * @param {HTMLElement} picture
 */
async function draw({ id, lessons }, board, picture) {
  if (!lessons || !picture.hidden) return;
  picture.hidden = false;
  try {
    const [{ record }] = await api.lessons(id);
    const replay = await api.replay(record);
    const scene = sceneOf(replay, replay.steps.length - 1, 0);
    board.create(picture, { ...NO_ACTIONS, steps: true }).update({ ...scene, other: undefined });
  } catch {
    picture.hidden = true;
  }
}

/** Drops the title, which the page already shows. @param {HTMLElement[]} blocks */
const withoutTitle = (blocks) => (blocks[0]?.tagName === "H3" ? blocks.slice(1) : blocks);

/** A link to the lessons, if the game has any. @param {import("./api.js").Game} game */
export function lessonLink({ id, lessons = 0 }) {
  if (!lessons || pagePath(location.pathname).startsWith("/learn/")) return null;
  const text = lessons === 1 ? "Learn it in a lesson" : `Learn it in ${lessons} short lessons`;
  return el("p", {}, el("a", { href: learnPath(id) }, text));
}
