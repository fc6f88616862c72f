"""Why one entrant is before another in the standings: each criterion in order, with both figures.

| criterion | compared | better |
|---|---|---|
| `line` | lines of a Mitchell with two winners, which are ranked separately | neither |
| `attendance` | whether an entrant has missed a match and acted in none | who has acted |
| `bracket` | ranks by the bracket of a knock-out, which alone decides | the lower one |
| `points` | points, byes included | the higher one |
| a tie-break | its value among the entrants that are still tied | the higher one |

A criterion counts only while all earlier ones are equal, so the first difference decides.
"""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from domain.kernel.messages import message
from domain.kernel.wording import all_of
from domain.tournaments.exports.figures import decimal, points_text
from domain.tournaments.standings.ranking import Standing
from domain.tournaments.standings.tie_break_values import TieBreak, TieBreakValue
from domain.tournaments.terms import EntrantId

FIDE_ARTICLES: Mapping[TieBreak, str] = {
    "buchholz": "8.1",
    "buchholz_cut_1": "8.1, 14.1",
    "buchholz_cut_2": "8.1, 14.2",
    "buchholz_median": "8.1, 14.3",
    "sonneborn_berger": "9.1",
    "direct_encounter": "6",
    "wins": "7.1",
    "wins_played": "7.2",
    "progressive": "7.5",
    "average_rating": "10.1",
    "performance": "10.2",
}
"""The articles of the FIDE Handbook, C.07, of the tie-breaks that it defines."""
TITLES: Mapping[str, str] = {
    "buchholz": "Buchholz",
    "buchholz_cut_1": message("Buchholz Cut 1"),
    "buchholz_cut_2": message("Buchholz Cut 2"),
    "buchholz_median": message("Buchholz Median"),
    "sonneborn_berger": "Sonneborn-Berger",
    "direct_encounter": message("direct encounter"),
    "wins": message("wins"),
    "wins_played": message("wins at the table"),
    "progressive": message("progressive score"),
    "average_rating": message("average rating of opponents"),
    "performance": message("performance rating"),
    "board_quotient": message("board quotient"),
    "levels_won": message("levels won"),
    "matchpoints": message("matchpoints"),
    "imps": "IMPs",
    "victory_points": message("victory points"),
    "lots": message("the draw of lots"),
}
"""The names of tie-breaks in sentences."""
NOTHING_LOST = message("no losses")
"""The figure of a quotient without a loss, which is above all numbers."""


class ComparedFigures(NamedTuple):
    """A criterion, and its figure for both entrants.

    Attributes:
        criterion: its name; see the module.
        rule: the rule that defines it, if there is one.
        one, other: the figures as text.
        decides: whether it is the first criterion that differs.
    """

    criterion: str
    rule: str | None
    one: str
    other: str
    decides: bool


class Comparison(NamedTuple):
    """Which of two entrants is before the other, and why.

    Attributes:
        before: the entrant that is before the other; `None` if they share a rank or are not ranked together.
        figures: all criteria in order.
        sentence: the reason with names and figures.
    """

    before: EntrantId | None
    figures: tuple[ComparedFigures, ...]
    sentence: str


def comparison(one: Standing, other: Standing, names: Mapping[EntrantId, str], *, by_bracket: bool) -> Comparison:
    """Returns why one of two entrants is before the other.

    Args:
        one: a line of the standings.
        other: another line of the same standings.
        names: the display names of the entrants.
        by_bracket: whether the bracket of a knock-out gives the ranks.
    """
    figures = tuple(_deciding(_criteria(one, other, by_bracket=by_bracket)))
    before, after = sorted((one, other), key=lambda each: each.rank)
    is_ranked_apart = one.line != other.line
    is_decided = not is_ranked_apart and one.rank != other.rank
    said = (names.get(before.entrant, before.entrant), names.get(after.entrant, after.entrant))
    if is_ranked_apart:
        sentence = message(
            "{said} and {said_2} play in different lines, which are ranked separately.", said=said[0], said_2=said[1]
        )
    elif is_decided:
        sentence = message(
            "{said} is before {said_2}: {reason}.",
            said=said[0],
            said_2=said[1],
            reason=_reason(figures, is_first=before is one),
        )
    else:
        sentence = message(
            "{said} and {said_2} share rank {rank}: {equal}.",
            said=said[0],
            said_2=said[1],
            rank=one.rank,
            equal=_equal(figures),
        )
    return Comparison(before.entrant if is_decided else None, figures, sentence)


