"""The events of a tournament. They name players by id and store nothing else about them but ratings.

`by` is the player who caused the event; `None` if the service did. Matches and tables of a round count from 1.
"""

from dataclasses import dataclass

from domain.kernel.events import Document, event
from domain.kernel.instants import Instant
from domain.kernel.players import PlayerId
from domain.tournaments.parts import TournamentStatus
from domain.tournaments.settings import (
    TournamentSettings,
    open_to_all_readers,
    seeded_by_rating,
    with_later_members,
    without_calls_and_reports,
)
from domain.tournaments.staff import Role
from domain.tournaments.terms import EntrantId


def _settings_with_later_members(document: Document) -> Document:
    """Upgrades stored events: the settings lack the rule for leaving players and the period for corrections."""
    return {**document, "settings": with_later_members(document["settings"])}


def _open_to_all_readers(document: Document) -> Document:
    """Upgrades stored events: all tournaments could be read without a token."""
    return {**document, "settings": open_to_all_readers(document["settings"])}


def _seeded_by_rating(document: Document) -> Document:
    """Upgrades stored events: seeds followed ratings, and a pairing bye was worth a win."""
    return {**document, "settings": seeded_by_rating(document["settings"])}


def _without_calls_and_reports(document: Document) -> Document:
    """Upgrades stored events: the waiting list moved up at once, and all matches were played at tables."""
    return {**document, "settings": without_calls_and_reports(document["settings"])}


def _without_seed_of_lot(document: Document) -> Document:
    """Upgrades stored events: seeds were not drawn by lot."""
    return {**document, "seed": None}


def _tournament_created_2(document: Document) -> Document:
    """Upgrades stored events: all tournaments were public."""
    return {**document, "world": None}


def _tournament_created_3(document: Document) -> Document:
    """Upgrades stored events: the secret of entry codes stood in the log."""
    return {name: value for name, value in document.items() if name != "code_secret"}


@event(
    "tournament_created",
    _tournament_created_2,
    _tournament_created_3,
    _settings_with_later_members,
    _open_to_all_readers,
    _seeded_by_rating,
    _without_calls_and_reports,
)
@dataclass(frozen=True, slots=True)
class TournamentCreated:
    """A tournament was created.

    Attributes:
        owner: the player who created it.
        settings: all settings.
        world: the sandbox to which it belongs, or `None`.
    """

    owner: PlayerId
    settings: TournamentSettings
    world: str | None = None


@event(
    "settings_changed",
    _settings_with_later_members,
    _open_to_all_readers,
    _seeded_by_rating,
    _without_calls_and_reports,
)
@dataclass(frozen=True, slots=True)
class SettingsChanged:
    """The settings were replaced."""

    by: PlayerId
    settings: TournamentSettings


@event("staff_appointed")
@dataclass(frozen=True, slots=True)
class StaffAppointed:
    """A player received a role."""

    by: PlayerId
    player: PlayerId
    role: Role


@event("staff_dismissed")
@dataclass(frozen=True, slots=True)
class StaffDismissed:
    """A player lost their role."""

    by: PlayerId
    player: PlayerId


@event("ownership_passed")
@dataclass(frozen=True, slots=True)
class OwnershipPassed:
    """The owner closed their account, and a director became the owner."""

    by: PlayerId
    player: PlayerId


@event("staff_act_undone")
@dataclass(frozen=True, slots=True)
class StaffActUndone:
    """Staff undid the newest act of staff. The events before it, from the same command, have the effects.

    Attributes:
        by: the member of staff.
        at: when it was undone.
        act: the number of the undone event in the log of the tournament.
        what: the type of the undone event.
        reason: the reason.
    """

    by: PlayerId
    at: Instant
    act: int
    what: str
    reason: str


@event("registration_opened")
@dataclass(frozen=True, slots=True)
class RegistrationOpened:
    """Registration opened."""


@event("registration_closed")
@dataclass(frozen=True, slots=True)
class RegistrationClosed:
    """Registration closed; the waiting list still moves up."""


