"""Score cards: all rounds of one entrant, with partners, opponents, points, and the total after each round.

| format | points and totals |
|---|---|
| those whose standings count matches | the points of the standings; in an arena with the bonus for wins in a row |
| those that compare entrants by boards | none; the scores of the boards count |
"""

from collections.abc import Iterator
from typing import NamedTuple

from domain.tournaments.boards.by_movement import DuplicateIndividual, DuplicatePairs
from domain.tournaments.boards.seat_by_seat import SeatBySeat, table_of
from domain.tournaments.formats.catalogue import format_of
from domain.tournaments.formats.format import Format, entrants_of_match
from domain.tournaments.parts import TournamentRound
from domain.tournaments.standings.appearances import Appearance, AppearanceKind, appearances
from domain.tournaments.standings.by_format import counted_course
from domain.tournaments.state import Tournament, pairing_context
from domain.tournaments.terms import EntrantId, LevelsWon, Match, Points


class CardMatch(NamedTuple):
    """The match of an entrant in a round.

    Attributes:
        number: its number in the round.
        tables: its tables.
        is_first: whether the entrant is on the first side, which sits on the even seats.
        partners: the other entrants of its side.
        opponents: the entrants of the other side; all others at the table where each plays alone.
        levels: the levels of its own side and those of the other one; `None` without a visible result with levels.
    """

    number: int
    tables: tuple[str, ...]
    is_first: bool
    partners: tuple[EntrantId, ...]
    opponents: tuple[EntrantId, ...]
    levels: LevelsWon | None


class CardRound(NamedTuple):
    """A round of a score card.

    Attributes:
        number: the number of the round.
        kind: how the result arose, or the kind of the bye; see `appearances`.
        match: the match; `None` with a bye.
        points: the points of the entrant; `None` without a visible result, and where boards count.
        against: the points of the other side; `None` likewise, and with a bye.
        total: the points up to this round; `None` where boards count.
    """

    number: int
    kind: AppearanceKind
    match: CardMatch | None
    points: Points | None
    against: Points | None
    total: Points | None


def score_card(tournament: Tournament, entrant: EntrantId) -> tuple[CardRound, ...]:
    """Returns the rounds of an entrant that takes part. An arena has only those with a match.

    Args:
        tournament: the public state of the tournament.
        entrant: an entrant of its standings.
    """
    return tuple(_rounds(tournament, format_of(tournament.settings), entrant))


def _rounds(tournament: Tournament, format_: Format, entrant: EntrantId) -> Iterator[CardRound]:
    counts = not isinstance(format_, DuplicatePairs | DuplicateIndividual | SeatBySeat)
    found = _appearances(tournament, format_, entrant) if counts else {}
    total = 0
    for number, round_ in enumerate(tournament.rounds, start=1):
        each, match = found.get(number), _match(round_, format_, entrant)
        total += each.points if each else 0
        kind = each.kind if each else _kind(round_, match, entrant)
        if match is None and tournament.settings.span_ms is not None:
            continue
        is_known = each is not None and not each.is_open
        yield CardRound(
            number,
            kind,
            match,
            each.points if each and is_known else None,
            each.against if each and is_known and match else None,
            Points(total) if counts else None,
        )


def _appearances(tournament: Tournament, format_: Format, entrant: EntrantId) -> dict[int, Appearance]:
    course = counted_course(pairing_context(tournament), format_)
    return {each.round: each for each in appearances(course)[entrant]}


def _kind(round_: TournamentRound, match: CardMatch | None, entrant: EntrantId) -> AppearanceKind:
    """Returns how a round went for an entrant, where no points of matches are counted."""
    if match is not None:
        result = round_.results[match.number - 1]
        return "open" if result is None else result.kind
    return next((bye.kind for bye in round_.paired.byes if bye.entrant == entrant), "absent")


def _match(round_: TournamentRound, format_: Format, entrant: EntrantId) -> CardMatch | None:
    for number, match in enumerate(round_.paired.matches, start=1):
        if entrant in entrants_of_match(format_, match):
            return _card_match(round_, format_, number, match, entrant)
    return None


def _card_match(round_: TournamentRound, format_: Format, number: int, match: Match, entrant: EntrantId) -> CardMatch:
    first, second = (format_.entrants_of(side) for side in match)
    is_first = entrant in first
    own, others = (first, second) if is_first else (second, first)
    if isinstance(format_, SeatBySeat):
        own, others = (entrant,), tuple(each for each in table_of(match) if each != entrant)
    levels = round_.levels[number - 1] if round_.results[number - 1] is not None else None
    return CardMatch(
        number,
        round_.tables[number - 1],
        is_first,
        tuple(each for each in own if each != entrant),
        others,
        levels if levels is None or is_first else LevelsWon(levels.second, levels.first),
    )
