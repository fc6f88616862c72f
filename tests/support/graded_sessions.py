"""Graded sessions of duplicate play, and the stored grades."""

import dataclasses
from collections.abc import Sequence
from datetime import UTC, datetime
from random import Random
from typing import Any

from domain.kernel.instants import HOUR_MS
from domain.kernel.players import PlayerId
from domain.ratings.grade import Session
from domain.ratings.pools import Pool
from domain.tournaments.commands import StartTournament
from domain.tournaments.evolve import evolve
from domain.tournaments.rounds.events import ResultOverridden
from domain.tournaments.settings import TournamentSettings
from domain.tournaments.state import Tournament
from domain.tournaments.terms import Result
from service.platform.sources import time_of_day
from service.platform.store.sandbox_time import clock_of_sandboxes
from service.platform.store.stream_repository import Origin, StreamDecision, StreamRepository
from service.ratings.grades.projections import GradesProjection, SessionEvent, apply_events
from service.tournaments.events import TOURNAMENTS
from service.tournaments.handlers import VersionedTournament
from service.wiring import Service
from tests.support.duplicate_tournaments import BOARDS, play_all
from tests.support.tournaments import created, enters, player

POOL = Pool("sheng_ji", "duplicate", 4)
RATED = dataclasses.replace(BOARDS, is_rated=True, figures={"rounds": 1})
BY_HAND = dataclasses.replace(RATED, figures={"rounds": 2})
TABLES = ("grade_session", "grade_pool", "grade_change", "grade")


def forget(service: Service) -> None:
    with service.database.session() as session:
        for name in TABLES:
            session.execute(f"DELETE FROM {name}")


def catch_up(service: Service) -> None:
    """Processes the log to its end with a new projection, whose cache is empty."""
    projection = GradesProjection(service.database, service.store)
    while projection.catch_up():
        pass


def from_the_start(service: Service) -> None:
    """Moves the checkpoint of the projection to the start of the log."""
    with service.database.session() as session:
        session.execute("UPDATE shengji.subscription SET transaction = 0, position = 0 WHERE name = 'grades'")


def stored(service: Service) -> dict[str, list[str]]:
    """Returns all rows about grades by table, without the version counters of pools."""
    found = {}
    with service.database.session() as session:
        for name in TABLES:
            what = "row(t.newest, t.graded, t.pool)::text" if name == "grade_pool" else "t::text"
            found[name] = [row[0] for row in session.execute(f"SELECT {what} FROM {name} AS t ORDER BY 1")]
    return found


def pairs_of(service: Service, count: int = 4) -> list[tuple[PlayerId, PlayerId]]:
    return [(player(service), player(service)) for _ in range(count)]


def begun(
    service: Service, pairs: Sequence[Sequence[PlayerId]], settings: TournamentSettings = RATED
) -> tuple[str, PlayerId]:
    """Returns the id and the owner of a started tournament of these pairs."""
    tournament, owner = created(service, settings)
    for pair in pairs:
        enters(service, tournament, *pair)
    service.tournaments.carry_out(tournament, StartTournament(owner))
    return tournament, owner


def played(
    service: Service,
    pairs: Sequence[Sequence[PlayerId]],
    settings: TournamentSettings = RATED,
    seed: str = "luck",
    status: str = "finished",
) -> tuple[str, PlayerId, Tournament]:
    """Plays a session of these pairs to its end. Returns its id, its owner and the tournament."""
    tournament, owner = begun(service, pairs, settings)
    ended = play_all(service, tournament, Random(seed))
    assert ended.status == status
    return tournament, owner, ended


def corrected(service: Service, tournament: str, owner: PlayerId, result: Result) -> None:
    """Changes the result of the first match after the end. No command does this, but a log may have such an event."""
    at = service.tournaments.at(tournament)
    event = ResultOverridden(1, 1, owner, *result, "as seen")
    appended(service, tournament, at, owner, event)


def appended(service: Service, tournament: str, at: VersionedTournament, owner: PlayerId, event: Any) -> None:
    """Appends an event to the tournament without a command."""
    decided = StreamDecision((event,), evolve(at.tournament, event), at.tournament.sandbox)
    repository = StreamRepository(
        service.store, service.notifier, TOURNAMENTS, clock_of_sandboxes(service.database, service.clock)
    )
    assert repository.append(tournament, at.version, decided, Origin(owner, None, time_of_day())).outcome == "appended"


def graded(service: Service, who: PlayerId) -> tuple[int, int]:
    """Returns the grade of a player and the number of boards behind it."""
    [found] = service.grades.of_player(who)
    return found.own.grade, found.own.boards


def in_log(service: Service, *session_event: SessionEvent) -> None:
    service.database.together(lambda run: apply_events(run, session_event))


def session_event(number: int, session: Session | None) -> SessionEvent:
    at = datetime.fromtimestamp(number * HOUR_MS / 1000, UTC)
    return SessionEvent(f"trn_{number:026d}", POOL.name, at, session, None)
