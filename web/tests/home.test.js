// The front page: settings, what is remembered, and lists.

import assert from "node:assert/strict";
import { test } from "node:test";
import { address } from "../js/home/open.js";
import { calmly, stage, visit, waitStatus } from "./harness.js";

const { server, chromium } = await stage();

const game = (page, title) => page.locator(".game-card", { hasText: title }).click();
const pick = (page, words) => page.locator(".segments label", { hasText: words }).first().click();
const more = (page) => page.locator(".more summary");
const part = (page, title) =>
  page.locator(".lobby section", { has: page.getByRole("heading", { name: title, exact: true }) });

/** A match between two people, resigned by the first. */
async function finished(wish = {}) {
  const made = await server.match({
    game: "ttt",
    seats: ["person", "person"],
    listed: false,
    ...wish,
  });
  await server.call("POST", `/api/matches/${made.id}/resign`, {}, made.tokens[0]);
  return made;
}

test("a hidden invalid field is shown, and Play says why it does nothing", async () => {
  const page = await visit(chromium, server, "/");
  await game(page, "Nested");
  await more(page).click();
  await page.getByLabel("Depth", { exact: true }).fill("1001");
  await more(page).click();
  await page.click(".play-button");
  await page.waitForFunction(() => document.activeElement?.matches(".more[open] input:invalid"));
  assert.equal(new URL(page.url()).pathname, "/");
  calmly(page);
});

