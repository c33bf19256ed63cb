"""Misbehaving engines, selected by a word on the command line."""
import os
import subprocess
import sys
import time


def say(line):
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def flood(text):
    while True:
        sys.stdout.write(text)


def leave_traces(path):
    child = subprocess.Popen(["sleep", "1000"])
    with open(path, "w") as file:
        file.write(f"{os.getpid()} {child.pid}")


mode = sys.argv[1]
if mode == "traces":
    leave_traces(sys.argv[2])
say({"version": "ennead 2 from the future", "stranger": "uciok"}.get(mode, "ennead 1 bad"))
for line in sys.stdin:
    if line.strip() != "go":
        continue
    if mode == "crash":
        sys.exit("out of ideas")
    elif mode == "quit":
        sys.exit(0)
    elif mode in ("hang", "traces"):
        time.sleep(1000)
    elif mode == "option":
        say("option 99")
    elif mode == "negative":
        say("option -1")
    elif mode == "move":
        say("move 55")
    elif mode == "same":
        say("move 5")
    elif mode == "garbage":
        say("\x1b[2J I resign")
    elif mode == "binary":
        sys.stdout.buffer.write(b"\xff\xfe\n")
        sys.stdout.flush()
    elif mode == "line":
        flood("x" * 65536)
    elif mode == "lines":
        flood("info still thinking\n")
