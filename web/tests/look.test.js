// Appearance: sizes, themes, accessibility, page weight. Screenshots of every page go to a folder
// ignored by git.

import assert from "node:assert/strict";
import { test } from "node:test";
import { accessible } from "./axe.js";
import { SIZES, calmly, fits, screenshot, stage, visit, waitStatus } from "./harness.js";

const MOST_BYTES = 150_000;
/**
 * The maximum number of bytes loaded by a first visit: the front page, and the first match from
 * there.
 */
const FIRST_VISIT = 160_000;

const { server, chromium } = await stage();

/** A match with alternating moves made over HTTP. */
async function begun(wish, moves) {
  const made = await server.match(wish);
  let { ply, turn } = await server.call(
    "GET",
    `/api/matches/${made.id}`,
    undefined,
    made.tokens[0],
  );
  for (const move of moves) {
    const state = await server.call("GET", `/api/matches/${made.id}`, undefined, made.tokens[turn]);
    const labels = [move].flat();
    // Nested: skips the cells that are already decided.
    const given = labels.slice(wish.game === "nested" ? labels.length - missing(state, labels) : 0);
    ({ ply, turn } = await server.call(
      "POST",
      `/api/matches/${made.id}/play`,
      { ply: state.ply, labels: given },
      made.tokens[turn],
    ));
  }
  return { ...made, ply, path: `/m/${made.id}` };
}

/**
 * The number of cells of a move still to be chosen: the payload starts with depth, lines and the
 * length of the target.
 */
const missing = (state, labels) => labels.length - Buffer.from(state.feed, "base64url")[2];

/** Matches for screenshots, by name. */
const matches = {
  ttt: await begun(
    { game: "ttt", seats: ["person", "person"], clock: { base: 300, increment: 5 } },
    [4, 0, 8],
  ),
  won: await begun({ game: "ttt", seats: ["person", "person"] }, [0, 3, 1, 4, 2]),
  offer: await begun({ game: "ttt", seats: ["person", "person"] }, [4]),
  invite: await begun({ game: "ttt", seats: ["person", "open"], listed: false }, []),
  nested: await begun({ game: "nested", setup: { depth: 2 }, seats: ["person", "person"] }, [
    [4, 4],
    [4, 0],
    [0, 4],
    [4, 1],
    [1, 4],
    [4, 2],
  ]),
  deep: await begun({ game: "nested", setup: { depth: 4 }, seats: ["person", "person"] }, [
    [4, 4, 4, 4],
    [4, 4, 4, 0],
  ]),
};

await server.call("POST", `/api/matches/${matches.offer.id}/draw`, {}, matches.offer.tokens[0]);

const PAGES = {
  home: { path: "/", ready: (page) => page.locator(".game-card").first().waitFor() },
  "home-own": {
    path: "/",
    match: "won",
    seat: 0,
    ready: (page) => page.getByText("Your finished games").waitFor(),
  },
  "ttt-offer": {
    path: matches.offer.path,
    match: "offer",
    seat: 1,
    ready: (page) => page.getByText("X offers a draw.").first().waitFor(),
  },
  ttt: {
    path: matches.ttt.path,
    match: "ttt",
    seat: 1,
    ready: (page) => waitStatus(page, /Your turn/),
  },
  "ttt-watch": { path: matches.ttt.path, ready: (page) => waitStatus(page, /O to move/) },
  "ttt-won": {
    path: matches.won.path,
    match: "won",
    seat: 0,
    ready: (page) => waitStatus(page, /You won/),
  },
  invite: {
    path: matches.invite.path,
    match: "invite",
    seat: 0,
    ready: (page) => waitStatus(page, /Waiting/),
  },
  guest: { path: matches.invite.path, ready: (page) => waitStatus(page, /invites you/) },
  nested: {
    path: matches.nested.path,
    match: "nested",
    seat: 0,
    ready: (page) => waitStatus(page, /Your turn/),
  },
  deep: {
    path: matches.deep.path,
    match: "deep",
    seat: 0,
    ready: (page) => waitStatus(page, /Your turn/),
  },
  lost: {
    path: "/m/AAAAAAAAAAA",
    ready: (page) => page.getByRole("heading", { name: "No such match" }).waitFor(),
  },
};

async function open(name, how) {
  const { path, match, seat, ready } = PAGES[name];
  const tokens = match ? [[matches[match].id, matches[match].tokens[seat]]] : [];
  const page = await visit(chromium, server, path, { ...how, tokens });
  await ready(page);
  return page;
}

