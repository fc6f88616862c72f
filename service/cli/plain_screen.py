"""Shows tables of games without a screen of their own: as JSON."""

import orjson
from rich.console import RenderableType
from rich.json import JSON
from rich.table import Table as Grid

from service.platform.documents import Json


def of_table(view: Json) -> list[RenderableType]:
    """Returns the view itself."""
    return [JSON(_text(view))]


def standing(match: Json) -> str:
    """Returns the match as a player sees it, on one line."""
    return _text(match)


def of_hands(events: list[Json]) -> Grid:
    """Returns every event of a record, because only the game knows which events score a hand."""
    grid = Grid("event", "type", "data", title="the match event by event")
    for number, event in enumerate(events, start=1):
        grid.add_row(str(number), event["type"], _text(event["data"]))
    return grid


def _text(value: Json) -> str:
    return orjson.dumps(value).decode()
