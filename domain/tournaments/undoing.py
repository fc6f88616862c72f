"""Undoing the newest act of staff.

Nothing is deleted. The command records events that restore the state before the act, then `staff_act_undone`.

| act | events that undo it |
|---|---|
| `settings_changed` | the earlier settings if none of their times has come, and `opening_undone` if something opened |
| `tournament_paused`, `tournament_resumed` | `tournament_resumed`, `tournament_paused`: the opposite commands |
| `round_closed` | `round_reopened`, unless closing made results known or rated |
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

All other acts are refused with `act_not_undoable`, and the hint names the command to send instead. Only events of
`HARMLESS` may have followed the act. After a pairing, the links of its tables may follow too, as long as no player has
acted there. The tournament after the undo is compared with the log as it would be without the act. If they differ in
anything but the record of the acts, the undo is refused. Pauses need no such check.
"""

from collections.abc import Callable
from typing import Any, Final

from domain.kernel.events import EVENT_TYPES
from domain.kernel.messages import Message, message
from domain.kernel.players import bot_of
from domain.tournaments import events
from domain.tournaments.commands import UndoStaffAct
from domain.tournaments.entrants import events as entrant_events
from domain.tournaments.entrants import substitution_events
from domain.tournaments.evolve import fold
from domain.tournaments.inverse_acts import INVERSE, result_before
from domain.tournaments.matches import events as match_events
from domain.tournaments.pairing.partnerships import players_of_match
from domain.tournaments.pausing import pause, resume
from domain.tournaments.recorder import TournamentRecorder
from domain.tournaments.refusals import ActHasFollowers, ActNotUndoable, NoSuchStaffAct, NotNewestStaffAct
from domain.tournaments.rounds import events as round_events
from domain.tournaments.staff import Right, check_right, checked_reason
from domain.tournaments.staff_acts import is_act_of_staff, staff_so_far
from domain.tournaments.state import Tournament
from domain.tournaments.terms import EntrantId

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

OF_OPENING: Final = (events.RegistrationOpened, events.RegistrationClosed, events.CheckInOpened)
"""Events that follow at once from a change of the schedule, and end with it."""

_RIGHTS: Final[dict[type, Right]] = {
    events.SettingsChanged: "settings",
    events.TournamentPaused: "rounds",
    events.TournamentResumed: "rounds",
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
    round_events.RoundClosed: "rounds",
    round_events.ResultOverridden: "results",
    round_events.BoardOverridden: "results",
}
"""The right that undoing each act needs: the one that the act needed."""
_INSTEAD: Final[dict[type, Message]] = {
    events.StaffActUndone: message("send the command of the act again"),
    events.TournamentStarted: message("send cancel_tournament, and create the tournament again"),
    events.TournamentCancelled: message("create the tournament again"),
    events.TournamentReopened: message("send finish_tournament"),
    events.OwnershipPassed: message("the new owner sends appoint_staff"),
    events.TournamentFinished: message("send reopen_tournament"),
    events.CorrectionsOpened: message("correct results with override_result"),
    entrant_events.EntrantsEnteredByStaff: message("send withdraw_entrant"),
    entrant_events.PartnersParted: message("send let_meet, and ask both entrants to agree again"),
    entrant_events.BreakTaken: message("send end_break"),
    entrant_events.BreakEnded: message("send take_break"),
    substitution_events.SubstitutionEnded: message("the player sends call_substitute again"),
    entrant_events.SubstituteCalled: message("call another substitute with call_substitute"),
    round_events.BoardsChosen: message("choose other boards with choose_boards"),
    round_events.RoundCalledOff: message("send pair_again"),
    match_events.MatchPlayedElsewhere: message("send override_result when the match is decided"),
}
"""What to do instead of undoing an act that cannot be undone."""
_OPPOSITE: Final[dict[type, Callable[[TournamentRecorder, UndoStaffAct], None]]] = {
    events.TournamentPaused: lambda recorder, command: resume(recorder, command.by),
    events.TournamentResumed: lambda recorder, command: pause(recorder, command.by, command.reason),
}
"""Acts that their opposite command undoes."""
_BEGINS_WITH: Final[dict[type, type]] = {
    round_events.RoundPaired: round_events.RoundCalledOff,
    entrant_events.EntrantsKeptApart: entrant_events.PartnersParted,
}
"""Acts that cannot be undone if this event of the same command precedes them."""


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
    opposite = _OPPOSITE.get(type(act))
    if opposite is None:
        _restore(recorder, command, act)
    else:
        opposite(recorder, command)
    what = EVENT_TYPES[type(act)].name
    recorder.record(events.StaffActUndone(command.by, recorder.now, command.act, what, reason))


