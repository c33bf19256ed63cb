"""Trains a small policy on nested tic-tac-toe by self-play, and plots its progress.

    pip install ennead numpy
    python3 train.py --steps 3000 --out progress.svg

The policy is a network of one hidden layer, trained with REINFORCE: after each match, the moves of
the winner become more likely and those of the loser less. From time to time it is evaluated against
random play. It needs nothing but numpy; the plot is an SVG file.
"""

import argparse

import numpy as np

import ennead


class Policy:
    """A network from observations to the logits of actions, trained with Adam."""

    def __init__(self, inputs, hidden, actions, random):
        scale = [np.sqrt(2 / inputs), np.sqrt(1 / hidden)]
        self.weights = [
            (random.standard_normal((inputs, hidden)) * scale[0]).astype(np.float32),
            np.zeros(hidden, np.float32),
            (random.standard_normal((hidden, actions)) * scale[1]).astype(np.float32),
            np.zeros(actions, np.float32),
        ]
        self.moments = [[np.zeros_like(weight) for weight in self.weights] for _ in range(2)]
        self.updates = 0

    def probabilities(self, inputs, legal):
        """The hidden layer, and the probabilities of the legal actions."""
        first, first_bias, second, second_bias = self.weights
        hidden = np.maximum(inputs @ first + first_bias, 0)
        logits = np.where(legal, hidden @ second + second_bias, -np.inf)
        odds = np.exp(logits - logits.max(axis=1, keepdims=True))
        return hidden, odds / odds.sum(axis=1, keepdims=True)

    def learn(self, inputs, legal, actions, gains, rate=1e-3):
        """Take a policy-gradient step: scale the log-probability of each action by its gain."""
        hidden, odds = self.probabilities(inputs, legal)
        error = odds
        error[np.arange(len(actions)), actions] -= 1
        error *= (gains / len(actions))[:, None]
        back = (error @ self.weights[2].T) * (hidden > 0)
        slopes = [inputs.T @ back, back.sum(axis=0), hidden.T @ error, error.sum(axis=0)]
        self.updates += 1
        for weight, mean, spread, slope in zip(self.weights, *self.moments, slopes):
            mean += 0.1 * (slope - mean)
            spread += 0.01 * (slope * slope - spread)
            scale = np.sqrt(spread / (1 - 0.99**self.updates)) + 1e-8
            weight -= rate * mean / (1 - 0.9**self.updates) / scale


def choose(policy, observations, legal, random):
    """Sample an action from the policy for each environment."""
    inputs = observations.reshape(len(observations), -1).astype(np.float32)
    _, odds = policy.probabilities(inputs, legal)
    # The Gumbel-max trick: argmax(odds / exponential noise) is a sample from the odds.
    noise = random.standard_exponential(odds.shape, np.float32)
    return inputs, np.where(legal, odds / noise, -1).argmax(axis=1)


def train(policy, env, steps, random):
    """Self-play: yields after each step of all environments."""
    observations, _ = env.reset()
    course = [[] for _ in range(env.num_envs)]
    pool = []
    for step in range(steps):
        legal = env.legal_actions
        inputs, actions = choose(policy, observations, legal, random)
        observations, rewards, terminations, _, infos = env.step(actions)
        for index, moves in enumerate(course):
            moves.append((inputs[index], legal[index], actions[index], infos["acted"][index]))
        for index in np.flatnonzero(terminations):
            winner = infos["acted"][index]
            for *move, seat in course[index]:
                if rewards[index]:
                    pool.append((*move, rewards[index] * (1 if seat == winner else -1)))
            course[index] = []
        if len(pool) >= 4096:
            parts = [np.array(part) for part in zip(*pool)]
            policy.learn(*parts[:3], parts[3].astype(np.float32))
            pool = []
        yield step


def score_against_random(policy, games, seed, setup):
    """The score against random play: wins plus half of the draws, as a fraction."""
    random = np.random.default_rng(seed)
    env = ennead.vector("nested", games, seed=seed, **setup)
    observations, infos = env.reset()
    own_seat, points, open_games = np.arange(games) % 2, np.zeros(games), np.ones(games, bool)
    while open_games.any():
        _, actions = choose(policy, observations, env.legal_actions, random)
        actions = np.where(infos["to_move"] == own_seat, actions, env.sample())
        observations, rewards, terminations, _, infos = env.step(actions)
        ended = terminations & open_games
        signed = np.where(infos["acted"] == own_seat, rewards, -rewards)
        points[ended] = (1 + signed[ended]) / 2
        open_games &= ~terminations
    return points.mean()


def plot(scores, path):
    """Write the scores over the steps as an SVG file."""
    width, height, margin = 640, 360, 44
    steps = max(step for step, _ in scores) or 1
    place = lambda step, score: (
        margin + (width - 2 * margin) * step / steps,
        height - margin - (height - 2 * margin) * score,
    )
    points = " ".join("%.1f,%.1f" % place(step, score) for step, score in scores)
    lines = [
        f'<line x1="{margin}" x2="{width - margin}" y1="{place(0, s)[1]}" y2="{place(0, s)[1]}" '
        f'stroke="#ccc"/><text x="8" y="{place(0, s)[1] + 4}" font-size="12">{s:.0%}</text>'
        for s in (0, 0.25, 0.5, 0.75, 1)
    ]
    with open(path, "w") as file:
        file.write(
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
            f'font-family="sans-serif"><rect width="100%" height="100%" fill="#fff"/>'
            f'<text x="{margin}" y="24">Points against random moves, by step</text>'
            f'{"".join(lines)}<polyline fill="none" stroke="#06c" stroke-width="2" '
            f'points="{points}"/><text x="{width - margin}" y="{height - 16}" font-size="12" '
            f'text-anchor="end">{steps} steps</text></svg>\n'
        )


def main():
    """Train, report and plot."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--steps", type=int, default=3000, help="steps of all environments")
    parser.add_argument("--envs", type=int, default=256, help="environments")
    parser.add_argument("--games", type=int, default=400, help="games against random moves")
    parser.add_argument("--every", type=int, default=250, help="steps between two measurements")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rules", default="classic", help="rules of nested tic-tac-toe")
    parser.add_argument("--out", default="progress.svg", help="the plot")
    given = parser.parse_args()
    setup = {"rules": given.rules}
    random = np.random.default_rng(given.seed)
    env = ennead.vector("nested", given.envs, seed=given.seed, **setup)
    inputs = int(np.prod(env.observation_shape))
    policy = Policy(inputs, 128, env.num_actions, random)
    scores = []

    def measure(step):
        scores.append((step, score_against_random(policy, given.games, given.seed + step, setup)))
        print(f"step {step:>6}: {scores[-1][1]:.1%} against random moves", flush=True)

    measure(0)
    for step in train(policy, env, given.steps, random):
        if (step + 1) % given.every == 0:
            measure(step + 1)
    plot(scores, given.out)
    print(f"wrote {given.out}")


if __name__ == "__main__":
    main()
