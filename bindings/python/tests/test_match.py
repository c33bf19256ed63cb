"""Matches, bots and graphs."""

import copy
import pickle
import random

import pytest

import ennead

from conftest import GAMES


def played(game, seed=1, moves=10**6, **setup):
    """A match of random moves."""
    match, chooser = ennead.Match(game, seed=seed, **setup), random.Random(seed)
    while match.outcome is None and len(match.moves) < moves:
        match.play(chooser.choice(match.legal_moves()))
    return match


@pytest.mark.parametrize("game", GAMES)
def test_whole_matches_and_their_records(cli, game):
    match = played(game)
    assert match.to_move is None and match.legal_moves() == [] and match.scores is not None
    assert match.outcome in [*match.seats, "draw"]
    again = ennead.Match.from_record(match.record)
    assert (again.moves, again.outcome, again.record) == (match.moves, match.outcome, match.record)
    decoded = cli.json("decode", "record", match.record.hex(), "--json")
    assert decoded == ennead.decode("record", match.record)
    assert decoded["moves"] == match.moves
    assert ennead.Match.from_record(match.record.hex()) == match


@pytest.mark.parametrize("game", GAMES)
def test_undo_takes_back_whole_moves(game):
    match = ennead.Match(game, seed=3)
    start, records = match.record, []
    for _ in range(6):
        records.append(match.record)
        match.play(match.legal_moves()[-1])
    reread = ennead.Match.from_record(match.record)
    for record in reversed(records):
        assert match.undo() and match.record == record
        assert reread.undo() and reread.record == record
    assert not match.undo() and match.record == start


def test_moves_are_texts_or_numbers():
    match = ennead.Match("ttt")
    assert match.legal_moves() == [str(square) for square in range(1, 10)]
    assert match.legal_actions() == list(range(9))
    match.play("5")
    match.play(0)
    assert (match.moves, match.to_move, match.seat) == (["5", "1"], "X", 0)
    assert ennead.Match("nested", depth=2).legal_actions() == list(range(81))
    cards = ennead.Match("schotten", seed=1)
    expected = [
        int(slot) * 16 + int(column)
        for slot, column in (move.split(">") for move in cards.legal_moves())
    ]
    assert cards.legal_actions() == expected
    board = ennead.Match("connect", width=4, height=5, gravity="off")
    assert board.legal_actions() == list(range(20))


def test_illegal_moves_change_nothing():
    match = ennead.Match("nested")
    match.play("5.5")
    record = match.record
    for move in ["5.5", "1.1", "nonsense", "", 0, 10**9, "🦀"]:
        with pytest.raises(ennead.IllegalMoveError):
            match.play(move)
    for move in [None, 1.5, -1, b"5.1"]:
        with pytest.raises(TypeError):
            match.play(move)
    assert match.record == record
    with pytest.raises(ennead.IllegalMoveError, match="grid 5, where the last move"):
        match.play("1.1")


def test_set_ups_are_checked():
    assert ennead.Match("nested", depth=3, first="O").setup["depth"] == "3"
    assert ennead.Match("nested", depth=3, first="O").to_move == "O"
    for setup in [{"depth": 0}, {"depth": "many"}, {"width": 3}, {"rules": "house"}]:
        with pytest.raises(ennead.UsageError):
            ennead.Match("nested", **setup)
    with pytest.raises(ennead.UsageError, match="there is no game"):
        ennead.Match("go")
    with pytest.raises(ennead.InputError, match="legal moves"):
        ennead.Match("nested", depth=12).legal_moves()


def test_invalid_records_are_rejected():
    for record in [b"", b"\xff", b"\x41" * 500]:
        with pytest.raises(ennead.InputError):
            ennead.Match.from_record(record)


def test_the_seed_determines_chance():
    deal = lambda seed: ennead.Match("schotten", seed=seed).record
    assert deal(1) == deal(1) != deal(2)
    assert ennead.Match("schotten").record != ennead.Match("schotten").record


def test_drawings_show_what_their_viewer_may_see():
    match = ennead.Match("schotten", seed=5)
    first, second, everyone = match.draw(0), match.draw("player 2"), match.draw()
    assert first != second and everyone not in (first, second) and str(match) == everyone
    with pytest.raises(ennead.UsageError, match="no such seat"):
        match.draw(2)


def test_copies_and_pickles_are_independent():
    match = played("connect", moves=5)
    for other in [
        match.copy(),
        copy.copy(match),
        copy.deepcopy(match),
        pickle.loads(pickle.dumps(match)),
    ]:
        assert other == match
        other.play(other.legal_moves()[0])
        assert other != match
    assert "connect: 5 moves" in repr(match)


def test_a_match_says_its_rules():
    assert repr(ennead.Match("nested")) == (
        "<ennead.Match of nested: 0 moves; depth=2 first=X rules=both>"
    )
    assert repr(ennead.Match("ttt")) == "<ennead.Match of ttt: 0 moves>"
    assert ennead.Match("nested").setup == {"depth": "2", "first": "X", "rules": "both"}


def test_bots_choose_legal_moves(cli):
    for game in GAMES:
        match = ennead.Match(game, seed=2)
        move = ennead.best(match, "level1", nodes=10, seed=4)
        assert move in match.legal_moves()
        assert move == ennead.best(match.record, "level1", nodes=10, seed=4)
    threat = ennead.Match("ttt")
    for move in ["1", "5", "2"]:
        threat.play(move)
    assert ennead.best(threat) == "3"
    with pytest.raises(ennead.UsageError, match="has no bot"):
        ennead.best(threat, "nobody")
    with pytest.raises(ennead.IllegalMoveError):
        ennead.best(played("ttt"))


def test_analysis_matches_the_command_line(cli):
    match = played("ttt", seed=7)
    expected = cli.json("analyse", match.record.hex(), "--json", "--nodes", "100")
    assert ennead.analyse(match, nodes=100) == expected
    assert ennead.analyse(match.record, nodes=100) == expected
    with pytest.raises(ennead.UsageError, match="threshold"):
        ennead.analyse(match, threshold=3)


def test_the_solved_graph_matches_the_command_line(cli):
    assert ennead.graph("ttt") == cli.json("graph", "ttt", "--json")
    node = ennead.graph("ttt", node="X...O....")
    assert node == cli.json("graph", "ttt", "--json", "--node", "X...O....")
    with pytest.raises(ennead.UsageError, match="no solved graph"):
        ennead.graph("nested")
    with pytest.raises(ennead.InputError):
        ennead.graph("ttt", node="XXX")
