// The panel below the stones: a hint, facts about a stone, or the question whether to claim it.

import { el } from "../../js/dom.js";
import { stoneNumber } from "./names.js";

/**
 * @typedef {object} Panel
 * @property {HTMLElement} element
 * @property {(text: string) => void} hint
 * @property {(stone: number, title: string, detail: string, proof: string) => void} stone
 * @property {(title: string, proof: string) => void} claimed claims that were made
 * @property {(title: string, proof: string) => void} won
 * @property {(stone: number, proof: string) => void} claim
 * @property {() => void} pass
 */

/**
 * @param {(label: number) => void} answer no is 0, yes is 1, pass is 0
 * @param {() => void} close called when the panel is closed
 * @returns {Panel}
 */
export function createPanel(answer, close) {
  const head = el("span", { class: "head" });
  const detail = el("span", { class: "detail" });
  const title = el("p", { class: "title" }, head, detail);
  const proof = el("p", { class: "proof" });
  const yes = button("Claim it", "primary", () => answer(1));
  const no = button("Not now", "", () => answer(0));
  const pass = button("Pass", "primary", () => answer(0));
  const shut = el("button", { type: "button", class: "shut", "aria-label": "Close" }, "×");
  shut.addEventListener("click", close);
  const buttons = el("div", { class: "answers" }, yes, no, pass);
  const element = el(
    "div",
    { class: "panel", "aria-live": "polite" },
    el("div", { class: "words" }, title, proof),
    buttons,
    shut,
  );

  /**
   * @param {"hint" | "stone" | "claim" | "pass" | "claimed" | "won"} kind
   * @param {string} heading
   * @param {string} text
   * @param {number} [at]
   * @param {string} [more] facts that the table shows too
   */
  const show = (kind, heading, text, at, more = "") => {
    element.dataset.kind = kind;
    if (at !== undefined) element.style.setProperty("--at", String(at));
    setText(head, heading);
    setText(detail, more);
    setText(proof, text);
    element.hidden = !heading && !text;
    yes.hidden = no.hidden = kind !== "claim";
    pass.hidden = kind !== "pass";
    shut.hidden = kind !== "stone" && kind !== "claimed";
  };

  return {
    element,
    hint: (text) => show("hint", text, ""),
    stone: (stone, heading, more, text) => show("stone", heading, text, stone, more),
    claimed: (heading, text) => show("claimed", heading, text),
    won: (heading, text) => show("won", heading, text),
    claim: (stone, text) => show("claim", `Claim stone ${stoneNumber(stone)}?`, text, stone),
    pass: () => show("pass", "You cannot lay a card.", "Pass, and your opponent continues."),
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
 * Writes only changes, so that screen readers do not announce the same text twice.
 * @param {HTMLElement} element
 * @param {string} text
 */
function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}
