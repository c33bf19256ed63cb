// Once loaded, a play page relies on frames: a whole match makes no HTTP call.

import assert from "node:assert/strict";
import { test } from "node:test";
import { OVER, YOURS_OR_OVER, calmly, stage, status, visit, waitStatus } from "./harness.js";

const { server, chromium } = await stage();

/** Opens a match as its first player, and collects the calls made after the page has loaded. */
async function opened(wish, path = "", context = undefined) {
  const { id, tokens } = await server.match(wish);
  const how = { tokens: [[id, tokens[0]]], context };
  const page = await visit(chromium, server, `/m/${id}${path}`, how);
  await waitStatus(page, YOURS_OR_OVER);
  await page.waitForLoadState("networkidle");
  const calls = [];
  page.on("request", (request) => calls.push(`${request.method()} ${request.url()}`));
  return { id, tokens, page, calls };
}

const lines = (page) => page.locator(".log li:not(.none)").allInnerTexts();

test("a match of tic-tac-toe against a bot, from the first move to the last", async () => {
  const { id, page, calls } = await opened({ game: "ttt", seats: ["person", "bot:1"] });
  for (;;) {
    await waitStatus(page, YOURS_OR_OVER);
    if (OVER.test(await status(page).textContent())) break;
    const marks = await page.locator(".ttt .mark:is(.x, .o):not(.ghost)").count();
    await page.locator(".ttt .cell.offer").first().click();
    await page.waitForFunction(
      (marks) =>
        document.querySelectorAll(".ttt .mark:is(.x, .o):not(.ghost, .pending)").length > marks,
      marks,
    );
  }
  const { log, moves } = await server.call("GET", `/api/matches/${id}`);
  const wanted = log.length ? log : moves;
  await page.waitForFunction(
    (count) => document.querySelectorAll(".log li:not(.none)").length === count,
    wanted.length,
  );
  assert.deepEqual(await lines(page), wanted);
  assert.deepEqual(calls, []);
  calmly(page);
});

test("a match of Schotten Totten, with claims, proofs and a look at a stone", async () => {
  const { page, calls } = await opened({ game: "schotten", seats: ["person", "bot:1"] });
  for (let choice = 0; choice < 40; choice++) {
    await waitStatus(page, YOURS_OR_OVER);
    if (OVER.test(await status(page).textContent())) break;
    const ply = await page.locator(".schotten").getAttribute("data-ply");
    const claim = page.getByRole("button", { name: "Claim it" });
    if (await claim.isVisible()) await claim.click();
    else {
      await page.locator(".held.offered").first().click();
      await page.locator(".column.open .hit").first().click();
    }
    await page.waitForFunction(
      (ply) => document.querySelector(".schotten").getAttribute("data-ply") !== ply,
      ply,
    );
  }
  await waitStatus(page, YOURS_OR_OVER);
  await page.keyboard.press("Escape");
  await page.locator(".column .hit").nth(4).click();
  await page.waitForFunction(() => document.querySelector(".panel .proof")?.textContent);
  assert.deepEqual(calls, []);
  calmly(page);
});

test("a guest who takes a seat is shown immediately, and one call fetches the name", async () => {
  const { id, tokens } = await server.match({ game: "ttt", seats: ["person", "open"] });
  const page = await visit(chromium, server, `/m/${id}`, { tokens: [[id, tokens[0]]] });
  await waitStatus(page, /Waiting/);
  await page.waitForLoadState("networkidle");
  const calls = [];
  page.on("request", (request) => calls.push(request.url()));
  const fetched = page.waitForRequest(`${server.url}/api/matches/${id}`);
  const joined = await server.call("POST", `/api/matches/${id}/join`, {});
  await waitStatus(page, /Your turn/);
  await fetched;
  assert.match(await page.locator(".seat").first().innerText(), /Player/);
  await server.call("POST", `/api/matches/${id}/resign`, {}, joined.token);
  await waitStatus(page, /You won/);
  assert.deepEqual(calls, [`${server.url}/api/matches/${id}`]);
  calmly(page);
});

const HOUR = 3_600_000;

/** Opens a match against a bot, stops the page's clock, and makes a move that the bot answers. */
async function withoutTime(path) {
  const context = await chromium.newContext({ reducedMotion: "reduce" });
  await context.clock.install();
  const match = await opened({ game: "ttt", seats: ["person", "bot:5"] }, path, context);
  const { id, tokens, page } = match;
  await context.clock.pauseAt(Date.now() + HOUR);
  await page.locator(".ttt .cell.offer").first().click();
  await page.locator(".ttt .mark.x:not(.ghost, .pending)").waitFor();
  await server.call("GET", `/api/matches/${id}?after=1`, undefined, tokens[0]);
  return { ...match, clock: context.clock, reply: page.locator(".ttt .mark.o:not(.ghost)") };
}

test("a bot's reply is delayed by a beat, unless the viewer turns that off", async () => {
  const { page, calls, clock, reply } = await withoutTime("?beat=1");
  await clock.runFor(450);
  assert.equal(await reply.count(), 0, "the reply came too early");
  await clock.runFor(50);
  await reply.waitFor();
  const option = page.getByLabel("Pause before the opponent’s moves");
  assert.equal(await option.isChecked(), true);
  assert.deepEqual(calls, []);

  const quick = await withoutTime("?beat=0");
  await quick.reply.waitFor();

  const wish = { game: "ttt", seats: ["person", "bot:5"] };
  const plain = await opened(wish);
  const kept = plain.page.getByLabel("Pause before the opponent’s moves");
  assert.equal(await kept.isChecked(), false);
  await kept.check();
  await plain.page.reload();
  assert.equal(await kept.isChecked(), true);
  const friend = await opened({ game: "ttt", seats: ["person", "person"] });
  assert.equal(await friend.page.getByLabel("Pause before").count(), 0, "only bots are that quick");
});
