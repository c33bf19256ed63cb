// A puzzle: a position on the real board, and the moves or the answer that solve it. The server
// judges both and plays the opponent.

import * as api from "../api.js";
import { loadBoard, loadStyle, NO_ACTIONS } from "../boards/index.js";
import { el, fill, prefersReducedMotion, toast } from "../dom.js";
import { helpBox } from "../help.js";
import { setupText } from "../play/texts.js";
import { Browser } from "../puzzle/browse.js";
import {
  dateOf,
  noteSeen,
  noteSolved,
  numberOf,
  solvedOf,
  streakOn,
  today,
} from "../puzzle/solved.js";
import { sceneOf } from "../replay/scene.js";
import { puzzlePath, siteUrl } from "../site.js";
import { Study } from "./study.js";

/**
 * @typedef {import("../api.js").Game} Game
 * @typedef {import("../api.js").PuzzleList} PuzzleList
 * @typedef {import("../api.js").PuzzleText} PuzzleText
 * @typedef {{moves: string[], items: number[], reasons: string[], record: string,
 *   labels: number[][]}} Solution
 */

/** How long the player's move is shown before the reply, in milliseconds. */
const REPLY_AFTER = 500;
/** The number of moves that a hint leaves to choose from. */
const HINTED = 3;

/**
 * @param {HTMLElement} host
 * @param {{game: string, number: number | null}} route
 * @returns {{destroy(): void}}
 */
export function page(host, route) {
  let gone = false;
  /** @type {PuzzlePage | null} */
  let shown = null;
  fill(host, el("p", { class: "soft", role: "status" }, "Loading the puzzle…"));
  open(route)
    .then(([game, list, puzzle, module]) => {
      if (!gone) shown = new PuzzlePage(host, game, list, puzzle, module);
    })
    .catch((error) => gone || fill(host, failure(error)));
  return {
    destroy() {
      gone = true;
      shown?.destroy();
    },
  };
}

/**
 * @param {{game: string, number: number | null}} route
 * @returns {Promise<[Game, PuzzleList, PuzzleText, import("../boards/index.js").BoardModule]>}
 */
async function open({ game: id, number }) {
  const game = await api.game(id);
  if (!game.puzzles) throw new Error(`${game.title} has no puzzles.`);
  const [list, puzzle, module] = await Promise.all([
    api.puzzles(id),
    api.puzzle(id, number ?? numberOf(today(), game.puzzles)),
    loadBoard(game),
    loadStyle("/css/puzzle.css"),
  ]);
  return [game, list, puzzle, module];
}

/** @param {Error} error */
const failure = ({ message }) =>
  el(
    "section",
    { class: "card narrow" },
    el("h1", {}, "No puzzle"),
    el("p", {}, message),
    el("p", {}, el("a", { class: "button", href: "/" }, "Back to the games")),
  );

class PuzzlePage extends Study {
  /**
   * @param {HTMLElement} host
   * @param {Game} game
   * @param {PuzzleList} list
   * @param {PuzzleText} puzzle
   * @param {import("../boards/index.js").BoardModule} module
   */
  constructor(host, game, list, puzzle, module) {
    super(host, game, module);
    this.puzzle = puzzle;
    this.count = list.count;
    this.browser = new Browser(game.id, list);
    /** The labels of each of the player's moves. @type {number[][]} */
    this.made = [];
    /** The chosen items of a question. @type {Set<number>} */
    this.picked = new Set();
    /** The labels left by a hint. @type {number[] | null} */
    this.hinted = null;
    this.tries = 0;
    this.isOver = false;
    /** The solver's seat, once the position is known. @type {0 | 1 | null} */
    this.you = null;
    /** The legal labels, without a hint. @type {number[]} */
    this.offered = [];
    /** The current scene of the board. @type {import("../boards/index.js").Scene | null} */
    this.scene = null;
    /** The solution, once requested. @type {Promise<Solution> | null} */
    this.known = null;
    this.items = el("div", { class: "puzzle-items", role: "group", "aria-label": puzzle.title });
    this.streak = el("p", { class: "puzzle-streak" });
    this.layout();
    void this.begin();
  }

