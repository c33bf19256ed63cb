// Nested tic-tac-toe in a real browser: whole games, depth, zoom.

import assert from "node:assert/strict";
import { test } from "node:test";
import { accessible } from "../../../../web/tests/axe.js";
import {
  OVER,
  YOURS_OR_OVER,
  calmly,
  fits,
  pressOnBoard,
  screenshot,
  stage,
  status,
  visit,
  waitStatus,
} from "../../../../web/tests/harness.js";

const { server, chromium } = await stage();

/**
 * The centre of a playable cell on the screen, with the whole board visible: found by probing where
 * the page accepts a click.
 */
async function playSomewhere(page) {
  const dots = page.locator(".nested .dot");
  if (await dots.count()) {
    const box = await dots.first().boundingBox();
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
    return;
  }
  for (const light of await page.locator(".nested .light").all()) {
    const box = await light.boundingBox();
    for (let cell = 0; cell < 9; cell++) {
      const [x, y] = [
        box.x + box.width * (0.19 + 0.31 * (cell % 3)),
        box.y + box.height * (0.19 + 0.31 * Math.floor(cell / 3)),
      ];
      await page.mouse.move(x, y);
      if (await page.locator(".nested-window.can").count()) {
        await page.mouse.click(x, y);
        return;
      }
    }
  }
  assert.fail("nothing can be clicked");
}

const moves = (page) => page.locator(".log li:not(.none)").count();

test("a whole game of depth 2 against a bot by clicks", async () => {
  const page = await visit(chromium, server, "/");
  await page.locator(".game-card", { hasText: "Nested" }).click();
  await page.locator(".segments label", { hasText: "1" }).first().click();
  await page.click(".play-button");
  for (let i = 0; i < 81; i++) {
    await waitStatus(page, YOURS_OR_OVER);
    if (OVER.test(await status(page).textContent())) break;
    const before = await moves(page);
    await playSomewhere(page);
    await page.waitForFunction(
      (before) => document.querySelectorAll(".log li:not(.none)").length > before,
      before,
    );
  }
  assert.match(await status(page).textContent(), OVER);
  assert.equal(await page.locator(".nested .light, .nested .dot").count(), 0);
  assert((await page.locator(".nested .land").count()) > 0, "decided grids are large marks");
  calmly(page);
});

for (const size of ["phone", "desktop"])
  test(`a won grid can be viewed: ${size}`, async () => {
    const { id, tokens } = await server.match({ game: "nested", seats: ["person", "person"] });
    for (const [i, move] of ["5.5", "5.1", "1.5", "5.2", "2.5", "5.3"].entries()) {
      const { ply } = await server.call("GET", `/api/matches/${id}`);
      await server.call("POST", `/api/matches/${id}/play`, { ply, move }, tokens[i % 2]);
    }
    const page = await visit(chromium, server, `/m/${id}`, { size, tokens: [[id, tokens[0]]] });
    await waitStatus(page, /Your turn/);
    const board = page.locator(".nested-window");
    const inside = page.locator(".nested .inside.o");
    await page.locator(".nested .land.o").waitFor({ state: "attached" });
    const middle = async () => {
      const box = await board.boundingBox();
      return [box.x + box.width / 2, box.y + box.height / 2];
    };
    await page.keyboard.press("0");
    await page.waitForFunction(() => document.querySelectorAll(".crumbs li").length === 1);
    if (size === "desktop") {
      await page.mouse.move(...(await middle()));
      await inside.waitFor();
      await page.mouse.move(0, 0);
      await inside.waitFor({ state: "detached" });
      await page.mouse.click(...(await middle()));
      await page.mouse.move(0, 0);
    } else await page.touchscreen.tap(...(await middle()));
    await inside.waitFor();
    await screenshot(page, `inside-${size}`);
    await accessible(page);
    await page.getByText("5: O, inside, X has 5; O has 1, 2, 3").waitFor({ state: "attached" });
    // The same key opens and closes the view, and plays nothing.
    await board.focus();
    await page.keyboard.press("5");
    await inside.waitFor({ state: "detached" });
    await page.keyboard.press("5");
    await inside.waitFor();
    assert.equal((await server.call("GET", `/api/matches/${id}`)).moves.length, 6);
    calmly(page);
  });

