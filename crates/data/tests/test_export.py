"""`ennead export --format parquet`."""

import base64
import os
import re
import resource
import signal
import tempfile
import unittest

import duckdb

from postgres import Postgres
from stored import (EPOCH, GUIDE, archive, database, finished, match_id, memory_of, random_records,
                    run, shuffled, text)

MATCHES = 100_000


def tables_of_the_guide():
    """The tables of columns in docs/DATA.md, as pairs of names and types."""
    with open(GUIDE) as guide:
        parts = re.split(r"^\| column .*\n", guide.read(), flags=re.M)[1:]
    row = re.compile(r"^\| `(\w+)` \| (\S+) \|", re.M)
    return [row.findall(part.split("\n\n")[0]) for part in parts]


def recipes():
    """The SQL of docs/DATA.md."""
    with open(GUIDE) as guide:
        return re.findall(r"```sql\n(.*?)```", guide.read(), re.S)


def columns(path):
    """The columns of a file, as pairs of names and types."""
    described = duckdb.sql(f"DESCRIBE SELECT * FROM '{path}'").fetchall()
    return [(name, kind) for name, kind, *_ in described]


class Large(unittest.TestCase):
    """A database of 100,000 random games of tic-tac-toe."""

    @classmethod
    def setUpClass(cls):
        held = tempfile.TemporaryDirectory()
        cls.addClassCleanup(held.cleanup)
        cls.folder = held.name
        records = random_records(cls.folder, "ttt", MATCHES)
        cls.matches = [finished(number, record) for number, record in enumerate(records)]
        # One match of a game that no program knows.
        unknown = {"record": base64.urlsafe_b64encode(b"\x4e\x01\x02").decode(), "reason": "agreed"}
        cls.matches[7] |= unknown
        cls.url = database(cls.folder, shuffled(cls.matches))
        cls.path = os.path.join(cls.folder, "matches.parquet")
        cls.memory = memory_of("export", "--format", "parquet", "--db", cls.url, "--out", cls.path)

    def test_every_match_comes_back(self):
        rows = duckdb.sql(f"""SELECT id, record, epoch_ms(created), epoch_ms(ended), first, second,
            listed, outcome, ending, moves, numbers, game FROM '{self.path}'""")
        known = []
        for match, row in zip(self.matches, rows.fetchall(), strict=True):
            record = base64.urlsafe_b64decode(match["record"] + "==")
            bot = f"bot:{match['seats'][1]['bot']}"
            stored = match["id"], record, match["created"], match["ended"], "open", bot
            self.assertEqual((*stored, match["listed"]), row[:7])
            self.assertEqual(match["reason"], row[8])
            if row[11]:
                known.append((row[9], record, row[10], row[7]))
        # The program itself makes the records of all moves again.
        moves = "".join(f"{moves}\n" for moves, *_ in known)
        encoded = text("encode", "record", "--game", "ttt", "-", stdin=moves).split()
        self.assertEqual(encoded, [record.hex() for _, record, *_ in known])
        for moves, _, numbers, outcome in known:
            self.assertEqual([int(square) - 1 for square in moves.split()], numbers)
            self.assertIn(outcome, ["first", "second", "draw"])

    def test_memory_is_bounded(self):
        with open(GUIDE) as guide:
            bound = re.search(r"memory stays below (\d+) MiB", guide.read().replace("\n", " "))
        self.assertLess(self.memory, int(bound.group(1)) * 1024)
        groups = duckdb.sql(f"""SELECT DISTINCT row_group_id, row_group_num_rows
            FROM parquet_metadata('{self.path}') ORDER BY row_group_id""").fetchall()
        self.assertEqual(sum(rows for _, rows in groups), MATCHES)
        self.assertTrue(all(16_384 < rows <= 32_768 for _, rows in groups[:-1]), groups)

    def test_the_guide_lists_the_columns(self):
        self.assertEqual(tables_of_the_guide()[0], columns(self.path))

    def test_recipes_of_the_guide_run(self):
        text("dataset", "ttt", "--bot", "uct", "--games", "40", "--nodes", "50",
             "--out", os.path.join(self.folder, "decisions.parquet"))
        self.assertEqual(tables_of_the_guide()[1], columns(f"{self.folder}/decisions.parquet"))
        answers = []
        for recipe in recipes():
            here = recipe.replace("'matches.", f"'{self.folder}/matches.")
            here = here.replace("'decisions.", f"'{self.folder}/decisions.")
            answers.append(duckdb.sql(here).fetchall())
            self.assertTrue(answers[-1], recipe)
        _, openings, lengths, weeks, bots, faults, fit, targets = answers
        self.assertEqual({opening for opening, *_ in openings}, set("123456789"))
        self.assertEqual(sum(count for _, count, *_ in openings), MATCHES - 1)
        for opening, count, first, draws, second in openings:
            self.assertAlmostEqual(first + draws + second, 1, delta=0.002)
        # The centre is the best opening of random games, a known fact.
        self.assertEqual(openings[0][0], "5")
        self.assertEqual({moves for _, _, moves, _ in lengths}, {5, 6, 7, 8, 9})
        self.assertEqual(sum(count for *_, count in lengths), MATCHES - 1)
        self.assertEqual(len(weeks), 11)
        for _, game, count, bits, stored in weeks:
            self.assertTrue(2 < bits < stored < 5, (bits, stored))
        self.assertEqual([bot for _, bot, *_ in bots], [f"bot:{level}" for level in range(1, 6)])
        [(_, size, fault)] = faults
        self.assertEqual(size, 3)
        self.assertIn("names game 14", fault)
        self.assertTrue(all(-1 <= expected <= 1 for expected, *_ in fit))
        for _, mask, target, *_ in targets:
            self.assertAlmostEqual(sum(target), 1, places=5)
            self.assertTrue(all(legal for legal, share in zip(mask, target) if share))

    def test_what_cannot_be_replayed_is_reported(self):
        path = os.path.join(self.folder, "again.parquet")
        report = text("export", "--format", "parquet", "--db", self.url, path)
        self.assertEqual(report.splitlines(), [
            f"{MATCHES} match(es) written to {path}",
            "1 of them cannot be replayed by this program: the column fault has the reason",
        ])

    def test_a_full_disk_leaves_nothing_behind(self):
        path = os.path.join(self.folder, "full.parquet")
        with open(path, "w") as before:
            before.write("as it was")

        def limit():
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (200_000, 200_000))

        status, _, errors = run("export", "--format", "parquet", "--db", self.url, "--out", path,
                                preexec_fn=limit)
        self.assertEqual((status, errors), (1, f"error: {path}: File too large (os error 27)\n"))
        with open(path) as after:
            self.assertEqual(after.read(), "as it was")
        self.assertFalse(os.path.exists(path + ".part"))


