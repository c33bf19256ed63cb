// Settings of the play page.

import { el } from "../dom.js";
import * as beat from "./beat.js";

export function settings() {
  const pause = el("input", {
    type: "checkbox",
    checked: beat.isOn(),
    onchange: () => beat.set(pause.checked),
  });
  return el("label", { class: "check setting" }, pause, "Pause before the opponent’s moves");
}
