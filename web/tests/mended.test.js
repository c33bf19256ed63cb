// Regression tests for problems reported by visitors.

import assert from "node:assert/strict";
import { test } from "node:test";
import { accessible } from "./axe.js";
import { calmly, playOn, screenshot, stage, status, visit, waitStatus } from "./harness.js";

const { server, chromium } = await stage();

const sit = (match, how = {}) =>
  visit(chromium, server, `/m/${match.id}`, { tokens: [[match.id, match.tokens[0]]], ...how });

/** A finished match of the card game. */
async function cards() {
  const match = await server.match({ game: "schotten", seats: ["person", "person"] });
  await playOn(server, match, 200);
  return match;
}
const played = await cards();

test("a replay writes values on the mover's cards, wherever they are", async () => {
  const page = await visit(chromium, server, `/r/${played.id}`);
  await page.locator(".replay .held").first().waitFor();
  await page.getByLabel("Show the value of every option").check();
  const valued = (what) =>
    page.locator(`${what} .value`).evaluateAll((all) => all.filter((one) => one.dataset.text));
  await page.waitForFunction(() =>
    document.querySelector(".held .value[data-text]:not([data-text=''])"),
  );
  assert.equal((await valued(".held-cards")).length, 0);
  await page.keyboard.press("ArrowRight");
  await page.locator(".held-cards .value").first().waitFor();
  assert.equal((await valued(".held")).length, 0, "the hand below is not the mover's");
  assert((await valued(".held-cards")).length > 1);
  await screenshot(page, "replay-far-values");
  calmly(page);
});

test("at 1280 by 800 the bar of a replay covers no card", async () => {
  const page = await visit(chromium, server, `/r/${played.id}`);
  await page.setViewportSize({ width: 1280, height: 800 });
  const hand = page.locator(".replay .hand");
  await hand.waitFor();
  const [below, bar] = await Promise.all([
    hand.boundingBox(),
    page.locator(".replay .controls").boundingBox(),
  ]);
  await screenshot(page, "replay-1280");
  const apart = below.y + below.height <= bar.y || bar.y + bar.height <= below.y;
  assert(apart, `${JSON.stringify(below)} lies under ${JSON.stringify(bar)}`);
  assert(bar.y + bar.height <= 800, "the bar is out of sight");
});

test("the keyboard cursor is shown only to keyboard users", async () => {
  const page = await sit(await server.match({ game: "nested", seats: ["person", "person"] }));
  await waitStatus(page, /Your turn/);
  const ring = page.locator(".nested .cursor-cell");
  await page.locator(".nested-window").click({ position: { x: 5, y: 5 } });
  assert.equal(await ring.count(), 0, "a mouse");
  await page.keyboard.press("ArrowLeft");
  assert.equal(await ring.count(), 1, "an arrow key");
  await page.locator(".nested-window").click({ position: { x: 5, y: 5 } });
  assert.equal(await ring.count(), 0, "a mouse again");
  calmly(page);
});

test("a key for a grid that is still loading takes effect once it is loaded", async () => {
  const match = await server.match({
    game: "nested",
    setup: { depth: 9 },
    seats: ["person", "person"],
  });
  const page = await visit(chromium, server, "/", { tokens: [[match.id, match.tokens[0]]] });
  // Holds the frames with the contents of grids, while it is closed.
  const held = [];
  let isOpen = false;
  let deliver;
  await page.routeWebSocket(/\/ws$/, (socket) => {
    deliver = (frame) => socket.send(frame);
    socket
      .connectToServer()
      .onMessage((frame) => (frame[0] === 2 && !isOpen ? held.push(frame) : deliver(frame)));
  });
  await page.goto(`${server.url}/m/${match.id}`);
  await waitStatus(page, /Your turn/);
  const live = page.locator(".board .unseen").first();
  let early = 0;
  // Each key is pressed once, as soon as its grid is visible.
  for (let path = "5.5"; path.length < 18; path += ".5") {
    await page.keyboard.press("5");
    if ((await live.textContent()).startsWith(`${path}:`)) continue;
    early++;
    isOpen = true;
    held.splice(0).forEach(deliver);
    await page.waitForFunction(
      (path) => document.querySelector(".board .unseen").textContent.startsWith(`${path}:`),
      path,
    );
    isOpen = false;
  }
  assert(early > 0, "every grid was loaded in time");
  calmly(page);
});