test("the closed section summarises its settings, and every game keeps its own", async () => {
  const page = await visit(chromium, server, "/");
  await game(page, "Nested");
  assert.equal(await more(page).textContent(), "Rules and clock: rules classic");
  await more(page).click();
  await page.getByLabel("Depth", { exact: true }).fill("4");
  await pick(page, "Classic");
  await page.getByText("A full grid without a line counts for nobody.").waitFor();
  await pick(page, "Per move");
  await more(page).click();
  assert.equal(
    await more(page).textContent(),
    "Rules and clock: depth 4, rules classic, 30 s per move",
  );
  await page.locator(".new-game fieldset", { hasText: "You play" }).locator("label").nth(1).click();
  await game(page, "Schotten");
  assert.equal(await more(page).textContent(), "Rules and clock: 30 s per move");
  await game(page, "Nested");
  assert.equal(
    await more(page).textContent(),
    "Rules and clock: depth 4, rules classic, 30 s per move",
  );
  assert.equal(
    await page
      .locator(".new-game fieldset", { hasText: "You play" })
      .locator("input")
      .nth(1)
      .isChecked(),
    true,
  );
  await page.click(".play-button");
  await page.waitForURL(/\/m\//);
  assert.match(
    await page.locator(".about").textContent(),
    /depth 4, rules classic · 30 s per move/,
  );
  await waitStatus(page, /turn|thinking/);
  assert.match(await page.locator(".status-more").textContent(), /You are O/);
  calmly(page);
});

test("levels and rules are described in words", async () => {
  const page = await visit(chromium, server, "/");
  await page.getByText("plays like a skilled player").waitFor();
  await page.getByTitle(/^Elo over /).waitFor();
  await game(page, "Schotten");
  await page.getByTitle("Elo over a greedy bot that looks one move ahead").waitFor();
  await more(page).click();
  await pick(page, "By hand");
  await page.getByText("You are asked about each stone that you may claim.").waitFor();
  calmly(page);
});

test("own games are found behind many finished ones, and missing ones are dropped", async () => {
  const running = await server.match({ game: "ttt", seats: ["person", "person"], listed: false });
  const tokens = [["AAAAAAAAAAA", "A".repeat(22)]];
  for (let i = 0; i < 9; i++) {
    const { id, tokens: own } = await finished();
    tokens.push([id, own[0]]);
  }
  // The harness prepends each match: the running one is the oldest.
  const page = await visit(chromium, server, "/", {
    tokens: [...tokens, [running.id, running.tokens[0]]],
  });
  await part(page, "Your games").locator(`a[href="/m/${running.id}"]`).waitFor();
  assert.equal(
    await part(page, "Your finished games")
      .getByRole("link", { name: /Replay/ })
      .count(),
    6,
  );
  await page.waitForFunction(
    () => JSON.parse(localStorage.getItem("ennead.past") ?? "[]").length === 9,
  );
  await part(page, "Your finished games")
    .getByRole("link", { name: /Replay/ })
    .first()
    .click();
  await page.waitForURL(/\/r\//);
  calmly(page, /404/);
});

test("an own open match is listed once, and called off", async () => {
  const page = await visit(chromium, server, "/");
  await pick(page, "Anyone");
  await page.getByRole("button", { name: "Create the match" }).click();
  await waitStatus(page, /Waiting/);
  const { pathname } = new URL(page.url());
  await page.getByRole("link", { name: "Ennead, home" }).click();
  await part(page, "Your games").locator(`a[href="${pathname}"]`).click();
  await page.getByRole("link", { name: "Ennead, home" }).click();
  await part(page, "Your games").locator(`a[href="${pathname}"]`).waitFor();
  assert.equal(await page.locator(`.matches a[href="${pathname}"]`).count(), 1);
  const guest = await visit(chromium, server, pathname);
  await page.goBack();
  await page.getByRole("button", { name: "Call off" }).click();
  for (const eyes of [page, guest]) await waitStatus(eyes, /Called off/);
  assert.equal(await page.locator(".status-more").textContent(), "The seat was still open.");
  assert.equal(await page.getByRole("button", { name: "Rematch" }).count(), 0);
  await page.getByRole("link", { name: "New game" }).click();
  await part(page, "Waiting for a player").getByText("Nobody is waiting").waitFor();
  assert.equal(await page.locator(`.matches a[href*="${pathname.slice(3)}"]`).count(), 0);
  for (const eyes of [page, guest]) calmly(eyes);
});

test("the lobby shows loading and errors, and recovers by itself", async () => {
  const { id } = await finished({ listed: true });
  const page = await visit(chromium, server, "/");
  await page.locator(`.matches a[href="/r/${id}"]`).waitFor();
  await page.route("**/api/matches?*", (route) => route.abort());
  await page.getByText("The server cannot be reached. Trying again…").waitFor();
  assert.equal(await page.getByText("No other public match has finished yet.").count(), 0);
  await page.reload();
  await page.getByText("The server cannot be reached. Trying again…").waitFor();
  assert.equal(await page.locator(".matches").count(), 0);
  await page.unroute("**/api/matches?*");
  await page.locator(`.matches a[href="/r/${id}"]`).waitFor();
  await page.getByText("The server cannot be reached.").waitFor({ state: "detached" });
  calmly(page, /ERR_FAILED/);
});

test("a match id, a link or a record is opened", async () => {
  const { id } = await finished();
  const { record } = await server.call("GET", `/api/matches/${id}/record`);
  const page = await visit(chromium, server, "/");
  const field = page.getByLabel("Open a match id, a link or a record");
  await field.fill("what?");
  await page.getByRole("button", { name: "Open" }).click();
  await page.getByText("This is not a match id, link or record").waitFor();
  for (const [text, to] of [
    [id, `/m/${id}`],
    [`${server.url}/r/${id}`, `/r/${id}`],
    [record, `/r#${record}`],
  ]) {
    await page.goto(server.url);
    await field.fill(text);
    await field.press("Enter");
    await page.waitForURL(server.url + to);
  }
  calmly(page);
});

test("how a text in that field is interpreted", () => {
  assert.equal(address(" AAAAAAAAAAA "), "/m/AAAAAAAAAAA");
  assert.equal(address("https://example.org/m/AAAAAAAAAAA"), "/m/AAAAAAAAAAA");
  assert.equal(address("/r#QZYg"), "/r#QZYg");
  assert.equal(address("418b"), "/r#418b");
  for (const nothing of ["", "?", "/explore", "a b", "javascript:alert(1)", "//example.org/x"])
    assert.equal(address(nothing), null);
});

test("an unknown address shows a page that says so", async () => {
  for (const path of ["/nothing", "/m", "/m/"]) {
    const page = await visit(chromium, server, path);
    await page.getByRole("heading", { name: "Nothing here" }).waitFor();
    calmly(page, /404/);
    await page.context().close();
  }
  const page = await visit(chromium, server, "/explore/");
  await page.locator("main.page-explore h1").waitFor();
  calmly(page);
});
