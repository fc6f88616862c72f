"""Events of a tournament about its entrants: registering, pairs and partners, leaving, substitutes, byes and breaks."""

from dataclasses import dataclass
from typing import Literal

from domain.kernel.events import Document, event
from domain.kernel.instants import Instant
from domain.kernel.players import PlayerId
from domain.tournaments.terms import ByeKind, EntrantId

OutReason = Literal["left", "removed", "no_show", "not_checked_in", "declined", "no_answer"]
EntryStatus = Literal["incomplete", "waiting", "entered", "spared", "out"]
"""The status of an entrant.

`incomplete`: players are missing and it has no place. `waiting`: on the waiting list. `entered`: has a place.
`spared`: keeps its place although a player is missing. `out`: no longer takes part.
"""
LeftReason = Literal["left", "no_show", "replaced"]


def add_no_idle_entrants(document: Document) -> Document:
    """Upgrades stored events: idle entrants and levels won were not recorded."""
    return {**document, "idle": None, "levels": None}


def add_no_leaver(document: Document) -> Document:
    """Upgrades stored events: players who left were not recorded."""
    return {**document, "idle": None, "left": None, "hands": 0}


@event("entrant_registered")
@dataclass(frozen=True, slots=True)
class EntrantRegistered:
    """An entrant registered, alone or with others. Later events say whether it has a place.

    Attributes:
        entrant: the id of the new entrant.
        player: the player who registered it, its captain.
        rating: the rating of the captain.
        name: the name of a pair or team, if it has one.
        club: its club. Entrants of one club are kept apart where the format can do that.
    """

    entrant: EntrantId
    player: PlayerId
    rating: int
    name: str | None
    club: str | None


@event("entrants_entered_by_staff")
@dataclass(frozen=True, slots=True)
class EntrantsEnteredByStaff:
    """Staff entered these entrants. The events after it register them and add their players."""

    by: PlayerId
    entrants: tuple[EntrantId, ...]


@event("partner_invited")
@dataclass(frozen=True, slots=True)
class PartnerInvited:
    """A player was invited to join an entrant."""

    entrant: EntrantId
    by: PlayerId
    player: PlayerId


@event("partner_invitation_withdrawn")
@dataclass(frozen=True, slots=True)
class PartnerInvitationWithdrawn:
    """The invitation of a player was withdrawn."""

    entrant: EntrantId
    by: PlayerId
    player: PlayerId


@event("partner_declined")
@dataclass(frozen=True, slots=True)
class PartnerDeclined:
    """A player declined an invitation."""

    entrant: EntrantId
    player: PlayerId


@event("partner_joined")
@dataclass(frozen=True, slots=True)
class PartnerJoined:
    """An invited player joined an entrant; their other invitations end."""

    entrant: EntrantId
    player: PlayerId
    rating: int


@event("partners_agreed")
@dataclass(frozen=True, slots=True)
class PartnersAgreed:
    """Two entrants, each a single player, agreed to be partners.

    Attributes:
        entrant: the entrant that sent the invitation.
        by: the player who accepted it.
        partner: the entrant of that player.
        round: the round; `None` for every round from the next one on.
    """

    entrant: EntrantId
    by: PlayerId
    partner: EntrantId
    round: int | None


@event("partners_parted")
@dataclass(frozen=True, slots=True)
class PartnersParted:
    """Two entrants are no longer partners; one of them or staff ended the partnership."""

    entrant: EntrantId
    by: PlayerId
    partner: EntrantId


@event("entrants_seeded")
@dataclass(frozen=True, slots=True)
class EntrantsSeeded:
    """Staff seeded entrants by hand.

    Attributes:
        by: who did it.
        order: the entrants that are first at the start, seed 1 first. It replaces earlier orders.
    """

    by: PlayerId
    order: tuple[EntrantId, ...]


@event("entrants_kept_apart")
@dataclass(frozen=True, slots=True)
class EntrantsKeptApart:
    """Staff keep these entrants apart from now on."""

    by: PlayerId
    entrants: tuple[EntrantId, ...]


@event("entrants_let_meet")
@dataclass(frozen=True, slots=True)
class EntrantsLetMeet:
    """These entrants may meet again."""

    by: PlayerId
    entrants: tuple[EntrantId, ...]


