"""The events of a league. `by` is the player who caused the event; `None` if the league did."""

from dataclasses import dataclass
from typing import Literal

from domain.kernel.events import Document, event
from domain.kernel.instants import Instant
from domain.kernel.players import PlayerId
from domain.tournaments.leagues.divisions import Division
from domain.tournaments.leagues.plan import LeaguePlan
from domain.tournaments.parts import EnteringSide
from domain.tournaments.settings import (
    open_to_all_readers,
    seeded_by_rating,
    with_later_members,
    without_calls_and_reports,
)
from domain.tournaments.staff import Role
from domain.tournaments.terms import EntrantId, Points

TournamentId = str
WithdrawalReason = Literal["left", "removed", "declined", "not_continued"]
"""`declined`: a partner declined; `not_continued`: a player did not confirm that they play on."""
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
"""`idle`: too few members were left for a tournament."""
CorrectionEffect = Literal["counts", "remade", "overridden", "too_late"]
"""The effect of corrected standings on the next season.

`counts`: the season is not settled yet. `remade`: its divisions are made again. `overridden`: its divisions stay as
staff made them. `too_late`: it has started, and its divisions stay.
"""


# ------------------------------------------------------------------------------------------------ parts


@dataclass(frozen=True, slots=True)
class DivisionMove:
    """The move of a member from one season to the next, with the reason.

    Attributes:
        entrant: the member.
        before: its division in the last season, from 1; `None` if it had none.
        after: its division in the next season, from 1; `None` if it has none.
        reason: the reason.
    """

    entrant: EntrantId
    before: int | None
    after: int | None
    reason: MoveReason


@dataclass(frozen=True, slots=True)
class FinalPlace:
    """The final place of a member: the rank, which may be shared, and the points in hundredths."""

    entrant: EntrantId
    rank: int
    points: Points


# ------------------------------------------------------------------------------------------------ life


def _template_with_later_members(document: Document) -> Document:
    """Upgrades stored events: the template lacks the rule for leaving players and the period for corrections."""
    plan = document["plan"]
    return {**document, "plan": {**plan, "template": with_later_members(plan["template"])}}


def _open_to_all_readers(document: Document) -> Document:
    """Upgrades stored events: all leagues could be read without a token."""
    plan = document["plan"]
    return {**document, "plan": {**plan, "template": open_to_all_readers(plan["template"])}}


def _seeded_by_rating(document: Document) -> Document:
    """Upgrades stored events: seeds followed ratings, and a pairing bye was worth a win."""
    plan = document["plan"]
    return {**document, "plan": {**plan, "template": seeded_by_rating(plan["template"])}}


def _without_calls_and_reports(document: Document) -> Document:
    """Upgrades stored events: the waiting list moved up at once, and all matches were played at tables."""
    plan = document["plan"]
    return {**document, "plan": {**plan, "template": without_calls_and_reports(plan["template"])}}


def _league_created_2(document: Document) -> Document:
    """Upgrades stored events: all leagues were public."""
    return {**document, "world": None}


@event(
    "league_created",
    _league_created_2,
    _template_with_later_members,
    _open_to_all_readers,
    _seeded_by_rating,
    _without_calls_and_reports,
)
@dataclass(frozen=True, slots=True)
class LeagueCreated:
    """A league was created.

    Attributes:
        owner, plan: the player who created it, and its settings.
        world: the sandbox to which it belongs, or `None`.
    """

    owner: PlayerId
    plan: LeaguePlan
    world: str | None = None


@event(
    "league_changed", _template_with_later_members, _open_to_all_readers, _seeded_by_rating, _without_calls_and_reports
)
@dataclass(frozen=True, slots=True)
class LeagueChanged:
    """The plan was replaced. Tournaments that are already open stay as they are."""

    by: PlayerId
    plan: LeaguePlan


@event("league_staff_appointed")
@dataclass(frozen=True, slots=True)
class LeagueStaffAppointed:
    """A player received a role."""

    by: PlayerId
    player: PlayerId
    role: Role


@event("league_staff_dismissed")
@dataclass(frozen=True, slots=True)
class LeagueStaffDismissed:
    """A player lost their role."""

    by: PlayerId
    player: PlayerId


@event("league_ownership_passed")
@dataclass(frozen=True, slots=True)
class LeagueOwnershipPassed:
    """The owner closed their account, and a director became the owner."""

    by: PlayerId
    player: PlayerId


