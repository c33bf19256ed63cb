// The page for playing or watching a match. The server decides everything; this page shows its
// states and sends choices. Once loaded, it relies on frames alone.

import * as api from "../api.js";
import { encode } from "../base64url.js";
import { loadBoard } from "../boards/index.js";
import { confirm } from "../confirm.js";
import { el, fill, toast } from "../dom.js";
import * as frames from "../frames.js";
import { helpBox } from "../help.js";
import { named } from "../name.js";
import { go } from "../navigate.js";
import { PendingActions } from "../play/actions.js";
import { Advice } from "../play/advice.js";
import { banner } from "../play/banner.js";
import { Beat, isReply } from "../play/beat.js";
import { Explanations } from "../play/explanations.js";
import { History } from "../play/history.js";
import { MoveLog } from "../play/log.js";
import { carryPair, cover, pair } from "../play/pass.js";
import { Seats } from "../play/seats.js";
import * as series from "../play/series.js";
import { settings } from "../play/settings.js";
import { Side } from "../play/side.js";
import { clockText, isBot, markText, setupText, statusOf } from "../play/texts.js";
import { Socket } from "../socket.js";
import * as sound from "../sound.js";
import * as tokens from "../tokens.js";

/**
 * @typedef {import("../frames.js").State & {received?: number}} State
 * @typedef {import("../boards/index.js").BoardModule} BoardModule
 */

/**
 * The page of a match. It is made for one viewer: when the device passes to another player who may
 * see something else, nothing of it stays.
 * @param {HTMLElement} host
 * @param {{id: string}} route
 * @returns {{destroy(): void}}
 */
export function page(host, { id }) {
  /** @type {Play | null} */
  let play = null;
  const begin = () => {
    play = new Play(host, id, pass);
    void play.begin();
  };
  /** @param {string} name of the next player @param {string | null} token of that player */
  const pass = (name, token) => {
    play?.destroy();
    play = null;
    cover(host, name, () => {
      if (token) tokens.set(id, token);
      begin();
    });
  };
  begin();
  return { destroy: () => play?.destroy() };
}

/**
 * The timeout for an answer to a choice, after which the connection counts as dead, in
 * milliseconds.
 */
const PATIENCE = 8000;
/** How long to wait for a *moves* frame before fetching the log over HTTP. */
const LOG_PATIENCE = 1500;

