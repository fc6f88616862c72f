"""Sheets about single entrants and boards: comparisons, score cards and travellers. See `sheets`."""

from domain.kernel.messages import message
from domain.tournaments.exports.comparison import TITLES
from domain.tournaments.exports.figures import points_text
from service.platform.documents import Json
from service.tournaments.sheets import Html, Names, Row, capitalized, html, kind_text, lead, table


def comparison_sheet(document: Json) -> str:
    """Returns why one entrant is before another."""
    names = Names(document, document["entrants"])
    heading = (message("Criterion"), names.side(document["one"]), names.side(document["other"]), message("Rule"), "")
    rows = (
        (
            capitalized(TITLES.get(each["criterion"], each["criterion"])),
            each["one"],
            each["other"],
            each["rule"],
            Html(f"<b>{html(message('decides'))}</b>") if each["decides"] else None,
        )
        for each in document["criteria"]
    )
    shown = table(heading, rows, frozenset({1, 2}))
    return f"{lead(document, has_csv=False)}<p>{html(document['sentence'])}</p>{shown}"


# ------------------------------------------------------------------------------------------------ score cards


def score_card_title(document: Json) -> str:
    """Returns the title of a score card: the tournament and the entrant."""
    return f"{document['name']}: {Names(document, document['entrants']).side(document['entrant'])}"


def score_card_sheet(document: Json) -> str:
    """Returns the rounds of an entrant, its place, and its boards."""
    names, standing = Names(document, document["entrants"]), document["standing"]
    breaks = "".join(
        f", {html(TITLES[each['tie_break']])} {html(each['value'] or message('no number'))}"
        for each in standing["values"]
    )
    rank = message("Rank {rank}, {points} points", rank=standing["rank"], points=standing["points"])
    place = f"<p>{html(rank)}{breaks}</p>"
    heading = (
        message("Round"),
        message("Table"),
        message("Seats"),
        message("With"),
        message("Against"),
        message("Result"),
        message("Points"),
        message("Total"),
    )
    rows = (_card_row(each, names) for each in document["rounds"])
    shown = f"{lead(document)}{place}{table(heading, rows, frozenset({0, 1, 6, 7}))}"
    return f"{shown}{_boards(document, names)}"


def _card_row(each: Json, names: Names) -> Row:
    partners, opponents = names.all(each["partners"]), names.all(each["opponents"])
    return (
        *(each["number"], each["match"], each["seats"], partners, opponents, _outcome(each)),
        *(each["points"], each["total"]),
    )


def _outcome(each: Json) -> str:
    """Returns the score of a round, with the kind unless it was played."""
    score = "" if each["against"] is None else f"{each['points']} : {each['against']}"
    if each["kind"] == "played":
        return score
    return message("{points} {kind}", points=score, kind=kind_text(each["kind"])) if score else kind_text(each["kind"])


# ------------------------------------------------------------------------------------------------ boards


_NOT_OPEN = message("The scores are open once everyone has played the board.")
_NONE_CLOSED = message("No set of boards is closed yet.")


def board_sheet(document: Json) -> str:
    """Returns the traveller of a board: its scores at every table, once its set is closed."""
    shown = _boards(document, Names(document, document["entrants"]))
    closed = "" if document["set"]["is_closed"] else f"<p>{html(_NOT_OPEN)}</p>"
    return f"{lead(document, has_csv=False)}{closed}{shown}"


def boards_sheet(document: Json) -> str:
    """Returns the travellers of all boards of closed sets, each on a page of its own."""
    names = Names(document, document["entrants"])
    boards = sorted({each["board"] for each in (*document["scores"], *document["seats"])})
    shown = []
    for board in boards:
        title = message("Board {number}", number=board)
        own = {kind: [each for each in document[kind] if each["board"] == board] for kind in ("scores", "seats")}
        shown.append(f'<section class="board"><h2>{html(title)}</h2>{_boards(own, names)}</section>')
    return lead(document) + ("".join(shown) or f"<p>{html(_NONE_CLOSED)}</p>")


def _boards(document: Json, names: Names) -> str:
    """Returns the tables of the scores at tables, and of those at seats, of a board or of an entrant."""
    scores, seats = document.get("scores", document.get("boards")) or (), document["seats"] or ()
    heading = (
        message("Board"),
        message("Round"),
        message("Table"),
        message("Even seats"),
        message("Odd seats"),
        message("Score"),
        message("Even"),
        message("Odd"),
        message("Top"),
        message("IMPs of even"),
    )
    shown = table(heading, (_board_row(each, names) for each in scores), frozenset({0, 1, 2, 5, 6, 7, 8, 9}))
    of_seats = (
        message("Board"),
        message("Round"),
        message("Table"),
        message("Seat"),
        message("Name"),
        message("Score"),
        message("Points"),
        message("Top"),
    )
    by_seat = table(of_seats, (_seat_row(each, names) for each in seats), frozenset({0, 1, 2, 3, 5, 6, 7}))
    return f"{shown if scores else ''}{by_seat if seats else ''}"


def _board_row(each: Json, names: Names) -> Row:
    return (
        *(each["board"], each["round"], each["match"], names.side(each["even"]), names.side(each["odd"])),
        *(_score(each), points_text(each["even_points"]), points_text(each["odd_points"])),
        *(points_text(each["top"]), each["even_imps"]),
    )


def _seat_row(each: Json, names: Names) -> Row:
    place = (each["board"], each["round"], each["match"], each["seat"], names.side(each["entrant"]))
    return (*place, _score(each), points_text(each["points"]), points_text(each["top"]))


def _score(each: Json) -> object:
    """Returns the points of the game on a board; without any, how it counts."""
    if each["score"] is not None:
        return each["score"]["total"]
    return message("void") if each.get("is_void") else message("adjusted")
