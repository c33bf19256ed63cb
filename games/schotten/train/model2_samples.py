"""Writes samples of what the network of record model 2 computes, for a test of the Rust code.

python3 model2_samples.py ../src/model/model2.weights > ../src/model/model2.csv

A line has nine times the traits of a stone, the traits of the hand and the deck, and the logarithm
of the odds to win in units of 1/1024. The network is written out here a second time, in Python's
integers, which never overflow.
"""
import random
import struct
import sys

STONES, TRAITS, GLOBALS, FIRST, SECOND, HEAD = 9, 32, 8, 32, 8, 32
ONE = 1 << 12
SAMPLES = 24

file = open(sys.argv[1], "rb").read()
numbers = iter(struct.unpack(f"<{len(file) // 2}h", file))


def matrix(rows, columns):
    return [[next(numbers) for _ in range(columns)] for _ in range(rows)]


first, first_bias = matrix(TRAITS, FIRST), matrix(1, FIRST)[0]
second, second_bias = matrix(FIRST, SECOND), matrix(1, SECOND)[0]
head = [matrix(SECOND, HEAD) for _ in range(STONES)]
hand, head_bias = matrix(GLOBALS, HEAD), matrix(1, HEAD)[0]
last, last_bias = matrix(1, HEAD)[0], next(numbers)


def layer(values, weights, bias):
    columns = range(len(bias))
    return [bias[c] * ONE + sum(v * row[c] for v, row in zip(values, weights)) for c in columns]


def hidden(sums):
    return [max(0, min(32767, value >> 12)) for value in sums]


def odds(stones, globals_):
    sums = [value >> 2 for value in layer(globals_, hand, head_bias)]
    for stone, traits in enumerate(stones):
        values = hidden(layer(hidden(layer(traits, first, first_bias)), second, second_bias))
        part = layer(values, head[stone], [0] * HEAD)
        sums = [total + (value >> 2) for total, value in zip(sums, part)]
    values = [max(0, min(32767, value >> 10)) for value in sums]
    return (last_bias * ONE + sum(v * w for v, w in zip(values, last))) >> 14


source = random.Random(1)
for _ in range(SAMPLES):
    some = lambda: source.choice([0, 0, 0, ONE, source.randrange(ONE + 1)])
    stones = [[some() for _ in range(TRAITS)] for _ in range(STONES)]
    globals_ = [source.randrange(ONE + 1) for _ in range(GLOBALS)]
    print(*sum(stones, []), *globals_, odds(stones, globals_), sep=",")
