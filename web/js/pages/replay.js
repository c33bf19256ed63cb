// The replay page: a finished match by its id, or any record given in the link.

import {
  create,
  explore,
  game as gameOf,
  match as matchOf,
  record as recordOf,
  replay as replayOf,
} from "../api.js";
import { loadBoard, NO_ACTIONS } from "../boards/index.js";
import { el, fill, toast } from "../dom.js";
import { formatOfRecord } from "../explore/record.js";
import { chosenLevel } from "../home/level.js";
import { go } from "../navigate.js";
import { advantagePlot } from "../replay/advantage.js";
import { Analysis } from "../replay/analysis.js";
import { controls, keys } from "../replay/controls.js";
import { DetailRequests } from "../replay/detail.js";
import { remember, remembered } from "../replay/memory.js";
import { moves } from "../replay/moves.js";
import { Player } from "../replay/player.js";
import { reviewPanel } from "../replay/review.js";
import {
  logUntil,
  moveText,
  nameOf,
  overlayOf,
  plyOf,
  sceneOf,
  winnerOf,
} from "../replay/scene.js";
import { outcomeText, playersText } from "../replay/texts.js";
import { siteUrl } from "../site.js";
import * as tokens from "../tokens.js";

/**
 * @typedef {import("../api.js").Replay} Replay
 * @typedef {{record: string, replay: Replay, match: import("../api.js").Match | null}} Opened
 *   `match` if the link refers to a stored one
 */

/**
 * @param {HTMLElement} host
 * @param {{id: string | null, record: string | null}} route
 */
export function page(host, route) {
  let gone = false;
  /** @type {(() => void) | null} */
  let close = null;
  fill(host, el("p", { class: "soft", role: "status" }, "Loading the match…"));
  open(route)
    .then(async (opened) => {
      const game = await gameOf(opened.replay.game);
      const board = await loadBoard(game);
      if (!gone) close = show(host, opened, game, board);
    })
    .catch((error) => gone || fill(host, failure(route, error)));
  return {
    destroy() {
      gone = true;
      close?.();
    },
  };
}

/** @param {{id: string | null, record: string | null}} route @returns {Promise<Opened>} */
async function open(route) {
  const match = route.id ? matchOf(route.id).catch(() => null) : null;
  const record = route.id ? (await recordOf(route.id)).record : route.record;
  if (!record)
    throw new Error(
      "There is no record in this link. A replay link ends with # and the record of a match.",
    );
  return { record, replay: await replayOf(record), match: await match };
}

/**
 * @param {{id: string | null, record: string | null}} route
 * @param {{code?: string, message: string}} error
 */
function failure(route, { code, message }) {
  const running = code === "not_over" && route.id;
  const broken = route.record !== null && (code === "bad_value" || code === "bad_request");
  const way = running
    ? el("a", { class: "button", href: `/m/${route.id}` }, "Watch it")
    : el("a", { class: "button", href: "/" }, "Back to the games");
  return el(
    "section",
    { class: "card narrow" },
    el("h1", {}, running ? "Still being played" : "No replay"),
    broken && el("p", {}, "The text after # in this link is not a record of a match."),
    el("p", { class: broken ? "soft small" : "" }, message),
    el("p", {}, way),
  );
}

/**
 * @param {HTMLElement} host
 * @param {Opened} opened
 * @param {import("../api.js").Game} game
 * @param {import("../boards/index.js").BoardModule} module
 */
