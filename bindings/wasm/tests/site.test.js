// The static site in Chromium: the first visit needs the network, everything after it does not.
// SITE is the folder written by scripts/site.

import assert from "node:assert/strict";
import { existsSync, readFileSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { after, test } from "node:test";
import { OVER, browser, calmly, visit, waitStatus } from "../../../web/tests/harness.js";
import { mime } from "./mime.js";

const site = process.env.SITE;
assert(site && existsSync(join(site, "index.html")), "set SITE to what scripts/site wrote");

/** A plain web host with the site below a path. */
const PATH = "/some/where";
/** A worker whose module traps on its next call when told to through the channel. */
const TRAPPING_WORKER = `import "./worker.js";
const { Instance } = WebAssembly;
let isDue = false;
new BroadcastChannel("trap").onmessage = () => (isDue = true);
WebAssembly.Instance = class {
  constructor(compiled, imports) {
    const { exports } = new Instance(compiled, imports);
    const call = (...given) => {
      if (!isDue) return exports.ennead_call(...given);
      isDue = false;
      throw new WebAssembly.RuntimeError("unreachable");
    };
    this.exports = { ...exports, ennead_call: call };
  }
};`;

const host = createServer((request, response) => {
  const { pathname } = new URL(request.url, "http://site");
  if (pathname.endsWith("/trapping.js"))
    return response.writeHead(200, { "content-type": mime(pathname) }).end(TRAPPING_WORKER);
  let file = pathname.startsWith(`${PATH}/`) ? join(site, pathname.slice(PATH.length)) : "";
  if (file && existsSync(file) && statSync(file).isDirectory()) file = join(file, "index.html");
  if (!file || !existsSync(file)) return response.writeHead(404).end();
  response.writeHead(200, { "content-type": mime(file) }).end(readFileSync(file));
});
await new Promise((resolve) => host.listen(0, "127.0.0.1", resolve));
const server = { url: `http://127.0.0.1:${host.address().port}${PATH}` };
const chromium = await browser();
after(async () => {
  await chromium.close();
  host.closeAllConnections();
  host.close();
});

/** A visitor who has seen the front page once and has been offline since. */
async function offline() {
  const page = await visit(chromium, server, "/");
  await page.locator(".play-button").waitFor();
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await page.context().setOffline(true);
  return page;
}

/** Most tests share a visitor: every first visit takes seconds. */
const page = await offline();

/** A call as the pages make it. */
const call = (page, method, path, body, token) =>
  page.evaluate(
    async ([method, path, body, token]) => {
      const root = document.querySelector('link[rel="manifest"]').href;
      const api = await import(new URL("./js/api.js", root).href);
      return api.call(method, path, { body, token });
    },
    [method, path, body ?? undefined, token ?? undefined],
  );

/** A match, once it is the player's turn or over. */
async function onTurn(page, id, token) {
  for (;;) {
    const match = await call(page, "GET", `/api/matches/${id}`, undefined, token);
    if (match.state === "finished" || match.turn === match.you) return match;
  }
}

/** Creates a match in the page and opens it. */
async function begin(page, game, seats, setup = {}) {
  const created = await call(page, "POST", "/api/matches", { game, seats, setup });
  const token = created.seats.find((seat) => seat.token).token;
  await page.evaluate(
    ([id, token]) => localStorage.setItem("ennead.tokens", JSON.stringify({ [id]: token })),
    [created.id, token],
  );
  await page.goto(`${server.url}/m/${created.id}`);
  await page.locator(".status-text").waitFor();
  return { id: created.id, token };
}

/** Plays random choices until the match is over or `most` choices are made. */
async function playOn(page, { id, token }, most = Infinity) {
  let number = 7;
  for (let made = 0; made < most;) {
    const match = await onTurn(page, id, token);
    if (match.state === "finished") return match;
    number = (number * 48271) % 2147483647;
    const options = [match.options[number % match.options.length].option];
    await call(page, "POST", `/api/matches/${id}/play`, { ply: match.ply, options }, token);
    made++;
  }
  return null;
}

for (const [game, setup] of [
  ["ttt", {}],
  ["nested", {}],
  ["nested", { depth: 3, rules: "classic" }],
  ["schotten", {}],
  ["connect", {}],
]) {
  test(`a game of ${game} ${JSON.stringify(setup)} against a bot, without a network`, async () => {
    const match = await begin(page, game, ["person", "bot:1"], setup);
    // A long game is played only in part.
    const long = setup.depth === 3;
    const over = await playOn(page, match, long ? 30 : Infinity);
    if (!long) {
      await waitStatus(page, OVER);
      assert.equal(over.end, "rules");
    }
    calmly(page);
  });
}

const MARKS = ".ttt .mark:is(.x, .o):not(.ghost, .pending)";
const awaitMarks = (page, number) =>
  page.waitForFunction(
    ([marks, number]) => document.querySelectorAll(marks).length === number,
    [MARKS, number],
  );

/** Starts a game of tic-tac-toe against a bot by clicks, and makes the first move. */
async function beginByClicks(page) {
  await page.goto(`${server.url}/`);
  await page.locator(".game-card", { hasText: /^Tic-tac-toe$/ }).click();
  await page.locator(".segments label", { hasText: "1" }).first().click();
  await page.click(".play-button");
  await page.waitForURL(new RegExp(`${PATH}/m/[\\w-]{11}$`));
  await waitStatus(page, /Your turn/);
  const before = await page.locator(MARKS).count();
  await page.locator(".ttt .cell.offer").first().click();
  await awaitMarks(page, before + 2);
  await waitStatus(page, /Your turn/);
  const id = page.url().split("/").pop();
  const held = (id) => JSON.parse(localStorage.getItem("ennead.tokens"))[id];
  return { id, token: await page.evaluate(held, id), marks: before + 2 };
}

test("a reload in mid-game; then the replay link and the explorer", async () => {
  const match = await beginByClicks(page);
  await page.reload();
  await waitStatus(page, /Your turn/);
  await awaitMarks(page, match.marks);
  await playOn(page, match);
  await waitStatus(page, OVER);
  const { record } = await call(page, "GET", `/api/matches/${match.id}/record`);
  await page.goto(`${server.url}/r#${record}`);
  await page.getByText("The whole match is").waitFor();
  await page.getByRole("link", { name: "See every bit" }).click();
  await page.waitForURL(new RegExp(`${PATH}/explore#`));
  await page.locator(".explore .formats").waitFor();
  calmly(page);
});

test("a hint is given, and a move taken back", async () => {
  const { id, marks } = await beginByClicks(page);
  await page.getByRole("button", { name: "Hint" }).click();
  await page
    .locator(".hint")
    .getByText(/^Try [1-9]: /)
    .waitFor();
  await page.getByRole("button", { name: "Take back" }).click();
  await page.waitForURL((url) => !url.pathname.endsWith(id));
  await waitStatus(page, /Your turn/);
  await awaitMarks(page, marks - 2);
  calmly(page);
});

test("lessons, by a click on the board", async () => {
  const { games } = await call(page, "GET", "/api/games");
  for (const { id, lessons } of games) {
    const list = await call(page, "GET", `/api/games/${id}/lessons`);
    assert(lessons > 0 && list.lessons.length === lessons, id);
  }
  await page.goto(`${server.url}/learn/#ttt`);
  await page.locator('.ttt [data-cell="2"]').click();
  await page.getByText("Right.", { exact: true }).waitFor();
  calmly(page);
});

test("puzzles, loaded when they are opened and solved by clicks", async () => {
  const { games } = await call(page, "GET", "/api/games");
  for (const { id, puzzles } of games.filter(({ puzzles }) => puzzles)) {
    const list = await call(page, "GET", `/api/games/${id}/puzzles`);
    assert.equal(list.count, puzzles, id);
    assert.equal(list.difficulty.length, puzzles, id);
  }
  const at = "/api/games/connect/puzzles/1";
  const { moves } = await call(page, "GET", `${at}/solution`);
  await assert.rejects(call(page, "POST", at, { labels: [77] }), /label 77 is not on offer/);
  await page.goto(`${server.url}/`);
  await page.locator(".daily a", { hasText: "Connect" }).click();
  await page.locator(".puzzle-numbers").waitFor();
  await page.goto(`${server.url}/puzzle/#connect/1`);
  await page.locator('.puzzle-numbers [aria-current="page"]', { hasText: /^1$/ }).waitFor();
  await page.locator(".connect .target.offer").first().waitFor();
  for (const [turn, text] of moves.entries()) {
    if (turn % 2 === 1) continue;
    await page.locator(`.connect .target[data-label="${Number(text) - 1}"]`).click();
    const said = turn + 1 < moves.length ? `${(moves.length - turn - 1) / 2} move` : "Solved.";
    await page.locator(".lesson-answer", { hasText: said }).waitFor();
  }
  await page.getByRole("link", { name: "Next puzzle" }).click();
  await page.locator('.puzzle-numbers [aria-current="page"]', { hasText: /^2$/ }).waitFor();
  calmly(page);
});

test("two people at one device: the seat to move plays", async () => {
  const match = await begin(page, "ttt", ["person", "open"]);
  for (let mark = 1; mark <= 3; mark++) {
    await waitStatus(page, /Your turn/);
    await page.locator(".ttt .cell.offer").first().click();
    await awaitMarks(page, mark);
  }
  const { ply } = await call(page, "GET", `/api/matches/${match.id}`, undefined, match.token);
  assert.equal(ply, 3);
  // Nobody else has to agree.
  await page.getByRole("button", { name: "Take back" }).click();
  await page.waitForURL((url) => !url.pathname.endsWith(match.id));
  await awaitMarks(page, 2);
  calmly(page);
});

test("the front page offers only what works without others", async () => {
  await page.goto(`${server.url}/`);
  const against = page.locator("fieldset", { hasText: "Against" });
  await against.waitFor();
  assert.deepEqual(await against.locator("label").allInnerTexts(), ["A bot", "Two here"]);
  await page.locator("summary", { hasText: "lock" }).click();
  assert.equal(await page.getByLabel("List the match in the lobby").isVisible(), false);
  await page.getByLabel("Open a match id, a link or a record").waitFor();
  for (const name of ["Waiting for a player", "In progress"])
    assert.equal(await page.getByRole("heading", { name }).count(), 0, name);
  // A choice remembered from a version that offered more.
  await page.evaluate(() => localStorage.setItem("ennead.form", '{"opponent": "friend"}'));
  await page.reload();
  await against.waitFor();
  assert.equal(await against.locator("input:checked").getAttribute("value"), "bot");
  await page.evaluate(() => localStorage.removeItem("ennead.form"));
  calmly(page);
});

test("hidden cards are covered when the players of one token take turns", async () => {
  const { id, token } = await begin(page, "schotten", ["person", "open"]);
  const hand = () =>
    page.locator(".hand .held").evaluateAll((cards) => cards.map((card) => card.ariaLabel));
  await page.locator(".hand .held").first().waitFor();
  const first = await hand();
  const { ply } = await call(page, "GET", `/api/matches/${id}`, undefined, token);
  await page.locator(".hand .held.offered").first().click();
  await page.locator(".column.open .hit").first().click();
  await page.getByRole("heading", { name: "Pass the device to player 2" }).waitFor();
  assert.equal(await page.locator(".board, .tracker, .log").count(), 0);
  await page.getByRole("button", { name: "I am ready" }).click();
  await page.locator(".hand .held").first().waitFor();
  const second = await hand();
  assert.equal(second.filter((card) => first.includes(card)).length, 0);
  assert((await call(page, "GET", `/api/matches/${id}`, undefined, token)).ply > ply);
  calmly(page);
});

test("hidden cards are redealt when a move is taken back", async () => {
  const { id, token } = await begin(page, "schotten", ["person", "bot:1"]);
  const view = (id) => call(page, "GET", `/api/matches/${id}`, undefined, token);
  const before = await view(id);
  const play = { ply: before.ply, labels: [0, 4] };
  await call(page, "POST", `/api/matches/${id}/play`, play, token);
  const fork = await call(page, "POST", `/api/matches/${id}/takeback`, {}, token);
  const { feed, ply } = await view(fork.id);
  assert.deepEqual([feed, ply], [before.feed, before.ply]);
});

test("a page receives only what its seat may see", async () => {
  const { id, token } = await begin(page, "schotten", ["person", "bot:1"]);
  const mine = await call(page, "GET", `/api/matches/${id}`, undefined, token);
  const theirs = await call(page, "GET", `/api/matches/${id}`);
  assert.notEqual(mine.feed, theirs.feed);
  assert.equal(theirs.you, null);
  await assert.rejects(call(page, "GET", `/api/matches/${id}/record`, undefined, token), /record/);
});

test("records are imported into another browser, whose first visit is a deep link", async () => {
  const { records } = await call(page, "GET", "/api/records");
  assert(records.length > 0);
  const other = await visit(chromium, server, `/r/#${records[0]}`);
  await other.getByText("The whole match is").waitFor();
  const add = (records) => call(other, "POST", "/api/records", { records });
  assert.deepEqual(await add(records), { imported: records.length });
  assert.deepEqual(await add(records), { imported: 0 });
  await assert.rejects(add([records[0], "QQ"]), /record 2: /);
  const { matches } = await call(other, "GET", "/api/matches?state=finished");
  assert.equal(matches.length, records.length);
  calmly(other);
  await other.context().close();
});

test("a module that traps is restarted, and the match continues", async () => {
  const context = await chromium.newContext({ reducedMotion: "reduce", serviceWorkers: "block" });
  await context.addInitScript(() => {
    window.Worker = class extends Worker {
      constructor(url, options) {
        super(String(url).replace("worker.js", "trapping.js"), options);
      }
    };
  });
  const page = await visit(chromium, server, "/", { context });
  const match = await beginByClicks(page);
  await page.evaluate(() => new BroadcastChannel("trap").postMessage("now"));
  const show = () => call(page, "GET", `/api/matches/${match.id}`, undefined, match.token);
  const lost = (error) => /was restarted/.test(error.message);
  for (let failed = false; !failed;)
    failed = await show().then(
      () => false,
      (error) => lost(error) || Promise.reject(error),
    );
  assert.equal((await show()).ply, match.marks);
  await page.locator(".ttt .cell.offer").first().click();
  await playOn(page, match);
  await waitStatus(page, OVER);
  calmly(page, /unreachable|Service Worker registration blocked/);
  await context.close();
});
