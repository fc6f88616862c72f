"""All SQL statements of the service, by name. Arguments are written as `%(name)s`.

Each feature has its statements in a file `queries.sql` in its folder.
"""

import re
from pathlib import Path
from typing import NamedTuple

SERVICE = Path(__file__).parents[3]
_NAMED = re.compile(r"%\((\w+)\)s")


class Statement(NamedTuple):
    """A statement in the form that the server takes, with $1, $2, …, and the names of its arguments in order."""

    text: bytes
    arguments: tuple[str, ...]


def _statement(body: str) -> Statement:
    code = "\n".join(line for line in body.splitlines() if not line.startswith("--")).strip().rstrip(";")
    names = tuple(dict.fromkeys(_NAMED.findall(code)))
    return Statement(_NAMED.sub(lambda named: f"${names.index(named[1]) + 1}", code).encode(), names)


def _load() -> dict[str, Statement]:
    text = "".join(path.read_text() for path in sorted(SERVICE.rglob("queries.sql")))
    parts = re.split(r"^-- name: (\w+)\n", text, flags=re.MULTILINE)[1:]
    names = parts[::2]
    twins = sorted({name for name in names if names.count(name) > 1})
    if twins:
        raise ValueError(f"statements have the same name: {', '.join(twins)}")
    return {name: _statement(body) for name, body in zip(names, parts[1::2], strict=True)}


QUERIES = _load()
"""The statements by name."""
