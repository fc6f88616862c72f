"""How events about entrants change a tournament."""

from collections.abc import Callable
from itertools import combinations
from typing import Any, TypeVar

from domain.kernel.events import BrokenHistory
from domain.kernel.instants import Instant
from domain.kernel.players import PlayerId
from domain.tournaments.entrants import events as entrant_events
from domain.tournaments.entrants import substitution_events
from domain.tournaments.pairing.partnerships import players_of_match
from domain.tournaments.parts import (
    AlternateCall,
    ArrangedSubstitution,
    Entry,
    FormerPlayer,
    GrantedBye,
    Member,
    Partnership,
    Substitute,
    Substitution,
)
from domain.tournaments.state import Tournament
from domain.tournaments.terms import Bye, EntrantId

T = TypeVar("T")
JoinedBy = entrant_events.PartnerJoined | entrant_events.SubstituteCalled


def _after_registration(tournament: Tournament, event: entrant_events.EntrantRegistered) -> Tournament:
    entry = Entry(event.entrant, event.name, event.club, (Member(event.player, event.rating),))
    tournament = tournament._replace(entries=(*tournament.entries, entry))
    if tournament.settings.partners != "drawn":
        # Only where partners are drawn does registering decline other invitations. Here they stay open.
        return tournament._replace(substitutes=_other_substitutes(tournament, event.player))
    return _without_invitations_of(tournament, event.player)


def _after_invitation(tournament: Tournament, event: entrant_events.PartnerInvited) -> Tournament:
    entry = entry_of(tournament, event.entrant)
    return with_entry(tournament, entry._replace(invited=(*entry.invited, event.player)))


def _after_declining(
    tournament: Tournament, event: entrant_events.PartnerDeclined | entrant_events.PartnerInvitationWithdrawn
) -> Tournament:
    entry = entry_of(tournament, event.entrant)
    return with_entry(tournament, entry._replace(invited=without_key(entry.invited, event.player)))


def _after_joining(tournament: Tournament, event: JoinedBy) -> Tournament:
    """Adds the player to the entrant and removes their invitations and their offer to substitute.

    A player plays for one entrant only.
    """
    entry = entry_of(tournament, event.entrant)
    if entry.status == "out":
        # The substitute replaces a player who left in the middle of a match, so the entrant takes part again.
        entry = entry._replace(members=(), status="spared")
    is_here = isinstance(event, entrant_events.SubstituteCalled) and tournament.check_in_open
    member = Member(event.player, event.rating, is_here)
    return _without_invitations_of(
        with_entry(tournament, entry._replace(members=(*entry.members, member))), event.player
    )


def _after_queueing(tournament: Tournament, event: entrant_events.EntrantQueued) -> Tournament:
    entry = entry_of(tournament, event.entrant)._replace(status="waiting")
    return with_entry(tournament, entry)._replace(queue=(*tournament.queue, event.entrant))


def _after_calling(tournament: Tournament, event: entrant_events.AlternateCalled) -> Tournament:
    return tournament._replace(calls=(*tournament.calls, AlternateCall(event.entrant, event.at, event.until)))


def _after_entering(tournament: Tournament, event: entrant_events.EntrantEntered) -> Tournament:
    entry = entry_of(tournament, event.entrant)._replace(status="entered")
    tournament = _off_the_waiting_list(with_entry(tournament, entry), event.entrant)
    if tournament.status != "running" or event.entrant in tournament.order:
        return tournament
    tournament = tournament._replace(order=(*tournament.order, event.entrant))
    if event.missed is None:
        return tournament
    missed = Bye(event.entrant, event.missed)
    return tournament._replace(
        rounds=tuple(
            each._replace(paired=each.paired._replace(byes=(*each.paired.byes, missed))) for each in tournament.rounds
        )
    )


