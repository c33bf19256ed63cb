"""Trains the evaluator of depth-2 nested positions on samples from the example `games`.

python3 evaluator.py OUT EMBEDDING HIDDEN SECONDS SAMPLES...

The weights in use have EMBEDDING 16 and HIDDEN 32 and come from three rounds. Each round plays
games with the weights of the previous one (the first round with playouts) and trains from scratch
on those games alone, about three million samples.

OUT receives the weights as 16-bit little-endian integers, in units of 1/4096, in the order in which
src/bot/evaluator.rs reads them.
"""
import sys, time, math
import numpy as np, torch
from torch import nn

OUT, E, H, SECONDS = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), float(sys.argv[4])
device = "cuda"
torch.manual_seed(1)
CODES, INNER, UNIT = 3**9 + 4, 64, 4096

raw = np.concatenate([np.fromfile(f, dtype=np.uint8) for f in sys.argv[5:]])
raw = raw[: len(raw) // 22 * 22].reshape(-1, 22)
codes = torch.tensor(raw[:, :18].copy().view(np.uint16).astype(np.int32), device=device)
target = torch.tensor(raw[:, 18].astype(np.int64), device=device)
rules = torch.tensor(raw[:, 19].astype(np.int64), device=device)
end = torch.tensor(raw[:, 20].copy().view(np.int8).astype(np.float32), device=device)
searched = torch.tensor(raw[:, 21].copy().view(np.int8).astype(np.float32) / 100, device=device)
goal = torch.where(searched > 1.1, end, 0.5 * end + 0.5 * searched)
n = len(goal)
print("samples", n, "mean", goal.mean().item(), flush=True)

# Features of each code: nine cells of mine, nine of theirs, four kinds of decided grids.
features = np.zeros((CODES, 22), dtype=np.float32)
for code in range(3**9):
    c = code
    for cell in range(8, -1, -1):
        c, digit = divmod(c, 3)
        if digit:
            features[code, cell + 9 * (digit - 1)] = 1
for kind in range(4):
    features[3**9 + kind, 18 + kind] = 1

# The symmetries of the square, applied to cells and to codes.
def moves():
    for mirror in (0, 1):
        for turns in range(4):
            table = []
            for cell in range(9):
                r, c = divmod(cell, 3)
                if mirror: c = 2 - c
                for _ in range(turns): r, c = c, 2 - r
                table.append(r * 3 + c)
            yield table
moved, code_moved = [], []
weights3 = np.array([3 ** (8 - i) for i in range(9)])
digits = (np.arange(3**9)[:, None] // weights3[None, :]) % 3
for table in moves():
    inverse = np.argsort(table)
    moved.append(list(inverse))
    new = np.zeros(CODES, dtype=np.int64)
    new[: 3**9] = (digits * weights3[np.array(table)][None, :]).sum(1)
    new[3**9 :] = np.arange(3**9, CODES)
    code_moved.append(new)
inverse = torch.tensor(np.array(moved), device=device)
forward = torch.tensor(np.array([np.argsort(m).tolist() + [9] for m in moved]), device=device)
code_moved = torch.tensor(np.array(code_moved), device=device)

def squash(x):
    """An approximation of the hyperbolic tangent, exact in any arithmetic; 1 from 3 on."""
    y = x.clamp(-3, 3)
    return y * (27 + y * y) / (27 + 9 * y * y)

class Evaluator(nn.Module):
    def __init__(self):
        super().__init__()
        self.features = nn.Parameter(torch.tensor(features), requires_grad=False)
        self.inner = nn.Linear(22, INNER)
        self.embed = nn.Linear(INNER, E)
        self.grids = nn.Parameter(torch.randn(9, E, H) / math.sqrt(9 * E))
        self.target = nn.Parameter(torch.randn(10, H) * 0.1)
        self.bias = nn.Parameter(torch.zeros(3, H))
        self.out = nn.Parameter(torch.randn(3, H) / math.sqrt(H))
        self.last = nn.Parameter(torch.zeros(3))

    def forward(self, codes, target, rules):
        flat = self.embed(torch.relu(self.inner(self.features[codes]))).reshape(len(codes), 9 * E)
        hidden = flat @ self.grids.reshape(9 * E, H) + self.target[target] + self.bias[rules]
        return squash((torch.relu(hidden) * self.out[rules]).sum(1) + self.last[rules])

torch.set_float32_matmul_precision("high")
net = Evaluator().to(device)
params = [p for p in net.parameters() if p.requires_grad]
optimizer = torch.optim.AdamW(params, lr=3e-3, weight_decay=1e-4)
held = min(200_000, n // 20)
# Held-out samples share games with training samples, so their loss only serves to compare variants.
order = torch.randperm(n, device=device)
held_out, train = order[:held], order[held:]
BATCH = 16384
start, step = time.time(), 0
while True:
    done = (time.time() - start) / SECONDS
    if done >= 1: break
    for group in optimizer.param_groups:
        group["lr"] = 3e-3 * (0.5 + 0.5 * math.cos(math.pi * done)) + 1e-5
    pick = train[torch.randint(len(train), (BATCH,), device=device)]
    s = torch.randint(8, (BATCH,), device=device)
    there = torch.gather(codes[pick].long(), 1, inverse[s])
    seen = code_moved[s[:, None], there]
    value = net(seen, forward[s, target[pick]], rules[pick])
    loss = ((value - goal[pick]) ** 2).mean()
    optimizer.zero_grad(set_to_none=True)
    loss.backward()
    optimizer.step()
    with torch.no_grad():
        for p in params: p.clamp_(-7.9, 7.9)
    step += 1
    if step % 1000 == 0:
        with torch.no_grad():
            v = net(codes[held_out].long(), target[held_out], rules[held_out])
            held_loss = ((v - goal[held_out]) ** 2).mean().item()
            end_loss = ((v - end[held_out]) ** 2).mean().item()
            variance = goal[held_out].var().item()
            losses = ("loss", loss.item(), "held", held_loss, "end", end_loss)
            print(step, *losses, "flat", variance, flush=True)

parts = [net.inner.weight.t(), net.inner.bias, net.embed.weight.t(), net.embed.bias]
parts += [net.grids, net.target, net.bias, net.out, net.last]
values = torch.cat([p.detach().reshape(-1) for p in parts]).cpu().numpy()
print("largest", np.abs(values).max(), "count", len(values))
np.clip(np.round(values * UNIT), -32768, 32767).astype("<i2").tofile(OUT)
# Vectors: some samples with the output of the rounded network.
with torch.no_grad():
    for p in params: p.copy_(torch.round(p * UNIT) / UNIT)
    v = net(codes[:50].long(), target[:50], rules[:50]).cpu().numpy()
with open(OUT + ".csv", "w") as f:
    for i in range(50):
        row = codes[i].tolist() + [target[i].item(), rules[i].item(), f"{v[i]:.5f}"]
        f.write(",".join(map(str, row)) + "\n")
