// Tic-tac-toe in a real browser.

import assert from "node:assert/strict";
import { test } from "node:test";
import {
  OVER,
  YOURS_OR_OVER,
  browser,
  calmly,
  stage,
  status,
  visit,
  waitStatus,
} from "../../../../web/tests/harness.js";

const { server, chromium } = await stage();

/** Plays the first available square until the match is over. */
async function playOut(page) {
  for (;;) {
    await waitStatus(page, YOURS_OR_OVER);
    if (OVER.test(await status(page).textContent())) return;
    const marks = await page.locator(".ttt .mark:is(.x, .o):not(.ghost)").count();
    await page.locator(".ttt .cell.offer").first().click();
    await page.waitForFunction(
      (marks) =>
        document.querySelectorAll(".ttt .mark:is(.x, .o):not(.ghost, .pending)").length > marks,
      marks,
    );
  }
}

test("a whole game against a bot by clicks, from the front page to a rematch", async () => {
  const page = await visit(chromium, server, "/");
  await page.locator(".game-card", { hasText: /^Tic-tac-toe$/ }).click();
  await page.locator(".segments label", { hasText: "1" }).first().click();
  await page.click(".play-button");
  await page.waitForURL(/\/m\/[\w-]{11}$/);
  const first = page.url();
  await playOut(page);
  assert.match(await status(page).textContent(), OVER);
  assert.equal(await page.locator(".ttt .cell.offer").count(), 0);
  const lines = await page.locator(".ttt .strike").count();
  assert.equal(lines > 0, /won|lost/.test(await status(page).textContent()));
  await page.locator(".log li").first().waitFor();
  await page.getByRole("button", { name: "Rematch" }).click();
  await page.waitForURL((url) => /\/m\//.test(url) && url.href !== first);
  await page.locator(".ttt").waitFor();
  await waitStatus(page, /Your turn/);
  assert.match(await page.locator(".status-more").textContent(), /You are O/);
  await page.goBack();
  await waitStatus(page, OVER);
  assert.equal(page.url(), first);
  calmly(page);
});

test("resign asks first", async () => {
  const { id, tokens } = await server.match({ game: "ttt", seats: ["person", "bot:1"] });
  const page = await visit(chromium, server, `/m/${id}`, { tokens: [[id, tokens[0]]] });
  await page.getByRole("button", { name: "Resign" }).click();
  await page.getByRole("button", { name: "Play on" }).click();
  assert.equal(await status(page).textContent(), "Your turn");
  await page.getByRole("button", { name: "Resign" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Resign" }).click();
  await waitStatus(page, /You lost/);
  assert.match(await page.locator(".status-more").textContent(), /You resigned/);
  calmly(page);
});

test("clocks are shown and run for the seat to move", async () => {
  const { id, tokens } = await server.match({
    game: "ttt",
    seats: ["person", "bot:1"],
    clock: { base: 300, increment: 5 },
  });
  const page = await visit(chromium, server, `/m/${id}`, { tokens: [[id, tokens[0]]] });
  const own = page.locator(".seat.on-turn .clock");
  await own.waitFor();
  assert.match(await own.textContent(), /^(5:00|4:[0-5]\d)$/);
  await page.waitForFunction(() =>
    /^4:/.test(document.querySelector(".seat.on-turn .clock").textContent),
  );
  assert.match(await page.locator(".seat:not(.on-turn) .clock").textContent(), /^5:00$/);
  calmly(page);
});

test("sound is off by default, and the setting persists", async () => {
  const { id, tokens } = await server.match({ game: "ttt", seats: ["person", "bot:1"] });
  const page = await visit(chromium, server, `/m/${id}`, { tokens: [[id, tokens[0]]] });
  const sound = page.getByRole("button", { name: "Sound" });
  assert.equal(await sound.getAttribute("aria-pressed"), "false");
  await sound.click();
  await page.reload();
  assert.equal(await sound.getAttribute("aria-pressed"), "true");
  await page.locator(".ttt .cell.offer").first().click();
  await waitStatus(page, YOURS_OR_OVER);
  calmly(page);
});

test("an unknown match, and an invalid address", async () => {
  const page = await visit(chromium, server, "/m/AAAAAAAAAAA");
  await page.getByRole("heading", { name: "No such match" }).waitFor();
  await page.getByRole("link", { name: "Back to the games" }).click();
  await page.locator(".game-card").first().waitFor();
  // The browser itself reports the answer 404.
  calmly(page, /404/);
});

test("a token without a seat is dropped: the viewer becomes a spectator", async () => {
  const { id } = await server.match({ game: "ttt", seats: ["person", "bot:1"] });
  const page = await visit(chromium, server, `/m/${id}`, { tokens: [[id, "A".repeat(22)]] });
  await waitStatus(page, /X to move/);
  assert.match(await page.locator(".status-more").textContent(), /You are watching/);
  assert.equal(await page.getByRole("button", { name: "Resign" }).count(), 0);
  calmly(page, /403/);
});
