"""FIDE's tournament report file (TRF16; FIDE Handbook C.04, annex 2), for tournaments between two sides.

| line | content |
|---|---|
| 012, 022, 032 | name, city, federation |
| 042, 052 | first and last day |
| 062, 072 | number of entrants, and number of rated entrants |
| 092, 102, 112, 122 | kind of tournament, chief arbiter, deputies, time control |
| 132 | the days of the rounds, from column 92, one every ten columns |
| 001 | an entrant, see below |
| XXR | number of rounds |
| XXC | `white1` if the first seed is the first side in round 1, else `black1` |
| XXS | the points of results, if they differ from 1, a half and 0 |
| XXP | two starting numbers that are not paired; one line for each pair, at the end |

| columns of 001 | content |
|---|---|
| 5-8 | the starting number: the place by seed, from 1 |
| 15-47 | the name, cut off at the width |
| 49-52 | the rating, blank without one |
| 81-84 | the points, with one decimal |
| 86-89 | the place in the standings |
| 92-99, 102-109, … | a round: opponent, `w` for the first side or `b`, and the result |

Results are `1`, `=` and `0`; `+` and `-` for forfeits; `U` for a pairing bye, `F`, `H` and `Z` for the other byes, and
`Z` for a round without the entrant. XXR, XXC, XXS and XXP are extensions that pairing programs read (JaVaFo and its
successors). The first unfinished round and all later ones are left out.

Results that the format cannot express are refused: anything but a win, a draw or a loss, and points that are not
whole tenths.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import date
from typing import NamedTuple

from domain.kernel.messages import Message, message
from domain.kernel.refusals import Illegal
from domain.tournaments.exports.csv import Names
from domain.tournaments.standings.appearances import Appearance, appearances
from domain.tournaments.standings.ranking import Standing
from domain.tournaments.terms import DRAW, LOSS, WIN, Entrant, EntrantId, PairingContext, Points

NAME_WIDTH = 33
MOST_ENTRANTS = 9999
MOST_RATING = 9999
MOST_POINTS = 9990
"""In hundredths: four columns hold up to 99.9."""
BYE_LETTERS = {"pairing": "U", "full": "F", "half": "H", "zero": "Z", "absent": "Z"}
USUAL_BYES = {"ZPB": LOSS, "HPB": DRAW, "FPB": WIN, "PAB": WIN}


class NotForTrf(Illegal):
    """FIDE's report format cannot express this."""


class Heading(NamedTuple):
    """The heading of the report; empty fields are left out.

    Attributes:
        name: the name of the tournament.
        rounds: the number of rounds.
        days: the days of the rounds, in order.
    """

    name: str
    rounds: int
    city: str = ""
    federation: str = ""
    first_day: date | None = None
    last_day: date | None = None
    kind: str = ""
    chief_arbiter: str = ""
    deputies: str = ""
    time_control: str = ""
    days: tuple[date, ...] = ()


class PointScale(NamedTuple):
    """The points of a win, a draw and a loss, in hundredths."""

    win: Points = WIN
    draw: Points = DRAW
    loss: Points = LOSS


USUAL_SCALE = PointScale()


def trf(
    context: PairingContext,
    standings: Sequence[Standing],
    heading: Heading,
    names: Names,
    scale: PointScale = USUAL_SCALE,
    forbidden: Collection[frozenset[EntrantId]] = (),
) -> str:
    """Returns the report as text; lines end with LF.

    Args:
        context: all rounds so far.
        standings: the standings of all entrants, in order; the report takes their places from it.
        heading: the heading.
        names: the names of entrants; an entrant without a name appears by its id.
        scale: the points of results.
        forbidden: pairs of entrants that are not paired.

    Raises:
        NotForTrf: the format cannot express it.
    """
    over = _finished_course(context)
    _check(over, heading)
    entrants = sorted(over.entrants, key=lambda entrant: (entrant.seed, entrant.id))
    lines = [*_head(heading, entrants)]
    lines += _entrants(over, entrants, standings, names, scale)
    lines += _tail(over, heading, entrants, scale)
    lines += _lines_of_forbidden_pairs(entrants, forbidden)
    return "".join(f"{line}\n" for line in lines)


def _finished_course(context: PairingContext) -> PairingContext:
    over = []
    for played in context.rounds:
        if not played.is_over:
            break
        over.append(played)
    return context._replace(rounds=tuple(over))


def _check(context: PairingContext, heading: Heading) -> None:
    if len(context.entrants) > MOST_ENTRANTS:
        raise _not_for_trf(message("The report numbers at most {most_entrants} entrants.", most_entrants=MOST_ENTRANTS))
    if len(context.rounds) > heading.rounds:
        raise _not_for_trf(
            message("There have been more rounds than the {rounds} that there will be.", rounds=heading.rounds)
        )
    if any(not 0 <= entrant.rating <= MOST_RATING for entrant in context.entrants):
        raise _not_for_trf(message("A rating is from 0 to {most_rating}.", most_rating=MOST_RATING))
    if context.has_mean_byes and any(bye.kind == "pairing" for played in context.rounds for bye in played.round.byes):
        raise _not_for_trf(
            message("In the report, all pairing byes are worth the same. Here they are worth an average.")
        )
    if any(not 0 <= points <= MOST_POINTS for points in context.points().values()):
        raise _not_for_trf(message("Points are from 0 to 99.9."))


