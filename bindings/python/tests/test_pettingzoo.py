"""The PettingZoo environments, checked by PettingZoo's own tests."""

import random

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test

import ennead

SETUPS = [
    ("ttt", {}),
    ("nested", {"rules": "classic"}),
    ("connect", {"width": 4, "height": 4}),
    ("schotten", {}),
]


@pytest.mark.parametrize("game,setup", SETUPS)
def test_api(game, setup):
    api_test(ennead.pettingzoo.env(game, **setup), num_cycles=120, verbose_progress=False)


@pytest.mark.parametrize("game,setup", SETUPS)
def test_seed(game, setup):
    seed_test(lambda: ennead.pettingzoo.env(game, **setup), num_cycles=60)


def play(env, seed, moves=10**6):
    """Random play; the rewards of both agents."""
    chooser, rewards = random.Random(seed), {}
    env.reset(seed=seed)
    for agent in env.agent_iter():
        observation, reward, termination, truncation, _ = env.last()
        rewards[agent] = rewards.get(agent, 0) + reward
        legal = np.flatnonzero(observation["action_mask"]).tolist()
        done = termination or truncation
        assert done or legal
        env.step(None if done else chooser.choice(legal))
        moves -= 1
        if moves == 0:
            break
    return rewards


@pytest.mark.parametrize("game,setup", SETUPS)
def test_rewards_match_the_outcome(game, setup):
    for seed in range(5):
        env = ennead.pettingzoo.env(game, **setup)
        rewards = play(env, seed)
        scores = env.unwrapped.match.scores
        assert rewards == {"player_0": scores[0], "player_1": scores[1]}


def test_illegal_actions_lose():
    env = ennead.pettingzoo.env("ttt")
    env.reset(seed=1)
    env.step(4)
    env.last()
    env.step(4)
    assert env.terminations == {"player_0": True, "player_1": True}
    assert env._cumulative_rewards["player_1"] == -1
    raw = ennead.pettingzoo.raw_env("ttt")
    raw.reset()
    raw.step(4)
    with pytest.raises(ennead.IllegalMoveError):
        raw.step(4)


def test_hidden_cards_stay_hidden():
    """An observation contains the own hand, and nothing that only the opponent knows."""
    env = ennead.pettingzoo.env("schotten", render_mode="ansi")
    env.reset(seed=1)
    raw = env.unwrapped
    own = raw.observe("player_0")["observation"]
    other = raw.observe("player_1")["observation"]
    # Planes 0 to 5 are the own hand; the last one is all cards that the seat has not seen.
    assert own[:6].sum() == other[:6].sum() == 6
    assert (own[:6].sum(axis=0) * other[:6].sum(axis=0) == 0).all()
    assert own[28].sum() == other[28].sum() == 48
    assert (own[28][other[:6].sum(axis=0) == 1] == 1).all()
    assert raw.observe("player_1")["action_mask"].sum() == 0
    assert raw.observe("player_0")["action_mask"].sum() == 54

    drawing = env.render()
    assert drawing == raw.match.draw() != raw.match.draw(0)


def test_rendering(capsys):
    env = ennead.pettingzoo.env("connect", render_mode="human")
    env.reset(seed=1)
    env.step(3)
    assert "X" in capsys.readouterr().out
    env = ennead.pettingzoo.env("connect", render_mode="ansi")
    env.reset()
    assert isinstance(env.render(), str) and "\x1b" not in env.render()
    env.close()


def test_wrong_set_ups_are_rejected():
    with pytest.raises(ennead.UsageError):
        ennead.pettingzoo.env("go")
    with pytest.raises(ennead.UsageError):
        ennead.pettingzoo.env("ttt", depth=2)