@event("league_ended")
@dataclass(frozen=True, slots=True)
class LeagueEnded:
    """The league ended. A season that is under way is played to its end."""

    by: PlayerId | None
    reason: str


# ------------------------------------------------------------------------------------------------ members


@event("league_member_registered")
@dataclass(frozen=True, slots=True)
class LeagueMemberRegistered:
    """A member registered for the next season, alone or with invited players.

    Attributes:
        entrant: the id of the new member, which is its entrant id in all tournaments.
        player: the player who registered it, its captain.
        rating: the rating of the captain.
        name, club: of a pair or team, if it has them.
        invited: the players who are invited to join.
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
    """An invited player joined a member for all later seasons."""

    entrant: EntrantId
    player: PlayerId
    rating: int


@event("league_partner_declined")
@dataclass(frozen=True, slots=True)
class LeaguePartnerDeclined:
    """An invited player declined."""

    entrant: EntrantId
    player: PlayerId


@event("league_member_continues")
@dataclass(frozen=True, slots=True)
class LeagueMemberContinues:
    """A player of a member confirmed that they play in the next season."""

    entrant: EntrantId
    player: PlayerId


@event("league_member_withdrawn")
@dataclass(frozen=True, slots=True)
class LeagueMemberWithdrawn:
    """A member withdrew from all seasons that have not begun; `words` is the reason that staff gave."""

    entrant: EntrantId
    by: PlayerId | None
    reason: WithdrawalReason
    words: str | None


# ------------------------------------------------------------------------------------------------ seasons


@event("season_settled")
@dataclass(frozen=True, slots=True)
class SeasonSettled:
    """The divisions of a season were settled.

    Attributes:
        season: its number, from 1.
        starts_at: when it begins.
        divisions: the members of each division by seed, the highest division first.
        moves: the moves of all members, including those that do not play on.
    """

    season: int
    starts_at: Instant
    divisions: tuple[Division, ...]
    moves: tuple[DivisionMove, ...]


@event("divisions_overridden")
@dataclass(frozen=True, slots=True)
class DivisionsOverridden:
    """Staff replaced the divisions of a settled season."""

    season: int
    by: PlayerId
    divisions: tuple[Division, ...]
    moves: tuple[DivisionMove, ...]
    reason: str


@event("season_called_off")
@dataclass(frozen=True, slots=True)
class SeasonCalledOff:
    """A season was called off; `starts_at` is when it would have begun."""

    season: int
    starts_at: Instant
    by: PlayerId | None
    reason: str


@event("season_started")
@dataclass(frozen=True, slots=True)
class SeasonStarted:
    """A season began. From now on, no member leaves its divisions.

    Attributes:
        season: its number.
        at: when it began.
        moves: the final moves, including changes since the season was settled.
    """

    season: int
    at: Instant
    moves: tuple[DivisionMove, ...]


@event("division_opened")
@dataclass(frozen=True, slots=True)
class DivisionOpened:
    """The tournament of a division was opened; `sides` are its members by seed."""

    season: int
    division: int
    tournament: TournamentId
    sides: tuple[EnteringSide, ...]


@event("season_cut_short")
@dataclass(frozen=True, slots=True)
class SeasonCutShort:
    """A season was cut short: current results count as final. `by` is `None` if its time ran out."""

    season: int
    by: PlayerId | None
    reason: str


@event("division_ended")
@dataclass(frozen=True, slots=True)
class DivisionEnded:
    """A division ended; `standings` are final, the first place first."""

    season: int
    division: int
    status: DivisionStatus
    standings: tuple[FinalPlace, ...]


@event("division_corrected")
@dataclass(frozen=True, slots=True)
class DivisionCorrected:
    """The final standings of a division of the last played season changed, because its tournament was reopened.

    Attributes:
        season, division: the division.
        standings: the new standings, the first place first.
        effect: the effect on the next season.
        divisions, moves: those of the next season if they are made again; otherwise none.
    """

    season: int
    division: int
    standings: tuple[FinalPlace, ...]
    effect: CorrectionEffect
    divisions: tuple[Division, ...] | None
    moves: tuple[DivisionMove, ...] | None


@event("season_ended")
@dataclass(frozen=True, slots=True)
class SeasonEnded:
    """All divisions of a season ended."""

    season: int
    at: Instant
