"""Applies events to the state of a tournament. This module never refuses anything."""

from collections.abc import Callable, Iterable
from itertools import combinations
from typing import Any, TypeVar

from domain.kernel.instants import LAST, Instant
from domain.kernel.scores import BoardScore
from domain.table.events import PlayerId
from domain.tournaments.duplicate.records import Assigned, BoardResult, ChosenSet, DealtSet, Place
from domain.tournaments.entrant_events import (
    BreakEnded,
    BreakTaken,
    ByeGivenBack,
    ByeGranted,
    EntrantEntered,
    EntrantQueued,
    EntrantRegistered,
    EntrantsFree,
    EntrantsKeptApart,
    EntrantsLetMeet,
    EntrantWithdrawn,
    MemberLeft,
    PartnerDeclined,
    PartnerInvitationWithdrawn,
    PartnerInvited,
    PartnerJoined,
    PartnersAgreed,
    PartnersParted,
    PlayerCheckedIn,
    SubstituteCalled,
    SubstituteOffered,
    SubstituteOfferWithdrawn,
)
from domain.tournaments.events import (
    CheckInOpened,
    CorrectionsOpened,
    OwnershipPassed,
    PairingEnded,
    RegistrationClosed,
    RegistrationOpened,
    SettingsChanged,
    StaffAppointed,
    StaffDismissed,
    TournamentCancelled,
    TournamentCreated,
    TournamentFinished,
    TournamentPaused,
    TournamentReopened,
    TournamentResumed,
    TournamentStarted,
)
from domain.tournaments.pairing.partnerships import at_table
from domain.tournaments.parts import (
    CalledOff,
    Correction,
    Entry,
    Finishing,
    Granted,
    Left,
    Member,
    Partnership,
    Refused,
    Reopening,
    ScheduledRound,
    Substitute,
    TournamentRound,
)
from domain.tournaments.round_events import (
    BoardOverridden,
    BoardsChosen,
    BoardsDealt,
    DeadlineMoved,
    PairingRefused,
    ResultAdjudicated,
    ResultOverridden,
    ResultRecorded,
    RoundCalledOff,
    RoundClosed,
    RoundPaired,
    RoundScheduled,
    RoundUnscheduled,
    TableLinked,
)
from domain.tournaments.rounds import Bye, EntrantId, LevelsWon, Result, Round
from domain.tournaments.state import Tournament

T = TypeVar("T")
JoinedBy = PartnerJoined | SubstituteCalled
ResultGiven = ResultRecorded | ResultAdjudicated | ResultOverridden


class BrokenHistory(Exception):
    """Raised if events cannot follow each other. This is a defect, never a refusal."""


def evolve(tournament: Tournament | None, event: Any) -> Tournament:
    """Returns the tournament after an event.

    Raises:
        BrokenHistory: the event cannot follow the earlier ones.
    """
    if tournament is None:
        if not isinstance(event, TournamentCreated):
            raise BrokenHistory(f"{type(event).__name__} before the tournament was created")
        return Tournament(
            settings=event.settings,
            status="announced",
            check_in_open=False,
            paused_at=None,
            started_at=None,
            staff=((event.owner, "owner"),),
            world=event.world,
        )
    after = _AFTER.get(type(event))
    if after is None:
        raise BrokenHistory(f"{type(event).__name__} is nothing that happens in a tournament")
    return _tried_again(after(tournament, event), event)


def _tried_again(tournament: Tournament, event: Any) -> Tournament:
    """Clears a refused pairing, because any later event may make automatic pairing possible again."""
    if tournament.pairing_refused is None or isinstance(event, PairingRefused):
        return tournament
    return tournament._replace(pairing_refused=None)


def fold(events: Iterable[Any], tournament: Tournament | None = None) -> Tournament:
    """Returns the tournament after all these events, which are applied to `tournament`.

    Raises:
        BrokenHistory: the events cannot follow each other, or there are none.
    """
    for event in events:
        tournament = evolve(tournament, event)
    if tournament is None:
        raise BrokenHistory("a tournament without events")
    return tournament


# ------------------------------------------------------------------------------------------------ life


def _after_settings(tournament: Tournament, event: SettingsChanged) -> Tournament:
    return tournament._replace(settings=event.settings)


