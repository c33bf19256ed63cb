// Play or watch a match. The server decides everything; this page shows its states and sends what was chosen.

import * as api from "../api.js";
import { encode } from "../base64url.js";
import { load } from "../boards/index.js";
import { confirm } from "../confirm.js";
import { el, fill, toast } from "../dom.js";
import * as frames from "../frames.js";
import { help } from "../help.js";
import { go } from "../navigate.js";
import { banner } from "../play/banner.js";
import { Deeds } from "../play/deeds.js";
import { Seats } from "../play/seats.js";
import { Side } from "../play/side.js";
import { clock as clockWords, setup as setupWords, standing } from "../play/words.js";
import { Socket } from "../socket.js";
import * as sound from "../sound.js";
import * as tokens from "../tokens.js";

/**
 * @typedef {import("../frames.js").State} State
 * @typedef {import("../boards/index.js").BoardModule} BoardModule
 */

/** @param {HTMLElement} host @param {{id: string}} route @returns {{destroy(): void}} */
export function page(host, route) {
  const play = new Play(host, route.id);
  void play.begin();
  return play;
}

/** After so many milliseconds without an answer to a choice the connection counts as dead, though nobody closed it. */
const PATIENCE = 8000;

class Play {
  /** @param {HTMLElement} host @param {string} id */
  constructor(host, id) {
    this.host = host;
    this.id = id;
    this.done = false;
    /** @type {import("../api.js").Match | null} */
    this.match = null;
    /** @type {import("../api.js").Game | undefined} */
    this.game = undefined;
    /** @type {BoardModule | null} */
    this.module = null;
    /** @type {import("../boards/index.js").Board | null} */
    this.board = null;
    /** @type {State | null} */
    this.state = null;
    /** @type {Socket | null} */
    this.socket = null;
    /** The choice that is sent and not yet answered. @type {{ply: number, labels: number[]} | null} */
    this.pending = null;
    this.deeds = new Deeds(() => this.socket, PATIENCE);
    /** @type {string | null} */
    this.next = null;
    this.asked = false;
    /** Whether the opponent made the rematch while this page was open. */
    this.waits = false;
    this.stays = false;
    this.banner = banner(() => this.socket?.retry());
    this.seats = new Seats();
    this.side = new Side({
      resign: () => void this.resign(),
      callOff: () => this.do("call off", frames.resign()),
      offer: () => this.do("offer", frames.draw()),
      accept: () => this.do("accept", frames.draw()),
      decline: () => this.do("decline", frames.decline()),
      rematch: () => this.rematch(),
      sit: (seat) => void this.sit(seat),
      follow: () => this.follow(),
      stay: () => this.stay(),
      log: () => this.refresh(),
    });
    this.live = el("div", { class: "unseen", "aria-live": "polite" });
    this.words = el("p", { class: "unseen", id: "board-words" });
    this.beside = el("div", { class: "beside" });
    this.boardHost = el("div", { class: "board", "aria-describedby": "board-words", role: "group", "aria-label": "Board" });
    this.about = el("p", { class: "soft small about" }, " ");
    /** @param {KeyboardEvent} event */
    this.onkey = (event) => this.key(event);
    /** @param {StorageEvent} event */
    this.onstorage = (event) => event.key?.startsWith("ennead.tokens") && this.held();
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.later = undefined;
  }

  async begin() {
    try {
      this.match = await this.fetch();
      [this.game, this.module] = await Promise.all([api.game(this.match.game), load(this.match.game)]);
    } catch (error) {
      if (!this.done) this.fail(/** @type {Error} */ (error));
      return;
    }
    if (this.done) return;
    if (this.match.next) this.hold(this.match.next);
    this.layout(this.match);
    this.board = this.module.create(this.boardHost, {
      choose: (labels) => this.choose(labels),
      look: (path, budget) => void this.socket?.send(frames.look(budget, path)),
      explain: () => api.explain(this.id, tokens.get(this.id)),
      beside: this.beside,
    });
    addEventListener("keydown", this.onkey);
    addEventListener("storage", this.onstorage);
    this.socket = new Socket(this.id, tokens.get(this.id), {
      frame: (frame) => this.hear(frame),
      standing: (standing) => {
        this.banner.show(standing);
        if (standing === "lost") this.deeds.lost();
      },
    });
  }