  get isQuestion() {
    return this.puzzle.items.length > 0;
  }

  layout() {
    const { game, host, puzzle } = this;
    const isDaily = numberOf(today(), this.count) === puzzle.number;
    host.classList.add(`game-${game.board ? game.id : "generic"}`);
    document.title = `${puzzle.title} – ${game.title}, puzzle ${puzzle.number}`;
    fill(
      host,
      el(
        "div",
        { class: "play learn puzzle" },
        el(
          "div",
          { class: "status-area" },
          el(
            "section",
            { class: "status card tone-yours" },
            el(
              "p",
              { class: "soft small puzzle-head" },
              el("span", {}, isDaily ? `Today, ${dateOf(today())}` : `Puzzle ${puzzle.number}`),
              difficulty(puzzle.difficulty),
            ),
            el("h1", { class: "status-text" }, puzzle.title),
            el("p", { class: "lesson-text" }, puzzle.text),
            this.items,
            this.answer,
            this.buttons,
          ),
        ),
        el("div", { class: "table" }, el("div", { class: "board-frame" }, this.boardHost)),
        el(
          "aside",
          { class: "side" },
          el("h2", {}, `Puzzles of ${game.title}`),
          this.streak,
          !isDaily && el("p", {}, el("a", { href: puzzlePath(game.id) }, "Today's puzzle")),
          this.browser.node,
          this.rules,
          helpBox(game, this.module),
        ),
      ),
    );
  }

  /** Shows the puzzle from its start. */
  async begin() {
    this.made = [];
    this.picked = new Set();
    this.hinted = null;
    this.isOver = false;
    fill(this.answer);
    this.drawKept();
    this.drawItems();
    this.drawButtons();
    this.board?.destroy();
    fill(this.boardHost);
    this.board = this.module.create(this.boardHost, {
      ...NO_ACTIONS,
      choose: (labels) => void this.choose(labels),
      pick: (item) => this.pick(item),
      requestDetail: (path, budget) => void this.look(path, budget),
    });
    await this.show(this.puzzle.record);
  }

  /**
   * Draws the last position of a record, after animating the moves that led there.
   * @param {string} record
   * @param {number} [moves] number of last moves to show one by one
   */
  async show(record, moves = 0) {
    const mine = ++this.turn;
    this.record = record;
    try {
      const replay = await api.replay(record);
      const end = replay.steps.length - 1;
      this.you ??= replay.steps[end].turn ?? 0;
      fill(this.rules, setupText(replay.setup, this.game.setup));
      for (let at = Math.max(0, end - moves); at <= end; at++) {
        if (mine !== this.turn) return;
        this.draw(replay, at, at === end);
        if (at < end) await pause();
      }
    } catch (error) {
      toast(/** @type {Error} */ (error).message, "error");
    }
  }

  /** @param {import("../api.js").Replay} replay @param {number} at @param {boolean} isLast */
  draw(replay, at, isLast) {
    const you = this.you ?? 0;
    const step = replay.steps[at];
    const scene = sceneOf(replay, at, you);
    const isYours = isLast && !this.isOver && step.turn === you && scene.state === "running";
    const labels = isYours && !this.isQuestion ? step.labels : [];
    this.scene = {
      ...scene,
      other: undefined,
      near: undefined,
      you,
      still: false,
    };
    this.offered = labels;
    this.redraw();
  }

  /** Draws the scene with the player's choice so far. */
  redraw() {
    if (!this.scene) return;
    this.scene = {
      ...this.scene,
      labels: this.offered.filter((label) => !this.hinted || this.hinted.includes(label)),
      isNarrowed: this.hinted !== null,
      picked: this.isQuestion ? [...this.picked] : undefined,
    };
    this.board?.update(this.scene);
  }

