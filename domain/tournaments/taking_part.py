"""Registration, partners, the waiting list, check-in, substitutes, byes and withdrawal.

| an entrant | is |
|---|---|
| lacks players | `incomplete`; only invited players can join it |
| is complete, and there is room | `entered` |
| is complete, and there is no room | `waiting`; it moves up when there is room, the longest waiting first |
| has a place and loses a player | `spared`: it keeps its place, its rounds are byes, and a substitute completes it |
| has withdrawn, or was absent at the start | `out`; a substitute can bring it back into an open match (`leaving.py`) |

Where partners are entrants themselves (`partners.py`), invited players take part whatever they answer. They may also
enter by accepting.

A player who loses their partner and finds no other can leave the entrant and offer to substitute.
"""

from collections.abc import Callable, Iterable
from typing import Any

from domain.table.events import PlayerId
from domain.tournaments import partners
from domain.tournaments.commands import (
    AcceptPartner,
    AskForBye,
    CallSubstitute,
    CheckIn,
    DeclinePartner,
    EndBreak,
    GiveByeBack,
    InvitePartner,
    LeaveEntrant,
    MatchReport,
    OfferToSubstitute,
    PartFromPartner,
    Register,
    TakeBreak,
    WithdrawEntrant,
    WithdrawOfferToSubstitute,
    WithdrawPartnerInvitation,
)
from domain.tournaments.duplicate.choosing import check_knows_no_deals, check_plays_alone
from domain.tournaments.events import (
    BreakEnded,
    BreakTaken,
    ByeGivenBack,
    ByeGranted,
    EntrantEntered,
    EntrantQueued,
    EntrantRegistered,
    EntrantWithdrawn,
    MemberLeft,
    OutReason,
    PartnerDeclined,
    PartnerInvitationWithdrawn,
    PartnerInvited,
    PartnerJoined,
    PlayerCheckedIn,
    SubstituteCalled,
    SubstituteOffered,
    SubstituteOfferWithdrawn,
)
from domain.tournaments.gates import Applicant, check_gates
from domain.tournaments.leaving import (
    Gone,
    match_to_go_on,
    partners_in_match,
    settle_matches_of_incomplete,
    settle_matches_of_withdrawn,
)
from domain.tournaments.refusals import (
    AlreadyCheckedIn,
    AlreadyEntered,
    AlreadyInvited,
    AlreadyOffered,
    BreakNotPossible,
    ByeNotPossible,
    CaptainOnly,
    CheckInNotOpen,
    EntrantFull,
    EntrantIdTaken,
    EntrantOut,
    NameNotPossible,
    NameTaken,
    NobodyMissing,
    NoConsent,
    NoPartners,
    NoSuchBye,
    NoSuchEntrant,
    NotASubstitute,
    NotInvited,
    NotOfEntrant,
    NotTakingPart,
    PlayedBefore,
    RegistrationNotOpen,
)
from domain.tournaments.rounds import EntrantId
from domain.tournaments.settings import NAME_LIMIT, ROUNDS_LIMIT
from domain.tournaments.state import Entry, Tournament
from domain.tournaments.story import Story, check_right, checked_reason, has_right


def move_up(story: Story) -> None:
    """Gives free places to the waiting list. After the start, this ends when late entry ends."""
    while _moves_up(story.tournament):
        _enter(story, story.tournament.queue[0])


def _moves_up(tournament: Tournament) -> bool:
    is_time = not tournament.has_begun or tournament.can_enter
    return is_time and tournament.has_room and bool(tournament.queue)


def withdraw(
    story: Story,
    entry: Entry,
    by: PlayerId | None,
    reason: OutReason,
    words: str | None = None,
    reports: Iterable[MatchReport] = (),
) -> None:
    """Takes an entrant out of the tournament. Its open matches end or are played on."""
    is_one = len(entry.members) == 1
    gone = Gone(entry.id, entry.captain if is_one or by == entry.captain else None)
    story.tell(EntrantWithdrawn(entry.id, by, reason, words))
    settle_matches_of_withdrawn(story, gone, reports)


# ------------------------------------------------------------------------------------------------ entering


