// The lessons of a game: a position, one instruction, the real board, and immediate feedback.

import * as api from "../api.js";
import { decode } from "../base64url.js";
import { loadBoard, NO_ACTIONS } from "../boards/index.js";
import { el, fill, toast } from "../dom.js";
import { helpBox } from "../help.js";
import { learnt, learn } from "../learnt.js";
import { go } from "../navigate.js";
import { setupText } from "../play/texts.js";
import { sceneOf } from "../replay/scene.js";
import * as tokens from "../tokens.js";
import { Study } from "./study.js";

/**
 * @typedef {import("../api.js").Game} Game
 * @typedef {import("../api.js").LessonText} LessonText
 */

/** @param {HTMLElement} host @param {{game: string}} route @returns {{destroy(): void}} */
export function page(host, route) {
  let gone = false;
  /** @type {Learn | null} */
  let shown = null;
  fill(host, el("p", { class: "soft", role: "status" }, "Loading the lessons…"));
  open(route.game)
    .then(([game, lessons, module]) => {
      if (!gone) shown = new Learn(host, game, lessons, module);
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
 * @param {string} id
 * @returns {Promise<[Game, LessonText[], import("../boards/index.js").BoardModule]>}
 */
async function open(id) {
  const game = await api.game(id);
  const [lessons, module] = await Promise.all([api.lessons(id), loadBoard(game)]);
  if (!lessons.length) throw new Error(`${game.title} has no lessons yet.`);
  return [game, lessons, module];
}

/** @param {Error} error */
const failure = ({ message }) =>
  el(
    "section",
    { class: "card narrow" },
    el("h1", {}, "No lessons"),
    el("p", {}, message),
    el("p", {}, el("a", { class: "button", href: "/" }, "Back to the games")),
  );

class Learn extends Study {
  /**
   * @param {HTMLElement} host
   * @param {Game} game
   * @param {LessonText[]} lessons
   * @param {import("../boards/index.js").BoardModule} module
   */
  constructor(host, game, lessons, module) {
    super(host, game, module);
    this.lessons = lessons;
    this.solved = learnt(game.id);
    this.title = el("h1", { class: "status-text" });
    this.text = el("p", { class: "lesson-text" });
    this.list = el("ol", { class: "lesson-list" });
    this.layout();
    const first = lessons.findIndex((_, at) => !this.solved.has(at + 1));
    this.at = Math.max(0, first);
    void this.begin();
  }

  layout() {
    const { game, host } = this;
    host.classList.add(`game-${game.board ? game.id : "generic"}`);
    fill(
      host,
      el(
        "div",
        { class: "play learn" },
        el(
          "div",
          { class: "status-area" },
          el(
            "section",
            { class: "status card tone-yours" },
            this.title,
            this.text,
            this.answer,
            this.buttons,
          ),
        ),
        el("div", { class: "table" }, el("div", { class: "board-frame" }, this.boardHost)),
        el(
          "aside",
          { class: "side" },
          el("h2", {}, `Learn ${game.title}`),
          this.list,
          this.rules,
          helpBox(game, this.module),
        ),
      ),
    );
  }

  /** Shows a lesson from its start. @param {number} [at] */
  async begin(at = this.at) {
    this.at = at;
    const lesson = this.lessons[at];
    fill(this.title, lesson.title);
    fill(this.text, lesson.text);
    fill(this.answer);
    fill(this.buttons);
    this.drawList();
    document.title = `${lesson.title} – Learn ${this.game.title}`;
    this.board?.destroy();
    fill(this.boardHost);
    this.board = this.module.create(this.boardHost, {
      ...NO_ACTIONS,
      choose: (labels) => void this.choose(labels),
      requestDetail: (path, budget) => void this.look(path, budget),
    });
    await this.show(lesson.record, null);
  }

  /** Draws the last position of a record. @param {string} record @param {0 | 1 | null} you */
  async show(record, you) {
    const mine = ++this.turn;
    this.record = record;
    try {
      const replay = await api.replay(record);
      if (mine !== this.turn) return;
      const step = replay.steps[replay.steps.length - 1];
      this.you = you ?? step.turn ?? 0;
      const scene = sceneOf(replay, replay.steps.length - 1, this.you);
      const isYours = step.turn === this.you && scene.state === "running";
      fill(this.rules, setupText(replay.setup, this.game.setup));
      this.board?.update({
        ...scene,
        payload: decode(step.feeds[this.you]),
        other: undefined,
        near: undefined,
        you: this.you,
        labels: isYours && you === null ? step.labels : [],
        still: false,
      });
    } catch (error) {
      toast(/** @type {Error} */ (error).message, "error");
    }
  }

  /** @param {number[]} labels */
  async choose(labels) {
    const mine = ++this.turn;
    try {
      const said = await api.answerLesson(this.game.id, this.at + 1, labels);
      if (mine !== this.turn) return;
      await this.show(said.record, /** @type {0 | 1} */ (this.you));
      this.tell(said);
    } catch (error) {
      toast(/** @type {Error} */ (error).message, "error");
      void this.begin();
    }
  }

  /** @param {{solved: boolean, text: string}} said */
  tell({ solved, text }) {
    if (solved) this.solved = learn(this.game.id, this.at + 1);
    this.drawList();
    fill(
      this.answer,
      el(
        "p",
        { class: solved ? "note good" : "note bad" },
        el("strong", {}, solved ? "Right. " : "Not yet. "),
        text,
      ),
    );
    const next = this.at + 1 < this.lessons.length;
    const again = button("Try again", () => void this.begin(), solved ? "" : "primary");
    const on = !solved
      ? null
      : next
        ? button("Next lesson", () => void this.begin(this.at + 1), "primary")
        : button("Play a bot", () => void this.play(), "primary");
    fill(this.buttons, on, again);
    /** @type {HTMLElement | null} */ (this.buttons.querySelector(".primary"))?.focus({
      preventScroll: true,
    });
  }

  drawList() {
    fill(
      this.list,
      this.lessons.map(({ title }, at) => {
        const done = this.solved.has(at + 1);
        return el(
          "li",
          {},
          el(
            "button",
            {
              type: "button",
              "aria-current": at === this.at ? "step" : null,
              onclick: () => void this.begin(at),
            },
            el("span", { class: "done", "aria-hidden": "true" }, done ? "✓" : String(at + 1)),
            title,
            done && el("span", { class: "unseen" }, ", solved"),
          ),
        );
      }),
    );
  }

  /** Starts the first game after the lessons, against the weakest bot with the suggested rules. */
  async play() {
    const { id, setup, levels } = this.game;
    const suggested = setup.filter(({ suggested }) => suggested);
    try {
      const made = await api.create({
        game: id,
        setup: Object.fromEntries(suggested.map(({ name, suggested }) => [name, suggested])),
        seats: ["person", `bot:${levels[0]?.level ?? 1}`],
        clock: null,
        listed: false,
      });
      tokens.set(made.id, made.seats[0].token ?? "");
      go(made.link);
    } catch (error) {
      toast(/** @type {Error} */ (error).message, "error");
    }
  }
}

/** @param {string} text @param {() => void} press @param {string} kind */
const button = (text, press, kind) =>
  el("button", { type: "button", class: kind, onclick: press }, text);
