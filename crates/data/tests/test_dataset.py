"""`ennead dataset`."""

import json
import os
import tempfile
import unittest

import duckdb

from stored import run, text


class Dataset(unittest.TestCase):
    """Labelled positions of self-play."""

    def setUp(self):
        held = tempfile.TemporaryDirectory()
        self.addCleanup(held.cleanup)
        self.folder = held.name

    def file(self, name, *arguments):
        """A data set."""
        path = os.path.join(self.folder, f"{name}.parquet")
        text("dataset", *arguments, "--out", path)
        return path

    def rows(self, path, what="*"):
        """The rows of a data set as dictionaries."""
        found = duckdb.sql(f"SELECT {what} FROM '{path}'")
        return [dict(zip(found.columns, row)) for row in found.fetchall()]

    def test_a_seed_and_a_budget_of_nodes_determine_the_file(self):
        common = "nested", "--bot", "best", "--games", "4", "--nodes", "20", "--seed", "7"
        with open(self.file("one", *common, "--threads", "1"), "rb") as one:
            with open(self.file("two", *common, "--threads", "3"), "rb") as two:
                expected = one.read()
                self.assertEqual(two.read(), expected)
        with open(self.file("other", *common[:-1], "8"), "rb") as other:
            self.assertNotEqual(other.read(), expected)

    def test_positions_and_labels_agree_with_the_rules(self):
        path = self.file("ttt", "ttt", "--bot", "uct", "--games", "50", "--nodes", "60")
        rows = self.rows(path)
        ranks = "".join(f"0x{row['position'].hex()}\n" for row in rows)
        decoded = text("decode", "ttt.rank", "--json", "-", stdin=ranks).splitlines()
        for row, line in zip(rows, decoded, strict=True):
            position = json.loads(line)
            self.assertEqual(position["to_move"], "XO"[row["seat"]])
            free = [at for at, cell in enumerate(position["board"]) if cell == "."]
            self.assertEqual((free, free), (row["legal"], row["labels"]))
            self.assertEqual(row["number"], row["legal"][row["option"]])
            self.assertEqual(row["move"], str(row["number"] + 1))
            self.assertAlmostEqual(sum(row["policy"]), 1, places=5)
            self.assertEqual(row["partial"], [])
            self.assertTrue(-1 <= row["value"] <= 1)

    def test_a_perfect_player_is_right_about_everything(self):
        path = self.file("ttt", "ttt", "--bot", "perfect", "--games", "100", "--opening", "3")
        rows = self.rows(path)
        self.assertEqual({row["proven"] for row in rows}, {True})
        # It never errs, so games end as it says, for both seats.
        self.assertEqual([row["value"] for row in rows], [row["outcome"] for row in rows])
        self.assertEqual({row["outcome"] for row in rows}, {-1, 0, 1})
        for row in rows:
            self.assertGreater(row["policy"][row["option"]], 0)

    def test_moves_of_several_choices_have_several_rows(self):
        path = self.file("schotten", "schotten", "--bot", "best", "--games", "2", "--nodes", "10")
        notes = dict(duckdb.sql(f"""SELECT key::VARCHAR, value::VARCHAR
            FROM parquet_kv_metadata('{path}')""").fetchall())
        self.assertEqual((notes["ennead.position"], notes["ennead.bot"]), ("record", "best"))
        rows = self.rows(path)
        self.assertIn(1, {len(row["partial"]) for row in rows})
        records = "".join(f"{row['position'].hex()}\n" for row in rows)
        decoded = text("decode", "record", "--json", "-", stdin=records).splitlines()
        for row, line in zip(rows, decoded, strict=True):
            self.assertEqual(json.loads(line)["choices"], row["ply"] - len(row["partial"]))
            self.assertIn(row["number"], row["legal"])
            self.assertEqual(len(row["labels"]), len(row["policy"]))
            self.assertNotEqual(row["view"], row["position"])

    def test_other_boards_have_other_positions(self):
        board = "--width", "4", "--height", "4", "--line", "3"
        path = self.file("connect", "connect", "--bot", "random", "--games", "5", *board)
        rows = self.rows(path, "position, legal, policy, value")
        packed = "".join(f"0x{row['position'].hex()}\n" for row in rows)
        for line in text("decode", "connect.pack", "--json", "-", stdin=packed).splitlines():
            self.assertEqual(json.loads(line)["width"], 4)
        for row in rows:
            # A random bot has no values and no doubts.
            self.assertEqual((row["value"], sorted(row["policy"])[-1]), (None, 1.0))

    def test_wrong_set_ups_and_bots_are_refused_before_a_file_is_there(self):
        out = os.path.join(self.folder, "none.parquet")
        common = "--games", "1", "--out", out
        for arguments, reason in [
            (["connect", "--bot", "best", "--width", "99"], "width"),
            (["nested", "--bot", "best", "--rules", "chess"], "chess"),
            (["ttt", "--bot", "best", "--depth", "3"], "depth"),
            (["ttt", "--bot", "nobody"], "nobody"),
            (["chess", "--bot", "best"], "chess"),
            (["ttt", "--bot", "best", "--threads", "0"], "0 is not in 1..=256"),
        ]:
            status, _, errors = run("dataset", *arguments, *common)
            self.assertEqual(status, 2, errors)
            self.assertIn(reason, errors)
        status, _, errors = run("dataset", "ttt", "--bot", "best", "--games", "0")
        self.assertEqual(status, 2)
        status, _, errors = run("dataset", "ttt", "--bot", "engine:false", *common)
        self.assertEqual(status, 1, errors)
        self.assertEqual(os.listdir(self.folder), [])

    def test_a_full_disk_is_reported(self):
        many = "ttt", "--bot", "random", "--games", "200"
        self.assertEqual(run("dataset", *many, "--out", "/dev/full"), (
            1, "", "error: /dev/full: No space left on device (os error 28)\n"))
