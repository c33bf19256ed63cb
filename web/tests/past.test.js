// Earlier positions of a running match, and hints, which are about the present.

import assert from "node:assert/strict";
import { test } from "node:test";
import { calmly, stage, visit, waitStatus } from "./harness.js";

const { server, chromium } = await stage();

/** A match against a bot after the player's first move and the reply. */
async function begun() {
  const match = await server.match({ game: "ttt", seats: ["person", "bot:1"] });
  const page = await visit(chromium, server, `/m/${match.id}`, {
    tokens: [[match.id, match.tokens[0]]],
  });
  await waitStatus(page, /Your turn/);
  await page.locator(".ttt [data-cell='4']").click();
  await shows(page, 2);
  await waitStatus(page, /Your turn/);
  return page;
}

const press = (page, name) => page.getByRole("button", { name }).click();
const MARKS = ".ttt .mark:is(.x, .o):not(.ghost, .pending)";
const shows = (page, marks) =>
  page.waitForFunction(
    ([all, marks]) => document.querySelectorAll(all).length === marks,
    [MARKS, marks],
  );
const values = (page) => page.locator(".ttt .value:not(:empty)").count();

test("a hint in an earlier position returns to the present, of which it is", async () => {
  const page = await begun();
  await press(page, "Earlier");
  await shows(page, 1);
  await press(page, "Hint");
  await page.locator(".hint").getByText(/^Try /).waitFor();
  await shows(page, 2);
  assert.equal(await values(page), 1);
  assert.equal(await page.getByRole("button", { name: "Back to now" }).isVisible(), false);
  assert.equal(await page.locator(".history .numbers").textContent(), "");
  calmly(page);
});

test("a hint that arrives late does not draw the present over the past", async () => {
  const page = await begun();
  let answer = () => {};
  const held = new Promise((resolve) => (answer = resolve));
  await page.route("**/hint", async (route) => {
    await held;
    await route.continue();
  });
  await press(page, "Hint");
  await press(page, "Earlier");
  await shows(page, 1);
  answer();
  await page.locator(".hint").getByText(/^Try /).waitFor();
  assert.equal(await page.locator(MARKS).count(), 1);
  assert.equal(await values(page), 0);
  assert.equal(await page.locator(".history .numbers").textContent(), "After move 1 of 2");
  await press(page, "Back to now");
  await shows(page, 2);
  assert.equal(await values(page), 1);
  calmly(page);
});

test("an offer does not draw the present over the past", async () => {
  const match = await server.match({ game: "ttt", seats: ["person", "person"] });
  const path = `/api/matches/${match.id}`;
  await server.call("POST", `${path}/play`, { ply: 0, labels: [4] }, match.tokens[0]);
  const page = await visit(chromium, server, `/m/${match.id}`, {
    tokens: [[match.id, match.tokens[0]]],
  });
  await shows(page, 1);
  await press(page, "Earlier");
  await shows(page, 0);
  await server.call("POST", `${path}/draw`, {}, match.tokens[1]);
  await page.getByText("O offers a draw.").first().waitFor();
  assert.equal(await page.locator(MARKS).count(), 0);
  assert.equal(await page.locator(".history .numbers").textContent(), "The start");
  calmly(page);
});
