"""Every game as a PettingZoo environment (AEC).

An action is the number of a move. An observation is a dictionary with ``observation``, planes of 0
and 1 that contain nothing hidden from the agent, and ``action_mask``, 1 for every legal action; for
an agent that is not to move the mask is all 0.

>>> import ennead
>>> env = ennead.pettingzoo.env("connect", render_mode="ansi")
>>> env.reset(seed=1)
"""

from __future__ import annotations

from typing import Any

import numpy as np

try:
    from gymnasium import spaces
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers
except ImportError as error:
    raise ImportError(
        "ennead.pettingzoo needs PettingZoo: pip install 'ennead[pettingzoo]'"
    ) from error

from ._errors import UsageError
from ._native import Batch, Match

__all__ = ["env", "raw_env"]


def env(game: str, *, render_mode: str | None = None, **setup: Any) -> AECEnv:
    """Set up an environment with PettingZoo's usual wrappers.

    :param game: the game, such as ``"nested"``.
    :param render_mode: ``"ansi"``: :meth:`render` returns text; ``"human"``: it prints the text.
    :param setup: options of the game's set-up, such as ``depth=2``.

    An illegal action ends the match, and the agent that made it loses.
    """
    environment: AECEnv = raw_env(game, render_mode=render_mode, **setup)
    environment = wrappers.TerminateIllegalWrapper(environment, illegal_reward=-1)
    environment = wrappers.AssertOutOfBoundsWrapper(environment)
    return wrappers.OrderEnforcingWrapper(environment)


class raw_env(AECEnv):
    """The environment without wrappers: an illegal action raises an ``IllegalMoveError``."""

    def __init__(self, game: str, *, render_mode: str | None = None, **setup: Any) -> None:
        """Set up the environment; :func:`env` documents the arguments."""
        super().__init__()
        batch = Batch(game, 1, **setup)
        self.metadata = {
            "name": f"ennead_{game}_v1",
            "render_modes": ["ansi", "human"],
            "is_parallelizable": False,
            "render_fps": 1,
        }
        self.render_mode = render_mode
        self.possible_agents = ["player_0", "player_1"]
        self._game, self._setup = game, setup
        self._match = Match(game, **setup)
        self._observation_space = spaces.Dict(
            {
                "observation": spaces.Box(0, 1, tuple(batch.shape), np.uint8),
                "action_mask": spaces.Box(0, 1, (batch.actions,), np.int8),
            }
        )
        self._action_spaces = {
            agent: spaces.Discrete(batch.actions) for agent in self.possible_agents
        }

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The space of an agent's observations."""
        return self._observation_space

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The space of an agent's actions."""
        return self._action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start a match; the seed determines all of its randomness."""
        self._match = Match(self._game, seed=seed, **self._setup)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self._agent_to_move()

    def step(self, action: int | None) -> None:
        """Take an action of the selected agent."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise UsageError(f"{agent} is to move: an action is a number")
        self._match.play(int(action))
        self._cumulative_rewards[agent] = 0
        self.rewards = dict.fromkeys(self.agents, 0)
        scores = self._match.scores
        if scores is None:
            self.agent_selection = self._agent_to_move()
        else:
            self.rewards = dict(zip(self.possible_agents, scores))
            self.terminations = dict.fromkeys(self.agents, True)
            self.agent_selection = self._other(agent)
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def observe(self, agent: str) -> dict[str, np.ndarray]:
        """What an agent knows: its observation, and its legal actions if it is to move."""
        seat = self.possible_agents.index(agent)
        mask = np.zeros(self._action_spaces[agent].n, dtype=np.int8)
        if seat == self._match.seat:
            mask[self._match.legal_actions()] = 1
        return {"observation": self._match.observation(seat), "action_mask": mask}

    def render(self) -> str | None:
        """Render the view of a spectator: return it as text, or print it."""
        if self.render_mode is None:
            return None
        text = self._match.draw()
        if self.render_mode == "human":
            print(text)
            return None
        return text

    def close(self) -> None:
        """Do nothing: no resources are held."""

    @property
    def match(self) -> Match:
        """A copy of the match, including everything hidden, for records and analysis."""
        return self._match.copy()

    def _agent_to_move(self) -> str:
        """The agent of the seat to move."""
        return self.possible_agents[self._match.seat or 0]

    def _other(self, agent: str) -> str:
        """The other agent."""
        return self.possible_agents[1 - self.possible_agents.index(agent)]
