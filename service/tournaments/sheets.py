"""Sheets of a tournament for people: its documents as HTML tables, to read on a screen or to print.

Each function takes a document of the API and returns the content of its page. All text of people is escaped here. The
style is that of all pages of documents (`service/platform/http/document_pages.py`). It sets no size of the paper, so
the same page fits A4 and Letter.
"""

from collections.abc import Callable, Iterable, Sequence
from html import escape

from domain.kernel.messages import Message, message
from domain.kernel.wording import sentences
from domain.tournaments.exports.comparison import TITLES
from domain.tournaments.exports.figures import points_text
from domain.tournaments.pairing.partnerships import players_of_side
from domain.tournaments.terms import EntrantId
from service.platform.documents import Json
from service.platform.http.document_pages import words
from service.platform.http.language import spoken

NOBODY = "-"
KINDS = {
    "pairing": message("bye"),
    "full": message("full bye"),
    "half": message("half bye"),
    "zero": message("zero bye"),
    "played": message("played"),
    "forfeit": message("forfeit"),
    "double_forfeit": message("double forfeit"),
    "adjudicated": message("adjudicated"),
    "absent": message("absent"),
    "ready": message("not paired yet"),
    "playing": message("playing"),
    "undecided": message("undecided"),
}
"""The kinds of results and byes, and stages of matches, in words. One that is missing here is shown as it is."""
PAIRINGS = (message("Table"), message("First side"), message("Second side"), message("Result"))
ROUND_TITLES = {
    "semi_finals": message("Semi-finals"),
    "quarter_finals": message("Quarter-finals"),
    "final": message("Final"),
    "third_place": message("Third place"),
}


class Html(str):
    """Text that is markup already. All other text of a sheet is escaped."""

    __slots__ = ()


Row = Sequence[object]
"""The cells of a row: markup, or anything whose text is escaped; `None` is an empty cell."""


def html(cell: object) -> str:
    """Returns a cell as HTML."""
    if isinstance(cell, Html):
        return cell
    return "" if cell is None else escape(spoken(cell) if isinstance(cell, str) else str(cell))


class Names:
    """The names of entrants and sides in a document, as text."""

    def __init__(self, document: Json, entrants: Iterable[Json]) -> None:
        """Takes the document, which has the names of players, and its entrants with `id`, `name` and `players`."""
        self._players: Json = document["players"]
        self._entrants = {each["id"]: self.of(each) for each in entrants}

    def of(self, entrant: Json) -> str:
        """Returns the name of an entrant, or else those of its players."""
        return str(entrant["name"] or " / ".join(map(self._player, entrant["players"])))

    def side(self, side: str | None) -> str:
        """Returns the name of a side, which may be several entrants."""
        if side is None:
            return NOBODY
        return self.all(players_of_side(EntrantId(side)))

    def all(self, entrants: Iterable[str]) -> str:
        """Returns the names of several entrants."""
        return " + ".join(self._entrants.get(each, each) for each in entrants)

    def _player(self, player: str) -> str:
        known = self._players.get(player)
        return str((known and known["name"]) or player)


def table(heading: Sequence[str], rows: Iterable[Row], numbers: frozenset[int] = frozenset()) -> str:
    """Returns a table.

    Args:
        heading: the titles of the columns.
        rows: the rows.
        numbers: the columns that are aligned to the right, from 0.
    """

    def line(cells: Iterable[object], tag: str) -> str:
        kinds = (' class="number"' if place in numbers else "" for place in range(len(heading)))
        found = (f"<{tag}{kind}>{html(cell)}</{tag}>" for cell, kind in zip(cells, kinds, strict=True))
        return f"<tr>{''.join(found)}</tr>"

    body = "".join(line(row, "td") for row in rows)
    return f'<div class="scroll"><table><thead>{line(heading, "th")}</thead><tbody>{body}</tbody></table></div>'


def titled(what: Message) -> Callable[[Json], str]:
    """Returns a function that makes the title of a page: the name of the tournament, and what the page shows."""
    return lambda document: message(
        "{name}: {what}", name=document["name"], what=what.about(number=document.get("number"))
    )


