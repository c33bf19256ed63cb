// The status of the connection, overlaid on the board so that nothing shifts.

import { el, fill } from "../dom.js";

/** @param {() => void} retry */
export function banner(retry) {
  const text = el("span", {});
  const button = el("button", { type: "button", onclick: retry }, "Try now");
  const node = el("div", { class: "banner", role: "status", hidden: true }, text, button);
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  let restarting = false;

  /** @param {string} message @param {string} tone @param {boolean} ask */
  function show(message, tone, ask) {
    clearTimeout(timer);
    fill(text, message);
    node.className = `banner ${tone}`;
    button.hidden = !ask;
    node.hidden = false;
  }

  return {
    node,
    /** Handles the server's announcement that it is shutting down. */
    bye() {
      restarting = true;
    },
    /** @param {import("../socket.js").Status} status */
    show(status) {
      if (status === "lost")
        show(
          restarting ? "The server is restarting. Reconnecting…" : "Connection lost. Reconnecting…",
          "lost",
          true,
        );
      if (status === "connected") node.hidden = true;
      if (status !== "back") return;
      restarting = false;
      show("Connected again", "back", false);
      timer = setTimeout(() => (node.hidden = true), 2500);
    },
    destroy: () => clearTimeout(timer),
  };
}
