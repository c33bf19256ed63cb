"""Continues training from networks of value_train.py: trains several at once and compares them.

python3 value_more.py OUT SECONDS PLAN START

START is a file of floats with one or more networks; the first is the opponent in duels. PLAN is
JSON: `nets` has for each network its index in START (-1: from scratch), the factor of its learning
rate, the weight of the game's result in its target, and whether its largest weights are limited;
`rates` are the first and last learning rates. The networks take turns playing, and all learn from
all games. OUT receives the averages of their weights, as floats (`nets.mean`, and `part.mean` after
three quarters of the time) and rounded to bytes (`nets.rounded`), and a log with the duels.
STRENGTH.md has the plans of the network in use. `value_bytes.py` converts one to `value.weights`.
"""
import json
import math
import os
import sys
import time

import cupy
import numpy
import torch
from torch.nn.functional import binary_cross_entropy_with_logits as cross_entropy

from value_odds import table

OUT, SECONDS, PLAN, START = sys.argv[1], float(sys.argv[2]), json.loads(sys.argv[3]), sys.argv[4]
NETS, RATES, SEED = PLAN["nets"], PLAN["rates"], PLAN.get("seed", 1)
FADES, EPOCHS = PLAN.get("fades", [0.9, 0.7]), PLAN.get("epochs", 2)
ROUNDED_FROM = PLAN.get("rounded", 0.8)  # fraction of the time
TAUGHT = PLAN.get("taught", 0.15)  # fraction of the time in which only the first network plays
COUNT, GAMES, BLOCK, BATCH, NOISE = len(NETS), 1 << 16, 128, 4096, 0.6
STEPS, STONES, FEATURES, GLOBALS, FIRST, SECOND, HEAD = 56, 9, 32, 8, 32, 8, 32
STONE_FEATURES = STONES * FEATURES
SHAPES = [(FEATURES, FIRST), (FIRST,), (FIRST, SECOND), (SECOND,), (STONES * SECOND, HEAD),
          (GLOBALS, HEAD), (HEAD,), (HEAD,), (1,)]
SCALES = [0.35, 0, 0.3, 0, 0.2, 0.2, 0, 0.2, 0]
SIZES = [math.prod(shape) for shape in SHAPES]
SIZE = sum(SIZES)
DUELS = 1 << 17
torch.manual_seed(SEED)
torch.set_float32_matmul_precision("high")
device = "cuda"
os.makedirs(OUT, exist_ok=True)
log = open(os.path.join(OUT, "log"), "a")
start = time.time()


def say(text):
    line = f"{time.time() - start:.0f} s: {text}"
    print(line, flush=True)
    log.write(line + "\n")


def fresh():
    layers = [(torch.rand(shape) * 2 - 1) * scale for shape, scale in zip(SHAPES, SCALES)]
    layers[3] += 0.1
    return torch.cat([layer.flatten() for layer in layers])


starts = torch.from_numpy(numpy.fromfile(START, dtype="<f4")).view(-1, SIZE)
rival = starts[0].to(device)
weights = torch.stack([starts[net[0]].clone() if net[0] >= 0 else fresh() for net in NETS])
weights = weights.to(device).requires_grad_()
factors, shares = (torch.tensor([[float(net[at])] for net in NETS], device=device) for at in (1, 2))
moment, square, mean = (torch.zeros_like(weights).detach() for _ in range(3))
mean.copy_(weights.detach())
limits = torch.full_like(mean, 1e9)
index = torch.zeros(BATCH, dtype=torch.long, device=device)
rate, blend = torch.zeros((), device=device), torch.ones((), device=device)
losses = torch.zeros(COUNT, device=device)
odds = torch.tensor(table(), dtype=torch.float32, device=device)
samples = torch.zeros((GAMES * STEPS, STONE_FEATURES + GLOBALS), dtype=torch.uint8, device=device)
goals, results = (torch.zeros(GAMES * STEPS, device=device) for _ in range(2))
with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "value_game.cu")) as file:
    module = cupy.RawModule(code=file.read(), options=("--use_fast_math",))


