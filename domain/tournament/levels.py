"""The levels that entrants have won in their matches, for the tie-break `levels_won`.

They count for matches that were played to a result at their tables, without duplicate boards. A match that was
forfeited, adjudicated or decided by staff counts none. For partners the levels of their side count for each of them.
"""

from collections.abc import Iterator

from domain.tournament.format import Format
from domain.tournament.state import Tournament
from domain.tournament.tie_breaks import Tally


def level_tallies(tournament: Tournament, form: Format) -> Iterator[Tally]:
    """What everybody has won and lost in every round, in hundredths of a level; nothing of results that are hidden."""
    for played in tournament.rounds:
        for match, result, levels in zip(played.paired.matches, played.results, played.levels, strict=False):
            if result is None or levels is None:
                continue
            own, other = 100 * levels.first, 100 * levels.second
            for entrant in form.entrants_of(match.first):
                yield Tally(entrant, played.paired.number, "levels", own, other)
            for entrant in form.entrants_of(match.second):
                yield Tally(entrant, played.paired.number, "levels", other, own)
