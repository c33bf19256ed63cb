// The explore page in the browser: every format, good values and bad ones.

import assert from "node:assert/strict";
import { test } from "node:test";
import { accessible } from "./axe.js";
import { browser, calmly, fits, screenshot, stage, visit } from "./harness.js";

const { server, chromium } = await stage();

const input = (page) => page.locator("#explore-input");

/** Waits until the server has answered for the current input. */
async function settled(page, how) {
  await page.waitForFunction((how) => {
    const waiting = document.querySelector(".results.waiting");
    const bad = document.querySelector(".trouble")?.textContent;
    return !waiting && (how === "bad" ? bad : !bad && document.querySelector(".strip"));
  }, how);
}

test("every example of every format is drawn, bit by bit", async () => {
  const page = await visit(chromium, server, "/explore");
  const formats = await server.call("GET", "/api/formats");
  assert(formats.length >= 18);
  await settled(page, "good");
  const answer = () => page.waitForResponse((response) => response.url().endsWith("/api/explore"));
  for (const { id, min_bits: least, max_bits: most } of formats) {
    await Promise.all([answer(), page.locator(`[data-format="${id}"]`).click()]);
    await settled(page, "good");
    const examples = page.locator(".examples button");
    const many = await examples.count();
    assert(many >= 1, id);
    for (let one = 0; one < many; one++) {
      const [answered] = await Promise.all([answer(), examples.nth(one).click()]);
      const { bits, fields, value } = await answered.json();
      const trouble = await page.locator(".trouble").innerText();
      assert(fields, `${id}, ${await examples.nth(one).innerText()}: ${trouble}`);
      await settled(page, "good");
      assert(bits >= least && (most === null || bits <= most));
      assert.equal(value.bin.length, bits);
      assert.equal(
        await page.locator(".fields").first().locator("tbody tr").count(),
        Math.min(240, fields.length),
      );
      if (bits && bits <= 512)
        assert.equal((await page.locator(".bit").allInnerTexts()).join(""), value.bin);
      // A board's module may still be loading.
      await page.waitForFunction(() => {
        const drawing = document.querySelector(".drawing");
        return drawing.innerText || drawing.querySelector("button, svg, .clan");
      });
      assert.match(
        await page.locator(".others tr").first().innerText(),
        new RegExp(id.replace(".", "\\.")),
      );
    }
  }
  await fits(page);
  calmly(page);
});

test("bad values of every format are explained at the field", async () => {
  const page = await visit(chromium, server, "/explore");
  for (const { id } of await server.call("GET", "/api/formats")) {
    await page.locator(`[data-format="${id}"]`).click();
    await settled(page, "good");
    for (const [kind, bad] of [
      ["value", "no value at all"],
      ["value", "99999999999999999999"],
      ["text", "§ nonsense"],
    ]) {
      await page.locator(`input[name=explore-kind][value=${kind}]`).check({ force: true });
      await input(page).fill(bad);
      await settled(page, "bad");
      const words = await page.locator(".trouble").innerText();
      assert(words.length > 12 && words.length < 400, `${id}: ${words}`);
      assert.equal(await input(page).getAttribute("aria-invalid"), "true");
      assert.equal(await input(page).inputValue(), bad, "what was typed stays");
      assert(
        await page.locator(".results").evaluate((results) => results.inert),
        "what was shown before cannot be used",
      );
    }
  }
  await screenshot(page, "explore-refused");
  await accessible(page);
  calmly(page);
});

test("a board is built by clicks, and bit, row and square are highlighted together", async () => {
  const page = await visit(chromium, server, "/explore#f=ttt.3t&v=2147484159");
  await settled(page, "good");
  await page.getByRole("button", { name: "Square 5: empty" }).click();
  await page.getByRole("button", { name: "Square 5: X" }).waitFor();
  await settled(page, "good");
  assert.equal(await input(page).inputValue(), "....X....");
  assert.match(page.url(), /f=ttt\.3t&t=\.\.\.\.X/);
  await page.locator(".bit[data-ref='square 5']").first().hover();
  assert.equal(await page.locator(".squares .lit").getAttribute("data-ref"), "square 5");
  assert.equal(await page.locator("tr.lit").count(), 1);
  await page.mouse.move(0, 0);
  await page.locator("tr[data-field='0']").focus();
  assert.equal(await page.locator("tr.lit").getAttribute("data-field"), "0");
  calmly(page);
});

test("a server that comes back is retried", async () => {
  const page = await visit(chromium, server, "/explore#f=ttt.rank&v=334");
  await settled(page, "good");
  const high = await page.evaluate(() => document.documentElement.scrollHeight);
  await page.route("**/api/explore", (route) => route.abort());
  await input(page).fill("5414");
  await page.locator(".trouble", { hasText: "cannot be reached" }).waitFor();
  assert.equal(await page.locator(".drawing .squares").count(), 1, "the drawing stays");
  assert(
    Math.abs((await page.evaluate(() => document.documentElement.scrollHeight)) - high) < 60,
    "nothing jumps",
  );
  await page.unroute("**/api/explore");
  await page.getByRole("button", { name: "Square 1: X" }).waitFor();
  assert.equal(await page.locator(".trouble").innerText(), "");
  calmly(page, /ERR_FAILED/);
});