def lead(document: Json, *, has_csv: bool = True) -> str:
    """Returns the links of a sheet. They are not printed."""
    tournament = f"/v1/tournaments/{document['tournament']}"
    links = {message("Tournament"): tournament, message("Standings"): f"{tournament}/standings"}
    links[message("Projector")] = f"{tournament}/display"
    if has_csv:
        links[message("CSV")] = "?format=csv"
    items = "".join(f'<li><a href="{escape(href)}">{html(text)}</a></li>' for text, href in links.items())
    return f"<nav><ul>{items}</ul></nav>"


# ------------------------------------------------------------------------------------------------ rounds


def round_sheet(document: Json) -> str:
    """Returns the pairings of a round, and on pages of their own a slip for each match."""
    names = Names(document, document["entrants"])
    slips = "".join(_slip(document, match, names) for match in document["matches"])
    shown = f'<h2 class="new-page">{html(message("Slips"))}</h2><div class="slips">{slips}</div>' if slips else ""
    return f"{lead(document, has_csv=False)}{pairings(document, names)}{shown}"


def pairings(document: Json, names: Names) -> str:
    """Returns the matches and byes of a round."""
    return table(PAIRINGS, match_rows(document, names), frozenset({0}))


def match_rows(document: Json, names: Names) -> list[Row]:
    """Returns the matches of a round, and then its byes."""
    matches = (
        (match["number"], names.side(match["first"]), names.side(match["second"]), result_text(match))
        for match in document["matches"]
    )
    byes = (("", names.side(bye["entrant"]), kind_text(bye["kind"]), "") for bye in document["byes"])
    return [*matches, *byes]


def kind_text(kind: str) -> str:
    """Returns the kind of a result or of a bye in words."""
    return KINDS.get(kind) or kind.replace("_", " ")


def result_text(match: Json) -> str:
    """Returns the visible result of a match, with the kind unless it was played."""
    result = match["result"]
    if result is None:
        return ""
    points = f"{points_text(result['first'])} : {points_text(result['second'])}"
    return points if result["kind"] == "played" else with_kind(points, result["kind"])


def with_kind(points: str, kind: str) -> str:
    """Returns points with the kind of result in words."""
    return message("{points} ({kind})", points=points, kind=kind_text(kind))


_EVEN, _ODD = message("first side, even seats"), message("second side, odd seats")


def _slip(document: Json, match: Json, names: Names) -> str:
    title = message("{name}, round {number}", name=document["name"], number=document["number"])
    return (
        f'<section class="slip"><p>{html(title)}</p>'
        f"<p><b>{html(message('Table {number}', number=match['number']))}</b></p>"
        f'<div class="line">{html(names.side(match["first"]))}</div><p><small>{html(_EVEN)}</small></p>'
        f'<div class="line">{html(names.side(match["second"]))}</div><p><small>{html(_ODD)}</small></p>'
        f'<div class="line">{html(message("Result: {result}", result=result_text(match)))}</div></section>'
    )


# ------------------------------------------------------------------------------------------------ standings


def standings_sheet(document: Json) -> str:
    """Returns the standings."""
    return lead(document) + standings_table(document, Names(document, ()), document["standings"])


def standings_table(document: Json, names: Names, standings: Sequence[Json]) -> str:
    """Returns lines of the standings with their tie-breaks."""
    breaks = [value["tie_break"] for value in document["standings"][0]["values"]] if document["standings"] else []
    titles = [capitalized(TITLES[each]) for each in breaks]
    heading = (
        *(message("Rank"), message("Name"), message("Points"), *titles),
        *(message("Played"), message("Won"), message("Drawn"), message("Lost"), message("Byes")),
    )
    numbers = frozenset(range(len(heading))) - {1}
    return table(heading, (_standing_row(each, names) for each in standings), numbers)


def _standing_row(each: Json, names: Names) -> Row:
    counts = (each[name] for name in ("played", "wins", "draws", "losses", "byes"))
    return each["rank"], names.of(each), each["points"], *map(_value_text, each["values"]), *counts


def _value_text(value: Json) -> str:
    return str(value["value"]) if value["value"] is not None else NOBODY


