"""JSON documents about leagues: views, seasons and events. They are public.

Results of a sealed tournament are included once their round is closed.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal, NamedTuple

from domain.kernel.instants import write_instant
from domain.kernel.players import PlayerId
from domain.tournaments.exports.figures import points_text
from domain.tournaments.leagues.events import DivisionMove, FinalPlace
from domain.tournaments.leagues.moves import STEPS, move_of_rank
from domain.tournaments.leagues.plan import LeaguePlan
from domain.tournaments.leagues.seasons import due_at
from domain.tournaments.leagues.state import League, LeagueMember, Season, SeasonDivision, SeasonStatus
from domain.tournaments.parts import EnteringSide
from domain.tournaments.terms import EntrantId
from service.leagues.document_types import LeagueLine, LeagueLineGoes, LeagueSeason, LeagueViewYou
from service.leagues.document_types import LeagueMember as LeagueMemberDocument
from service.leagues.document_types import LeaguePlan as LeaguePlanDocument
from service.leagues.document_types import LeagueView as LeagueViewDocument
from service.platform.documents import Json
from service.platform.store.codec import decoder, encoder

DivisionStatus = Literal["waiting", "playing", "over"]
REPRESENTATION = 1
"""Version of the JSON format. It is part of entity tags, so that clients drop cached old formats."""

LiveStandings = Callable[[str], tuple[FinalPlace, ...]]
"""Returns the current standings of a tournament."""

_plan = encoder(LeaguePlan)
_read_side = decoder(EnteringSide)
_read_placed = decoder(FinalPlace)
_read_move = decoder(DivisionMove)


class LeagueView(NamedTuple):
    """A league at a version, and its viewer."""

    league_id: str
    version: int
    league: League
    viewer: PlayerId


def league_tag(seen: LeagueView) -> str:
    """Returns the entity tag of a viewer's document."""
    return f"{seen.version}-{seen.viewer.rpartition('_')[2].lower()}l-{REPRESENTATION}"


def league_document(seen: LeagueView) -> LeagueViewDocument:
    """Returns the league as the viewer sees it."""
    league, at = seen.league, due_at(seen.league)
    return {
        "id": seen.league_id,
        "version": seen.version,
        "status": league.status,
        "plan": plan_document(league.plan),
        "staff": [{"player": player, "role": role} for player, role in league.staff],
        "you": _own_part(league, seen.viewer),
        "season": league.season.number if league.season else None,
        "due_at": None if at is None else write_instant(at),
        "members": [_member(league, member) for member in league.members],
    }


def plan_document(plan: LeaguePlan) -> LeaguePlanDocument:
    """Returns the plan. A league can be created from it."""
    document: LeaguePlanDocument = _plan(plan)
    return document


def _own_part(league: League, viewer: PlayerId) -> LeagueViewYou:
    """Returns the viewer's role, membership and invitations."""
    own = league.member_of(viewer)
    return {
        "role": league.role_of(viewer),
        "entrant": own.entrant if own else None,
        "invited_to": [each.entrant for each in league.members if not each.is_out and viewer in each.invited],
        "is_asked": own is not None and league.has_to_confirm(viewer, own),
    }


def _member(league: League, member: LeagueMember) -> LeagueMemberDocument:
    season = league.season
    places = enumerate(season.divisions if season and season.status != "over" else (), start=1)
    return {
        "id": member.entrant,
        "name": member.name,
        "club": member.club,
        "status": "out" if member.is_out else "member" if member.is_complete else "incomplete",
        "division": next((place for place, each in places if member.entrant in each.members), None),
        "rating": member.rating,
        "players": [{"player": each.player, "rating": each.rating} for each in member.players],
        "invited": list(member.invited),
        "continuing": list(member.continuing),
    }


# ------------------------------------------------------------------------------------------------ seasons


class DivisionView(NamedTuple):
    """A division of a present or past season.

    Attributes:
        tournament: id of its tournament, or `None` before it is opened.
        status: `waiting`, `playing` or `over`.
        sides: the sides in the order of their seeds.
        standings: the current standings, or `None` before it is played.
    """

    tournament: str | None
    status: DivisionStatus
    sides: tuple[EnteringSide, ...]
    standings: tuple[FinalPlace, ...] | None


