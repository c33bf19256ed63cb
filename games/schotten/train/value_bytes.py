"""Writes a network of value_more.py in the format of src/bot/net.rs: for each layer its unit as a
float, then one byte per weight.

python3 value_bytes.py NETS NUMBER WEIGHTS
"""
import sys

import numpy

SIZES = [32 * 32, 32, 32 * 8, 8, 9 * 8 * 32, 8 * 32, 32, 32, 1]
net = numpy.fromfile(sys.argv[1], dtype="<f4").reshape(-1, sum(SIZES))[int(sys.argv[2])]
with open(sys.argv[3], "wb") as file:
    for layer in numpy.split(net, numpy.cumsum(SIZES)[:-1]):
        unit = numpy.float32(max(abs(layer).max(), 1e-6) / 127)
        file.write(unit.astype("<f4").tobytes())
        file.write(numpy.round(layer / unit).astype("i1").tobytes())
