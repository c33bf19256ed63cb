"""Fixtures: the command line to compare with."""

import json
import os
import subprocess

import pytest

GAMES = ["ttt", "nested", "schotten", "connect"]


class CommandLine:
    """The command line named by ENNEAD."""

    program = os.environ.get("ENNEAD", "ennead")

    def run(self, *arguments):
        """Run it, and return its status and its output."""
        done = subprocess.run([self.program, *arguments], capture_output=True, text=True)
        return done.returncode, done.stdout.strip(), done.stderr.strip()

    def text(self, *arguments):
        """Its output, if it succeeds."""
        status, output, errors = self.run(*arguments)
        assert status == 0, errors
        return output

    def json(self, *arguments):
        """Its output as JSON."""
        return json.loads(self.text(*arguments))

    def error(self, *arguments):
        """The error message, if it fails."""
        status, _, errors = self.run(*arguments)
        assert status != 0
        return errors.split("\n")[0].removeprefix("error: ")


@pytest.fixture(scope="session")
def cli():
    """The command line."""
    return CommandLine()
