// All puzzles of a game by number, in pages, filtered by difficulty.

import { el, refill } from "../dom.js";
import { puzzlePath } from "../site.js";

/** The number of puzzles per page. */
const PAGE = 50;
const LEVELS = [1, 2, 3, 4, 5];

export class Browser {
  /**
   * @param {string} game
   * @param {import("../api.js").PuzzleList} list
   */
  constructor(game, list) {
    this.game = game;
    this.list = list;
    this.page = 0;
    this.wanted = "all";
    this.current = 0;
    /** @type {Set<number>} */
    this.solved = new Set();
    const counts = LEVELS.map((level) => list.difficulty.filter((own) => own === level).length);
    this.filter = el(
      "select",
      { id: "puzzle-filter", onchange: () => this.choose(this.filter.value) },
      el("option", { value: "all" }, `All ${list.count}`),
      el("option", { value: "open" }, "Not solved yet"),
      LEVELS.map((level) =>
        counts[level - 1]
          ? el("option", { value: String(level) }, `Difficulty ${level} (${counts[level - 1]})`)
          : null,
      ),
    );
    this.numbers = el("ol", { class: "puzzle-numbers" });
    this.pages = el("div", { class: "puzzle-pages" });
    this.node = el(
      "section",
      { class: "card stack puzzle-browse", "aria-label": "All puzzles" },
      el(
        "div",
        { class: "puzzle-filter" },
        el("label", { for: "puzzle-filter" }, "Show"),
        this.filter,
      ),
      this.numbers,
      this.pages,
    );
  }

  /** The puzzles that match the filter. */
  matching() {
    const { wanted, list, solved } = this;
    const all = list.difficulty.map((_, at) => at + 1);
    if (wanted === "open") return all.filter((number) => !solved.has(number));
    return all.filter(
      (number) => wanted === "all" || String(list.difficulty[number - 1]) === wanted,
    );
  }

  /** The next unsolved puzzle after the current one. */
  next() {
    const open = this.matching().filter((number) => !this.solved.has(number));
    return open.find((number) => number > this.current) ?? open[0] ?? null;
  }

  /** @param {string} wanted */
  choose(wanted) {
    this.wanted = wanted;
    this.page = 0;
    this.draw();
  }

  /** Shows the page that contains a puzzle. @param {number} current @param {Set<number>} solved */
  show(current, solved) {
    this.current = current;
    this.solved = solved;
    const at = this.matching().indexOf(current);
    if (at >= 0) this.page = Math.floor(at / PAGE);
    this.draw();
  }

  draw() {
    const all = this.matching();
    const last = Math.max(0, Math.ceil(all.length / PAGE) - 1);
    this.page = Math.min(this.page, last);
    const shown = all.slice(this.page * PAGE, (this.page + 1) * PAGE);
    refill(
      this.numbers,
      shown.map((number) => el("li", {}, this.link(number))),
    );
    const step = (
      /** @type {number} */ by,
      /** @type {string} */ text,
      /** @type {string} */ name,
    ) =>
      el(
        "button",
        {
          type: "button",
          "aria-label": name,
          disabled: this.page + by < 0 || this.page + by > last,
          onclick: () => {
            this.page += by;
            this.draw();
          },
        },
        text,
      );
    refill(
      this.pages,
      step(-1, "‹", "Earlier puzzles"),
      el(
        "span",
        { class: "soft small", role: "status" },
        shown.length
          ? `${shown[0]}–${shown[shown.length - 1]}, page ${this.page + 1} of ${last + 1}`
          : "None left",
      ),
      step(1, "›", "Later puzzles"),
    );
  }

  /** @param {number} number */
  link(number) {
    const { difficulty, moves } = this.list;
    const level = difficulty[number - 1];
    const task = moves[number - 1] ? `, win in ${moves[number - 1]}` : "";
    const done = this.solved.has(number);
    return el(
      "a",
      {
        href: puzzlePath(this.game, number),
        class: `level-${level}${done ? " done" : ""}`,
        "aria-current": number === this.current ? "page" : null,
        "aria-label": `Puzzle ${number}${task}, difficulty ${level}${done ? ", solved" : ""}`,
        title: `Difficulty ${level}${task}`,
      },
      String(number),
    );
  }
}
