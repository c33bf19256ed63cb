// The form for a new match. What it offers comes from the server's list of games.

import { badge } from "../badge.js";
import { el, fill } from "../dom.js";
import { clock as clockWords, setup as setupWords } from "../play/words.js";
import { number, segments, setupField } from "./fields.js";
import { picture } from "./pictures.js";

/**
 * @typedef {import("../api.js").Game} Game
 * @typedef {import("./fields.js").Field} Field
 * @typedef {{game: string, setup: Record<string, any>, seats: string[], clock: import("../api.js").Clock, listed: boolean}} Wish
 */

const KEY = "ennead.form";
const OPPONENTS = [
  { value: "bot", words: "A bot" },
  { value: "friend", words: "A friend" },
  { value: "anyone", words: "Whoever comes" },
];
/** @type {Record<string, string>} */
const PROMISES = { friend: "You get a link to send.", anyone: "The match stands in the lobby until somebody joins." };

/** What was chosen the last time. @returns {Record<string, any>} */
function remembered() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") ?? {};
  } catch {
    return {};
  }
}

export class Form {
  /** @param {Game[]} games @param {(wish: Wish) => void} wished */
  constructor(games, wished) {
    this.games = games;
    this.memory = remembered();
    this.setups = el("div", { class: "setup" });
    this.seats = el("div", {});
    this.levels = el("div", { class: "levels" });
    this.clockFields = el("div", { class: "setup" });
    this.button = el("button", { class: "primary big play-button" }, "Play");
    this.node = el("form", { class: "card stack new-game", onsubmit: (/** @type {Event} */ event) => this.submit(event, wished) });
    this.opponent = segments("Against", OPPONENTS, this.memory.opponent ?? "bot", () => this.opponentChanged());
    this.clock = segments(
      "Clock",
      [
        { value: "none", words: "None" },
        { value: "move", words: "Per move" },
        { value: "game", words: "Per game" },
      ],
      this.memory.clock ?? "none",
      () => this.clockChanged(),
    );
    this.perMove = number("Seconds a move", { min: 1, max: 86400, value: this.memory.perMove ?? 30 });
    this.base = number("Minutes each", { min: 1, max: 1440, value: this.memory.base ?? 5 });
    this.increment = number("Seconds added a move", { min: 0, max: 3600, value: this.memory.increment ?? 5 });
    /** @type {Map<string, Field>} */
    this.fields = new Map();
    this.game = games.find((game) => game.id === this.memory.game) ?? games[0];
    this.moreTitle = el("summary", {}, "Clock");
    this.more = el(
      "details",
      { class: "more", open: this.memory.more === true },
      this.moreTitle,
      el("div", { class: "setup" }, this.setups, this.clock.node, this.clockFields),
    );
    fill(
      this.node,
      el("h2", { class: "unseen" }, "New game"),
      this.picker(),
      this.opponent.node,
      this.levels,
      this.seats,
      this.more,
      this.button,
    );
    this.gameChanged();
    this.opponentChanged();
    this.clockChanged();
    for (const kind of ["input", "change", "click"]) this.node.addEventListener(kind, () => this.sayMore());
    // A field that is wrong and hidden could not be shown: nothing would happen.
    this.node.addEventListener("invalid", () => (this.more.open = true), true);
    this.sayMore();
  }

  /** What is set behind the closed title. */
  sayMore() {
    const { game } = this;
    const title = game.setup.length ? "Rules and clock" : "Clock";
    const words = [setupWords(this.setup(), game.setup), clockWords(this.clockWish())].filter(Boolean).join(", ");
    fill(this.moreTitle, words ? `${title}: ${words}` : title);
  }

  picker() {
    const cards = this.games.map((game) => {
      const input = el("input", { type: "radio", name: "game", value: game.id, checked: game === this.game });
      input.addEventListener("change", () => {
        this.keep();
        this.game = game;
        this.gameChanged();
        this.opponentChanged();
      });
      return el(
        "label",
        { class: "game-card" },
        input,
        el("span", { class: "game-face" }, picture(game.id), el("span", { class: "game-title" }, game.title)),
      );
    });
    return el("fieldset", { class: "plain" }, el("legend", { class: "unseen" }, "Game"), el("div", { class: "games" }, cards));
  }

