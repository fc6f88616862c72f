"""Tournaments in the store: players, workers, and short matches."""

import dataclasses
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, NamedTuple

from domain.clocks.rules import ClockRules
from domain.kernel.players import PlayerId
from domain.kernel.seats import Seat
from domain.kernel.shuffle import SECRET_BYTES
from domain.table.commands import Agree, Propose
from domain.table.state import Table
from domain.tournaments.commands import StartTournament
from domain.tournaments.entrants.commands import AcceptPartner, Register
from domain.tournaments.entrants.gates import Applicant
from domain.tournaments.settings import PLAYERS, TableGame, TournamentSettings
from domain.tournaments.state import Tournament, pairing_context
from domain.tournaments.terms import EntrantId, Round
from service.tournaments.handlers import new_entrant
from service.tournaments.jobs import continue_tournament
from service.tournaments.projections import TournamentsProjection
from service.tournaments.seeds import seed_of
from service.wiring import Service
from tests.support.chance import RANDOMNESS
from tests.support.tournament import PAIRS

PLAY = TableGame("sheng_ji", "zhang-2021", hands=1, clock=ClockRules("simple", per_move_s=86_400))
SWISS = TournamentSettings("Friday", PLAY, "swiss", {"rounds": 3}, entrants=PAIRS)
ROUND_ROBIN = dataclasses.replace(SWISS, format="round_robin", figures={})
KNOCK_OUT = dataclasses.replace(SWISS, format="knock_out", figures={})
NIGHT = TournamentSettings("Night", PLAY, "night", {"rounds": 3}, entrants=dataclasses.replace(PLAYERS, least=4))
LIMIT = 200

Ending = Callable[[Table], tuple[Seat, ...]]
"""Returns the winning seats of a table. No seats mean a draw."""


def player(service: Service, name: str = "somebody", world: str | None = None) -> PlayerId:
    """Creates a player and returns the id."""
    return service.accounts.sign_up(name, "human", world)[0].id


def created(service: Service, settings: TournamentSettings) -> tuple[str, PlayerId]:
    """Returns a new tournament and its owner."""
    owner = player(service, "owner")
    return service.tournaments.create(owner, settings).id, owner


def enters(service: Service, tournament: str, *players: PlayerId, **more: Any) -> EntrantId:
    """Registers an entrant, whose partners accept. Returns its id."""
    entrant, (captain, *partners) = new_entrant(RANDOMNESS), players
    entering = Register(captain, entrant, Applicant(captain), partners=tuple(partners), **more)
    service.tournaments.carry_out(tournament, entering)
    for partner in partners:
        service.tournaments.carry_out(tournament, AcceptPartner(partner, entrant, Applicant(partner)))
    return entrant


def started(service: Service, settings: TournamentSettings, entrants: int) -> tuple[str, list[EntrantId]]:
    """Returns a started tournament with this many entrants of the required size."""
    tournament, owner = created(service, settings)
    size = settings.entrants.members_least
    field = [enters(service, tournament, *(player(service) for _ in range(size))) for _ in range(entrants)]
    service.tournaments.carry_out(tournament, StartTournament(owner))
    return tournament, field


def of(service: Service, tournament: str) -> Tournament:
    """Returns the tournament."""
    return service.tournaments.at(tournament).tournament


def follow(service: Service) -> None:
    """Runs the projection of tournaments, which also stores due work, to the end of the log."""
    projection = TournamentsProjection(service.database, service.store)
    while projection.catch_up():
        pass


def noted(service: Service) -> list[str]:
    """Returns the ids of the tournaments with due work."""
    return [row[0] for row in service.database.read("tournament_work", {"limit": 1000})]


def settle(service: Service) -> None:
    """Runs workers until nothing is due."""
    for _ in range(LIMIT):
        follow(service)
        if not (work := noted(service)):
            return
        for tournament in work:
            continue_tournament(tournament)
    raise AssertionError("there is always something left to do")


def open_tables(service: Service, tournament: str) -> list[str]:
    """Returns the tables of open rounds whose match is not finished."""
    tables = [table for round_ in of(service, tournament).open_rounds for linked in round_.tables for table in linked]
    return [table for table in tables if service.table_cache.newest(table).table.status == "playing"]


def seated(table: Table) -> list[PlayerId]:
    """Returns the players by seat."""
    assert all(table.seats)
    return [occupant.player for occupant in table.seats if occupant]


def end(service: Service, table_id: str, winners: Sequence[Seat]) -> None:
    """Ends the match at a table: the others concede to `winners`; without winners, all agree on a draw."""
    table = service.table_cache.newest(table_id).table
    what = "concede_match" if winners else "draw"
    agreeing = [each for seat, each in enumerate(seated(table)) if seat not in winners]
    service.tables.carry_out(table_id, Propose(agreeing[0], what))
    for each in agreeing[1:]:
        service.tables.carry_out(table_id, Agree(each, what))
    assert service.table_cache.newest(table_id).table.status == "finished"


def play_to_the_end(service: Service, tournament: str, ending: Ending) -> Tournament:
    """Ends every table and runs workers until no table is left. Returns the tournament."""
    for _ in range(LIMIT):
        settle(service)
        tables = open_tables(service, tournament)
        if not tables:
            return of(service, tournament)
        for table in tables:
            end(service, table, ending(service.table_cache.newest(table).table))
    raise AssertionError("the tournament does not come to its end")


def by_id(table: Table) -> tuple[Seat, ...]:
    """Returns the seats of the side that has the player with the lowest id."""
    players = seated(table)
    evens, odds = (Seat(0), Seat(2)), (Seat(1), Seat(3))
    return evens if min(players[0], players[2]) < min(players[1], players[3]) else odds


class Proposal(NamedTuple):
    """The next round of the format, if any, and the seed of its draw."""

    round: Round | None
    seed: bytes


def proposal(service: Service, tournament_id: str) -> Proposal:
    """Returns the next round as the API and workers would pair it."""
    tournament = of(service, tournament_id)
    seed = seed_of(tournament, partial(RANDOMNESS.token_bytes, SECRET_BYTES))
    return Proposal(service.tournaments.proposed_round(pairing_context(tournament), tournament.settings, seed), seed)
