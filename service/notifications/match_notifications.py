"""The account events about matches of tournaments, for the players of both sides.

`service/notifications/tournament_notifications.py` lists them with their recipients.
"""

from collections.abc import Callable, Iterator

from domain.kernel.instants import Instant, write_instant
from domain.kernel.players import PlayerId
from domain.tournaments.formats.catalogue import format_of
from domain.tournaments.matches import events as match_events
from domain.tournaments.rounds import events as round_events
from domain.tournaments.staff import has_right
from domain.tournaments.state import Tournament
from domain.tournaments.terms import EntrantId
from domain.tournaments.viewing import sealed_round_numbers
from service.notifications.events import NewAccountEvent, StateChange, for_players

TournamentChange = StateChange[Tournament]


def players_of_entrant(tournament: Tournament, entrant: EntrantId) -> tuple[PlayerId, ...]:
    """Returns the players of an entrant, by its id."""
    entry = tournament.entry(entrant)
    return entry.players if entry is not None else ()


def players_of_match(tournament: Tournament, number: int, match: int) -> list[PlayerId]:
    """Returns the players of a match, on both sides."""
    format_ = format_of(tournament.settings)
    sides = tournament.rounds[number - 1].paired.matches[match - 1]
    return [
        player
        for side in sides
        for entrant in format_.entrants_of(side)
        for player in players_of_entrant(tournament, entrant)
    ]


def instant_text(instant: Instant | None) -> str | None:
    """Returns the instant in RFC 3339 format, or `None`."""
    return None if instant is None else write_instant(instant)


def _match_ready(change: TournamentChange) -> Iterator[NewAccountEvent]:
    event: round_events.TableLinked = change.event
    deadline = change.after.rounds[event.round - 1].deadline
    data = {"round": event.round, "match": event.match, "deadline": instant_text(deadline)}
    players = players_of_match(change.after, event.round, event.match)
    yield from for_players(players, "tournament_match_ready", data, event.table)


def _result_set(change: TournamentChange) -> Iterator[NewAccountEvent]:
    event: (
        round_events.ResultRecorded
        | round_events.ResultAdjudicated
        | round_events.ResultOverridden
        | round_events.BoardOverridden
        | round_events.ResultRestored
        | match_events.ResultConfirmed
    ) = change.event
    if isinstance(event, round_events.BoardOverridden) and event.first is None:
        return
    is_hidden = event.round in sealed_round_numbers(change.after)
    hidden = {"first": None, "second": None, "kind": None}
    shown = {"first": event.first, "second": event.second, "kind": event.kind}
    data = {
        "round": event.round,
        "match": event.match,
        "how": _HOW[type(event)],
        **(hidden if is_hidden else shown),
    }
    yield from for_players(players_of_match(change.after, event.round, event.match), "tournament_result", data)


_HOW: dict[type, str] = {
    round_events.ResultRecorded: "recorded",
    round_events.ResultAdjudicated: "adjudicated",
    round_events.ResultOverridden: "overridden",
    round_events.BoardOverridden: "overridden",
    round_events.ResultRestored: "restored",
    match_events.ResultConfirmed: "confirmed",
}


def _deadline_moved(change: TournamentChange) -> Iterator[NewAccountEvent]:
    event: round_events.DeadlineMoved = change.event
    round_ = change.after.rounds[event.round - 1]
    players = [
        player for match in round_.open_matches() for player in players_of_match(change.after, event.round, match)
    ]
    data = {"round": event.round, "deadline": instant_text(event.deadline), "reason": event.reason}
    yield from for_players(players, "tournament_deadline_moved", data)


def _time_proposed(change: TournamentChange) -> Iterator[NewAccountEvent]:
    event: match_events.MatchTimeProposed = change.event
    data = {
        "round": event.round,
        "match": event.match,
        "by": event.by,
        "times": [write_instant(each) for each in event.times],
        "deadline": instant_text(change.after.rounds[event.round - 1].deadline),
    }
    yield from for_players(players_of_match(change.after, event.round, event.match), "tournament_time_proposed", data)


def _time_agreed(change: TournamentChange) -> Iterator[NewAccountEvent]:
    event: match_events.MatchTimeAgreed = change.event
    data = {"round": event.round, "match": event.match, "by": event.by, "plays_at": write_instant(event.plays_at)}
    yield from for_players(players_of_match(change.after, event.round, event.match), "tournament_time_agreed", data)


def _match_soon(change: TournamentChange) -> Iterator[NewAccountEvent]:
    event: match_events.MatchReminded = change.event
    if event.at >= event.plays_at:
        return
    data = {
        "round": event.round,
        "match": event.match,
        "plays_at": write_instant(event.plays_at),
        "tables": list(change.after.rounds[event.round - 1].tables[event.match - 1]),
    }
    yield from for_players(players_of_match(change.after, event.round, event.match), "tournament_match_soon", data)


def _result_reported(change: TournamentChange) -> Iterator[NewAccountEvent]:
    event: match_events.ResultReported = change.event
    data = {
        "round": event.round,
        "match": event.match,
        "by": event.by,
        "outcome": event.outcome,
        "deadline": instant_text(change.after.rounds[event.round - 1].deadline),
    }
    players = players_of_match(change.after, event.round, event.match)
    yield from for_players(players, "tournament_result_reported", data)


def _result_disputed(change: TournamentChange) -> Iterator[NewAccountEvent]:
    event: match_events.ResultDisputed = change.event
    data = {"round": event.round, "match": event.match, "by": event.by, "reason": event.reason}
    players = players_of_match(change.after, event.round, event.match)
    staff = (player for player, _ in change.after.staff if has_right(change.after, player, "results"))
    yield from for_players(dict.fromkeys((*players, *staff)), "tournament_result_disputed", data)


WRITERS: dict[type, Callable[[TournamentChange], Iterator[NewAccountEvent]]] = {
    round_events.TableLinked: _match_ready,
    round_events.ResultRecorded: _result_set,
    round_events.ResultAdjudicated: _result_set,
    round_events.ResultOverridden: _result_set,
    round_events.BoardOverridden: _result_set,
    round_events.ResultRestored: _result_set,
    round_events.DeadlineMoved: _deadline_moved,
    match_events.MatchTimeProposed: _time_proposed,
    match_events.MatchTimeAgreed: _time_agreed,
    match_events.MatchReminded: _match_soon,
    match_events.ResultReported: _result_reported,
    match_events.ResultDisputed: _result_disputed,
    match_events.ResultConfirmed: _result_set,
}
"""The function for each event about a match."""
