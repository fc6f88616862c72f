"""Sandboxes: worlds of their own for authors of clients, with a clock that stands still until it is moved.

A world has players, and what they open are its tables. Who is of one world sees nothing of any other: wherever an id
stands for a table or a player of another world, there is none. Its clock is a moment in a row, read wherever somebody
asks what time it is at one of its tables; what falls due by moving it is found by the same workers as everywhere.
"""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from typing import Literal, NamedTuple, Self

from cachetools import LRUCache

from domain.kernel.instants import LATEST
from domain.kernel.players import PlayerId
from service.accounts.closing import close_players
from service.accounts.handlers import Accounts, Identity, Player, PlayerKind, Token, is_house_player
from service.leagues.codec import STREAM_PREFIX as LEAGUES
from service.leagues.codec import league_of
from service.platform.feeds.notifier import Notifier
from service.platform.settings import Settings
from service.platform.sources import Randomness
from service.platform.store.database import Database
from service.series.codec import STREAM_PREFIX as SERIES
from service.series.codec import series_of
from service.tables.cache import NoSuchTable, TableCache, table_of
from service.tournaments.codec import STREAM_PREFIX as TOURNAMENTS
from service.tournaments.codec import tournament_of

PLAYERS_LIMIT = 500
"""So many players a world may have."""
PLAYERS_KEPT = 50_000
STREAMS_KEPT = 50_000
ENDED_AT_ONCE = 20
CLOSED_AT_ONCE = 5
"""The number of players of ended sandboxes that are closed at once. The scheduler has other work too."""
REST_S = 20.0
"""So long a request that moves a clock waits for the world to come to rest."""
LEASE_S = REST_S + 10.0
"""After so long a request that moves a clock is taken for lost, with its process."""
FIRST_LOOK_S = 0.02
LONGEST_LOOK_S = 0.5
LONGER_BY = 1.5
"""The request looks again after such a pause, which grows from look to look: a look is a query over the whole world."""
DUE_SHOWN = 20
SANDBOX_PREFIX = "world-"
"""The name by which the notifier announces a sandbox: its clock was moved. The number means nothing."""


class NotInSandbox(Exception):
    """The player who asks lives in no sandbox."""


class InSandbox(Exception):
    """The player who asks lives in a sandbox, from where this is not done."""


class NoSuchSandbox(Exception):
    """The player has no world of this id, its argument, or it has ended."""


class TooManySandboxes(Exception):
    """The player has as many worlds as may be."""


class AdvancesUnderWay(Exception):
    """The clock of the world is being moved, or those of as many others of its owner as may be."""


class SandboxFull(Exception):
    """The world has as many players as may be."""


class ClockGoesForward(Exception):
    """The clock of a world cannot be moved there; its argument is where it stands."""


class Bounds(NamedTuple):
    """How long worlds last, in days; how many a player may have; and how many of these may be moved at once."""

    days: int
    sandboxes: int
    advances: int

    @classmethod
    def of(cls, settings: Settings) -> Self:
        """As the settings have it."""
        return cls(settings.sandbox_days, settings.sandboxes_per_account, settings.sandbox_advances_per_account)


class Sandbox(NamedTuple):
    """A sandbox; `clock` is what time it is there."""

    id: str
    clock: datetime
    created_at: datetime
    expires_at: datetime


class DueWork(NamedTuple):
    """Something that falls due in a world, where and when: at a table, or in a tournament, a series or a league."""

    where: Literal["table", "tournament", "series", "league"]
    id: str
    at: datetime


class SandboxMail(NamedTuple):
    """A mail that would have been sent, and is kept instead.

    Attributes:
        kind: of the mail, or `digest`.
        player: whose mail it is.
        at: when it would have been sent, by the clock of the world.
        to: the address.
        table: the table that it is about, if it is about one.
        event: the number of the event of the account that it tells of; none: it is a digest.
    """

    id: str
    kind: str
    player: PlayerId
    at: datetime
    to: str
    subject: str
    text: str
    table: str | None
    event: int | None


class SandboxState(NamedTuple):
    """What goes on in a world.

    Attributes:
        going_on: at how many tables, and in how many tournaments, series and leagues, something is due, or a bot has to
            move.
        at_rest: whether that is none, and all that has happened has been told to players and lists.
        players: how many live there.
        due: what falls due first, and where.
    """

    going_on: int
    at_rest: bool
    players: int
    due: list[DueWork]


