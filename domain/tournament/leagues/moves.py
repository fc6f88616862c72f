"""Why everybody plays where they do, for those who ask.

| reason | whom it concerns |
|---|---|
| `newcomer` | who was in no division |
| `promoted`, `relegated` | who was among the first, or the last, of a division |
| `stays` | who was neither |
| `fills_place` | who plays higher than that, since a place was free there |
| `makes_room` | who plays lower than that, since there were too many |
| `division_ended` | who would play in a division that there is no longer |
| `overridden` | whom somebody has put elsewhere |
| `withdrawn` | who plays no longer |
"""

from collections.abc import Iterator, Mapping, Sequence

from domain.tournament.league import Division, LeagueRules, movers
from domain.tournament.leagues.events import Move, MoveReason
from domain.tournament.rounds import EntrantId


def moves(standings: Sequence[Division], divisions: Sequence[Division], rules: LeagueRules) -> tuple[Move, ...]:
    """Where everybody goes, in the order of the standings, newcomers last.

    Args:
        standings: how the divisions have ended, the highest in front; in each the first place in front.
        divisions: those of the next season, as `domain.tournament.league.next_season` has made them by
        rules: these figures.
    """
    found = {entrant: place for place, division in enumerate(divisions) for entrant in division}
    known = [_move(at, found, len(divisions)) for at in _ended(standings, rules)]
    before = {move.entrant for move in known}
    new = [Move(each, None, place + 1, "newcomer") for each, place in found.items() if each not in before]
    return (*known, *new)


def overridden(made: Sequence[Move], divisions: Sequence[Division]) -> tuple[Move, ...]:
    """The same moves, of which those that were changed lead into the divisions that somebody has made."""
    found = {entrant: place for place, division in enumerate(divisions, start=1) for entrant in division}
    return tuple(
        move
        if move.after in (None, found.get(move.entrant))
        else Move(move.entrant, move.before, found.get(move.entrant), "overridden")
        for move in made
    )


def without(made: Sequence[Move], entrant: EntrantId) -> tuple[Move, ...]:
    """The same moves when somebody has withdrawn."""
    return tuple(Move(entrant, move.before, None, "withdrawn") if move.entrant == entrant else move for move in made)


def zone(rank: int, size: int, place: int, number: int, rules: LeagueRules) -> MoveReason:
    """Where a place leads by the figures alone.

    Args:
        rank: the place in the division, from 0.
        size: how many have played in the division.
        place: which division it is, from 0, the highest.
        number: how many divisions there are.
        rules: the figures.
    """
    up, down = movers(rules, size, place, number)
    if rank < up:
        return "promoted"
    return "relegated" if rank >= size - down else "stays"


STEPS: Mapping[MoveReason, int] = {"promoted": -1, "stays": 0, "relegated": 1}


def _ended(standings: Sequence[Division], rules: LeagueRules) -> Iterator[tuple[EntrantId, int, MoveReason]]:
    """Everybody, the division from which they come, and where their place leads."""
    for place, division in enumerate(standings):
        for rank, entrant in enumerate(division):
            yield entrant, place, zone(rank, len(division), place, len(standings), rules)


def _move(at: tuple[EntrantId, int, MoveReason], found: Mapping[EntrantId, int], number: int) -> Move:
    entrant, before, leads = at
    after, wanted = found.get(entrant), before + STEPS[leads]
    if after is None:
        return Move(entrant, before + 1, None, "withdrawn")
    return Move(entrant, before + 1, after + 1, _reason(leads, after, wanted, number))


def _reason(leads: MoveReason, after: int, wanted: int, number: int) -> MoveReason:
    if after == wanted:
        return leads
    if wanted >= number:
        return "division_ended"
    return "fills_place" if after < wanted else "makes_room"
