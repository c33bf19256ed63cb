"""Exports the student as integers, with samples that integer inference must reproduce.

The file holds 16-bit little-endian integers, in units of 1/1024, in the order in which
`src/network` reads them.
"""
import numpy as np

UNIT = 1024
ORDER = [
    "inner", "inner_bias", "embed", "embed_bias", "grids", "target", "rules", "second",
    "second_bias", "out", "out_bias", "policy", "policy_bias", "local", "sent",
]
# Weights that are transposed in the file, so that inference reads them row by row.
TRANSPOSED = {"embed": (1, 0), "grids": (0, 2, 1), "second": (1, 0), "local": (0, 2, 1)}


def integers(student):
    """The rounded weights by name, in file order."""
    weights = {}
    for name in ORDER:
        values = getattr(student, name).detach().float().cpu().numpy()
        if name in TRANSPOSED:
            values = values.transpose(TRANSPOSED[name])
        weights[name] = np.round(values * UNIT).astype(np.int64)
    return weights


def shift(sums, bits):
    """Divides by a power of two, rounding halves up."""
    return (sums + (1 << (bits - 1))) >> bits


def infer(w, features, target, rules):
    """Integer inference for one position: features [9, 23]; returns 81 logits and the value."""
    inner = np.clip(features @ w["inner"] + w["inner_bias"], 0, 4096)
    embedding = shift(inner @ w["embed"].T + (w["embed_bias"] << 10), 10).clip(-4096, 4096)
    parts = np.stack([shift(w["grids"][g] @ embedding[g], 11).clip(-2816, 2816) for g in range(9)])
    sums = parts.sum(0) + shift(w["target"][target], 1) + shift(w["rules"][rules], 1)
    hidden = sums.clip(0, 2047)
    second = shift(w["second"] @ hidden + (w["second_bias"] << 9), 10).clip(0, 2047)
    logit = shift(w["out"][rules] @ second + (w["out_bias"][rules] << 9), 9)
    policy = shift(w["policy"] @ hidden + (w["policy_bias"] << 9), 9).reshape(9, 9)
    logits = policy.copy()
    for g in range(9):
        for c in range(9):
            sent = w["sent"][int(g == c)][c] @ embedding[c]
            logits[g, c] += shift(w["local"][g][c] @ embedding[g] + sent, 10)
    return logits.reshape(81), value_of(int(logit))


def value_of(logit):
    """The squashed value in units of 2^-15."""
    y = max(-3072, min(3072, logit))
    numerator = abs(y) * 32 * ((27 << 20) + y * y)
    value = numerator // ((27 << 20) + 9 * y * y)
    return value if y >= 0 else -value


def export(student, path, boards, features):
    """Writes PATH and PATH.csv; `boards` and `features` are the samples."""
    weights = integers(student)
    flat = np.concatenate([weights[name].reshape(-1) for name in ORDER])
    flat.astype("<i2").tofile(path)
    with open(path + ".csv", "w") as file:
        for i in range(len(features)):
            target, rules = int(boards.target[i]), int(boards.rules[i])
            logits, value = infer(weights, features[i].astype(np.int64), target, rules)
            row = boards.cells[i].reshape(-1).tolist() + boards.won[i].tolist()
            row += [target, rules, value] + logits.tolist()
            file.write(",".join(str(int(number)) for number in row) + "\n")
