// The column beside the board: the status of the match, the available actions, and the moves so
// far.

import { record } from "../api.js";
import { el, fill, refill, svg, toast } from "../dom.js";
import * as sound from "../sound.js";
import { guest, invite } from "./invite.js";
import { isBot, statusOf } from "./texts.js";

/**
 * @typedef {import("../frames.js").State} State
 * @typedef {import("../api.js").Match} Match
 * @typedef {{resign(): void, callOff(): void, offer(): void, accept(): void, decline(): void,
 *   rematch(): void, sit(seat: 0 | 1): void, follow(): void, stay(): void, showLog(): void,
 *   hint(): void, takeBack(): void, grant(): void, refuse(): void}} Handlers
 * @typedef {{draws: boolean, canTakeBack: boolean, takeback: 0 | 1 | null, next: boolean,
 *   isFork: boolean, waits: boolean, stays: boolean, isShared: boolean, series: string}}
 *   Circumstances whether the game has draws, whether moves can be taken back, who requests that,
 *   whether there is a rematch or a match that continues this one, whether the opponent waits
 *   there, whether the viewer stays here, whether both players share this device, and the score of
 *   the series
 */

/** The maximum number of moves shown: a match on a deep board has thousands. */
const LINES = 200;

export class Side {
  /** @param {Handlers} handlers */
  constructor(handlers) {
    this.handlers = handlers;
    this.title = el("h1", { class: "status-text" }, "…");
    this.more = el("p", { class: "status-more soft" }, " ");
    this.welcome = el("div", { class: "welcome" });
    this.status = el("section", { class: "status card" }, this.title, this.more, this.welcome);
    this.asks = el("div", { class: "asks" });
    this.actions = el("div", { class: "actions row" });
    // Focusable, so that it can be scrolled by keys.
    this.lines = el("ol", { class: "log", tabindex: 0, "aria-label": "Moves so far" });
    this.log = el(
      "details",
      {
        class: "log-box card",
        open: matchMedia("(min-width: 900px)").matches,
        ontoggle: () => this.log.open && handlers.showLog(),
      },
      el("summary", {}, "Moves"),
      this.lines,
    );
    /** The share buttons of a finished match, below everything that must not shift. */
    this.share = el("div", { class: "row share" });
    this.sound = soundButton();
    this.shown = "";
  }

  /** @param {State} state @param {Match} match @param {Circumstances} how */
  update(state, match, how) {
    const seen = how.isShared ? { ...state, you: null } : state;
    const { text, more, tone } = statusOf(seen, match.seats, match.title);
    const said = how.isFork ? "A move was taken back." : watchedText(state, match, how) || more;
    const note = how.isShared && state.state === "running" ? "Two players, one device." : said;
    fill(this.title, text);
    fill(this.more, [note, how.series].filter(Boolean).join(" ") || " ");
    this.status.className = `status card tone-${tone}`;
    // Rebuilt only if the content changes, so that the focus stays in place.
    const shown = JSON.stringify([state.state, state.you, state.offer, match.seats, how]);
    if (shown === this.shown) return;
    this.shown = shown;
    this.rebuild(this.ask(state, match, how), this.buttons(state, match, how));
    refill(this.share, state.state === "finished" && sharing(match));
    const isGuest = state.state === "open" && state.you === null;
    refill(this.welcome, isGuest && guest(match, this.handlers.sit));
  }

  /**
   * Moves the focus from a removed button to the next one.
   * @param {import("../dom.js").Child} ask
   * @param {import("../dom.js").Child[]} buttons
   */
  rebuild(ask, buttons) {
    const held = [this.asks, this.actions].some((node) => node.contains(document.activeElement));
    refill(this.asks, ask);
    refill(this.actions, buttons);
    if (!held || (document.activeElement && document.activeElement !== document.body)) return;
    const next = this.asks.querySelector("button") ?? this.actions.querySelector("button, a");
    if (next instanceof HTMLElement) next.focus({ preventScroll: true });
  }

  /** @param {State} state @param {Match} match @param {Circumstances} how */
  ask(state, match, how) {
    if (state.state === "open") return state.you !== null && invite(match);
    if (how.next && how.stays) return null;
    if (how.next)
      return question(
        how.isFork ? "The game continues in another match." : rematchText(how.waits, match),
        [how.isFork ? "Go there" : "Go to the rematch", this.handlers.follow],
        ["Stay here", this.handlers.stay],
      );
    if (isAsked(state, how))
      return question(
        `${match.seats[how.takeback ?? 0].name} asks to take back the last move.`,
        ["Allow it", this.handlers.grant],
        ["Decline", this.handlers.refuse],
      );
    if (state.offer === null || state.you === null || state.offer === state.you) return null;
    return question(
      `${match.seats[state.offer].name} offers a draw.`,
      ["Accept", this.handlers.accept],
      ["Decline", this.handlers.decline],
    );
  }

  /**
   * @param {State} state
   * @param {Match} match
   * @param {Circumstances} how
   * @returns {import("../dom.js").Child[]}
   */
  buttons(state, match, how) {
    const seated = state.you !== null;
    if (state.state === "open") return [seated && button("Call off", this.handlers.callOff)];
    if (state.state === "finished")
      return this.afterwards(
        how.next ? this.handlers.follow : seated && !how.isFork && this.handlers.rematch,
        match,
        seated && how.canTakeBack && !how.next && match.seats.some(isBot),
        how.isFork,
      );
    if (!seated) return [];
    const helped = match.seats.some(isBot);
    return [
      helped && button("Hint", this.handlers.hint),
      helped && how.canTakeBack && this.takebackButton(state, how),
      how.draws && this.drawButton(state),
      !helped && how.canTakeBack && this.takebackButton(state, how),
      button("Resign", this.handlers.resign),
    ];
  }