def _after_leaving(tournament: Tournament, event: entrant_events.MemberLeft) -> Tournament:
    entry = entry_of(tournament, event.entrant)
    tournament = _with_known_sets(tournament, event.entrant, event.player)
    # A member without a seat can be on the list, but has agreed to substitute in this entrant only.
    tournament = tournament._replace(substitutes=_other_substitutes(tournament, event.player))
    members = tuple(member for member in entry.members if member.player != event.player)
    entry = entry._replace(members=members)
    if tournament.is_complete(entry):
        return with_entry(tournament, entry)
    tournament = without_waiting(tournament, entry.id)
    if entry.has_place:
        return with_entry(tournament, entry._replace(status="spared"))
    return _off_the_waiting_list(with_entry(tournament, entry._replace(status="incomplete")), entry.id)


def _off_the_waiting_list(tournament: Tournament, entrant: EntrantId) -> Tournament:
    calls = tuple(each for each in tournament.calls if each.entrant != entrant)
    return tournament._replace(queue=without_key(tournament.queue, entrant), calls=calls)


def _after_substitution_begun(tournament: Tournament, event: substitution_events.SubstitutionBegun) -> Tournament:
    """Exchanges the two players in the order of the members, because this order assigns rooms and seats."""
    entry = entry_of(tournament, event.entrant)
    away = _member_of(entry, event.by)
    substitute = next(
        (each for each in entry.members if each.player == event.player),
        Member(event.player, event.rating, is_here=True),
    )
    entry = _without_arrangement(_with_exchanged(entry, away, substitute), event.by, event.until)
    entry = entry._replace(substitutions=(*entry.substitutions, Substitution(event.player, away, event.until)))
    return _without_invitations_of(with_entry(tournament, entry), event.player)


def _after_arranging(tournament: Tournament, event: substitution_events.SubstitutionArranged) -> Tournament:
    entry = _without_arrangement(entry_of(tournament, event.entrant), event.by)
    made = ArrangedSubstitution(event.player, event.by, event.begins_at, event.until)
    return with_entry(tournament, entry._replace(arranged=(*entry.arranged, made)))


def _after_dropping(tournament: Tournament, event: substitution_events.SubstitutionDropped) -> Tournament:
    return with_entry(tournament, _without_arrangement(entry_of(tournament, event.entrant), event.instead_of))


def _without_arrangement(entry: Entry, player: PlayerId, before: Instant | None = None) -> Entry:
    """Removes the arranged substitutions of a player. Those that begin at `before` or later stay."""
    kept = (
        each for each in entry.arranged if each.player != player or (before is not None and each.begins_at >= before)
    )
    return entry._replace(arranged=tuple(kept))


def _after_substitution_ended(tournament: Tournament, event: substitution_events.SubstitutionEnded) -> Tournament:
    entry = entry_of(tournament, event.entrant)
    found = next((each for each in entry.open_substitutions if each.substitute == event.player), None)
    if found is None:
        raise BrokenHistory(f"{event.player} is no substitute for a time")
    is_kept = event.why == "kept"
    ended = found._replace(status="kept" if is_kept else "ended")
    entry = entry._replace(substitutions=tuple(ended if each == found else each for each in entry.substitutions))
    tournament = _with_known_sets(tournament, event.entrant, event.instead_of if is_kept else event.player)
    if is_kept:
        return with_entry(tournament, entry)
    return with_entry(tournament, _with_exchanged(entry, _member_of(entry, event.player), found.away))


def _member_of(entry: Entry, player: PlayerId) -> Member:
    found = next((each for each in entry.members if each.player == player), None)
    if found is None:
        raise BrokenHistory(f"{player} is no member of {entry.id}")
    return found


def _with_exchanged(entry: Entry, out: Member, to: Member) -> Entry:
    """Returns the entry with a member at the place of another one, who takes its place if it had one."""
    places = {out.player: to, to.player: out}
    return entry._replace(members=tuple(places.get(each.player, each) for each in entry.members))


def _with_known_sets(tournament: Tournament, entrant: EntrantId, player: PlayerId) -> Tournament:
    """Records which sets of boards the leaving player may know."""
    sets = {
        which
        for round_ in tournament.rounds
        for match, which in zip(round_.paired.matches, round_.sets, strict=False)
        if entrant in players_of_match(match)
    }
    if not sets:
        return tournament
    return tournament._replace(left=(*tournament.left, FormerPlayer(player, tuple(sorted(sets)))))