test("at depth 4 clicks zoom in until a cell can be played", async () => {
  const page = await visit(chromium, server, "/");
  await page.locator(".game-card", { hasText: "Nested" }).click();
  await page.locator("summary", { hasText: "Rules" }).click();
  await page.getByLabel("Depth", { exact: true }).fill("4");
  await page.click(".play-button");
  await waitStatus(page, /Your turn/);
  const box = await page.locator(".nested-window").boundingBox();
  const crumbs = page.locator(".crumbs li");
  assert.equal(await crumbs.count(), 1);
  for (let depth = 2; depth <= 4; depth++) {
    await page.mouse.click(box.x + box.width * 0.3, box.y + box.height * 0.3);
    await page.waitForFunction(
      (depth) => document.querySelectorAll(".crumbs li").length === depth,
      depth,
    );
  }
  await page.mouse.click(box.x + box.width * 0.3, box.y + box.height * 0.3);
  await page.waitForFunction(() => document.querySelectorAll(".log li:not(.none)").length >= 1);
  assert.match(await page.locator(".log li").first().textContent(), /\d\.\d\.\d\.\d/);
  // The bot's reply sets a new target; the page flies there, and the highlighted grid is in view.
  await waitStatus(page, /Your turn/);
  await page.locator(".nested .light.yours").waitFor();
  assert.equal(await crumbs.count(), 4);
  await page.getByRole("button", { name: "Whole board" }).click();
  await page.waitForFunction(() => document.querySelectorAll(".crumbs li").length === 1);
  await page.keyboard.press("t");
  await page.waitForFunction(() => document.querySelectorAll(".crumbs li").length === 4);
  calmly(page);
});

test("wheel and buttons zoom; unknown grids are requested on the way", async () => {
  const { id, tokens } = await server.match({
    game: "nested",
    setup: { depth: 6 },
    seats: ["person", "bot:1"],
  });
  const page = await visit(chromium, server, `/m/${id}`, {
    tokens: [[id, tokens[0]]],
    motion: "no-preference",
  });
  let looks = 0;
  page.on("websocket", (socket) =>
    socket.on("framesent", ({ payload }) => (looks += payload[0] === 0xf5 ? 1 : 0)),
  );
  await page.reload();
  await waitStatus(page, /Your turn/);
  const box = await page.locator(".nested-window").boundingBox();
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  for (let i = 0; i < 40; i++) await page.mouse.wheel(0, -200);
  await page.waitForFunction(() => document.querySelectorAll(".crumbs li").length === 6);
  await page.waitForFunction(() => !document.querySelector(".nested .lattice.faint"));
  assert(looks > 0, "the page looked closer");
  for (let i = 0; i < 60; i++) await page.mouse.wheel(0, 200);
  await page.waitForFunction(() => document.querySelectorAll(".crumbs li").length === 1);
  await page.getByRole("button", { name: /Zoom in/ }).click();
  await page.getByRole("button", { name: /Zoom in/ }).click();
  await page.waitForFunction(() => document.querySelectorAll(".crumbs li").length > 1);
  calmly(page);
});

test("two fingers pinch", async () => {
  const { id, tokens } = await server.match({
    game: "nested",
    setup: { depth: 3 },
    seats: ["person", "bot:1"],
  });
  const page = await visit(chromium, server, `/m/${id}`, {
    size: "phone",
    tokens: [[id, tokens[0]]],
  });
  await waitStatus(page, /Your turn/);
  const box = await page.locator(".nested-window").boundingBox();
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const fingers = await page.context().newCDPSession(page);
  const touch = (type, gap) =>
    fingers.send("Input.dispatchTouchEvent", {
      type,
      touchPoints:
        gap === null
          ? []
          : [
              { x: x - gap, y, id: 0 },
              { x: x + gap, y, id: 1 },
            ],
    });
  await touch("touchStart", 20);
  for (let gap = 24; gap <= 110; gap += 6) await touch("touchMove", gap);
  await touch("touchEnd", null);
  await page.waitForFunction(() => document.querySelectorAll(".crumbs li").length > 1);
  calmly(page);
});

/** A match between two people with some moves made, and the page of the first. */
async function begun(depth, moves, how = {}) {
  const { id, tokens } = await server.match({
    game: "nested",
    setup: { depth },
    seats: ["person", "person"],
  });
  const play = async (move) => {
    const { ply, turn } = await server.call("GET", `/api/matches/${id}`);
    await server.call("POST", `/api/matches/${id}/play`, { ply, move }, tokens[turn]);
  };
  for (const move of moves) await play(move);
  const page = await visit(chromium, server, `/m/${id}`, { tokens: [[id, tokens[0]]], ...how });
  return { id, tokens, play, page };
}

const crumbsAre = (page, count) =>
  page.waitForFunction((count) => document.querySelectorAll(".crumbs li").length === count, count);