Figures = tuple[str, str | None, str, str]


def _criteria(one: Standing, other: Standing, *, by_bracket: bool) -> Iterator[Figures]:
    """Yields the name of each criterion, its rule, and both figures."""
    if one.line is not None and other.line is not None:
        yield "line", None, str(one.line), str(other.line)
    if one.is_absent or other.is_absent:
        yield "attendance", None, _attendance(one), _attendance(other)
        if one.is_absent and other.is_absent:
            return
    if by_bracket:
        yield "bracket", None, str(one.rank), str(other.rank)
        return
    yield "points", None, points_text(one.points), points_text(other.points)
    for mine, theirs in zip(one.values, other.values, strict=True):
        yield mine.tie_break, _rule(mine.tie_break), *_value_texts(mine, theirs)


def _attendance(each: Standing) -> str:
    return "absent" if each.is_absent else "present"


def _rule(tie_break: TieBreak) -> str | None:
    article = FIDE_ARTICLES.get(tie_break)
    return None if article is None else f"FIDE C.07, {article}"


def _value_texts(one: TieBreakValue, other: TieBreakValue) -> tuple[str, str]:
    """Returns both values as decimals, or as fractions if the decimals of different values are equal."""
    texts = _decimal(one.value), _decimal(other.value)
    if one.value is not None and other.value is not None and texts[0] == texts[1] and one.value != other.value:
        return str(one.value), str(other.value)
    return texts


def _decimal(value: Fraction | None) -> str:
    return NOTHING_LOST if value is None else decimal(value)


def _deciding(criteria: Iterator[Figures]) -> Iterator[ComparedFigures]:
    is_open = True
    for name, rule, one, other in criteria:
        yield ComparedFigures(name, rule, one, other, is_open and one != other)
        is_open = is_open and one == other


def _reason(figures: Sequence[ComparedFigures], *, is_first: bool) -> str:
    """Returns why the first or the second of the compared entrants is before the other."""
    place = next(place for place, each in enumerate(figures) if each.decides)
    decisive = figures[place]
    better, worse = (decisive.one, decisive.other) if is_first else (decisive.other, decisive.one)
    equal = [_equal_figure(each) for each in figures[:place] if each.criterion not in ("line", "attendance")]
    decision = _decision(decisive.criterion, better, worse)
    return message("both have {equal}, and {decision}", equal=all_of(equal), decision=decision) if equal else decision


def _decision(criterion: str, better: str, worse: str) -> str:
    match criterion:
        case "attendance":
            return message("entrants that have missed a match and acted in none stand last")
        case "bracket":
            return message("the bracket decides, with rank {better} against {worse}", better=better, worse=worse)
        case "points":
            return message("{in_points} against {worse}", in_points=_in_points(better), worse=worse)
        case _:
            return message(
                "{titles} decides with {better} against {worse}", titles=TITLES[criterion], better=better, worse=worse
            )


def _equal(figures: Sequence[ComparedFigures]) -> str:
    if any(each.one == "absent" for each in figures):
        return message("both have missed a match and acted in none")
    if any(each.criterion == "bracket" for each in figures):
        return message("the bracket has not separated them")
    return message(
        "both have {equal_figure}",
        equal_figure=all_of(_equal_figure(each) for each in figures if each.criterion != "line"),
    )


def _equal_figure(each: ComparedFigures) -> str:
    return (
        _in_points(each.one)
        if each.criterion == "points"
        else message("{one} for {titles}", one=each.one, titles=TITLES[each.criterion])
    )


def _in_points(figure: str) -> str:
    return message("1 point") if figure == "1" else message("{figure} points", figure=figure)
