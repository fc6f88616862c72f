"""What happens in a league. `by` is who has decided it; none where the league has by itself."""

from dataclasses import dataclass
from typing import Literal

from domain.events import Document, event
from domain.instants import Instant
from domain.table.events import PlayerId
from domain.tournament.league import Division
from domain.tournament.leagues.plan import LeaguePlan
from domain.tournament.roles import Role
from domain.tournament.rounds import EntrantId, Points
from domain.tournament.settings import with_later_members

LeagueId = str
TournamentId = str
WithdrawalReason = Literal["left", "removed", "declined", "not_continued"]
"""`declined`: a partner has said no; `not_continued`: a player was asked whether they play on, and has not said so."""
MoveReason = Literal[
    "newcomer",
    "promoted",
    "relegated",
    "stays",
    "fills_place",
    "makes_room",
    "division_ended",
    "overridden",
    "withdrawn",
]
DivisionStatus = Literal["finished", "cancelled", "idle"]
"""`idle`: there were too few left for a tournament."""
CorrectionEffect = Literal["counts", "remade", "overridden", "too_late"]
"""What corrected standings mean for the next season: it is still to be settled; its divisions are made anew; its
divisions stay as staff have made them; it has begun, and its divisions stay as they are."""


# ------------------------------------------------------------------------------------------------ parts


@dataclass(frozen=True, slots=True)
class Move:
    """Where somebody goes from one season to the next, and why.

    Attributes:
        entrant: who.
        before: the division in the last season, from 1; none: they were in none.
        after: the division in the next one; none: they are in none.
        reason: why.
    """

    entrant: EntrantId
    before: int | None
    after: int | None
    reason: MoveReason


@dataclass(frozen=True, slots=True)
class RatedPlayer:
    """A player, and their rating when they joined."""

    player: PlayerId
    rating: int


@dataclass(frozen=True, slots=True)
class Side:
    """A member of a league as it enters the tournament of its division.

    Attributes:
        entrant: under which id.
        players: who plays for it, its captain first.
        name, club: of a pair or team, where it has one.
    """

    entrant: EntrantId
    players: tuple[RatedPlayer, ...]
    name: str | None = None
    club: str | None = None


@dataclass(frozen=True, slots=True)
class Placed:
    """How somebody has ended: the rank, which may be shared, and the points in hundredths."""

    entrant: EntrantId
    rank: int
    points: Points


# ------------------------------------------------------------------------------------------------ life


def _template_with_later_members(document: Document) -> Document:
    """Nothing was said of players who leave, and there was no time for corrections."""
    plan = document["plan"]
    return {**document, "plan": {**plan, "template": with_later_members(plan["template"])}}


def _league_created_2(document: Document) -> Document:
    """Leagues were those of everybody."""
    return {**document, "world": None}


@event("league_created", _league_created_2, _template_with_later_members)
@dataclass(frozen=True, slots=True)
class LeagueCreated:
    """A league was created.

    Attributes:
        owner, plan: by whom, and what was settled.
        world: the sandbox world to which it belongs; none: the world of everybody.
    """

    owner: PlayerId
    plan: LeaguePlan
    world: str | None = None


@event("league_changed", _template_with_later_members)
@dataclass(frozen=True, slots=True)
class LeagueChanged:
    """Somebody has changed the plan; tournaments that were opened stay as they are."""

    by: PlayerId
    plan: LeaguePlan


@event("league_staff_appointed")
@dataclass(frozen=True, slots=True)
class LeagueStaffAppointed:
    """A player has a role now."""

    by: PlayerId
    player: PlayerId
    role: Role


@event("league_staff_dismissed")
@dataclass(frozen=True, slots=True)
class LeagueStaffDismissed:
    """A player has no role any more."""

    by: PlayerId
    player: PlayerId


@event("league_ownership_passed")
@dataclass(frozen=True, slots=True)
class LeagueOwnershipPassed:
    """The owner has closed their account, and a director owns the league now."""

    by: PlayerId
    player: PlayerId


@event("league_ended")
@dataclass(frozen=True, slots=True)
class LeagueEnded:
    """There are no further seasons; one that is played is played to its end."""

    by: PlayerId | None
    reason: str


# ------------------------------------------------------------------------------------------------ members


@event("league_member_registered")
@dataclass(frozen=True, slots=True)
class LeagueMemberRegistered:
    """Somebody wants to play from the next season on, alone or with others who were asked.

    Attributes:
        entrant: the id of the new member, which is that of the entrant in all its tournaments.
        player: who has registered it, its captain.
        rating: their rating.
        name, club: of a pair or team, where it has one.
        invited: who is asked to play for it.
    """

    entrant: EntrantId
    player: PlayerId
    rating: int
    name: str | None
    club: str | None
    invited: tuple[PlayerId, ...]


