// The name of this browser's player. There are no accounts: the name is stored here and shown to
// others as plain text.

import { el } from "./dom.js";

const KEY = "ennead.name";
/** The maximum length that the server accepts. */
const MOST = 24;

let memory = "";

/** Normalises a name to what the server accepts. @param {string} text */
export function normalise(text) {
  const plain = text.replace(/[\p{C}\p{Zl}\p{Zp}]+/gu, " ").replace(/\s+/gu, " ");
  return [...plain.trim()].slice(0, MOST).join("").trim();
}

/** The player's name; null without one. @returns {string | null} */
export function name() {
  try {
    return normalise(localStorage.getItem(KEY) ?? memory) || null;
  } catch {
    return memory || null;
  }
}

/** @param {string} text */
function keep(text) {
  memory = normalise(text);
  try {
    localStorage.setItem(KEY, memory);
  } catch {
    // Without storage, the name lasts as long as the page.
  }
}

/** The name as a field of requests, if there is one. @returns {{name?: string}} */
export function named() {
  const own = name();
  return own === null ? {} : { name: own };
}

/** A field to change the name. @param {string} id of the input */
export function nameField(id) {
  const input = el("input", {
    id,
    class: "name-field",
    value: name() ?? "",
    maxlength: MOST,
    placeholder: "Player",
    autocomplete: "nickname",
    spellcheck: "false",
    oninput: () => keep(input.value),
    onchange: () => (input.value = name() ?? ""),
  });
  return el("div", { class: "field name" }, el("label", { for: id }, "Your name"), input);
}
