// Everything without a pointer.

import assert from "node:assert/strict";
import { test } from "node:test";
import { OVER, YOURS_OR_OVER, calmly, stage, status, visit, waitStatus } from "./harness.js";

const { server, chromium } = await stage();

/** Presses Tab until an element has the focus. */
async function tabTo(page, selector) {
  for (let i = 0; i < 60; i++) {
    await page.keyboard.press("Tab");
    if (
      await page.evaluate(
        (selector) => document.activeElement?.matches(selector) ?? false,
        selector,
      )
    )
      return;
  }
  assert.fail(`Tab never came to ${selector}`);
}

test("a game of tic-tac-toe, from the front page to the end", async () => {
  const page = await visit(chromium, server, "/");
  await page.locator(".play-button").waitFor();
  await tabTo(page, "input[name=game]");
  // From the game that is selected at first.
  await page.keyboard.press("ArrowLeft");
  await tabTo(page, ".play-button");
  await page.keyboard.press("Enter");
  await page.locator(".ttt").waitFor();
  await tabTo(page, ".ttt .cell");
  for (let move = 0; move < 5; move++) {
    await waitStatus(page, YOURS_OR_OVER);
    if (OVER.test(await status(page).textContent())) break;
    // Moves around the board with arrows until a legal square has the focus.
    for (
      let i = 0;
      i < 9 && !(await page.evaluate(() => document.activeElement.classList.contains("offer")));
      i++
    ) {
      await page.keyboard.press(i % 3 === 2 ? "ArrowDown" : "ArrowRight");
    }
    const before = await page.locator(".ttt .mark:is(.x, .o):not(.ghost)").count();
    await page.keyboard.press("Enter");
    await page.waitForFunction(
      (before) =>
        document.querySelectorAll(".ttt .mark:is(.x, .o):not(.ghost, .pending)").length > before,
      before,
    );
  }
  assert.match(await status(page).textContent(), OVER);
  await tabTo(page, ".actions .primary");
  calmly(page);
});

test("a digit plays a square immediately", async () => {
  const { id, tokens } = await server.match({ game: "ttt", seats: ["person", "person"] });
  const page = await visit(chromium, server, `/m/${id}`, { tokens: [[id, tokens[0]]] });
  await waitStatus(page, /Your turn/);
  await page.keyboard.press("7");
  await page
    .locator('.ttt [data-cell="6"] .mark.x:not(.ghost, .pending)')
    .waitFor({ state: "attached" });
  calmly(page);
});

test("a nested board: in, play, out, and to the highlighted grid", async () => {
  const { id, tokens } = await server.match({
    game: "nested",
    setup: { depth: 3 },
    seats: ["person", "bot:1"],
  });
  const page = await visit(chromium, server, `/m/${id}`, { tokens: [[id, tokens[0]]] });
  await waitStatus(page, /Your turn/);
  await tabTo(page, ".nested-window");
  await page.keyboard.press("ArrowRight");
  const live = page.locator(".nested-window + .unseen");
  assert.match(await live.textContent(), /^6: open grid/);
  await page.keyboard.press("Enter");
  await page.keyboard.press("Enter");
  assert.match(await live.textContent(), /^6\.5\.5: empty, can be played/);
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.querySelectorAll(".log li:not(.none)").length >= 2);
  await waitStatus(page, /Your turn/);
  await page.keyboard.press("0");
  await page.waitForFunction(() => document.querySelectorAll(".crumbs li").length === 1);
  await page.keyboard.press("t");
  await page.waitForFunction(() => document.querySelectorAll(".crumbs li").length === 3);
  await page.keyboard.press("Escape");
  await page.waitForFunction(() => document.querySelectorAll(".crumbs li").length === 2);
  calmly(page);
});

test("turn, last move and outcome are announced to screen readers", async () => {
  const { id, tokens } = await server.match({ game: "ttt", seats: ["person", "person"] });
  const page = await visit(chromium, server, `/m/${id}`, { tokens: [[id, tokens[1]]] });
  const live = page.locator("#page > [aria-live]");
  await page.waitForFunction(
    () => document.querySelector("#page > [aria-live]")?.textContent === "X’s turn",
  );
  for (const [ply, square, seat] of [
    [0, 0, 0],
    [1, 3, 1],
    [2, 1, 0],
    [3, 4, 1],
    [4, 2, 0],
  ])
    await server.call("POST", `/api/matches/${id}/play`, { ply, labels: [square] }, tokens[seat]);
  await page.waitForFunction(() =>
    /You lost/.test(document.querySelector("#page > [aria-live]").textContent),
  );
  assert.match(await live.textContent(), /^X top right\. You lost/);
  assert.match(
    await page.locator("#board-description").textContent(),
    /X top left, X top, X top right/,
  );
  calmly(page);
});