class SeasonView(NamedTuple):
    """A present or past season of a league. `next_moves` are the settled moves to the next season, or `None`."""

    number: int
    status: SeasonStatus
    starts_at: str | None
    ended_at: str | None
    divisions: tuple[DivisionView, ...]
    moves: tuple[DivisionMove, ...]
    next_moves: tuple[DivisionMove, ...] | None


def present_season(league: League, season: Season, ended_at: str | None, live: LiveStandings) -> SeasonView:
    """Returns the last season of a league. `live` returns the standings of tournaments in play."""
    members = {member.entrant: member.side for member in league.members}
    divisions = tuple(_present(division, season, members, live) for division in season.divisions)
    return SeasonView(
        season.number, season.status, write_instant(season.starts_at), ended_at, divisions, season.moves, None
    )


def _present(
    division: SeasonDivision, season: Season, members: Mapping[EntrantId, EnteringSide], live: LiveStandings
) -> DivisionView:
    standings = division.standings
    if standings is None and division.tournament is not None:
        standings = live(division.tournament)
    is_over = division.standings is not None
    status: DivisionStatus = "over" if is_over else "playing" if season.status == "playing" else "waiting"
    return DivisionView(division.tournament, status, tuple(members[each] for each in division.members), standings)


def past_division(row: Any) -> DivisionView:
    """Returns a division from its row in the read model."""
    standings = None if row.standings is None else tuple(map(_read_placed, row.standings))
    sides = None if row.sides is None else tuple(map(_read_side, row.sides))
    idle = tuple(EnteringSide(each.entrant, ()) for each in standings or ())
    return DivisionView(row.tournament, "over" if standings else "playing", sides or idle, standings)


def read_moves(rows: Sequence[Json] | None) -> tuple[DivisionMove, ...] | None:
    """Returns moves from their stored form."""
    return None if rows is None else tuple(map(_read_move, rows))


def season_document(league_id: str, version: int, seen: SeasonView, plan: LeaguePlan) -> LeagueSeason:
    """Returns a season: its divisions with players, standings, and moves from the last and to the next season."""
    lines = _Lines(seen, plan)
    return {
        "league": league_id,
        "version": version,
        "number": seen.number,
        "status": seen.status,
        "starts_at": seen.starts_at,
        "ended_at": seen.ended_at,
        "divisions": [
            {
                "number": place + 1,
                "tournament": division.tournament,
                "status": division.status,
                "standings": [lines.line(place, rank, side) for rank, side in enumerate(_ranked(division))],
            }
            for place, division in enumerate(seen.divisions)
        ],
    }


def _ranked(division: DivisionView) -> list[EnteringSide]:
    """Returns the sides by rank."""
    if division.standings is None:
        return list(division.sides)
    sides = {side.entrant: side for side in division.sides}
    return [sides[each.entrant] for each in division.standings]


class _Lines:
    """Writes the lines of the standings of a season."""

    def __init__(self, seen: SeasonView, plan: LeaguePlan) -> None:
        self._seen = seen
        self._rules = plan.rules
        self._came = {move.entrant: move for move in seen.moves}
        self._goes = {move.entrant: move for move in seen.next_moves or ()}

    def line(self, place: int, rank: int, side: EnteringSide) -> LeagueLine:
        """Returns the line of a side. Division and rank are counted from 0."""
        division = self._seen.divisions[place]
        stands = division.standings[rank] if division.standings else None
        came = self._came.get(side.entrant)
        return {
            "entrant": side.entrant,
            "name": side.name,
            "players": [each.player for each in side.players],
            "seed": division.sides.index(side) + 1,
            "rank": stands.rank if stands else None,
            "points": points_text(stands.points) if stands else None,
            "came": {"division": came.before, "reason": came.reason} if came else None,
            "goes": self._way(place, rank, side),
        }

    def _way(self, place: int, rank: int, side: EnteringSide) -> LeagueLineGoes | None:
        """The next division of a player after the season, or by the current standings; `None` before it is played."""
        move = self._goes.get(side.entrant)
        if move is not None:
            return {"division": move.after, "reason": move.reason, "is_settled": True}
        division = self._seen.divisions[place]
        if division.standings is None:
            return None
        reason = move_of_rank(rank, len(division.sides), place, len(self._seen.divisions), self._rules)
        return {"division": place + 1 + STEPS[reason], "reason": reason, "is_settled": False}
