"""Alternates: the entrants on the waiting list, and how they get free places.

The longest waiting comes first. Before the start, and while late entry is open, a free place goes to

| the first entrant | which |
|---|---|
| without `entrants.answer_s` | gets it at once |
| whose players have checked in | gets it at once |
| otherwise | is called, and has `answer_s` seconds to accept it |

A called entrant keeps the place reserved. If it declines, or does not answer in time, it is out, and the next one is
called. It can register again, and is then the last. A call ends at the start if there is no late entry. Calls do not
end during a pause, and go on after it for as long as was left.
"""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from domain.kernel.instants import SECOND_MS, Instant, later
from domain.kernel.messages import message
from domain.kernel.players import PlayerId
from domain.tournaments.entrants.checks import active_entry
from domain.tournaments.entrants.commands import AcceptPlace, DeclinePlace
from domain.tournaments.entrants.events import AlternateCalled
from domain.tournaments.entrants.registration import enter, withdraw
from domain.tournaments.parts import Entry
from domain.tournaments.recorder import TournamentRecorder
from domain.tournaments.refusals import NotCalled
from domain.tournaments.staff import check_right
from domain.tournaments.state import Tournament
from domain.tournaments.terms import EntrantId


def move_up(recorder: TournamentRecorder) -> None:
    """Gives free places to the waiting list, or calls its first entrants for them."""
    while (entry := _next_in_line(recorder.tournament)) is not None:
        if _enters_at_once(recorder.tournament, entry):
            enter(recorder, entry.id)
        else:
            recorder.record(AlternateCalled(entry.id, recorder.now, _until(recorder)))


def _next_in_line(tournament: Tournament) -> Entry | None:
    """Returns the next entrant that gets a place or is called, or `None`."""
    if not tournament.can_move_up:
        return None
    called = {each.entrant for each in tournament.calls}
    for entrant in tournament.queue:
        entry = active_entry(tournament, entrant)
        if entrant not in called:
            return entry if tournament.has_room else None
        if _enters_at_once(tournament, entry):
            return entry
    return None


def _enters_at_once(tournament: Tournament, entry: Entry) -> bool:
    size = tournament.settings.entrants
    if size.answer_s is None:
        return True
    is_check_in = tournament.check_in_open and not tournament.has_begun
    return is_check_in and sum(member.is_here for member in entry.members) >= size.members_least


def _until(recorder: TournamentRecorder) -> Instant:
    """Returns when a call that is made now ends."""
    tournament = recorder.tournament
    until = later(recorder.now, (tournament.settings.entrants.answer_s or 0) * SECOND_MS)
    starts_at = tournament.settings.schedule.starts_at
    has_late_entry = tournament.settings.late.until_round > 0 or tournament.settings.span_ms is not None
    if tournament.has_begun or has_late_entry or starts_at is None:
        return until
    return min(until, starts_at)


def ends_of_calls(tournament: Tournament) -> Iterator[tuple[Instant, Callable[[TournamentRecorder], None]]]:
    """Yields when each open call ends, and the step that then takes the entrant out."""
    if tournament.paused_at is None and not tournament.play_is_over:
        yield from ((each.until, partial(_end_call, each.entrant)) for each in tournament.open_calls)


def _end_call(entrant: EntrantId, recorder: TournamentRecorder) -> None:
    withdraw(recorder, active_entry(recorder.tournament, entrant), None, "no_answer")


def _accept(recorder: TournamentRecorder, command: AcceptPlace) -> None:
    enter(recorder, _called_entry(recorder.tournament, command.by, command.entrant).id)


def _decline(recorder: TournamentRecorder, command: DeclinePlace) -> None:
    entry = _called_entry(recorder.tournament, command.by, command.entrant)
    withdraw(recorder, entry, command.by, "declined")


def _called_entry(tournament: Tournament, by: PlayerId, entrant: EntrantId) -> Entry:
    """Returns an entry that is called, for one of its players or staff. Raises `StaffOnly`, `NotCalled`."""
    entry = active_entry(tournament, entrant)
    if by not in entry.players:
        check_right(tournament, by, "entrants")
    if all(each.entrant != entrant for each in tournament.open_calls):
        raise NotCalled(
            message("{entrant} is not called for a place", entrant=entrant),
            hint=message("read the entrants for its place on the list"),
        )
    return entry


COMMANDS: dict[type, Callable[[TournamentRecorder, Any], None]] = {AcceptPlace: _accept, DeclinePlace: _decline}
"""The function for each answer to a call."""
