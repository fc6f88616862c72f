"""Rated tournaments of one match, and the ratings stored for them."""

import dataclasses
from collections.abc import Iterator, Sequence
from typing import Any

import psycopg
import pytest

from domain.clocks.rules import ClockRules
from domain.kernel.instants import DAY_MS, Instant, instant_of
from domain.kernel.players import PlayerId
from domain.kernel.seats import Seat
from domain.ratings.leaderboards import quarter_of
from domain.ratings.outcomes import RatingParameters
from domain.ratings.pools import Pool
from domain.ratings.results import GameResult
from domain.tournaments.commands import StartTournament
from domain.tournaments.formats.catalogue import format_of
from domain.tournaments.rounds.commands import OverrideResult, PairRound
from domain.tournaments.rounds.proposed_rounds import proposed_round
from domain.tournaments.settings import TournamentSettings
from domain.tournaments.state import pairing_context
from domain.tournaments.terms import LOSS, WIN, Result
from service.platform.sources import time_of_day
from service.ratings import projections as projected
from service.ratings.projections import RatingsProjection
from service.ratings.stored import GameEvent, StoredGame
from service.wiring import Service
from tests.support.api import User
from tests.support.stored import record_at
from tests.support.tournaments import SWISS, created, end, enters, of, open_tables, player, seated, settle

CORRESPONDENCE = Pool("sheng_ji", "correspondence", 4)
RATED = dataclasses.replace(SWISS, is_rated=True, figures={"rounds": 1})
LIVE_PLAY = dataclasses.replace(RATED.play, clock=ClockRules("simple", per_move_s=60))
LIVE = dataclasses.replace(RATED, play=LIVE_PLAY)
BY_HAND = dataclasses.replace(RATED, rounds=dataclasses.replace(RATED.rounds, is_automatic=False))
"""Rounds are not closed automatically, so tests can override results."""
FORFEIT = Result(LOSS, LOSS, "double_forfeit")
TABLES = ("rated_game", "rating_pool", "rating_season", "rating_change", "rating")


@pytest.fixture(scope="module", autouse=True)
def no_quarter_ends(database_url: str) -> None:
    """On the last day of a quarter, records events one day earlier, so that no game falls into the next quarter."""
    now = time_of_day()
    if quarter_of(now) != quarter_of(Instant(now + DAY_MS)):
        with psycopg.connect(database_url, autocommit=True) as owner:
            record_at(owner, "(statement_timestamp() - interval '1 day')")


@pytest.fixture
def at_work(at_work: Service) -> Iterator[Service]:
    """Yields the context of jobs without any rated game."""
    catch_up(at_work)
    forget(at_work)
    yield at_work
    catch_up(at_work)
    forget(at_work)


def forget(service: Service) -> None:
    with service.database.session() as session:
        for name in TABLES:
            session.execute(f"DELETE FROM {name}")


def catch_up(service: Service, rules: RatingParameters | None = None) -> None:
    """Processes the ratings to the end of the log in a process with an empty cache."""
    projection = RatingsProjection(service.database, service.store, rules)
    while projection.catch_up():
        pass


def from_the_start(service: Service) -> None:
    """Resets the checkpoint of ratings, so that the log is delivered again from its first event."""
    with service.database.session() as session:
        session.execute("UPDATE shengji.subscription SET transaction = 0, position = 0 WHERE name = 'ratings'")


def four(service: Service) -> list[PlayerId]:
    return [player(service) for _ in range(4)]


def begun(service: Service, settings: TournamentSettings, *sides: Sequence[PlayerId]) -> tuple[str, PlayerId]:
    """Returns a tournament of these sides with its first round paired, and its owner."""
    tournament, owner = created(service, settings)
    for side in sides:
        enters(service, tournament, *side)
    service.tournaments.carry_out(tournament, StartTournament(owner))
    if not settings.rounds.is_automatic:
        now = of(service, tournament)
        paired = proposed_round(pairing_context(now), format_of(settings), b"0" * 32)
        assert paired is not None
        service.tournaments.carry_out(tournament, PairRound(owner, paired, b"0" * 32))
    settle(service)
    return tournament, owner


def won_by(service: Service, table: str, winners: Sequence[PlayerId]) -> None:
    """Ends the match at a table with a win of these players. Without players, it ends in a draw."""
    seats = seated(service.table_cache.newest(table).table)
    end(service, table, [Seat(seat) for seat, each in enumerate(seats) if each in winners])


def played(
    service: Service,
    one: Sequence[PlayerId],
    other: Sequence[PlayerId],
    settings: TournamentSettings = RATED,
    **how: bool,
) -> tuple[str, PlayerId]:
    """Returns a finished one-match tournament: won by the first side, or drawn."""
    tournament, owner = begun(service, settings, one, other)
    [table] = open_tables(service, tournament)
    won_by(service, table, () if how.get("is_drawn") else one)
    settle(service)
    assert None not in of(service, tournament).rounds[0].results
    return tournament, owner


def overridden(service: Service, tournament: str, owner: PlayerId, winners: Sequence[PlayerId] | Result) -> None:
    """Overrides the result of the first match: a win of these players, or the given result."""
    result = winners
    if not isinstance(result, Result):
        now = of(service, tournament)
        first = now.entry(now.rounds[0].paired.matches[0].first)
        is_first = first is not None and set(first.players) == set(winners)
        result = Result(WIN, LOSS) if is_first else Result(LOSS, WIN)
    service.tournaments.carry_out(tournament, OverrideResult(owner, 1, 1, result, "as seen"))


def elo(service: Service, players: Sequence[PlayerId], pool: Pool = CORRESPONDENCE) -> list[int]:
    return [service.ratings.of(each, pool).rating for each in players]


def stored(service: Service) -> dict[str, list[str]]:
    """Returns all stored rows about ratings, by table. Of pools, only some columns are included."""
    found = {}
    with service.database.session() as session:
        for name in TABLES:
            what = "row(t.newest, t.rated, t.pool)::text" if name == "rating_pool" else "t::text"
            found[name] = sorted(row for (row,) in session.execute(f"SELECT {what} FROM {name} AS t").fetchall())
    return found


def quarter(service: Service) -> str:
    """Returns the quarter of the rated games."""
    with service.database.session() as session:
        [(last,)] = session.execute("SELECT max(ended_at) FROM rated_game").fetchall()
    return quarter_of(instant_of(last))


def in_log(service: Service, *events: GameEvent) -> None:
    """Applies events of games as if they came from the log."""
    service.database.together(lambda run: projected.apply_events(run, events))


def stored_game(number: int, result: GameResult) -> GameEvent:
    game = StoredGame(f"trn_{number}", 1, 1, 1, None, counts_at_once=True, result=result)
    return GameEvent(game.tournament_id, projected.ResultRecorded(1, 1, WIN, LOSS, "played"), (game,))


def seen(user: User, path: str) -> Any:
    answered = user.get(path)
    assert answered.status_code == 200, answered.text
    return answered.json
