// The front page: create a match, or find one to join, to watch or to replay.

import * as api from "../api.js";
import { el, fill, toast } from "../dom.js";
import { daily } from "../home/daily.js";
import { Form } from "../home/form.js";
import { kept } from "../home/kept.js";
import { Lobby } from "../home/lobby.js";
import { go } from "../navigate.js";
import { isStatic } from "../site.js";
import { setPair } from "../play/pass.js";
import * as tokens from "../tokens.js";

/** @param {HTMLElement} host @returns {{destroy(): void}} */
export function page(host) {
  let done = false;
  const place = el("div", { class: "form-place" });
  const puzzles = el("section", { class: "daily" });
  let wanted = true;
  const lobby = new Lobby(() => void begin());
  fill(
    host,
    el(
      "div",
      { class: "hero" },
      el("h1", {}, "Small games, few bits"),
      el("p", { class: "soft" }, "Play a bot or a friend. A whole match fits in a link."),
    ),
    el("div", { class: "home" }, place, el("div", { class: "home-side" }, puzzles, lobby.node)),
    isStatic && kept(() => void lobby.refresh()),
  );
  void begin();

  /** Shows the form once. The lobby calls again when the server is back. */
  async function begin() {
    if (!wanted) return;
    try {
      const [games, features] = await Promise.all([api.games(), api.features()]);
      if (!done && wanted) {
        fill(place, new Form(games, features, (request) => void create(request)).node);
        fill(puzzles, daily(games));
      }
      wanted = false;
    } catch (error) {
      if (!done)
        fill(
          place,
          sorry(/** @type {Error} */ (error), () => void begin()),
        );
    }
  }

  /** @param {import("../api.js").MatchRequest} request */
  async function create(request) {
    try {
      const { id, link, seats } = await api.create(request);
      const [first, second] = seats.map(({ token }) => token);
      const token = first ?? second;
      if (token) tokens.set(id, token);
      if (first && second) setPair(id, [first, second]);
      if (!done) go(link);
    } catch (error) {
      toast(/** @type {Error} */ (error).message, "error");
    }
  }

  return {
    destroy() {
      done = true;
      lobby.destroy();
    },
  };
}

/** @param {Error} error @param {() => void} again */
function sorry(error, again) {
  return el(
    "section",
    { class: "card stack" },
    el("p", {}, error.message),
    el("div", { class: "row" }, el("button", { type: "button", onclick: again }, "Try again")),
  );
}
