"""What the tests share: the command line, and databases full of matches."""

import base64
import json
import os
import random
import subprocess
import sys

PROGRAM = os.environ["ENNEAD"]
GUIDE = os.environ["DATA_GUIDE"]
EPOCH = 1_767_225_600_000
"""The start of 2026 in milliseconds of Unix time, where match ids begin."""


def run(*arguments, stdin=None, **how):
    """Runs the command line; gives its status, output and errors as text."""
    done = subprocess.run([PROGRAM, *arguments], input=stdin, capture_output=True, text=True, **how)
    return done.returncode, done.stdout, done.stderr


def text(*arguments, stdin=None):
    """The output of a command that succeeds."""
    status, output, errors = run(*arguments, stdin=stdin)
    assert status == 0, errors
    return output


MEASURE = """
import os, sys
_, status, usage = os.wait4(os.spawnv(os.P_NOWAIT, sys.argv[1], sys.argv[1:]), 0)
print(usage.ru_maxrss, file=sys.stderr)
sys.exit(os.waitstatus_to_exitcode(status))
"""


def memory_of(*arguments):
    """The most memory that a command has used, in KiB. A process begins with the memory of the one
    that started it, so a small one does that here."""
    measure = [sys.executable, "-S", "-c", MEASURE, PROGRAM, *arguments]
    done = subprocess.run(measure, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    assert done.returncode == 0, done.stderr
    return int(done.stderr)


def match_id(created, number):
    """The id of a match: its time, and a number in place of random bits."""
    bits = ((created - EPOCH) // 16_000) << 35 | number
    return base64.urlsafe_b64encode(bits.to_bytes(8, "big")).decode().rstrip("=")


def finished(number, record, **changes):
    """A finished match as a line of an archive."""
    created = EPOCH + number * 60_000 + number % 1000
    match = {
        "id": match_id(created, number),
        "state": "finished",
        "record": record,
        "seats": ["open", {"bot": 1 + number % 5}],
        "reason": "rules",
        "clock": None,
        "listed": number % 3 > 0,
        "created": created,
        "ended": created + 10 * number,
        "rematch": None,
    }
    return {**match, **changes}


def random_records(folder, game, games):
    """The records of random games, as text."""
    path = os.path.join(folder, f"{game}.records")
    text("arena", game, "--a", "random", "--b", "random", "--games", str(games), "--nodes", "1",
         "--opening", "0", "--records", path)
    with open(path) as lines:
        return lines.read().split()


def archive(folder, matches):
    """A file of matches."""
    path = os.path.join(folder, "matches.jsonl")
    with open(path, "w") as lines:
        print(json.dumps({"ennead": "matches", "version": 1}), file=lines)
        for match in matches:
            print(json.dumps(match), file=lines)
        print(json.dumps({"end": len(matches)}), file=lines)
    return path


def database(folder, matches, url=None):
    """A database with these matches; its URL."""
    url = url or f"sqlite:{folder}/matches.db"
    text("import", "--db", url, archive(folder, matches))
    return url


def shuffled(matches):
    """The matches in another order, as databases get them."""
    return random.Random(1).sample(matches, len(matches))
