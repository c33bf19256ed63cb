"""The compiled part of the package."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

Value = int | str | bytes

def formats() -> list[dict[str, Any]]:
    """List the formats of all games."""

def games() -> list[dict[str, Any]]:
    """List the games."""

def encode(format: str, text: str, **options: object) -> Value:
    """Encode a text in a format."""

def decode(format: str, value: Value | bytearray) -> dict[str, Any]:
    """Decode a value to the dictionary that ``ennead decode --json`` prints."""

def draw(format: str, value: Value | bytearray, **options: object) -> str:
    """Draw a value as text."""

def convert(from_: str, to: str, value: Value | bytearray, **options: object) -> Value:
    """Convert a value from one format to another."""

def inspect(format: str, value: Value | bytearray) -> dict[str, Any]:
    """Take a value apart, bit by bit."""

def best(
    match: Match | bytes | str,
    bot: str | None = None,
    *,
    ms: int | None = None,
    nodes: int | None = None,
    seed: int = 1,
) -> str:
    """The move that a bot makes, as text."""

def analyse(
    match: Match | bytes | str,
    bot: str | None = None,
    *,
    ms: int | None = None,
    nodes: int | None = None,
    seed: int = 1,
    threshold: float = 0.3,
) -> dict[str, Any]:
    """Go through a match: the value of every move, and the mistakes."""

def graph(game: str, *, node: str | None = None) -> dict[str, Any]:
    """The solved graph of a small game, or one of its nodes."""

class Match:
    """A match of any game: moves, outcome and record."""

    def __init__(self, game: str, *, seed: int | None = None, **setup: Any) -> None: ...
    @classmethod
    def from_record(cls, record: bytes | bytearray | str) -> Match:
        """Read a match of any game from a record."""

    def legal_moves(self) -> list[str]:
        """The legal moves as text."""

    def legal_actions(self) -> list[int]:
        """The numbers of the legal moves."""

    def play(self, move: str | int) -> None:
        """Make a move, given as its text or as its number."""

    def undo(self) -> bool:
        """Take back the last move; whether there was one."""

    def deal(self) -> None:
        """Make the choices of chance that a record ends before."""

    def draw(self, seat: int | str | None = None) -> str:
        """A drawing of what a seat or a spectator may see."""

    def observation(self, seat: int | str) -> npt.NDArray[np.uint8]:
        """What a seat observes, as an array."""

    def copy(self) -> Match:
        """A match with the same moves."""

    @property
    def outcome(self) -> str | None:
        """The name of the seat that has won, ``"draw"``, or ``None``."""

    @property
    def to_move(self) -> str | None:
        """The name of the seat to move."""

    @property
    def seat(self) -> int | None:
        """The number of the seat to move."""

    @property
    def scores(self) -> list[int] | None:
        """The result for each seat once the match is over."""

    @property
    def seats(self) -> list[str]:
        """The names of the seats."""

    @property
    def game(self) -> str:
        """The identifier of the game."""

    @property
    def setup(self) -> dict[str, str]:
        """The options of the set-up with their values."""

    @property
    def moves(self) -> list[str]:
        """The moves so far, as text."""

    @property
    def record(self) -> bytes:
        """The match as a record."""

    def __copy__(self) -> Match: ...
    def __deepcopy__(self, memo: object) -> Match: ...

class Batch:
    """Environments of one game that step together; ``ennead.Vector`` is for people."""

    def __init__(self, game: str, num_envs: int, **setup: Any) -> None: ...
    @property
    def actions(self) -> int:
        """The number of actions."""

    @property
    def shape(self) -> Sequence[int]:
        """The shape of an observation."""

    @property
    def planes(self) -> Sequence[str]:
        """What the planes of an observation hold."""

    def reset(self, seed: int | None, arrays: tuple[np.ndarray, ...]) -> None:
        """Begin new matches in all environments."""

    def step(self, actions: npt.NDArray[np.int64], arrays: tuple[np.ndarray, ...]) -> None:
        """Make one action in each environment."""

    def sample(self, actions: npt.NDArray[np.int64]) -> None:
        """Write a random legal action for each environment."""

def _raise_panic(text: str) -> None:
    """Panic, so that a test can see the panic arrive as an error."""
