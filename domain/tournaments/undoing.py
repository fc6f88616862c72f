"""Undoing the newest act of staff.

Nothing is deleted. The command records events that restore the state before the act, then `staff_act_undone`.

| act | events that undo it |
|---|---|
| `settings_changed` | `settings_changed` with the earlier settings |
| `staff_appointed`, `staff_dismissed` | `staff_dismissed`, and `staff_appointed` for all that were appointed later |
| `entrants_seeded` | `entrants_seeded` with the earlier order |
| `entrants_kept_apart` | `entrants_let_meet` for each new pair |
| `entrants_let_meet` | `entrants_kept_apart` for each pair |
| `player_checked_in` | `check_in_undone` |
| `bye_granted`, `bye_given_back` | `bye_given_back`, `bye_granted` |
| `entrant_withdrawn` | `entrant_reinstated`, and its byes, invitations and partnerships again |
| `round_scheduled`, `round_unscheduled` | `round_unscheduled` or `round_scheduled` |
| `deadline_moved` | `deadline_moved` to the earlier deadline, if that is in the future |
| `round_paired` of a single act | `round_called_off`, and `round_scheduled` if the round was scheduled |
| `result_overridden`, `board_overridden` | `result_restored` |

All other acts are refused with `act_not_undoable`, and the hint names the command to send instead.

Only events of `HARMLESS` may have followed the act. After a pairing, the links of its tables may follow too, as long as
no player has acted there. The tournament after the undo is compared with the log as it would be without the act. If
they differ in anything but the record of the acts, the undo is refused.
"""

from collections.abc import Callable, Iterator
from typing import Any, Final

from domain.kernel.events import EVENT_TYPES
from domain.tournaments import events
from domain.tournaments.commands import UndoStaffAct
from domain.tournaments.entrants import events as entrant_events
from domain.tournaments.evolve import fold
from domain.tournaments.pairing.partnerships import players_of_match
from domain.tournaments.parts import Entry, ScheduledRound
from domain.tournaments.recorder import TournamentRecorder
from domain.tournaments.refusals import ActHasFollowers, ActNotUndoable, NoSuchStaffAct, NotNewestStaffAct
from domain.tournaments.rounds import events as round_events
from domain.tournaments.staff import Right, check_right, checked_reason
from domain.tournaments.staff_acts import is_act_of_staff, staff_so_far
from domain.tournaments.state import Tournament
from domain.tournaments.terms import EntrantId, Result

HARMLESS: Final = (
    entrant_events.PlayerCheckedIn,
    entrant_events.SubstituteOffered,
    entrant_events.SubstituteOfferWithdrawn,
    entrant_events.PartnerInvited,
    entrant_events.PartnerInvitationWithdrawn,
    entrant_events.PartnerDeclined,
    round_events.PairingRefused,
)
"""Events that may follow an act that is undone, because no act depends on them or affects them."""
OF_PAIRING: Final = (round_events.BoardsDealt, round_events.BoardsChosen, round_events.TableLinked)
"""Events that belong to a pairing and end with it."""

_RIGHTS: Final[dict[type, Right]] = {
    events.SettingsChanged: "settings",
    events.StaffAppointed: "staff",
    events.StaffDismissed: "staff",
    entrant_events.EntrantsSeeded: "rounds",
    entrant_events.EntrantsKeptApart: "rounds",
    entrant_events.EntrantsLetMeet: "rounds",
    entrant_events.PlayerCheckedIn: "entrants",
    entrant_events.ByeGranted: "entrants",
    entrant_events.ByeGivenBack: "entrants",
    entrant_events.EntrantWithdrawn: "entrants",
    round_events.RoundScheduled: "rounds",
    round_events.RoundUnscheduled: "rounds",
    round_events.DeadlineMoved: "rounds",
    round_events.RoundPaired: "rounds",
    round_events.ResultOverridden: "results",
    round_events.BoardOverridden: "results",
}
"""The right that undoing each act needs: the one that the act needed."""
_INSTEAD: Final[dict[type, str]] = {
    events.StaffActUndone: "send the command of the act again",
    events.TournamentPaused: "send resume_tournament",
    events.TournamentResumed: "send pause_tournament",
    events.TournamentFinished: "send reopen_tournament",
    events.CorrectionsOpened: "correct results with override_result",
    entrant_events.EntrantsEnteredByStaff: "send withdraw_entrant",
    entrant_events.PartnersParted: "send let_meet, and ask both entrants to agree again",
    entrant_events.BreakTaken: "send end_break",
    entrant_events.BreakEnded: "send take_break",
    entrant_events.SubstituteCalled: "call another substitute with call_substitute",
    round_events.BoardsChosen: "choose other boards with choose_boards",
    round_events.RoundClosed: "correct its results with override_result",
    round_events.RoundCalledOff: "send pair_again",
}
"""What to do instead of undoing an act that cannot be undone."""
_BEGINS_WITH: Final[dict[type, type]] = {
    round_events.RoundPaired: round_events.RoundCalledOff,
    entrant_events.EntrantsKeptApart: entrant_events.PartnersParted,
}
"""Acts that cannot be undone if this event of the same command precedes them, because it cannot be undone."""


