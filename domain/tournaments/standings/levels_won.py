"""Levels won by entrants in their matches, for the tie-break `levels_won`.

Only matches without duplicate boards that were played to a result count. Matches that were forfeited, adjudicated or
decided by staff do not. Both partners of a side get the levels of their side.
"""

from collections.abc import Iterator

from domain.tournaments.formats.format import Format
from domain.tournaments.standings.tie_break_values import Tally
from domain.tournaments.state import Tournament


def level_tallies(tournament: Tournament, format_: Format) -> Iterator[Tally]:
    """Yields the levels won and lost by each entrant in every round, in hundredths; hidden results are left out."""
    for round_ in tournament.rounds:
        for match, result, levels in zip(round_.paired.matches, round_.results, round_.levels, strict=False):
            if result is None or levels is None:
                continue
            own, other = 100 * levels.first, 100 * levels.second
            for entrant in format_.entrants_of(match.first):
                yield Tally(entrant, round_.paired.number, "levels", own, other)
            for entrant in format_.entrants_of(match.second):
                yield Tally(entrant, round_.paired.number, "levels", other, own)
