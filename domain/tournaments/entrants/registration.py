"""Registration, partners, the waiting list, check-in, substitutes, byes and withdrawal.

| an entrant | is |
|---|---|
| lacks players | `incomplete`; only invited players can join it |
| is complete, and there is room | `entered` |
| is complete, and there is no room | `waiting`; it moves up when there is room (`alternates.py`) |
| has a place and loses a player | `spared`: it keeps its place, its rounds are byes, and a substitute completes it |
| has withdrawn, or was absent at the start | `out`; a substitute can bring it back into an open match (`leaving.py`) |

Where partners are entrants themselves (`partners.py`), invited players take part with any answer. They may also
enter by accepting.

A player who loses their partner and finds no other can leave the entrant and offer to substitute.
"""

from collections.abc import Callable, Iterable
from typing import Any

from domain.kernel.messages import message
from domain.kernel.players import PlayerId
from domain.tournaments import refusals
from domain.tournaments.boards.choosing import check_knows_no_deals, check_plays_alone
from domain.tournaments.entrants import commands as entrant_commands
from domain.tournaments.entrants import events as entrant_events
from domain.tournaments.entrants import partners, substitutions
from domain.tournaments.entrants.checks import active_entry, check_entrant_name, check_invited, own_entry
from domain.tournaments.entrants.gates import Applicant, check_gates
from domain.tournaments.entrants.leaving import Leaver, settle_matches_of_incomplete, settle_matches_of_withdrawn
from domain.tournaments.parts import Entry
from domain.tournaments.recorder import TournamentRecorder
from domain.tournaments.rounds.commands import MatchReport
from domain.tournaments.staff import check_right, checked_reason, has_right
from domain.tournaments.state import Tournament
from domain.tournaments.terms import EntrantId


def withdraw(
    recorder: TournamentRecorder,
    entry: Entry,
    by: PlayerId | None,
    reason: entrant_events.OutReason,
    words: str | None = None,
    reports: Iterable[MatchReport] = (),
) -> None:
    """Takes an entrant out of the tournament. Its open matches end or are played on."""
    is_one = len(entry.members) == 1
    gone = Leaver(entry.id, entry.captain if is_one or by == entry.captain else None)
    recorder.record(entrant_events.EntrantWithdrawn(entry.id, by, reason, words))
    settle_matches_of_withdrawn(recorder, gone, reports)


def _register(recorder: TournamentRecorder, command: entrant_commands.Register) -> None:
    tournament = recorder.tournament
    check_can_enter(tournament)
    check_applicant(recorder, command.by, command.applicant)
    check_has_not_played(tournament, command.by)
    check_plays_alone(tournament, None, command.applicant.linked)
    register_captain(recorder, command.entrant, command.applicant, command.name, command.club)
    for partner in command.partners:
        _invite(recorder, entrant_commands.InvitePartner(command.by, command.entrant, partner))
    find_place(recorder, command.entrant)


def register_captain(
    recorder: TournamentRecorder, entrant: EntrantId, captain: Applicant, name: str | None, club: str | None
) -> None:
    """Registers an entrant with its captain. Raises `EntrantIdTaken`, `NameNotPossible` or `NameTaken`."""
    tournament = recorder.tournament
    if tournament.entry(entrant) is not None:
        raise refusals.EntrantIdTaken(
            message("{entrant} already exists", entrant=entrant), hint=message("choose another id")
        )
    others = ((each.id, each.name) for each in tournament.entries if each.status != "out")
    check_entrant_name(tournament.settings.entrants.kind, name, others)
    recorder.record(entrant_events.EntrantRegistered(entrant, captain.player, captain.rating, name, club))


def _invite(recorder: TournamentRecorder, command: entrant_commands.InvitePartner) -> None:
    tournament, player = recorder.tournament, command.player
    entry = own_entry(tournament, command.by, command.entrant)
    if tournament.settings.partners != "drawn":
        if tournament.entry_of(player) is None:
            check_can_enter(tournament)
        partners.invite_partner(recorder, entry, player)
        return
    most = tournament.settings.entrants.members_most
    if most == 1:
        raise refusals.NoPartners(
            message("each entrant of this tournament is one player"), hint=message("ask the other players to enter")
        )
    _check_can_join(tournament, entry)
    check_free(tournament, player)
    if player in entry.invited:
        raise refusals.AlreadyInvited(
            message("{player} already has an invitation", player=player),
            hint=message("wait for the answer"),
            facts={"player": player},
        )
    if len(entry.members) + len(entry.invited) >= most:
        raise refusals.EntrantFull(
            message("an entrant has at most {most} players", most=most),
            hint=message("withdraw an invitation first"),
            facts={"players": list(entry.players), "invited": list(entry.invited)},
        )
    recorder.record(entrant_events.PartnerInvited(entry.id, command.by, player))


