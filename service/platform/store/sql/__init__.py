"""All SQL statements of the service, by name. Arguments are written as `%(name)s`.

Each feature has its statements in a file `queries.sql` in its folder. The line `-- reads: late` after the name marks a
statement whose answer may be some seconds old, so that a read replica can give it. The line `-- hot` marks one that
nearly every command runs (service/platform/store/connections.py).
"""

import re
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

SERVICE = Path(__file__).parents[3]
_LATE = "-- reads: late\n"
_HOT = "-- hot\n"
_NAMED = re.compile(r"%\((\w+)\)s")
_NUMBERED = re.compile(rb"\$(\d+)")


class Statement(NamedTuple):
    """A statement in the form that the server takes, with $1, $2, …, and the names of its arguments in order."""

    text: bytes
    arguments: tuple[str, ...]
    is_hot: bool = False


def _statement(body: str) -> Statement:
    code = "\n".join(line for line in body.splitlines() if not line.startswith("--")).strip().rstrip(";")
    names = tuple(dict.fromkeys(_NAMED.findall(code)))
    text = _NAMED.sub(lambda named: f"${names.index(named[1]) + 1}", code).encode()
    return Statement(text, names, is_hot=body.startswith(_HOT))


def _load() -> tuple[dict[str, Statement], frozenset[str]]:
    """Returns the statements by name, and the names of those that may read late."""
    text = "".join(path.read_text() for path in sorted(SERVICE.rglob("queries.sql")))
    parts = re.split(r"^-- name: (\w+)\n", text, flags=re.MULTILINE)[1:]
    names, bodies = parts[::2], parts[1::2]
    twins = sorted({name for name in names if names.count(name) > 1})
    if twins:
        raise ValueError(f"statements have the same name: {', '.join(twins)}")
    late = frozenset(name for name, body in zip(names, bodies, strict=True) if body.startswith(_LATE))
    return {name: _statement(body) for name, body in zip(names, bodies, strict=True)}, late


QUERIES, LATE = _load()
"""The statements by name, and the names of those that may read late."""


@cache
def which_have_rows(names: tuple[str, ...]) -> Statement:
    """Returns a statement that tells for each of these queries whether it has rows, as an array of booleans.

    Arguments of the same name have the same value in all queries.
    """
    arguments = tuple(dict.fromkeys(each for name in names for each in QUERIES[name].arguments))
    asked = b", ".join(b"EXISTS (" + _numbered(QUERIES[name], arguments) + b")" for name in names)
    return Statement(b"SELECT ARRAY[" + asked + b"]", arguments)


def _numbered(statement: Statement, arguments: Sequence[str]) -> bytes:
    """Returns the text of a statement, with the numbers that its arguments have among these."""

    def number(found: re.Match[bytes]) -> bytes:
        return b"$%d" % (arguments.index(statement.arguments[int(found[1]) - 1]) + 1)

    return _NUMBERED.sub(number, statement.text)