class Play {
  /**
   * @param {HTMLElement} host
   * @param {string} id
   * @param {(name: string, token: string | null) => void} pass replaces this page with a cover
   *   until the next player is ready
   */
  constructor(host, id, pass) {
    this.host = host;
    this.id = id;
    this.pass = pass;
    this.isClosed = false;
    /** @type {import("../api.js").Match | null} */
    this.match = null;
    /** @type {import("../api.js").Game | null} */
    this.game = null;
    /** @type {BoardModule | null} */
    this.module = null;
    /** @type {import("../boards/index.js").Board | null} */
    this.board = null;
    /** The state on display. @type {State | null} */
    this.state = null;
    /** @type {Socket | null} */
    this.socket = null;
    /**
     * The choice that was sent but not yet answered.
     * @type {import("../play/beat.js").Pending | null}
     */
    this.pending = null;
    this.actions = new PendingActions(() => this.socket, PATIENCE);
    this.explanations = new Explanations(id, () => this.socket);
    this.beat = new Beat((/** @type {frames.Frame} */ frame) => this.receive(frame));
    this.log = new MoveLog();
    /** Whether the server sends the log in frames; unknown until the first one arrives. */
    this.sendsMoves = false;
    /** The seat that requests a takeback. @type {0 | 1 | null} */
    this.takeback = null;
    /** The rematch, or the match that continues this one. @type {string | null} */
    this.next = null;
    this.isFork = false;
    this.hasAsked = false;
    /** Whether the opponent created the rematch while this page was open. */
    this.opponentWaits = false;
    this.stays = false;
    /** The seat below the board. @type {0 | 1} */
    this.low = 0;
    this.banner = banner(() => this.socket?.retry());
    this.seats = new Seats();
    this.side = new Side({
      resign: () => void this.resign(),
      callOff: () => this.request("call off", frames.resign()),
      offer: () => void this.offer(),
      accept: () => this.request("accept", frames.draw()),
      decline: () => this.request("decline", frames.decline()),
      rematch: () => this.rematch(),
      sit: (seat) => void this.sit(seat),
      follow: () => this.follow(),
      stay: () => this.stay(),
      showLog: () => this.showLog(),
      hint: () => this.hint(),
      takeBack: () => void this.takeBack(),
      grant: () => this.request("grant", frames.takeback()),
      refuse: () => this.request("refuse", frames.declineTakeback()),
    });
    this.advice = new Advice({
      id,
      state: () => this.state,
      sayMove: (labels, text) => this.sayMove(labels, text),
      redraw: () => this.drawBoard(),
    });
    this.history = new History(id, () => this.drawBoard());
    this.live = el("div", { class: "unseen", "aria-live": "polite" });
    this.description = el("p", { class: "unseen", id: "board-description" });
    this.beside = el("div", { class: "beside" });
    this.boardHost = el("div", {
      class: "board",
      "aria-describedby": "board-description",
      role: "group",
      "aria-label": "Board",
    });
    this.about = el("p", { class: "soft small about" }, " ");
    /** The tokens of both seats, if both players share this device. */
    this.pair = pair(id);
    /** @param {KeyboardEvent} event */
    this.onkey = (event) => this.key(event);
    /** @param {StorageEvent} event */
    this.onstorage = (event) => event.key?.startsWith("ennead.tokens") && this.useToken();
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.refreshTimer = undefined;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.logTimer = undefined;
  }

  async begin() {
    try {
      this.match = await this.fetch();
      this.game = await api.game(this.match.game);
      this.module = await loadBoard(this.game);
    } catch (error) {
      if (!this.isClosed) this.fail(/** @type {Error} */ (error));
      return;
    }
    if (this.isClosed || this.passOn(this.match)) return;
    if (this.match.next) this.setNext(this.match.next, this.match.end === "abandoned");
    this.layout(this.match);
    this.setLog(this.match);
    this.board = this.module.create(this.boardHost, {
      choose: (labels) => this.choose(labels),
      requestDetail: (path, budget) => void this.socket?.send(frames.look(budget, path)),
      explain: () => this.explanations.request(),
      beside: this.beside,
    });
    addEventListener("keydown", this.onkey);
    addEventListener("storage", this.onstorage);
    this.socket = new Socket(this.id, tokens.get(this.id), {
      frame: (frame) => this.enqueue(frame),
      status: (status) => {
        this.banner.show(status);
        if (status !== "lost") return;
        this.actions.lost();
        this.explanations.fail("the connection is lost");
      },
    });
  }

