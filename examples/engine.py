#!/usr/bin/env python3
"""An example engine: completes a line in tic-tac-toe if it can, and otherwise plays at random.

Try it:  ennead arena ttt --a random --b "engine:python3 examples/engine.py" --games 10
BOT-PROTOCOL.md describes the protocol.
"""
import random
import sys

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


def say(line):
    print(line, flush=True)  # without the flush the host would wait forever


def winning_square(board, mark):
    for line in LINES:
        marks = [board[square] for square in line]
        if sorted(marks) == sorted([".", mark, mark]):
            return line[marks.index(".")] + 1
    return None


def answer(game, position):
    if game == "ttt":
        square = winning_square(position["text"], "XO"[int(position["seat"]) - 1])
        if square is not None:
            return f"move {square}"
    if position.get("moves"):
        return "move " + random.choice(position["moves"].split())
    return f"option {random.randrange(int(position['options']))}"  # mid-move, or too many moves


def main():
    game, position = None, {}
    for line in sys.stdin:
        word, _, rest = line.rstrip("\n").partition(" ")
        if word == "ennead":
            say("ennead 1 a plain example")
        elif word == "game":
            game = rest.split()[0]
        elif word == "position":
            position = {}
        elif word == "go":
            say(answer(game, position))
        elif word == "bye":
            return
        else:
            position.setdefault(word, rest)  # seat, view, options, moves, limit, first line of text


main()
