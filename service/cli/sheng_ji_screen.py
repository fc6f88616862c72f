"""Shows a table of Sheng Ji on a terminal, from a view of the API."""

from rich.console import RenderableType
from rich.table import Table as Grid
from rich.text import Text

from service.cli.terminal import cards_text
from service.platform.documents import Json


def of_table(view: Json) -> list[RenderableType]:
    """Returns the display of a hand: seats, trick, points, last trick, and the last result."""
    match = view["match"] or {}
    parts: list[RenderableType] = [_head_line(view, match), _seats(view, match)]
    if match.get("friends"):
        parts.append(_calls_line(match["friends"]))
    if match.get("last_trick"):
        last = match["last_trick"]
        line = Text(f"last trick to seat {last['winner']} ({last['points']} points): ")
        for play in last["plays"]:
            line.append_text(cards_text(play["cards"])).append(" ")
        parts.append(line)
    if match.get("score"):
        score = match["score"]
        parts.append(
            Text(f"opponents {score['opponent_points']} points: {score['winners']} win {score['levels_won']} levels")
        )
    return parts


def standing(match: Json) -> str:
    """Returns the level of each side, or of each seat if friends are called."""
    return f"levels {' : '.join(match['levels'])}"


def of_hands(events: list[Json]) -> Grid:
    """Returns the levels for each hand, from the events of a record."""
    grid = Grid("hand", "opponents' points", "winners", "levels won", "levels after", title="the match hand by hand")
    scored = [event["data"] for event in events if event["type"] == "hand_scored"]
    for number, score in enumerate(scored, start=1):
        grid.add_row(
            str(number),
            str(score["opponent_points"]),
            score["winners"],
            str(score["levels_won"]),
            " : ".join(score["levels_after"]),
        )
    return grid


def _head_line(view: Json, match: Json) -> Text:
    hand = view["hand"]["number"] if view["hand"] else 0
    levels = " : ".join(match.get("levels", []))
    trumps = f"{match.get('trump_rank') or '?'} {match.get('trump_suit', '')}"
    points = match.get("opponent_points")
    line = f"hand {hand}   levels {levels}   trumps {trumps}   {match.get('phase', view['status'])}"
    if match.get("way", {}).get("mode") == "live_draw":
        line += f", round {match['way']['round']} of {match['way']['rounds']}"
    return Text(line + (f"   opponents {points} points" if points is not None else ""))


def _calls_line(friends: Json) -> Text:
    """Returns the called cards, and the seats that answered them."""
    if friends["solo"]:
        return Text("the dealer plays alone")
    line = Text("friends called: ")
    for call in friends["calls"]:
        count = f"{call['ordinal']}. " if call["word"] == "ordinal" else f"{call['word']} "
        found = "" if call["answered_by"] is None else f"(seat {call['answered_by']}) "
        line.append(count).append_text(cards_text([call["card"]])).append(found)
    return line


def _seats(view: Json, match: Json) -> Grid:
    grid = Grid("seat", "player", "cards", "plays")
    plays = {play["seat"]: play["cards"] for play in (match.get("trick") or {}).get("plays", [])}
    winning = (match.get("trick") or {}).get("winning")
    asked = {each["seat"] for each in view["asked"]}
    sizes = match.get("hand_sizes") or []
    for seat in view["seats"]:
        number = seat["seat"]
        marks = "D" if number == match.get("dealer") else "+" if number in match.get("declarers", ()) else ""
        marks += "*" if number in asked else ""
        played = cards_text(plays.get(number, []))
        if number == winning:
            played.append("<", style="bold")
        grid.add_row(
            f"{number} {marks}",
            seat["bot"] or seat["player"] or "-",
            str(sizes[number]) if sizes else "",
            played,
        )
    return grid