@event("entrant_queued")
@dataclass(frozen=True, slots=True)
class EntrantQueued:
    """A complete entrant joined the end of the waiting list, because there is no free place."""

    entrant: EntrantId


@event("entrant_entered")
@dataclass(frozen=True, slots=True)
class EntrantEntered:
    """An entrant received a place.

    Attributes:
        entrant: the entrant.
        missed: the kind of its bye for each earlier round; `None` if it missed none.
    """

    entrant: EntrantId
    missed: ByeKind | None


@event("member_left")
@dataclass(frozen=True, slots=True)
class MemberLeft:
    """A player left an entrant. The other players stay, and the entrant keeps its place if it had one."""

    entrant: EntrantId
    player: PlayerId
    reason: LeftReason


@event("entrant_withdrawn")
@dataclass(frozen=True, slots=True)
class EntrantWithdrawn:
    """An entrant no longer takes part.

    Attributes:
        entrant: the entrant.
        by: the player who withdrew it.
        reason: `left`: withdrawn by its own players; `removed`: by staff; `no_show`: absent at the start;
            `not_checked_in`: absent at the start, without a place.
        words: the reason that staff gave.
    """

    entrant: EntrantId
    by: PlayerId | None
    reason: OutReason
    words: str | None


@event("entrant_reinstated")
@dataclass(frozen=True, slots=True)
class EntrantReinstated:
    """Staff undid the withdrawal of an entrant.

    Attributes:
        entrant: the entrant.
        by: the member of staff.
        status: its status before the withdrawal, and again now.
        waiting_place: its place on the waiting list, from 1; `None` if it was not there.
    """

    entrant: EntrantId
    by: PlayerId
    status: EntryStatus
    waiting_place: int | None


@event("check_in_undone")
@dataclass(frozen=True, slots=True)
class CheckInUndone:
    """Staff undid a check-in that staff had recorded. The player has to check in again."""

    player: PlayerId
    by: PlayerId


@event("player_checked_in")
@dataclass(frozen=True, slots=True)
class PlayerCheckedIn:
    """A player checked in, or was checked in."""

    player: PlayerId
    by: PlayerId


@event("substitute_offered")
@dataclass(frozen=True, slots=True)
class SubstituteOffered:
    """A player joined the list of substitutes."""

    player: PlayerId
    rating: int


@event("substitute_offer_withdrawn")
@dataclass(frozen=True, slots=True)
class SubstituteOfferWithdrawn:
    """A player left the list of substitutes."""

    player: PlayerId


@event("substitute_called")
@dataclass(frozen=True, slots=True)
class SubstituteCalled:
    """A substitute joined an entrant. The player that they replace leaves it in a later event.

    Attributes:
        entrant: the entrant.
        by: the player who called the substitute; `None` for the tournament, after a player left in the middle of a
            match.
        player, rating: the substitute and their rating.
    """

    entrant: EntrantId
    by: PlayerId | None
    player: PlayerId
    rating: int


@event("bye_granted")
@dataclass(frozen=True, slots=True)
class ByeGranted:
    """An entrant received a bye for a later round."""

    entrant: EntrantId
    by: PlayerId
    round: int
    kind: ByeKind


@event("bye_given_back")
@dataclass(frozen=True, slots=True)
class ByeGivenBack:
    """An entrant returned the bye of a round."""

    entrant: EntrantId
    by: PlayerId
    round: int


@event("break_taken")
@dataclass(frozen=True, slots=True)
class BreakTaken:
    """An entrant took a break from pairing, where free entrants are paired at once."""

    entrant: EntrantId
    by: PlayerId


@event("break_ended")
@dataclass(frozen=True, slots=True)
class BreakEnded:
    """An entrant ended its break."""

    entrant: EntrantId
    by: PlayerId


@event("alternate_called")
@dataclass(frozen=True, slots=True)
class AlternateCalled:
    """An entrant on the waiting list was called for a free place, which it has to accept.

    Attributes:
        entrant: the entrant.
        at: when it was called.
        until: when the next one is called if there is no answer.
    """

    entrant: EntrantId
    at: Instant
    until: Instant


@event("entrants_free")
@dataclass(frozen=True, slots=True)
class EntrantsFree:
    """These entrants wait for opponents from now on, where free entrants are paired at once."""

    entrants: tuple[EntrantId, ...]
    at: Instant