def _after_appointment(tournament: Tournament, event: StaffAppointed) -> Tournament:
    others = tuple(each for each in tournament.staff if each[0] != event.player)
    return tournament._replace(staff=(*others, (event.player, event.role)))


def _after_dismissal(tournament: Tournament, event: StaffDismissed) -> Tournament:
    return tournament._replace(staff=tuple(each for each in tournament.staff if each[0] != event.player))


def _after_passing(tournament: Tournament, event: OwnershipPassed) -> Tournament:
    others = tuple(each for each in tournament.staff if each[0] not in (event.by, event.player))
    return tournament._replace(staff=((event.player, "owner"), *others))


def _after_opening(tournament: Tournament, _: RegistrationOpened) -> Tournament:
    return tournament._replace(status="registration")


def _after_closing(tournament: Tournament, _: RegistrationClosed) -> Tournament:
    return tournament._replace(status="closed")


def _after_check_in_opened(tournament: Tournament, _: CheckInOpened) -> Tournament:
    return tournament._replace(check_in_open=True)


def _after_start(tournament: Tournament, event: TournamentStarted) -> Tournament:
    return tournament._replace(status="running", started_at=event.at, order=event.order)


def _after_pause(tournament: Tournament, event: TournamentPaused) -> Tournament:
    return tournament._replace(paused_at=event.at)


def _after_resumption(tournament: Tournament, event: TournamentResumed) -> Tournament:
    paused_at = event.at if tournament.paused_at is None else tournament.paused_at
    paused_ms = tournament.paused_ms + event.at - paused_at
    tournament = tournament._replace(paused_at=None, paused_ms=paused_ms)
    for played in tournament.open_rounds:
        if played.deadline is not None and played.deadline > paused_at:
            later = min(Instant(played.deadline + event.at - paused_at), LAST)
            tournament = _with_round(tournament, played._replace(deadline=later))
    if not tournament.rounds:
        return tournament
    return _with_round(tournament, tournament.rounds[-1]._replace(deadline=event.deadline))


def _after_end_of_play(tournament: Tournament, event: CorrectionsOpened) -> Tournament:
    finishing = Finishing(event.until, event.reason)
    return tournament._replace(status="finishing", waiting=(), scheduled=None, finishing=finishing)


def _after_finish(tournament: Tournament, event: TournamentFinished) -> Tournament:
    finished_at = tournament.finished_at or event.at or _last_known_time(tournament)
    return tournament._replace(
        status="finished", paused_at=None, lots=event.lots, waiting=(), finishing=None, finished_at=finished_at
    )


def _last_known_time(tournament: Tournament) -> Instant:
    """Returns the time of the last known event, for old tournaments whose end event carries no time."""
    times = (tournament.started_at, *(each.closed_at for each in tournament.rounds))
    return max((at for at in times if at is not None), default=Instant(0))


def _after_reopening(tournament: Tournament, event: TournamentReopened) -> Tournament:
    reopening = Reopening(event.by, event.at, event.reason)
    return tournament._replace(
        status="finishing", finishing=Finishing(event.until), reopened=(*tournament.reopened, reopening)
    )


def _after_cancel(tournament: Tournament, _: TournamentCancelled) -> Tournament:
    return tournament._replace(status="cancelled", paused_at=None, waiting=(), finishing=None)


# ------------------------------------------------------------------------------------------------ taking part


def _after_registration(tournament: Tournament, event: EntrantRegistered) -> Tournament:
    entry = Entry(event.entrant, event.name, event.club, (Member(event.player, event.rating),))
    tournament = tournament._replace(entries=(*tournament.entries, entry))
    if tournament.settings.partners != "drawn":
        # An invited partner takes part in any case, so the invitations stay.
        return tournament._replace(substitutes=_no_longer_offering(tournament, event.player))
    return _uninvited(tournament, event.player)


def _after_invitation(tournament: Tournament, event: PartnerInvited) -> Tournament:
    entry = _entry(tournament, event.entrant)
    return _with_entry(tournament, entry._replace(invited=(*entry.invited, event.player)))


def _after_no(tournament: Tournament, event: PartnerDeclined | PartnerInvitationWithdrawn) -> Tournament:
    entry = _entry(tournament, event.entrant)
    return _with_entry(tournament, entry._replace(invited=_without(entry.invited, event.player)))