  /** @param {number[]} labels */
  async choose(labels) {
    if (this.isOver || this.isQuestion) return;
    const mine = ++this.turn;
    const made = [...this.made, labels];
    try {
      const said = await api.tryPuzzle(this.game.id, this.puzzle.number, made.flat());
      if (mine !== this.turn) return;
      this.made = made;
      this.hinted = null;
      this.isOver = said.solved || said.failed;
      const goes = !this.isOver;
      await this.show(said.record, goes ? 1 : 0);
      // The verdict refers to the position after the opponent's reply, so it is shown with it.
      if (this.record === said.record) this.tell(said);
    } catch (error) {
      toast(/** @type {Error} */ (error).message, "error");
      void this.begin();
    }
  }

  /** @param {number} item */
  pick(item) {
    if (this.isOver || !this.isQuestion) return;
    if (!this.picked.delete(item)) this.picked.add(item);
    fill(this.answer);
    this.drawItems();
    this.drawButtons();
    this.redraw();
  }

  async check() {
    const mine = ++this.turn;
    try {
      const items = [...this.picked].sort((a, b) => a - b);
      const said = await api.tryPuzzle(this.game.id, this.puzzle.number, items);
      if (mine !== this.turn) return;
      this.isOver = said.solved;
      this.tell(said);
      this.drawItems();
    } catch (error) {
      toast(/** @type {Error} */ (error).message, "error");
    }
  }

  /** @param {import("../api.js").PuzzleVerdict} said */
  tell(said) {
    const { solved, failed, text, reasons } = said;
    if (failed) this.tries++;
    if (solved) {
      noteSolved(this.game.id, this.puzzle.number, this.count);
      this.drawKept();
    }
    const head = solved ? "Solved. " : failed ? "Not quite. " : "";
    fill(
      this.answer,
      el(
        "p",
        { class: solved ? "note good" : failed ? "note bad" : "note" },
        head && el("strong", {}, head),
        text,
      ),
      why(reasons),
    );
    this.drawButtons(solved);
    if (this.isOver)
      /** @type {HTMLElement | null} */ (this.buttons.querySelector(".primary"))?.focus({
        preventScroll: true,
      });
  }

  /** @param {boolean} [solved] */
  drawButtons(solved = false) {
    const next = this.browser.next();
    const failed = this.isOver && !solved;
    fill(
      this.buttons,
      solved && next !== null
        ? el("a", { class: "button primary", href: puzzlePath(this.game.id, next) }, "Next puzzle")
        : null,
      solved && button("Share", () => void this.share(), next === null ? "primary" : ""),
      failed && button("Try again", () => void this.begin(), "primary"),
      this.isQuestion && !this.isOver
        ? button("Check", () => void this.check(), "primary", this.picked.size === 0)
        : null,
      !this.isOver && !this.hinted ? button("Hint", () => void this.hint(), "") : null,
      this.tries > 0 && !solved ? button("Show the solution", () => void this.solve(), "") : null,
    );
  }

  drawItems() {
    fill(
      this.items,
      this.puzzle.items.map((name, item) =>
        el(
          "button",
          {
            type: "button",
            "aria-pressed": String(this.picked.has(item)),
            "aria-label": name,
            disabled: this.isOver,
            onclick: () => this.pick(item),
          },
          name.replace(/^\D+(?=\d)/, ""),
        ),
      ),
    );
  }

  /** Shows what this browser has solved. */
  drawKept() {
    const kept = solvedOf(this.game.id);
    const days = streakOn(kept, today());
    fill(
      this.streak,
      days > 0
        ? [el("strong", {}, days === 1 ? "1 day in a row" : `${days} days in a row`), " · "]
        : null,
      `${kept.solved.length} of ${this.count} solved`,
    );
    this.browser.show(this.puzzle.number, new Set(kept.solved));
  }

  /** Narrows the choice to a few moves, or tells how many items are right. */
  async hint() {
    const mine = this.turn;
    const solution = await this.solution();
    if (!solution || mine !== this.turn || this.isOver) return;
    const { labels, items } = solution;
    if (this.isQuestion) {
      const text = items.length === 1 ? "There is one." : `There are ${items.length}.`;
      fill(this.answer, el("p", { class: "note" }, text));
      return;
    }
    const right = labels[this.made.length];
    const { offered } = this;
    const label = offered.length > 1 ? right?.find((own) => offered.includes(own)) : undefined;
    if (label === undefined) {
      fill(this.answer, el("p", { class: "note" }, "There is only one place to play."));
      return;
    }
    this.hinted = few(offered, label, HINTED);
    fill(
      this.answer,
      el("p", { class: "note" }, `It is one of the ${this.hinted.length} that are left.`),
    );
    this.drawButtons();
    this.redraw();
  }