class Small(unittest.TestCase):
    """A few matches of every kind."""

    def setUp(self):
        held = tempfile.TemporaryDirectory()
        self.addCleanup(held.cleanup)
        self.folder = held.name
        self.path = os.path.join(self.folder, "matches.parquet")

    def export(self, url):
        """A file of the database."""
        text("export", "--format", "parquet", "--db", url, "--out", self.path)
        return self.path

    def sample(self):
        """Matches of all games, and those that are not over by the rules."""
        games = ["ttt", "nested", "schotten", "connect"]
        records = [record for game in games for record in random_records(self.folder, game, 6)]
        matches = [finished(number, record) for number, record in enumerate(records)]
        key = base64.urlsafe_b64encode(bytes(16)).decode().rstrip("=")
        person, created = {"person": key}, EPOCH + 10**9
        begun = text("encode", "record", "--game", "ttt", "5 1", "--as", "base64url").strip()
        start = text("encode", "record", "--game", "ttt", "", "--as", "base64url").strip()
        clock = {"base": 300_000, "increment": 5000}
        matches += [
            finished(100, begun, reason={"resigned": 0}, seats=[person, person], clock=clock,
                     names=["Ada", None], rematch=match_id(created, 105)),
            finished(101, begun, reason={"time": 1}, clock={"per_move": 1000}),
            finished(102, begun, reason="agreed"),
            finished(103, begun, reason="abandoned"),
            # It cannot have ended by the rules.
            finished(104, begun),
            {"id": match_id(created, 105), "state": "running", "start": start, "clock": None,
             "seats": [person, "open"], "listed": True, "created": created, "rematch": None,
             "entries": [{"at": 5, "join": 1, "key": key, "name": "Grace"},
                         {"at": 9, "choices": [4]}]},
        ]
        return matches

    def test_all_games_and_endings(self):
        path = self.export(database(self.folder, self.sample()))
        counts = duckdb.sql(f"""SELECT game, count(*), any_value(setup_depth),
            any_value(setup_width), bool_and(len(numbers) = len(string_split(moves, ' ')))
            FROM (FROM '{path}' LIMIT 24)
            GROUP BY game ORDER BY game""")
        self.assertEqual(counts.fetchall(), [("connect", 6, None, "7", True),
                                             ("nested", 6, "2", None, True),
                                             ("schotten", 6, None, None, True),
                                             ("ttt", 6, None, None, True)])
        rest = duckdb.sql(f"""SELECT first, second, first_name, second_name, outcome, ending, moves,
            clock, clock_ms, increment_ms, rematch IS NOT NULL, fault FROM '{path}'
            OFFSET 24""").fetchall()
        not_over = "it is marked as over by the rules, but it is not"
        self.assertEqual(rest, [
            ("person", "person", "Ada", None, "second", "resigned", "5 1", "base", 300_000, 5000,
             True, None),
            ("open", "bot:2", None, None, "first", "time", "5 1", "per_move", 1000, None, False,
             None),
            ("open", "bot:3", None, None, "draw", "agreed", "5 1", None, None, None, False, None),
            ("open", "bot:4", None, None, None, "abandoned", "5 1", None, None, None, False, None),
            ("open", "bot:5", None, None, None, "rules", None, None, None, None, False, not_over),
            ("person", "person", None, "Grace", None, None, "5", None, None, None, False, None),
        ])

    def test_no_secret_leaves_the_store(self):
        matches = self.sample()
        key = bytes(range(16))
        matches[24]["seats"] = [{"person": base64.urlsafe_b64encode(key).decode().rstrip("=")}] * 2
        with open(self.export(database(self.folder, matches)), "rb") as file:
            self.assertNotIn(key, file.read())

    def test_both_databases_give_the_same_file(self):
        matches = self.sample()
        with open(self.export(database(self.folder, matches)), "rb") as file:
            from_sqlite = file.read()
        with Postgres() as url:
            with open(self.export(database(self.folder, matches, url)), "rb") as file:
                self.assertEqual(file.read(), from_sqlite)

    def test_an_empty_database_gives_an_empty_table(self):
        path = self.export(database(self.folder, []))
        self.assertEqual(duckdb.sql(f"SELECT count(*) FROM '{path}'").fetchall(), [(0,)])
        self.assertEqual(columns(path), tables_of_the_guide()[0])

    def test_standard_output_gets_the_same_bytes(self):
        url = database(self.folder, self.sample())
        piped = os.path.join(self.folder, "piped.parquet")
        os.system(f"'{os.environ['ENNEAD']}' export --format parquet --db {url} - >{piped}")
        with open(self.export(url), "rb") as file, open(piped, "rb") as other:
            self.assertEqual(file.read(), other.read())

    def test_files_that_cannot_be_written(self):
        url = database(self.folder, self.sample())
        export = "export", "--format", "parquet", "--db", url, "--out"
        missing = os.path.join(self.folder, "missing", "matches.parquet")
        below = os.path.join(archive(self.folder, []), "matches.parquet")
        for path, reason in [
            (missing, "No such file or directory (os error 2)"),
            (below, "Not a directory (os error 20)"),
            ("/dev/full", "No space left on device (os error 28)"),
            (self.folder, "Is a directory (os error 21)"),
        ]:
            self.assertEqual(run(*export, path), (1, "", f"error: {path}: {reason}\n"))

    def test_wrong_usage_is_named(self):
        for arguments, reason in [
            (["--format", "parquet"], "required arguments were not provided"),
            (["--format", "csv", "x"], "invalid value 'csv'"),
            (["--format", "parquet", "--jsonl", "x"], "cannot be used with"),
            (["a", "--out", "b"], "cannot be used with"),
        ]:
            status, _, errors = run("export", *arguments)
            self.assertEqual(status, 2)
            self.assertIn(reason, errors)
        status, _, errors = run("export", "--format", "parquet", "--db", "mysql:x", self.path)
        self.assertEqual((status, os.path.exists(self.path)), (1, False))
