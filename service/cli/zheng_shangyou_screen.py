"""Shows a table of Zheng Shangyou on a terminal, from a view of the API."""

from rich.console import RenderableType
from rich.table import Table as Grid
from rich.text import Text

from service.cli.terminal import cards_text
from service.platform.documents import Json


def of_table(view: Json) -> list[RenderableType]:
    """Returns the display of a hand: seats, current round, last round, exchange, and the last result."""
    match = view["match"] or {}
    parts: list[RenderableType] = [_head_line(view, match), _seats(view, match)]
    if match.get("offers"):
        parts.append(_line("to be taken: ", match["offers"]))
    if match.get("exchanged"):
        parts.append(_line("exchanged: ", match["exchanged"]))
    if match.get("last_round"):
        line = Text("last round: ")
        for made in match["last_round"]:
            line.append(f"{made['seat']} ").append_text(cards_text(made["cards"]) if made["cards"] else Text("- "))
        parts.append(line)
    if match.get("score"):
        score = match["score"]
        parts.append(Text(f"places {_row(score['places'])}   points {_row(score['points'])}"))
    return parts


def standing(match: Json) -> str:
    """Returns the points of each side."""
    return f"points {' : '.join(map(str, match['totals']))}"


def of_hands(events: list[Json]) -> Grid:
    """Returns places and points for each hand, from the events of a record."""
    grid = Grid("hand", "seats by places", "points", "points after", title="the match hand by hand")
    scored = [event["data"] for event in events if event["type"] == "places_scored"]
    for number, score in enumerate(scored, start=1):
        after = " : ".join(map(str, score["totals_after"]))
        grid.add_row(str(number), _row(score["order"]), _row(score["points"]), after)
    return grid


def _row(numbers: list[int]) -> str:
    return " ".join(map(str, numbers))


def _line(begin: str, cards: list[Json]) -> Text:
    line = Text(begin)
    for each in cards:
        line.append(f"{each['seat']} ").append_text(cards_text([each["card"]]))
    return line


def _head_line(view: Json, match: Json) -> Text:
    hand = view["hand"]["number"] if view["hand"] else 0
    points = standing(match) if match else ""
    return Text(f"hand {hand}   {points} of {match.get('target', '?')}   {match.get('phase', view['status'])}")


def _seats(view: Json, match: Json) -> Grid:
    grid = Grid("seat", "player", "cards", "place", "plays")
    played = {made["seat"]: made["cards"] for made in match.get("round", [])}
    standing_seat = (match.get("standing") or {}).get("seat")
    asked = {each["seat"] for each in view["asked"]}
    sizes, places = match.get("hand_sizes") or [], match.get("places") or []
    for seat in view["seats"]:
        number = seat["seat"]
        cards = cards_text(played[number]) if played.get(number) else Text("passes" if number in played else "")
        if number == standing_seat:
            cards.append("<", style="bold")
        grid.add_row(
            f"{number}{' *' if number in asked else ''}",
            seat["bot"] or seat["player"] or "-",
            str(sizes[number]) if sizes else "",
            str(places.index(number) + 1) if number in places else "",
            cards,
        )
    return grid