def _withdraw_invitation(recorder: TournamentRecorder, command: entrant_commands.WithdrawPartnerInvitation) -> None:
    entry = own_entry(recorder.tournament, command.by, command.entrant)
    check_invited(entry.id, entry.invited, command.player)
    recorder.record(entrant_events.PartnerInvitationWithdrawn(entry.id, command.by, command.player))


def _accept(recorder: TournamentRecorder, command: entrant_commands.AcceptPartner) -> None:
    tournament = recorder.tournament
    entry = active_entry(tournament, command.entrant)
    check_invited(entry.id, entry.invited, command.by)
    if tournament.settings.partners != "drawn":
        partners.agree_partnership(recorder, entry, _entry_that_agrees(recorder, command))
        return
    _check_can_join(tournament, entry)
    check_applicant(recorder, command.by, command.applicant)
    if len(entry.members) >= tournament.settings.entrants.members_most:
        raise refusals.EntrantFull(
            message("{id} is already complete", id=entry.id), hint=message("enter with other players")
        )
    if entry.status == "spared":
        check_knows_no_deals(recorder, command.by, command.applicant.linked)
    else:
        check_has_not_played(tournament, command.by)
        check_plays_alone(tournament, entry.id, command.applicant.linked)
    recorder.record(entrant_events.PartnerJoined(entry.id, command.by, command.applicant.rating))
    find_place(recorder, entry.id)


def _entry_that_agrees(recorder: TournamentRecorder, command: entrant_commands.AcceptPartner) -> Entry:
    """Returns the entry of a player who accepts a partner. Registers them if they do not take part yet."""
    own = recorder.tournament.entry_of(command.by)
    if own is not None:
        return own
    if command.own is None:
        raise refusals.NotTakingPart(message("{by} does not take part", by=command.by), hint=message("enter first"))
    _register(recorder, entrant_commands.Register(command.by, command.own, command.applicant))
    return active_entry(recorder.tournament, command.own)


def _part_from_partner(recorder: TournamentRecorder, command: entrant_commands.PartFromPartner) -> None:
    entry = recorder.tournament.entry_of(command.by)
    if entry is None:
        raise refusals.NotTakingPart(
            message("{by} does not take part", by=command.by), hint=message("only participants can end a partnership")
        )
    partners.end_partnership(recorder, entry)


def _decline(recorder: TournamentRecorder, command: entrant_commands.DeclinePartner) -> None:
    entry = active_entry(recorder.tournament, command.entrant)
    check_invited(entry.id, entry.invited, command.by)
    recorder.record(entrant_events.PartnerDeclined(entry.id, command.by))


def find_place(recorder: TournamentRecorder, entrant: EntrantId) -> None:
    """Enters an entrant that has become complete, or adds it to the waiting list if there is no room."""
    tournament = recorder.tournament
    entry = active_entry(tournament, entrant)
    if not tournament.is_complete(entry) or entry.status in ("entered", "waiting"):
        return
    if entry.status == "spared" or tournament.has_room:
        enter(recorder, entrant)
    else:
        recorder.record(entrant_events.EntrantQueued(entrant))


def enter(recorder: TournamentRecorder, entrant: EntrantId) -> None:
    """Gives an entrant a place. Rounds that it has missed count as `late.bye`."""
    tournament = recorder.tournament
    overlap = tournament.settings.span_ms is not None
    is_late = entrant not in tournament.order and bool(tournament.rounds) and not overlap
    recorder.record(entrant_events.EntrantEntered(entrant, tournament.settings.late.bye if is_late else None))


def check_can_enter(tournament: Tournament) -> None:
    """Checks that entrants can still enter. Raises `RegistrationNotOpen`."""
    if not tournament.can_enter:
        until = tournament.settings.late.until_round
        raise refusals.RegistrationNotOpen(
            message("registration is not open: the tournament is {status}", status=tournament.status),
            hint=(
                message("wait until registration opens")
                if tournament.status == "announced"
                else message("offer to substitute")
            ),
            facts={"status": tournament.status, "late_until_round": until},
        )


def _check_can_join(tournament: Tournament, entry: Entry) -> None:
    """Checks that players can join an entrant: while entry is open, or if it lacks a player and keeps its place."""
    if entry.status != "spared":
        check_can_enter(tournament)


