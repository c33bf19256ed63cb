// The form for a new match, built from the server's list of games.

import { badge } from "../badge.js";
import { el, fill } from "../dom.js";
import { lessonLink } from "../help.js";
import { named, nameField } from "../name.js";
import { clockText, setupText } from "../play/texts.js";
import { number, segments, setupField } from "./fields.js";
import { gameIcon } from "./icon.js";
import { FORM } from "./level.js";

/**
 * @typedef {import("../api.js").Game} Game
 * @typedef {import("./fields.js").Field} Field
 * @typedef {import("../api.js").MatchRequest} MatchRequest
 */

/** The opponents, and the feature of the service that each needs. */
const OPPONENTS = [
  { value: "bot", label: "A bot", needs: null },
  { value: "friend", label: "A friend", needs: /** @type {const} */ ("invitations") },
  { value: "anyone", label: "Anyone", needs: /** @type {const} */ ("lobby") },
  { value: "pass", label: "Two here", needs: null },
];
/** @type {Record<string, string>} */
const NOTES = {
  friend: "You get a link to share.",
  anyone: "The match is listed in the lobby until somebody joins.",
  pass: "Two people take turns on this device.",
};

/** The choices of the last visit. @returns {Record<string, any>} */
function remembered() {
  try {
    return JSON.parse(localStorage.getItem(FORM) ?? "{}") ?? {};
  } catch {
    return {};
  }
}

export class Form {
  /**
   * @param {Game[]} games
   * @param {import("../api.js").Feature[]} features
   * @param {(request: MatchRequest) => void} submitted
   */
  constructor(games, features, submitted) {
    this.games = games;
    this.isPublic = features.includes("lobby");
    this.memory = remembered();
    this.setups = el("div", { class: "setup" });
    this.seats = el("div", {});
    this.levels = el("div", { class: "levels" });
    this.listed = el("input", { type: "checkbox", checked: this.memory.listed === true });
    this.listing = el(
      "label",
      { class: "check small" },
      this.listed,
      "List the match in the lobby so that others can watch",
    );
    this.learn = el("div", { class: "learn-link small" });
    this.clockFields = el("div", { class: "setup" });
    this.button = el("button", { class: "primary big play-button" }, "Play");
    this.node = el("form", {
      class: "card stack new-game",
      onsubmit: (/** @type {Event} */ event) => this.submit(event, submitted),
    });
    const opponents = OPPONENTS.filter(({ needs }) => !needs || features.includes(needs));
    const last = opponents.find(({ value }) => value === this.memory.opponent) ?? opponents[0];
    this.opponent = segments("Against", opponents, last.value, () => this.opponentChanged());
    this.clock = segments(
      "Clock",
      [
        { value: "none", label: "None" },
        { value: "move", label: "Per move" },
        { value: "game", label: "Per game" },
      ],
      this.memory.clock ?? "none",
      () => this.clockChanged(),
    );
    this.perMove = number("Seconds per move", {
      min: 1,
      max: 86400,
      value: this.memory.perMove ?? 30,
    });
    this.base = number("Minutes per player", { min: 1, max: 1440, value: this.memory.base ?? 5 });
    this.increment = number("Seconds added per move", {
      min: 0,
      max: 3600,
      value: this.memory.increment ?? 5,
    });
    /** @type {Map<string, Field>} */
    this.fields = new Map();
    const first = games.find(({ preselected }) => preselected) ?? games[0];
    this.game = games.find((game) => game.id === this.memory.game) ?? first;
    this.moreTitle = el("summary", {}, "Clock");
    this.more = el(
      "details",
      { class: "more", open: this.memory.more === true },
      this.moreTitle,
      el("div", { class: "setup" }, this.setups, this.clock.node, this.clockFields, this.listing),
    );
    fill(
      this.node,
      el("h2", { class: "unseen" }, "New game"),
      this.picker(),
      this.learn,
      this.opponent.node,
      el("div", { class: "form-row" }, this.levels, this.seats),
      this.more,
      el("div", { class: "form-row start" }, nameField("own-name"), this.button),
    );
    this.gameChanged();
    this.opponentChanged();
    this.clockChanged();
    for (const kind of ["input", "change", "click"])
      this.node.addEventListener(kind, () => this.showSummary());
    // Browsers cannot report an invalid field that is hidden: open the section.
    this.node.addEventListener("invalid", () => (this.more.open = true), true);
    this.showSummary();
  }

  /** Summarises the settings in the title of the closed section. */
  showSummary() {
    const { game } = this;
    const title = game.setup.length ? "Rules and clock" : "Clock";
    const text = [setupText(this.setup(), game.setup), clockText(this.clockValue())]
      .filter(Boolean)
      .join(", ");
    fill(this.moreTitle, text ? `${title}: ${text}` : title);
  }

