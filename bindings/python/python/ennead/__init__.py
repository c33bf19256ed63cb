"""Turn-based games in as few bits as they need: codecs, matches, bots and environments.

>>> import ennead
>>> ennead.encode("ttt.3t", "XO.......")
136314880
>>> match = ennead.Match("nested", depth=2)
>>> match.play("5.5")
>>> match.to_move
'O'

- :func:`encode`, :func:`decode`, :func:`convert`, :func:`inspect` and :func:`draw` work on the
  formats that :func:`formats` lists.
- A :class:`Match` is a match of any game that :func:`games` lists; :func:`best` and
  :func:`analyse` ask a bot about it, and :func:`graph` is the solved graph of a small game.
- :func:`vector` steps thousands of environments at once on numpy arrays, and
  ``ennead.pettingzoo.env`` is a PettingZoo environment.

Errors are of type :class:`Error`, with the messages of the command line.
"""

from __future__ import annotations

import importlib
from types import ModuleType
from typing import TYPE_CHECKING

from ._errors import Error, IllegalMoveError, InputError, InternalError, UsageError
from ._native import (
    Match,
    analyse,
    best,
    convert,
    decode,
    draw,
    encode,
    formats,
    games,
    graph,
    inspect,
)
from ._vector import Vector, vector

if TYPE_CHECKING:
    from . import pettingzoo as pettingzoo

__all__ = [
    "Error",
    "IllegalMoveError",
    "InputError",
    "InternalError",
    "Match",
    "UsageError",
    "Vector",
    "analyse",
    "best",
    "convert",
    "decode",
    "draw",
    "encode",
    "formats",
    "games",
    "graph",
    "inspect",
    "vector",
]


def __getattr__(name: str) -> ModuleType:
    """Import ``ennead.pettingzoo`` on first use, since PettingZoo is optional."""
    if name == "pettingzoo":
        return importlib.import_module(".pettingzoo", __name__)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