  /** The match as JSON; a token that holds no seat here is forgotten. */
  async fetch() {
    try {
      return await api.match(this.id, tokens.get(this.id));
    } catch (error) {
      if (!(error instanceof api.ApiError) || error.code !== "wrong_token") throw error;
      tokens.drop(this.id);
      return api.match(this.id);
    }
  }

  /** @param {import("../api.js").Match} match */
  layout(match) {
    const about = [setupWords(match.setup, this.game?.setup), clockWords(match.clock)].filter(Boolean).join(" · ");
    fill(this.about, el("strong", {}, match.title), about && ` · ${about}`);
    const low = match.you === 1 ? 1 : 0;
    this.host.classList.add(`game-${match.game}`);
    fill(
      this.host,
      el(
        "div",
        { class: "play" },
        el("div", { class: "status-area" }, this.side.status),
        el(
          "div",
          { class: "table" },
          this.seats.nodes[1 - low],
          el("div", { class: "board-frame" }, this.boardHost, this.banner.node),
          this.seats.nodes[low],
        ),
        el(
          "aside",
          { class: "side" },
          this.side.asks,
          this.side.actions,
          this.beside,
          el("div", { class: "about-row" }, this.about, this.side.sound),
          this.side.log,
          help(match.game),
        ),
      ),
      this.live,
      this.words,
    );
    this.low = low;
  }

  /** @param {Error} error */
  fail(error) {
    const missing = error instanceof api.ApiError && (error.code === "unknown_match" || error.status === 400 || error.status === 404);
    fill(
      this.host,
      el(
        "section",
        { class: "card narrow" },
        el("h1", {}, missing ? "No such match" : "That did not work"),
        el("p", {}, missing ? "There is no match at this address. It may have been typed wrongly, or it is gone." : error.message),
        el(
          "div",
          { class: "row" },
          !missing && el("button", { type: "button", class: "primary", onclick: () => void this.begin() }, "Try again"),
          el("a", { class: "button", href: "/" }, "Back to the games"),
        ),
      ),
    );
  }

  /** @param {frames.Frame} frame */
  hear(frame) {
    if (frame.kind === "state") this.show(frame);
    else if (frame.kind === "detail") frame.ply === this.state?.ply && this.board?.detail?.(frame.feed);
    else if (frame.kind === "next") this.rematched(encode(frame.id));
    else if (frame.kind === "bye") this.banner.bye();
    else this.complain(frame);
  }

  /** @param {State} state */
  show(state) {
    const before = this.state;
    const { match, module, pending } = this;
    if (!match || !module) return;
    this.state = state;
    this.deeds.heard(state, this.next !== null);
    if (pending && state.ply === pending.ply && state.turn === state.you) {
      // The connection was lost on the way: sent again, it cannot be played twice.
      this.send(frames.labels(pending.ply, pending.labels));
    } else this.pending = null;
    // Seats change when somebody sits down, and the list of moves with every move.
    if (before ? before.ply !== state.ply || before.state !== state.state || before.you !== state.you : true) this.refresh();
    const scene = this.scene(state);
    this.draw();
    this.board?.update(scene);
    if (before) this.tellOffer(before, state, match.seats);
    if (before?.ply === state.ply && before.state === state.state) return;
    const { text, more, tone } = standing(state, match.seats);
    const move = module.move?.(scene) ?? "";
    fill(this.live, [move, text, state.state === "finished" && more].filter(Boolean).join(". "));
    fill(this.words, module.describe(scene));
    document.title = `${text} – ${match.title}`;
    if (before && tone !== "open") sound.play(tone);
  }

  /**
   * Says what became of an offer: it ends with an answer, or with a move of whoever was asked.
   * @param {State} before @param {State} state @param {{name: string}[]} seats
   */
  tellOffer(before, state, seats) {
    if (before.offer === state.offer || state.state !== "running") return;
    if (state.offer !== null) {
      if (state.you === null) fill(this.live, `${seats[state.offer].name} offers a draw.`);
    } else if (before.offer !== null && state.you !== 1 - before.offer) {
      const { name } = seats[1 - before.offer];
      toast(before.ply === state.ply ? `${name} declined the draw.` : `${name} played on: no draw.`);
    }
  }

  /** All but the board. */
  draw() {
    const { state, match } = this;
    if (!state || !match) return;
    this.seats.update(state, match.seats);
    this.side.update(state, match, {
      draws: this.game?.draws ?? false,
      next: this.next !== null && !this.asked,
      waits: this.waits,
      stays: this.stays,
    });
  }

