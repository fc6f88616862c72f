"""Rehearsals of tournaments: the settings that a rehearsal changes, when it begins, and its report.

House bots of a sandbox move at once. So play takes no time by the clock of the sandbox. Breaks, windows and schedules
do.

| setting | in a rehearsal |
|---|---|
| `rounds.is_automatic` is false | rounds are paired as soon as they can be |
| no clock and no time window | a clock of a minute for each move, because automatic rounds need one |
| `series` | none, because a sandbox has series of its own |
| `play.hands` | the number of hands that the organiser asks for, if any |
"""

from dataclasses import replace
from typing import NamedTuple

from domain.clocks.rules import NO_CLOCK, ClockRules
from domain.kernel.instants import HOUR_MS, Instant
from domain.tournaments.parts import RefusedPairing
from domain.tournaments.settings import Schedule, TournamentSettings
from domain.tournaments.state import Tournament


class Rehearsed(NamedTuple):
    """The settings of a rehearsal, and the names of those that it has changed."""

    settings: TournamentSettings
    changed: tuple[str, ...]


class RehearsalReport(NamedTuple):
    """How a rehearsal went so far.

    Attributes:
        rounds: the number of rounds that were paired.
        matches: the number of their matches.
        results: the number of matches with a result.
        byes: the number of byes.
        refusal: why the next round cannot be paired; `None` if it can, or if none follows.
    """

    rounds: int
    matches: int
    results: int
    byes: int
    refusal: RefusedPairing | None


def rehearsed(settings: TournamentSettings, hands: int | None) -> Rehearsed:
    """Returns the settings with which a tournament is rehearsed. `hands` replaces the hands of a match if given."""
    rounds, play = replace(settings.rounds, is_automatic=True), settings.play
    if play.clock.kind == NO_CLOCK.kind and rounds.window_s is None:
        play = replace(play, clock=ClockRules("simple", per_move_s=60))
    play = play if hands is None else replace(play, hands=hands)
    made = replace(settings, rounds=rounds, play=play, series=None)
    changes = (
        ("rounds.is_automatic", settings.rounds != rounds),
        ("play.clock", settings.play.clock != play.clock),
        ("play.hands", settings.play.hands != play.hands),
        ("series", settings.series is not None),
    )
    return Rehearsed(made, tuple(name for name, has_changed in changes if has_changed))


def begins_at(schedule: Schedule, now: Instant) -> Instant:
    """Returns when a rehearsal begins: when registration opens, or now, or an hour before times that are past."""
    if schedule.opens_at is not None:
        return schedule.opens_at
    times = [at for at in (schedule.closes_at, schedule.starts_at, schedule.check_in_at) if at is not None]
    return Instant(min([now, *(at - HOUR_MS for at in times)]))


def report_of(tournament: Tournament) -> RehearsalReport:
    """Returns the report of a tournament."""
    results = [result for each in tournament.rounds for result in each.results]
    return RehearsalReport(
        len(tournament.rounds),
        len(results),
        sum(result is not None for result in results),
        sum(len(each.paired.byes) for each in tournament.rounds),
        tournament.pairing_refused,
    )