def _register(story: Story, command: Register) -> None:
    tournament = story.tournament
    _check_can_enter(tournament)
    _check_applicant(story, command.by, command.applicant)
    _check_has_not_played(tournament, command.by)
    check_plays_alone(tournament, None, command.applicant.linked)
    if tournament.entry(command.entrant) is not None:
        raise EntrantIdTaken(f"there is an entrant {command.entrant}", hint="choose another id")
    _check_name(tournament, command.name)
    rating = command.applicant.rating
    story.tell(EntrantRegistered(command.entrant, command.by, rating, command.name, command.club))
    for partner in command.partners:
        _invite(story, InvitePartner(command.by, command.entrant, partner))
    _find_place(story, command.entrant)


def _invite(story: Story, command: InvitePartner) -> None:
    tournament, player = story.tournament, command.player
    entry = _own_entry(tournament, command.by, command.entrant)
    if tournament.settings.partners != "drawn":
        if tournament.entry_of(player) is None:
            _check_can_enter(tournament)
        partners.ask(story, entry, player)
        return
    most = tournament.settings.entrants.members_most
    if most == 1:
        raise NoPartners("an entrant is one player", hint="let them enter themselves")
    _check_can_join(tournament, entry)
    _check_free(tournament, player)
    if player in entry.invited:
        raise AlreadyInvited(f"{player} is invited already", hint="wait for the answer", facts={"player": player})
    if len(entry.members) + len(entry.invited) >= most:
        raise EntrantFull(
            f"{most} players at most play for an entrant",
            hint="withdraw an invitation first",
            facts={"players": list(entry.players), "invited": list(entry.invited)},
        )
    story.tell(PartnerInvited(entry.id, command.by, player))


def _withdraw_invitation(story: Story, command: WithdrawPartnerInvitation) -> None:
    entry = _own_entry(story.tournament, command.by, command.entrant)
    _check_invited(entry, command.player)
    story.tell(PartnerInvitationWithdrawn(entry.id, command.by, command.player))


def _accept(story: Story, command: AcceptPartner) -> None:
    tournament = story.tournament
    entry = _active_entry(tournament, command.entrant)
    _check_invited(entry, command.by)
    if tournament.settings.partners != "drawn":
        partners.agree(story, entry, _entry_that_agrees(story, command))
        return
    _check_can_join(tournament, entry)
    _check_applicant(story, command.by, command.applicant)
    if len(entry.members) >= tournament.settings.entrants.members_most:
        raise EntrantFull(f"{entry.id} has all its players", hint="enter with others")
    if entry.status == "spared":
        check_knows_no_deals(story, command.by, command.applicant.linked)
    else:
        _check_has_not_played(tournament, command.by)
        check_plays_alone(tournament, entry.id, command.applicant.linked)
    story.tell(PartnerJoined(entry.id, command.by, command.applicant.rating))
    _find_place(story, entry.id)


def _entry_that_agrees(story: Story, command: AcceptPartner) -> Entry:
    """Returns the entry of a player who accepts a partner. Registers them if they do not take part yet."""
    own = story.tournament.entry_of(command.by)
    if own is not None:
        return own
    if command.own is None:
        raise NotTakingPart(f"{command.by} does not take part", hint="enter first")
    _register(story, Register(command.by, command.own, command.applicant))
    return _active_entry(story.tournament, command.own)


def _part(story: Story, command: PartFromPartner) -> None:
    entry = story.tournament.entry_of(command.by)
    if entry is None:
        raise NotTakingPart(f"{command.by} does not take part", hint="there is nobody to part from")
    partners.part(story, entry)


def _decline(story: Story, command: DeclinePartner) -> None:
    entry = _active_entry(story.tournament, command.entrant)
    _check_invited(entry, command.by)
    story.tell(PartnerDeclined(entry.id, command.by))


def _find_place(story: Story, entrant: EntrantId) -> None:
    """Enters an entrant that has become complete, or adds it to the waiting list if there is no room."""
    tournament = story.tournament
    entry = _active_entry(tournament, entrant)
    if not tournament.is_complete(entry) or entry.status in ("entered", "waiting"):
        return
    if entry.status == "spared" or tournament.has_room:
        _enter(story, entrant)
    else:
        story.tell(EntrantQueued(entrant))


def _enter(story: Story, entrant: EntrantId) -> None:
    tournament = story.tournament
    overlap = tournament.settings.span_ms is not None
    is_late = entrant not in tournament.order and bool(tournament.rounds) and not overlap
    story.tell(EntrantEntered(entrant, tournament.settings.late.bye if is_late else None))