for (const motion of ["reduce", "no-preference"]) {
  test(`a free move is shown from outside and announced: motion ${motion}`, async () => {
    const { page, play } = await begun(2, ["5.1", "1.5", "5.2", "2.5"], { motion });
    const words = page.locator(".nested-bar .where");
    await waitStatus(page, /Your turn/);
    assert.equal(await words.innerText(), "Play in the lit grid");
    await play("5.3");
    await waitStatus(page, /O’s turn/);
    assert.equal(await words.innerText(), "O plays in the lit grid");
    await page.locator(".nested-window").focus();
    await page.keyboard.press("3");
    await crumbsAre(page, 2);
    // The target is a decided grid.
    await play("3.5");
    await waitStatus(page, /Your turn/);
    await crumbsAre(page, 1);
    assert.equal(await words.innerText(), "Play anywhere");
    assert.equal(await page.locator(".nested .light.yours").count(), 8);
    calmly(page);
  });
}

test("the end is shown on the whole board, once", async () => {
  const { id, tokens, page } = await begun(3, ["5.5.5"]);
  await waitStatus(page, /O’s turn/);
  await page.locator(".nested-window").focus();
  await page.keyboard.press("1");
  await page.keyboard.press("2");
  await crumbsAre(page, 3);
  await server.call("POST", `/api/matches/${id}/resign`, {}, tokens[1]);
  await waitStatus(page, OVER);
  await crumbsAre(page, 1);
  await page.keyboard.press("1");
  await crumbsAre(page, 2);
  await server.call("POST", `/api/matches/${id}/rematch`, {}, tokens[1]);
  await page
    .getByText(/rematch/i)
    .first()
    .waitFor();
  assert.equal(await page.locator(".crumbs li").count(), 2);
  assert.equal(await page.locator(".nested-bar .where").innerText(), "");
  calmly(page);
});

test("the flight to the highlighted grid passes the last move", async () => {
  const { page, play } = await begun(3, ["1.2.3"], { motion: "no-preference" });
  await waitStatus(page, /O’s turn/);
  await page.locator(".nested-window").focus();
  await page.keyboard.press("1");
  await crumbsAre(page, 2);
  await page.keyboard.press("1");
  await crumbsAre(page, 3);
  await page.evaluate(() => {
    window.tracker = [];
    new MutationObserver(() =>
      window.tracker.push(
        document.querySelector(".crumb[aria-current]")?.getAttribute("aria-label"),
      ),
    ).observe(document.querySelector(".crumbs"), { childList: true });
  });
  await play("2.3.9");
  await page.waitForFunction(
    () => document.querySelector(".crumb[aria-current]")?.getAttribute("aria-label") === "Grid 3.9",
  );
  assert(
    (await page.evaluate(() => window.tracker)).some((place) => place?.startsWith("Grid 2")),
    "the camera went over the last move",
  );
  calmly(page);
});

test("the way back to the whole board stays visible on a phone", async () => {
  const { id, tokens } = await server.match({
    game: "nested",
    setup: { depth: 6 },
    seats: ["person", "bot:1"],
  });
  const page = await visit(chromium, server, `/m/${id}`, {
    size: "phone",
    tokens: [[id, tokens[0]]],
  });
  await waitStatus(page, /Your turn/);
  await page.locator(".nested-window").focus();
  for (let level = 1; level < 6; level++) await pressOnBoard(page, "5");
  const crumbs = await page.locator(".nested-bar nav").boundingBox();
  for (const name of ["Whole board", "Grid 5.5.5.5.5"]) {
    const box = await page.getByRole("button", { name, exact: true }).boundingBox();
    assert(
      box.x >= crumbs.x && box.x + box.width <= crumbs.x + crumbs.width + 1,
      `${name} is out of sight`,
    );
  }
  await page.getByRole("button", { name: "Whole board" }).click();
  await page.waitForFunction(() => document.querySelectorAll(".crumbs li").length === 1);
  await fits(page);
  calmly(page);
});

test("depth 1000 opens, zooms and plays", async () => {
  const { id, tokens } = await server.match({
    game: "nested",
    setup: { depth: 1000 },
    seats: ["person", "person"],
  });
  const page = await visit(chromium, server, `/m/${id}`, { tokens: [[id, tokens[0]]] });
  await waitStatus(page, /Your turn/);
  await page.locator(".nested-window").focus();
  const gap = page.locator(".crumbs .gap");
  while (!(await gap.isVisible())) await pressOnBoard(page, "5");
  assert.equal((await page.locator(".nested .lattice").count()) > 0, true);
  calmly(page);
});
