"""The odds of src/bot/odds.rs, for every deck size, for the mover and the opponent."""

HELD, OWN_DRAW, THEIR_DRAW = 0.73, 0.8, 0.95
HAND, DECK, MOST_HIDDEN = 6, 42, 12


def odds(held, hidden):
    def missed(own, far):
        return (1 - held) ** own * (1 - hidden) ** far

    def single(own, far):
        near = own * held * (1 - held) ** (own - 1) * (1 - hidden) ** far if own else 0
        return near + (far * hidden * (1 - hidden) ** (far - 1) * (1 - held) ** own if far else 0)

    pairs = [(own, far) for own in range(HAND + 1) for far in range(MOST_HIDDEN + 1)]
    one = [1 - missed(*pair) for pair in pairs]
    two = [max(0.0, 1 - missed(*pair) - single(*pair)) for pair in pairs]
    return one + two + [held, hidden]


def table():
    rows = []
    for deck in range(DECK + 1):
        hidden, drawn = deck + HAND, deck / 2
        theirs = THEIR_DRAW * (drawn + HAND) / hidden if deck else 1.0
        rows += odds(HELD, OWN_DRAW * drawn / hidden) + odds(HELD, theirs)
    return rows