for (const size of ["phone", "desktop"])
  test(`an invited friend sees who invites them to what, and presses Play: ${size}`, async () => {
    const { id } = await server.match({ game: "connect", seats: ["person", "open"] });
    const page = await visit(chromium, server, `/m/${id}`, { size });
    await waitStatus(page, /invites you to/);
    assert.match(await status(page).textContent(), /^A player invites you to Connect/);
    const play = page.getByRole("button", { name: "Play as O" });
    const [button, board] = await Promise.all([
      play.boundingBox(),
      page.locator(".board").boundingBox(),
    ]);
    assert(button.y < board.y || button.x > board.x + board.width, "the button is on top");
    await screenshot(page, `invited-${size}`);
    await accessible(page);
    await play.click();
    await waitStatus(page, /X’s turn/);
    calmly(page);
  });

test("a draw that a bot would accept takes a second press", async () => {
  const match = await server.match({ game: "ttt", seats: ["person", "bot:5"] });
  const page = await sit(match);
  await page.locator(".ttt [data-cell='4']").click();
  await waitStatus(page, /Your turn/);
  const offer = page.getByRole("button", { name: "Offer a draw" });
  await offer.click();
  await page.getByRole("button", { name: "Play on" }).click();
  await waitStatus(page, /Your turn/);
  await offer.click();
  await page.getByRole("dialog").getByRole("button", { name: "Offer a draw" }).click();
  await waitStatus(page, /A draw/);
  calmly(page);
});

test("the level stays when the game is changed", async () => {
  const page = await visit(chromium, server, "/");
  const level = (number) =>
    page.locator(".levels label", { hasText: String(number) }).locator("input");
  await page.locator(".levels label", { hasText: "5" }).click();
  for (const name of ["Nested", "Schotten", "Tic-tac-toe"]) {
    await page.locator(".game-card", { hasText: name }).last().click();
    assert(await level(5).isChecked(), name);
  }
  calmly(page);
});

test("a pasted word is not a record, and the field says so", async () => {
  const page = await visit(chromium, server, "/");
  const field = page.getByLabel("Open a match id, a link or a record");
  for (const word of ["nonsense", "hello-world"]) {
    await field.fill(word);
    await field.press("Enter");
    await page.getByText("No match has this id, and this is not a record of a match.").waitFor();
    assert.equal(new URL(page.url()).pathname, "/");
  }
  const lost = await visit(chromium, server, "/r#nonsense");
  await lost.getByText("The text after # in this link is not a record of a match.").waitFor();
  calmly(page, /404/);
});

test("the moves so far are scrolled by keys", async () => {
  const match = await server.match({ game: "nested", seats: ["person", "person"] });
  await playOn(server, match, 60);
  const page = await sit(match);
  const log = page.locator(".log");
  await page.waitForFunction(() => document.querySelectorAll(".log li").length > 20);
  await accessible(page);
  await log.focus();
  await page.waitForFunction(() => document.querySelector(".log").scrollTop > 0);
  await page.keyboard.press("Home");
  await page.waitForFunction(() => document.querySelector(".log").scrollTop === 0);
  calmly(page);
});

test("a tap leaves no column marked", async () => {
  const match = await server.match({ game: "connect", seats: ["person", "bot:1"] });
  const page = await sit(match, { size: "phone" });
  await waitStatus(page, /Your turn/);
  const column = page.locator(".connect .target").nth(2);
  await column.tap();
  await page.waitForFunction(
    () => document.querySelectorAll(".connect .stone:is(.x, .o):not(.ghost, .pending)").length >= 2,
  );
  await waitStatus(page, /Your turn/);
  assert.equal(await page.locator(".connect .ghost:is(.x, .o)").count(), 0, "a preview");
  const shade = await column.locator("rect").evaluate((node) => getComputedStyle(node).fill);
  assert.match(shade, /^(none|transparent|rgba\(0, 0, 0, 0\))$/);
  calmly(page);
});