@event("league_partner_joined")
@dataclass(frozen=True, slots=True)
class LeaguePartnerJoined:
    """A player who was asked has agreed to play for a member, season after season."""

    entrant: EntrantId
    player: PlayerId
    rating: int


@event("league_partner_declined")
@dataclass(frozen=True, slots=True)
class LeaguePartnerDeclined:
    """A player who was asked has said no."""

    entrant: EntrantId
    player: PlayerId


@event("league_member_continues")
@dataclass(frozen=True, slots=True)
class LeagueMemberContinues:
    """A player of a member has said that they play in the next season."""

    entrant: EntrantId
    player: PlayerId


@event("league_member_withdrawn")
@dataclass(frozen=True, slots=True)
class LeagueMemberWithdrawn:
    """A member plays in no season that has not begun; `words` is what staff have said of it."""

    entrant: EntrantId
    by: PlayerId | None
    reason: WithdrawalReason
    words: str | None


# ------------------------------------------------------------------------------------------------ seasons


@event("season_settled")
@dataclass(frozen=True, slots=True)
class SeasonSettled:
    """Who plays in a season, and in which division.

    Attributes:
        season: its number, from 1.
        starts_at: when it begins.
        divisions: the highest in front, seed 1 in front.
        moves: where everybody goes, those who do not play on included.
    """

    season: int
    starts_at: Instant
    divisions: tuple[Division, ...]
    moves: tuple[Move, ...]


@event("divisions_overridden")
@dataclass(frozen=True, slots=True)
class DivisionsOverridden:
    """Somebody has made the divisions of a season that was settled in another way."""

    season: int
    by: PlayerId
    divisions: tuple[Division, ...]
    moves: tuple[Move, ...]
    reason: str


@event("season_called_off")
@dataclass(frozen=True, slots=True)
class SeasonCalledOff:
    """A season is not played; `starts_at` is when it would have begun."""

    season: int
    starts_at: Instant
    by: PlayerId | None
    reason: str


@event("season_started")
@dataclass(frozen=True, slots=True)
class SeasonStarted:
    """A season begins; from now on nobody leaves its divisions.

    Attributes:
        season: its number.
        at: when.
        moves: where everybody goes, after all that was changed since it was settled.
    """

    season: int
    at: Instant
    moves: tuple[Move, ...]


@event("division_opened")
@dataclass(frozen=True, slots=True)
class DivisionOpened:
    """The tournament of a division was opened; `sides` are who plays in it, seed 1 in front."""

    season: int
    division: int
    tournament: TournamentId
    sides: tuple[Side, ...]


@event("season_cut_short")
@dataclass(frozen=True, slots=True)
class SeasonCutShort:
    """What is still played of a season counts as it stands: its time is over (by nobody), or somebody has said so."""

    season: int
    by: PlayerId | None
    reason: str


@event("division_ended")
@dataclass(frozen=True, slots=True)
class DivisionEnded:
    """A division is over; `standings` are final, the first in front."""

    season: int
    division: int
    status: DivisionStatus
    standings: tuple[Placed, ...]


@event("division_corrected")
@dataclass(frozen=True, slots=True)
class DivisionCorrected:
    """A division of the last season that was played has other final standings: its tournament was reopened.

    Attributes:
        season, division: which.
        standings: the first in front.
        effect: what that means for the next season.
        divisions, moves: of the next season, where they are made anew; none elsewhere.
    """

    season: int
    division: int
    standings: tuple[Placed, ...]
    effect: CorrectionEffect
    divisions: tuple[Division, ...] | None
    moves: tuple[Move, ...] | None


@event("season_ended")
@dataclass(frozen=True, slots=True)
class SeasonEnded:
    """All divisions of a season are over."""

    season: int
    at: Instant


LeagueEvent = (
    LeagueCreated
    | LeagueChanged
    | LeagueStaffAppointed
    | LeagueStaffDismissed
    | LeagueOwnershipPassed
    | LeagueEnded
    | LeagueMemberRegistered
    | LeaguePartnerJoined
    | LeaguePartnerDeclined
    | LeagueMemberContinues
    | LeagueMemberWithdrawn
    | SeasonSettled
    | DivisionsOverridden
    | SeasonCalledOff
    | SeasonStarted
    | DivisionOpened
    | SeasonCutShort
    | DivisionEnded
    | DivisionCorrected
    | SeasonEnded
)
