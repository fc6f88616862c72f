"""Leagues in the store: members, workers, and short seasons."""

from dataclasses import replace

from domain.kernel.players import PlayerId
from domain.tournaments.entrants.commands import AcceptPartner, Register
from domain.tournaments.entrants.gates import Applicant
from domain.tournaments.leagues.divisions import LeagueRules
from domain.tournaments.leagues.plan import LeaguePlan, SeasonCalendar
from domain.tournaments.leagues.state import League, Season
from domain.tournaments.terms import EntrantId
from service.leagues.handlers import VersionedLeague
from service.leagues.jobs import continue_league
from service.leagues.projections import LeaguesProjection
from service.platform.sources import time_of_day
from service.tournaments.handlers import new_entrant
from service.wiring import Service
from tests.support.chance import RANDOMNESS
from tests.support.tournaments import LIMIT, ROUND_ROBIN, Ending, of, play_to_the_end, player

WEEK_S = 7 * 24 * 3600
SEASON_S = 2 * WEEK_S
RULES = LeagueRules(least=2, most=3, promoted=1, relegated=1)


def plan(**changed: object) -> LeaguePlan:
    """Returns the plan of a league of pairs in small divisions. Its first season starts in an hour.

    Registration closes one minute before the start."""
    starts_at = type(time_of_day())(time_of_day() + 3600 * 1000)
    calendar = SeasonCalendar(starts_at, length_s=WEEK_S, break_s=WEEK_S, closes_before_s=60)
    made = LeaguePlan("City league", replace(ROUND_ROBIN, name="City"), RULES, calendar)
    return replace(made, **changed)  # type: ignore[arg-type]


def created(service: Service, made: LeaguePlan | None = None) -> tuple[str, PlayerId]:
    """Returns a new league and its owner."""
    owner = player(service, "owner")
    return service.leagues.create(owner, made or plan()).id, owner


def registers(service: Service, league: str, *players: PlayerId) -> EntrantId:
    """Registers a member and returns its id. The partners accept. Without `players`, a new pair is registered."""
    captain, *partners = players or (player(service), player(service))
    entrant = new_entrant(RANDOMNESS)
    entering = Register(captain, entrant, Applicant(captain), partners=tuple(partners))
    service.leagues.carry_out(league, entering)
    for partner in partners:
        service.leagues.carry_out(league, AcceptPartner(partner, entrant, Applicant(partner)))
    return entrant


def at(service: Service, league: str) -> VersionedLeague:
    """Returns the league and its version."""
    return service.leagues.at(league)


def league_of(service: Service, league: str) -> League:
    """Returns the league."""
    return at(service, league).league


def season_of(service: Service, league: str) -> Season:
    """Returns the last season of the league."""
    season = league_of(service, league).season
    assert season is not None
    return season


def follow(service: Service) -> None:
    """Updates the read models of leagues, and with them the due work, to the end of the log."""
    projection = LeaguesProjection(service.database, service.store)
    while projection.catch_up():
        pass


def noted(service: Service) -> list[str]:
    """Returns the ids of leagues that are due."""
    return [row[0] for row in service.database.read("league_work", {"limit": 1000})]


def settle(service: Service) -> None:
    """Continues leagues, as workers do, until none is due."""
    for _ in range(LIMIT):
        follow(service)
        if not (work := noted(service)):
            return
        for league in work:
            continue_league(league)
    raise AssertionError("there is always something left to do")


def play_season(service: Service, league: str, ending: Ending) -> Season:
    """Plays all divisions of the season to their ends, and returns the season that then is the last."""
    for division in season_of(service, league).divisions:
        if division.tournament is not None:
            play_to_the_end(service, division.tournament, ending)
    settle(service)
    return season_of(service, league)


def captains(service: Service, tournament: str) -> dict[EntrantId, PlayerId]:
    """Returns the lowest player id of each entrant. With the ending `by_id`, lower ids win."""
    return {entry.id: min(entry.players) for entry in of(service, tournament).entries}