def _after_joining(tournament: Tournament, event: JoinedBy) -> Tournament:
    """Adds the player to the entrant and removes their invitations and their offer to substitute.

    A player plays for one entrant only.
    """
    entry = _entry(tournament, event.entrant)
    if entry.status == "out":
        # The substitute replaces a player who left in the middle of a match, so the entrant takes part again.
        entry = entry._replace(members=(), status="spared")
    is_here = isinstance(event, SubstituteCalled) and tournament.check_in_open
    member = Member(event.player, event.rating, is_here)
    return _uninvited(_with_entry(tournament, entry._replace(members=(*entry.members, member))), event.player)


def _after_queueing(tournament: Tournament, event: EntrantQueued) -> Tournament:
    entry = _entry(tournament, event.entrant)._replace(status="waiting")
    return _with_entry(tournament, entry)._replace(queue=(*tournament.queue, event.entrant))


def _after_entering(tournament: Tournament, event: EntrantEntered) -> Tournament:
    entry = _entry(tournament, event.entrant)._replace(status="entered")
    tournament = _with_entry(tournament, entry)._replace(queue=_without(tournament.queue, event.entrant))
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


def _after_leaving(tournament: Tournament, event: MemberLeft) -> Tournament:
    entry = _entry(tournament, event.entrant)
    tournament = _with_what_is_known(tournament, event)
    members = tuple(member for member in entry.members if member.player != event.player)
    entry = entry._replace(members=members)
    if tournament.is_complete(entry):
        return _with_entry(tournament, entry)
    tournament = _not_free(tournament, entry.id)
    if entry.has_place:
        return _with_entry(tournament, entry._replace(status="spared"))
    queue = _without(tournament.queue, entry.id)
    return _with_entry(tournament, entry._replace(status="incomplete"))._replace(queue=queue)


def _with_what_is_known(tournament: Tournament, event: MemberLeft) -> Tournament:
    """Records which sets of boards the leaving player may know."""
    sets = {
        which
        for played in tournament.rounds
        for match, which in zip(played.paired.matches, played.sets, strict=False)
        if event.entrant in at_table(match)
    }
    if not sets:
        return tournament
    return tournament._replace(left=(*tournament.left, Left(event.player, tuple(sorted(sets)))))


def _after_withdrawal(tournament: Tournament, event: EntrantWithdrawn) -> Tournament:
    gone = _entry(tournament, event.entrant)
    tournament = _not_free(_with_entry(tournament, gone._replace(status="out", invited=(), byes=())), gone.id)
    return tournament._replace(
        queue=_without(tournament.queue, event.entrant),
        partnerships=tuple(each for each in tournament.partnerships if event.entrant not in each[:2]),
    )


def _after_agreeing(tournament: Tournament, event: PartnersAgreed) -> Tournament:
    """Makes the two entrants partners and removes all other invitations to and from them."""
    both = [_entry(tournament, each) for each in (event.entrant, event.partner)]
    for entry in both:
        tournament = _with_entry(tournament, entry._replace(invited=()))
    for entry in both:
        tournament = _uninvited(tournament, entry.captain)
    agreed = Partnership(event.entrant, event.partner, event.round)
    return tournament._replace(partnerships=(*tournament.partnerships, agreed))


def _after_parting(tournament: Tournament, event: PartnersParted) -> Tournament:
    both, now = {event.entrant, event.partner}, (None, tournament.next_number)
    left = tuple(each for each in tournament.partnerships if set(each[:2]) != both or each.round not in now)
    return tournament._replace(partnerships=left)


def _after_keeping_apart(tournament: Tournament, event: EntrantsKeptApart) -> Tournament:
    more = [two for two in combinations(event.entrants, 2) if frozenset(two) not in tournament.kept_apart()]
    return tournament._replace(apart=(*tournament.apart, *more))


def _after_letting_meet(tournament: Tournament, event: EntrantsLetMeet) -> Tournament:
    return tournament._replace(apart=tuple(two for two in tournament.apart if not set(two) <= set(event.entrants)))


def _after_check_in(tournament: Tournament, event: PlayerCheckedIn) -> Tournament:
    entry = tournament.entry_of(event.player)
    if entry is None:
        raise BrokenHistory(f"{event.player} checks in and does not take part")
    members = tuple(
        member._replace(is_here=True) if member.player == event.player else member for member in entry.members
    )
    return _with_entry(tournament, entry._replace(members=members))