def _check_can_enter(tournament: Tournament) -> None:
    if not tournament.can_enter:
        until = tournament.settings.late.until_round
        raise RegistrationNotOpen(
            f"nobody can enter: the tournament is {tournament.status}",
            hint="wait until registration opens" if tournament.status == "announced" else "offer to substitute",
            facts={"status": tournament.status, "late_until_round": until},
        )


def _check_can_join(tournament: Tournament, entry: Entry) -> None:
    """Checks that players can join an entrant: while entry is open, or if it lacks a player and keeps its place."""
    if entry.status != "spared":
        _check_can_enter(tournament)


def _check_applicant(story: Story, by: PlayerId, applicant: Applicant) -> None:
    if applicant.player != by:
        raise ValueError(f"{by} applies as {applicant.player}")
    check_gates(story.tournament.settings.gates, applicant, story.now)
    _check_free(story.tournament, by)


def _check_free(tournament: Tournament, player: PlayerId) -> None:
    entry = tournament.entry_of(player)
    if entry is not None:
        raise AlreadyEntered(
            f"{player} takes part with {entry.id}",
            hint="leave it first",
            facts={"player": player, "entrant": entry.id},
        )


def _check_has_not_played(tournament: Tournament, player: PlayerId) -> None:
    if any(player in entry.players and entry.id in tournament.order for entry in tournament.entries):
        raise PlayedBefore(f"{player} has taken part before", hint="offer to substitute")


def _check_name(tournament: Tournament, name: str | None) -> None:
    if name is None:
        return
    if tournament.settings.entrants.kind == "player":
        raise NameNotPossible("players take part under their own names", hint="leave the name out")
    if not 1 <= len(name.strip()) <= NAME_LIMIT:
        raise NameNotPossible("the name is empty or too long", hint=f"give 1 to {NAME_LIMIT} characters")
    wanted = _alike(name)
    for entry in tournament.entries:
        if entry.status != "out" and entry.name is not None and _alike(entry.name) == wanted:
            raise NameTaken(f"{entry.id} has this name", hint="choose another name", facts={"entrant": entry.id})


def _alike(name: str) -> str:
    """Returns a name without differences of case and spaces."""
    return " ".join(name.casefold().split())


def _check_invited(entry: Entry, player: PlayerId) -> None:
    if player not in entry.invited:
        raise NotInvited(f"{player} is not invited to {entry.id}", hint="ask its captain", facts={"entrant": entry.id})


# ------------------------------------------------------------------------------------------------ leaving


def _leave(story: Story, command: LeaveEntrant) -> None:
    entry = story.tournament.entry_of(command.by)
    if entry is None:
        raise NotTakingPart(f"{command.by} does not take part", hint="there is nothing to leave")
    if len(entry.members) == 1:
        withdraw(story, entry, command.by, "left", reports=command.reports)
    else:
        story.tell(MemberLeft(entry.id, command.by, "left"))
        settle_matches_of_incomplete(story, Gone(entry.id, command.by), command.reports)


def _withdraw_entrant(story: Story, command: WithdrawEntrant) -> None:
    tournament = story.tournament
    entry = _active_entry(tournament, command.entrant)
    if command.by == entry.captain:
        withdraw(story, entry, command.by, "left", reports=command.reports)
        return
    if command.by in entry.players and not has_right(tournament, command.by, "entrants"):
        raise CaptainOnly(f"{entry.captain} is the captain", hint="leave it alone, or ask the captain")
    check_right(tournament, command.by, "entrants")
    withdraw(story, entry, command.by, "removed", checked_reason(command.reason), command.reports)


# ------------------------------------------------------------------------------------------------ check-in, substitutes


def _check_in(story: Story, command: CheckIn) -> None:
    tournament = story.tournament
    if command.by != command.player:
        check_right(tournament, command.by, "entrants")
    if not tournament.check_in_open or tournament.has_begun:
        raise CheckInNotOpen("nobody can check in now", hint="the schedule says when")
    entry = tournament.entry_of(command.player)
    if entry is None:
        raise NotTakingPart(f"{command.player} does not take part", hint="enter first")
    if entry.status == "incomplete":
        _refuse_without_consent(tournament, entry)
    if any(member.is_here for member in entry.members if member.player == command.player):
        raise AlreadyCheckedIn(f"{command.player} has checked in", hint="nothing has to be done")
    story.tell(PlayerCheckedIn(command.player, command.by))


