// Puzzles on their real boards: solved and failed ones, hints, solutions, the list, the streak of
// days, and the same daily puzzle for everyone.

import assert from "node:assert/strict";
import { test } from "node:test";
import { numberOf, streakOn, today, withSolved } from "../js/puzzle/solved.js";
import { accessible } from "./axe.js";
import { calmly, drawn, fits, pressOnBoard, screenshot, stage, visit } from "./harness.js";

const { server, chromium } = await stage();
const DAY = 86_400_000;
const { games } = await server.call("GET", "/api/games");
const withPuzzles = games.filter(({ puzzles }) => puzzles);

const column = (page, text) =>
  page.locator(`.connect .target[data-label="${Number(text) - 1}"]`).click();

/**
 * A nested move by keys: goes to the highlighted grid if there is only one, then types the other
 * cells.
 */
const cells = (isSent) => async (page, text) => {
  const keys = isSent(text) ? `t${text.at(-1)}` : text.replace(".", "");
  for (const key of keys.slice(0, -1)) await pressOnBoard(page, key);
  await page.keyboard.press(keys.at(-1));
};

/** The puzzle, its moves and the legal labels, from the API. */
async function told(id, number) {
  const puzzle = await server.call("GET", `/api/games/${id}/puzzles/${number}`);
  const solution = await server.call("GET", `/api/games/${id}/puzzles/${number}/solution`);
  const { steps } = await server.call("POST", "/api/replay", { record: solution.record });
  const start = steps.length - 1 - solution.moves.length;
  // A forced choice is counted before it is made.
  const sent = solution.moves.map((_, at) => steps[start + at].ply % 2 === 1);
  return { puzzle, ...solution, sent, offered: steps[start].labels };
}

test("every game but the smallest has a thousand puzzles", () => {
  const counts = Object.fromEntries(withPuzzles.map(({ id, puzzles }) => [id, puzzles]));
  for (const id of ["nested", "schotten", "connect"]) assert.equal(counts[id], 1000, id);
});

test("the puzzle of a day is the same in the page and in the call", async () => {
  for (const { id, puzzles } of withPuzzles) {
    const before = today();
    const list = await server.call("GET", `/api/games/${id}/puzzles`);
    const days = [before, today()].map((day) => numberOf(day, puzzles));
    assert(days.includes(list.today), `${id}: ${list.today}`);
    assert.equal(list.difficulty.length, puzzles);
    assert(list.difficulty.every((level) => level >= 1 && level <= 5));
  }
});

test("a streak counts days in a row, once each, and not after the solution was shown", () => {
  const fresh = { solved: [], seen: [9], day: -1, streak: 0 };
  const one = withSolved(fresh, 1, 100, true);
  assert.deepEqual([one.streak, streakOn(one, 100), streakOn(one, 101)], [1, 1, 1]);
  assert.equal(streakOn(one, 102), 0);
  assert.equal(withSolved(one, 1, 100, true).streak, 1);
  assert.equal(withSolved(one, 2, 101, true).streak, 2);
  assert.equal(withSolved(one, 3, 102, true).streak, 1);
  assert.equal(withSolved(one, 7, 101, false).streak, 1, "another puzzle");
  assert.equal(withSolved(fresh, 9, 100, true).streak, 0, "the solution was shown");
  assert.deepEqual(withSolved(one, 7, 101, false).solved, [1, 7]);
});

