"""Trains record model 1 at depth 2: the network that predicts the moves of a strong player.

python3 record_model.py CHECKPOINT OUT SECONDS SEED WALKS [STUDENT]

The teacher of CHECKPOINT (see train.py) plays many games in parallel for part of the SECONDS, with
a tree search of WALKS simulations per move. The student, which has the architecture of the playing
network but its own weights, then learns the move that the search prefers and the value it finds.
The first two moves of most games are random, as in `ennead arena`, and are learnt as such. OUT
receives `model.weights` and `model.weights.csv` (see export.py), and `student.pt`, from which
another run can continue. FORMAT.md lists the runs behind model 1 (the first one spent half of its
time on playing).
"""
import math
import os
import sys
import time

import torch

from board import Boards, Tables, features, legal_moves, play, symmetries
from export import export
from nets import Student, Teacher
from selfplay import Search

CHECKPOINT, OUT, SECONDS = sys.argv[1], sys.argv[2], float(sys.argv[3])
SEED, WALKS = int(sys.argv[4]), int(sys.argv[5])
STUDENT = sys.argv[6] if len(sys.argv) > 6 else None
device = "cuda" if torch.cuda.is_available() else "cpu"
GAMES, BATCH = (8192, 16384) if device == "cuda" else (64, 256)
PLAYED = 0.6  # fraction of the time spent on playing; the rest is for learning
RULES = torch.tensor([0.55, 0.15, 0.2, 0.1])  # both, classic, count, open
OPENINGS = torch.tensor([0.1, 0.05, 0.7, 0.05, 0.1])  # of 0, 1, 2 … random first moves
LEARNT_OPENING = 2  # random moves before this ply are learnt too
EXPLORED, EXPLORATION = 24, 0.2  # up to this ply, this fraction of moves is sampled by visits
SHARPNESS = 3  # a move's weight in the target is its visits to this power
RATE = 1.5e-3
torch.manual_seed(SEED)
torch.set_float32_matmul_precision("high")
tables = Tables(device)


class Samples:
    """Positions with target policy and value, in lists of tensors until `joined`."""

    def __init__(self):
        self.parts = []

    def add(self, boards, policy, value, keep):
        rows = (boards.cells, boards.won, boards.target, boards.rules, policy.half(), value.half())
        self.parts.append([row[keep] for row in rows])

    def joined(self):
        return [torch.cat(column) for column in zip(*self.parts)]


def fresh():
    rules = torch.multinomial(RULES, GAMES, replacement=True).to(device)
    opening = torch.multinomial(OPENINGS, GAMES, replacement=True).to(device)
    return Boards.empty(rules), opening


def play_games(teacher, seconds):
    samples, games = Samples(), 0
    search = Search(teacher, GAMES, WALKS, tables, device)
    boards, opening = fresh()
    search.run(boards, WALKS, noise=False)  # compiles
    start = time.time()
    ply = torch.zeros(GAMES, dtype=torch.int64, device=device)
    while time.time() - start < seconds:
        visits, value = search.run(boards, WALKS, noise=False)
        legal = legal_moves(boards, tables).float()
        uniform = legal / legal.sum(1, keepdim=True)
        sharp = (visits / visits.max(1, keepdim=True).values) ** SHARPNESS
        sharp = sharp / sharp.sum(1, keepdim=True)
        blind = ply < opening
        samples.add(
            boards,
            torch.where(blind[:, None], uniform, sharp),
            value,
            ~blind | (ply < LEARNT_OPENING),
        )
        explores = (ply < EXPLORED) & (torch.rand(GAMES, device=device) < EXPLORATION)
        drawn = torch.where(explores[:, None], visits, sharp**4)
        drawn = torch.where(blind[:, None], legal, drawn)
        boards, over, _ = play(boards, torch.multinomial(drawn, 1)[:, 0], tables)
        games += int(over.sum())
        new, new_opening = fresh()
        boards, opening = boards.replaced(over, new), torch.where(over, new_opening, opening)
        ply = torch.where(over, 0, ply + 1)
    return samples.joined(), games


