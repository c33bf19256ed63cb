"""Moves per second with random legal actions: Ennead's vector, OpenSpiel and Pgx, in one run.

Every library does the same work for each move: draw a random legal action, make it, find out who is
next, which actions are legal and whether the match is over, write the observation of the seat to
move, and start a new match after the end of one.
"""

import argparse
import os
import time

import numpy as np

import ennead

GAMES = {"ttt": ("tic_tac_toe", "tic_tac_toe"), "connect": ("connect_four", "connect_four")}


CLOCK = time.perf_counter
"""The clock; ``--cpu`` selects CPU time."""


def timed(step, seconds):
    """Moves per second of a function that returns how many it made; the best of three runs."""
    step()  # warm-up: compilation and page faults
    best = 0.0
    for _ in range(3):
        began, moves = CLOCK(), 0
        while (passed := CLOCK() - began) < seconds / 3:
            moves += step()
        best = max(best, moves / passed)
    return best


def of_ennead(game, num_envs, seconds, **setup):
    """Ennead's vector environment."""
    env = ennead.vector(game, num_envs, seed=1, **setup)
    env.reset()

    def step():
        env.step(env.sample())
        return num_envs

    return timed(step, seconds)


def of_open_spiel(name, seconds):
    """OpenSpiel through its Python interface, one match after another."""
    import pyspiel

    game = pyspiel.load_game(name)
    random = np.random.default_rng(1)

    def step():
        moves, state = 0, game.new_initial_state()
        while not state.is_terminal():
            legal = state.legal_actions()
            state.observation_tensor(state.current_player())
            state.apply_action(legal[int(random.random() * len(legal))])
            moves += 1
        state.returns()
        return moves

    return timed(step, seconds)


def of_pgx(name, num_envs, seconds):
    """Pgx on the CPU, with compiled steps that include resets."""
    import jax
    import pgx
    from pgx.experimental.wrappers import auto_reset

    env = pgx.make(name)
    init, step_one = jax.vmap(env.init), auto_reset(env.step, env.init)

    def random_step(state, key):
        logits = jax.numpy.where(state.legal_action_mask, 0.0, -jax.numpy.inf)
        act_key, step_key = jax.random.split(key)
        actions = jax.random.categorical(act_key, logits, axis=1)
        keys = jax.random.split(step_key, num_envs)
        return jax.vmap(step_one)(state, actions, keys), state.observation.sum()

    @jax.jit
    def many(state, key):
        return jax.lax.scan(random_step, state, jax.random.split(key, 20))

    state = jax.jit(init)(jax.random.split(jax.random.PRNGKey(1), num_envs))
    held = {"state": state, "key": jax.random.PRNGKey(2)}

    def step():
        held["key"], key = jax.random.split(held["key"])
        held["state"], seen = many(held["state"], key)
        jax.block_until_ready(seen)
        return 20 * num_envs

    return timed(step, seconds)


def attempt(measure, *arguments):
    """A measurement, or ``None`` if the library is not installed."""
    try:
        return measure(*arguments)
    except ImportError as error:
        print(f"skipped: {error}")
        return None


def main():
    """Measure and print the ratios."""
    global CLOCK
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--envs", type=int, default=4096)
    parser.add_argument("--seconds", type=float, default=6)
    cpu_help = "count the seconds of all cores together: the ratios hold on a busy machine, too"
    parser.add_argument("--cpu", action="store_true", help=cpu_help)
    given = parser.parse_args()
    CLOCK = time.process_time if given.cpu else time.perf_counter
    second = "second of a core" if given.cpu else "second"
    print(f"{os.cpu_count()} cores, {given.envs} environments, millions of moves a {second}")
    for rules in ("both", "classic"):
        speed = of_ennead("nested", given.envs, given.seconds, rules=rules)
        print(f"nested depth 2, {rules:8} ennead {speed / 1e6:8.2f}")
    for game, (spiel, pgx_name) in GAMES.items():
        own = of_ennead(game, given.envs, given.seconds)
        print(f"{game:24} ennead {own / 1e6:8.2f}")
        for name, other in [
            ("OpenSpiel", attempt(of_open_spiel, spiel, given.seconds)),
            ("Pgx", attempt(of_pgx, pgx_name, given.envs, given.seconds)),
        ]:
            if other:
                ratio = own / other
                print(f"{'':24} {name:9} {other / 1e6:5.2f}, ennead is {ratio:.1f} times as fast")


if __name__ == "__main__":
    main()
