"""Names of players for documents, which mostly name players by id.

A process keeps the names that it has read for `Limits.names_s`, so a document shows a changed name, or the end of an
account, at most that much later. The process that closes an account shows it at once.
"""

import threading
import time
import zlib
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

import orjson
from cachetools import TTLCache

from domain.kernel.players import PlayerId
from service.accounts.document_types import PlayerNames
from service.platform.limits import LIMITS, Limits
from service.platform.store.database import Database


class PlayerName(NamedTuple):
    """What documents tell about a player. Closed accounts have no name.

    Attributes:
        name: the name; `None` if the account is closed.
        kind: `human`, `bot` or `house`.
        sandbox: the sandbox of the player; `None` outside all sandboxes.
        guest_of: the tournament whose guest the player is; `None` for players with an account of their own.
    """

    name: str | None
    kind: str
    sandbox: str | None
    guest_of: str | None

    def is_known_in(self, sandbox: str | None) -> bool:
        """Returns whether players of this sandbox may learn the name. House bots play everywhere."""
        return self.kind == "house" or self.sandbox == sandbox


class NamesPart(NamedTuple):
    """The names of a document as JSON, and a number that changes with them, for entity tags."""

    body: bytes
    tag: str


class Names:
    """The names of players. Methods raise `DatabaseUnavailable` if a name is not cached and the store is away."""

    def __init__(
        self, database: Database, limits: Limits = LIMITS, clock: Callable[[], float] = time.monotonic
    ) -> None:
        """Creates an empty cache."""
        self._database = database
        self._limits = limits
        self._clock = clock
        self._known: TTLCache[PlayerId, PlayerName | None] = TTLCache(limits.names_kept, limits.names_s, clock)
        self._parts: dict[tuple[str | None, tuple[PlayerId, ...]], tuple[float, NamesPart]] = {}
        self._lock = threading.Lock()
        self._forgotten = 0

    def of(self, players: Iterable[PlayerId], sandbox: str | None) -> dict[PlayerId, PlayerName]:
        """Returns the names of those players who exist in a sandbox, by id. Reads all missing ones at once."""
        wanted = sorted(set(players))
        with self._lock:
            forgotten = self._forgotten
            found = {each: self._known[each] for each in wanted if each in self._known}
        missing = [each for each in wanted if each not in found]
        if missing:
            rows = self._database.read("names", {"ids": missing})
            read: dict[PlayerId, PlayerName | None] = dict.fromkeys(missing)
            read |= {PlayerId(player): PlayerName(*row) for player, *row in rows}
            found |= read
            with self._lock:
                # A name that was read before it was changed must not be kept.
                if self._forgotten == forgotten:
                    self._known.update(read)
        # Always in the same order, so that documents do not tell which names the cache had.
        named = ((player, found[player]) for player in wanted)
        return {player: name for player, name in named if name and name.is_known_in(sandbox)}

    def part(self, players: tuple[PlayerId, ...], sandbox: str | None) -> NamesPart:
        """Returns the names of these players as JSON. Views call it for every request, so it keeps the bytes."""
        key, now = (sandbox, players), self._clock()
        known = self._parts.get(key)
        if known is not None and known[0] > now:
            return known[1]
        body = orjson.dumps(names_document(self.of(players, sandbox)))
        part = NamesPart(body, f"{zlib.crc32(body):010d}")
        if known is not None and known[1] == part:
            part = known[1]
        with self._lock:
            # A document has the names of one table, of four players as a rule.
            if len(self._parts) >= self._limits.names_kept // 4:
                self._parts.clear()
            self._parts[key] = (now + self._limits.names_s, part)
        return part

    def forget(self) -> None:
        """Drops all names from the cache."""
        with self._lock:
            self._forgotten += 1
            self._known.clear()
            self._parts.clear()

    def forget_player(self, player: PlayerId) -> None:
        """Drops the name of one player from the cache."""
        with self._lock:
            self._forgotten += 1
            self._known.pop(player, None)
            for key in [each for each in self._parts if player in each[1]]:
                del self._parts[key]

    def look_up(self, players: Sequence[str], sandbox: str | None) -> dict[PlayerId, PlayerName]:
        """Returns the current names of those players who exist in a sandbox, by id."""
        rows = self._database.read("names", {"ids": list(players)})
        found = {PlayerId(player): PlayerName(*row) for player, *row in rows}
        return {player: name for player, name in found.items() if name.is_known_in(sandbox)}

    def search(
        self, name: str, sandbox: str | None, after: str, limit: int, tournament: str | None = None
    ) -> dict[PlayerId, PlayerName]:
        """Returns a page of the players with a name, oldest first, after the id `after`.

        The case of the letters A to Z does not matter. Guests are found only for their own tournament.
        """
        arguments = {"name": name, "sandbox": sandbox, "after": after, "limit": limit, "tournament": tournament}
        rows = self._database.read("players_by_name", arguments)
        return {PlayerId(player): PlayerName(*row) for player, *row in rows}


def names_document(names: dict[PlayerId, PlayerName]) -> PlayerNames:
    """Returns names as documents have them: by id, each with `name` and `is_bot`, and guests with `is_guest`."""
    documents: PlayerNames = {}
    for player, each in names.items():
        documents[player] = {"name": each.name, "is_bot": each.kind != "human"}
        if each.guest_of is not None:
            documents[player]["is_guest"] = True
    return documents