def rounded(nets):
    """The weights rounded as they are stored; gradients pass straight through."""
    layers = []
    for layer in nets.split(SIZES, 1):
        step = layer.detach().abs().amax(1, keepdim=True).clamp(min=1e-6) / 127
        layers.append(layer + ((layer / step).round() * step - layer).detach())
    return torch.cat(layers, 1)


def write(name, nets):
    nets.cpu().numpy().astype("<f4").tofile(os.path.join(OUT, name))


def shaped(nets):
    return [layer.reshape(-1, *shape) for layer, shape in zip(nets.split(SIZES, 1), SHAPES)]


def forward(nets, batch):
    w1, b1, w2, b2, w3, wg, b3, w4, b4 = [layer.contiguous() for layer in shaped(nets)]
    stones = batch[:, :STONE_FEATURES].reshape(1, -1, FEATURES).expand(COUNT, -1, -1)
    first = torch.relu(torch.baddbmm(b1[:, None], stones, w1))
    second = torch.relu(torch.baddbmm(b2[:, None], first, w2)).view(COUNT, BATCH, STONES * SECOND)
    hand = torch.bmm(batch[:, STONE_FEATURES:].expand(COUNT, -1, -1), wg)
    head = torch.relu(torch.baddbmm(b3[:, None], second, w3) + hand)
    return torch.baddbmm(b4[:, None], head, w4[:, :, None]).squeeze(2)


