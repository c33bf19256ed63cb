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
  return box;
}

/**
 * The position of the first lesson, drawn by the game's own board, once.
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

/** The way to the lessons, if the game brings some. @param {import("./api.js").Game} game */
export function lessonLink({ id, lessons = 0 }) {
  if (!lessons || pagePath(location.pathname).startsWith("/learn/")) return null;
  const text = lessons === 1 ? "Learn it in a lesson" : `Learn it in ${lessons} short lessons`;
  return el("p", {}, el("a", { href: learnPath(id) }, text));
}
