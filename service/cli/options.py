"""Reads options of the rules from the command line."""

import orjson

from domain.games.rulebooks import BOOKS
from service.cli.failures import Failed


def read_option(text: str) -> tuple[str, object]:
    """Reads an option of the rules from NAME=VALUE. Values of choice options and values that are not JSON are words."""
    name, sign, value = text.partition("=")
    if not sign:
        raise Failed(f"write {text} as NAME=VALUE")
    option = next((book.option_by_name[name] for book in BOOKS.values() if name in book.option_by_name), None)
    if option is not None and option.kind == "choice":
        return name, None if value == "null" else value
    try:
        return name, orjson.loads(value)
    except orjson.JSONDecodeError:
        return name, value
