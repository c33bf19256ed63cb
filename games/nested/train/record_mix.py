"""Fits the mix of record model 2, and appends it to the weights of the network.

cargo run --release -p ennead-nested --example nested_training < RECORDS > ROWS
python3 record_mix.py MODEL ROWS[,MORE] [HELD-OUT-ROWS ...]

MODEL is `src/model/model2.weights` (or a copy of `src/bot/net.weights`, as model 2 started),
RECORDS a file of records of strong games. The feature weights maximise the likelihood of the moves
played in each phase of a game. The first two moves are random in these games; the weights of their
phase are 0. (Model 1 was fitted by an earlier version of this program, with two phases and five
features.)
"""
import sys

import numpy as np

FEATURES, PHASES, OPENING, UNIT, MOST, NETWORK_BYTES = 10, 7, 6, 1024, 81, 120_298
MODEL, FILES = sys.argv[1], sys.argv[2:]
PULL = 1e-3  # L2 regularisation


def read(paths):
    """Moves [n, MOST, FEATURES], which exist [n, MOST], which was played, phases, games."""
    rows, games = [], 0
    for path in paths.split(","):
        new = [np.array(line.split(), dtype=np.int64) for line in open(path)]
        rows, games = rows + new, games + 1 + max(row[0] for row in new)
    moves, exists = np.zeros((len(rows), MOST, FEATURES)), np.zeros((len(rows), MOST), dtype=bool)
    for row, at, here in zip(rows, moves, exists):
        values = row[3:].reshape(-1, FEATURES)
        at[: len(values)], here[: len(values)] = values / UNIT, True
    table = np.array([row[:3] for row in rows])
    return moves, exists, table[:, 2], table[:, 1], games


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
    moves, exists, played, phases, _ = read(FILES[0])
    for phase in range(PHASES):
        at = phases == phase
        if phase != OPENING and at.any():
            mix[phase] = np.round(fit(moves[at], exists[at], played[at]) * UNIT)
            print(phase, mix[phase].tolist())
    for path in FILES:
        moves, exists, played, phases, games = read(path)
        parts = []
        for phase in range(PHASES):
            at = phases == phase
            parts.append(bits(mix[phase] / UNIT, moves[at], exists[at], played[at]))
        print(f"{path}: {sum(parts) / len(played):.3f} bits a choice,",
              f"{sum(parts) / games:.2f} bits and {len(played) / games:.2f} choices a game,",
              f"{games} games; by phase", [f"{part / games:.2f}" for part in parts])
    network = open(MODEL, "rb").read()[:NETWORK_BYTES]
    open(MODEL, "wb").write(network + mix.tobytes())


main()
