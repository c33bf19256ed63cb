// Two players on one device in a game with secrets: nothing of a player's view is left for the next
// one.

import assert from "node:assert/strict";
import { test } from "node:test";
import { accessible } from "./axe.js";
import { calmly, fits, screenshot, stage, visit, waitStatus } from "./harness.js";

const { server, chromium } = await stage();

/** Starts a match for two players on one device, as they would. */
async function begin(how) {
  const page = await visit(chromium, server, "/", how);
  await page.locator(".game-card", { hasText: "Schotten" }).click();
  await page.locator(".segments label", { hasText: "Two here" }).click();
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await page.waitForURL(/\/m\//);
  await waitStatus(page, /1 to move/);
  const id = new URL(page.url()).pathname.split("/")[2];
  const tokens = await page.evaluate((id) => JSON.parse(localStorage["ennead.pass"])[id], id);
  return { page, id, tokens };
}

/** Makes a move for the seat to move, as if on the page. */
async function move({ id, tokens }, seat) {
  const token = tokens[seat];
  const { ply } = await server.call("GET", `/api/matches/${id}`, undefined, token);
  await server.call("POST", `/api/matches/${id}/play`, { ply, labels: [0, 4] }, token);
}

const hand = (page) =>
  page.locator(".hand .held").evaluateAll((cards) => cards.map((card) => card.ariaLabel));
const ready = (page) => page.getByRole("button", { name: "I am ready" });
const whole = (page) => page.evaluate(() => document.documentElement.outerHTML);

const COVER = /^Pass the device to player 2\s+I am ready$/;

/** The page while the device changes hands, after the first player has looked at everything. */
async function covered(size) {
  const match = await begin({ size });
  const { page } = match;
  const cards = await hand(page);
  assert.equal(cards.length, 6);
  await page.locator(".tracker").evaluate((tracker) => (tracker.open = true));
  await page.locator(".log-box").evaluate((log) => (log.open = true));
  await page.locator(".column .hit").first().click();
  await page.locator(".hand .held").nth(2).click();
  await page.getByRole("button", { name: "Resign" }).click();
  await page.getByRole("dialog").waitFor();
  await page.evaluate(async () => (await import("/js/dom.js")).toast("a message"));
  await move(match, 0);
  await page.getByRole("heading", { name: "Pass the device to player 2" }).waitFor();
  return { ...match, cards };
}

for (const size of ["phone", "desktop"])
  test(`the cover is the same page whatever the previous player saw: ${size}`, async () => {
    const [one, other] = [await covered(size), await covered(size)];
    assert.notDeepEqual(one.cards, other.cards);
    const { page } = one;
    assert.equal(await whole(page), await whole(other.page));
    const body = page.locator("body");
    assert.equal(await body.ariaSnapshot(), await other.page.locator("body").ariaSnapshot());
    assert.equal(await page.title(), "Pass the device to player 2 – Ennead");
    assert.match(await page.locator("main").innerText(), COVER);
    assert.deepEqual(
      await body.evaluate(({ children }) => [...children].map(({ id, tagName }) => id || tagName)),
      ["A", "HEADER", "page", "toasts", "NOSCRIPT"],
    );
    assert.equal(await page.locator("#toasts").innerHTML(), "");
    await fits(page);
    await accessible(page);
    await screenshot(page, `pass-${size}`);
    for (const { page } of [one, other]) calmly(page);
  });

test("the next player sees their own cards, and no others", async () => {
  const match = await covered("desktop");
  const { page, cards } = match;
  await ready(page).click();
  await waitStatus(page, /2 to move/);
  const own = await hand(page);
  assert.equal(own.length, 6);
  assert(!own.some((card) => cards.includes(card)), `${own} and ${cards}`);
  assert.equal(await page.locator(".tracker [data-state='hand']").count(), 6);
  assert.equal(await page.locator(".tracker [data-state='table']").count(), 1);
  await page.locator(".hand .held.offered").first().click();
  await page.locator(".column.open .hit").first().click();
  await page.getByRole("heading", { name: "Pass the device to player 1" }).waitFor();
  await ready(page).click();
  await waitStatus(page, /1 to move/);
  const kept = (await hand(page)).filter((card) => cards.includes(card));
  assert.equal(kept.length, 5, "one was laid, and another one drawn");
  calmly(page);
});

test("the cover stays until the next player is ready, also after a reload", async () => {
  const { page } = await covered("phone");
  await page.reload();
  await ready(page).waitFor();
  assert.equal(await page.locator(".board, .hand, .tracker").count(), 0);
  await page.goBack();
  await page.goForward();
  await ready(page).waitFor();
  assert.match(await page.locator("main").innerText(), COVER);
  calmly(page);
});

test("a move that is taken back returns the device to its player", async () => {
  const { page, cards } = await covered("desktop");
  await ready(page).click();
  await waitStatus(page, /2 to move/);
  const here = page.url();
  await page.getByRole("button", { name: "Take back" }).click();
  await page.waitForURL((url) => url.href !== here);
  await page.getByRole("heading", { name: "Pass the device to player 1" }).waitFor();
  assert.equal(await page.locator(".board").count(), 0);
  await ready(page).click();
  await waitStatus(page, /1 to move/);
  assert.deepEqual(await hand(page), cards);
  calmly(page);
});

test("another tab is covered when the device changes hands in this one", async () => {
  const match = await covered("desktop");
  const { page } = match;
  const other = await visit(chromium, server, `/m/${match.id}`, { context: page.context() });
  await ready(other).waitFor();
  await ready(page).click();
  await waitStatus(page, /2 to move/);
  await move(match, 1);
  await ready(page).waitFor();
  await ready(page).click();
  await waitStatus(page, /1 to move/);
  assert.equal(await other.locator(".board").count(), 0);
  calmly(other);
});
