"""How the events of a match that its players cause change a tournament."""

from collections.abc import Callable
from typing import Any, Final

from domain.kernel.instants import HOUR_MS, Instant
from domain.tournaments.matches import events as match_events
from domain.tournaments.parts import MatchTime, TournamentRound
from domain.tournaments.rounds.evolve import round_at, with_round
from domain.tournaments.state import Tournament

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


def _with_time(round_: TournamentRound, time: MatchTime) -> TournamentRound:
    others = (each for each in round_.times if each.match != time.match)
    return round_._replace(times=(*others, time))


AFTER: dict[type, Callable[[Tournament, Any], Tournament]] = {
    match_events.MatchTimeProposed: _after_proposing,
    match_events.MatchTimeAgreed: _after_agreeing,
    match_events.MatchReminded: _after_reminding,
}
"""The function for each event of a match that its players cause."""
