"""The two networks: a large teacher that generates the games, and the student that ships."""
import math

import torch
from torch import nn

from board import FEATURES

INNER, EMBEDDING, SECOND = 64, 32, 32
# Limits of activations and weights that keep the integer arithmetic of the student within 32 bits.
ACTIVATION, WIDE, NARROW, CONTRIBUTION = 4.0, 3.99, 1.99, 5.5


def squash(x):
    """An approximation of the hyperbolic tangent; 1 from 3 on."""
    y = x.clamp(-3, 3)
    return y * (27 + y * y) / (27 + 9 * y * y)


class Student(nn.Module):
    """Embeds each grid, sums the contributions of the grids to a hidden layer, and reads a value
    and a policy off it. `src/network` computes the same in integers."""

    def __init__(self, hidden):
        super().__init__()
        h, e = hidden, EMBEDDING
        normal = lambda *shape, fan: nn.Parameter(torch.randn(*shape) / math.sqrt(fan))
        zeros = lambda *shape: nn.Parameter(torch.zeros(*shape))
        self.inner, self.inner_bias = normal(FEATURES, INNER, fan=6), zeros(INNER)
        self.embed, self.embed_bias = normal(INNER, e, fan=INNER), zeros(e)
        self.grids = normal(9, e, h, fan=9 * e / 2)
        self.target, self.rules = normal(10, h, fan=25), normal(4, h, fan=25)
        self.second, self.second_bias = normal(h, SECOND, fan=h), zeros(SECOND)
        self.out, self.out_bias = normal(4, SECOND, fan=SECOND), zeros(4)
        self.policy, self.policy_bias = normal(81, h, fan=2 * h), zeros(81)
        self.local = zeros(9, e, 9)  # grid of the move, its embedding, cell
        self.sent = zeros(2, 9, e)  # the opponent's target grid; 1 if the move's own

    def forward(self, features, target, rules):
        inner = (features @ self.inner + self.inner_bias).clamp(0, ACTIVATION)
        embedding = (inner @ self.embed + self.embed_bias).clamp(-ACTIVATION, ACTIVATION)
        parts = torch.einsum("nge,geh->gnh", embedding, self.grids)
        sums = parts.clamp(-CONTRIBUTION, CONTRIBUTION).sum(0)
        hidden = (sums + self.target[target] + self.rules[rules]).clamp(0, ACTIVATION)
        second = (hidden @ self.second + self.second_bias).clamp(0, ACTIVATION)
        value = (second * self.out[rules]).sum(1) + self.out_bias[rules]
        local = torch.einsum("nge,gec->ngc", embedding, self.local)
        sent = torch.einsum("nge,sge->sng", embedding, self.sent)
        same = torch.eye(9, device=features.device)
        whole = local + sent[0][:, None, :] * (1 - same) + sent[1][:, None, :] * same
        policy = hidden @ self.policy.t() + self.policy_bias + whole.flatten(1)
        return policy, squash(value)

    @torch.no_grad()
    def clip(self):
        for name, parameter in self.named_parameters():
            bound = NARROW if name in ("second", "policy") else WIDE
            parameter.clamp_(-bound, bound)


class Block(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.norm = nn.LayerNorm(width)
        self.one, self.two = nn.Linear(width, width), nn.Linear(width, width)
        nn.init.zeros_(self.two.weight)

    def forward(self, x):
        return x + self.two(torch.relu(self.one(self.norm(x))))


class Teacher(nn.Module):
    def __init__(self, width=512, blocks=4, embedding=64):
        super().__init__()
        self.grid = nn.Sequential(
            nn.Linear(FEATURES, 128), nn.ReLU(), nn.Linear(128, embedding), nn.ReLU()
        )
        self.stem = nn.Linear(9 * embedding, width)
        self.target, self.rules = nn.Embedding(10, width), nn.Embedding(4, width)
        self.blocks = nn.Sequential(*[Block(width) for _ in range(blocks)], nn.LayerNorm(width))
        self.value = nn.Sequential(nn.Linear(width, 128), nn.ReLU(), nn.Linear(128, 1))
        self.policy = nn.Linear(width, 81)

    def forward(self, features, target, rules):
        x = self.stem(self.grid(features).flatten(1)) + self.target(target) + self.rules(rules)
        x = self.blocks(torch.relu(x))
        return self.policy(x), torch.tanh(self.value(x)[:, 0])
