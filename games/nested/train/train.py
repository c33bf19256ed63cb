"""Trains the network for depth 2 from scratch, by self-play on one GPU.

python3 train.py OUT SECONDS [GAMES [SEED [CHECKPOINT]]]

The teacher plays GAMES games in parallel (default 16384) with a small tree search per move. The
latest positions, with the visits of the search as the policy target and a mix of the game's result
and the search's value as the value target, train the teacher and two students (128 and 256 hidden
units). OUT receives `netH.weights` and `netH.weights.csv` (see export.py), a log, and a checkpoint.
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

OUT, SECONDS = sys.argv[1], float(sys.argv[2])
device = "cuda" if torch.cuda.is_available() else "cpu"
GAMES = int(sys.argv[3]) if len(sys.argv) > 3 else 16384
SEED = int(sys.argv[4]) if len(sys.argv) > 4 else 1
CHECKPOINT = sys.argv[5] if len(sys.argv) > 5 else None
ROWS = 1500 if device == "cuda" else 96  # length of the replay buffer, in plies per game
LONGEST = 81
RANDOM_PLIES = 9  # a game starts with fewer random moves than this
SAMPLED_PLIES = 14  # up to this ply, moves are sampled in proportion to their visits
BATCH = 16384 if device == "cuda" else 256
STEPS = 6  # batches per ply of all games
RULES = torch.tensor([0.25, 0.2, 0.4, 0.15])
# Simulations per move, by the fraction of the time that has passed.
WALKS = [(0.0, 16), (0.08, 32), (0.25, 64), (0.6, 96)] if device == "cuda" else [(0.0, 8)]
if CHECKPOINT:
    WALKS = [(0.0, 128)]
RATE = 8e-4 if CHECKPOINT else 1.2e-3
FIRST = 90 if CHECKPOINT else 12  # plies before learning starts
torch.manual_seed(SEED)
torch.set_float32_matmul_precision("high")
tables = Tables(device)


class Memory:
    """The last ROWS plies of all games, [ROWS, GAMES, ...]."""

    def __init__(self):
        new = lambda *tail, dtype: torch.zeros((ROWS, GAMES) + tail, dtype=dtype, device=device)
        self.cells, self.won = new(2, 9, dtype=torch.int16), new(2, dtype=torch.int16)
        self.target, self.rules = new(dtype=torch.int8), new(dtype=torch.int8)
        self.policy = new(81, dtype=torch.float16)
        self.searched, self.result = new(dtype=torch.float16), new(dtype=torch.int8)
        self.known = new(dtype=torch.bool)
        self.ply = 0

    def add(self, boards, policy, searched, useful):
        at = self.ply % ROWS
        self.cells[at], self.won[at] = boards.cells, boards.won
        self.target[at], self.rules[at] = boards.target, boards.rules
        self.policy[at], self.searched[at] = policy.half(), searched.half()
        # 2 marks a position whose game is unfinished, 3 one to be excluded from learning.
        self.result[at] = torch.where(useful, 2, 3).to(torch.int8)
        self.known[at] = False
        self.ply += 1

    def finish(self, over, score, length):
        """Writes the results of finished games; `score` is for the player who moved last."""
        back = torch.arange(LONGEST, device=device)
        at = (self.ply - 1 - back) % ROWS
        mine = over & (back[:, None] < length)
        result = score * (1 - 2 * (back[:, None] % 2))
        waiting = self.result[at] == 2
        self.result[at] = torch.where(mine & waiting, result, self.result[at]).to(torch.int8)
        self.known[at] |= mine & waiting

    def sample(self, count):
        """Random positions with known results: boards, policies and values."""
        rows = min(self.ply, ROWS)
        at = torch.randint(rows * GAMES, (2 * count,), device=device)
        known = self.known.view(-1)[at]
        # Known positions first: a fixed batch size avoids waiting for the GPU.
        at = at[known.byte().argsort(descending=True, stable=True)][:count]
        weight = self.known.view(-1)[at].float()
        boards = Boards(
            self.cells.flatten(0, 1)[at], self.won.flatten(0, 1)[at],
            self.target.view(-1)[at], self.rules.view(-1)[at],
        )
        value = 0.5 * self.result.view(-1)[at].float() + 0.5 * self.searched.view(-1)[at].float()
        return boards, self.policy.flatten(0, 1)[at].float(), value, weight


FORWARD = torch.tensor(symmetries(), device=device)
INVERSE = FORWARD.argsort(1)
FORWARD_TARGET = torch.cat([FORWARD, torch.full((8, 1), 9, device=device)], 1)
MASK_MOVED = torch.stack(
    [(tables.bits.long() << FORWARD[s]).sum(1) for s in range(8)]
).to(torch.int16)


def turned(boards, policy):
    """The same positions under random symmetries."""
    n = len(policy)
    s = torch.randint(8, (n,), device=device)
    inverse = INVERSE[s]
    cells = torch.gather(boards.cells, 2, inverse[:, None, :].expand(-1, 2, -1))
    cells = MASK_MOVED[s[:, None, None], cells.long()]
    won = MASK_MOVED[s[:, None], boards.won.long()]
    target = FORWARD_TARGET[s, boards.target.long()].to(torch.int8)
    moves = (inverse[:, :, None] * 9 + inverse[:, None, :]).flatten(1)
    return Boards(cells, won, target, boards.rules), torch.gather(policy, 1, moves)


teacher = Teacher().to(device)
students = {h: Student(h).to(device) for h in (128, 256)}
nets = [teacher, *students.values()]
if CHECKPOINT:
    state = torch.load(CHECKPOINT, map_location=device)
    teacher.load_state_dict(state["teacher"])
    for hidden, student in students.items():
        student.load_state_dict(state[f"student{hidden}"])
optimizers = [torch.optim.AdamW(teacher.parameters(), lr=RATE, weight_decay=1e-3)]
for student in students.values():
    optimizers.append(torch.optim.AdamW(student.parameters(), lr=RATE, weight_decay=1e-5))


def learn(memory, rate):
    boards, policy, value, weight = memory.sample(BATCH)
    boards, policy = turned(boards, policy)
    seen = features(boards, tables).float()
    legal = legal_moves(boards, tables)
    target, rules = boards.target.long(), boards.rules.long()
    total, losses = weight.sum().clamp(min=1), []
    for net, optimizer in zip(nets, optimizers):
        for group in optimizer.param_groups:
            group["lr"] = rate * (1 if net is teacher else 1.6)
        with torch.autocast(device, dtype=torch.bfloat16, enabled=net is teacher):
            logits, guess = net(seen, target, rules)
        logits = torch.where(legal, logits.float(), -1e9).log_softmax(1)
        policy_loss = -((policy * logits).sum(1) * weight).sum() / total
        value_loss = (((guess.float() - value) ** 2) * weight).sum() / total
        optimizer.zero_grad(set_to_none=True)
        (policy_loss + 1.5 * value_loss).backward()
        torch.nn.utils.clip_grad_norm_(net.parameters(), 2.0)
        optimizer.step()
        if net is not teacher:
            net.clip()
        losses.append(torch.stack([policy_loss.detach(), value_loss.detach()]))
    entropy = -((policy * policy.clamp(min=1e-9).log()).sum(1) * weight).sum() / total
    return torch.cat([*losses, entropy[None]])


def fresh():
    """New games, each starting with some random moves."""
    rules = torch.multinomial(RULES, GAMES, replacement=True).to(device)
    return Boards.empty(rules), torch.randint(RANDOM_PLIES, (GAMES,), device=device)


def save(memory, name=""):
    boards, _, _, _ = memory.sample(200)
    seen = features(boards, tables).cpu().numpy()
    boards = Boards(*[t.cpu() for t in (boards.cells, boards.won, boards.target, boards.rules)])
    for hidden, student in students.items():
        export(student, os.path.join(OUT, f"net{hidden}{name}.weights"), boards, seen)
    state = {"teacher": teacher.state_dict()}
    state.update({f"student{h}": s.state_dict() for h, s in students.items()})
    torch.save({k: {n: t.half() for n, t in s.items()} for k, s in state.items()},
               os.path.join(OUT, "checkpoint.pt"))


def main():
    start, memory = time.time(), Memory()
    search = Search(teacher, GAMES, max(walks for _, walks in WALKS), tables, device)
    boards, random_plies = fresh()
    length = torch.zeros(GAMES, dtype=torch.int64, device=device)
    ply, games, saved, told = 0, torch.zeros((), device=device), time.time(), time.time()
    while (done := (time.time() - start) / SECONDS) < 1:
        walks = [walks for since, walks in WALKS if done >= since][-1]
        visits, value = search.run(boards, walks, noise=True)
        policy = visits / visits.sum(1, keepdim=True)
        legal = legal_moves(boards, tables)
        blind = length < random_plies
        memory.add(boards, policy, value, ~blind)
        drawn = torch.where((length < SAMPLED_PLIES)[:, None], policy, policy**6 + 1e-12 * legal)
        drawn = torch.where(blind[:, None], legal.float(), drawn)
        move = torch.multinomial(drawn, 1)[:, 0]
        boards, over, score = play(boards, move, tables)
        length += 1
        memory.finish(over, score, length)
        games += over.sum()
        new, plies = fresh()
        boards, random_plies = boards.replaced(over, new), torch.where(over, plies, random_plies)
        length = torch.where(over, 0, length)
        ply += 1
        if ply > FIRST:
            fall = math.cos((done - 0.6) / 0.4 * math.pi / 2)
            rate = RATE * (1 if done < 0.6 else max(0.02, fall))
            for _ in range(STEPS):
                losses = learn(memory, rate)
            if time.time() - told > 10:
                told = time.time()
                text = " ".join(f"{loss:.4f}" for loss in losses.tolist())
                print(f"{time.time() - start:.0f}s ply {ply} games {int(games)} walks {walks}",
                      f"losses {text}", flush=True)
        if time.time() - saved > 90 and ply > 100:
            saved = time.time()
            save(memory)
    save(memory)


os.makedirs(OUT, exist_ok=True)
main()
