// Measures the smoothness of the nested board: `node web/tests/smooth.js` tours boards of depth 2
// and 6 in a real browser, with the same gestures at each level, and prints the frame times. For
// other depths: `node web/tests/smooth.js 2 4 8`.

import { Server, browser, playOn, visit, waitStatus } from "./harness.js";

/**
 * The number of random choices made before the tour, so that there is something to draw; fewer on a
 * small board.
 */
const CHOICES = 600;
const ROUNDS = 3;

/**
 * In the page: zooms in at a point down to the lowest grid, drags there, zooms out, flies to the
 * highlighted grid and back; returns the frame times.
 */
async function tour(levels) {
  const board = document.querySelector(".nested-window");
  const box = board.getBoundingClientRect();
  const [x, y] = [box.left + box.width * 0.53, box.top + box.height * 0.48];
  const times = [];
  let before = 0;
  const frame = () =>
    new Promise((resolve) =>
      requestAnimationFrame((now) => {
        if (before) times.push(now - before);
        before = now;
        resolve();
      }),
    );
  const wheel = async (deltaY, count) => {
    for (let i = 0; i < count; i++) {
      board.dispatchEvent(
        new WheelEvent("wheel", {
          deltaY,
          clientX: x,
          clientY: y,
          bubbles: true,
          cancelable: true,
        }),
      );
      await frame();
    }
    for (let i = 0; i < 15; i++) await frame();
  };
  const point = (type, dx, dy) =>
    board.dispatchEvent(
      new PointerEvent(type, {
        pointerId: 7,
        button: 0,
        clientX: x + dx,
        clientY: y + dy,
        bubbles: true,
      }),
    );
  board.setPointerCapture = () => {};
  const drag = async () => {
    point("pointerdown", 0, 0);
    for (let i = 0; i <= 60; i++) {
      point("pointermove", 150 * Math.sin(i / 10), 90 * Math.sin(i / 5));
      await frame();
    }
    point("pointerup", 0, 0);
  };
  const key = async (name) => {
    board.dispatchEvent(new KeyboardEvent("keydown", { key: name, bubbles: true }));
    for (let i = 0; i < 75; i++) await frame();
  };
  for (let level = 1; level < levels; level++) await wheel(-30, 17);
  await drag();
  for (let level = 1; level < levels; level++) await wheel(30, 17);
  await drag();
  await key("t");
  for (let level = 1; level < levels; level++) await key("Escape");
  return times;
}

/** @param {number[]} sorted @param {number} part */
const quantile = (sorted, part) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))];

async function measure(chromium, server, depth) {
  const { id, tokens } = await server.match({
    game: "nested",
    setup: { depth },
    seats: ["person", "person"],
  });
  await playOn(server, { id, tokens }, Math.min(CHOICES, 9 ** depth / 2));
  const page = await visit(chromium, server, `/m/${id}`, {
    motion: "no-preference",
    tokens: [[id, tokens[0]]],
  });
  await waitStatus(page, /turn|move/);
  const times = [];
  for (let round = 0; round < ROUNDS; round++) {
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 500)));
    times.push(...(await page.evaluate(tour, depth)));
  }
  await page.context().close();
  return times.sort((a, b) => a - b);
}

const depths = process.argv.length > 2 ? process.argv.slice(2).map(Number) : [2, 6];
const [server, chromium] = await Promise.all([Server.start(), browser()]);
try {
  console.log("milliseconds between frames of the nested board");
  console.log("depth  frames  median    p90    p99   most   late (over 25 ms)");
  for (const depth of depths) {
    const times = await measure(chromium, server, depth);
    const cells = [0.5, 0.9, 0.99, 1].map((part) => quantile(times, part).toFixed(1).padStart(7));
    const late = (100 * times.filter((time) => time > 25).length) / times.length;
    const head = `${String(depth).padStart(5)} ${String(times.length).padStart(7)}`;
    console.log(`${head} ${cells.join("")}   ${late.toFixed(1)} %`);
  }
} finally {
  await chromium.close();
  await server.end();
}