def _head(heading: Heading, entrants: Sequence[Entrant]) -> Iterator[str]:
    said = {
        "012": heading.name,
        "022": heading.city,
        "032": heading.federation,
        "042": _day(heading.first_day),
        "052": _day(heading.last_day),
        "062": str(len(entrants)),
        "072": str(sum(entrant.rating > 0 for entrant in entrants)),
        "092": heading.kind,
        "102": heading.chief_arbiter,
        "112": heading.deputies,
        "122": heading.time_control,
    }
    for code, text in said.items():
        if text:
            yield f"{code} {_line_text(text)}"
    if heading.days:
        yield f"{'132':<91}" + "  ".join(f"{day:%y/%m/%d}" for day in heading.days)


def _entrants(
    context: PairingContext, entrants: Sequence[Entrant], standings: Sequence[Standing], names: Names, scale: PointScale
) -> Iterator[str]:
    numbers = {entrant.id: number for number, entrant in enumerate(entrants, 1)}
    places = {standing.entrant: place for place, standing in enumerate(standings, 1)}
    found, points = appearances(context), context.points()
    for entrant in entrants:
        name = _line_text(names.get(entrant.id, entrant.id))[:NAME_WIDTH]
        who = f"001 {numbers[entrant.id]:>4}      {name:<{NAME_WIDTH}} {entrant.rating or '':>4}"
        cells = "".join(f"  {_cell(each, numbers, scale)}" for each in found[entrant.id])
        yield f"{who:<80}{_tenths(points[entrant.id]):>4} {places[entrant.id]:>4}{cells}"


def _tail(context: PairingContext, heading: Heading, entrants: Sequence[Entrant], scale: PointScale) -> Iterator[str]:
    yield f"XXR {heading.rounds}"
    second = {match.second for played in context.rounds[:1] for match in played.round.matches}
    yield "XXC black1" if entrants and entrants[0].id in second else "XXC white1"
    worth = dict(context.bye_points)
    byes = {"ZPB": worth["zero"], "HPB": worth["half"], "FPB": worth["full"], "PAB": worth["pairing"]}
    if scale != USUAL_SCALE or byes != USUAL_BYES:
        sides = {"WW": scale.win, "BW": scale.win, "WD": scale.draw, "BD": scale.draw, "WL": scale.loss}
        codes = sides | {"BL": scale.loss, "FW": scale.win, "FL": scale.loss} | byes
        yield "XXS " + " ".join(f"{code}={_tenths(points)}" for code, points in codes.items())


def _lines_of_forbidden_pairs(entrants: Sequence[Entrant], forbidden: Collection[frozenset[EntrantId]]) -> list[str]:
    """Returns the lines of pairs that are not paired, without entrants that do not take part."""
    numbers = {entrant.id: number for number, entrant in enumerate(entrants, 1)}
    known = [sorted(numbers[each] for each in two) for two in forbidden if two <= numbers.keys()]
    return [f"XXP {one} {other}" for one, other in sorted(known)]


def _cell(each: Appearance, numbers: Mapping[EntrantId, int], scale: PointScale) -> str:
    if each.opponent is not None:
        return f"{numbers[each.opponent]:>4} {'w' if each.is_first else 'b'} {_result_sign(each, scale)}"
    if each.kind in ("absent", "zero") and each.points:
        raise _not_for_trf(message("A round without an entrant is worth nothing in the report."))
    return f"0000 - {BYE_LETTERS[each.kind]}"


def _result_sign(each: Appearance, scale: PointScale) -> str:
    worth = (each.points, each.against)
    if each.is_at_table:
        signs = {(scale.win, scale.loss): "1", (scale.draw, scale.draw): "=", (scale.loss, scale.win): "0"}
    else:
        signs = {(scale.win, scale.loss): "+", (scale.loss, scale.win): "-", (scale.loss, scale.loss): "-"}
    if worth not in signs:
        raise _not_for_trf(
            message("The result of round {round} is neither a win nor a draw nor a loss.", round=each.round)
        )
    return signs[worth]


def _tenths(points: int) -> str:
    whole, rest = divmod(points, 100)
    if rest % 10:
        raise _not_for_trf(message("The report has tenths of a point, and no smaller parts."))
    return f"{whole}.{rest // 10}"


def _not_for_trf(detail: Message) -> NotForTrf:
    return NotForTrf(detail, hint=message("read the standings instead, as JSON or CSV"))


def _day(day: date | None) -> str:
    return "" if day is None else f"{day:%Y/%m/%d}"


def _line_text(text: str) -> str:
    """Returns the text on one line, without characters that would shift the columns."""
    return " ".join("".join(sign if sign.isprintable() else " " for sign in text).split())
