"""Batches of environments."""

import os
import threading

import numpy as np
import pytest

import ennead

SETUPS = [
    ("ttt", {}, 9, (2, 3, 3)),
    ("nested", {}, 81, (5, 9, 9)),
    ("nested", {"rules": "open"}, 81, (5, 9, 9)),
    ("nested", {"depth": 1}, 9, (5, 9)),
    ("nested", {"depth": 3, "rules": "count"}, 729, (5, 9, 9, 9)),
    ("connect", {}, 7, (2, 6, 7)),
    ("connect", {"width": 5, "height": 4, "gravity": "off"}, 20, (2, 4, 5)),
    ("connect", {"width": 15, "height": 15, "line": 5, "gravity": "off"}, 225, (2, 15, 15)),
    ("schotten", {}, 256, (29, 54)),
    ("schotten", {"claims": "manual", "timing": "start"}, 256 << 9, (29, 54)),
]


@pytest.mark.parametrize("game,setup,actions,shape", SETUPS)
def test_shapes_and_types(game, setup, actions, shape):
    env = ennead.vector(game, 3, seed=1, **setup)
    observations, infos = env.reset()
    assert (env.num_actions, env.observation_shape) == (actions, shape)
    assert len(env.planes) == shape[0]
    for _ in range(3):
        assert observations.shape == (3, *shape) and observations.dtype == np.uint8
        assert observations.max() <= 1
        assert env.legal_actions.shape == (3, actions) and env.legal_actions.dtype == np.bool_
        assert env.legal_actions.any(axis=1).all()
        assert infos["to_move"].shape == (3,)
        actions_made = env.sample()
        assert env.legal_actions[np.arange(3), actions_made].all()
        observations, rewards, terminations, truncations, infos = env.step(actions_made)
        assert rewards.shape == (3,) and rewards.dtype == np.float32
        for ends in (terminations, truncations):
            assert ends.shape == (3,) and ends.dtype == np.bool_


OPEN = [(game, setup) for game, setup, *_ in SETUPS if game != "schotten"]


@pytest.mark.parametrize("game,setup", OPEN)
def test_environments_agree_with_matches(game, setup):
    """Masks, observations, seats and results agree with a match of the same moves."""
    env = ennead.vector(game, 1, seed=11, **setup)
    observations, infos = env.reset()
    match = ennead.Match(game, **setup)
    for _ in range(150):
        assert np.flatnonzero(env.legal_actions[0]).tolist() == match.legal_actions()
        assert (observations[0] == match.observation(match.seat)).all()
        assert infos["to_move"][0] == match.seat
        action, seat = int(env.sample()[0]), match.seat
        observations, rewards, terminations, _, infos = env.step([action])
        match.play(action)
        assert infos["acted"][0] == seat and terminations[0] == (match.outcome is not None)
        assert rewards[0] == (match.scores[seat] if match.scores else 0)
        if match.outcome is not None:
            match = ennead.Match(game, **setup)


def test_the_seed_determines_everything():
    def course(seed, num_envs=300):
        env, digest = ennead.vector("schotten", num_envs, seed=seed), []
        for _ in range(20):
            observations, rewards, *_ = env.step(env.sample())
            digest.append((observations.copy(), rewards.copy()))
        return digest

    first, again, other = course(1), course(1), course(2)
    assert all((a[0] == b[0]).all() and (a[1] == b[1]).all() for a, b in zip(first, again))
    assert any((a[0] != b[0]).any() for a, b in zip(first, other))
    # An environment does not depend on how many others there are.
    assert all((a[0][:7] == b[0]).all() for a, b in zip(course(1, 300)[:1], course(1, 7)[:1]))


def test_reset_with_a_seed_repeats_and_without_one_continues():
    env = ennead.vector("schotten", 4, seed=5)
    first = env.reset()[0]
    second = env.reset()[0]
    assert (first != second).any()
    assert (env.reset(seed=5)[0] == first).all()


def test_matches_end_and_restart():
    env = ennead.vector("ttt", 500, seed=3)
    env.reset()
    ends, wins = 0, 0
    for _ in range(60):
        observations, rewards, terminations, truncations, infos = env.step(env.sample())
        assert (observations[terminations] == 0).all() and not truncations.any()
        assert (rewards[~terminations] == 0).all() and (rewards >= 0).all()
        assert env.legal_actions[terminations].all()
        ends += terminations.sum()
        wins += (rewards[terminations] == 1).sum()
    assert 3000 < ends < 4500 and 0.8 < wins / ends < 0.95


def test_arrays_of_earlier_steps_keep_their_contents():
    env = ennead.vector("ttt", 8)
    first, _ = env.reset()
    legal = env.legal_actions
    before = (first.copy(), legal.copy())
    for _ in range(5):
        env.step(env.sample())
    assert (first == before[0]).all() and (legal == before[1]).all()


def test_illegal_actions_change_nothing():
    env = ennead.vector("ttt", 600)
    env.reset()
    actions = env.sample()
    env.step(actions)
    legal = env.legal_actions.copy()
    later = env.sample()
    for index, action in [(0, -1), (599, 9), (300, int(actions[300])), (5, 2**62)]:
        wrong = later.copy()
        wrong[index] = action
        with pytest.raises(ennead.IllegalMoveError, match=f"environment {index} is not legal"):
            env.step(wrong)
    assert (env.legal_actions == legal).all()
    env.step(later)
    with pytest.raises(ennead.UsageError, match="600 actions, not 2"):
        env.step([1, 2])
    with pytest.raises((TypeError, ValueError)):
        env.step("no actions")


def test_actions_of_any_integer_type_are_accepted():
    env = ennead.vector("connect", 2)
    env.reset()
    for actions in [[0, 1], np.array([2, 3], np.int8), np.array([4, 9, 5])[::2]]:
        env.step(actions)


def test_wrong_set_ups_are_rejected():
    for call in [
        lambda: ennead.vector("go", 1),
        lambda: ennead.vector("ttt", 0),
        lambda: ennead.vector("ttt", 2**60),
        lambda: ennead.vector("ttt", 1, depth=2),
        lambda: ennead.vector("nested", 1, depth=0),
    ]:
        with pytest.raises(ennead.UsageError):
            call()
    with pytest.raises(ennead.InputError, match="too large for an environment"):
        ennead.vector("nested", 1, depth=6)
    with pytest.raises((OverflowError, TypeError)):
        ennead.vector("ttt", -1)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="the system has no fork")
def test_a_forked_child_steps_its_copy():
    env = ennead.vector("ttt", 1000)
    env.step(env.sample())
    child = os.fork()
    if child == 0:
        env.step(env.sample())
        os._exit(7)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 7
    env.step(env.sample())


def test_other_threads_run_while_a_batch_steps():
    env = ennead.vector("nested", 20_000)
    env.reset()
    running, seen = threading.Event(), []

    def count():
        while not running.is_set():
            seen.append(1)

    thread = threading.Thread(target=count)
    thread.start()
    for _ in range(5):
        env.step(env.sample())
    running.set()
    thread.join()
    assert seen