  /**
   * @param {false | (() => void)} again
   * @param {Match} match
   * @param {boolean} canTakeBack
   * @param {boolean} isFork whether the match continues in another one
   */
  afterwards(again, match, canTakeBack, isFork) {
    const played = match.seats.every(({ kind }) => kind !== "open");
    return [
      again && played && button(isFork ? "Continue" : "Rematch", again, "primary"),
      canTakeBack && button("Take back", this.handlers.takeBack),
      played && el("a", { class: "button", href: `/r/${match.id}` }, "Review"),
      el("a", { class: "button", href: "/" }, "New game"),
    ];
  }

  /** @param {State} state @param {Circumstances} how */
  takebackButton(state, how) {
    const own = how.takeback !== null && how.takeback === state.you;
    const ask = el(
      "button",
      { type: "button", "data-ref": "takeback", "aria-label": own ? "Takeback requested" : null },
      own ? "Requested" : "Take back",
    );
    if (how.takeback === null) ask.addEventListener("click", this.handlers.takeBack);
    else ask.setAttribute("aria-disabled", "true");
    return ask;
  }

  /** The button stays in place and keeps the focus while an offer is open. @param {State} state */
  drawButton(state) {
    const own = state.offer === state.you;
    const offer = el(
      "button",
      { type: "button", "data-ref": "draw" },
      own ? "Draw offered" : "Offer a draw",
    );
    if (state.offer === null) offer.addEventListener("click", this.handlers.offer);
    else offer.setAttribute("aria-disabled", "true");
    return offer;
  }

  /** Shows the newest moves, with their numbers. @param {import("./log.js").MoveLog} log */
  moves({ lines, skipped }) {
    if (!this.log.open) return;
    const last = lines.slice(-LINES);
    this.lines.start = skipped + lines.length - last.length + 1;
    fill(
      this.lines,
      last.length
        ? last.map((line) => el("li", {}, line))
        : el("li", { class: "soft none" }, "None yet."),
    );
    this.lines.scrollTop = this.lines.scrollHeight;
  }
}

/**
 * Whether the opponent is waiting for an answer.
 * @param {State} state
 * @param {Circumstances} how
 */
const isAsked = (state, { takeback }) =>
  state.state === "running" && state.you !== null && takeback === 1 - state.you;

/**
 * The text for spectators about a request; players see a prompt or a button.
 * @param {State} state
 * @param {Match} match
 * @param {Circumstances} how
 */
const watchedText = (state, match, { takeback }) =>
  state.you === null && takeback !== null && `${match.seats[takeback].name} asks for a takeback.`;

/** @param {boolean} waits @param {Match} match */
function rematchText(waits, match) {
  if (!waits) return "There is a rematch.";
  return `Your opponent is waiting in a rematch.${match.clock ? " Its clock starts soon." : ""}`;
}

/** @param {string} text @param {() => void} press @param {string} [kind] */
const button = (text, press, kind = "") =>
  el("button", { type: "button", class: kind, "data-ref": text, onclick: press }, text);

/** @param {string} text @param {...[string, () => void]} answers */
function question(text, ...answers) {
  const buttons = answers.map(([label, press], i) => button(label, press, i ? "" : "primary"));
  return el(
    "section",
    { class: "card stack ask", role: "alert" },
    el("p", {}, text),
    el("div", { class: "row" }, buttons),
  );
}

/** @param {Match} match */
function sharing({ id, seats }) {
  if (seats.some(({ kind }) => kind === "open")) return [];
  return [
    button("Copy link", () => void copyLink(`/r/${id}`)),
    button("Copy record", () => void copyRecord(id)),
  ];
}

/** @param {string} path */
const copyLink = (path) => copyText(new URL(path, location.href).href, "Link copied.");

/** @param {string} id */
async function copyRecord(id) {
  try {
    await copyText((await record(id)).record, "Record copied. It holds the whole match.");
  } catch (error) {
    toast(/** @type {Error} */ (error).message, "error");
  }
}

/** @param {string} text @param {string} done */
async function copyText(text, done) {
  try {
    await navigator.clipboard.writeText(text);
    toast(done);
  } catch {
    prompt("Copy this:", text);
  }
}

const SPEAKER = "M4 9.5v5h3.5L12 18.5v-13L7.5 9.5z";
const WAVES = "M15.5 9a4 4 0 0 1 0 6M18 6.5a8 8 0 0 1 0 11";
const MUTED = "M16 9.5l5 5M21 9.5l-5 5";

function soundButton() {
  const path = svg("path", {});
  const icon = svg(
    "svg",
    { viewBox: "0 0 24 24", width: 20, height: 20, class: "stroke", "aria-hidden": "true" },
    path,
  );
  const button = el("button", { type: "button", class: "icon sound" }, icon);
  const draw = () => {
    const on = sound.on();
    path.setAttribute("d", SPEAKER + (on ? WAVES : MUTED));
    button.setAttribute("aria-pressed", String(on));
    button.setAttribute("aria-label", "Sound");
    button.title = on ? "Sound is on" : "Sound is off";
  };
  button.addEventListener("click", () => {
    sound.set(!sound.on());
    sound.play("yours");
    draw();
  });
  draw();
  return button;
}
