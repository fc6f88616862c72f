"""How the events of a match that its players cause change a tournament."""

from collections.abc import Callable
from typing import Any, Final

from domain.kernel.events import BrokenHistory
from domain.kernel.instants import HOUR_MS, Instant
from domain.tournaments.entrants.evolve import with_value
from domain.tournaments.matches import events as match_events
from domain.tournaments.parts import MatchTime, ReportedResult, TournamentRound
from domain.tournaments.rounds.evolve import round_at, with_round
from domain.tournaments.state import Tournament
from domain.tournaments.terms import Result

REMINDER_MS: Final = HOUR_MS
"""How long before the agreed time players are reminded, in milliseconds. A time that is nearer has no reminder."""


def _after_proposing(tournament: Tournament, event: match_events.MatchTimeProposed) -> Tournament:
    round_ = round_at(tournament, event.round)
    proposed = round_.time_of(event.match)._replace(side=event.side, proposed=event.times)
    return with_round(tournament, _with_time(round_, proposed))


def _after_agreeing(tournament: Tournament, event: match_events.MatchTimeAgreed) -> Tournament:
    before = Instant(event.plays_at - REMINDER_MS)
    remind_at = before if before > event.at else None
    agreed = MatchTime(event.match, plays_at=event.plays_at, remind_at=remind_at)
    return with_round(tournament, _with_time(round_at(tournament, event.round), agreed))


def _after_reminding(tournament: Tournament, event: match_events.MatchReminded) -> Tournament:
    round_ = round_at(tournament, event.round)
    return with_round(tournament, _with_time(round_, round_.time_of(event.match)._replace(remind_at=None)))


def _after_moving_elsewhere(tournament: Tournament, event: match_events.MatchPlayedElsewhere) -> Tournament:
    """Marks a match as played elsewhere, and removes its tables. Nothing that has happened at them counts."""
    round_ = round_at(tournament, event.round)
    return with_round(
        tournament,
        round_._replace(
            elsewhere=(*round_.elsewhere, event.match),
            tables=with_value(round_.tables, event.match, ()),
            places=with_value(round_.places, event.match, ()),
        ),
    )


def _after_reporting(tournament: Tournament, event: match_events.ResultReported) -> Tournament:
    report = ReportedResult(event.match, event.side, event.outcome)
    return with_round(tournament, _with_report(round_at(tournament, event.round), event.match, report))


def _after_disputing(tournament: Tournament, event: match_events.ResultDisputed) -> Tournament:
    round_ = round_at(tournament, event.round)
    report = round_.report_of(event.match)
    if report is None:
        raise BrokenHistory(f"match {event.match} of round {event.round} has no reported result")
    return with_round(tournament, _with_report(round_, event.match, report._replace(is_disputed=True)))


def _after_confirming(tournament: Tournament, event: match_events.ResultConfirmed) -> Tournament:
    round_ = round_at(tournament, event.round)
    result = Result(event.first, event.second, event.kind)
    return with_round(tournament, round_._replace(results=with_value(round_.results, event.match, result)))


def _with_report(round_: TournamentRound, number: int, report: ReportedResult) -> TournamentRound:
    return round_._replace(reports=(*(each for each in round_.reports if each.match != number), report))


def _with_time(round_: TournamentRound, time: MatchTime) -> TournamentRound:
    others = (each for each in round_.times if each.match != time.match)
    return round_._replace(times=(*others, time))


AFTER: dict[type, Callable[[Tournament, Any], Tournament]] = {
    match_events.MatchTimeProposed: _after_proposing,
    match_events.MatchTimeAgreed: _after_agreeing,
    match_events.MatchReminded: _after_reminding,
    match_events.MatchPlayedElsewhere: _after_moving_elsewhere,
    match_events.ResultReported: _after_reporting,
    match_events.ResultDisputed: _after_disputing,
    match_events.ResultConfirmed: _after_confirming,
}
"""The function for each event of a match that its players cause."""
