"""The state of a league: its plan, its members, and its last season. Earlier seasons are only in the log."""

from typing import Literal, NamedTuple

from domain.kernel.instants import Instant
from domain.kernel.players import PlayerId
from domain.tournaments.leagues.divisions import Division
from domain.tournaments.leagues.events import DivisionMove, FinalPlace, TournamentId
from domain.tournaments.leagues.plan import LeaguePlan
from domain.tournaments.parts import EnteringSide, RatedPlayer
from domain.tournaments.staff import Role, Staff, role_in
from domain.tournaments.terms import EntrantId

SeasonStatus = Literal["settled", "playing", "over", "called_off"]
LeagueStatus = Literal["waiting", "settled", "playing", "ended"]


class LeagueMember(NamedTuple):
    """A member of the league, or an applicant.

    Attributes:
        entrant: its id.
        name, club: of a pair or team, if it has them.
        players: its players, the captain first.
        invited: players who are invited to join it.
        continuing: its players who confirmed that they play in the next season.
        is_out: whether it has withdrawn from all seasons that have not begun.
    """

    entrant: EntrantId
    name: str | None
    club: str | None
    players: tuple[RatedPlayer, ...]
    invited: tuple[PlayerId, ...] = ()
    continuing: tuple[PlayerId, ...] = ()
    is_out: bool = False

    @property
    def player_ids(self) -> tuple[PlayerId, ...]:
        """Its players, the captain first."""
        return tuple(each.player for each in self.players)

    @property
    def rating(self) -> int:
        """The mean rating of its players, rounded down."""
        return sum(each.rating for each in self.players) // len(self.players)

    @property
    def is_complete(self) -> bool:
        """Whether all invited players have accepted."""
        return not self.invited

    @property
    def side(self) -> EnteringSide:
        """The member as it enters a tournament."""
        return EnteringSide(self.entrant, self.players, self.name, self.club)


class SeasonDivision(NamedTuple):
    """A division of a season.

    Attributes:
        members: its members by seed.
        tournament: its tournament; `None` until one is opened.
        standings: the final standings, the first place first; `None` until it ends.
    """

    members: Division
    tournament: TournamentId | None = None
    standings: tuple[FinalPlace, ...] | None = None


class Season(NamedTuple):
    """The current season, or the last one.

    Attributes:
        number: its number, from 1.
        status: the stage that it has reached.
        starts_at: when it begins or began.
        divisions: its divisions, the highest first.
        moves: the moves of members when it was settled.
        is_cut_short: whether current results count as final.
    """

    number: int
    status: SeasonStatus
    starts_at: Instant
    divisions: tuple[SeasonDivision, ...] = ()
    moves: tuple[DivisionMove, ...] = ()
    is_cut_short: bool = False

    def entrants(self) -> frozenset[EntrantId]:
        """The members of all its divisions."""
        return frozenset(entrant for division in self.divisions for entrant in division.members)


class PlayedSeason(NamedTuple):
    """The last season that was played, its divisions with their final standings."""

    number: int
    divisions: tuple[SeasonDivision, ...]


class League(NamedTuple):
    """The state of a league.

    Attributes:
        plan: the current plan.
        staff: players and their roles.
        members: members and applicants, in the order of registration.
        season: the last season; `None` before the first was settled.
        last_played: the last season that was played to its end; `None` before that.
        has_ended: whether no further season follows.
        has_had_members: whether any member ever registered.
        sandbox: the sandbox to which it belongs, or `None`.
    """

    plan: LeaguePlan
    staff: Staff
    members: tuple[LeagueMember, ...] = ()
    season: Season | None = None
    last_played: PlayedSeason | None = None
    has_ended: bool = False
    has_had_members: bool = False
    sandbox: str | None = None

    @property
    def status(self) -> LeagueStatus:
        """The stage of the league. A league that was ended during a season counts as playing until the season ends."""
        if self.season is not None and self.season.status == "playing":
            return "playing"
        if self.has_ended:
            return "ended"
        return "settled" if self.season is not None and self.season.status == "settled" else "waiting"

    @property
    def standings(self) -> tuple[Division, ...]:
        """The final standings of the divisions of the last played season, the first place first."""
        divisions = self.last_played.divisions if self.last_played is not None else ()
        return tuple(tuple(each.entrant for each in division.standings or ()) for division in divisions)

    @property
    def next_number(self) -> int:
        """The number of the next season."""
        return self.season.number + 1 if self.season else 1

    def role_of(self, player: PlayerId | None) -> Role | None:
        """Returns the role of a player, if any."""
        return role_in(self.staff, player)

    def member(self, entrant: EntrantId) -> LeagueMember | None:
        """Returns the member with that id, if any."""
        return next((member for member in self.members if member.entrant == entrant), None)

    def member_of(self, player: PlayerId) -> LeagueMember | None:
        """Returns the member for which a player plays or has registered, if any."""
        return next((each for each in self.members if not each.is_out and player in each.player_ids), None)

    def has_to_confirm(self, player: PlayerId, member: LeagueMember) -> bool:
        """Returns whether a player of a member still has to confirm that they play in the next season."""
        season = self.season
        if self.plan.continues or self.has_ended or member.is_out or season is None or season.status == "settled":
            return False
        has_played = member.entrant in season.entrants() or any(member.entrant in each for each in self.standings)
        return has_played and player not in member.continuing
