// What sets a match apart from one with a fresh deal, in words.

import assert from "node:assert/strict";
import { test } from "node:test";
import { markText } from "../js/play/texts.js";

test("a match that continues another one, and one that is not dealt yet, say so", () => {
  assert.equal(markText({}), "");
  assert.equal(markText({ continues: 1 }), "Continues an earlier game (after 1 choice)");
  assert.equal(
    markText({ continues: 12, dealt: false }),
    "Continues an earlier game (after 12 choices) · Dealt when everybody is here",
  );
});