def _refuse_without_consent(tournament: Tournament, entry: Entry) -> None:
    needed = tournament.settings.entrants.members_least
    raise NoConsent(
        f"{entry.id} has {len(entry.members)} of {needed} players",
        hint="those who were asked have to agree first",
        facts={"players": list(entry.players), "invited": list(entry.invited)},
    )


def _offer(story: Story, command: OfferToSubstitute) -> None:
    if any(each.player == command.by for each in story.tournament.substitutes):
        raise AlreadyOffered(f"{command.by} is on the list", hint="wait to be called")
    _check_applicant(story, command.by, command.applicant)
    story.tell(SubstituteOffered(command.by, command.applicant.rating))


def _withdraw_offer(story: Story, command: WithdrawOfferToSubstitute) -> None:
    if all(each.player != command.by for each in story.tournament.substitutes):
        raise NotASubstitute(f"{command.by} is not on the list", hint="nothing has to be done")
    story.tell(SubstituteOfferWithdrawn(command.by))


def _call(story: Story, command: CallSubstitute) -> None:
    tournament = story.tournament
    entry = _entry_to_fill(story, command.entrant)
    _check_may_call(story, entry, command)
    _check_somebody_missing(tournament, entry, command.instead_of)
    found = next((each for each in tournament.substitutes if each.player == command.player), None)
    if found is None:
        raise NotASubstitute(
            f"{command.player} has not offered to substitute",
            hint="call one of those on the list",
            facts={"substitutes": [each.player for each in tournament.substitutes]},
        )
    check_knows_no_deals(story, found.player, command.linked)
    story.tell(SubstituteCalled(entry.id, command.by, found.player, found.rating))
    if command.instead_of is not None:
        story.tell(MemberLeft(entry.id, command.instead_of, "replaced"))
    _find_place(story, entry.id)


def _entry_to_fill(story: Story, entrant: EntrantId) -> Entry:
    """Returns the entrant that a substitute would join, even if it left a match that is played on.

    Raises:
        NoSuchEntrant, EntrantOut: there is no such entrant, or nobody can replace its player.
    """
    entry = story.tournament.entry(entrant)
    if entry is not None and entry.status == "out" and match_to_go_on(story.tournament, story.moment.form, entrant):
        return entry
    return _active_entry(story.tournament, entrant)


def _check_may_call(story: Story, entry: Entry, command: CallSubstitute) -> None:
    """Checks who may call a substitute.

    A player may be replaced by themselves, their captain or staff. If a player is missing, any other player may call.
    """
    tournament, by = story.tournament, command.by
    if by is None or has_right(tournament, by, "entrants"):
        return
    own = tournament.entry_of(by)
    if (
        entry.status == "out"
        and own is not None
        and own.id in partners_in_match(tournament, story.moment.form, entry.id)
    ):
        return
    if by not in entry.players or entry.status == "out":
        raise NotOfEntrant(f"{by} does not play for {entry.id}", hint="ask its captain, or staff")
    if command.instead_of not in (None, by) and by != entry.captain:
        raise CaptainOnly(f"{entry.captain} is the captain", hint="ask the captain, or staff")


def _check_somebody_missing(tournament: Tournament, entry: Entry, instead_of: PlayerId | None) -> None:
    if entry.status == "out":
        return
    if instead_of is None and tournament.is_complete(entry):
        raise NobodyMissing(
            f"{entry.id} has its players", hint="say instead of whom", facts={"players": list(entry.players)}
        )
    if instead_of is not None and instead_of not in entry.players:
        raise NotOfEntrant(
            f"{instead_of} does not play for {entry.id}",
            hint="say which of its players is to be replaced",
            facts={"players": list(entry.players)},
        )
    if entry.status == "incomplete":
        _check_can_enter(tournament)


# ------------------------------------------------------------------------------------------------ byes


def _ask_for_bye(story: Story, command: AskForBye) -> None:
    tournament = story.tournament
    entry = _active_entry(tournament, command.entrant)
    if tournament.settings.span_ms is not None:
        raise _no_bye(command, "there are no rounds that could be sat out", "take a break")
    if command.kind not in ("half", "zero", "full"):
        raise _no_bye(command, "nobody asks for such a bye", "ask for a half or a zero bye")
    if not tournament.next_number <= command.round <= ROUNDS_LIMIT:
        raise _no_bye(command, f"round {command.round} cannot be sat out", f"from {tournament.next_number} on")
    if entry.bye_in(command.round) is not None:
        raise _no_bye(command, f"{entry.id} sits round {command.round} out already", "give that bye back first")
    if command.by in entry.players:
        _check_byes_left(tournament, entry, command)
    else:
        _check_of_entrant(tournament, entry, command.by)
    story.tell(ByeGranted(entry.id, command.by, command.round, command.kind))