for (const size of ["phone", "desktop"]) {
  test(`a win is found move by move, after a wrong move: connect, ${size}`, async () => {
    const { puzzle, moves, offered } = await told("connect", 1);
    const page = await visit(chromium, server, "/puzzle/connect/1", { size });
    await page.getByRole("heading", { name: puzzle.title }).waitFor();
    await drawn(page);
    await fits(page);
    await accessible(page);
    await screenshot(page, `puzzle-connect-${size}`);
    const wrong = offered.map((label) => String(label + 1)).find((text) => text !== moves[0]);
    assert.equal(await page.getByRole("button", { name: "Show the solution" }).count(), 0);
    await column(page, wrong);
    await page.getByText("Not quite.").waitFor();
    await page.getByRole("button", { name: "Try again" }).click();
    await page.getByText("Not quite.").waitFor({ state: "detached" });
    await drawn(page);
    for (const [at, text] of moves.entries()) {
      if (at % 2 === 1) continue;
      await column(page, text);
      const said = at + 1 < moves.length ? `${(moves.length - at - 1) / 2} move` : "Solved.";
      await page.locator(".lesson-answer", { hasText: said }).waitFor();
    }
    await accessible(page);
    await screenshot(page, `puzzle-connect-solved-${size}`);
    await page.getByRole("link", { name: "Next puzzle" }).click();
    await page.waitForURL("**/puzzle/connect/2");
    await page.locator('.puzzle-numbers [aria-label*="Puzzle 1,"].done').waitFor();
    calmly(page);
  });

  test(`a win is found move by move: nested, ${size}`, async () => {
    const { puzzle, moves, sent } = await told("nested", 1);
    const page = await visit(chromium, server, "/puzzle/nested/1", { size });
    await page.getByRole("heading", { name: puzzle.title }).waitFor();
    await drawn(page);
    await fits(page);
    await accessible(page);
    await screenshot(page, `puzzle-nested-${size}`);
    for (const [at, text] of moves.entries()) {
      if (at % 2 === 1) continue;
      await cells(() => sent[at])(page, text);
      const said = at + 1 < moves.length ? `${(moves.length - at - 1) / 2} move` : "Solved.";
      await page.locator(".lesson-answer", { hasText: said }).waitFor();
    }
    calmly(page);
  });

  test(`a question is answered, with the reasons: schotten, ${size}`, async () => {
    const { puzzle, items, reasons } = await told("schotten", 1);
    const page = await visit(chromium, server, "/puzzle/schotten/1", { size });
    await page.getByRole("heading", { name: puzzle.title }).waitFor();
    await drawn(page);
    await fits(page);
    await accessible(page);
    const item = (at) => page.locator(".puzzle-items button").nth(at);
    const stone = (at) => page.locator(".column .hit").nth(at);
    const wrong = puzzle.items.findIndex((_, at) => !items.includes(at));
    await item(wrong).click();
    await page.getByRole("button", { name: "Check" }).click();
    await page.getByText("Not quite.").waitFor();
    await screenshot(page, `puzzle-schotten-${size}`);
    await item(wrong).click();
    await page.getByText("Not quite.").waitFor({ state: "detached" });
    // The stones of the board and the buttons are the same set.
    await stone(items[0]).click();
    assert.equal(await item(items[0]).getAttribute("aria-pressed"), "true");
    assert.equal(await stone(items[0]).getAttribute("aria-pressed"), "true");
    for (const at of items.slice(1)) await item(at).click();
    await page.getByRole("button", { name: "Check" }).click();
    await page.getByText("Solved.").waitFor();
    assert.equal(await page.locator(".puzzle-reasons li").count(), reasons.length);
    await accessible(page);
    await screenshot(page, `puzzle-schotten-solved-${size}`);
    calmly(page);
  });
}

test("a hint leaves a few moves, and the solution is played out after a try", async () => {
  const { moves, offered } = await told("connect", 3);
  const page = await visit(chromium, server, "/puzzle/connect/3");
  await drawn(page);
  await page.getByRole("button", { name: "Hint" }).click();
  await page.getByText("that are left").waitFor();
  const left = page.locator(".connect .target.offer");
  const labels = await left.evaluateAll((all) => all.map((node) => Number(node.dataset.label)));
  assert(labels.length < offered.length && labels.includes(Number(moves[0]) - 1), `${labels}`);
  const wrong = offered.map((label) => String(label + 1)).filter((text) => text !== moves[0]);
  await page.evaluate(() => location.reload());
  await drawn(page);
  await column(page, wrong[0]);
  await page.getByRole("button", { name: "Show the solution" }).click();
  await page.getByText(moves.join(" – ")).waitFor();
  await page.getByRole("button", { name: "Try again" }).click();
  const seen = await page.evaluate(() => JSON.parse(localStorage.getItem("ennead.puzzles")));
  assert.deepEqual([seen.connect.seen, seen.connect.solved], [[3], []]);
  calmly(page);
});

