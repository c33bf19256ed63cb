// How the connection stands, over the board, so that nothing moves.

import { el, fill } from "../dom.js";

/** @param {() => void} retry */
export function banner(retry) {
  const text = el("span", {});
  const button = el("button", { type: "button", onclick: retry }, "Try now");
  const node = el("div", { class: "banner", role: "status", hidden: true }, text, button);
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  let restarting = false;

  /** @param {string} words @param {string} tone @param {boolean} ask */
  function show(words, tone, ask) {
    clearTimeout(timer);
    fill(text, words);
    node.className = `banner ${tone}`;
    button.hidden = !ask;
    node.hidden = false;
  }

  return {
    node,
    /** The server said that it goes down. */
    bye() {
      restarting = true;
    },
    /** @param {import("../socket.js").Standing} standing */
    show(standing) {
      if (standing === "lost") show(restarting ? "The server is restarting. Coming back…" : "Connection lost. Coming back…", "lost", true);
      if (standing === "connected") node.hidden = true;
      if (standing !== "back") return;
      restarting = false;
      show("Connected again", "back", false);
      timer = setTimeout(() => (node.hidden = true), 2500);
    },
    destroy: () => clearTimeout(timer),
  };
}
