"""Fits the mix of the model of records, and writes it behind the weights of the network.

TRAITS=RECORDS cargo test --release -p ennead-nested --lib print_traits -- --ignored
python3 record_mix.py MODEL RECORDS.traits [HELD-OUT.traits]

MODEL is `src/model/model1.weights`, RECORDS a file of records of strong games. The weights of the
traits maximise the likelihood of the moves played, before and in the endgame.
"""
import sys

import numpy as np

TRAITS, UNIT, WEIGHT_BYTES, ENDGAME_ROOM, MOST = 5, 1024, 120_298, 22, 81
MODEL, FILES = sys.argv[1], sys.argv[2:]


def read(path):
    """Moves [n, MOST, TRAITS], which exist [n, MOST], which was played, empty cells, games."""
    rows = [np.array(line.split(), dtype=np.int64) for line in open(path)]
    moves, exists = np.zeros((len(rows), MOST, TRAITS)), np.zeros((len(rows), MOST), dtype=bool)
    for row, (at, here) in zip(rows, zip(moves, exists)):
        values = row[3:].reshape(-1, TRAITS)
        at[: len(values)], here[: len(values)] = values / UNIT, True
    table = np.array([row[:3] for row in rows])
    return moves, exists, table[:, 2], table[:, 1], table[:, 0].max() + 1


def chances(weights, moves, exists):
    scores = np.where(exists, moves @ weights, -1e9)
    scores = np.exp(scores - scores.max(1, keepdims=True))
    return scores / scores.sum(1, keepdims=True)


def bits(weights, moves, exists, played):
    chance = chances(weights, moves, exists)[np.arange(len(played)), played]
    return -np.log2(np.maximum(chance, 2**-13)).sum()


def fit(moves, exists, played):
    """Newton's method on the likelihood, with a slight pull towards zero."""
    weights, row = np.zeros(TRAITS), np.arange(len(played))
    for _ in range(100):
        chance = chances(weights, moves, exists)
        mean = np.einsum("nm,nmt->nt", chance, moves)
        slope = (mean - moves[row, played]).mean(0)
        square = np.einsum("nm,nmt,nmu->tu", chance, moves, moves) - mean.T @ mean
        step = np.linalg.solve(square / len(played) + 1e-4 * np.eye(TRAITS), slope)
        weights -= step * min(1, 1 / np.abs(step).max())
        if np.abs(step).max() < 1e-6:
            break
    return weights


def main():
    parts = []
    data = read(FILES[0])
    for late in (False, True):
        which = (data[3] <= ENDGAME_ROOM) == late
        parts.append(np.round(fit(*[column[which] for column in data[:3]]) * UNIT).astype("<i2"))
        print("endgame" if late else "before", parts[-1].tolist())
    for path in FILES:
        moves, exists, played, room, games = read(path)
        late = room <= ENDGAME_ROOM
        total = sum(
            bits(parts[int(part)] / UNIT, moves[late == part], exists[late == part],
                 played[late == part])
            for part in (False, True)
        )
        print(f"{path}: {total / len(played):.3f} bits a ply, {total / games:.1f} bits a game,",
              f"{len(played) / games:.1f} plies, {games} games")
    network = open(MODEL, "rb").read()[:WEIGHT_BYTES]
    open(MODEL, "wb").write(network + parts[0].tobytes() + parts[1].tobytes())


main()
