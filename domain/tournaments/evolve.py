"""Applies events to the state of a tournament. This module never refuses anything."""

from collections.abc import Callable, Iterable
from typing import Any

from domain.kernel.instants import LAST, Instant
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
from domain.tournaments.entrants_evolve import (
    after_agreeing,
    after_becoming_free,
    after_break,
    after_break_ended,
    after_bye,
    after_bye_back,
    after_check_in,
    after_entering,
    after_invitation,
    after_joining,
    after_keeping_apart,
    after_leaving,
    after_letting_meet,
    after_no,
    after_offer,
    after_offer_withdrawn,
    after_parting,
    after_queueing,
    after_registration,
    after_withdrawal,
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
from domain.tournaments.parts import BrokenHistory, Finishing, Reopening
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
from domain.tournaments.rounds_evolve import (
    after_assigning,
    after_calling_off,
    after_choosing,
    after_closing_round,
    after_dealing,
    after_link,
    after_moving_deadline,
    after_pairing,
    after_refusal,
    after_result,
    after_scheduling,
    after_unscheduling,
    last_known_time,
    tried_again,
    with_round,
)
from domain.tournaments.state import Tournament


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
    return tried_again(after(tournament, event), event)


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
            tournament = with_round(tournament, played._replace(deadline=later))
    if not tournament.rounds:
        return tournament
    return with_round(tournament, tournament.rounds[-1]._replace(deadline=event.deadline))


def _after_end_of_play(tournament: Tournament, event: CorrectionsOpened) -> Tournament:
    finishing = Finishing(event.until, event.reason)
    return tournament._replace(status="finishing", waiting=(), scheduled=None, finishing=finishing)


def _after_finish(tournament: Tournament, event: TournamentFinished) -> Tournament:
    finished_at = tournament.finished_at or event.at or last_known_time(tournament)
    return tournament._replace(
        status="finished", paused_at=None, lots=event.lots, waiting=(), finishing=None, finished_at=finished_at
    )


def _after_reopening(tournament: Tournament, event: TournamentReopened) -> Tournament:
    reopening = Reopening(event.by, event.at, event.reason)
    return tournament._replace(
        status="finishing", finishing=Finishing(event.until), reopened=(*tournament.reopened, reopening)
    )


def _after_cancel(tournament: Tournament, _: TournamentCancelled) -> Tournament:
    return tournament._replace(status="cancelled", paused_at=None, waiting=(), finishing=None)


def _after_pairing_ended(tournament: Tournament, _: PairingEnded) -> Tournament:
    return tournament._replace(has_paired_all=True, waiting=())


_AFTER: dict[type, Callable[[Tournament, Any], Tournament]] = {
    SettingsChanged: _after_settings,
    StaffAppointed: _after_appointment,
    StaffDismissed: _after_dismissal,
    OwnershipPassed: _after_passing,
    RegistrationOpened: _after_opening,
    RegistrationClosed: _after_closing,
    CheckInOpened: _after_check_in_opened,
    EntrantRegistered: after_registration,
    PartnerInvited: after_invitation,
    PartnerInvitationWithdrawn: after_no,
    PartnerDeclined: after_no,
    PartnerJoined: after_joining,
    PartnersAgreed: after_agreeing,
    PartnersParted: after_parting,
    EntrantsKeptApart: after_keeping_apart,
    EntrantsLetMeet: after_letting_meet,
    EntrantQueued: after_queueing,
    EntrantEntered: after_entering,
    MemberLeft: after_leaving,
    EntrantWithdrawn: after_withdrawal,
    PlayerCheckedIn: after_check_in,
    SubstituteOffered: after_offer,
    SubstituteOfferWithdrawn: after_offer_withdrawn,
    SubstituteCalled: after_joining,
    ByeGranted: after_bye,
    ByeGivenBack: after_bye_back,
    BreakTaken: after_break,
    BreakEnded: after_break_ended,
    EntrantsFree: after_becoming_free,
    PairingEnded: _after_pairing_ended,
    TournamentStarted: _after_start,
    RoundPaired: after_pairing,
    BoardsChosen: after_choosing,
    BoardsDealt: after_dealing,
    RoundCalledOff: after_calling_off,
    TableLinked: after_link,
    ResultRecorded: after_result,
    ResultAdjudicated: after_result,
    ResultOverridden: after_result,
    BoardOverridden: after_assigning,
    RoundScheduled: after_scheduling,
    RoundUnscheduled: after_unscheduling,
    DeadlineMoved: after_moving_deadline,
    RoundClosed: after_closing_round,
    PairingRefused: after_refusal,
    TournamentPaused: _after_pause,
    TournamentResumed: _after_resumption,
    CorrectionsOpened: _after_end_of_play,
    TournamentFinished: _after_finish,
    TournamentReopened: _after_reopening,
    TournamentCancelled: _after_cancel,
}