def _after_offer(tournament: Tournament, event: SubstituteOffered) -> Tournament:
    return tournament._replace(substitutes=(*tournament.substitutes, Substitute(event.player, event.rating)))


def _after_offer_withdrawn(tournament: Tournament, event: SubstituteOfferWithdrawn) -> Tournament:
    return tournament._replace(substitutes=_no_longer_offering(tournament, event.player))


def _after_bye(tournament: Tournament, event: ByeGranted) -> Tournament:
    entry = _entry(tournament, event.entrant)
    return _with_entry(tournament, entry._replace(byes=(*entry.byes, Granted(event.round, event.kind))))


def _after_bye_back(tournament: Tournament, event: ByeGivenBack) -> Tournament:
    entry = _entry(tournament, event.entrant)
    byes = tuple(bye for bye in entry.byes if bye.round != event.round)
    return _with_entry(tournament, entry._replace(byes=byes))


def _after_break(tournament: Tournament, event: BreakTaken) -> Tournament:
    entry = _entry(tournament, event.entrant)._replace(is_resting=True)
    return _not_free(_with_entry(tournament, entry), entry.id)


def _after_break_ended(tournament: Tournament, event: BreakEnded) -> Tournament:
    return _with_entry(tournament, _entry(tournament, event.entrant)._replace(is_resting=False))


def _after_becoming_free(tournament: Tournament, event: EntrantsFree) -> Tournament:
    return tournament._replace(waiting=(*tournament.waiting, *((each, event.at) for each in event.entrants)))


def _after_pairing_ended(tournament: Tournament, _: PairingEnded) -> Tournament:
    return tournament._replace(has_paired_all=True, waiting=())


def _not_free(tournament: Tournament, *entrants: EntrantId) -> Tournament:
    return tournament._replace(waiting=tuple(each for each in tournament.waiting if each[0] not in entrants))


# ------------------------------------------------------------------------------------------------ rounds


def _after_pairing(tournament: Tournament, event: RoundPaired) -> Tournament:
    if event.round != tournament.next_number:
        raise BrokenHistory(f"round {event.round} follows after {len(tournament.rounds)} rounds")
    paired = Round(event.round, event.matches, event.byes)
    nothing = (None,) * len(event.matches)
    empty = ((),) * len(event.matches)
    again = sum(each.round == event.round for each in tournament.called_off)
    opened = TournamentRound(
        paired,
        event.seed,
        event.deadline,
        empty,
        nothing,
        paired_at=event.at,
        places=empty,
        boards=empty,
        again=again,
        idle=empty,
        levels=nothing,
    )
    scheduled = tournament.scheduled
    if scheduled is not None and scheduled.number <= event.round:
        scheduled = None
    begun = tournament._replace(rounds=(*tournament.rounds, opened), scheduled=scheduled)
    return _not_free(begun, *paired.entrants())


def _after_calling_off(tournament: Tournament, _: RoundCalledOff) -> Tournament:
    number = len(tournament.rounds)
    # Players may have seen the deals at their tables, so a set that began in this round is never played again.
    begun = {each.number for each in tournament.sets if each.round == number}
    chosen = tuple(each for each in tournament.chosen if each.number not in begun)
    played = tournament.rounds[-1]
    sets = tuple(0 if each in begun else each for each in played.sets)
    undone = CalledOff(number, played.tables, sets, played.deals)
    # A discarded set is replaced by a new one, which players who left cannot know.
    left = tuple(
        each._replace(sets=tuple(which for which in each.sets if which not in begun)) for each in tournament.left
    )
    return without_newest_round(tournament)._replace(
        chosen=chosen, called_off=(*tournament.called_off, undone), left=left
    )


def without_newest_round(tournament: Tournament) -> Tournament:
    """Returns the tournament as if its newest round had not been paired. Its entrants become free again."""
    undone, number = tournament.rounds[-1], len(tournament.rounds)
    sets = tuple(each for each in tournament.sets if each.round != number)
    tournament = tournament._replace(rounds=tournament.rounds[:-1], sets=sets)
    if tournament.ends_at is None or tournament.has_paired_all:
        return tournament
    back = [each for each in undone.paired.entrants() if _entry(tournament, each).status == "entered"]
    return tournament._replace(waiting=(*tournament.waiting, *((each, undone.paired_at) for each in back)))


