"""Commands about the entrants of a tournament."""

from dataclasses import dataclass

from domain.clocks.calendar import Span
from domain.kernel.instants import Instant
from domain.kernel.players import PlayerId
from domain.tournaments.entrants.gates import Applicant
from domain.tournaments.rounds.commands import MatchReport
from domain.tournaments.terms import ByeKind, EntrantId


@dataclass(frozen=True, slots=True)
class Register:
    """Enter alone, or as the captain of a pair or team.

    Attributes:
        by: the player who enters.
        entrant: the id of the new entrant.
        applicant: what the service knows about the player.
        name: the name of the pair or team.
        club: the club of the entrant.
        partners: players who are invited to join.
    """

    by: PlayerId
    entrant: EntrantId
    applicant: Applicant
    name: str | None = None
    club: str | None = None
    partners: tuple[PlayerId, ...] = ()


@dataclass(frozen=True, slots=True)
class NewEntrant:
    """An entrant that staff enter.

    Attributes:
        entrant: its new id.
        applicants: what the service knows about its players, the captain first.
        name: the name of the pair or team.
        club: its club.
    """

    entrant: EntrantId
    applicants: tuple[Applicant, ...]
    name: str | None = None
    club: str | None = None


@dataclass(frozen=True, slots=True)
class EnterEntrants:
    """Enter other players, all of these entrants or none (staff).

    Gates do not apply, since staff decide.

    Attributes:
        by: the member of staff.
        entrants: the new entrants.
        are_here: whether their players are present, and are checked in if check-in is open.
        guests: those of their players whose accounts the service creates with the command.
        bots: those of their players who are house bots, each with a number of its own.
    """

    by: PlayerId
    entrants: tuple[NewEntrant, ...]
    are_here: bool = False
    guests: frozenset[PlayerId] = frozenset()
    bots: frozenset[PlayerId] = frozenset()


@dataclass(frozen=True, slots=True)
class InvitePartner:
    """Invite a player to join the sender's entrant (its players)."""

    by: PlayerId
    entrant: EntrantId
    player: PlayerId


@dataclass(frozen=True, slots=True)
class WithdrawPartnerInvitation:
    """Withdraw the invitation of a player (its players)."""

    by: PlayerId
    entrant: EntrantId
    player: PlayerId


@dataclass(frozen=True, slots=True)
class AcceptPartner:
    """Accept an invitation: join the entrant, or become its partner where partners are entrants.

    Attributes:
        by: the invited player.
        entrant: the entrant that sent the invitation.
        applicant: what the service knows about the player.
        own: the id of the player's own entrant, if this command creates it.
    """

    by: PlayerId
    entrant: EntrantId
    applicant: Applicant
    own: EntrantId | None = None


@dataclass(frozen=True, slots=True)
class DeclinePartner:
    """Decline an invitation to an entrant."""

    by: PlayerId
    entrant: EntrantId


@dataclass(frozen=True, slots=True)
class PartFromPartner:
    """End the partnership with the chosen partner."""

    by: PlayerId


@dataclass(frozen=True, slots=True)
class SeedEntrants:
    """Put these entrants first at the start, seed 1 first (staff). None of them: undo earlier seeding."""

    by: PlayerId
    entrants: tuple[EntrantId, ...]


@dataclass(frozen=True, slots=True)
class KeepApart:
    """Keep these entrants apart: no two of them are paired (staff)."""

    by: PlayerId
    entrants: tuple[EntrantId, ...]


@dataclass(frozen=True, slots=True)
class LetMeet:
    """Allow these entrants to meet again (staff)."""

    by: PlayerId
    entrants: tuple[EntrantId, ...]


@dataclass(frozen=True, slots=True)
class LeaveEntrant:
    """Leave an entrant; its other players stay.

    Attributes:
        by: the player who leaves.
        reports: the state of the matches that they play, as the service found them.
    """

    by: PlayerId
    reports: tuple[MatchReport, ...] = ()