def _after_withdrawal(tournament: Tournament, event: entrant_events.EntrantWithdrawn) -> Tournament:
    gone = entry_of(tournament, event.entrant)
    tournament = without_waiting(with_entry(tournament, gone._replace(status="out", invited=(), byes=())), gone.id)
    return _off_the_waiting_list(tournament, gone.id)._replace(
        partnerships=tuple(each for each in tournament.partnerships if event.entrant not in each[:2]),
        challenges=tuple(each for each in tournament.challenges if event.entrant not in each[:2]),
    )


def _after_reinstating(tournament: Tournament, event: entrant_events.EntrantReinstated) -> Tournament:
    tournament = with_entry(tournament, entry_of(tournament, event.entrant)._replace(status=event.status))
    if event.waiting_place is None:
        return tournament
    before = event.waiting_place - 1
    return tournament._replace(queue=(*tournament.queue[:before], event.entrant, *tournament.queue[before:]))


def _after_agreeing(tournament: Tournament, event: entrant_events.PartnersAgreed) -> Tournament:
    """Makes the two entrants partners and removes all other invitations to and from them."""
    both = [entry_of(tournament, each) for each in (event.entrant, event.partner)]
    for entry in both:
        tournament = with_entry(tournament, entry._replace(invited=()))
    for entry in both:
        tournament = _without_invitations_of(tournament, entry.captain)
    agreed = Partnership(event.entrant, event.partner, event.round)
    return tournament._replace(partnerships=(*tournament.partnerships, agreed))


def _after_parting(tournament: Tournament, event: entrant_events.PartnersParted) -> Tournament:
    both, now = {event.entrant, event.partner}, (None, tournament.next_number)
    left = tuple(each for each in tournament.partnerships if set(each[:2]) != both or each.round not in now)
    return tournament._replace(partnerships=left)


def _after_seeding(tournament: Tournament, event: entrant_events.EntrantsSeeded) -> Tournament:
    return tournament._replace(seeded=event.order)


def _after_keeping_apart(tournament: Tournament, event: entrant_events.EntrantsKeptApart) -> Tournament:
    more = [two for two in combinations(event.entrants, 2) if frozenset(two) not in tournament.kept_apart()]
    return tournament._replace(apart=(*tournament.apart, *more))


def _after_letting_meet(tournament: Tournament, event: entrant_events.EntrantsLetMeet) -> Tournament:
    return tournament._replace(apart=tuple(two for two in tournament.apart if not set(two) <= set(event.entrants)))


def _after_check_in(
    tournament: Tournament, event: entrant_events.PlayerCheckedIn | entrant_events.CheckInUndone
) -> Tournament:
    entry = tournament.entry_of(event.player)
    if entry is None:
        raise BrokenHistory(f"{event.player} checks in and does not take part")
    is_here = isinstance(event, entrant_events.PlayerCheckedIn)
    members = tuple(
        member._replace(is_here=is_here) if member.player == event.player else member for member in entry.members
    )
    return with_entry(tournament, entry._replace(members=members))


def _after_offer(tournament: Tournament, event: entrant_events.SubstituteOffered) -> Tournament:
    return tournament._replace(substitutes=(*tournament.substitutes, Substitute(event.player, event.rating)))


def _after_offer_withdrawn(tournament: Tournament, event: entrant_events.SubstituteOfferWithdrawn) -> Tournament:
    return tournament._replace(substitutes=_other_substitutes(tournament, event.player))


def _after_bye(tournament: Tournament, event: entrant_events.ByeGranted) -> Tournament:
    entry = entry_of(tournament, event.entrant)
    return with_entry(tournament, entry._replace(byes=(*entry.byes, GrantedBye(event.round, event.kind))))


def _after_bye_given_back(tournament: Tournament, event: entrant_events.ByeGivenBack) -> Tournament:
    entry = entry_of(tournament, event.entrant)
    byes = tuple(bye for bye in entry.byes if bye.round != event.round)
    return with_entry(tournament, entry._replace(byes=byes))


def _after_break(tournament: Tournament, event: entrant_events.BreakTaken) -> Tournament:
    entry = entry_of(tournament, event.entrant)._replace(is_resting=True)
    return without_waiting(with_entry(tournament, entry), entry.id)