for (const size of Object.keys(SIZES)) {
  for (const theme of ["light", "dark"]) {
    test(`every page at ${size} size in the ${theme} theme`, async () => {
      for (const name of Object.keys(PAGES)) {
        const page = await open(name, { size, theme });
        await page.waitForLoadState("networkidle");
        await fits(page);
        await screenshot(page, `${name}-${size}-${theme}`);
        await accessible(page);
        calmly(page, name === "lost" ? /404/ : undefined);
        await page.context().close();
      }
    });
  }
}

test("the theme is switched manually, and persists", async () => {
  const page = await visit(chromium, server, "/", { theme: "light" });
  const ground = () =>
    page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  const light = await ground();
  const button = page.locator("#theme");
  await button.click();
  assert.equal(await ground(), light);
  await button.click();
  assert.notEqual(await ground(), light);
  await page.reload();
  await page.locator(".game-card").first().waitFor();
  assert.notEqual(await ground(), light);
  assert.equal(await button.getAttribute("aria-label"), "Theme: dark");
  calmly(page);
});

for (const name of ["home", "home-own", "ttt", "nested"]) {
  test(`the first load of ${name} is light, and nothing shifts`, async () => {
    const { path, match, seat, ready } = PAGES[name];
    const page = await visit(chromium, server, "/explore", {
      tokens: match ? [[matches[match].id, matches[match].tokens[seat]]] : [],
    });
    // Wait for what the previous page is still loading.
    await page.waitForLoadState("networkidle");
    const session = await page.context().newCDPSession(page);
    await session.send("Network.enable");
    await session.send("Network.setCacheDisabled", { cacheDisabled: true });
    let bytes = 0;
    session.on("Network.loadingFinished", ({ encodedDataLength }) => (bytes += encodedDataLength));
    await page.addInitScript(() => {
      globalThis.jumps = 0;
      new PerformanceObserver((list) =>
        list.getEntries().forEach((entry) => (globalThis.jumps += entry.value)),
      ).observe({
        type: "layout-shift",
        buffered: true,
      });
    });
    await page.goto(server.url + path);
    await ready(page);
    await page.waitForLoadState("networkidle");
    assert(bytes > 10_000 && bytes < MOST_BYTES, `${bytes} bytes`);
    const jumps = await page.evaluate(() => globalThis.jumps);
    assert(jumps < 0.05, `the layout jumped by ${jumps}`);
  });
}

/** Sums the bytes of everything a page loads from now on, including headers. */
async function weigh(page) {
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  const sum = { bytes: 0 };
  session.on(
    "Network.loadingFinished",
    ({ encodedDataLength }) => (sum.bytes += encodedDataLength),
  );
  return sum;
}

for (const game of [/^Tic-tac-toe/, /^Nested/, /^Schotten/, /^Connect/]) {
  test(`a first visit is light, up to the first match of ${game.source.slice(1)}`, async () => {
    const context = await chromium.newContext({ viewport: SIZES.phone });
    const page = await context.newPage();
    const sum = await weigh(page);
    await page.goto(server.url);
    await page.locator(".game-card", { hasText: game }).click();
    await page.waitForLoadState("networkidle");
    const home = sum.bytes;
    await page.click(".play-button");
    await waitStatus(page, /Your turn|thinking/);
    await page.waitForLoadState("networkidle");
    assert(home > 10_000 && sum.bytes > home + 10_000, `${home} and ${sum.bytes} bytes`);
    assert(sum.bytes < FIRST_VISIT, `${home} and ${sum.bytes - home} bytes`);
    await context.close();
  });
}

test("pages of missing matches, and of a match continued elsewhere, are accessible", async () => {
  const { id, tokens } = await begun({ game: "ttt", seats: ["person", "person"] }, [4]);
  for (const token of tokens) await server.call("POST", `/api/matches/${id}/takeback`, {}, token);
  const pages = {
    "/r#nonsense": "No replay",
    "/nowhere": "",
    "/learn/nothing": "",
    [`/m/${id}`]: "Called off",
  };
  for (const [path, heading] of Object.entries(pages)) {
    const page = await visit(chromium, server, path, { size: "phone", theme: "dark" });
    await page.getByRole("heading", { level: 1, name: heading }).first().waitFor();
    await page.waitForLoadState("networkidle");
    await fits(page);
    await accessible(page);
    await page.context().close();
  }
});