def _after_choosing(tournament: Tournament, event: BoardsChosen) -> Tournament:
    others = tuple(each for each in tournament.chosen if each.number != event.set)
    new = (ChosenSet(event.set, event.by, event.boards),) if event.boards else ()
    return tournament._replace(chosen=(*others, *new))


def _after_dealing(tournament: Tournament, event: BoardsDealt) -> Tournament:
    new = tuple(DealtSet(each.set, event.round, each.commitment, each.secret or "") for each in event.commitments)
    played = _round(tournament, event.round)._replace(sets=event.sets, deals=event.deals)
    return _with_round(tournament._replace(sets=(*tournament.sets, *new)), played)


def _after_link(tournament: Tournament, event: TableLinked) -> Tournament:
    played = _round(tournament, event.round)
    tables = (*played.tables[event.match - 1], event.table)
    board = next((int(each) for each in event.boards if each.isdecimal()), 0)
    places = (*played.places[event.match - 1], Place(event.room, board))
    return _with_round(
        tournament,
        played._replace(
            tables=_with(played.tables, event.match, tables), places=_with(played.places, event.match, places)
        ),
    )


def _after_result(tournament: Tournament, event: ResultGiven) -> Tournament:
    played = _round(tournament, event.round)
    result = Result(event.first, event.second, event.kind)
    boards: tuple[BoardResult, ...] = ()
    idle: tuple[EntrantId, ...] = ()
    counted = event.levels if isinstance(event, ResultRecorded) else None
    levels = None if counted is None else LevelsWon(*counted)
    if isinstance(event, ResultOverridden):
        before = played.results[event.match - 1]
        about = (event.round, event.match, event.by, event.at, event.reason)
        tournament = tournament._replace(corrected=(*tournament.corrected, Correction(*about, before, result)))
        # The staff's result replaces the played result and all assigned scores.
        played = played._replace(assigned=tuple(each for each in played.assigned if each.match != event.match))
    else:
        boards, idle = event.boards, event.idle or ()
    return _with_round(
        tournament,
        played._replace(
            results=_with(played.results, event.match, result),
            boards=_with(played.boards, event.match, boards),
            idle=_with(played.idle, event.match, idle),
            levels=_with(played.levels, event.match, levels),
        ),
    )


def _after_assigning(tournament: Tournament, event: BoardOverridden) -> Tournament:
    played = _round(tournament, event.round)
    place = (event.match, event.board, event.room)
    assigned = tuple(each for each in played.assigned if (each.match, each.board, each.room) != place)
    was = next((each for each in played.assigned if each not in assigned), None)
    before, now = played.results[event.match - 1], None
    if event.how != "as_played":
        score = None
        if event.excess is not None and event.levels is not None and event.step is not None:
            score = BoardScore(event.excess, event.levels, event.step)
        averages, shares = (event.for_even, event.for_odd), (event.even_share, event.odd_share)
        now = Assigned(*place, score, *averages, *shares)
        assigned += (now,)
    played = played._replace(assigned=assigned)
    if event.first is not None and event.second is not None and event.kind is not None:
        result = Result(event.first, event.second, event.kind)
        played = played._replace(results=_with(played.results, event.match, result))
    after, where = played.results[event.match - 1], Place(event.room, event.board)
    about = (event.round, event.match, event.by, event.at, event.reason)
    correction = Correction(*about, before, after, where, was, now)
    return _with_round(tournament._replace(corrected=(*tournament.corrected, correction)), played)


def _after_scheduling(tournament: Tournament, event: RoundScheduled) -> Tournament:
    paired = None if event.matches is None else Round(event.round, event.matches, event.byes or ())
    return tournament._replace(scheduled=ScheduledRound(event.round, event.begins_at, paired, event.seed or ""))


def _after_unscheduling(tournament: Tournament, _: RoundUnscheduled) -> Tournament:
    return tournament._replace(scheduled=None)


def _after_moving_deadline(tournament: Tournament, event: DeadlineMoved) -> Tournament:
    return _with_round(tournament, _round(tournament, event.round)._replace(deadline=event.deadline))


def _after_closing_round(tournament: Tournament, event: RoundClosed) -> Tournament:
    return _with_round(tournament, _round(tournament, event.round)._replace(closed_at=event.at))


