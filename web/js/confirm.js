// A dialog that asks for confirmation before something that cannot be undone.

import { el } from "./dom.js";

/**
 * @param {{title: string, text: string, yes: string, no: string}} words
 * @returns {Promise<boolean>}
 */
export function confirm({ title, text, yes, no }) {
  const dialog = el(
    "dialog",
    { "aria-label": title },
    el(
      "form",
      { method: "dialog", class: "stack" },
      el("h2", {}, title),
      el("p", {}, text),
      el(
        "div",
        { class: "row" },
        el("button", { value: "no", autofocus: true }, no),
        el("button", { value: "yes", class: "danger" }, yes),
      ),
    ),
  );
  document.body.append(dialog);
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener("close", () => {
      dialog.remove();
      resolve(dialog.returnValue === "yes");
    });
  });
}
