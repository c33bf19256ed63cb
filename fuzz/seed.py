#!/usr/bin/env python3
"""Writes the fuzz corpus seeds from the fixtures of version 0.1. Existing files are kept.

Usage: fuzz/seed.py, from the root of the repository.
"""
import hashlib
import json
import pathlib
import sqlite3

ROOT = pathlib.Path(__file__).resolve().parent
OLD = ROOT.parent / "crates/cli/tests/fixtures/0.1"
# The formats in the order of GAMES, with the number of options of their encoder and set-up.
FORMATS = {
    "ttt.tiny": 1, "ttt.3t": 0, "ttt.bit": 2, "ttt.rank": 0, "ttt.class": 0, "ttt.game": 0,
    "ttt.line": 0, "nested.grid": 6, "nested.pack": 6, "schotten.card": 2, "schotten.hand": 3,
    "schotten.board": 3, "schotten.move": 2, "schotten.deck": 2, "schotten.turn": 3,
    "schotten.match": 3, "schotten.view": 3, "connect.pack": 4, "record": 0, "record.model": 0,
}
NAMES = list(FORMATS)
SMALL = 500


def write(target, data):
    if len(data) <= SMALL:
        folder = ROOT / "corpus" / target
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / hashlib.sha1(data).hexdigest()[:12]
        if not path.exists():
            path.write_bytes(data)


def value_bytes(form, value):
    if form.startswith("ttt."):
        number = int(value)
        return number.to_bytes(max(1, (number.bit_length() + 7) // 8), "big")
    if form == "nested.grid":
        unused = -len(value) % 8
        length = (len(value) + unused) // 8
        return bytes([unused]) + int(value + "0" * unused, 2).to_bytes(length, "big")
    return bytes.fromhex(value)


seen = {}
for line in (OLD / "values.jsonl").read_text().splitlines():
    row = json.loads(line)
    form = row["format"]
    seen[form] = seen.get(form, 0) + 1
    if seen[form] > 4:
        continue
    write("decode", bytes([NAMES.index(form)]) + value_bytes(form, row["value"]))
    if row.get("text") and not row.get("encode"):
        head = bytes([NAMES.index(form), 0]) + bytes(FORMATS[form])
        write("encode", head + row["text"].encode())
for row in (OLD / "records.jsonl").read_text().splitlines()[:40]:
    record = bytes.fromhex(json.loads(row)["record"])
    write("decode", bytes([NAMES.index("record")]) + record)
    write("record", record)
for row in (OLD / "frames.csv").read_text().splitlines()[1:60]:
    fields = row.split(",")
    for frame in filter(None, fields[2].split() + fields[3].split()):
        write("frame_server" if frame in fields[3] else "frame_client", bytes.fromhex(frame))
for row in (OLD / "moves.csv").read_text().splitlines()[1:]:
    fields = row.split(",")
    for frame in fields[2].split():
        write("frame_client", bytes.fromhex(frame))
    for frame in fields[3].split():
        write("frame_server", bytes.fromhex(frame))
write("solution", (OLD / "ttt.graph").read_bytes())
for line in (OLD / "matches.jsonl").read_text().splitlines()[1:12]:
    write("stored", b"\x04" + line.encode() + b"\n")
database = sqlite3.connect(f"file:{OLD / 'matches.db'}?mode=ro&immutable=1", uri=True)
for (table,) in database.execute("select name from sqlite_master where type = 'table'").fetchall():
    for row in database.execute(f"select * from {table} limit 6"):
        for cell in row:
            if isinstance(cell, bytes):
                for kind in range(3):
                    write("stored", bytes([kind]) + cell)
for view in ["0000", "14d6", "0042"]:
    write("view", bytes.fromhex(view))
for line in (OLD / "values.jsonl").read_text().splitlines():
    row = json.loads(line)
    if row["format"] == "nested.pack":
        write("view", b"\x00" + bytes.fromhex(row["value"]))
write("choices_read", bytes([2, 0, 0, 0, 3, 0, 0, 0, 5, 0xA0]))
write("choices_write", bytes([0, 0, 0, 9, 0, 0, 0, 4, 0, 0, 0, 2, 0, 0, 0, 1]))
