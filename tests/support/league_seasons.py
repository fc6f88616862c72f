"""Leagues with members, and leagues in their first season."""

from dataclasses import replace

from domain.kernel.instants import Instant
from tests.support.leagues import OF_PAIRS, PLAN, SEASON_H, STARTS, Told
from tests.support.tournament import hours

PAIRS = replace(PLAN, template=OF_PAIRS)


def with_members(names: str, plan=PLAN) -> Told:
    """Returns a league with these members. Each name is one letter, and the strongest member is first."""
    told = Told(plan)
    for place, name in enumerate(names):
        told.register(name, rating=2000 - place)
    return told


def in_season(names: str, plan=PLAN) -> Told:
    """Returns such a league after the start of its first season."""
    told = with_members(names, plan)
    told.until(STARTS)
    return told


def written(told: Told) -> list[str]:
    return ["".join(division) for division in told.divisions()]


def reasons(told: Told) -> dict[str, str]:
    assert told.league.season
    return {move.entrant: move.reason for move in told.league.season.moves}


def start_of(number: int) -> Instant:
    return hours(100 + (number - 1) * SEASON_H)