def check_applicant(recorder: TournamentRecorder, by: PlayerId, applicant: Applicant) -> None:
    """Checks that a player may register: name, gates and other entries."""
    if applicant.player != by:
        raise ValueError(f"{by} cannot apply as {applicant.player}")
    check_gates(recorder.tournament.settings.gates, applicant, recorder.now)
    check_free(recorder.tournament, by)


def check_free(tournament: Tournament, player: PlayerId) -> None:
    """Checks that a player does not take part yet. Raises `AlreadyEntered`."""
    entry = tournament.entry_of(player)
    if entry is not None:
        raise refusals.AlreadyEntered(
            message("{player} already takes part with {id}", player=player, id=entry.id),
            hint=message("leave that entrant first"),
            facts={"player": player, "entrant": entry.id},
        )


def check_has_not_played(tournament: Tournament, player: PlayerId) -> None:
    """Checks that a player has not taken part before. Raises `PlayedBefore`."""
    if any(player in entry.players and entry.id in tournament.order for entry in tournament.entries):
        raise refusals.PlayedBefore(
            message("{player} has taken part before", player=player), hint=message("offer to substitute")
        )


def _leave(recorder: TournamentRecorder, command: entrant_commands.LeaveEntrant) -> None:
    entry = recorder.tournament.entry_of(command.by)
    if entry is None:
        raise refusals.NotTakingPart(
            message("{by} does not take part", by=command.by), hint=message("only participants can leave")
        )
    if substitutions.end_by_leaving(recorder, entry, command.by):
        return
    entry = active_entry(recorder.tournament, entry.id)
    if len(entry.members) == 1:
        withdraw(recorder, entry, command.by, "left", reports=command.reports)
    else:
        recorder.record(entrant_events.MemberLeft(entry.id, command.by, "left"))
        settle_matches_of_incomplete(recorder, Leaver(entry.id, command.by), command.reports)


def _withdraw_entrant(recorder: TournamentRecorder, command: entrant_commands.WithdrawEntrant) -> None:
    tournament = recorder.tournament
    entry = active_entry(tournament, command.entrant)
    if command.by == entry.captain:
        withdraw(recorder, entry, command.by, "left", reports=command.reports)
        return
    if command.by in entry.players and not has_right(tournament, command.by, "entrants"):
        raise refusals.CaptainOnly(
            message("{captain} is the captain", captain=entry.captain), hint=message("ask the captain")
        )
    check_right(tournament, command.by, "entrants")
    withdraw(recorder, entry, command.by, "removed", checked_reason(command.reason), command.reports)


def _check_in(recorder: TournamentRecorder, command: entrant_commands.CheckIn) -> None:
    tournament = recorder.tournament
    if command.by != command.player:
        check_right(tournament, command.by, "entrants")
    if not tournament.check_in_open or tournament.has_begun:
        raise refusals.CheckInNotOpen(
            message("check-in is not open"), hint=message("read the schedule for the time of check-in")
        )
    entry = tournament.entry_of(command.player)
    if entry is None:
        raise refusals.NotTakingPart(
            message("{player} does not take part", player=command.player), hint=message("enter first")
        )
    if entry.status == "incomplete":
        _check_consent(tournament, entry)
    if any(member.is_here for member in entry.members if member.player == command.player):
        raise refusals.AlreadyCheckedIn(
            message("{player} has already checked in", player=command.player), hint=message("no action is needed")
        )
    recorder.record(entrant_events.PlayerCheckedIn(command.player, command.by))


def _check_consent(tournament: Tournament, entry: Entry) -> None:
    needed = tournament.settings.entrants.members_least
    raise refusals.NoConsent(
        message("{id} has {count} of {needed} players", id=entry.id, count=len(entry.members), needed=needed),
        hint=message("wait until the invited players have accepted"),
        facts={"players": list(entry.players), "invited": list(entry.invited)},
    )


COMMANDS: dict[type, Callable[[TournamentRecorder, Any], None]] = {
    entrant_commands.Register: _register,
    entrant_commands.InvitePartner: _invite,
    entrant_commands.WithdrawPartnerInvitation: _withdraw_invitation,
    entrant_commands.AcceptPartner: _accept,
    entrant_commands.DeclinePartner: _decline,
    entrant_commands.PartFromPartner: _part_from_partner,
    entrant_commands.LeaveEntrant: _leave,
    entrant_commands.WithdrawEntrant: _withdraw_entrant,
    entrant_commands.CheckIn: _check_in,
}
"""The function for each command about taking part."""
