"""Self-play on one GPU: parallel tree searches of many games, guided by the teacher."""
import torch

from board import Boards, features, legal_moves, play

DEPTH = 12  # maximum number of moves of a simulation
EXPLORATION = 1.4
UNSEEN = 0.2  # the penalty of an unvisited move relative to its parent
NOISE, CONCENTRATION = 0.25, 8.0


class Search:
    """One tree per game, with one node per simulation, in flat tensors."""

    def __init__(self, net, games, walks, tables, device):
        self.net, self.games, self.tables, self.device = net, games, tables, device
        self.size = walks + 1
        shape = (games * self.size,)
        new = lambda *tail, dtype: torch.zeros(shape + tail, dtype=dtype, device=device)
        self.cells, self.won = new(2, 9, dtype=torch.int16), new(2, dtype=torch.int16)
        self.target, self.value = new(dtype=torch.int8), new(dtype=torch.float32)
        self.over = new(dtype=torch.bool)
        self.prior = new(81, dtype=torch.float32)
        self.visits = new(81, dtype=torch.float32)
        self.sums = new(81, dtype=torch.float32)
        self.child = new(81, dtype=torch.int64)
        self.rules = torch.zeros(games, dtype=torch.int8, device=device)
        self.slot = torch.zeros((), dtype=torch.int64, device=device)
        self.base = torch.arange(games, device=device) * self.size
        self.graph = None
        fused = torch.compile if device == "cuda" else lambda function: function
        self.choose, self.advance = fused(choose), fused(self.advance)

    def advance(self, cells, won, target, rules, move):
        """The boards after moves, with the inputs of the evaluation."""
        after, over, score = play(Boards(cells, won, target, rules), move, self.tables)
        seen = features(after, self.tables).to(torch.bfloat16)
        legal = legal_moves(after, self.tables)
        return after.cells, after.won, after.target, over, score, seen, legal

    @torch.no_grad()
    def evaluate(self, boards, seen, legal):
        with torch.autocast(self.device, dtype=torch.bfloat16, cache_enabled=False):
            policy, value = self.net(seen, boards.target.long(), boards.rules.long())
        policy = torch.where(legal, policy.float(), -1e9)
        return torch.softmax(policy, 1) * legal, value.float()

    @torch.no_grad()
    def run(self, boards, walks, noise):
        """Searches; returns the visits of the roots' moves [n, 81] and the roots' values."""
        self.visits.zero_()
        self.sums.zero_()
        self.child.zero_()
        self.over.zero_()
        self.rules.copy_(boards.rules)
        legal = legal_moves(boards, self.tables)
        seen = features(boards, self.tables).to(torch.bfloat16)
        prior, value = self.evaluate(boards, seen, legal)
        if noise:
            count = legal.sum(1, keepdim=True).clamp(min=1)
            draws = torch._standard_gamma((CONCENTRATION / count).expand(-1, 81).contiguous())
            draws = draws * legal + 1e-9 * legal
            prior = prior * (1 - NOISE) + NOISE * draws / draws.sum(1, keepdim=True).clamp(min=1e-9)
        self.store(self.base, boards, prior, value)
        self.slot.fill_(1)
        for _ in range(walks):
            self.walk_once()
        roots = self.base
        visits, sums = self.visits[roots], self.sums[roots]
        return visits, sums.sum(1) / visits.sum(1).clamp(min=1)

    def store(self, at, boards, prior, value):
        self.cells[at], self.won[at], self.target[at] = boards.cells, boards.won, boards.target
        self.prior[at], self.value[at] = prior, value

    def walk_once(self):
        if self.device != "cuda":
            return self.walk()
        if self.graph is None:
            stream = torch.cuda.Stream()
            stream.wait_stream(torch.cuda.current_stream())
            with torch.cuda.stream(stream):
                for _ in range(3):
                    self.walk()
            torch.cuda.current_stream().wait_stream(stream)
            torch.cuda.synchronize()
            self.slot.fill_(1)
            self.graph = torch.cuda.CUDAGraph()
            with torch.cuda.graph(self.graph):
                self.walk()
        self.graph.replay()

    @torch.no_grad()
    def walk(self):
        """One simulation per game: select down to a new move, evaluate, and back up."""
        at = self.base.clone()
        going = torch.ones(self.games, dtype=torch.bool, device=self.device)
        new = torch.zeros(self.games, dtype=torch.bool, device=self.device)
        length = torch.zeros(self.games, dtype=torch.int64, device=self.device)
        edges, parent, last = [], at, at * 0
        for _ in range(DEPTH):
            move = self.choose(self.prior, self.visits, self.sums, self.value, at)
            edge = at * 81 + move
            # Steps after the end of a simulation add zero, each to a separate dummy slot.
            edges.append(torch.where(going, edge, self.base))
            length = length + going
            child = self.child.view(-1)[edge]
            parent = torch.where(going, at, parent)
            last = torch.where(going, move, last)
            new = torch.where(going, child == 0, new)
            following = torch.where(child > 0, self.base + child, at)
            at = torch.where(going, following, at)
            going = going & (child > 0) & ~self.over[following]
        value = torch.where(new, self.expand(parent, last, new), self.value[at])
        steps = torch.arange(DEPTH, device=self.device)[:, None]
        sign = 1 - 2 * ((length - steps) % 2)
        used = steps < length
        flat = torch.stack(edges).view(-1)
        self.visits.view(-1).index_add_(0, flat, used.float().view(-1))
        self.sums.view(-1).index_add_(0, flat, (used * sign * value).view(-1))
        self.slot += 1

    def expand(self, parent, move, new):
        """Adds the positions after new moves; returns their values for the players to move."""
        # Simulations that end elsewhere compute results that are discarded.
        cells, won, target, over, score, seen, legal = self.advance(
            self.cells[parent], self.won[parent], self.target[parent], self.rules, move
        )
        after = Boards(cells, won, target, self.rules)
        prior, value = self.evaluate(after, seen, legal)
        value = torch.where(over, -score.float(), value)
        at = self.base + self.slot
        self.store(at, after, prior, value)
        self.over[at] = over
        edge = parent * 81 + move
        flat = self.child.view(-1)
        flat[edge] = torch.where(new, self.slot, flat[edge])
        return value


def choose(prior, visits, sums, value, at):
    """The move with the highest upper confidence bound at each node, [n]."""
    prior, visits, sums, value = prior[at], visits[at], sums[at], value[at]
    total = visits.sum(1, keepdim=True)
    mean = torch.where(visits > 0, sums / visits.clamp(min=1), value[:, None] - UNSEEN)
    bound = mean + EXPLORATION * prior * torch.sqrt(total + 1) / (1 + visits)
    return torch.where(prior > 0, bound, -1e9).argmax(1)