def _after_break_ended(tournament: Tournament, event: entrant_events.BreakEnded) -> Tournament:
    return with_entry(tournament, entry_of(tournament, event.entrant)._replace(is_resting=False))


def _after_becoming_free(tournament: Tournament, event: entrant_events.EntrantsFree) -> Tournament:
    return tournament._replace(waiting=(*tournament.waiting, *((each, event.at) for each in event.entrants)))


def without_waiting(tournament: Tournament, *entrants: EntrantId) -> Tournament:
    """Returns the tournament without these entrants among those who wait for a match."""
    return tournament._replace(waiting=tuple(each for each in tournament.waiting if each[0] not in entrants))


def entry_of(tournament: Tournament, entrant: EntrantId) -> Entry:
    """Returns the entry of an entrant. Raises `BrokenHistory`."""
    entry = tournament.entry(entrant)
    if entry is None:
        raise BrokenHistory(f"something happens to {entrant}, who has not registered")
    return entry


def with_entry(tournament: Tournament, entry: Entry) -> Tournament:
    """Returns the tournament with an entry replaced."""
    entries = tuple(entry if each.id == entry.id else each for each in tournament.entries)
    return tournament._replace(entries=entries)


def _without_invitations_of(tournament: Tournament, player: PlayerId) -> Tournament:
    """Removes all invitations to a player who now takes part, and their offer to substitute."""
    entries = tuple(
        entry._replace(invited=without_key(entry.invited, player)) if player in entry.invited else entry
        for entry in tournament.entries
    )
    return tournament._replace(entries=entries, substitutes=_other_substitutes(tournament, player))


def _other_substitutes(tournament: Tournament, player: PlayerId) -> tuple[Substitute, ...]:
    return tuple(each for each in tournament.substitutes if each.player != player)


def with_value(values: tuple[T, ...], number: int, value: T) -> tuple[T, ...]:
    """Returns the values with the one of that number, from 1, replaced."""
    return (*values[: number - 1], value, *values[number:])


def without_key(values: tuple[T, ...], value: T) -> tuple[T, ...]:
    """Returns the values without that one."""
    return tuple(each for each in values if each != value)


AFTER: dict[type, Callable[[Tournament, Any], Tournament]] = {
    entrant_events.EntrantsEnteredByStaff: lambda tournament, _: tournament,
    entrant_events.EntrantRegistered: _after_registration,
    entrant_events.PartnerInvited: _after_invitation,
    entrant_events.PartnerInvitationWithdrawn: _after_declining,
    entrant_events.PartnerDeclined: _after_declining,
    entrant_events.PartnerJoined: _after_joining,
    entrant_events.PartnersAgreed: _after_agreeing,
    entrant_events.PartnersParted: _after_parting,
    entrant_events.EntrantsSeeded: _after_seeding,
    entrant_events.EntrantsKeptApart: _after_keeping_apart,
    entrant_events.EntrantsLetMeet: _after_letting_meet,
    entrant_events.EntrantQueued: _after_queueing,
    entrant_events.AlternateCalled: _after_calling,
    entrant_events.EntrantEntered: _after_entering,
    entrant_events.MemberLeft: _after_leaving,
    entrant_events.EntrantWithdrawn: _after_withdrawal,
    entrant_events.EntrantReinstated: _after_reinstating,
    entrant_events.PlayerCheckedIn: _after_check_in,
    entrant_events.CheckInUndone: _after_check_in,
    entrant_events.SubstituteOffered: _after_offer,
    entrant_events.SubstituteOfferWithdrawn: _after_offer_withdrawn,
    entrant_events.SubstituteCalled: _after_joining,
    substitution_events.SubstitutionBegun: _after_substitution_begun,
    substitution_events.SubstitutionArranged: _after_arranging,
    substitution_events.SubstitutionDropped: _after_dropping,
    substitution_events.SubstitutionEnded: _after_substitution_ended,
    entrant_events.ByeGranted: _after_bye,
    entrant_events.ByeGivenBack: _after_bye_given_back,
    entrant_events.BreakTaken: _after_break,
    entrant_events.BreakEnded: _after_break_ended,
    entrant_events.EntrantsFree: _after_becoming_free,
}
"""The function for each event about entrants."""
