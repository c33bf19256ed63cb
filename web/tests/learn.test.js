// Every lesson of every game on its real board, with a wrong answer first; help on the first visit.

import assert from "node:assert/strict";
import { test } from "node:test";
import { accessible } from "./axe.js";
import {
  calmly,
  drawn,
  fits,
  pressOnBoard,
  screenshot,
  stage,
  visit,
  waitStatus,
} from "./harness.js";

const { server, chromium } = await stage();

const keys = async (page, text) => {
  for (const key of text.slice(0, -1)) await pressOnBoard(page, key);
  await page.keyboard.press(text.at(-1));
};
const lay = async (page, card) => {
  await page.locator(`.held[aria-label="${card}"]`).click();
  await page.locator(".column .hit").first().click();
};
const square = (page, cell) => page.locator(`.ttt [data-cell="${cell}"]`).click();
const column = (page, label) => page.locator(`.connect .target[data-label="${label}"]`).click();

/** How to make a move in each game, and a wrong and a right move for each lesson. */
const GAMES = {
  ttt: {
    play: square,
    answers: [
      [8, 2],
      [8, 2],
      [5, 3],
    ],
  },
  connect: {
    play: column,
    answers: [
      [6, 3],
      [6, 3],
      [6, 1],
    ],
  },
  nested: {
    play: keys,
    answers: [
      ["t9", "t3"],
      ["22", "21"],
      ["85", "81"],
      ["t1", "t5"],
      ["t1", "t9"],
    ],
  },
  schotten: {
    play: lay,
    answers: [
      ["blue 2", "red 6"],
      ["yellow 9", "yellow 4"],
      ["cyan 4", "green 7"],
      ["cyan 6", "green 4"],
    ],
  },
};

test("every game has lessons", async () => {
  const { games } = await server.call("GET", "/api/games");
  for (const { id, lessons } of games) assert.equal(lessons, GAMES[id].answers.length, id);
});

for (const size of ["phone", "desktop"])
  for (const [id, { play, answers }] of Object.entries(GAMES))
    test(`every lesson of ${id} is solved: ${size}`, async () => {
      const page = await visit(chromium, server, `/learn/${id}`, { size });
      for (const [at, [wrong, right]] of answers.entries()) {
        await page.waitForFunction(
          (at) =>
            document.querySelectorAll(".lesson-list button")[at]?.hasAttribute("aria-current"),
          at,
        );
        await drawn(page);
        if (at === 0) {
          await fits(page);
          await accessible(page);
        }
        await screenshot(page, `learn-${id}-${at + 1}-${size}`);
        await play(page, wrong);
        await page.getByText("Not yet.").waitFor();
        await page.getByRole("button", { name: "Try again" }).click();
        await page.getByText("Not yet.").waitFor({ state: "detached" });
        await drawn(page);
        await play(page, right);
        await page.getByText("Right.", { exact: true }).waitFor();
        if (at === 0) await accessible(page);
        const next = page.getByRole("button", { name: "Next lesson" });
        if (at + 1 < answers.length) await next.click();
      }
      await screenshot(page, `learn-${id}-done-${size}`);
      await page.reload();
      await page.locator(".lesson-list button").first().waitFor();
      assert.equal(await page.getByText("✓").count(), answers.length, "the browser remembers");
      calmly(page);
    });

test("after the last lesson a game begins, by the rules that most people know", async () => {
  const page = await visit(chromium, server, "/learn/ttt");
  await page.locator(".lesson-list button").nth(2).click();
  await page.getByText("Find a square that makes two lines").waitFor();
  await drawn(page);
  await square(page, 3);
  await page.getByRole("button", { name: "Play a bot" }).click();
  await waitStatus(page, /Your turn/);
  const { matches } = await server.call("GET", "/api/matches?state=running");
  assert.equal(matches.length, 0, "it is not listed");
  calmly(page);
});

test("a game without lessons and an unknown game show a message", async () => {
  const page = await visit(chromium, server, "/learn/nothing");
  await page.getByText("This server does not know the game nothing.").waitFor();
  calmly(page);
});

test("how to play: open on the first visit, with a picture of a board, closed later", async () => {
  const match = await server.match({ game: "nested", seats: ["person", "bot:1"] });
  const how = { tokens: [[match.id, match.tokens[0]]], first: true };
  const page = await visit(chromium, server, `/m/${match.id}`, how);
  const help = page.locator(".help-box");
  await help.locator(".help-picture .nested").waitFor();
  assert.equal(await help.getAttribute("open"), "");
  await page.waitForFunction(() =>
    document.querySelector(".help-picture .mark, .help-picture path"),
  );
  await screenshot(page, "help-first");
  await accessible(page);
  await page.reload();
  await help.waitFor();
  assert.equal(await help.getAttribute("open"), null);
  await help.locator("summary").click();
  await help.getByRole("link", { name: "Learn it in 5 short lessons" }).click();
  await page.locator(".lesson-list").waitFor();
  calmly(page);
});

test("a result addresses the player: You lost", async () => {
  const match = await server.match({ game: "ttt", seats: ["person", "person"] });
  const at = `/api/matches/${match.id}`;
  for (const [ply, move] of ["1", "4", "2", "5", "9", "6"].entries())
    await server.call("POST", `${at}/play`, { ply, move }, match.tokens[ply % 2]);
  const page = await visit(chromium, server, `/m/${match.id}`, {
    tokens: [[match.id, match.tokens[0]]],
  });
  await waitStatus(page, /^You lost$/);
  assert.equal((await page.locator(".status-more").textContent()).trim(), "");
  calmly(page);
});
