"""Substitutes, requested byes and breaks."""

from collections.abc import Callable
from typing import Any

from domain.kernel.messages import Message, message
from domain.kernel.players import PlayerId
from domain.tournaments import refusals
from domain.tournaments.boards.choosing import check_knows_no_deals
from domain.tournaments.entrants import commands as entrant_commands
from domain.tournaments.entrants import events as entrant_events
from domain.tournaments.entrants import substitutions
from domain.tournaments.entrants.checks import active_entry
from domain.tournaments.entrants.leaving import match_to_continue, partners_in_match
from domain.tournaments.entrants.registration import check_applicant, check_can_enter, check_free, find_place
from domain.tournaments.parts import Entry
from domain.tournaments.recorder import TournamentRecorder
from domain.tournaments.settings import ROUNDS_LIMIT
from domain.tournaments.staff import has_right
from domain.tournaments.state import Tournament
from domain.tournaments.terms import EntrantId


def offer_substitute(recorder: TournamentRecorder, command: entrant_commands.OfferToSubstitute) -> None:
    """Records that a player offers to substitute."""
    if any(each.player == command.by for each in recorder.tournament.substitutes):
        raise refusals.AlreadyOffered(
            message("{by} is already on the list", by=command.by), hint=message("wait to be called")
        )
    if not substitutions.is_without_seat(recorder.tournament, command.by):
        check_applicant(recorder, command.by, command.applicant)
    recorder.record(entrant_events.SubstituteOffered(command.by, command.applicant.rating))


def withdraw_offer(recorder: TournamentRecorder, command: entrant_commands.WithdrawOfferToSubstitute) -> None:
    """Records that a player no longer offers to substitute."""
    if all(each.player != command.by for each in recorder.tournament.substitutes):
        raise refusals.NotASubstitute(
            message("{by} is not on the list", by=command.by), hint=message("no action is needed")
        )
    recorder.record(entrant_events.SubstituteOfferWithdrawn(command.by))


def call_substitute(recorder: TournamentRecorder, command: entrant_commands.CallSubstitute) -> None:
    """Records that a substitute is called for an entrant."""
    tournament = recorder.tournament
    entry = _entry_to_fill(recorder, command.entrant)
    starts = None
    if command.until is None:
        _check_may_call(recorder, entry, command)
        _check_somebody_missing(tournament, entry, command.instead_of)
        substitutions.check_replaced_by_nobody(entry, command.instead_of)
    else:
        starts = substitutions.start_of_substitution(recorder, entry, command, command.until)
    found = next((each for each in tournament.substitutes if each.player == command.player), None)
    if found is None:
        raise refusals.NotASubstitute(
            message("{player} is not on the list of substitutes", player=command.player),
            hint=message("call a player on the list"),
            facts={"substitutes": [each.player for each in tournament.substitutes]},
        )
    substitutions.check_no_opponent(recorder, entry, found.player)
    if command.until is not None:
        substitutions.begin_substitution(recorder, entry, found, command, starts)
        return
    check_free(tournament, found.player)
    check_knows_no_deals(recorder, found.player, command.linked)
    recorder.record(entrant_events.SubstituteCalled(entry.id, command.by, found.player, found.rating))
    if command.instead_of is not None:
        recorder.record(entrant_events.MemberLeft(entry.id, command.instead_of, "replaced"))
    find_place(recorder, entry.id)


def _entry_to_fill(recorder: TournamentRecorder, entrant: EntrantId) -> Entry:
    """Returns the entrant that a substitute would join, even if it left a match that is played on.

    Raises:
        NoSuchEntrant, EntrantOut: there is no such entrant, or nobody can replace its player.
    """
    entry = recorder.tournament.entry(entrant)
    if (
        entry is not None
        and entry.status == "out"
        and match_to_continue(recorder.tournament, recorder.context.format_, entrant)
    ):
        return entry
    return active_entry(recorder.tournament, entrant)


def _check_may_call(recorder: TournamentRecorder, entry: Entry, command: entrant_commands.CallSubstitute) -> None:
    """Checks who may call a substitute.

    A player may be replaced by themselves, their captain or staff. If a player is missing, any other player may call.
    """
    tournament, by = recorder.tournament, command.by
    if by is None or has_right(tournament, by, "entrants"):
        return
    own = tournament.entry_of(by)
    if (
        entry.status == "out"
        and own is not None
        and own.id in partners_in_match(tournament, recorder.context.format_, entry.id)
    ):
        return
    if by not in entry.players or entry.status == "out":
        raise refusals.NotOfEntrant(
            message("{by} is not a member of {id}", by=by, id=entry.id), hint=message("ask its captain, or staff")
        )
    if command.instead_of not in (None, by) and by != entry.captain:
        raise refusals.CaptainOnly(
            message("{captain} is the captain", captain=entry.captain), hint=message("ask the captain, or staff")
        )


def _check_somebody_missing(tournament: Tournament, entry: Entry, instead_of: PlayerId | None) -> None:
    if entry.status == "out":
        return
    if instead_of is None and tournament.is_complete(entry):
        raise refusals.NobodyMissing(
            message("{id} is complete", id=entry.id),
            hint=message("name the player to replace"),
            facts={"players": list(entry.players)},
        )
    if instead_of is not None and instead_of not in entry.players:
        raise refusals.NotOfEntrant(
            message("{instead_of} is not a member of {id}", instead_of=instead_of, id=entry.id),
            hint=message("name a member of the entrant"),
            facts={"players": list(entry.players)},
        )
    if entry.status == "incomplete":
        check_can_enter(tournament)


