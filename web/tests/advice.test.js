// Help against bots: hints, takebacks, the advantage bar; playing on from a replay.

import assert from "node:assert/strict";
import { test } from "node:test";
import { accessible } from "./axe.js";
import { calmly, fits, playOn, screenshot, stage, visit, waitStatus } from "./harness.js";

const { server, chromium } = await stage();

const square = (page, cell) => page.locator(`.ttt [data-cell="${cell}"]`);
const marks = (page) => page.locator(".ttt .mark:is(.x, .o):not(.ghost, .pending)").count();
const sit = (match, how = {}) =>
  visit(chromium, server, `/m/${match.id}`, { tokens: [[match.id, match.tokens[0]]], ...how });
const refused = async (method, path, token) => {
  const answer = await fetch(server.url + path, {
    method,
    headers: token ? { authorization: `Bearer ${token}` } : {},
  });
  return [answer.status, (await answer.json()).error?.code];
};

for (const size of ["phone", "desktop"])
  test(`a hint names a move and the reason, and the board shows it: ${size}`, async () => {
    const match = await server.match({ game: "ttt", seats: ["person", "bot:1"] });
    const page = await sit(match, { size });
    await waitStatus(page, /Your turn/);
    await page.getByRole("button", { name: "Hint" }).click();
    const hint = page.locator(".hint");
    await hint.getByText(/keeps the draw|to win/).waitFor();
    assert.match(await hint.innerText(), /^Try [1-9]: /);
    const cell = Number((await hint.innerText())[4]) - 1;
    await fits(page);
    await screenshot(page, `hint-${size}`);
    await accessible(page);
    await square(page, cell).click();
    // A hint lasts for one position.
    await page.waitForFunction(() => document.querySelector(".hint")?.textContent === "");
    calmly(page);
  });

test("a hint in a game with cards names the card", async () => {
  const match = await server.match({ game: "schotten", seats: ["person", "bot:1"] });
  const page = await sit(match);
  await waitStatus(page, /Your turn/);
  await page.getByRole("button", { name: "Hint" }).click();
  await page
    .locator(".hint")
    .getByText(/to win/)
    .waitFor();
  assert.match(await page.locator(".hint").innerText(), /^Try [a-z]+ [1-9] at stone [0-9]: /);
  calmly(page);
});

test("the advantage bar is shown on request, and stays on", async () => {
  const match = await server.match({ game: "connect", seats: ["person", "bot:1"] });
  const page = await sit(match);
  await waitStatus(page, /Your turn/);
  const bar = page.getByRole("meter");
  assert.equal(await bar.count(), 0);
  await page.getByLabel("Show who is ahead").check();
  await page.waitForFunction(() =>
    document.querySelector(".ahead")?.hasAttribute("aria-valuetext"),
  );
  await accessible(page);
  await page.reload();
  await page.waitForFunction(() =>
    document.querySelector(".ahead")?.hasAttribute("aria-valuetext"),
  );
  calmly(page);
});

test("a move against a bot is taken back, and a reload stays there", async () => {
  const match = await server.match({ game: "ttt", seats: ["person", "bot:1"], listed: false });
  const page = await sit(match);
  // Two marks each: nobody can have won.
  for (const count of [2, 4]) {
    await waitStatus(page, /Your turn/);
    await page.locator(".ttt .cell.offer").first().click();
    await page.waitForFunction(
      (count) =>
        document.querySelectorAll(".ttt .mark:is(.x, .o):not(.ghost, .pending)").length === count,
      count,
    );
  }
  const before = await marks(page);
  await page.getByRole("button", { name: "Take back" }).click();
  await page.waitForURL((url) => !url.pathname.includes(match.id));
  await waitStatus(page, /Your turn/);
  assert.equal(await marks(page), before - 2);
  const old = await server.call("GET", `/api/matches/${match.id}`);
  assert.equal(old.next, new URL(page.url()).pathname.split("/")[2], "the fork is announced");
  assert.equal(old.ply, before, "the plies of a match never decrease");
  await page.reload();
  await waitStatus(page, /Your turn/);
  assert.equal(await marks(page), before - 2);
  await page.locator(".ttt .cell.offer").first().click();
  await waitStatus(page, /Your turn|won|lost|draw/);
  calmly(page);
});

