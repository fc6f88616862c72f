"""A league as it knows itself: its plan, its members, and its last season; what was before stands in the log."""

from typing import Literal, NamedTuple

from domain.instants import Instant
from domain.table.events import PlayerId
from domain.tournament.league import Division
from domain.tournament.leagues.events import Move, Placed, RatedPlayer, Side, TournamentId
from domain.tournament.leagues.plan import LeaguePlan
from domain.tournament.roles import Role
from domain.tournament.rounds import EntrantId

SeasonStatus = Literal["settled", "playing", "over", "called_off"]
LeagueStatus = Literal["waiting", "settled", "playing", "ended"]


class LeagueMember(NamedTuple):
    """Who plays in the league, or wants to.

    Attributes:
        entrant: the id.
        name, club: of a pair or team, where it has one.
        players: who plays for it, its captain first.
        invited: who is asked to.
        continuing: who of them has said that they play in the next season.
        is_out: whether it plays in no season that has not begun.
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
        """Who plays for it, its captain first."""
        return tuple(each.player for each in self.players)

    @property
    def rating(self) -> int:
        """The mean rating of its players, rounded down."""
        return sum(each.rating for each in self.players) // len(self.players)

    @property
    def is_complete(self) -> bool:
        """Whether all who were asked have agreed."""
        return not self.invited

    @property
    def side(self) -> Side:
        """The member as it enters a tournament."""
        return Side(self.entrant, self.players, self.name, self.club)


class SeasonDivision(NamedTuple):
    """A division of a season.

    Attributes:
        members: who plays in it, seed 1 in front.
        tournament: none while none was opened for it.
        standings: final, the first in front; none while it is not over.
    """

    members: Division
    tournament: TournamentId | None = None
    standings: tuple[Placed, ...] | None = None


class Season(NamedTuple):
    """The last season that there is.

    Attributes:
        number: from 1.
        status: how far it has come.
        starts_at: when it begins, or has begun.
        divisions: the highest in front.
        moves: where everybody went when it was settled.
        is_cut_short: whether what is still played counts as it stands.
    """

    number: int
    status: SeasonStatus
    starts_at: Instant
    divisions: tuple[SeasonDivision, ...] = ()
    moves: tuple[Move, ...] = ()
    is_cut_short: bool = False

    def entrants(self) -> frozenset[EntrantId]:
        """Everybody in any of its divisions."""
        return frozenset(entrant for division in self.divisions for entrant in division.members)


class PlayedSeason(NamedTuple):
    """The last season that was played, its divisions with their final standings."""

    number: int
    divisions: tuple[SeasonDivision, ...]


class League(NamedTuple):
    """A league as it knows itself.

    Attributes:
        plan: as it is now.
        staff: who has which role, the owner first.
        members: who plays in it, or wants to, in the order in which they have registered.
        season: the last one; none before the first was settled.
        last_played: the last season that was played to its end; none before.
        has_ended: whether there are no further seasons.
        has_had_members: whether anybody has ever registered.
        world: the sandbox world to which it belongs; none: the world of everybody.
    """

    plan: LeaguePlan
    staff: tuple[tuple[PlayerId, Role], ...]
    members: tuple[LeagueMember, ...] = ()
    season: Season | None = None
    last_played: PlayedSeason | None = None
    has_ended: bool = False
    has_had_members: bool = False
    world: str | None = None

    @property
    def status(self) -> LeagueStatus:
        """How far it has come; one that is ended while a season is played is playing."""
        if self.season is not None and self.season.status == "playing":
            return "playing"
        if self.has_ended:
            return "ended"
        return "settled" if self.season is not None and self.season.status == "settled" else "waiting"

    @property
    def standings(self) -> tuple[Division, ...]:
        """How the divisions of the last season that was played have ended, the first in front."""
        divisions = self.last_played.divisions if self.last_played is not None else ()
        return tuple(tuple(each.entrant for each in division.standings or ()) for division in divisions)

    @property
    def next_number(self) -> int:
        """The number of the season that comes next."""
        return self.season.number + 1 if self.season else 1

    def role_of(self, player: PlayerId | None) -> Role | None:
        """The role that a player has."""
        return next((role for who, role in self.staff if who == player), None)

    def member(self, entrant: EntrantId) -> LeagueMember | None:
        """The member of that id."""
        return next((member for member in self.members if member.entrant == entrant), None)

    def member_of(self, player: PlayerId) -> LeagueMember | None:
        """The member for which a player plays, or has registered."""
        return next((each for each in self.members if not each.is_out and player in each.player_ids), None)

    def is_asked(self, player: PlayerId, member: LeagueMember) -> bool:
        """Whether a player of a member has still to say whether they play in the next season."""
        season = self.season
        if self.plan.continues or self.has_ended or member.is_out or season is None or season.status == "settled":
            return False
        has_played = member.entrant in season.entrants() or any(member.entrant in each for each in self.standings)
        return has_played and player not in member.continuing
