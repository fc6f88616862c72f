"""The events that undo each act of staff (domain/tournaments/undoing.py)."""

from collections.abc import Callable, Iterator
from typing import Any, Final

from domain.kernel.messages import message
from domain.tournaments import events
from domain.tournaments.commands import UndoStaffAct
from domain.tournaments.entrants import events as entrant_events
from domain.tournaments.parts import Entry, ScheduledRound
from domain.tournaments.recorder import TournamentRecorder
from domain.tournaments.refusals import ActHasFollowers
from domain.tournaments.rounds import events as round_events
from domain.tournaments.schedule import due_at
from domain.tournaments.state import Tournament
from domain.tournaments.terms import Result

Inverse = Callable[[Tournament, TournamentRecorder, Any, UndoStaffAct], Iterator[Any]]
"""Yields the events that undo an act. Takes the tournament before the act, the recorder, the act and the command."""


def _settings(before: Tournament, recorder: TournamentRecorder, _: Any, command: UndoStaffAct) -> Iterator[Any]:
    now, due = recorder.tournament, due_at(before)
    if due is not None and due <= recorder.now:
        raise ActHasFollowers(
            message("a time of the earlier settings has passed"),
            hint=message("send change_settings with times in the future"),
            facts={"act": command.act},
        )
    yield events.SettingsChanged(command.by, before.settings)
    if (now.status, now.check_in_open) == (before.status, before.check_in_open):
        return
    if not before.check_in_open:
        here = (each.player for entry in now.entries for each in entry.members if each.is_here)
        yield from (entrant_events.CheckInUndone(player, command.by) for player in here)
    yield events.OpeningUndone(command.by, before.status, before.check_in_open)


def _reopened(before: Tournament, _: TournamentRecorder, act: Any, command: UndoStaffAct) -> Iterator[Any]:
    if before.settings.is_sealed or before.settings.boards is not None:
        raise ActHasFollowers(
            message("closing the round has made its results and deals known"),
            hint=message("correct its results with override_result"),
            facts={"act": command.act},
        )
    yield round_events.RoundReopened(act.round, command.by, command.reason)


def _staff(before: Tournament, recorder: TournamentRecorder, act: Any, command: UndoStaffAct) -> Iterator[Any]:
    """Yields appointments from the first changed place on, because the order of appointments has a meaning."""
    now = recorder.tournament.staff
    same = next((place for place, both in enumerate(zip(before.staff, now, strict=False)) if both[0] != both[1]), None)
    first = min(len(before.staff), len(now)) if same is None else same
    if act.player not in {player for player, _ in before.staff}:
        yield events.StaffDismissed(command.by, act.player)
    yield from (events.StaffAppointed(command.by, player, role) for player, role in before.staff[first:])


def _seeds(before: Tournament, _: TournamentRecorder, __: Any, command: UndoStaffAct) -> Iterator[Any]:
    yield entrant_events.EntrantsSeeded(command.by, before.seeded)


def _apart(before: Tournament, recorder: TournamentRecorder, _: Any, command: UndoStaffAct) -> Iterator[Any]:
    now = recorder.tournament.apart
    yield from (entrant_events.EntrantsLetMeet(command.by, two) for two in now if two not in before.apart)
    yield from (entrant_events.EntrantsKeptApart(command.by, two) for two in before.apart if two not in now)


def _check_in(_: Tournament, __: TournamentRecorder, act: Any, command: UndoStaffAct) -> Iterator[Any]:
    yield entrant_events.CheckInUndone(act.player, command.by)


def _byes(before: Tournament, _: TournamentRecorder, act: Any, command: UndoStaffAct) -> Iterator[Any]:
    entry = before.entry(act.entrant)
    kind = None if entry is None else entry.bye_in(act.round)
    if isinstance(act, entrant_events.ByeGranted):
        yield entrant_events.ByeGivenBack(act.entrant, command.by, act.round)
    if kind is not None:
        yield entrant_events.ByeGranted(act.entrant, command.by, act.round, kind)


