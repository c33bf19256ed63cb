"""Trains the network of src/bot/value.rs from scratch, by self-play on one GPU.

python3 value_train.py OUT SECONDS [SEED [START]]

Every game is one thread of `value_game.cu`: both players place the card with the highest value.
The network learns to predict a mix of the game's result and the values that the same player saw
later. Towards the end, training is quantisation-aware: weights are rounded to bytes. OUT receives
`value.weights` (for each layer its unit as a float, then one byte per weight), the same as floats
at several times, and a log. START is a file of floats to continue from.
"""
import math
import os
import sys
import time

import cupy
import numpy
import torch

from value_odds import table

OUT, SECONDS = sys.argv[1], float(sys.argv[2])
SEED = int(sys.argv[3]) if len(sys.argv) > 3 else 1
START = sys.argv[4] if len(sys.argv) > 4 else None
GAMES, STEPS, BATCH, BLOCK = 1 << 15, 56, 1 << 14, 64
STONES, FEATURES, GLOBALS, FIRST, SECOND, HEAD = 9, 32, 8, 32, 8, 32
SAMPLE = STONES * FEATURES + GLOBALS
ROUNDED_FROM = 0.75  # fraction of the time
RATES = (2e-3, 5e-5)
NOISE = 0.6  # added to the log-odds at one move in six
SHAPES = [(FEATURES, FIRST), (FIRST,), (FIRST, SECOND), (SECOND,), (STONES * SECOND, HEAD),
          (GLOBALS, HEAD), (HEAD,), (HEAD,), (1,)]
SCALES = [0.35, 0, 0.3, 0, 0.2, 0.2, 0, 0.2, 0]
torch.manual_seed(SEED)
torch.set_float32_matmul_precision("high")
device = "cuda"


def first_layers():
    if START:
        numbers = torch.from_numpy(numpy.fromfile(START, dtype=numpy.float32))
        parts = numbers.split([math.prod(shape) for shape in SHAPES])
        return [part.reshape(shape) for part, shape in zip(parts, SHAPES)]
    layers = [(torch.rand(shape) * 2 - 1) * scale for shape, scale in zip(SHAPES, SCALES)]
    layers[3] += 0.1
    return layers


layers = [layer.to(device).requires_grad_() for layer in first_layers()]


def unit(layer):
    return layer.detach().abs().max().clamp(min=1e-6) / 127


def rounded(layer):
    """The weights rounded as they are stored; gradients pass straight through."""
    step = unit(layer)
    return layer + ((layer / step).round() * step - layer).detach()


def forward(weights, samples):
    w1, b1, w2, b2, w3, wg, b3, w4, b4 = weights
    stones = samples[:, :STONES * FEATURES].view(-1, STONES, FEATURES)
    second = torch.relu(torch.relu(stones @ w1 + b1) @ w2 + b2)
    head = second.flatten(1) @ w3 + samples[:, STONES * FEATURES:] @ wg + b3
    return torch.relu(head) @ w4 + b4


def mirrored(samples):
    stones = samples[:, :STONES * FEATURES].view(-1, STONES, FEATURES).flip(1).flatten(1)
    return torch.cat([stones, samples[:, STONES * FEATURES:]], 1)


with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "value_game.cu")) as file:
    kernel = cupy.RawKernel(file.read(), "self_play", options=("--use_fast_math",))
odds = torch.tensor(table(), dtype=torch.float32, device=device)
samples = torch.zeros((GAMES * STEPS, SAMPLE), dtype=torch.uint8, device=device)
goals = torch.zeros(GAMES * STEPS, dtype=torch.float32, device=device)


def self_play(weights, seed, fade):
    flat = torch.cat([weight.detach().flatten() for weight in weights]).contiguous()
    torch.cuda.synchronize()
    arguments = (flat.data_ptr(), odds.data_ptr(), numpy.uint64(seed), numpy.float32(fade),
                 numpy.float32(NOISE), samples.data_ptr(), goals.data_ptr(), numpy.uint64(0),
                 numpy.int32(GAMES))
    kernel((GAMES // BLOCK,), (BLOCK,), arguments, shared_mem=4 * flat.numel())
    cupy.cuda.Device().synchronize()


def write(weights, path):
    numbers = torch.cat([weight.detach().flatten() for weight in weights]).cpu().numpy()
    numbers.astype("<f4").tofile(path)


def write_bytes(path):
    with open(path, "wb") as file:
        for layer in layers:
            step = unit(layer)
            file.write(step.cpu().numpy().astype("<f4").tobytes())
            file.write((layer.detach() / step).round().cpu().numpy().astype("i1").tobytes())


os.makedirs(OUT, exist_ok=True)
log = open(os.path.join(OUT, "log"), "a")
optimiser = torch.optim.Adam(layers, lr=RATES[0])
start, rounds, saved, games = time.time(), 0, 0, 0
total = counted = 0.0
while (spent := (time.time() - start) / SECONDS) < 1:
    coarse = spent > ROUNDED_FROM
    weights = [rounded(layer) if coarse else layer for layer in layers]
    fade = 1.0 if rounds < 20 and not START else 0.9 - 0.2 * spent
    began = time.time()
    self_play(weights, SEED * 1_000_003 + rounds, fade)
    playing = time.time() - began
    games += GAMES
    for group in optimiser.param_groups:
        group["lr"] = RATES[0] * (RATES[1] / RATES[0]) ** spent
    known = (goals >= 0).nonzero().squeeze(1)
    known = known[torch.randperm(len(known), device=device)]
    for some in known.split(BATCH):
        batch = samples[some].float() / 255
        if torch.rand(()) < 0.5:
            batch = mirrored(batch)
        weights = [rounded(layer) if coarse else layer for layer in layers]
        loss = torch.nn.functional.binary_cross_entropy_with_logits(
            forward(weights, batch), goals[some])
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
    total += loss.item()
    counted += 1
    rounds += 1
    if rounds in (1, 5, 20) or rounds % 50 == 0:
        line = (f"{time.time() - start:.0f} s, {games} games, "
                f"{len(known) / GAMES:.1f} samples a game, loss {total / counted:.4f}, "
                f"playing {playing:.2f} s, round {time.time() - began:.2f} s")
        print(line, flush=True)
        log.write(line + "\n")
        total = counted = 0.0
    if spent * 5 > saved + 1:
        saved += 1
        write(weights, os.path.join(OUT, f"value{saved}.floats"))
write([rounded(layer) for layer in layers], os.path.join(OUT, "value.floats"))
write_bytes(os.path.join(OUT, "value.weights"))
