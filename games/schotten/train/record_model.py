"""Trains record model 1: the network that scores the placements of a strong player.

ennead arena schotten --a best --b best --games N --nodes 200 --seed S --records RECORDS
cargo run --release -p ennead-schotten --example schotten_training -- model1 \
  < RECORDS > FEATURES
python3 record_model.py FEATURES HELD-OUT-FEATURES OUT [EPOCHS [SEED [DECAY]]]

OUT receives `model1.weights` (16-bit little-endian integers in units of 1/256, in the order in
which `src/model/one/mod.rs` reads them) and `model1.csv`, samples with the scores of integer
inference.
"""
import sys

import numpy as np

FEATURES, HIDDEN, UNIT, MOST, CLIP = 80, 48, 256, 54, 16.0
TRAIN, TEST, OUT = sys.argv[1:4]
EPOCHS = int(sys.argv[4]) if len(sys.argv) > 4 else 12
SEED = int(sys.argv[5]) if len(sys.argv) > 5 else 1
BATCH, RATE = 256, 3e-3
DECAY = float(sys.argv[6]) if len(sys.argv) > 6 else 1.0
random = np.random.default_rng(SEED)


def read(path):
    """The features of all placements, the offset of each choice, and the placement made."""
    data = np.fromfile(path, dtype=np.uint8)
    at, starts, counts, played, parts = 0, [], [], [], []
    total = 0
    while at < len(data):
        count = int(data[at])
        starts.append(total)
        counts.append(count)
        played.append(int(data[at + 1]))
        parts.append(data[at + 2 : at + 2 + count * FEATURES])
        at += 2 + count * FEATURES
        total += count
    features = np.concatenate(parts).reshape(-1, FEATURES)
    return features, np.array(starts), np.array(counts), np.array(played)


def batch_of(data, which):
    features, starts, counts, played = data
    rows = np.concatenate([np.arange(starts[w], starts[w] + counts[w]) for w in which])
    choice = np.repeat(np.arange(len(which)), counts[which])
    first = np.concatenate([[0], np.cumsum(counts[which])[:-1]])
    return features[rows].astype(np.float32), choice, first, first + played[which]


def forward(weights, x):
    sums = x @ weights["first"] + weights["first_bias"]
    hidden = np.clip(sums, 0, CLIP)
    return sums, hidden, hidden @ weights["second"]


def chances(score, choice, first):
    top = np.maximum.reduceat(score, first)
    power = np.exp(score - top[choice])
    return power / np.add.reduceat(power, first)[choice]


def bits(weights, data):
    total = 0.0
    for start in range(0, len(data[1]), 1024):
        which = np.arange(start, min(start + 1024, len(data[1])))
        x, choice, first, played = batch_of(data, which)
        chance = chances(forward(weights, x)[2], choice, first)[played]
        total -= np.log2(np.maximum(chance, 2.0**-14)).sum()
    return total / len(data[1])


def train(data, test):
    weights = {
        "first": random.normal(0, 0.25, (FEATURES, HIDDEN)).astype(np.float32),
        "first_bias": np.full(HIDDEN, 0.1, np.float32),
        "second": random.normal(0, 0.2, HIDDEN).astype(np.float32),
    }
    state = {name: [np.zeros_like(w), np.zeros_like(w)] for name, w in weights.items()}
    count, step = len(data[1]), 0
    steps = EPOCHS * (count // BATCH)
    for epoch in range(EPOCHS):
        order = random.permutation(count)
        for start in range(0, count - BATCH + 1, BATCH):
            x, choice, first, played = batch_of(data, order[start : start + BATCH])
            sums, hidden, score = forward(weights, x)
            slope = chances(score, choice, first)
            slope[played] -= 1
            slope = (slope / BATCH).astype(np.float32)
            inner = (slope[:, None] * weights["second"]) * ((sums > 0) & (sums < CLIP))
            slopes = {"first": x.T @ inner, "first_bias": inner.sum(0), "second": hidden.T @ slope}
            step += 1
            rate = RATE * (0.02 + 0.98 * (1 - step / steps)) * min(1, step / 100)
            for name, gradient in slopes.items():
                mean, square = state[name]
                mean += 0.1 * (gradient - mean)
                square += 0.01 * (gradient**2 - square)
                size = np.sqrt(square / (1 - 0.99**step)) + 1e-6
                weights[name] -= rate * ((mean / (1 - 0.9**step)) / size + DECAY * weights[name])
                np.clip(weights[name], -60, 60, out=weights[name])
        print(f"epoch {epoch + 1}: held out {bits(weights, test):.3f} bits a move", flush=True)
    return weights


def main():
    data, test = read(TRAIN), read(TEST)
    uniform = np.log2(data[2]).mean()
    print(f"{len(data[1])} moves, {len(test[1])} held out, uniform {uniform:.3f} bits a move")
    weights = train(data, test)
    whole = {name: np.round(w * UNIT).astype(np.int64) for name, w in weights.items()}
    rounded = {name: (w / UNIT).astype(np.float32) for name, w in whole.items()}
    print(f"rounded: held out {bits(rounded, test):.3f}, learnt {bits(rounded, data):.3f} bits")
    order = ["first", "first_bias", "second"]
    flat = np.concatenate([whole[name].reshape(-1) for name in order])
    flat.astype("<i2").tofile(f"{OUT}/model1.weights")
    with open(f"{OUT}/model1.csv", "w") as file:
        for row in test[0][random.choice(len(test[0]), 100, replace=False)].astype(np.int64):
            hidden = np.clip(row @ whole["first"] + whole["first_bias"], 0, 16 * UNIT)
            score = int(hidden @ whole["second"]) >> 6
            file.write(",".join(map(str, [*row.tolist(), score])) + "\n")


main()
