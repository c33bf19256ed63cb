// The static site in Chromium: the first visit needs the network, everything after it does not.
// SITE is the folder that scripts/site wrote.

import assert from "node:assert/strict";
import { existsSync, readFileSync, readdirSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { after, test } from "node:test";
import { gzipSync } from "node:zlib";
import { OVER, browser, calmly, visit, waitStatus } from "../../../web/tests/harness.js";
import { mime } from "./mime.js";

const site = process.env.SITE;
assert(site && existsSync(join(site, "index.html")), "set SITE to what scripts/site wrote");

/** As plain a web host as there is, with the site below a path. */
const PATH = "/some/where";
const host = createServer((request, response) => {
  const { pathname } = new URL(request.url, "http://site");
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

/** A visitor who has seen the front page once, and has no network since. */
async function offline() {
  const page = await visit(chromium, server, "/");
  await page.locator(".play-button").waitFor();
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await page.context().setOffline(true);
  return page;
}

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

/** Creates a match in the page, and opens it. */
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

/** Plays at random until the match is over or so many choices are made. */
async function playOn(page, { id, token }, most = Infinity) {
  let number = 7;
  for (let made = 0; made < most;) {
    const match = await call(page, "GET", `/api/matches/${id}`, undefined, token);
    if (match.state === "finished") return match;
    if (match.turn !== match.you) {
      await page.waitForTimeout(20);
      continue;
    }
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
    const page = await offline();
    const match = await begin(page, game, ["person", "bot:1"], setup);
    // A long game is played in part only.
    const long = setup.depth === 3;
    const over = await playOn(page, match, long ? 30 : Infinity);
    if (!long) {
      await waitStatus(page, OVER);
      assert.equal(over.end, "rules");
    }
    calmly(page);
    await page.context().close();
  });
}

test("a reload in mid-game, by clicks; then the replay link and the explorer", async () => {
  const page = await offline();
  await page.locator(".game-card", { hasText: /^Tic-tac-toe$/ }).click();
  await page.locator(".segments label", { hasText: "1" }).first().click();
  await page.click(".play-button");
  await page.waitForURL(new RegExp(`${PATH}/m/[\\w-]{11}$`));
  await waitStatus(page, /Your turn/);
  await page.locator(".ttt .cell.offer").first().click();
  const marks = () => page.locator(".ttt .mark:is(.x, .o):not(.ghost, .pending)").count();
  await page.waitForFunction(
    () => document.querySelectorAll(".ttt .mark:is(.x, .o):not(.ghost, .pending)").length >= 2,
  );
  await waitStatus(page, /Your turn/);
  const before = await marks();
  await page.reload();
  await waitStatus(page, /Your turn/);
  await page.waitForFunction(
    (before) => document.querySelectorAll(".ttt .mark:is(.x, .o):not(.ghost)").length === before,
    before,
  );
  const id = page.url().split("/").pop();
  const token = await page.evaluate(
    (id) => JSON.parse(localStorage.getItem("ennead.tokens"))[id],
    id,
  );
  await playOn(page, { id, token });
  await waitStatus(page, OVER);
  const { record } = await call(page, "GET", `/api/matches/${id}/record`);
  await page.goto(`${server.url}/r#${record}`);
  await page.getByText("The whole match is").waitFor();
  await page.getByRole("link", { name: "See every bit" }).click();
  await page.waitForURL(new RegExp(`${PATH}/explore#`));
  await page.locator(".explore .formats").waitFor();
  calmly(page);
  await page.context().close();
});

test("two people at one device: whoever is on the move plays", async () => {
  const page = await offline();
  const match = await begin(page, "ttt", ["person", "open"]);
  for (let mark = 1; mark <= 3; mark++) {
    await waitStatus(page, /Your turn/);
    await page.locator(".ttt .cell.offer").first().click();
    await page.waitForFunction(
      (mark) =>
        document.querySelectorAll(".ttt .mark:is(.x, .o):not(.ghost, .pending)").length === mark,
      mark,
    );
  }
  const { ply } = await call(page, "GET", `/api/matches/${match.id}`, undefined, match.token);
  assert.equal(ply, 3);
  calmly(page);
  await page.context().close();
});

test("records go out of one browser and into another", async () => {
  const page = await offline();
  const match = await begin(page, "connect", ["person", "bot:1"]);
  await playOn(page, match);
  const { records } = await call(page, "GET", "/api/records");
  assert.equal(records.length, 1);
  const other = await offline();
  const add = (records) => call(other, "POST", "/api/records", { records });
  assert.deepEqual(await add(records), { imported: 1 });
  assert.deepEqual(await add(records), { imported: 0 });
  await assert.rejects(add([records[0], "QQ"]), /record 2: /);
  const { matches } = await call(other, "GET", "/api/matches?state=finished");
  assert.equal(matches.length, 1);
  await page.context().close();
  await other.context().close();
});

test("a page receives only what its seat may see", async () => {
  const page = await offline();
  const { id, token } = await begin(page, "schotten", ["person", "bot:1"]);
  const mine = await call(page, "GET", `/api/matches/${id}`, undefined, token);
  const theirs = await call(page, "GET", `/api/matches/${id}`);
  assert.notEqual(mine.feed, theirs.feed);
  assert.equal(theirs.you, null);
  await assert.rejects(call(page, "GET", `/api/matches/${id}/record`, undefined, token), /record/);
  await page.context().close();
});

test("deep links work on the first visit, from any path", async () => {
  const page = await visit(chromium, server, "/r/#QZYg");
  await page.getByText("The whole match is").waitFor();
  calmly(page);
  await page.context().close();
});

test("everything together stays below 600 KB, compressed", () => {
  const files = readdirSync(site, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  const sizes = files.map((entry) => {
    const path = join(entry.parentPath ?? entry.path, entry.name);
    return gzipSync(readFileSync(path), { level: 9 }).length;
  });
  const sum = sizes.reduce((sum, size) => sum + size, 0);
  assert(sum <= 600_000, `${sum} bytes`);
});
