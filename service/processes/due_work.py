"""Work that is due at a time or was recorded in PostgreSQL, found by polling. One statement asks for all of it."""

import logging
import time
from collections.abc import Callable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import Any, NamedTuple

import redis

from domain.kernel.newer_release import NewerRelease
from service.platform.store.database import Database, DatabaseUnavailable

ASK_ALL_EVERY_S = 60.0
"""Seconds after which a part is done even if its queries have no rows. Some parts delete old rows then."""

_log = logging.getLogger(__name__)


class DuePart(NamedTuple):
    """A part of the due work.

    Attributes:
        name: its name in the log.
        queries: names of queries. If any has rows, the part has something to do.
        work: does it.
        every_s: minimum number of seconds between two starts.
        needs_redis: whether to leave it out while Redis does not answer.
    """

    name: str
    queries: tuple[str, ...]
    work: Callable[[], object]
    every_s: float = 0.0
    needs_redis: bool = False


class DueWork:
    """Does all parts whose queries have rows, in their order. A part that fails does not stop the others."""

    def __init__(
        self,
        database: Database,
        parts: Sequence[DuePart],
        arguments: Mapping[str, Any],
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        """Takes the parts, and the arguments of their queries. `monotonic` returns the time in seconds."""
        self._database = database
        self._parts = parts
        self._arguments = arguments
        self._monotonic = monotonic
        self._queries = tuple(dict.fromkeys(query for part in parts for query in part.queries))
        self._began: dict[str, float] = {}

    def run(self) -> None:
        """Does what is due. Raises `DatabaseUnavailable`."""
        found = self._database.with_rows(self._queries, self._arguments)
        has_redis = True
        for part in self._parts:
            if (has_redis or not part.needs_redis) and self._is_to_start(part, found):
                has_redis &= self._do(part)

    def _is_to_start(self, part: DuePart, found: AbstractSet[str]) -> bool:
        """Returns whether a part may have something to do, and notes that it starts."""
        now = self._monotonic()
        every_s = ASK_ALL_EVERY_S if found.isdisjoint(part.queries) else part.every_s
        if part.name in self._began and now - self._began[part.name] < every_s:
            return False
        self._began[part.name] = now
        return True

    def _do(self, part: DuePart) -> bool:
        """Does a part. Returns false if Redis does not answer."""
        try:
            part.work()
        except DatabaseUnavailable:
            raise
        except redis.RedisError as error:
            # It stays due and is queued when Redis is back.
            _log.warning("%s: Redis does not answer: %s", part.name, error)
            return False
        except NewerRelease as newer:
            _log.warning("%s has to wait for a newer release: %s", part.name, newer)
        except Exception:  # noqa: BLE001 - logged, and tried again
            _log.exception("%s failed", part.name)
        return True
