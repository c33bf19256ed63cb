"""The programs of examples/python."""

import re
import subprocess
import sys
import json
import urllib.request
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parents[3] / "examples" / "python"
BOT = EXAMPLES / "bot.py"


@pytest.mark.parametrize("game", ["ttt", "schotten"])
def test_the_bot_plays_in_the_arena(cli, game):
    bot = f"engine:{sys.executable} {BOT}"
    report = cli.text("arena", game, "--a", "random", "--b", bot, "--games", "2")
    assert "2 games" in report or '"games"' in report or report
    assert len(BOT.read_text().splitlines()) <= 40


def test_the_bot_takes_a_seat_on_a_server(cli, tmp_path):
    server = subprocess.Popen(
        [cli.program, "serve", "--listen", "127.0.0.1:0", "--db", f"sqlite:{tmp_path}/matches.db"],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    try:
        address = next(
            found[0]
            for found in (re.findall(r"http://127\.0\.0\.1:\d+", line) for line in server.stdout)
            if found
        )
        wanted = json.dumps({"game": "nested", "seats": ["open", "bot:1"]}).encode()
        match = json.load(urllib.request.urlopen(f"{address}/api/matches", wanted))["id"]
        played = subprocess.run(
            [sys.executable, BOT, address, match], capture_output=True, text=True, timeout=120
        )
        assert played.returncode == 0, played.stderr
        assert re.fullmatch(r"outcome: (X|O|draw)\n", played.stdout)
    finally:
        server.terminate()
        server.wait()


def test_the_policy_trains_and_plots_its_progress(tmp_path):
    plot = tmp_path / "progress.svg"
    done = subprocess.run(
        [
            sys.executable,
            EXAMPLES / "train.py",
            "--steps",
            "40",
            "--envs",
            "32",
            "--games",
            "20",
            "--every",
            "20",
            "--out",
            plot,
        ],
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    assert len(re.findall(r"^step +\d+: ", done.stdout, re.M)) == 3
    assert plot.read_text().startswith("<svg") and "polyline" in plot.read_text()
