// Measures the module in Chromium against the native build: `node --import ./web/tests/resolve.js
// bindings/wasm/tests/speed.mjs MODULE NATIVE`, where NATIVE is the example `selfplay` of a release
// build. Each search alternates between both and runs three times; the fastest run counts.

import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { browser } from "../../../web/tests/harness.js";

const [moduleFile, native] = process.argv.slice(2);
const RUNS = [
  { game: "nested", bot: "level5", games: 10, nodes: 1000 },
  { game: "nested", bot: "mcts", games: 20, nodes: 300 },
  { game: "schotten", bot: "level5", games: 10, nodes: 30 },
  { game: "connect", bot: "level5", games: 30, nodes: 1000 },
  { game: "ttt", bot: "mcts", games: 300, nodes: 300 },
];

const chromium = await browser();
const page = await chromium.newPage();
await page.evaluate(async (base64) => {
  const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  const imports = { ennead: { ennead_now: () => performance.now() } };
  const { instance } = await WebAssembly.instantiate(bytes, imports);
  window.play = (wanted) => {
    const { exports } = instance;
    const input = new TextEncoder().encode(wanted);
    const at = exports.ennead_input(input.length);
    new Uint8Array(exports.memory.buffer, at, input.length).set(input);
    const began = performance.now();
    exports.ennead_selfplay();
    return performance.now() - began;
  };
}, readFileSync(moduleFile).toString("base64"));

for (const run of RUNS) {
  const wanted = JSON.stringify({ ...run, seed: 1, setup: {} });
  const times = { native: Infinity, chromium: Infinity };
  for (let turn = 0; turn < 3; turn++) {
    const began = performance.now();
    spawnSync(native, { input: wanted });
    times.native = Math.min(times.native, performance.now() - began);
    const took = await page.evaluate((wanted) => window.play(wanted), wanted);
    times.chromium = Math.min(times.chromium, took);
  }
  const share = (times.native / times.chromium).toFixed(2);
  const [ours, theirs] = [times.chromium, times.native].map((time) => `${time.toFixed(0)} ms`);
  console.log(`${run.game} ${run.bot}: ${theirs} native, ${ours} in Chromium: ${share}`);
}
await chromium.close();