def ask_for_bye(recorder: TournamentRecorder, command: entrant_commands.AskForBye) -> None:
    """Records a requested bye. Raises `ByeNotPossible`."""
    tournament = recorder.tournament
    entry = active_entry(tournament, command.entrant)
    if tournament.settings.span_ms is not None:
        raise _no_bye(command, message("there is no round to sit out"), message("take a break"))
    if command.kind not in ("half", "zero", "full"):
        raise _no_bye(command, message("this kind of bye cannot be requested"), message("ask for a half or a zero bye"))
    if not tournament.next_number <= command.round <= ROUNDS_LIMIT:
        raise _no_bye(
            command,
            message("round {round} cannot be sat out", round=command.round),
            message("from {next_number} on", next_number=tournament.next_number),
        )
    if entry.bye_in(command.round) is not None:
        raise _no_bye(
            command,
            message("{id} already sits out round {round}", id=entry.id, round=command.round),
            message("give that bye back first"),
        )
    if command.by in entry.players:
        _check_byes_left(tournament, entry, command)
    else:
        _check_of_entrant(tournament, entry, command.by)
    recorder.record(entrant_events.ByeGranted(entry.id, command.by, command.round, command.kind))


def _check_byes_left(tournament: Tournament, entry: Entry, command: entrant_commands.AskForBye) -> None:
    byes = tournament.settings.byes
    if command.kind == "full":
        raise _no_bye(command, message("only staff can grant a full bye"), message("ask staff, or request a half bye"))
    if byes.until_round is not None and command.round > byes.until_round:
        raise _no_bye(
            command,
            message("byes are possible only until round {until_round}", until_round=byes.until_round),
            message("ask staff"),
        )
    limit = byes.half if command.kind == "half" else byes.zero
    if limit is not None and sum(bye.kind == command.kind for bye in entry.byes) >= limit:
        raise _no_bye(
            command,
            message("an entrant can have at most {limit} {kind} byes", limit=limit, kind=command.kind),
            message("ask staff"),
        )


def _no_bye(command: entrant_commands.AskForBye, detail: Message, hint: Message) -> refusals.ByeNotPossible:
    return refusals.ByeNotPossible(detail, hint=hint, facts={"round": command.round, "kind": command.kind})


def give_bye_back(recorder: TournamentRecorder, command: entrant_commands.GiveByeBack) -> None:
    """Records that an entrant no longer wants a bye."""
    tournament = recorder.tournament
    entry = active_entry(tournament, command.entrant)
    _check_of_entrant(tournament, entry, command.by)
    if entry.bye_in(command.round) is None or command.round < tournament.next_number:
        raise refusals.NoSuchBye(
            message("{id} has no future bye in round {round}", id=entry.id, round=command.round),
            hint=message("no action is needed"),
        )
    recorder.record(entrant_events.ByeGivenBack(entry.id, command.by, command.round))


def take_break(recorder: TournamentRecorder, command: entrant_commands.TakeBreak) -> None:
    """Records that an entrant of an arena takes a break."""
    entry = _entry_for_break(recorder.tournament, command)
    if entry.is_resting:
        raise refusals.BreakNotPossible(
            message("{id} already has a break", id=entry.id), hint=message("no action is needed")
        )
    recorder.record(entrant_events.BreakTaken(entry.id, command.by))


def end_break(recorder: TournamentRecorder, command: entrant_commands.EndBreak) -> None:
    """Records that an entrant of an arena plays on."""
    entry = _entry_for_break(recorder.tournament, command)
    if not entry.is_resting:
        raise refusals.BreakNotPossible(message("{id} has no break", id=entry.id), hint=message("no action is needed"))
    recorder.record(entrant_events.BreakEnded(entry.id, command.by))


def _entry_for_break(tournament: Tournament, command: entrant_commands.TakeBreak | entrant_commands.EndBreak) -> Entry:
    entry = active_entry(tournament, command.entrant)
    _check_of_entrant(tournament, entry, command.by)
    if tournament.settings.span_ms is None or tournament.settings.is_ladder:
        raise refusals.BreakNotPossible(message("only an arena has breaks"), hint=message("ask for a bye"))
    return entry


def _check_of_entrant(tournament: Tournament, entry: Entry, by: PlayerId) -> None:
    if by not in entry.players and not has_right(tournament, by, "entrants"):
        raise refusals.NotOfEntrant(
            message("{by} is not a member of {id}", by=by, id=entry.id), hint=message("ask its captain, or staff")
        )


COMMANDS: dict[type, Callable[[TournamentRecorder, Any], None]] = {
    entrant_commands.OfferToSubstitute: offer_substitute,
    entrant_commands.WithdrawOfferToSubstitute: withdraw_offer,
    entrant_commands.CallSubstitute: call_substitute,
    entrant_commands.EndSubstitution: substitutions.end_substitution,
    entrant_commands.AskForBye: ask_for_bye,
    entrant_commands.GiveByeBack: give_bye_back,
    entrant_commands.TakeBreak: take_break,
    entrant_commands.EndBreak: end_break,
}
"""The function for each command about substitutes, byes and breaks."""
