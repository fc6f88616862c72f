"""The order of a ladder, from its first order, its steps and the results of its matches."""

from domain.tournaments.ladder.parts import LadderStep
from domain.tournaments.state import Tournament
from domain.tournaments.terms import EntrantId


def ladder_order(tournament: Tournament) -> tuple[EntrantId, ...]:
    """Returns the entrants of a ladder that still take part, the first place first."""
    order = list(tournament.order)
    for step in tournament.ladder:
        if takes_place(tournament, step) and order.index(step.challenger) > order.index(step.challenged):
            order.remove(step.challenger)
            order.insert(order.index(step.challenged), step.challenger)
    out = {entry.id for entry in tournament.entries if entry.status == "out"}
    return tuple(each for each in order if each not in out)


def takes_place(tournament: Tournament, step: LadderStep) -> bool:
    """Returns whether the challenger of a step takes the place of the other entrant."""
    if step.round is None:
        return True
    [result] = tournament.rounds[step.round - 1].results
    return result is not None and result.second > result.first


def busy_entrants(tournament: Tournament) -> frozenset[EntrantId]:
    """Returns the entrants with an open challenge or match."""
    busy = {entrant for each in tournament.challenges for entrant in (each.challenger, each.challenged)}
    for round_ in tournament.open_rounds:
        busy.update(entrant for number in round_.open_matches() for entrant in round_.paired.matches[number - 1])
    return frozenset(busy)