  gameChanged() {
    const { game, memory } = this;
    this.fields = new Map(game.setup.map((spec) => [spec.name, setupField(spec)]));
    for (const [name, value] of Object.entries(memory.setups?.[game.id] ?? {})) this.fields.get(name)?.set(value);
    fill(
      this.setups,
      [...this.fields.values()].map((field) => field.node),
    );
    /** @type {(0 | 1)[]} */
    const seats = [0, 1];
    const sign = (/** @type {0 | 1} */ seat) => el("span", { class: "sign" }, badge(seat, game.seats[seat], 18), game.seats[seat]);
    this.seat = segments(
      "You play",
      [...seats.map((seat) => ({ value: String(seat), words: sign(seat) })), { value: "any", words: "Either" }],
      memory.seats?.[game.id] ?? "0",
    );
    fill(this.seats, this.seat.node);
  }

  opponentChanged() {
    const { id, levels } = this.game;
    const bot = this.opponent.value() === "bot";
    const chosen = String(this.memory.levels?.[id] ?? Math.min(3, levels.length));
    const about = el("span", { class: "help" });
    const say = (/** @type {string} */ value) => fill(about, levels.find(({ level }) => String(level) === value)?.about ?? "");
    this.level = segments(
      "Level",
      levels.map(({ level }) => ({ value: String(level), words: String(level) })),
      chosen,
      (value) => {
        this.memory.levels = { ...this.memory.levels, [id]: value };
        say(value);
      },
    );
    this.level.node.append(about);
    say(this.level.value());
    fill(this.levels, bot ? levels.length > 0 && this.level.node : el("p", { class: "soft small" }, PROMISES[this.opponent.value()]));
    this.button.textContent = bot ? "Play" : "Create the match";
  }

  clockChanged() {
    const kind = this.clock.value();
    fill(this.clockFields, kind === "move" && this.perMove.node, kind === "game" && [this.base.node, this.increment.node]);
  }

  /** @returns {import("../api.js").Clock} */
  clockWish() {
    if (this.clock.value() === "move") return { per_move: this.perMove.value() };
    return this.clock.value() === "game" ? { base: this.base.value() * 60, increment: this.increment.value() } : null;
  }

  /** @returns {Record<string, any>} */
  setup() {
    return Object.fromEntries([...this.fields].map(([name, field]) => [name, field.value()]));
  }

  /** @returns {Wish} */
  wish() {
    const opponent = this.opponent.value();
    const other = opponent === "bot" ? `bot:${this.level?.value()}` : "open";
    const seat = this.seat?.value() === "any" ? crypto.getRandomValues(new Uint8Array(1))[0] & 1 : Number(this.seat?.value());
    return {
      game: this.game.id,
      setup: this.setup(),
      seats: seat === 0 ? ["person", other] : [other, "person"],
      clock: this.clockWish(),
      listed: opponent !== "friend",
    };
  }

  /** @param {Event} event @param {(wish: Wish) => void} wished */
  submit(event, wished) {
    event.preventDefault();
    this.remember();
    wished(this.wish());
  }

  /** Keeps what was chosen for this game. */
  keep() {
    const { id } = this.game;
    const { setups, seats, levels } = this.memory;
    this.memory.setups = { ...setups, [id]: this.setup() };
    this.memory.seats = { ...seats, [id]: this.seat?.value() };
    this.memory.levels = { ...levels, [id]: this.level?.value() };
  }

  remember() {
    this.keep();
    const { setups, seats, levels } = this.memory;
    this.memory = {
      game: this.game.id,
      setups,
      seats,
      levels,
      opponent: this.opponent.value(),
      clock: this.clock.value(),
      perMove: this.perMove.value(),
      base: this.base.value(),
      increment: this.increment.value(),
      more: this.more.open,
    };
    try {
      localStorage.setItem(KEY, JSON.stringify(this.memory));
    } catch {
      // It is asked anew the next time.
    }
  }
}