  /** The match as JSON. Drops a token that holds no seat here. */
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
    const { game, module } = this;
    if (!game || !module) return;
    this.drawAbout(match);
    this.low = match.you === 1 ? 1 : 0;
    this.host.classList.add(`game-${game.board ? game.id : "generic"}`);
    fill(
      this.host,
      el(
        "div",
        { class: "play" },
        el("div", { class: "status-area" }, this.side.status),
        el(
          "div",
          { class: "table" },
          this.seats.nodes[1 - this.low],
          el("div", { class: "board-frame" }, this.boardHost, this.banner.node),
          this.seats.nodes[this.low],
        ),
        el(
          "aside",
          { class: "side" },
          this.side.asks,
          this.side.actions,
          this.advice.text,
          this.advice.bar,
          this.beside,
          el("div", { class: "about-row" }, this.about, this.side.sound),
          this.side.log,
          this.history.element,
          this.side.share,
          helpBox(game, module),
          match.seats.some(isBot) && settings(),
          match.you !== null && match.seats.some(isBot) && this.advice.setting,
        ),
      ),
      this.live,
      this.description,
    );
  }

  /** @param {import("../api.js").Match} match */
  drawAbout(match) {
    const setup = setupText(match.setup, this.game?.setup);
    const parts = [setup, clockText(match.clock), markText(match)].filter(Boolean);
    fill(this.about, [el("strong", {}, match.title), ...parts.map((part) => ` · ${part}`)]);
  }

  /** @param {Error} error */
  fail(error) {
    const missing =
      error instanceof api.ApiError &&
      (error.code === "unknown_match" || error.status === 400 || error.status === 404);
    const text = missing
      ? "There is no match at this address. It may be mistyped, or the match may be gone."
      : error.message;
    const retry = () => void this.begin();
    fill(
      this.host,
      el(
        "section",
        { class: "card narrow" },
        el("h1", {}, missing ? "No such match" : "Something went wrong"),
        el("p", {}, text),
        el(
          "div",
          { class: "row" },
          !missing &&
            el("button", { type: "button", class: "primary", onclick: retry }, "Try again"),
          el("a", { class: "button", href: "/" }, "Back to the games"),
        ),
      ),
    );
  }

  /**
   * Delays a bot's reply by a beat; everything else is shown immediately.
   * @param {frames.Frame} frame
   */
  enqueue(frame) {
    if (frame.kind !== "state") return this.beat.push(frame, false);
    const state = { ...frame, received: performance.now() };
    const { state: before, match, pending } = this;
    this.beat.push(state, !!before && !!match && isReply(before, state, match.seats, pending));
  }

  /** @param {frames.Frame} frame */
  receive(frame) {
    // Delayed frames may be delivered together, and the first one may end this page.
    if (this.isClosed) return;
    switch (frame.kind) {
      case "state":
        return this.show(frame);
      case "detail":
        if (frame.ply === this.state?.ply) this.board?.detail?.(frame.payload);
        return;
      case "moves":
        return this.takeMoves(frame);
      case "explanation":
        return this.explanations.receive(frame);
      case "next":
        return this.rematched(encode(frame.id));
      case "takeback":
        return this.setTakeback(frame.asks);
      case "bye":
        return this.banner.bye();
      default:
        if (!this.explanations.takes(frame)) this.showFailure(frame);
    }
  }

  /** @param {State} state */
  show(state) {
    const before = this.state;
    const { module, pending } = this;
    if (!this.match || !module || this.passOn(state) || this.changeSeat(state)) return;
    if (before && before.ply !== state.ply) this.endTakeback(before, state);
    this.state = state;
    const hadOpenSeat = this.match.seats.some(({ kind }) => kind === "open");
    const match = (this.match = seated(this.match, state));
    // Frames do not carry the name of a player who joins.
    if (hadOpenSeat && state.state === "running") this.refresh();
    if ((state.you === 1 ? 1 : 0) !== this.low && !this.sharesBoard) this.layout(match);
    this.actions.update({ ...state, takeback: this.takeback }, this.next !== null);
    if (pending && state.ply === pending.ply && state.turn === state.you) {
      // The connection was lost in between. Resending is safe: a choice cannot be played twice.
      this.send(frames.labels(pending.ply, pending.labels));
    } else this.pending = null;
    this.advice.update();
    if (before?.ply !== state.ply || before.you !== state.you) this.history.changed();
    const scene = this.scene(state);
    this.draw();
    this.drawBoard();
    if (before) this.announceOffer(before, state, match.seats);
    const isNew = before?.ply !== state.ply || before.state !== state.state;
    if (isNew || before?.you !== state.you) this.expectMoves();
    if (!isNew) return;
    const { text, more, tone } = statusOf(state, match.seats, match.title);
    const move = module.move?.(scene) ?? "";
    const parts = [move, text, state.state === "finished" && more];
    fill(this.live, parts.filter(Boolean).join(". "));
    fill(this.description, module.describe(scene));
    document.title = `${text} – ${match.title}`;
    if (before && tone !== "open") sound.play(tone);
  }

  /** Whether both players share one view of an open game. */
  get sharesBoard() {
    return this.pair !== null && this.game?.open === true;
  }

  /**
   * In an open game with both players on this device, continues as the player to move. Returns
   * whether the state is for the other player.
   * @param {State} state
   */
  changeSeat({ state, turn, you }) {
    if (!this.pair || !this.sharesBoard || state !== "running" || turn === null || turn === you)
      return false;
    const token = this.pair[turn];
    tokens.set(this.id, token);
    this.socket?.reopen(token);
    return true;
  }

  /**
   * In a game with secrets, passes the device on as soon as another player is to look than the one
   * for whom this page was made. Returns whether it did; this page is then gone.
   * @param {{state: State["state"], turn: 0 | 1 | null, you: 0 | 1 | null}} state
   */
  passOn({ state, turn, you }) {
    const { match, game, pair } = this;
    if (!match || !game || game.open) return false;
    const next = pair && state === "running" && turn !== null ? turn : you;
    // A spectator who takes a seat has seen no secrets.
    const isGuest = match.you === null && !pair;
    if (next === null || next === match.you || isGuest) return false;
    const { player, name } = match.seats[next];
    this.pass(player ?? name, pair && pair[next]);
    return true;
  }

  /**
   * Announces how an offer ended: with an answer, or with a move of the player who was asked.
   * @param {State} before
   * @param {State} state
   * @param {{name: string}[]} seats
   */
  announceOffer(before, state, seats) {
    if (before.offer === state.offer || state.state !== "running") return;
    if (state.offer !== null) {
      if (state.you === null) fill(this.live, `${seats[state.offer].name} offers a draw.`);
    } else if (before.offer !== null && state.you !== 1 - before.offer) {
      const { name } = seats[1 - before.offer];
      toast(
        before.ply === state.ply ? `${name} declined the draw.` : `${name} played on: no draw.`,
      );
    }
  }

  /** A move ends a takeback request. @param {State} before @param {State} state */
  endTakeback(before, state) {
    if (this.takeback !== null && this.takeback === state.you && before.turn === 1 - state.you)
      toast(`${this.match?.seats[before.turn].name} played on: no takeback.`);
    this.takeback = null;
  }

  /** @param {0 | 1 | null} asks */
  setTakeback(asks) {
    const { state, match, takeback: before } = this;
    this.takeback = asks;
    if (!state || !match || asks === before) return;
    this.actions.update({ ...state, takeback: asks }, this.next !== null);
    this.draw();
    if (state.state !== "running" || this.next) return;
    if (asks !== null) {
      fill(this.live, `${match.seats[asks].name} asks to take back the last move.`);
      if (state.you === 1 - asks) sound.play("yours");
    } else if (before !== null && state.you !== 1 - before)
      toast(`${match.seats[1 - before].name} declined the takeback.`);
  }

  /** Draws everything but the board. */
  draw() {
    const { state, match } = this;
    if (!state || !match) return;
    this.drawAbout(match);
    this.seats.update(state, match.seats);
    this.side.update(state, match, {
      draws: this.game?.draws ?? false,
      canTakeBack: match.clock === null,
      takeback: this.takeback,
      isFork: this.isFork,
      next: this.next !== null && !this.hasAsked,
      waits: this.opponentWaits,
      stays: this.stays,
      isShared: this.pair !== null,
      series: this.series(state),
    });
  }

  /** The score of a series, once the match is over. @param {State} state */
  series(state) {
    if (!this.match || state.state !== "finished") return "";
    const you = this.pair ? null : state.you;
    return series.scoreText(series.after(this.id, state), you, this.match.seats);
  }

  /** @param {State} state @returns {import("../boards/index.js").Scene} */
  scene(state) {
    const match = /** @type {import("../api.js").Match} */ (this.match);
    const { payload, last, labels, you, turn, winner, drawn, ply } = state;
    return {
      game: match.game,
      setup: match.setup,
      payload,
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
      overlay: this.advice.overlay,
    };
  }

  /** Draws the position on display: the current one, or the earlier one that the viewer chose. */
  drawBoard() {
    if (!this.state) return;
    const scene = this.scene(this.state);
    const { past } = this.history;
    const then = past && { ...past, labels: [], state: /** @type {const} */ ("running") };
    const result = past && { winner: null, drawn: false, overlay: undefined };
    this.board?.update({ ...scene, ...then, ...result });
  }

  // The log.

  /** @param {frames.Moves} frame */
  takeMoves(frame) {
    this.sendsMoves = true;
    clearTimeout(this.logTimer);
    this.log.take(frame);
    this.showLog();
  }

  /** @param {import("../api.js").Match} match */
  setLog({ log, moves }) {
    this.log.reset(log.length ? log : moves);
    this.showLog();
  }

  showLog() {
    this.side.moves(this.log);
    this.board?.lastMove?.(this.log.last);
    this.board?.moves?.(this.log.lines);
  }

  /** After a new state, its moves arrive in a frame, or must be fetched from an older server. */
  expectMoves() {
    if (this.sendsMoves) return;
    clearTimeout(this.logTimer);
    const wait = this.socket?.features ? LOG_PATIENCE : 0;
    this.logTimer = setTimeout(() => !this.sendsMoves && this.refresh(), wait);
  }

  /** Fetches the match, coalescing repeated calls. */
  refresh() {
    clearTimeout(this.refreshTimer);
    this.refreshTimer = setTimeout(async () => {
      const fresh = await this.fetch().catch(() => null);
      if (this.isClosed || !fresh || this.passOn(fresh)) return;
      const seats = JSON.stringify(this.match?.seats);
      this.match = fresh;
      if (fresh.next && !this.next) this.rematched(fresh.next);
      if (!this.sendsMoves) this.setLog(fresh);
      this.draw();
      if (JSON.stringify(fresh.seats) !== seats) this.drawBoard();
    }, 60);
  }

  // What the viewer does.

  /** @param {number[]} labels */
  choose(labels) {
    if (!this.state || this.pending) return;
    const pending = { ply: this.state.ply, labels };
    this.pending = pending;
    this.beat.restart();
    this.send(frames.labels(this.state.ply, labels));
    setTimeout(() => this.pending === pending && this.socket?.renew(), PATIENCE);
  }

  /** @param {Uint8Array} bytes */
  send(bytes) {
    if (!this.socket?.send(bytes)) this.socket?.retry();
  }

  /** @param {import("../play/actions.js").Name} name @param {Uint8Array} bytes */
  request(name, bytes) {
    if (!this.state) return;
    const state = { ...this.state, takeback: this.takeback };
    this.actions.ask(name, bytes, state, this.next !== null);
  }

  /** @param {frames.Failure} failure */
  showFailure(failure) {
    if (failure.code === "unknown_match")
      return this.fail(new api.ApiError("unknown_match", failure.message, 404));
    if (failure.code === "wrong_token") {
      tokens.drop(this.id);
      this.socket?.reopen(null);
    }
    toast(failure.message, "error");
    this.pending = null;
    this.actions.forget();
    this.hasAsked = false;
    this.board?.rejected?.();
    this.drawBoard();
  }

  async resign() {
    const sure = await confirm({
      title: "Resign?",
      text: "The match ends, and your opponent wins.",
      yes: "Resign",
      no: "Play on",
    });
    if (sure) this.request("resign", frames.resign());
  }

  /** Offers a draw. A bot's answer may end the match at once, so it takes a second press. */
  async offer() {
    const sure =
      !this.match?.seats.some(isBot) ||
      (await confirm({
        title: "Offer a draw?",
        text: "The bot accepts if it can no longer win. The match then ends.",
        yes: "Offer a draw",
        no: "Play on",
      }));
    if (sure) this.request("offer", frames.draw());
  }

  /** Shows a hint, which is about the present. */
  hint() {
    this.history.reset();
    void this.advice.show();
  }

  /** A move in readable form. @param {number[]} labels @param {string} text */
  sayMove(labels, text) {
    if (!this.state) return text;
    return this.module?.hintText?.(this.scene(this.state), labels) ?? text;
  }

  /** Takes back the last move by continuing in a new match; a human opponent is asked first. */
  async takeBack() {
    const isAlone = this.pair !== null || this.match?.seats.some(isBot);
    if (!isAlone) return this.request("takeback", frames.takeback());
    const token = tokens.get(this.id);
    try {
      const id = await this.forkBack(token);
      if (!id || this.isClosed) return;
      this.setNext(id, true);
      this.hasAsked = true;
      go(`/m/${id}`, { replace: true });
    } catch (error) {
      toast(/** @type {Error} */ (error).message, "error");
    }
  }

  /**
   * With two players on one device, one requests and the other agrees.
   * @param {string | null} token
   */
  async forkBack(token) {
    const turn = this.state?.turn ?? null;
    if (!this.pair || turn === null) return (await api.takeback(this.id, token)).id;
    const asked = await api.takeback(this.id, this.pair[1 - turn]);
    return asked.id ?? (await api.takeback(this.id, this.pair[turn])).id;
  }

  rematch() {
    this.hasAsked = true;
    this.request("rematch", frames.rematch());
  }

  /** @param {string} id */
  rematched(id) {
    const known = this.next === id;
    const isFork = this.state?.state === "running" || this.state?.end === "abandoned";
    this.setNext(id, isFork);
    if (this.hasAsked) return this.follow();
    if (known || !this.match || !this.state) return;
    if (isFork) {
      toast("A move was taken back.");
      return go(`/m/${id}`, { replace: true });
    }
    this.opponentWaits = this.state.you !== null;
    this.draw();
    document.title = `Rematch – ${this.match.title}`;
    sound.play("yours");
  }

  /**
   * The same token holds the other seat in a rematch, and the same seat in a fork.
   * @param {string} id
   * @param {boolean} isFork
   */
  setNext(id, isFork) {
    this.next = id;
    this.isFork = isFork;
    const token = tokens.get(this.id);
    if (token && !tokens.get(id)) tokens.set(id, token);
    carryPair(this.id, id, isFork);
    if (isFork) series.keep(this.id, id);
    else if (this.state?.state === "finished") series.carry(this.id, id, this.state);
  }

  /** Dismisses the prompt; the rematch remains available as a button. */
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
      const { token } = await api.join(this.id, { ...named(), seat });
      tokens.set(this.id, token);
      this.useToken();
    } catch (error) {
      toast(/** @type {Error} */ (error).message, "error");
      this.refresh();
    }
  }

  /** Continues as a player after a seat was taken here or in another tab. */
  useToken() {
    const token = tokens.get(this.id);
    if (token && this.match && this.socket?.token !== token) this.socket?.reopen(token);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const target = event.target instanceof Element ? event.target : null;
    const isShortcut = event.ctrlKey || event.metaKey || event.altKey;
    if (event.defaultPrevented || isShortcut) return;
    if (target?.closest("input, select, textarea, dialog")) return;
    this.board?.key?.(event);
  }

  destroy() {
    this.isClosed = true;
    clearTimeout(this.refreshTimer);
    clearTimeout(this.logTimer);
    removeEventListener("keydown", this.onkey);
    removeEventListener("storage", this.onstorage);
    this.beat.destroy();
    this.socket?.close();
    this.seats.destroy();
    this.banner.destroy();
    this.board?.destroy();
    this.host.className = "";
  }
}

/**
 * The match updated by a state: once it is running, no seat is open and all cards are dealt, and
 * the viewer may have taken a seat.
 * @param {import("../api.js").Match} match
 * @param {State} state
 */
function seated(match, state) {
  const isTaken = state.state === "running" && match.seats.some(({ kind }) => kind === "open");
  if (match.you === state.you && !isTaken) return match;
  const kind = (/** @type {string} */ kind) => (isTaken && kind === "open" ? "person" : kind);
  const seats = match.seats.map((seat) => ({ ...seat, kind: kind(seat.kind) }));
  return { ...match, you: state.you, seats, dealt: isTaken ? undefined : match.dealt };
}