@event("check_in_opened")
@dataclass(frozen=True, slots=True)
class CheckInOpened:
    """Check-in opened; it lasts until the start."""


@event("pairing_ended")
@dataclass(frozen=True, slots=True)
class PairingEnded:
    """Pairing ended because the time of the arena is over; open matches are played to their end."""

    at: Instant


@event("tournament_started", _without_seed_of_lot)
@dataclass(frozen=True, slots=True)
class TournamentStarted:
    """The tournament started.

    Attributes:
        by: the player who started it.
        at: when it started.
        order: the entrants by seed, seed 1 first.
        seed: the seed of the lots, in hexadecimal; `None` if seeds were not drawn. Each entrant's lot is the SHA-256 of
            the seed and its id, and the lowest lot is first.
    """

    by: PlayerId | None
    at: Instant
    order: tuple[EntrantId, ...]
    seed: str | None = None


@event("opening_undone")
@dataclass(frozen=True, slots=True)
class OpeningUndone:
    """Staff undid a change of settings that had opened or closed registration, or opened check-in.

    Attributes:
        by: the member of staff.
        status: the stage of the tournament again.
        check_in_open: whether check-in is open again.
    """

    by: PlayerId
    status: TournamentStatus
    check_in_open: bool


@event("tournament_paused")
@dataclass(frozen=True, slots=True)
class TournamentPaused:
    """The tournament was paused. Until it resumes, no clock runs, no deadline passes and no round begins."""

    by: PlayerId
    at: Instant
    reason: str


@event("tournament_resumed")
@dataclass(frozen=True, slots=True)
class TournamentResumed:
    """The pause ended. A deadline that lay ahead moves by the length of the pause.

    Attributes:
        by: the player who ended it.
        at: when it ended.
        deadline: the new deadline of the last round.
    """

    by: PlayerId
    at: Instant
    deadline: Instant | None


def _tournament_finished_2(document: Document) -> Document:
    """Upgrades stored events: lots were drawn with the seed of the first round."""
    return {**document, "lots": None}


def _tournament_finished_3(document: Document) -> Document:
    """Upgrades stored events: a tournament finished with its last result, and only the log has the time."""
    return {**document, "at": None, "ends_play": True}


@event("corrections_opened")
@dataclass(frozen=True, slots=True)
class CorrectionsOpened:
    """Play ended, and the period for corrections began. Results can be overridden until the tournament is finished.

    Attributes:
        by: the member of staff who ended play, if one did.
        at: when play ended.
        reason: why it ended early, if it did.
        until: when the tournament finishes automatically.
    """

    by: PlayerId | None
    at: Instant
    reason: str | None
    until: Instant


@event("tournament_reopened")
@dataclass(frozen=True, slots=True)
class TournamentReopened:
    """The owner reopened the tournament, with a reason. Results can be overridden again.

    Attributes:
        by: the owner.
        at: when it was reopened.
        reason: the reason.
        until: when the tournament finishes automatically.
    """

    by: PlayerId
    at: Instant
    reason: str
    until: Instant


@event("tournament_finished", _tournament_finished_2, _tournament_finished_3)
@dataclass(frozen=True, slots=True)
class TournamentFinished:
    """The tournament finished: after its last round, or earlier by staff or for lack of a possible round.

    Attributes:
        by: the player who finished it.
        reason: why it ended early.
        lots: the key of the draw of lots, in hexadecimal; secret until now.
        at: when it finished; `None` in old events, whose time only the log has.
        ends_play: whether play ended now, and not with an earlier `corrections_opened`.
    """

    by: PlayerId | None
    reason: str | None
    lots: str | None = None
    at: Instant | None = None
    ends_play: bool = True


@event("tournament_cancelled")
@dataclass(frozen=True, slots=True)
class TournamentCancelled:
    """The tournament was cancelled. `by` is `None` if too few entrants came."""

    by: PlayerId | None
    reason: str | None