def _restore(recorder: TournamentRecorder, command: UndoStaffAct, act: Any) -> None:
    """Records the events that restore the state before an act. Raises `ActHasFollowers` if they do not."""
    followed = _check_followers(recorder, command, act)
    before = fold(command.history[: command.act - 1])
    recorder.record(*INVERSE[type(act)](before, recorder, act, command))
    if _compared(recorder.tournament) != _compared(fold(followed, before)):
        raise _has_followers(command, ())


def checked_act(tournament: Tournament, command: UndoStaffAct) -> Any:
    """Returns the event of the act. Raises the refusals of `undo_staff_act` about its kind, rights and place."""
    staff = staff_so_far(command.history)
    acts = [
        number for number, event in enumerate(command.history, start=1) if is_act_of_staff(tournament, staff, event)
    ]
    if command.act not in acts:
        raise NoSuchStaffAct(
            message("event {act} is no act of staff", act=command.act),
            hint=message("read the log of staff for its acts"),
        )
    act = command.history[command.act - 1]
    if type(act) in _RIGHTS:
        check_right(tournament, command.by, _RIGHTS[type(act)])
    if command.act != acts[-1]:
        raise NotNewestStaffAct(
            message("staff have acted since"),
            hint=message("undo the newest act, or send another command"),
            facts={"newest": acts[-1]},
        )
    first = command.history[command.act - 2]
    is_part = type(first) is _BEGINS_WITH.get(type(act)) and getattr(first, "by", None) == act.by
    if type(act) not in _RIGHTS or is_part:
        kind = type(first if is_part else act)
        what = EVENT_TYPES[kind].name
        raise ActNotUndoable(
            message("{what} cannot be undone", what=what),
            hint=_INSTEAD.get(kind, message("send a command that corrects it")),
            facts={"what": what},
        )
    return act


def _check_followers(recorder: TournamentRecorder, command: UndoStaffAct, act: Any) -> list[Any]:
    """Returns the events that have followed the act and stay valid. Raises `ActHasFollowers`."""
    is_pairing = isinstance(act, round_events.RoundPaired)
    following = [*command.history[command.act :], *recorder.events]
    ends_with_it = [each for each in following if _ends_with(act, each)]
    opens = any(isinstance(each, events.CheckInOpened) for each in ends_with_it)
    harmless = [
        each
        for each in following
        if isinstance(each, HARMLESS) and not (opens and isinstance(each, entrant_events.PlayerCheckedIn))
    ]
    others = [each for each in following if each not in ends_with_it and each not in harmless]
    if others:
        raise _has_followers(command, others)
    tournament = recorder.tournament
    is_restored = isinstance(act, round_events.ResultOverridden | round_events.BoardOverridden)
    if isinstance(act, entrant_events.EntrantWithdrawn) and _is_playing(tournament, act.entrant):
        raise ActHasFollowers(
            message("the entrant was playing, and bots have taken its seats"),
            hint=message("enter it again when its match is over, if late entry is possible"),
            facts={"act": command.act},
        )
    if is_pairing:
        _check_nobody_acted(command, command.acted)
    elif is_restored and result_before(tournament, act) is None:
        _check_nobody_acted(command, command.acted - command.finished)
    return harmless


def _ends_with(act: Any, event: Any) -> bool:
    """Returns whether an event belongs to an act and ends with it. An opening checks house bots in."""
    if isinstance(act, round_events.RoundPaired):
        return isinstance(event, OF_PAIRING)
    is_of_bot = isinstance(event, entrant_events.PlayerCheckedIn) and event.by == event.player
    return isinstance(act, events.SettingsChanged) and (
        isinstance(event, OF_OPENING) or (is_of_bot and bot_of(event.player) is not None)
    )


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
            message("players have moved at tables that this act opened or closed"),
            hint=message("correct it with another command"),
            facts={"act": command.act, "tables": sorted(tables)},
        )


def _has_followers(command: UndoStaffAct, others: Any) -> ActHasFollowers:
    names = sorted({EVENT_TYPES[type(each)].name for each in others})
    return ActHasFollowers(
        message("something that depends on this act has followed it"),
        hint=message("correct it with another command"),
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