def capitalized(text: str) -> str:
    """Returns a text with a capital as its first letter, and all others as they are."""
    return text.as_sentence() if isinstance(text, Message) else text[:1].upper() + text[1:]


def cross_table_sheet(document: Json) -> str:
    """Returns the cross table, by rounds or by opponents."""
    rows, names = document["rows"], Names(document, ())
    is_by_opponents = document["by"] == "opponents"
    columns = [str(row["place"]) for row in rows] if is_by_opponents else _round_numbers(document)
    cells = _cells_by_opponent if is_by_opponents else _cells_by_round
    body = ((row["place"], names.of(row), *cells(row, len(columns)), row["points"]) for row in rows)
    return lead(document) + table(
        ("", message("Name"), *columns, message("Points")), body, frozenset({0, len(columns) + 2})
    )


def _round_numbers(document: Json) -> list[str]:
    return [str(number) for number in range(1, document["rounds"] + 1)]


def _cells_by_round(row: Json, _: int) -> Row:
    return [_cell(cell) for cell in row["cells"]]


def _cells_by_opponent(row: Json, places: int) -> Row:
    met = {each["opponent"]: each["cells"] for each in row["against"]}
    own = row["place"]
    return [
        "■" if place == own else sentences(map(_points_and_kind, met.get(place, ()))) for place in range(1, places + 1)
    ]


def _cell(cell: Json) -> Html:
    """Returns a result, with the place of the opponent."""
    opponent = "" if cell["opponent"] is None else f" <small>({cell['opponent']})</small>"
    return Html(html(_points_and_kind(cell)) + opponent)


def _points_and_kind(cell: Json) -> str:
    """Returns the points of a cell, and how they arose unless they were played."""
    kind = None if cell["kind"] in ("played", "open", "absent") else kind_text(cell["kind"])
    if kind is None or not cell["points"]:
        return cell["points"] or kind or ""
    return message("{points} {kind}", points=cell["points"], kind=kind)


# ------------------------------------------------------------------------------------------------ brackets


def bracket_sheet(document: Json) -> str:
    """Returns the bracket, a column for each round. The match for third place stands below the final."""
    names = Names(document, document["entrants"])
    columns: dict[int, str] = {}
    for each in document["rounds"]:
        matches = "".join(_bracket_match(match, names) for match in each["matches"])
        column = f'<h2>{html(round_title(each["name"]))}</h2><div class="matches">{matches}</div>'
        columns[each["number"]] = columns.get(each["number"], "") + column
    drawn = "".join(f"<section>{column}</section>" for column in columns.values())
    return f'{lead(document)}<div class="bracket">{drawn}</div>'


def round_title(name: str) -> str:
    """Returns the name of a round in words: "Semi-finals", "Third place", "Round of 16"."""
    if name.startswith("round_of_"):
        return message("Round of {number}", number=name.removeprefix("round_of_"))
    return ROUND_TITLES.get(name) or words(name)


def _bracket_match(match: Json, names: Names) -> str:
    sides = "".join(_bracket_side(side, match, names) for side in match["sides"])
    title = message("Match {number}", number=match["number"])
    if match["status"] not in ("decided", "awaited"):
        title = message("{match}, {status}", match=title, status=KINDS.get(match["status"], match["status"]))
    return f'<div class="match"><small>{html(title)}</small>{sides}</div>'


def _bracket_side(side: Json, match: Json, names: Names) -> str:
    is_known = side["entrant"] is not None or match["status"] == "decided"
    name = html(names.side(side["entrant"]) if is_known else _source(side))
    seed = f" <small>({side['of']})</small>" if side["source"] == "seed" else ""
    shown = f"<b>{name}</b>" if is_known and side["entrant"] == match["winner"] else name
    return f"<p><span>{shown}{seed}</span><span>{html(side['points'])}</span></p>"


def _source(side: Json) -> str:
    """Returns where a side will come from."""
    if side["source"] == "winner":
        return message("Winner of match {number}", number=side["of"])
    if side["source"] == "loser":
        return message("Loser of match {number}", number=side["of"])
    return message("{source} of match {number}", source=words(side["source"]), number=side["of"])