  /** @param {State} state @returns {import("../boards/index.js").Scene} */
  scene(state) {
    const match = /** @type {import("../api.js").Match} */ (this.match);
    const { feed, last, labels, you, turn, winner, drawn, ply } = state;
    return {
      game: match.game,
      setup: match.setup,
      feed,
      last,
      labels: this.pending ? [] : labels,
      you,
      turn,
      state: state.state,
      winner,
      drawn,
      ply,
      seats: match.seats,
      still: false,
    };
  }

  /** Fetches seats and moves, once for several reasons in a row. */
  refresh() {
    clearTimeout(this.later);
    this.later = setTimeout(async () => {
      const fresh = await this.fetch().catch(() => null);
      if (this.done || !fresh) return;
      const seats = JSON.stringify(this.match?.seats);
      this.match = fresh;
      if (fresh.next && !this.next) this.rematched(fresh.next);
      this.side.moves(fresh.log.length ? fresh.log : fresh.moves);
      this.draw();
      if (this.state && JSON.stringify(fresh.seats) !== seats) this.board?.update(this.scene(this.state));
    }, 60);
  }

  /** @param {number[]} labels */
  choose(labels) {
    if (!this.state || this.pending) return;
    const pending = { ply: this.state.ply, labels };
    this.pending = pending;
    this.send(frames.labels(this.state.ply, labels));
    setTimeout(() => this.pending === pending && this.socket?.renew(), PATIENCE);
  }

  /** @param {Uint8Array} bytes */
  send(bytes) {
    if (!this.socket?.send(bytes)) this.socket?.retry();
  }

  /** @param {import("../play/deeds.js").Name} name @param {Uint8Array} bytes */
  do(name, bytes) {
    if (this.state) this.deeds.ask(name, bytes, this.state, this.next !== null);
  }

  /** @param {frames.Failure} failure */
  complain(failure) {
    if (failure.code === "unknown_match") return this.fail(new api.ApiError("unknown_match", failure.message, 404));
    if (failure.code === "wrong_token") {
      tokens.drop(this.id);
      this.socket?.reopen(null);
    }
    toast(failure.message, "error");
    this.pending = null;
    this.deeds.forget();
    this.asked = false;
    this.board?.refused?.();
    if (this.state) this.board?.update(this.scene(this.state));
  }

  async resign() {
    const sure = await confirm({ title: "Resign?", text: "The match ends, and your opponent wins.", yes: "Resign", no: "Play on" });
    if (sure) this.do("resign", frames.resign());
  }

  rematch() {
    this.asked = true;
    this.do("rematch", frames.rematch());
  }

  /** @param {string} id */
  rematched(id) {
    const known = this.next === id;
    this.hold(id);
    if (this.asked) return this.follow();
    if (known || !this.match || !this.state) return;
    this.waits = this.state.you !== null;
    this.draw();
    document.title = `Rematch – ${this.match.title}`;
    sound.play("yours");
  }

  /** The same token holds the other seat of the rematch. @param {string} id */
  hold(id) {
    this.next = id;
    const token = tokens.get(this.id);
    if (token && !tokens.get(id)) tokens.set(id, token);
  }

  /** Puts the question away; the rematch is still a button. */
  stay() {
    this.stays = true;
    this.draw();
  }

  follow() {
    if (this.next) go(`/m/${this.next}`);
  }

  /** @param {0 | 1} seat */
  async sit(seat) {
    try {
      const { token } = await api.join(this.id, seat);
      tokens.set(this.id, token);
      this.held();
    } catch (error) {
      toast(/** @type {Error} */ (error).message, "error");
      this.refresh();
    }
  }

  /** A seat was taken here or in another tab: goes on as its player, who sits below. */
  held() {
    const token = tokens.get(this.id);
    if (!token || !this.match || this.socket?.token === token) return;
    this.socket?.reopen(token);
    void this.fetch().then((match) => {
      this.match = match;
      const low = match.you === 1 ? 1 : 0;
      if (low !== this.low) this.layout(match);
      this.draw();
    });
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const target = event.target instanceof Element ? event.target : null;
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || target?.closest("input, select, textarea, dialog"))
      return;
    this.board?.key?.(event);
  }

  destroy() {
    this.done = true;
    clearTimeout(this.later);
    removeEventListener("keydown", this.onkey);
    removeEventListener("storage", this.onstorage);
    this.socket?.close();
    this.seats.destroy();
    this.banner.destroy();
    this.board?.destroy();
    this.host.className = "";
  }
}