test("takebacks and hints are rejected where they would be unfair", async () => {
  const people = await server.match({ game: "ttt", seats: ["person", "person"] });
  const path = `/api/matches/${people.id}`;
  assert.deepEqual(await refused("GET", `${path}/hint`, people.tokens[0]), [403, "forbidden"]);
  assert.deepEqual(await refused("POST", `${path}/takeback`, people.tokens[0]), [
    422,
    "bad_option",
  ]);
  const bot = await server.match({ game: "ttt", seats: ["person", "bot:1"] });
  const at = `/api/matches/${bot.id}`;
  assert.deepEqual(await refused("GET", `${at}/hint`), [403, "no_seat"]);
  assert.deepEqual(await refused("POST", `${at}/takeback`), [403, "no_seat"]);
  assert.deepEqual(await refused("POST", `${at}/takeback`, bot.tokens[0]), [422, "bad_option"]);
  const timed = await server.match({
    game: "ttt",
    seats: ["person", "bot:1"],
    clock: { per_move: 60 },
  });
  const there = `/api/matches/${timed.id}/takeback`;
  assert.deepEqual(await refused("POST", there, timed.tokens[0]), [403, "forbidden"]);
});

test("a finished game is played on from any of its positions", async () => {
  const match = await server.match({ game: "connect", seats: ["person", "person"] });
  await playOn(server, match, 60);
  const page = await visit(chromium, server, `/r/${match.id}`);
  const onward = page.getByRole("button", { name: "Play on from here" });
  await onward.waitFor();
  await page.keyboard.press("End");
  assert(await onward.isDisabled(), "nobody plays on after the end");
  await page.keyboard.press("Home");
  for (let move = 0; move < 3; move++) await page.keyboard.press("ArrowRight");
  await onward.click();
  await page.waitForURL(/\/m\//);
  await waitStatus(page, /Your turn/);
  assert.match(await page.locator(".status-more").textContent(), /You are O/);
  const id = new URL(page.url()).pathname.split("/")[2];
  const { ply, listed, moves } = await server.call("GET", `/api/matches/${id}`);
  assert.deepEqual([ply, listed, moves.length], [3, false, 3]);
  calmly(page);
});

test("a card game is played on with other hidden cards, and a move taken back", async () => {
  const match = await server.match({ game: "schotten", seats: ["person", "person"] });
  await playOn(server, match, 200);
  const page = await visit(chromium, server, `/r/${match.id}`);
  for (let move = 0; move < 6; move++) await page.keyboard.press("ArrowRight");
  await page.getByRole("button", { name: "Play on from here" }).click();
  await page.waitForURL(/\/m\//);
  await waitStatus(page, /Your turn/);
  const hand = () =>
    page.locator(".hand .held").evaluateAll((all) => all.map((card) => card.ariaLabel));
  const ply = () => page.locator(".schotten").getAttribute("data-ply");
  const [before, at] = [await hand(), await ply()];
  assert.equal(before.length, 6);
  await page.locator(".held.offered").first().click();
  await page.locator(".column.open .hit").first().click();
  await page.waitForFunction(
    (at) => Number(document.querySelector(".schotten").dataset.ply) > Number(at) + 2,
    at,
  );
  await waitStatus(page, /Your turn/);
  const here = page.url();
  await page.getByRole("button", { name: "Take back" }).click();
  await page.waitForURL((url) => url.href !== here);
  // The old board is replaced only when the board of the next match is there.
  await page.waitForFunction((at) => document.querySelector(".schotten")?.dataset.ply === at, at);
  await waitStatus(page, /Your turn/);
  assert.deepEqual([await hand(), await ply()], [before, at]);
  calmly(page);
});

test("a position that cannot be forked says why", async () => {
  const post = async (body) => {
    const answer = await fetch(`${server.url}/api/matches`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    return [answer.status, (await answer.json()).error?.message ?? ""];
  };
  const cards = await server.match({ game: "schotten", seats: ["person", "person"] });
  await playOn(server, cards, 200);
  const { record } = await server.call("GET", `/api/matches/${cards.id}/record`);
  assert.equal((await post({ game: "schotten", from: { record } }))[0], 409);
  assert.match((await post({ game: "ttt", from: { record } }))[1], /contradict/);
  assert.equal((await post({ game: "ttt", from: { record: "!" } }))[0], 422);
  assert.equal((await post({ game: "schotten", from: { record, ply: 9999 } }))[0], 422);
});

test("games against bots are not listed unless requested", async () => {
  const listed = async () =>
    (await server.call("GET", "/api/matches?state=running")).matches.map(({ id }) => id);
  const page = await visit(chromium, server, "/");
  await page.click(".play-button");
  await waitStatus(page, /Your turn/);
  const id = () => new URL(page.url()).pathname.split("/")[2];
  assert(!(await listed()).includes(id()));
  await page.goto(server.url);
  await page.locator("summary", { hasText: "lock" }).click();
  await page.getByLabel("List the match in the lobby").check();
  await page.click(".play-button");
  await waitStatus(page, /Your turn/);
  assert((await listed()).includes(id()));
  calmly(page);
});