  picker() {
    const cards = this.games.map((game) => {
      const input = el("input", {
        type: "radio",
        name: "game",
        value: game.id,
        checked: game === this.game,
      });
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
        el(
          "span",
          { class: "game-face" },
          gameIcon(game),
          el("span", { class: "game-title" }, game.title),
        ),
      );
    });
    return el(
      "fieldset",
      { class: "plain" },
      el("legend", { class: "unseen" }, "Game"),
      el("div", { class: "games" }, cards),
    );
  }

  gameChanged() {
    const { game, memory } = this;
    this.fields = new Map(game.setup.map((spec) => [spec.name, setupField(spec)]));
    for (const { name, suggested } of game.setup)
      if (suggested) this.fields.get(name)?.set(suggested);
    fill(this.learn, lessonLink(game));
    for (const [name, value] of Object.entries(memory.setups?.[game.id] ?? {}))
      this.fields.get(name)?.set(value);
    fill(
      this.setups,
      [...this.fields.values()].map((field) => field.node),
    );
    /** @type {(0 | 1)[]} */
    const seats = [0, 1];
    const sign = (/** @type {0 | 1} */ seat) =>
      el("span", { class: "sign" }, badge(seat, game.seats[seat], 18), game.seats[seat]);
    this.seat = segments(
      "You play",
      [
        ...seats.map((seat) => ({ value: String(seat), label: sign(seat) })),
        { value: "any", label: "Either" },
      ],
      memory.seats?.[game.id] ?? "0",
    );
    fill(this.seats, this.seat.node);
  }

  opponentChanged() {
    const { levels, anchor } = this.game;
    const bot = this.opponent.value() === "bot";
    const chosen = String(Math.min(this.memory.level ?? 3, levels.length));
    const about = el("span", { class: "help" });
    const say = (/** @type {string} */ value) => {
      const chosen = levels.find(({ level }) => String(level) === value);
      fill(about, chosen && [chosen.about, rating(chosen.elo, anchor)]);
    };
    this.level = segments(
      "Level",
      levels.map(({ level }) => ({ value: String(level), label: String(level) })),
      chosen,
      (value) => {
        this.memory.level = Number(value);
        say(value);
      },
    );
    this.level.node.append(about);
    say(this.level.value());
    fill(
      this.levels,
      bot
        ? levels.length > 0 && this.level.node
        : el("p", { class: "soft small" }, NOTES[this.opponent.value()]),
    );
    this.listing.hidden = !bot || !this.isPublic;
    const isPass = this.opponent.value() === "pass";
    this.seats.hidden = isPass;
    this.button.textContent = bot || isPass ? "Play" : "Create the match";
  }

  clockChanged() {
    const kind = this.clock.value();
    fill(
      this.clockFields,
      kind === "move" && this.perMove.node,
      kind === "game" && [this.base.node, this.increment.node],
    );
  }

  /** @returns {import("../api.js").Clock} */
  clockValue() {
    if (this.clock.value() === "move") return { per_move: this.perMove.value() };
    return this.clock.value() === "game"
      ? { base: this.base.value() * 60, increment: this.increment.value() }
      : null;
  }

  /** @returns {Record<string, any>} */
  setup() {
    return Object.fromEntries([...this.fields].map(([name, field]) => [name, field.value()]));
  }

  /** @returns {MatchRequest} */
  request() {
    const opponent = this.opponent.value();
    const other = opponent === "bot" ? `bot:${this.level?.value()}` : "open";
    const seat =
      this.seat?.value() === "any"
        ? crypto.getRandomValues(new Uint8Array(1))[0] & 1
        : Number(this.seat?.value());
    if (opponent === "pass")
      return {
        game: this.game.id,
        setup: this.setup(),
        seats: ["person", "person"],
        clock: this.clockValue(),
        listed: false,
      };
    return {
      ...named(),
      game: this.game.id,
      setup: this.setup(),
      seats: seat === 0 ? ["person", other] : [other, "person"],
      clock: this.clockValue(),
      listed: opponent === "anyone" || (!this.listing.hidden && this.listed.checked),
    };
  }

  /** @param {Event} event @param {(request: MatchRequest) => void} submitted */
  submit(event, submitted) {
    event.preventDefault();
    this.remember();
    submitted(this.request());
  }

  /** Stores the choices for this game. */
  keep() {
    const { id } = this.game;
    const { setups, seats } = this.memory;
    this.memory.setups = { ...setups, [id]: this.setup() };
    this.memory.seats = { ...seats, [id]: this.seat?.value() };
  }

  remember() {
    this.keep();
    const { setups, seats, level } = this.memory;
    this.memory = {
      game: this.game.id,
      setups,
      seats,
      level,
      opponent: this.opponent.value(),
      clock: this.clock.value(),
      perMove: this.perMove.value(),
      base: this.base.value(),
      increment: this.increment.value(),
      more: this.more.open,
      listed: this.listed.checked,
    };
    try {
      localStorage.setItem(FORM, JSON.stringify(this.memory));
    } catch {
      // Without storage, the form starts with its defaults.
    }
  }
}

/**
 * The rating of a level, if it has been measured.
 *
 * @param {number | null | undefined} elo
 * @param {string | null | undefined} anchor the opponent whose Elo is 0
 */
const rating = (elo, anchor) =>
  typeof elo === "number" &&
  el(
    "span",
    { title: anchor ? `Elo over ${anchor}` : "Elo" },
    ` · Elo ${elo < 0 ? "−" : "+"}${Math.abs(elo)}`,
  );
