"""Reads tournaments: their states, events and lists."""

import threading
from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from cachetools import LRUCache

from domain.kernel.players import PlayerId
from domain.tournaments.parts import TournamentStatus
from domain.tournaments.standings.by_format import tournament_standings
from domain.tournaments.standings.ranking import Standing
from domain.tournaments.state import Tournament
from service.platform.lists import AFTER_ALL
from service.platform.store.database import Database
from service.platform.store.event_store import READ_LIMIT
from service.platform.store.events import Record, VersionedEvent, event_of
from service.platform.store.stream_repository import StreamRepository
from service.tournaments.events import NoSuchTournament, stream_of

KEPT = 32
"""The number of cached tournaments. A large one takes megabytes."""
SANDBOXES_KEPT = 50_000
RESULTS = (
    *("result_recorded", "result_adjudicated", "result_overridden", "result_confirmed"),
    *("board_overridden", "result_restored"),
    *("round_closed", "corrections_opened", "tournament_finished", "tournament_cancelled"),
)
"""The types of events that record results of matches or publish them."""


class VersionedTournament(NamedTuple):
    """The state of a tournament, and the version of its last event."""

    version: int
    tournament: Tournament


class ListedTournament(NamedTuple):
    """A tournament in a list. Lists come from the read model, which follows the log with a short delay."""

    id: str
    version: int
    name: str
    status: TournamentStatus
    game: str
    format: str
    starts_at: datetime | None
    entrants: int
    rated: bool
    series: str | None
    owner: PlayerId
    updated_at: datetime


class TournamentReader:
    """Reads tournaments. Methods raise `DatabaseUnavailable` if the store does not answer."""

    def __init__(self, database: Database, repository: StreamRepository[Tournament]) -> None:
        """Takes the database and the streams of tournaments."""
        self._database = database
        self._repository = repository
        self._cached: LRUCache[str, VersionedTournament] = LRUCache(KEPT)
        self._sandboxes: LRUCache[str, list[tuple[str | None]]] = LRUCache(SANDBOXES_KEPT)
        self._lock = threading.Lock()

    def is_in(self, sandbox: str | None, tournament_id: str) -> bool:
        """Returns whether a tournament is in a sandbox; `None` means outside all sandboxes.

        Also `True` if the tournament does not exist.
        """
        with self._lock:
            known = self._sandboxes.get(tournament_id)
        if known is None:
            # A tournament never moves to another sandbox.
            known = self._database.read("stream_sandbox", {"stream": stream_of(tournament_id)})
            with self._lock:
                if known:
                    self._sandboxes[tournament_id] = known
        return all(of == sandbox for (of,) in known)

    def at(self, tournament_id: str) -> VersionedTournament:
        """Returns the current state of a tournament. Raises `NoSuchTournament`."""
        stream = stream_of(tournament_id)
        with self._lock:
            cached = self._cached.get(tournament_id)
        if cached is not None:
            rows = self._database.read("versions", {"streams": [stream]})
            if rows and rows[0][1] == cached.version:
                return cached
        found = self._repository.at(tournament_id)
        if found is None:
            raise NoSuchTournament(tournament_id)
        at = VersionedTournament(*found)
        self._keep(tournament_id, at)
        return at

    def _keep(self, tournament_id: str, at: VersionedTournament) -> None:
        """Caches a tournament, unless a later version is cached."""
        with self._lock:
            known = self._cached.get(tournament_id)
            if known is None or known.version < at.version:
                self._cached[tournament_id] = at

    def since(self, tournament_id: str, after: int, limit: int = READ_LIMIT) -> list[VersionedEvent]:
        """Returns at most `limit` events of the tournament after a version, in order."""
        return self._repository.since(tournament_id, after, limit)

    def since_of_types(self, tournament_id: str, after: int, limit: int, types: Sequence[str]) -> list[VersionedEvent]:
        """Returns at most `limit` events of these types after a version, in order."""
        parameters = {"stream": stream_of(tournament_id), "after": after, "limit": limit, "types": list(types)}
        return [
            VersionedEvent(version, event_of(Record(name, revision, data)), at)
            for version, name, revision, data, at in self._database.read("read_types", parameters)
        ]

    def called_off_since(self, tournament_id: str, after: int) -> list[tuple[int, int]]:
        """Returns the rounds that were cancelled after a version, as pairs of version and round number."""
        parameters = {
            "stream": stream_of(tournament_id),
            "after": after,
            "limit": READ_LIMIT,
            "types": ["round_called_off"],
        }
        rows = self._database.read("read_types", parameters)
        return [(version, event_of(Record(name, revision, data)).round) for version, name, revision, data, _ in rows]

    def list_page(
        self,
        *,
        sandbox: str | None = None,
        status: TournamentStatus | None = None,
        player: PlayerId | None = None,
        public_only: bool = False,
        before: str = AFTER_ALL,
        limit: int = 50,
    ) -> list[ListedTournament]:
        """Returns a page of tournaments, newest first.

        Args:
            sandbox: a sandbox; `None` for outside all sandboxes. Ignored with `player`.
            status: only those with this status.
            player: only those of which this player is staff, an entrant or an applicant.
            public_only: only those that can be read without a token.
            before: the id after which the page begins.
            limit: the maximum number of items.
        """
        parameters = {
            "sandbox": sandbox,
            "status": status,
            "player_id": player,
            "public_only": public_only,
            "before": before,
            "limit": limit,
        }
        rows = self._database.read_late("tournaments", parameters, sandbox=sandbox, is_own=player is not None)
        return [ListedTournament(*row) for row in rows]

    def standings(self, tournament_id: str) -> tuple[Standing, ...]:
        """Returns the standings of a tournament, with its tie-breaks. Raises `NoSuchTournament`."""
        return tournament_standings(self.at(tournament_id).tournament)