function show(host, { record, replay, match }, game, module) {
  const player = new Player(replay.steps.length);
  player.jump(remembered(player.length));
  const winner = winnerOf(replay);
  const analysis = new Analysis(
    record,
    replay,
    replay.outcome === null ? null : winner === null ? 0 : winner === 0 ? 1 : -1,
  );
  const say = (/** @type {number} */ step) => moveText(replay, step, module);
  const list = moves(replay, player, say);
  const plot = advantagePlot(replay, player);
  /** @type {typeof analysis.known} */
  let reviewed = new Map();
  const review = reviewPanel(record, replay, player, say, (marks, values) => {
    reviewed = values;
    list.marks(marks);
    plot.marks(marks);
    plot.element.classList.remove("off");
    showValues();
  });
  const stage = el("div", { class: `stage stage-${game.board ? game.id : "generic"}` });
  const description = el("p", { class: "unseen", "aria-live": "polite" });
  const details = new DetailRequests(record, replay, (payload) => board.detail?.(payload));
  const board = module.create(stage, {
    ...NO_ACTIONS,
    steps: true,
    requestDetail: (path, budget) => void details.ask(path, budget),
  });
  const hidden = replay.steps.some(({ feeds }) => feeds[0] !== feeds[1]);
  /** @type {0 | 1} */
  let near = 0;

  const values = el("input", { type: "checkbox", onchange: () => evaluate() });
  const flip = el(
    "button",
    { type: "button", hidden: !hidden, onclick: () => turn() },
    "Turn the table",
  );
  const share = el(
    "button",
    { type: "button", class: "primary", onclick: () => void copy(record) },
    "Copy link",
  );
  const onward = el(
    "button",
    { type: "button", onclick: () => void playOn() },
    "Play on from here",
  );
  const trouble = el("p", { class: "note bad", hidden: true });
  const unknown = el(
    "p",
    { class: "soft small", hidden: true },
    "– means not evaluated: a better option was found first.",
  );
  const size = el("p", { class: "soft small size" });

  /** Draws the current step. */
  function draw() {
    const scene = sceneOf(replay, player.at, near);
    details.show(player.at);
    onward.disabled = scene.turn === null || game.levels.length === 0;
    const options = analysis.on ? analysis.known.get(player.at)?.options : undefined;
    const overlay = options && overlayOf(replay.steps[player.at], options);
    unknown.hidden = !overlay?.some(({ value }) => value === null);
    board.update({ ...scene, overlay });
    board.lastMove?.(player.at ? say(player.at) : "");
    board.moves?.(logUntil(replay, player.at));
    const move = player.at ? `Move ${player.at}: ${say(player.at)}` : "Start";
    description.textContent = `${move}. ${module.describe(scene)}`;
  }

  /** Starts a new match from this position, against a bot of the most recently chosen level. */
  async function playOn() {
    const { turn } = replay.steps[player.at];
    const bot = `bot:${Math.min(chosenLevel(), game.levels.length)}`;
    try {
      const made = await create({
        game: replay.game,
        setup: {},
        seats: turn === 1 ? [bot, "person"] : ["person", bot],
        clock: null,
        listed: false,
        from: { record, ply: plyOf(replay.steps, player.at) },
      });
      tokens.set(made.id, made.seats[turn === 1 ? 1 : 0].token ?? "");
      go(made.link);
    } catch (error) {
      toast(/** @type {Error} */ (error).message, "error");
    }
  }

  function evaluate() {
    analysis.set(values.checked, player.at);
    draw();
    const size = analysis.known.size + reviewed.size;
    plot.element.classList.toggle("off", !values.checked && size < 2);
  }

  /** Shows values, preferring the deeper analysis of single positions to that of the review. */
  function showValues() {
    const known = new Map([...reviewed, ...analysis.known]);
    list.values(known);
    plot.values(known);
  }

  function turn() {
    near = near === 0 ? 1 : 0;
    draw();
  }

  analysis.onchange = () => {
    values.checked = analysis.on;
    trouble.hidden = !analysis.failure;
    trouble.textContent = analysis.failure;
    showValues();
    draw();
  };
  player.listen(() => {
    analysis.set(analysis.on, player.at);
    draw();
  });

  const title = el(
    "div",
    { class: "title" },
    el("h1", {}, replay.title),
    el("p", { class: "outcome" }, outcomeText(replay, match)),
    match && el("p", { class: "soft players" }, playersText(replay, match)),
  );
  const tools = el(
    "div",
    { class: "row tools" },
    el("label", { class: "check" }, values, "Show the value of every option"),
    flip,
    onward,
    share,
  );
  fill(
    host,
    el(
      "div",
      { class: "replay" },
      title,
      el("div", { class: "left" }, stage, description, controls(player)),
      el(
        "div",
        { class: "right" },
        plot.element,
        review.element,
        tools,
        unknown,
        trouble,
        list.element,
        size,
      ),
    ),
  );
  document.title = `${replay.title}: ${nameOf(replay, 0)} – ${nameOf(replay, 1)} · Ennead`;
  plot.values(analysis.known);
  evaluate();
  // A player who has just finished the match wants the review.
  if (match && tokens.get(match.id)) void review.start();
  void measure(record, size);
  const press = keys(player);
  document.addEventListener("keydown", press);
  const forget = remember(player);

  return () => {
    forget();
    document.removeEventListener("keydown", press);
    player.destroy();
    analysis.stop();
    details.stop();
    board.destroy();
  };
}

/** @param {string} record */
async function copy(record) {
  const link = siteUrl(`/r#${record}`);
  try {
    await navigator.clipboard.writeText(link);
    toast("Link copied. It contains the whole match.");
  } catch {
    prompt("This link contains the whole match:", link);
  }
}

/**
 * Shows the size of the record next to the information bound.
 * @param {string} record
 * @param {HTMLElement} line
 */
async function measure(record, line) {
  try {
    const format = formatOfRecord(record);
    const { bits, bound } = await explore({ format, value: record });
    const least = typeof bound === "number" ? `, for choices that hold ${bound.toFixed(1)}` : "";
    fill(
      line,
      `The whole match is ${Math.ceil(bits / 8)} bytes: ${bits} bits${least}. `,
      el("a", { href: `/explore#f=${format}&v=${record}` }, "See every bit"),
    );
  } catch {
    fill(line);
  }
}