test("the streak lasts over two days, and ends with a day that is missed", async () => {
  const context = await chromium.newContext();
  const start = 20_000 * DAY + 3_600_000;
  for (const [days, streak] of [
    [0, "1 day in a row"],
    [1, "2 days in a row"],
    [3, "1 day in a row"],
  ]) {
    const number = numberOf(20_000 + days, 1000);
    const { items } = await told("schotten", number);
    const page = await visit(chromium, server, "/", { context });
    await page.clock.setFixedTime(start + days * DAY);
    await page.reload();
    await page.locator(".daily a", { hasText: "Schotten" }).click();
    await page.waitForURL("**/puzzle/schotten");
    await page.locator('.puzzle-numbers [aria-current="page"]').waitFor();
    assert.equal(
      await page.locator('.puzzle-numbers [aria-current="page"]').textContent(),
      String(number),
    );
    for (const at of items) await page.locator(".puzzle-items button").nth(at).click();
    await page.getByRole("button", { name: "Check" }).click();
    await page.locator(".puzzle-streak", { hasText: streak }).waitFor();
    await page.goto(`${server.url}/`);
    await page.locator(".daily a.done", { hasText: "Schotten" }).waitFor();
    if (days === 1) await page.locator(".daily", { hasText: "2 days" }).waitFor();
    await accessible(page);
    await page.close();
  }
});

test("all puzzles can be browsed, by difficulty and by keyboard", async () => {
  const page = await visit(chromium, server, "/puzzle/nested/60");
  const numbers = page.locator(".puzzle-numbers a");
  await numbers.first().waitFor();
  assert.equal(await numbers.first().textContent(), "51", "the page with the puzzle");
  await page.getByRole("button", { name: "Later puzzles" }).press("Enter");
  assert.equal(await numbers.first().textContent(), "101");
  const list = await server.call("GET", "/api/games/nested/puzzles");
  const level = list.difficulty[59];
  await page.getByLabel("Show").selectOption(String(level));
  const first = list.difficulty.indexOf(level) + 1;
  assert.equal(await numbers.first().textContent(), String(first));
  await numbers.first().press("Enter");
  await page.waitForURL(`**/puzzle/nested/${first}`);
  calmly(page);
});

test("a shared puzzle has a title and a description; a missing one says so", async () => {
  const page = await (await fetch(`${server.url}/puzzle/connect/1`)).text();
  const { title, difficulty } = await server.call("GET", "/api/games/connect/puzzles/1");
  assert(page.includes('<meta property="og:title" content="Connect, puzzle 1">'), page);
  assert(page.includes(`content="${title}. Difficulty ${difficulty} of 5."`), page);
  const daily = await (await fetch(`${server.url}/puzzle/schotten`)).text();
  assert(daily.includes("Schotten Totten: the puzzle of the day"), daily);
  const lost = await visit(chromium, server, "/puzzle/connect/1001");
  await lost.getByText("there is no puzzle 1001: connect has 1000, numbered from 1").waitFor();
  await lost.goto(`${server.url}/puzzle/nothing`);
  await lost.getByText("This server does not know the game nothing.").waitFor();
});

test("invalid calls are rejected with a reason", async () => {
  const at = `${server.url}/api/games/connect/puzzles`;
  const says = async (path, body) => {
    const how = body && {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    };
    const answer = await fetch(at + path, how || {});
    return `${answer.status} ${(await answer.json()).error?.message}`;
  };
  assert.equal(await says("/0"), "404 there is no puzzle 0: connect has 1000, numbered from 1");
  assert.equal(await says("/x"), "404 there is no puzzle 0: connect has 1000, numbered from 1");
  assert.equal(await says("/1", { labels: [] }), '422 "labels" has at least one whole move');
  assert.equal(await says("/1", { labels: [77] }), "422 label 77 is not on offer");
  assert.equal(
    await says("/1", { labels: [0, 1, 2, 3, 4, 5, 6, 0, 1, 2, 3] }),
    "422 the puzzle is over before the last of these moves",
  );
  assert.match(await says("/1", { move: 1 }), /^400 /);
});