class Sandboxes:
    """The sandboxes. Methods raise `DatabaseUnavailable` when the database does not answer."""

    def __init__(
        self,
        database: Database,
        table_cache: TableCache,
        accounts: Accounts,
        notifier: Notifier,
        bounds: Bounds,
        randomness: Randomness,
    ) -> None:
        """Takes the stores of sandboxes and their limits. The notifier announces that a clock was moved."""
        self._database = database
        self._randomness = randomness
        self._table_cache = table_cache
        self._accounts = accounts
        self._notifier = notifier
        self.bounds = bounds
        # In which world somebody lives, and to which a stream belongs, never changes.
        self._sandbox_of: LRUCache[PlayerId, str | None] = LRUCache(PLAYERS_KEPT)
        self._sandbox_of_stream: LRUCache[str, list[tuple[str | None]]] = LRUCache(STREAMS_KEPT)
        self._lock = threading.Lock()

    def make(self, identity: Identity, clock: datetime | None, name: str) -> tuple[Sandbox, Player, Token, str]:
        """Makes a world with a first player in it.

        Args:
            identity: whose world it is.
            clock: what time it is there at first; none: now.
            name: of the first player.

        Returns:
            The world, the player, and the player's token with its secret.

        Raises:
            InSandbox: whoever asks lives in a sandbox.
            TooManySandboxes: they have as many as may be.
        """
        if identity.sandbox is not None:
            raise InSandbox
        sandbox_id = self._randomness.new_id("wld")
        starts = _to_the_millisecond(clock or datetime.now(UTC))
        row = {
            "id": sandbox_id,
            "owner": identity.player,
            "clock": starts,
            "expires_at": datetime.now(UTC) + timedelta(days=self.bounds.days),
            "most": self.bounds.sandboxes,
        }

        def add(run: Callable[..., list[tuple[object, ...]]]) -> bool:
            # Two requests of a player at the same time are served one after the other.
            return bool(run("hold_player", {"player_id": identity.player})) and bool(run("add_sandbox", row))

        if not self._database.together(add):
            raise TooManySandboxes
        return self.of(identity._replace(sandbox=sandbox_id)), *self._accounts.sign_up(name, identity.kind, sandbox_id)

    def add_player(self, identity: Identity, name: str, kind: PlayerKind) -> tuple[Player, Token, str]:
        """Makes a further player of the world, with a token.

        Raises:
            NotInSandbox: the asking player lives in no sandbox.
            SandboxFull: it has as many players as may be.
        """
        sandbox = self.of(identity)
        [(count,)] = self._database.read("count_sandbox_players", {"world": sandbox.id})
        if count >= PLAYERS_LIMIT:
            raise SandboxFull
        return self._accounts.sign_up(name, kind, sandbox.id)

    def of(self, identity: Identity) -> Sandbox:
        """The sandbox of the asking player. Raises `NotInSandbox`."""
        rows = self._database.read("sandbox", {"id": identity.sandbox}) if identity.sandbox else []
        if not rows:
            raise NotInSandbox
        return Sandbox(*rows[0])

    def advance(self, identity: Identity, seconds: int | None, to: datetime | None) -> Sandbox:
        """Moves the clock of the asking player's sandbox by seconds or to a time, and waits for all due work.

        What falls due meanwhile is decided by workers, each at the moment at which it falls due. It waits at most
        `REST_S` seconds. The state of the sandbox then shows the work that remains.

        Raises:
            NotInSandbox: the asking player lives in no sandbox.
            AdvancesUnderWay: another request moves this clock, or others move as many of the same owner as may be.
            ClockGoesForward: the clock cannot be moved there.
        """
        sandbox = self.of(identity)
        wanted = {"seconds": seconds, "to": to and _to_the_millisecond(to), "latest": LATEST}
        with self._advancing(sandbox.id):
            if not self._database.run("move_clock", {"id": sandbox.id, **wanted}):
                raise ClockGoesForward(sandbox.clock)
            self._notifier.notify(f"{SANDBOX_PREFIX}{sandbox.id}", 1)
            self._wait_for_rest(sandbox.id)
        return self.of(identity)

    @contextmanager
    def _advancing(self, sandbox_id: str) -> Iterator[None]:
        """Keeps others from moving the clock meanwhile, in all processes. Raises `AdvancesUnderWay`."""
        asked = {"id": sandbox_id, "lasts_s": LEASE_S, "most": self.bounds.advances}

        def begin(run: Callable[..., list[tuple[object, ...]]]) -> bool:
            # Requests for several worlds of one owner at the same moment are counted one after the other.
            return bool(run("hold_owner", {"id": sandbox_id})) and bool(run("begin_advance", asked))

        if not self._database.together(begin):
            raise AdvancesUnderWay
        try:
            yield
        finally:
            self._database.run("end_advance", {"id": sandbox_id})

    def _wait_for_rest(self, sandbox_id: str) -> None:
        """Waits until nothing goes on in a world any more, `REST_S` seconds at the longest."""
        until = time.monotonic() + REST_S
        pause_s = FIRST_LOOK_S
        while time.monotonic() < until and not self._notifier.closed:
            [(going_on, followed, _)] = self._database.read("sandbox_unrest", {"world": sandbox_id})
            if going_on == 0 and followed:
                return
            time.sleep(pause_s)
            pause_s = min(pause_s * LONGER_BY, LONGEST_LOOK_S)

    def state_of(self, sandbox: Sandbox) -> SandboxState:
        """What goes on in a world, and what falls due there next."""
        [(going_on, followed, players)] = self._database.read("sandbox_unrest", {"world": sandbox.id})
        rows = self._database.read("sandbox_due", {"world": sandbox.id, "limit": DUE_SHOWN})
        return SandboxState(going_on, going_on == 0 and followed, players, [_due(*row) for row in rows])

    def mails(self, sandbox: Sandbox, player: str | None, before: str | None, limit: int) -> list[SandboxMail]:
        """A page of the mails of a world, the newest first.

        Args:
            sandbox: the sandbox.
            player: only those of this player; none: of all.
            before: only those behind the one of this id; none: from the newest on.
            limit: so many at the most.
        """
        wanted = {"world": sandbox.id, "player_id": player, "before": before, "limit": limit}
        return [SandboxMail(*row) for row in self._database.read("sandbox_mails", wanted)]

    def owned_by(self, player: PlayerId) -> list[Sandbox]:
        """The worlds of a player that have not ended, the oldest first."""
        return [Sandbox(*row) for row in self._database.read("sandboxes", {"owner": player})]

    def has_table(self, sandbox: str | None, table_id: str) -> bool:
        """Whether a table is in a world, or nowhere; the world none is that of everybody who lives in no sandbox."""
        try:
            return self._table_cache.cached(table_id).table.world == sandbox
        except NoSuchTable:
            return True

    def has_stream(self, sandbox: str | None, stream: str) -> bool:
        """Whether a stream belongs to a world, or there is none of that name; the world none, likewise."""
        with self._lock:
            known = self._sandbox_of_stream.get(stream)
        if known is None:
            known = self._database.read("stream_sandbox", {"stream": stream})
            with self._lock:
                if known:
                    self._sandbox_of_stream[stream] = known
        return all(of == sandbox for (of,) in known)

    def has_player(self, sandbox: str | None, player: str) -> bool:
        """Whether a player lives in a world, or in all of them as the bots of the house do, or nowhere."""
        return is_house_player(player) or self.sandbox_of(PlayerId(player)) == sandbox

    def sandbox_of(self, player: PlayerId) -> str | None:
        """In which world a player lives; none for all who live in no sandbox, and where there is no such player."""
        with self._lock:
            if player in self._sandbox_of:
                return self._sandbox_of[player]
        rows = self._database.read("player_sandbox", {"id": player})
        if not rows:
            return None
        sandbox: str | None = rows[0][0]
        with self._lock:
            self._sandbox_of[player] = sandbox
        return sandbox

    def end_of(self, owner: PlayerId, sandbox_id: str) -> None:
        """Ends a world of a player. Raises `NoSuchSandbox`."""
        if sandbox_id not in {sandbox.id for sandbox in self.owned_by(owner)}:
            raise NoSuchSandbox(sandbox_id)
        self.end(sandbox_id)

    def end(self, sandbox_id: str) -> None:
        """Ends a world: nobody gets in any more. Its players go soon, and what stays in the log nobody can see."""
        self._database.run("shut_sandbox", {"id": sandbox_id})
        self._accounts.forget()

    def sweep(self) -> int:
        """Closes players of worlds whose time is over, with all that is kept about them, `CLOSED_AT_ONCE` at the most.

        Returns:
            How many players were closed.
        """
        closed = 0
        for (sandbox_id,) in self._database.read("expired_sandboxes", {"limit": ENDED_AT_ONCE}):
            if closed < CLOSED_AT_ONCE:
                closed += close_players(self._database, sandbox_id, CLOSED_AT_ONCE - closed)
        if closed:
            self._accounts.forget()
        return closed


def _due(stream: str, at: datetime) -> DueWork:
    if stream.startswith(TOURNAMENTS):
        return DueWork("tournament", tournament_of(stream), at)
    if stream.startswith(SERIES):
        return DueWork("series", series_of(stream), at)
    if stream.startswith(LEAGUES):
        return DueWork("league", league_of(stream), at)
    return DueWork("table", table_of(stream), at)


def _to_the_millisecond(at: datetime) -> datetime:
    return at.astimezone(UTC).replace(microsecond=at.microsecond // 1000 * 1000)