def _after_refusal(tournament: Tournament, event: PairingRefused) -> Tournament:
    return tournament._replace(pairing_refused=Refused(event.round, event.code, event.detail))


_AFTER: dict[type, Callable[[Tournament, Any], Tournament]] = {
    SettingsChanged: _after_settings,
    StaffAppointed: _after_appointment,
    StaffDismissed: _after_dismissal,
    OwnershipPassed: _after_passing,
    RegistrationOpened: _after_opening,
    RegistrationClosed: _after_closing,
    CheckInOpened: _after_check_in_opened,
    EntrantRegistered: _after_registration,
    PartnerInvited: _after_invitation,
    PartnerInvitationWithdrawn: _after_no,
    PartnerDeclined: _after_no,
    PartnerJoined: _after_joining,
    PartnersAgreed: _after_agreeing,
    PartnersParted: _after_parting,
    EntrantsKeptApart: _after_keeping_apart,
    EntrantsLetMeet: _after_letting_meet,
    EntrantQueued: _after_queueing,
    EntrantEntered: _after_entering,
    MemberLeft: _after_leaving,
    EntrantWithdrawn: _after_withdrawal,
    PlayerCheckedIn: _after_check_in,
    SubstituteOffered: _after_offer,
    SubstituteOfferWithdrawn: _after_offer_withdrawn,
    SubstituteCalled: _after_joining,
    ByeGranted: _after_bye,
    ByeGivenBack: _after_bye_back,
    BreakTaken: _after_break,
    BreakEnded: _after_break_ended,
    EntrantsFree: _after_becoming_free,
    PairingEnded: _after_pairing_ended,
    TournamentStarted: _after_start,
    RoundPaired: _after_pairing,
    BoardsChosen: _after_choosing,
    BoardsDealt: _after_dealing,
    RoundCalledOff: _after_calling_off,
    TableLinked: _after_link,
    ResultRecorded: _after_result,
    ResultAdjudicated: _after_result,
    ResultOverridden: _after_result,
    BoardOverridden: _after_assigning,
    RoundScheduled: _after_scheduling,
    RoundUnscheduled: _after_unscheduling,
    DeadlineMoved: _after_moving_deadline,
    RoundClosed: _after_closing_round,
    PairingRefused: _after_refusal,
    TournamentPaused: _after_pause,
    TournamentResumed: _after_resumption,
    CorrectionsOpened: _after_end_of_play,
    TournamentFinished: _after_finish,
    TournamentReopened: _after_reopening,
    TournamentCancelled: _after_cancel,
}


def _entry(tournament: Tournament, entrant: EntrantId) -> Entry:
    entry = tournament.entry(entrant)
    if entry is None:
        raise BrokenHistory(f"something happens to {entrant}, who has not registered")
    return entry


def _with_entry(tournament: Tournament, entry: Entry) -> Tournament:
    entries = tuple(entry if each.id == entry.id else each for each in tournament.entries)
    return tournament._replace(entries=entries)


def _uninvited(tournament: Tournament, player: PlayerId) -> Tournament:
    """Removes all invitations to a player who now takes part, and their offer to substitute."""
    entries = tuple(
        entry._replace(invited=_without(entry.invited, player)) if player in entry.invited else entry
        for entry in tournament.entries
    )
    return tournament._replace(entries=entries, substitutes=_no_longer_offering(tournament, player))


def _no_longer_offering(tournament: Tournament, player: PlayerId) -> tuple[Substitute, ...]:
    return tuple(each for each in tournament.substitutes if each.player != player)


def _round(tournament: Tournament, number: int) -> TournamentRound:
    if not 1 <= number <= len(tournament.rounds):
        raise BrokenHistory(f"something happens in round {number} of {len(tournament.rounds)}")
    return tournament.rounds[number - 1]


def _with_round(tournament: Tournament, played: TournamentRound) -> Tournament:
    rounds = list(tournament.rounds)
    rounds[played.paired.number - 1] = played
    return tournament._replace(rounds=tuple(rounds))


def _with(values: tuple[T, ...], number: int, value: T) -> tuple[T, ...]:
    return (*values[: number - 1], value, *values[number:])


def _without(values: tuple[T, ...], value: T) -> tuple[T, ...]:
    return tuple(each for each in values if each != value)
