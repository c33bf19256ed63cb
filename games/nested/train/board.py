"""Many positions of depth 2 at once, as tensors, from the point of view of the player to move.

A `Boards` holds one row per game: the cells of both players in nine grids (9-bit masks), the grids
that each has won (a drawn grid belongs to both), the target grid of the next move (9 for none)
and the number of the rules (both, classic, count, open).
"""
from dataclasses import dataclass

import torch

FULL = 511
BOTH, CLASSIC, COUNT, OPEN = range(4)
FEATURES = 23  # nine cells of mine, nine of theirs, four kinds of decided grids, closed
LINES = [0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124]


class Tables:
    """Lookup tables on one device."""

    def __init__(self, device):
        masks = torch.arange(512)
        bits = (masks[:, None] >> torch.arange(9)) & 1
        has_line = torch.zeros(512, dtype=torch.bool)
        for line in LINES:
            has_line |= (masks & line) == line
        self.line = has_line.to(device)
        self.bits = bits.to(torch.int8).to(device)
        self.count = bits.sum(1).to(device)
        self.grid = torch.arange(9, device=device)


@dataclass
class Boards:
    cells: torch.Tensor  # [n, 2, 9] int16
    won: torch.Tensor  # [n, 2] int16
    target: torch.Tensor  # [n] int8
    rules: torch.Tensor  # [n] int8

    @staticmethod
    def empty(rules):
        n, device = len(rules), rules.device
        zeros = lambda *shape: torch.zeros(shape, dtype=torch.int16, device=device)
        target = torch.full((n,), 9, dtype=torch.int8, device=device)
        return Boards(zeros(n, 2, 9), zeros(n, 2), target, rules.to(torch.int8))

    def replaced(self, which, other):
        """Rows of `other` where `which` is set."""
        pick = lambda a, b: torch.where(which.view(-1, *[1] * (a.dim() - 1)), b, a)
        return Boards(
            pick(self.cells, other.cells),
            pick(self.won, other.won),
            pick(self.target, other.target),
            pick(self.rules, other.rules),
        )


def playable(boards, tables):
    """The grids that are still playable, [n, 9]."""
    full = (boards.cells[:, 0] | boards.cells[:, 1]) == FULL
    decided = ((boards.won[:, 0] | boards.won[:, 1])[:, None] >> tables.grid) & 1 == 1
    return torch.where((boards.rules == OPEN)[:, None], ~full, ~decided)


def legal_moves(boards, tables):
    """A mask of the legal moves, [n, 81]; the games must not be over."""
    target = boards.target[:, None].long()
    grids = playable(boards, tables) & ((target == 9) | (target == tables.grid))
    taken = tables.bits[(boards.cells[:, 0] | boards.cells[:, 1]).long()]
    return (grids[:, :, None] & (taken == 0)).flatten(1)


def features(boards, tables):
    """The features of each grid, [n, 9, FEATURES], as 0 and 1."""
    won = tables.bits[boards.won.long()] == 1
    mine, theirs = won[:, 0], won[:, 1]
    is_both = (boards.rules == BOTH)[:, None]
    closed = ~playable(boards, tables)
    cells = tables.bits[boards.cells.long()] * (~closed)[:, None, :, None]
    kinds = [
        mine & ~theirs,
        theirs & ~mine,
        mine & theirs & ~is_both,
        mine & theirs & is_both,
        closed,
    ]
    return torch.cat([cells[:, 0], cells[:, 1], torch.stack(kinds, -1).to(torch.int8)], -1)


def play(boards, move, tables):
    """The boards after legal moves, whether the games are over, and the results for the movers."""
    grid, cell = move // 9, move % 9
    row = torch.arange(len(move), device=move.device)
    cells = boards.cells.clone()
    mine = cells[row, 0, grid] | (1 << cell).to(torch.int16)
    cells[row, 0, grid] = mine
    line = tables.line[mine.long()]
    full = (mine | cells[row, 1, grid]) == FULL
    here = (1 << grid).to(torch.int16)
    undecided = ((boards.won[:, 0] | boards.won[:, 1]) & here) == 0
    wins = torch.where((line | full) & undecided, here, 0)
    draws = torch.where(full & ~line & undecided, here, 0)
    x, o = boards.won[:, 0] | wins, boards.won[:, 1] | draws
    both = boards.rules == BOTH
    x_line = tables.line[torch.where(both, x, x & ~o).long()]
    o_line = tables.line[torch.where(both, o, o & ~x).long()]
    over = x_line | o_line | ((x | o) == FULL)
    more = (tables.count[(x & ~o).long()] - tables.count[(o & ~x).long()]).sign()
    score = torch.where(
        x_line | o_line,
        x_line.long() - o_line.long(),
        torch.where(boards.rules == COUNT, more, 0),
    )
    after = Boards(cells.flip(1), torch.stack([o, x], 1), boards.target, boards.rules)
    open_grid = playable(after, tables)[row, cell]
    after.target = torch.where(open_grid, cell, 9).to(torch.int8)
    return after, over, torch.where(over, score, 0)


def symmetries():
    """The eight symmetries of the square as permutations of the cells."""
    tables = []
    for mirror in (0, 1):
        for turns in range(4):
            table = []
            for cell in range(9):
                r, c = divmod(cell, 3)
                if mirror:
                    c = 2 - c
                for _ in range(turns):
                    r, c = c, 2 - r
                table.append(r * 3 + c)
            tables.append(table)
    return tables
