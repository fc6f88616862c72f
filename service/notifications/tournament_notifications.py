"""The account events about tournaments, derived from their logs command by command.

| event | recipients | type |
|---|---|---|
| registration opens | staff and players of the latest tournaments of its series | `tournament_registration_opened` |
| a player is asked to play for an entrant | that player | `tournament_partner_asked` |
| a player accepts or declines this | the other players of the entrant | `tournament_partner_answered` |
| an entrant is complete and there is no place | its players | `tournament_waiting` |
| an entrant on the waiting list is called for a place | its players | `tournament_place_offered` |
| an entrant gets a place, at once or from the waiting list | its players | `tournament_entered` |
| a player is removed, or did not check in or answer a call | the players of the entrant | `tournament_left` |
| check-in opens | players of entrants with a place or on the waiting list | `tournament_check_in_open` |
| a substitute is called | the players of the entrant, including the substitute | `tournament_substitute_called` |
| a match has its table | both sides | `tournament_match_ready` |
| a paired round has a bye | the players of the entrant | `tournament_bye` |
| a match has a result: from its tables, adjudicated, or set by staff | both sides | `tournament_result` |
| a challenge in a ladder is made or ended | the players of the other entrant | `tournament_ladder` |
| the start of the next round is set, changed or withdrawn | the players | `tournament_round_scheduled` |
| a deadline is changed | both sides of every open match | `tournament_deadline_moved` |
| times are proposed for a match | the other players of the match | `tournament_time_proposed` |
| a match has an agreed time | its players | `tournament_time_agreed` |
| the agreed time of a match is near | its players | `tournament_match_soon` |
| a match is paired that is played elsewhere | its players | `tournament_match_open` |
| its result is reported | the other players of the match | `tournament_result_reported` |
| this is disputed | the other players of the match, owner and directors | `tournament_result_disputed` |
| the tournament begins | the players | `tournament_started` |
| the tournament is paused, or resumed | the players | `tournament_paused`, `tournament_resumed` |
| play ends, and results can be corrected | players, entrants without a place, and staff | `tournament_finishing` |
| it is finished for the first time, or cancelled | the same | `tournament_over` |
| it is reopened to correct results | the same | `tournament_finishing`, with the reason |
| it is finished again, with other results than before | the same | `tournament_corrected` |
| any event | owner and directors with a webhook for it, as they see the event | `tournament_event` |

Players receive no events about their own actions. The points of a result that is not public yet are left out, as in a
sealed tournament or while others still play the same boards. The round shows them later. Players at tables are also
notified of turns there, as at any table. `service/notifications/closing_registrations.py` sends the reminders of
registrations that end soon.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import datetime
from itertools import chain

from domain.kernel.instants import write_instant
from domain.kernel.players import PlayerId
from domain.tournaments.entrants import events as entrant_events
from domain.tournaments.entrants import substitution_events
from domain.tournaments.events import (
    CheckInOpened,
    CorrectionsOpened,
    TournamentCancelled,
    TournamentFinished,
    TournamentPaused,
    TournamentReopened,
    TournamentResumed,
    TournamentStarted,
)
from domain.tournaments.ladder import events as ladder_events
from domain.tournaments.matches.corrections import corrected_since
from domain.tournaments.matches.events import MatchPlayedElsewhere
from domain.tournaments.rounds import events as round_events
from domain.tournaments.schedule import registration_closes
from domain.tournaments.staff import has_right
from domain.tournaments.state import Tournament
from domain.tournaments.viewing import TournamentView
from service.notifications.events import NewAccountEvent, for_players
from service.notifications.match_notifications import (
    WRITERS,
    TournamentChange,
    instant_text,
    players_of_entrant,
    players_of_match,
)
from service.platform.documents import Json
from service.platform.store.events import VersionedEvent
from service.tournaments.documents import tournament_event_document


def tournament_account_events(change: TournamentChange) -> list[NewAccountEvent]:
    """Returns the account events that follow from an event of a tournament, in order."""
    tell = _WRITERS.get(type(change.event))
    if tell is None or change.before is None:
        return []
    about = {"tournament": change.id, "version": change.version}
    by = getattr(change.event, "by", None)
    return [each._replace(data={**about, **each.data}) for each in tell(change) if each.player != by]


def account_events_for_listeners(
    change: TournamentChange, recorded_at: datetime, listeners: Iterable[PlayerId]
) -> Iterator[NewAccountEvent]:
    """Yields the account events for staff with webhooks for the tournament."""
    if change.before is None:
        # No webhook exists yet when the tournament is created. Its first event has a secret, which must not be sent.
        return
    versioned = VersionedEvent(change.version, change.event, recorded_at)
    for player in listeners:
        if has_right(change.after, player, "rounds"):
            seen = TournamentView(change.id, change.version, change.after, player)
            data = {
                "tournament": change.id,
                "version": change.version,
                "event": tournament_event_document(versioned, seen),
            }
            yield NewAccountEvent(player, "tournament_event", data)


def registration_account_events(change: TournamentChange, regulars: Iterable[PlayerId]) -> Iterator[NewAccountEvent]:
    """Yields the account events about opened registration, for staff and players of the series."""
    schedule = change.after.settings.schedule
    data = {
        "tournament": change.id,
        "version": change.version,
        "series": change.after.settings.series,
        "closes_at": instant_text(registration_closes(change.after)),
        "starts_at": instant_text(schedule.starts_at),
    }
    yield from for_players(regulars, "tournament_registration_opened", data)


def _players_of_entrants(tournament: Tournament, statuses: Sequence[str]) -> Iterator[PlayerId]:
    return chain.from_iterable(entry.players for entry in tournament.entries if entry.status in statuses)


def _partner_invited(change: TournamentChange) -> Iterator[NewAccountEvent]:
    event: entrant_events.PartnerInvited = change.event
    yield from for_players([event.player], "tournament_partner_asked", {"entrant": event.entrant, "by": event.by})


def _partner_answered(change: TournamentChange) -> Iterator[NewAccountEvent]:
    event: entrant_events.PartnerJoined | entrant_events.PartnerDeclined = change.event
    data = {
        "entrant": event.entrant,
        "player": event.player,
        "accepted": isinstance(event, entrant_events.PartnerJoined),
    }
    others = [player for player in players_of_entrant(change.after, event.entrant) if player != event.player]
    yield from for_players(others, "tournament_partner_answered", data)


def _entrant_queued(change: TournamentChange) -> Iterator[NewAccountEvent]:
    entrant = change.event.entrant
    yield from for_players(players_of_entrant(change.after, entrant), "tournament_waiting", {"entrant": entrant})


def _alternate_called(change: TournamentChange) -> Iterator[NewAccountEvent]:
    event: entrant_events.AlternateCalled = change.event
    data = {"entrant": event.entrant, "until": write_instant(event.until)}
    yield from for_players(players_of_entrant(change.after, event.entrant), "tournament_place_offered", data)


def _entrant_entered(change: TournamentChange) -> Iterator[NewAccountEvent]:
    event: entrant_events.EntrantEntered = change.event
    was_waiting = change.before is not None and event.entrant in change.before.queue
    data = {"entrant": event.entrant, "from_waiting_list": was_waiting}
    yield from for_players(players_of_entrant(change.after, event.entrant), "tournament_entered", data)


def _entrant_withdrawn(change: TournamentChange) -> Iterator[NewAccountEvent]:
    event: entrant_events.EntrantWithdrawn = change.event
    before = players_of_entrant(change.before or change.after, event.entrant)
    yield from for_players(before, "tournament_left", {"entrant": event.entrant, "reason": event.reason})


def _member_left(change: TournamentChange) -> Iterator[NewAccountEvent]:
    event: entrant_events.MemberLeft = change.event
    if event.reason != "left":
        yield from for_players([event.player], "tournament_left", {"entrant": event.entrant, "reason": event.reason})


def _check_in_opened(change: TournamentChange) -> Iterator[NewAccountEvent]:
    starts_at = instant_text(change.after.settings.schedule.starts_at)
    players = _players_of_entrants(change.after, ("entered", "spared", "waiting"))
    yield from for_players(players, "tournament_check_in_open", {"starts_at": starts_at})


def _substitute_called(change: TournamentChange) -> Iterator[NewAccountEvent]:
    event: entrant_events.SubstituteCalled | substitution_events.SubstitutionBegun = change.event
    data = {"entrant": event.entrant, "player": event.player}
    yield from for_players(players_of_entrant(change.after, event.entrant), "tournament_substitute_called", data)


def _round_paired(change: TournamentChange) -> Iterator[NewAccountEvent]:
    event: round_events.RoundPaired = change.event
    if change.after.settings.rounds.played_elsewhere:
        for number in range(1, len(event.matches) + 1):
            yield from _match_open(change, event.round, number)
    for bye in event.byes:
        data = {"round": event.round, "kind": bye.kind}
        entry = change.after.entry(bye.entrant)
        if entry is not None and entry.status != "out":
            yield from for_players(entry.players, "tournament_bye", data)


def _match_open(change: TournamentChange, number: int, match: int) -> Iterator[NewAccountEvent]:
    """Yields what the players of a match learn if they have to report its result."""
    deadline = change.after.rounds[number - 1].deadline
    data = {"round": number, "match": match, "deadline": instant_text(deadline)}
    yield from for_players(players_of_match(change.after, number, match), "tournament_match_open", data)


def _ladder_challenge(change: TournamentChange) -> Iterator[NewAccountEvent]:
    """Yields the account events about a challenge, for the players of both entrants."""
    event = change.event
    until = event.until if isinstance(event, ladder_events.LadderChallengeMade) else None
    what = event.why if isinstance(event, ladder_events.LadderPlaceLost) else _LADDER[type(event)]
    data = {
        "what": what,
        "challenger": event.entrant,
        "challenged": event.challenged,
        "until": instant_text(until),
    }
    for entrant in (event.entrant, event.challenged):
        yield from for_players(players_of_entrant(change.after, entrant), "tournament_ladder", data)


_LADDER: dict[type, str] = {
    ladder_events.LadderChallengeMade: "challenged",
    ladder_events.LadderChallengeAccepted: "accepted",
    ladder_events.LadderChallengeWithdrawn: "withdrawn",
}


def _round_scheduled(change: TournamentChange) -> Iterator[NewAccountEvent]:
    event: round_events.RoundScheduled | round_events.RoundUnscheduled = change.event
    data: Json = {"round": event.round, "begins_at": None, "reason": None}
    if isinstance(event, round_events.RoundScheduled):
        data["begins_at"] = write_instant(event.begins_at)
    else:
        data["reason"] = event.reason
    yield from for_players(
        _players_of_entrants(change.after, ("entered", "spared")), "tournament_round_scheduled", data
    )


def _tournament_started(change: TournamentChange) -> Iterator[NewAccountEvent]:
    yield from for_players(_players_of_entrants(change.after, ("entered", "spared")), "tournament_started", {})


def _tournament_paused(change: TournamentChange) -> Iterator[NewAccountEvent]:
    event: TournamentPaused = change.event
    data = {"at": write_instant(event.at), "reason": event.reason}
    yield from for_players(_players_of_entrants(change.after, ("entered", "spared")), "tournament_paused", data)


def _tournament_resumed(change: TournamentChange) -> Iterator[NewAccountEvent]:
    data = {"at": write_instant(change.event.at)}
    yield from for_players(_players_of_entrants(change.after, ("entered", "spared")), "tournament_resumed", data)


def _corrections_opened(change: TournamentChange) -> Iterator[NewAccountEvent]:
    event: CorrectionsOpened | TournamentReopened = change.event
    data = {
        "corrections_until": write_instant(event.until),
        "is_reopened": isinstance(event, TournamentReopened),
        "reason": event.reason,
    }
    yield from for_players(_players_and_staff(change.after), "tournament_finishing", data)


def _tournament_over(change: TournamentChange) -> Iterator[NewAccountEvent]:
    event: TournamentFinished | TournamentCancelled = change.event
    if change.before is not None and change.before.finished_at is not None:
        yield from _standings_corrected(change.before, change.after)
        return
    outcome = "finished" if isinstance(event, TournamentFinished) else "cancelled"
    yield from for_players(
        _players_and_staff(change.after), "tournament_over", {"outcome": outcome, "reason": event.reason}
    )


def _standings_corrected(before: Tournament, after: Tournament) -> Iterator[NewAccountEvent]:
    """Yields the account events about changed final standings, if results were set since the last end."""
    reopening = before.reopened[-1]
    corrections = corrected_since(after, reopening.at)
    if corrections:
        data = {"corrections": corrections, "reason": reopening.reason}
        yield from for_players(_players_and_staff(after), "tournament_corrected", data)


def _players_and_staff(tournament: Tournament) -> Iterator[PlayerId]:
    """Yields all players who take part or want to, and the staff."""
    players = _players_of_entrants(tournament, ("entered", "spared", "waiting", "incomplete"))
    yield from chain(players, (player for player, _ in tournament.staff))


_WRITERS: dict[type, Callable[[TournamentChange], Iterator[NewAccountEvent]]] = {
    **WRITERS,
    entrant_events.AlternateCalled: _alternate_called,
    entrant_events.PartnerInvited: _partner_invited,
    entrant_events.PartnerJoined: _partner_answered,
    entrant_events.PartnerDeclined: _partner_answered,
    entrant_events.EntrantQueued: _entrant_queued,
    entrant_events.EntrantEntered: _entrant_entered,
    entrant_events.EntrantWithdrawn: _entrant_withdrawn,
    entrant_events.MemberLeft: _member_left,
    CheckInOpened: _check_in_opened,
    entrant_events.SubstituteCalled: _substitute_called,
    substitution_events.SubstitutionBegun: _substitute_called,
    MatchPlayedElsewhere: lambda change: _match_open(change, change.event.round, change.event.match),
    round_events.RoundPaired: _round_paired,
    ladder_events.LadderChallengeMade: _ladder_challenge,
    ladder_events.LadderChallengeWithdrawn: _ladder_challenge,
    ladder_events.LadderChallengeAccepted: _ladder_challenge,
    ladder_events.LadderPlaceLost: _ladder_challenge,
    round_events.RoundScheduled: _round_scheduled,
    round_events.RoundUnscheduled: _round_scheduled,
    TournamentStarted: _tournament_started,
    TournamentPaused: _tournament_paused,
    TournamentResumed: _tournament_resumed,
    CorrectionsOpened: _corrections_opened,
    TournamentReopened: _corrections_opened,
    TournamentFinished: _tournament_over,
    TournamentCancelled: _tournament_over,
}