test("a late answer keeps the focus, and updates the highlights", async () => {
  const page = await visit(chromium, server, "/explore#f=ttt.3t&v=2147484159");
  await settled(page, "good");
  let answer;
  const asked = new Promise((resolve) =>
    page.route("**/api/explore", (route) => {
      answer = () => route.continue();
      resolve();
    }),
  );
  await page.getByRole("button", { name: "Square 5: empty" }).click();
  await asked;
  const row = page.locator("tr[data-field]", { hasText: "26–18" });
  const field = await row.getAttribute("data-field");
  // Focusing may scroll the page, and whatever ends up under the pointer would be highlighted.
  await page.mouse.move(0, 0);
  await row.focus();
  assert.equal(
    await page.locator(".squares .lit").count(),
    0,
    "no square has an X in the old answer",
  );
  await answer();
  await page.locator(".squares .lit[data-ref='square 5']").waitFor();
  assert.equal(await page.evaluate(() => document.activeElement.dataset.field), field);
  calmly(page);
});

test("an unreachable board is rejected, and can still be edited", async () => {
  const page = await visit(chromium, server, "/explore#f=ttt.rank&v=0");
  await settled(page, "good");
  await page.locator(".squares button").nth(0).click();
  await page.locator(".squares button").nth(1).click();
  await settled(page, "bad");
  await page.locator(".squares button").nth(1).click();
  await settled(page, "good");
  assert.equal(await input(page).inputValue(), "XO.......");
});

test("moves, cells and cards are edited by clicks", async () => {
  const page = await visit(chromium, server, "/explore#f=ttt.line&v=0");
  await settled(page, "good");
  for (const square of [4, 0, 8]) {
    await page.locator(".squares button").nth(square).click();
    await settled(page, "good");
  }
  assert.equal(await input(page).inputValue(), "5 1 9");

  await page.goto(`${server.url}/explore#f=nested.grid&t=.........`);
  await settled(page, "good");
  await page.locator(".drawing .segments label").filter({ hasText: "grid" }).click();
  await page.getByRole("button", { name: "5: blank", exact: true }).click();
  await page.locator(".drawing .segments label").filter({ hasText: "O" }).first().click();
  await page.getByRole("button", { name: "5.9: blank" }).click();
  await settled(page, "good");
  assert.equal(await input(page).inputValue(), "....(........O)....");

  await page.goto(`${server.url}/explore#f=schotten.hand&t=- - - - - -`);
  await settled(page, "good");
  await page.getByRole("button", { name: "cyan 7" }).click();
  await page.getByRole("button", { name: "red 1", exact: true }).click();
  await settled(page, "good");
  assert.equal(await input(page).inputValue(), "cyan7 red1 - - - -");
  calmly(page);
});

test("addresses can be shared, and Back goes back", async () => {
  const page = await visit(chromium, server, "/explore");
  await settled(page, "good");
  await page.locator('[data-format="ttt.bit"]').click();
  await page.waitForFunction(() =>
    document.querySelector(".bits-card")?.textContent?.includes("graves"),
  );
  const carried = await input(page).inputValue();
  const other = await visit(
    chromium,
    server,
    new URL(page.url()).pathname + new URL(page.url()).hash,
  );
  await other.waitForFunction(() =>
    document.querySelector(".bits-card")?.textContent?.includes("graves"),
  );
  assert.equal(
    await input(other).inputValue(),
    carried,
    "the position goes along to the other format",
  );
  await page.locator('[data-format="schotten.card"]').click();
  await settled(page, "good");
  await page.goBack();
  await page.waitForFunction(() =>
    document.querySelector(".bits-card")?.textContent?.includes("graves"),
  );
  assert.equal(await input(page).inputValue(), carried);
  calmly(page);
});

test("sizes over a match, as bars and as a table", async () => {
  const page = await visit(chromium, server, "/explore#f=ttt.game&v=114950");
  await page.getByRole("heading", { name: "Bits over the match" }).waitFor();
  assert((await page.locator(".chart").count()) >= 5);
  await page.getByLabel("After which move").fill("2");
  assert.match(await page.locator(".growth").innerText(), /After move 3/);
  await page.getByText("The same as a table").click();
  assert.equal(await page.locator(".growth tbody tr").count(), 9);
  assert.match(await page.getByRole("link", { name: "Replay it" }).getAttribute("href"), /^\/r#/);
  calmly(page);
});

for (const size of ["phone", "desktop"]) {
  for (const theme of ["light", "dark"]) {
    test(`it fits and is accessible: ${size}, ${theme}`, async () => {
      const page = await visit(chromium, server, "/explore", { size, theme });
      for (const format of ["ttt.3t", "nested.grid", "schotten.view", "record"]) {
        await page.locator(`[data-format="${format}"]`).click();
        await page.waitForFunction(
          (format) => document.querySelector(".others th")?.textContent === format,
          format,
        );
        await settled(page, "good");
        if (format === "record")
          await page.getByRole("heading", { name: "Bits over the match" }).waitFor();
        await fits(page);
        await screenshot(page, `explore-${format}-${size}-${theme}`);
        await accessible(page);
      }
      calmly(page);
    });
  }
}