  /** The solution, fetched once; null, after a message, if it cannot be fetched now. */
  async solution() {
    try {
      return await (this.known ??= this.fetchSolution());
    } catch (error) {
      this.known = null;
      toast(/** @type {Error} */ (error).message, "error");
      return null;
    }
  }

  /** The solution, with the labels of the player's moves. @returns {Promise<Solution>} */
  async fetchSolution() {
    const solution = await api.solvePuzzle(this.game.id, this.puzzle.number);
    const { steps } = await api.replay(solution.record);
    const line = steps.slice(steps.length - solution.moves.length);
    const labels = line.filter(({ seat }) => seat === this.you).map(({ last }) => last);
    return { ...solution, labels };
  }

  async solve() {
    const mine = ++this.turn;
    const solution = await this.solution();
    if (!solution || mine !== this.turn) return;
    const { record, moves, items, reasons } = solution;
    noteSeen(this.game.id, this.puzzle.number);
    this.isOver = true;
    this.picked = new Set(items);
    this.drawItems();
    const names = items.map((item) => this.puzzle.items[item]);
    fill(
      this.answer,
      el(
        "p",
        { class: "note" },
        el("strong", {}, "The solution: "),
        names.join(", ") || "play it back",
      ),
      why(reasons),
    );
    fill(
      this.buttons,
      button("Try again", () => void this.begin(), "primary"),
    );
    await this.show(record, moves.length);
    if (moves.length) this.tellLine(moves, await api.replay(record));
  }

  /**
   * Lists the moves of the solution.
   * @param {string[]} moves
   * @param {import("../api.js").Replay} replay
   */
  tellLine(moves, replay) {
    const start = replay.steps.length - moves.length;
    const texts = moves.map(
      (text, at) => this.module.moveText?.(sceneOf(replay, start + at, 0), text) ?? text,
    );
    fill(
      this.answer,
      el("p", { class: "note" }, el("strong", {}, "The solution: "), texts.join(" – ")),
    );
  }

  async share() {
    const { game, puzzle } = this;
    const url = siteUrl(puzzlePath(game.id, puzzle.number));
    const title = `${game.title}, puzzle ${puzzle.number}: ${puzzle.title}`;
    try {
      if ("share" in navigator) await navigator.share({ title, url });
      else {
        await /** @type {Navigator} */ (navigator).clipboard.writeText(url);
        toast("Link copied.");
      }
    } catch {
      toast(url);
    }
  }
}

/** @param {string[]} reasons */
const why = (reasons) =>
  reasons.length > 0 &&
  el(
    "ul",
    { class: "puzzle-reasons small" },
    reasons.map((text) => el("li", {}, `${text[0].toUpperCase()}${text.slice(1)}.`)),
  );

/** @param {number} level */
const difficulty = (level) =>
  el(
    "span",
    { class: "puzzle-level", role: "img", "aria-label": `Difficulty ${level} of 5` },
    "●".repeat(level) + "○".repeat(5 - level),
  );

/**
 * A few labels that include the right one; the same each time.
 * @param {number[]} all
 * @param {number} right
 * @param {number} most
 */
function few(all, right, most) {
  const step = Math.max(1, Math.floor(all.length / most));
  const at = all.indexOf(right);
  const places = Array.from({ length: most }, (_, turn) => (at + turn * step) % all.length);
  const chosen = new Set(places.map((place) => all[place]));
  return all.filter((label) => chosen.has(label));
}

const pause = () =>
  new Promise((resolve) => setTimeout(resolve, prefersReducedMotion() ? 0 : REPLY_AFTER));

/**
 * @param {string} text
 * @param {() => void} press
 * @param {string} kind
 * @param {boolean} [disabled]
 */
const button = (text, press, kind, disabled = false) =>
  el("button", { type: "button", class: kind, onclick: press, disabled }, text);
