#!/usr/bin/env python3
"""Adapts a line-driven engine (see driver.c) to nested depth 2 with the rules `count`.

ennead arena nested --rules count --a best --b "engine:python3 adapter.py ENGINE SECONDS" …

The protocol of `ennead` sends boards, but the engine expects moves: those that lead from the
previous board to the current one. A decided grid is drawn without its cells; if several moves lead
to the same drawing, any of them will do.
"""
import subprocess
import sys

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
MARKS = "XO"


def is_won(grid):
    return any(grid[a] != "." and grid[a] == grid[b] == grid[c] for a, b, c in LINES)


def is_open(grid):
    return "." in grid and not is_won(grid)


def drawn_grids(rows):
    """The cells of each grid, or ``None`` for a grid drawn as decided."""
    grids = [""] * 9
    for number, row in enumerate(rows):
        for column, part in enumerate(row.split("│")):
            grids[number // 3 * 3 + column] += part[1::2][:3]
    return [grid if set(grid) <= set("XO.") else None for grid in grids]


class Board:
    def __init__(self):
        self.grids, self.last, self.mover = [["."] * 9 for _ in range(9)], None, 0

    def moves(self):
        forced = self.last is not None and is_open(self.grids[self.last])
        targets = [self.last] if forced else [g for g in range(9) if is_open(self.grids[g])]
        return [(g, c) for g in targets for c in range(9) if self.grids[g][c] == "."]

    def play(self, move):
        grid, cell = move
        before = self.last
        self.grids[grid][cell] = MARKS[self.mover]
        self.last, self.mover = cell, 1 - self.mover
        return before

    def take_back(self, move, before):
        grid, cell = move
        self.grids[grid][cell] = "."
        self.last, self.mover = before, 1 - self.mover

    def looks_like(self, drawn, moves):
        def same(grid, seen):
            return not is_open(grid) if seen is None else "".join(grid) == seen

        named = [f"{grid + 1}.{cell + 1}" for grid, cell in self.moves()]
        return sorted(named) == sorted(moves) and all(map(same, self.grids, drawn))

    def path_to(self, drawn, moves, length):
        """Plays and returns the moves that lead to a drawing, or ``None`` if there are none."""
        if length == 0:
            return [] if self.looks_like(drawn, moves) else None
        for grid, cell in self.moves():
            if drawn[grid] and drawn[grid][cell] != MARKS[self.mover]:
                continue
            before = self.play((grid, cell))
            rest = self.path_to(drawn, moves, length - 1)
            if rest is not None:
                return [(grid, cell)] + rest
            self.take_back((grid, cell), before)
        return None


def answer(engine, board, request, seconds):
    rows = [row for row in request["text"] if "│" in row]
    marks = sum(row.count(mark) for row in rows for mark in MARKS)
    if board is None:
        board, length = Board(), marks
        print(f"n {request['seat'][0]}", file=engine.stdin)
    else:
        length = 1
    path = board.path_to(drawn_grids(rows), request["moves"][0].split(), length)
    for grid, cell in path:
        print(f"p {grid} {cell}", file=engine.stdin)
    print(f"g {seconds}", file=engine.stdin, flush=True)
    grid, cell = map(int, engine.stdout.readline().split())
    board.play((grid, cell))
    print(f"move {grid + 1}.{cell + 1}", flush=True)
    return board


def main():
    program, seconds = sys.argv[1:]
    pipe = subprocess.PIPE
    with subprocess.Popen([program], stdin=pipe, stdout=pipe, text=True) as engine:
        board, request = None, {}
        for line in sys.stdin:
            word, _, rest = line.rstrip("\n").partition(" ")
            if word == "ennead":
                print("ennead 1 an adapter", flush=True)
            elif word == "game":
                board = None
            elif word == "position":
                request = {}
            elif word == "go":
                board = answer(engine, board, request, seconds)
            elif word == "bye":
                break
            else:
                request.setdefault(word, []).append(rest)
        engine.stdin.close()


main()
