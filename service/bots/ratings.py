"""The ratings of the bots, from the data file that `shengji rate-bots` writes."""

from functools import cache
from importlib.resources import files
from typing import Any

import orjson

from service.bots.document_types import BotRating

FILE = "ratings.json"


@cache
def measured() -> dict[str, Any]:
    """Returns the data file."""
    found: dict[str, Any] = orjson.loads((files(__package__) / FILE).read_bytes())
    return found


def ratings_of(game: str, version: str) -> list[BotRating]:
    """Returns the ratings of a version of a bot, by profile."""
    return [
        {
            "profile": ladder["profile"],
            "rating": each["rating"],
            "low_95": each["low_95"],
            "high_95": each["high_95"],
            "deals": each["deals"],
            "decision_ms": each["decision_ms"],
            "slowest_ms": each["slowest_ms"],
        }
        for ladder in measured()["ladders"]
        if ladder["game"] == game
        for each in ladder["bots"]
        if each["bot"] == version
    ]
