"""Codecs agree with the command line."""

import pytest

import ennead

TEXTS = [
    ("ttt.tiny", "1 2 3", {"squares": True}),
    ("ttt.3t", "XO.......", {}),
    ("ttt.rank", "XO..X....", {}),
    ("ttt.class", "....X....", {}),
    ("ttt.game", "1 2 3 4 5 6 7", {}),
    ("ttt.line", "5 1 9", {}),
    ("nested.grid", "X.O......", {}),
    ("connect.pack", "......./......./......./......./......./...X...", {}),
    ("record", "5.5 5.1 1.9", {"game": "nested", "depth": 2, "rules": "classic"}),
    ("record", "4 4 4", {"game": "connect", "width": 5, "height": 4}),
]


def flags(options):
    """Options in the syntax of the command line."""
    given = []
    for name, value in options.items():
        given += [f"--{name}"] if value is True else [f"--{name}", str(value)]
    return given


def shown(value):
    """A value as the command line prints it."""
    return value.hex() if isinstance(value, bytes) else str(value)


@pytest.mark.parametrize("format,text,options", TEXTS)
def test_values_match_the_command_line(cli, format, text, options):
    value = ennead.encode(format, text, **options)
    assert shown(value) == cli.text("encode", format, text, *flags(options))
    kinds = {"integer": int, "bits": str, "bytes": bytes}
    kind = next(entry["kind"] for entry in ennead.formats() if entry["id"] == format)
    assert type(value) is kinds[kind]
    assert ennead.decode(format, value) == cli.json("decode", format, shown(value), "--json")
    assert ennead.decode(format, shown(value)) == ennead.decode(format, value)
    assert ennead.inspect(format, value) == cli.json("inspect", format, shown(value), "--json")
    assert ennead.draw(format, value).strip() == cli.text("decode", format, shown(value))


def test_lists_match_the_command_line(cli):
    assert ennead.formats() == cli.json("formats", "--json")
    assert [game["id"] for game in ennead.games()] == ["ttt", "nested", "schotten", "connect"]
    for game in ennead.games():
        assert {"title", "seats", "setup", "levels", "formats"} <= game.keys()


def test_conversions_match_the_command_line(cli):
    game = ennead.encode("ttt.game", "1 2 3 4 5 6 7")
    for to in ["record", "ttt.tiny", "ttt.line", "ttt.3t"]:
        expected = cli.text("convert", "--from", "ttt.game", "--to", to, str(game))
        assert shown(ennead.convert("ttt.game", to, game)) == expected
    record = ennead.convert("ttt.game", "record", game)
    assert ennead.convert(from_="record", to="ttt.game", value=record) == game


@pytest.mark.parametrize(
    "format,value",
    [
        ("ttt.rank", "9999999"),
        ("ttt.rank", "-1"),
        ("ttt.rank", "1" * 60),
        ("ttt.3t", "no number"),
        ("nested.pack", "0101"),
        ("nested.pack", "012"),
        ("record", "ff"),
        ("record", ""),
        ("record", "zz"),
        ("schotten.turn", "00"),
    ],
)
def test_errors_match_the_command_line(cli, format, value):
    with pytest.raises(ennead.InputError) as error:
        ennead.decode(format, value)
    assert str(error.value) == cli.error("decode", format, value, "--json")
    assert isinstance(error.value, ennead.Error) and isinstance(error.value, ValueError)


def test_encoding_errors_match_the_command_line(cli):
    for format, text in [("ttt.3t", "XX......."), ("ttt.3t", "a\nb"), ("nested.grid", "(")]:
        with pytest.raises(ennead.InputError) as error:
            ennead.encode(format, text)
        assert str(error.value) == cli.error("encode", format, text)


def test_wrong_usage_has_its_own_error_type(cli):
    calls = [
        (lambda: ennead.encode("record", "1"), ["encode", "record", "1"]),
        (lambda: ennead.encode("ttt.3t", "X", depth=2), ["encode", "ttt.3t", "X", "--depth", "2"]),
        (
            lambda: ennead.encode("ttt.3t", "X", game="nested"),
            ["encode", "ttt.3t", "X", "--game", "nested"],
        ),
        (
            lambda: ennead.encode("record", "1", game="nested", depth=99999),
            ["encode", "record", "1", "--game", "nested", "--depth", "99999"],
        ),
    ]
    for call, arguments in calls:
        with pytest.raises(ennead.UsageError) as error:
            call()
        assert str(error.value) == cli.error(*arguments)
    with pytest.raises(ennead.UsageError, match="there is no format"):
        ennead.decode("chess.fen", 1)
    with pytest.raises(ennead.UsageError, match="no option"):
        ennead.encode("ttt.3t", "X", nonsense=1)


def test_values_of_another_type_are_rejected():
    for format, value in [("ttt.rank", b"1"), ("ttt.rank", 1.5), ("record", 5), ("record", None)]:
        with pytest.raises(TypeError):
            ennead.decode(format, value)
    for number in [-1, 2**128, 10**5000, -(10**5000)]:
        with pytest.raises(ennead.InputError):
            ennead.decode("ttt.rank", number)


def test_hostile_text_is_rejected_without_a_panic():
    for text in ["", "\0", "🦀" * 1000, "(" * 100_000, "9" * 100_000]:
        for entry in ennead.formats():
            options = {"game": "nested"} if entry["id"] == "record" else {}
            try:
                ennead.encode(entry["id"], text, **options)
            except ennead.Error as error:
                assert not isinstance(error, ennead.InternalError)
            try:
                ennead.decode(entry["id"], text)
            except ennead.Error as error:
                assert not isinstance(error, ennead.InternalError)


def test_a_panic_arrives_as_an_error_and_leaves_everything_usable():
    from ennead import _native

    for _ in range(2):
        with pytest.raises(ennead.InternalError, match="a fault of Ennead.*boom"):
            _native._raise_panic("boom")
    assert ennead.decode("ttt.rank", 0)
