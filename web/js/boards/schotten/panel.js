// The lines below the stones: a hint, what is known of a stone, or the question whether to claim it.

import { el } from "../../dom.js";

/**
 * @typedef {object} Panel
 * @property {HTMLElement} element
 * @property {(text: string) => void} hint
 * @property {(stone: number, title: string, proof: string) => void} stone
 * @property {(stone: number, proof: string) => void} claim
 * @property {() => void} pass
 */

/**
 * @param {(label: number) => void} answer no is 0, yes is 1, pass is 0
 * @param {() => void} close the stone is no longer looked at
 * @returns {Panel}
 */
export function createPanel(answer, close) {
  const title = el("p", { class: "title" });
  const proof = el("p", { class: "proof" });
  const yes = button("Claim it", "primary", () => answer(1));
  const no = button("Not now", "", () => answer(0));
  const pass = button("Pass", "primary", () => answer(0));
  const shut = el("button", { type: "button", class: "shut", "aria-label": "Close" }, "×");
  shut.addEventListener("click", close);
  const buttons = el("div", { class: "answers" }, yes, no, pass);
  const element = el("div", { class: "panel", "aria-live": "polite" }, el("div", { class: "words" }, title, proof), buttons, shut);

  /**
   * @param {"hint" | "stone" | "claim" | "pass"} kind
   * @param {string} heading
   * @param {string} text
   * @param {number} [at]
   */
  const show = (kind, heading, text, at) => {
    element.dataset.kind = kind;
    if (at !== undefined) element.style.setProperty("--at", String(at));
    setText(title, heading);
    setText(proof, text && `${text[0].toUpperCase()}${text.slice(1)}.`);
    yes.hidden = no.hidden = kind !== "claim";
    pass.hidden = kind !== "pass";
    shut.hidden = kind !== "stone";
  };

  return {
    element,
    hint: (text) => show("hint", text, ""),
    stone: (stone, heading, text) => show("stone", heading, text, stone),
    claim: (stone, text) => show("claim", `Claim stone ${stone}?`, text, stone),
    pass: () => show("pass", "There is nothing you can lay.", "Pass, and your opponent goes on"),
  };
}

/**
 * @param {string} text
 * @param {string} look
 * @param {() => void} press
 */
function button(text, look, press) {
  const made = el("button", { type: "button", class: look }, text);
  made.addEventListener("click", press);
  return made;
}

/**
 * Writes only what changes, so that screen readers do not hear it twice.
 * @param {HTMLElement} element
 * @param {string} text
 */
function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}