@dataclass(frozen=True, slots=True)
class WithdrawEntrant:
    """Withdraw a whole entrant (its captain, or staff with a reason).

    Attributes:
        by: the sender.
        entrant: the entrant.
        reason: the reason; required from staff.
        reports: the state of the matches that it plays, as the service found them.
    """

    by: PlayerId
    entrant: EntrantId
    reason: str | None = None
    reports: tuple[MatchReport, ...] = ()


@dataclass(frozen=True, slots=True)
class CheckIn:
    """Check a player in (the player, or staff)."""

    by: PlayerId
    player: PlayerId


@dataclass(frozen=True, slots=True)
class AcceptPlace:
    """Accept the place for which an entrant on the waiting list was called (its players, or staff)."""

    by: PlayerId
    entrant: EntrantId


@dataclass(frozen=True, slots=True)
class DeclinePlace:
    """Decline the place for which an entrant on the waiting list was called (its players, or staff)."""

    by: PlayerId
    entrant: EntrantId


@dataclass(frozen=True, slots=True)
class OfferToSubstitute:
    """Join the list of substitutes."""

    by: PlayerId
    applicant: Applicant


@dataclass(frozen=True, slots=True)
class WithdrawOfferToSubstitute:
    """Leave the list of substitutes."""

    by: PlayerId


@dataclass(frozen=True, slots=True)
class CallSubstitute:
    """Call a player from the list of substitutes to play for an entrant.

    Attributes:
        by: the captain or staff; if a player is missing, also any player of the entrant, or of its partner in the
            match; `None` if the tournament calls them.
        entrant: the entrant.
        player: the substitute.
        instead_of: the player who is replaced; `None` if one is missing.
        linked: the accounts linked with that of `player`, as far as the service has looked them up.
        until: when the replaced player, who is the sender, gets the seat back; `None` for never.
        vacations: the vacations of the sender, as far as the service has looked them up.
    """

    by: PlayerId | None
    entrant: EntrantId
    player: PlayerId
    instead_of: PlayerId | None = None
    linked: tuple[PlayerId, ...] = ()
    until: Instant | None = None
    vacations: tuple[Span, ...] = ()


@dataclass(frozen=True, slots=True)
class EndSubstitution:
    """Give a player who is replaced for a time the seat back, or cancel an arranged substitution.

    The two players, their captain and staff can send this.

    Attributes:
        by: the sender; `None` if an arranged substitution is not possible when it begins.
        player: the replaced player.
    """

    by: PlayerId | None
    player: PlayerId


@dataclass(frozen=True, slots=True)
class AskForBye:
    """Ask for a bye in a later round (its players, within the limits; or staff)."""

    by: PlayerId
    entrant: EntrantId
    round: int
    kind: ByeKind


@dataclass(frozen=True, slots=True)
class GiveByeBack:
    """Return the bye of a round and play instead (its players, or staff)."""

    by: PlayerId
    entrant: EntrantId
    round: int


@dataclass(frozen=True, slots=True)
class TakeBreak:
    """Take a break, where free entrants are paired at once (its players, or staff)."""

    by: PlayerId
    entrant: EntrantId


@dataclass(frozen=True, slots=True)
class EndBreak:
    """End a break and be paired again (its players, or staff)."""

    by: PlayerId
    entrant: EntrantId


EntrantCommand = (
    Register
    | EnterEntrants
    | InvitePartner
    | WithdrawPartnerInvitation
    | AcceptPartner
    | DeclinePartner
    | PartFromPartner
    | SeedEntrants
    | KeepApart
    | LetMeet
    | LeaveEntrant
    | WithdrawEntrant
    | CheckIn
    | AcceptPlace
    | DeclinePlace
    | OfferToSubstitute
    | WithdrawOfferToSubstitute
    | CallSubstitute
    | EndSubstitution
    | AskForBye
    | GiveByeBack
    | TakeBreak
    | EndBreak
)
