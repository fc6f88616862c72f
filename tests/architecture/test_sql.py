"""SQL stands beside the feature that owns a table: no other feature writes it."""

import re
from collections import defaultdict
from pathlib import Path

SERVICE = Path(__file__).parents[2] / "service"
WRITES = re.compile(r"(?:INSERT INTO|UPDATE|DELETE FROM)\s+(?:shengji\.)?([a-z_]+)")
SEVERAL = {
    "end_sandbox": "deletes all that belongs to a sandbox",
    "add_account_events": "numbers account events in the row of their player",
    "appoint_moderator": "notes in the row of a player that they moderate",
    "dismiss_moderator": "and that they no longer do",
    "drop_moderation": "forgets it when an account is closed",
}
"""Statements that write tables of several features at once, and why."""
SHARED = {
    "sandbox_mail": "notifications write mails of sandboxes, and sandboxes settle them by their clocks",
    "sandbox_mailbox": "the same for their digests",
}
"""Tables that two features write, and why."""


def statements(text: str) -> dict[str, str]:
    code = "\n".join(line for line in text.splitlines() if line.startswith("-- name: ") or not line.startswith("--"))
    parts = re.split(r"^-- name: (\w+)\n", code, flags=re.MULTILINE)[1:]
    return dict(zip(parts[::2], parts[1::2], strict=True))


def writers(files: dict[str, str]) -> dict[str, dict[str, list[str]]]:
    """Returns for each table the areas that write it, each with its statements. `files` has the SQL of each area."""
    found: dict[str, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    for area, text in files.items():
        for name, body in statements(text).items():
            for table in set(WRITES.findall(body)) if name not in SEVERAL else ():
                found[table][area].append(name)
    return found


def sql_of_areas() -> dict[str, str]:
    texts: dict[str, str] = defaultdict(str)
    for path in sorted(SERVICE.rglob("queries.sql")):
        texts[path.parent.relative_to(SERVICE).parts[0]] += path.read_text("utf-8")
    return texts


def test_each_table_is_written_by_one_feature():
    shared = {table: dict(by) for table, by in writers(sql_of_areas()).items() if len(by) > 1}
    assert set(shared) == set(SHARED), shared


def test_a_second_writer_is_found():
    sql = {"a": "-- name: one\nINSERT INTO shengji.note (id) VALUES (1);\n", "b": "-- name: two\nDELETE FROM note;\n"}
    assert {table: sorted(by) for table, by in writers(sql).items()} == {"note": ["a", "b"]}


def test_every_exception_is_a_statement():
    known = {name for text in sql_of_areas().values() for name in statements(text)}
    assert set(SEVERAL) <= known
