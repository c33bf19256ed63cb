"""Many environments of one game, stepped together."""

from __future__ import annotations

from typing import Any

import numpy as np

from ._native import Batch


class Vector:
    """A batch of environments that start a new match as soon as one ends.

    In each environment the two seats alternate. Everything is from the point of view of the seat to
    move: its observation, its legal actions, and the reward of its action. The other seat's
    reward is the negative, so one number per environment is enough.

    Every step returns new arrays, which all cores write in parallel, without copies and without the
    GIL.
    """

    def __init__(self, game: str, num_envs: int, seed: int = 0, **setup: Any) -> None:
        """Set up ``num_envs`` environments; :func:`vector` does the same."""
        self._batch = Batch(game, num_envs, **setup)
        self._seed: int | None = seed
        self._legal: np.ndarray | None = None
        self.game: str = game
        """The identifier of the game."""
        self.num_envs: int = num_envs
        """The number of environments."""
        self.num_actions: int = self._batch.actions
        """The number of actions: move numbers, some of which are legal in a position."""
        self.observation_shape: tuple[int, ...] = tuple(self._batch.shape)
        """The shape of one observation, planes first."""
        self.planes: tuple[str, ...] = tuple(self._batch.planes)
        """The names of an observation's planes."""

    def reset(self, seed: int | None = None) -> tuple[np.ndarray, dict[str, Any]]:
        """Start a new match in every environment.

        :param seed: the new seed of all randomness; by default the current stream continues.
        :returns: the observations and the infos, as in :meth:`step`.
        """
        if seed is None:
            seed, self._seed = self._seed, None
        else:
            self._seed = None
        arrays = self._arrays()
        self._batch.reset(seed, arrays)
        self._legal = arrays[1]
        return arrays[0], {"to_move": arrays[5]}

    def step(
        self, actions: Any
    ) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray, dict[str, Any]]:
        """Take one action in every environment.

        :param actions: one legal action per environment; an illegal one raises
            :class:`ennead.IllegalMoveError`, and no environment changes.
        :returns: observations ``(num_envs, *observation_shape)`` of ``uint8``; rewards ``float32``
            of the seats that acted, 1 for a win, -1 for a loss and 0 otherwise; terminations and
            truncations ``bool``; and infos with ``acted`` and ``to_move``, the seats that acted and
            that act next. After the end of a match, the observation is that of the next one.
        """
        if self._legal is None:
            self.reset()
        arrays = self._arrays()
        self._batch.step(np.ascontiguousarray(actions, dtype=np.int64), arrays)
        observations, self._legal, rewards, terminations, acted, to_move = arrays
        truncations = np.zeros(self.num_envs, dtype=np.bool_)
        infos = {"acted": acted, "to_move": to_move}
        return observations, rewards, terminations, truncations, infos

    @property
    def legal_actions(self) -> np.ndarray:
        """The legal actions as an array of ``bool``, ``(num_envs, num_actions)``."""
        if self._legal is None:
            self.reset()
        assert self._legal is not None
        return self._legal

    def sample(self) -> np.ndarray:
        """Draw a random legal action for every environment, each with the same probability."""
        if self._legal is None:
            self.reset()
        actions = np.empty(self.num_envs, dtype=np.int64)
        self._batch.sample(actions)
        return actions

    def _arrays(self) -> tuple[np.ndarray, ...]:
        """Allocate the arrays of a step; the batch writes every element."""
        count = self.num_envs
        return (
            np.empty((count, *self.observation_shape), dtype=np.uint8),
            np.empty((count, self.num_actions), dtype=np.bool_),
            np.zeros(count, dtype=np.float32),
            np.zeros(count, dtype=np.bool_),
            np.zeros(count, dtype=np.uint8),
            np.zeros(count, dtype=np.uint8),
        )

    def __repr__(self) -> str:
        """Name the game and the number of environments."""
        return f"<ennead.Vector of {self.num_envs} x {self.game}>"


def vector(game: str, num_envs: int, seed: int = 0, **setup: Any) -> Vector:
    """Set up many environments of one game that step together.

    :param game: the game, such as ``"nested"``.
    :param num_envs: the number of environments.
    :param seed: the seed of all randomness.
    :param setup: options of the game's set-up, such as ``rules="classic"``.

    >>> env = ennead.vector("connect", 1024)
    >>> observations, infos = env.reset()
    >>> observations, rewards, terminations, truncations, infos = env.step(env.sample())
    """
    return Vector(game, num_envs, seed, **setup)