FORWARD = torch.tensor(symmetries(), device=device)
INVERSE = FORWARD.argsort(1)
FORWARD_TARGET = torch.cat([FORWARD, torch.full((8, 1), 9, device=device)], 1)
MASK_MOVED = torch.stack(
    [(tables.bits.long() << FORWARD[s]).sum(1) for s in range(8)]
).to(torch.int16)


def turned(boards, policy):
    """The same positions under random symmetries."""
    s = torch.randint(8, (len(policy),), device=device)
    inverse = INVERSE[s]
    cells = torch.gather(boards.cells, 2, inverse[:, None, :].expand(-1, 2, -1))
    cells = MASK_MOVED[s[:, None, None], cells.long()]
    won = MASK_MOVED[s[:, None], boards.won.long()]
    target = FORWARD_TARGET[s, boards.target.long()].to(torch.int8)
    moves = (inverse[:, :, None] * 9 + inverse[:, None, :]).flatten(1)
    return Boards(cells, won, target, boards.rules), torch.gather(policy, 1, moves)


def losses(student, samples, at):
    cells, won, target, rules, policy, value = [column[at] for column in samples]
    boards, policy = turned(Boards(cells, won, target, rules), policy.float())
    seen, legal = features(boards, tables).float(), legal_moves(boards, tables)
    logits, guess = student(seen, boards.target.long(), boards.rules.long())
    logits = torch.where(legal, logits, -1e9).log_softmax(1)
    return -(policy * logits).sum(1).mean(), ((guess - value.float()) ** 2).mean()


def learn(student, samples, seconds):
    optimizer = torch.optim.AdamW(student.parameters(), lr=RATE, weight_decay=1e-6)
    count = len(samples[0])
    held = min(count // 20, 200_000)  # the last positions are held out
    start, steps = time.time(), 0
    while (done := (time.time() - start) / seconds) < 1:
        warm = min(1, steps / 200)
        for group in optimizer.param_groups:
            group["lr"] = RATE * warm * (0.01 + 0.99 * math.cos(done * math.pi / 2))
        policy_loss, value_loss = losses(
            student, samples, torch.randint(count - held, (BATCH,), device=device)
        )
        optimizer.zero_grad(set_to_none=True)
        (policy_loss + 0.7 * value_loss).backward()
        torch.nn.utils.clip_grad_norm_(student.parameters(), 2.0)
        optimizer.step()
        student.clip()
        steps += 1
        if steps % 1000 == 0:
            tell(student, samples, held, f"{time.time() - start:.0f}s step {steps}")
    tell(student, samples, held, f"end, step {steps}")


@torch.no_grad()
def tell(student, samples, held, when):
    count = len(samples[0])
    policy, value = losses(student, samples, torch.arange(count - held, count, device=device))
    print(f"{when}: held out {policy / math.log(2):.4f} bits a move, value {value:.4f}", flush=True)


def main():
    os.makedirs(OUT, exist_ok=True)
    state = torch.load(CHECKPOINT, map_location=device)
    teacher, student = Teacher().to(device), Student(128).to(device)
    teacher.load_state_dict(state["teacher"])
    student.load_state_dict(torch.load(STUDENT) if STUDENT else state["student128"])
    samples, games = play_games(teacher, PLAYED * SECONDS)
    print(f"{games} games, {len(samples[0])} positions", flush=True)
    learn(student, samples, (1 - PLAYED) * SECONDS)
    torch.save(student.state_dict(), os.path.join(OUT, "student.pt"))
    at = torch.randint(len(samples[0]), (200,), device=device)
    boards = Boards(*[column[at] for column in samples[:4]])
    seen = features(boards, tables).cpu().numpy()
    boards = Boards(*[t.cpu() for t in (boards.cells, boards.won, boards.target, boards.rules)])
    export(student, os.path.join(OUT, "model.weights"), boards, seen)


main()
