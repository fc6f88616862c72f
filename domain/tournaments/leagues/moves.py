"""The moves of players between divisions, each with its reason.

| reason | players |
|---|---|
| `newcomer` | were in no division |
| `promoted`, `relegated` | were among the first, or the last, of a division |
| `stays` | were neither |
| `fills_place` | play higher than their place leads, because a place was free |
| `makes_room` | play lower than their place leads, because there were too many |
| `division_ended` | would play in a division that no longer exists |
| `overridden` | were put elsewhere by staff |
| `withdrawn` | no longer play |
"""

from collections.abc import Iterator, Mapping, Sequence

from domain.tournaments.leagues.divisions import Division, LeagueRules, movers_of_division
from domain.tournaments.leagues.events import DivisionMove, MoveReason
from domain.tournaments.terms import EntrantId


def moves(standings: Sequence[Division], divisions: Sequence[Division], rules: LeagueRules) -> tuple[DivisionMove, ...]:
    """Returns the moves of all players in the order of the standings, newcomers last.

    Args:
        standings: the final order of each division, the highest division first, and in each the first place first.
        divisions: the divisions of the next season, from `domain.tournaments.leagues.divisions.next_season`.
        rules: the parameters that made these divisions.
    """
    found = {entrant: place for place, division in enumerate(divisions) for entrant in division}
    known = [_move(at, found, len(divisions)) for at in _places_and_moves(standings, rules)]
    before = {move.entrant for move in known}
    new = [DivisionMove(each, None, place + 1, "newcomer") for each, place in found.items() if each not in before]
    return (*known, *new)


def moves_after_override(made: Sequence[DivisionMove], divisions: Sequence[Division]) -> tuple[DivisionMove, ...]:
    """Returns the moves adapted to divisions that staff have made; the changed ones become `overridden`."""
    found = {entrant: place for place, division in enumerate(divisions, start=1) for entrant in division}
    return tuple(
        move
        if move.after in (None, found.get(move.entrant))
        else DivisionMove(move.entrant, move.before, found.get(move.entrant), "overridden")
        for move in made
    )


def moves_without(made: Sequence[DivisionMove], entrant: EntrantId) -> tuple[DivisionMove, ...]:
    """Returns the moves after an entrant has withdrawn."""
    return tuple(
        DivisionMove(entrant, move.before, None, "withdrawn") if move.entrant == entrant else move for move in made
    )


def move_of_rank(rank: int, size: int, place: int, number: int, rules: LeagueRules) -> MoveReason:
    """Returns the move that a place in the standings leads to.

    Args:
        rank: the place within the division, from 0.
        size: the number of players of the division.
        place: the division, from 0 for the highest.
        number: the number of divisions.
        rules: the parameters.
    """
    up, down = movers_of_division(rules, size, place, number)
    if rank < up:
        return "promoted"
    return "relegated" if rank >= size - down else "stays"


STEPS: Mapping[MoveReason, int] = {"promoted": -1, "stays": 0, "relegated": 1}


def _places_and_moves(standings: Sequence[Division], rules: LeagueRules) -> Iterator[tuple[EntrantId, int, MoveReason]]:
    """Yields each player with the old division and the move that the place leads to."""
    for place, division in enumerate(standings):
        for rank, entrant in enumerate(division):
            yield entrant, place, move_of_rank(rank, len(division), place, len(standings), rules)


def _move(at: tuple[EntrantId, int, MoveReason], found: Mapping[EntrantId, int], number: int) -> DivisionMove:
    entrant, before, leads = at
    after, wanted = found.get(entrant), before + STEPS[leads]
    if after is None:
        return DivisionMove(entrant, before + 1, None, "withdrawn")
    return DivisionMove(entrant, before + 1, after + 1, _reason(leads, after, wanted, number))


def _reason(leads: MoveReason, after: int, wanted: int, number: int) -> MoveReason:
    if after == wanted:
        return leads
    if wanted >= number:
        return "division_ended"
    return "fills_place" if after < wanted else "makes_room"