def _check_byes_left(tournament: Tournament, entry: Entry, command: AskForBye) -> None:
    byes = tournament.settings.byes
    if command.kind == "full":
        raise _no_bye(command, "full byes are granted by staff", "ask staff, or for a half bye")
    if byes.until_round is not None and command.round > byes.until_round:
        raise _no_bye(command, f"there are byes until round {byes.until_round}", "ask staff")
    limit = byes.half if command.kind == "half" else byes.zero
    if limit is not None and sum(bye.kind == command.kind for bye in entry.byes) >= limit:
        raise _no_bye(command, f"{limit} {command.kind} byes are granted to an entrant", "ask staff")


def _no_bye(command: AskForBye, detail: str, hint: str) -> ByeNotPossible:
    return ByeNotPossible(detail, hint=hint, facts={"round": command.round, "kind": command.kind})


def _give_bye_back(story: Story, command: GiveByeBack) -> None:
    tournament = story.tournament
    entry = _active_entry(tournament, command.entrant)
    _check_of_entrant(tournament, entry, command.by)
    if entry.bye_in(command.round) is None or command.round < tournament.next_number:
        raise NoSuchBye(f"{entry.id} has no bye in round {command.round} to come", hint="nothing has to be done")
    story.tell(ByeGivenBack(entry.id, command.by, command.round))


def _take_break(story: Story, command: TakeBreak) -> None:
    entry = _entry_for_break(story.tournament, command)
    if entry.is_resting:
        raise BreakNotPossible(f"{entry.id} has a break", hint="nothing has to be done")
    story.tell(BreakTaken(entry.id, command.by))


def _end_break(story: Story, command: EndBreak) -> None:
    entry = _entry_for_break(story.tournament, command)
    if not entry.is_resting:
        raise BreakNotPossible(f"{entry.id} has no break", hint="nothing has to be done")
    story.tell(BreakEnded(entry.id, command.by))


def _entry_for_break(tournament: Tournament, command: TakeBreak | EndBreak) -> Entry:
    entry = _active_entry(tournament, command.entrant)
    _check_of_entrant(tournament, entry, command.by)
    if tournament.settings.span_ms is None:
        raise BreakNotPossible("rounds follow each other", hint="ask for a bye")
    return entry


# ------------------------------------------------------------------------------------------------ entrants


def _active_entry(tournament: Tournament, entrant: EntrantId) -> Entry:
    """Returns the entrant with that id, which must not be out. Raises `NoSuchEntrant`, `EntrantOut`."""
    entry = tournament.entry(entrant)
    if entry is None:
        raise NoSuchEntrant(f"there is no entrant {entrant}", hint="the list of entrants has their ids")
    if entry.status == "out":
        raise EntrantOut(f"{entrant} has withdrawn", hint="nothing can be done for it any more")
    return entry


def _own_entry(tournament: Tournament, by: PlayerId, entrant: EntrantId) -> Entry:
    entry = _active_entry(tournament, entrant)
    if by not in entry.players:
        raise NotOfEntrant(f"{by} does not play for {entrant}", hint="ask its captain")
    return entry


def _check_of_entrant(tournament: Tournament, entry: Entry, by: PlayerId) -> None:
    if by not in entry.players and not has_right(tournament, by, "entrants"):
        raise NotOfEntrant(f"{by} does not play for {entry.id}", hint="ask its captain, or staff")


COMMANDS: dict[type, Callable[[Story, Any], None]] = {
    Register: _register,
    InvitePartner: _invite,
    WithdrawPartnerInvitation: _withdraw_invitation,
    AcceptPartner: _accept,
    DeclinePartner: _decline,
    PartFromPartner: _part,
    LeaveEntrant: _leave,
    WithdrawEntrant: _withdraw_entrant,
    CheckIn: _check_in,
    OfferToSubstitute: _offer,
    WithdrawOfferToSubstitute: _withdraw_offer,
    CallSubstitute: _call,
    AskForBye: _ask_for_bye,
    GiveByeBack: _give_bye_back,
    TakeBreak: _take_break,
    EndBreak: _end_break,
}
"""The function for each command about taking part."""