def undo_staff_act(recorder: TournamentRecorder, command: UndoStaffAct) -> None:
    """Undoes the newest act of staff.

    Raises:
        NoSuchStaffAct: the event of this number is no act of staff.
        StaffOnly: the sender may not do what the act did.
        NotNewestStaffAct: staff have acted since.
        ActNotUndoable: no act of this kind can be undone.
        ActHasFollowers: something that depends on the act has followed.
        ReasonNeeded: no reason was given.
    """
    act, reason = checked_act(recorder.tournament, command), checked_reason(command.reason)
    followed = _check_followers(recorder, command, act)
    before = fold(command.history[: command.act - 1])
    recorder.record(*_INVERSE[type(act)](before, recorder, act, command))
    expected = fold(followed, before)
    if _compared(recorder.tournament) != _compared(expected):
        raise _has_followers(command, ())
    what = EVENT_TYPES[type(act)].name
    recorder.record(events.StaffActUndone(command.by, recorder.now, command.act, what, reason))


def checked_act(tournament: Tournament, command: UndoStaffAct) -> Any:
    """Returns the event of the act. Raises the refusals of `undo_staff_act` about its kind, rights and place."""
    staff = staff_so_far(command.history)
    acts = [
        number for number, event in enumerate(command.history, start=1) if is_act_of_staff(tournament, staff, event)
    ]
    if command.act not in acts:
        raise NoSuchStaffAct(f"event {command.act} is no act of staff", hint="read the log of staff for its acts")
    act = command.history[command.act - 1]
    if type(act) in _RIGHTS:
        check_right(tournament, command.by, _RIGHTS[type(act)])
    if command.act != acts[-1]:
        raise NotNewestStaffAct(
            "staff have acted since", hint="undo the newest act, or send another command", facts={"newest": acts[-1]}
        )
    first = command.history[command.act - 2]
    is_part = type(first) is _BEGINS_WITH.get(type(act)) and getattr(first, "by", None) == act.by
    if type(act) not in _RIGHTS or is_part:
        kind = type(first if is_part else act)
        what = EVENT_TYPES[kind].name
        raise ActNotUndoable(
            f"{what} cannot be undone",
            hint=_INSTEAD.get(kind, "send a command that corrects it"),
            facts={"what": what},
        )
    return act


def _check_followers(recorder: TournamentRecorder, command: UndoStaffAct, act: Any) -> list[Any]:
    """Returns the events that have followed the act and stay valid. Raises `ActHasFollowers`."""
    is_pairing = isinstance(act, round_events.RoundPaired)
    following = [*command.history[command.act :], *recorder.events]
    ends_with_it = [each for each in following if is_pairing and isinstance(each, OF_PAIRING)]
    harmless = [each for each in following if isinstance(each, HARMLESS)]
    others = [each for each in following if each not in ends_with_it and each not in harmless]
    if others:
        raise _has_followers(command, others)
    tournament = recorder.tournament
    is_restored = isinstance(act, round_events.ResultOverridden | round_events.BoardOverridden)
    if isinstance(act, entrant_events.EntrantWithdrawn) and _is_playing(tournament, act.entrant):
        raise ActHasFollowers(
            "the entrant was playing, and bots have taken its seats",
            hint="enter it again when its match is over, if late entry is possible",
            facts={"act": command.act},
        )
    if is_pairing:
        _check_nobody_acted(command, command.acted)
    elif is_restored and _result_before(tournament, act) is None:
        _check_nobody_acted(command, command.acted - command.finished)
    return harmless


