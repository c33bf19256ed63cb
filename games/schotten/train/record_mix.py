"""Builds record model 2: the value network of its time, in integers, and a mix fitted to games.

python3 record_mix.py MODEL
cargo run --release -p ennead --example self_play -- schotten GAMES 100 SEED > RECORDS
cargo run --release -p ennead-schotten --example schotten_training -- mix \
  < RECORDS > ROWS
python3 record_mix.py MODEL ROWS[,MORE] [HELD-OUT-ROWS ...]

The first call writes `src/bot/value.weights` as integers to MODEL (`src/model/model2.weights`),
with a mix of zeros. The last call replaces the mix: the feature weights maximise the likelihood of
the placements made in each phase.
"""
import os
import sys

import numpy as np

FEATURES, PHASES, UNIT, MOST, NET_UNIT = 8, 3, 1024, 54, 4096
LAYERS = [32 * 32, 32, 32 * 8, 8, 9 * 8 * 32, 8 * 32, 32, 32, 1]
MODEL, FILES = sys.argv[1], sys.argv[2:]
VALUE = os.path.join(os.path.dirname(__file__), "../src/bot/value.weights")
PULL = 1e-4  # L2 regularisation


def network():
    """The layers of the playing network in units of 1/4096."""
    data, at, parts = open(VALUE, "rb").read(), 0, []
    for length in LAYERS:
        unit = np.frombuffer(data, "<f4", 1, at).astype(np.float64)
        weights = np.frombuffer(data, np.int8, length, at + 4) * unit
        parts.append(np.round(weights * NET_UNIT).astype("<i2"))
        at += 4 + length
    return np.concatenate(parts)


def read(paths):
    """Placements [n, MOST, FEATURES], which exist [n, MOST], which was made, phases."""
    lines = [line for path in paths.split(",") for line in open(path)]
    rows = [np.array(line.split(), dtype=np.int64) for line in lines]
    moves, exists = np.zeros((len(rows), MOST, FEATURES)), np.zeros((len(rows), MOST), dtype=bool)
    for row, at, here in zip(rows, moves, exists):
        values = row[2:].reshape(-1, FEATURES)
        at[: len(values)], here[: len(values)] = values / UNIT, True
    table = np.array([row[:2] for row in rows])
    return moves, exists, table[:, 1], table[:, 0]


def chances(weights, moves, exists):
    scores = np.where(exists, moves @ weights, -1e9)
    scores = np.exp(scores - scores.max(1, keepdims=True))
    return scores / scores.sum(1, keepdims=True)


def bits(weights, moves, exists, played):
    chance = chances(weights, moves, exists)[np.arange(len(played)), played]
    return -np.log2(np.maximum(chance, 2**-13)).sum()


def fit(moves, exists, played):
    """Newton's method on the likelihood."""
    weights, row = np.zeros(FEATURES), np.arange(len(played))
    for _ in range(100):
        chance = chances(weights, moves, exists)
        mean = np.einsum("nm,nmt->nt", chance, moves)
        slope = (mean - moves[row, played]).mean(0) + PULL * weights
        square = np.einsum("nm,nmt,nmu->tu", chance, moves, moves) - mean.T @ mean
        step = np.linalg.solve(square / len(played) + PULL * np.eye(FEATURES), slope)
        weights -= step * min(1, 1 / np.abs(step).max())
        if np.abs(step).max() < 1e-6:
            break
    return weights


def main():
    mix = np.zeros((PHASES, FEATURES), dtype="<i2")
    if not FILES:
        np.concatenate([network(), mix.reshape(-1)]).tofile(MODEL)
        return
    frozen = np.fromfile(MODEL, "<i2")[: sum(LAYERS)]
    moves, exists, played, phases = read(FILES[0])
    for phase in range(PHASES):
        at = phases == phase
        mix[phase] = np.round(fit(moves[at], exists[at], played[at]) * UNIT)
        print(phase, mix[phase].tolist())
    for path in FILES:
        moves, exists, played, phases = read(path)
        parts = [(phases == phase).nonzero()[0] for phase in range(PHASES)]
        costs = [
            bits(weights / UNIT, moves[at], exists[at], played[at])
            for weights, at in zip(mix, parts)
        ]
        print(f"{path}: {sum(costs) / len(played):.3f} bits a placement, {len(played)} placements;",
              "by phase", [f"{cost / len(at):.3f}" for cost, at in zip(costs, parts)])
    np.concatenate([frozen, mix.reshape(-1)]).tofile(MODEL)


main()
