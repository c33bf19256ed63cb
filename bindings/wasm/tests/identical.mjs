// Compares the module with the native build: seeded games between bots have the same records and
// the same views. Also prints the speed of both. `node identical.mjs MODULE NATIVE [SCALE]`

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";

const [moduleFile, native, scale = "1"] = process.argv.slice(2);
const imports = { ennead: { ennead_now: () => performance.now() } };
const compiled = new WebAssembly.Module(readFileSync(moduleFile));
const { exports } = new WebAssembly.Instance(compiled, imports);

function play(wanted) {
  const bytes = new TextEncoder().encode(JSON.stringify(wanted));
  const at = exports.ennead_input(bytes.length);
  new Uint8Array(exports.memory.buffer, at, bytes.length).set(bytes);
  const length = exports.ennead_selfplay();
  const out = new Uint8Array(exports.memory.buffer, exports.ennead_output(), length);
  return JSON.parse(new TextDecoder().decode(out));
}

/** [game, bot, games, nodes, set-up]: a thousand games that cover every kind of search. */
const RUNS = [
  ["ttt", "level5", 338, 50, {}],
  ["ttt", "mcts", 200, 100, {}],
  ["nested", "level5", 60, 150, {}],
  ["nested", "level3", 2, 20, { depth: "3" }],
  ["nested", "mcts", 40, 60, { rules: "open" }],
  ["schotten", "level5", 30, 20, {}],
  ["schotten", "level2", 40, 5, {}],
  ["connect", "level5", 60, 400, {}],
  ["connect", "level4", 60, 200, { width: "5", height: "5" }],
  ["connect", "mcts", 70, 60, { width: "3", height: "3", line: "3", gravity: "off" }],
  ["connect", "random", 100, 1, {}],
];

let games = 0;
for (const [game, bot, count, nodes, setup] of RUNS) {
  const number = Math.max(1, Math.round(count * Number(scale)));
  const wanted = { game, bot, games: number, seed: 1, nodes, setup };
  const times = [performance.now()];
  const ours = play(wanted);
  times.push(performance.now());
  const run = spawnSync(native, { input: JSON.stringify(wanted), encoding: "utf8" });
  times.push(performance.now());
  assert.equal(run.status, 0, run.stderr);
  assert.deepEqual(ours, JSON.parse(run.stdout), `${game} ${bot}`);
  games += ours.records.length;
  const ratio = (times[2] - times[1]) / (times[1] - times[0]);
  const speed = `${(times[1] - times[0]).toFixed(0)} ms, ${ratio.toFixed(2)} of native speed`;
  console.log(`${game} ${bot}: ${number} games, ${speed}`);
}
console.log(`${games} games are identical`);