def _reinstated(before: Tournament, recorder: TournamentRecorder, act: Any, command: UndoStaffAct) -> Iterator[Any]:
    entry = before.entry(act.entrant)
    assert entry is not None  # noqa: S101 - an entrant that was withdrawn has an entry
    now = recorder.tournament
    elsewhere = {each.player for each in now.substitutes}.union(*(each.invited for each in now.entries))
    if not elsewhere.isdisjoint(entry.players):
        raise ActHasFollowers(
            message("a player of the entrant has offered to be a substitute, or is invited by others"),
            hint=message("withdraw the offer or the invitation first"),
            facts={"act": command.act},
        )
    place = before.queue.index(entry.id) + 1 if entry.id in before.queue else None
    yield entrant_events.EntrantReinstated(entry.id, command.by, entry.status, place)
    yield from (entrant_events.PartnerInvited(entry.id, command.by, player) for player in entry.invited)
    yield from (entrant_events.ByeGranted(entry.id, command.by, bye.round, bye.kind) for bye in entry.byes)
    yield from _partnerships(before, entry, command)


def _partnerships(before: Tournament, entry: Entry, command: UndoStaffAct) -> Iterator[Any]:
    for each in before.partnerships:
        if entry.id in each[:2]:
            yield entrant_events.PartnersAgreed(each.one, command.by, each.other, each.round)


def _schedule(before: Tournament, _: TournamentRecorder, act: Any, command: UndoStaffAct) -> Iterator[Any]:
    if before.scheduled is None:
        yield round_events.RoundUnscheduled(act.round, command.by, command.reason)
    else:
        yield _scheduled(before.scheduled, command)


def _scheduled(scheduled: ScheduledRound, command: UndoStaffAct) -> round_events.RoundScheduled:
    paired = scheduled.paired
    matches, byes = (None, None) if paired is None else (paired.matches, paired.byes)
    seed = scheduled.seed or None
    return round_events.RoundScheduled(scheduled.number, command.by, scheduled.begins_at, matches, byes, seed)


def _deadline(before: Tournament, recorder: TournamentRecorder, act: Any, command: UndoStaffAct) -> Iterator[Any]:
    deadline = before.rounds[act.round - 1].deadline
    if deadline is None or deadline <= recorder.now:
        raise ActHasFollowers(
            message("the earlier deadline has passed"),
            hint=message("send move_deadline with a future time"),
            facts={"act": command.act},
        )
    yield round_events.DeadlineMoved(act.round, command.by, deadline, command.reason)


def _pairing(before: Tournament, _: TournamentRecorder, act: Any, command: UndoStaffAct) -> Iterator[Any]:
    yield round_events.RoundCalledOff(act.round, command.by, command.reason)
    if before.scheduled is not None:
        yield _scheduled(before.scheduled, command)


def result_before(tournament: Tournament, act: Any) -> Result | None:
    """Returns the result that the newest correction of the match of an act replaced."""
    return next(
        each.before for each in tournament.corrected[::-1] if (each.round, each.match) == (act.round, act.match)
    )


def _result(_: Tournament, recorder: TournamentRecorder, act: Any, command: UndoStaffAct) -> Iterator[Any]:
    match = (act.round, act.match)
    earlier = result_before(recorder.tournament, act)
    first, second, kind = (None, None, None) if earlier is None else earlier
    yield round_events.ResultRestored(*match, command.by, first, second, kind, command.reason, recorder.now)


INVERSE: Final[dict[type, Inverse]] = {
    events.SettingsChanged: _settings,
    events.StaffAppointed: _staff,
    events.StaffDismissed: _staff,
    entrant_events.EntrantsSeeded: _seeds,
    entrant_events.EntrantsKeptApart: _apart,
    entrant_events.EntrantsLetMeet: _apart,
    entrant_events.PlayerCheckedIn: _check_in,
    entrant_events.ByeGranted: _byes,
    entrant_events.ByeGivenBack: _byes,
    entrant_events.EntrantWithdrawn: _reinstated,
    round_events.RoundScheduled: _schedule,
    round_events.RoundUnscheduled: _schedule,
    round_events.DeadlineMoved: _deadline,
    round_events.RoundPaired: _pairing,
    round_events.RoundClosed: _reopened,
    round_events.ResultOverridden: _result,
    round_events.BoardOverridden: _result,
}