def _is_playing(tournament: Tournament, entrant: EntrantId) -> bool:
    """Returns whether an entrant has an open match."""
    return any(
        entrant in players_of_match(round_.paired.matches[number - 1])
        for round_ in tournament.open_rounds
        for number in round_.open_matches()
    )


def _check_nobody_acted(command: UndoStaffAct, tables: frozenset[round_events.TableId]) -> None:
    if tables:
        raise ActHasFollowers(
            "players have moved at tables that this act opened or closed",
            hint="correct it with another command",
            facts={"act": command.act, "tables": sorted(tables)},
        )


def _has_followers(command: UndoStaffAct, others: Any) -> ActHasFollowers:
    names = sorted({EVENT_TYPES[type(each)].name for each in others})
    return ActHasFollowers(
        "something that depends on this act has followed it",
        hint="correct it with another command",
        facts={"act": command.act, "followed_by": names},
    )


def tables_of_act(tournament: Tournament, act: Any) -> tuple[round_events.TableId, ...]:
    """Returns the tables that undoing an act could affect: those of the paired round, or of the corrected match."""
    if isinstance(act, round_events.RoundPaired) and act.round <= len(tournament.rounds):
        return tuple(table for tables in tournament.rounds[act.round - 1].tables for table in tables)
    if isinstance(act, round_events.ResultOverridden | round_events.BoardOverridden):
        return tournament.rounds[act.round - 1].tables[act.match - 1]
    return ()


def _compared(tournament: Tournament) -> Tournament:
    """Returns the tournament without the records of acts, and with a fixed order where the order has no meaning."""
    return tournament._replace(
        apart=tuple(sorted((min(two), max(two)) for two in tournament.apart)),
        entries=tuple(each._replace(byes=tuple(sorted(each.byes))) for each in tournament.entries),
        partnerships=tuple(sorted(tournament.partnerships, key=lambda each: (each.one, each.other, each.round or 0))),
        corrected=(),
        called_off=(),
        pairing_refused=None,
    )


# ------------------------------------------------------------------------------------------------ inverse events

Inverse = Callable[[Tournament, TournamentRecorder, Any, UndoStaffAct], Iterator[Any]]
"""Yields the events that undo an act. Takes the tournament before the act, the recorder, the act and the command."""


def _settings(before: Tournament, _: TournamentRecorder, __: Any, command: UndoStaffAct) -> Iterator[Any]:
    yield events.SettingsChanged(command.by, before.settings)


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


def _reinstated(before: Tournament, _: TournamentRecorder, act: Any, command: UndoStaffAct) -> Iterator[Any]:
    entry = before.entry(act.entrant)
    assert entry is not None  # noqa: S101 - an entrant that was withdrawn has an entry
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
            "the earlier deadline has passed", hint="send move_deadline with a future time", facts={"act": command.act}
        )
    yield round_events.DeadlineMoved(act.round, command.by, deadline, command.reason)


def _pairing(before: Tournament, _: TournamentRecorder, act: Any, command: UndoStaffAct) -> Iterator[Any]:
    yield round_events.RoundCalledOff(act.round, command.by, command.reason)
    if before.scheduled is not None:
        yield _scheduled(before.scheduled, command)


def _result_before(tournament: Tournament, act: Any) -> Result | None:
    """Returns the result that the newest correction of the match of an act replaced."""
    return next(
        each.before for each in tournament.corrected[::-1] if (each.round, each.match) == (act.round, act.match)
    )


def _result(_: Tournament, recorder: TournamentRecorder, act: Any, command: UndoStaffAct) -> Iterator[Any]:
    match = (act.round, act.match)
    earlier = _result_before(recorder.tournament, act)
    first, second, kind = (None, None, None) if earlier is None else earlier
    yield round_events.ResultRestored(*match, command.by, first, second, kind, command.reason, recorder.now)


_INVERSE: Final[dict[type, Inverse]] = {
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
    round_events.ResultOverridden: _result,
    round_events.BoardOverridden: _result,
}
