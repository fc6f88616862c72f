"""The order in which players sit out, where as few as possible sit out each round.

First come players who were not out in the round before, then those who have sat out least, then those whose last time
is longest ago. So nobody sits out twice running unless that cannot be avoided. A round counts as sitting out if the
player was not at a table. Requested byes and the rounds that a late player missed count too.
"""

from collections import Counter
from typing import NamedTuple

from domain.tournaments.pairing.partnerships import players_of_match
from domain.tournaments.terms import EntrantId, PairingContext


class Turn(NamedTuple):
    """The turn of a player to sit out; the smallest is first.

    Attributes:
        was_out: whether the player sat out in the last round.
        times: the number of rounds that the player has sat out.
        last: the last of these rounds; 0 for none.
    """

    was_out: bool
    times: int
    last: int


def turns_to_sit_out(context: PairingContext) -> dict[EntrantId, Turn]:
    """Returns the turn of every entrant of the tournament, whose entrants are players."""
    times: Counter[EntrantId] = Counter()
    last: dict[EntrantId, int] = {}
    for played in context.rounds:
        at_tables = {player for match in played.round.matches for player in players_of_match(match)}
        out = [each.id for each in context.entrants if each.id not in at_tables]
        times.update(out)
        last.update(dict.fromkeys(out, played.round.number))
    current = len(context.rounds)
    return {
        each.id: Turn(bool(current) and last.get(each.id) == current, times[each.id], last.get(each.id, 0))
        for each in context.entrants
    }
