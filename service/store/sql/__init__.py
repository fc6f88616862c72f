"""Every statement that the service sends, by name, from `queries.sql`."""

import re
from importlib.resources import files


def _load() -> dict[str, bytes]:
    text = files(__package__).joinpath("queries.sql").read_text()
    parts = re.split(r"^-- name: (\w+)\n", text, flags=re.MULTILINE)[1:]
    return {
        name: "\n".join(line for line in body.splitlines() if not line.startswith("--")).strip().rstrip(";").encode()
        for name, body in zip(parts[::2], parts[1::2], strict=True)
    }


QUERIES = _load()
"""For each name the statement, as bytes, which psycopg takes as they are."""