def launch(name, games, nets, arguments):
    nets = nets.detach().contiguous()
    torch.cuda.synchronize()
    kernel = module.get_function(name)
    kernel((games // BLOCK,), (BLOCK,), (nets.data_ptr(), odds.data_ptr(), *arguments),
           shared_mem=4 * nets.numel())
    cupy.cuda.Device().synchronize()


def self_play(net, seed, fade):
    launch("self_play", GAMES, net, (
        numpy.uint64(seed), numpy.float32(fade), numpy.float32(NOISE), samples.data_ptr(),
        goals.data_ptr(), results.data_ptr(), numpy.int32(GAMES)))
    return (goals >= 0).nonzero().squeeze(1)


def duels():
    for number, net in enumerate(rounded(mean)):
        won = torch.zeros(DUELS, dtype=torch.int32, device=device)
        launch("duel", DUELS, torch.cat([net, rival]),
               (numpy.uint64(12345), won.data_ptr(), numpy.int32(DUELS)))
        pairs = won.view(-1, 2).float().mean(1)
        error = (pairs.std() / len(pairs) ** 0.5).item()
        say(f"network {number} wins {100 * pairs.mean().item():.2f} ± {100 * error:.2f} %")


@torch.no_grad()
def equalise():
    """Rescales hidden units so that bytes suffice, without changing the output."""
    def part(layer, axes):
        return layer.amax(axes) / layer.flatten(1).amax(1, keepdim=True)

    def factor(inner, outer):
        return (outer.clamp(min=1e-3) / inner.clamp(min=1e-3)).sqrt().clamp(0.5, 2)

    for _ in range(6):
        w1, _, w2, _, w3, wg, _, w4, b4 = [layer.abs() for layer in shaped(mean)]
        s1 = factor(part(w1, 1), part(w2, 2))
        s2 = factor(part(w2, 1), part(w3.view(COUNT, STONES, SECOND, HEAD), (1, 3)))
        s3 = factor(torch.maximum(part(w3, 1), part(wg, 1)), part(w4[:, :, None], 2))
        one = torch.ones_like
        scales = [s1[:, None] * one(w1), s1, s2[:, None] / s1[:, :, None], s2,
                  s3[:, None] / s2.repeat(1, STONES)[:, :, None], s3[:, None] * one(wg), s3, 1 / s3,
                  one(b4)]
        scale = torch.cat([layer.flatten(1) for layer in scales], 1)
        weights.mul_(scale)
        mean.mul_(scale)
        moment.div_(scale)
        square.div_(scale ** 2)


def over_layers(function):
    layers = zip(mean.split(SIZES, 1), SIZES)
    return torch.cat([function(layer).expand(-1, size) for layer, size in layers], 1)


def step(coarse):
    """One step of Adam for all networks; half of the batch is mirrored."""
    batch = samples[index].float() / 255
    stones = batch[:, :STONE_FEATURES].view(-1, STONES, FEATURES)
    stones = torch.cat([stones[:BATCH // 2].flip(1), stones[BATCH // 2:]]).flatten(1)
    batch = torch.cat([stones, batch[:, STONE_FEATURES:]], 1)
    goal, result = goals[index][None], results[index][None]
    values = forward(rounded(weights) if coarse else weights, batch)
    loss = cross_entropy(values, goal + (result - goal) * shares, reduction="none").mean(1)
    gradient, = torch.autograd.grad(loss.sum(), weights)
    with torch.no_grad():
        losses.add_(cross_entropy(values, result.expand(COUNT, -1), reduction="none").mean(1))
        moment.mul_(0.9).add_(gradient, alpha=0.1)
        square.mul_(0.999).addcmul_(gradient, gradient, value=0.001)
        weights.sub_(rate * factors * moment / (square.sqrt() + 1e-8))
        weights.copy_(torch.maximum(torch.minimum(weights, limits), -limits))
        mean.add_((weights - mean) * blend)


def recorded(coarse):
    """A step as a CUDA graph."""
    side = torch.cuda.Stream()
    side.wait_stream(torch.cuda.current_stream())
    with torch.cuda.stream(side):
        for _ in range(3):
            step(coarse)
    torch.cuda.current_stream().wait_stream(side)
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        step(coarse)
    return graph


index.copy_(self_play(rival, 7, 1.0)[:BATCH])
before = [tensor.detach().clone() for tensor in (weights, moment, square, mean)]
graphs = [recorded(coarse) for coarse in (False, True)]
with torch.no_grad():
    for tensor, kept in zip((weights, moment, square, mean), before):
        tensor.copy_(kept)
equalise()
losses.zero_()
start = time.time()
rounds = steps = counted = logged = 0
highest = None
stored = False
while (spent := (time.time() - start) / SECONDS) < 1:
    coarse = spent > ROUNDED_FROM
    if coarse and highest is None:
        equalise()
        highest = over_layers(lambda layer: layer.abs().amax(1, keepdim=True)) * 1.05
        spread = over_layers(lambda layer: (layer ** 2).mean(1, keepdim=True).sqrt())
        lowest = torch.maximum(highest / 2, torch.minimum(5 * spread, highest))
    if coarse:
        now = highest + (lowest - highest) * min(1, (spent - ROUNDED_FROM) / 0.3)
        for number, net in enumerate(NETS):
            if net[3]:
                limits[number].copy_(now[number])
    player = 0 if spent < TAUGHT else rounds % COUNT
    fade = FADES[0] + (FADES[1] - FADES[0]) * spent
    known = self_play((rounded(mean) if coarse else mean)[player], SEED * 1_000_003 + rounds, fade)
    speed = RATES[0] * (RATES[1] / RATES[0]) ** spent * min(1, (steps + 100) / 1000)
    rate.fill_(speed * math.sqrt(1 - 0.999 ** (steps + 10)) / (1 - 0.9 ** (steps + 10)))
    blend.fill_(10 / (steps + 10))
    for _ in range(EPOCHS):
        order = known[torch.randperm(len(known), device=device)]
        for at in range(0, len(order) - BATCH + 1, BATCH):
            index.copy_(order[at:at + BATCH])
            graphs[coarse].replay()
            steps += 1
            counted += 1
    rounds += 1
    if spent > 0.75 and not stored:
        stored = True
        write("part.mean", mean)
    if spent * 20 >= logged:
        logged += 1
        text = " ".join(f"{loss:.5f}" for loss in (losses / counted).tolist())
        say(f"{rounds * GAMES} games, {steps} steps, losses {text}")
        losses.zero_()
        counted = 0
write("nets.mean", mean)
write("nets.rounded", rounded(mean))
duels()
