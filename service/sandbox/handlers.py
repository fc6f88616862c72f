"""Sandboxes: separate sets of players and tables for authors of clients. Its owner moves the clock of a sandbox.

Events and the database call a sandbox a world. The players of a sandbox open tables in it. They see only the players
and tables of their own sandbox; other ids look as if they did not exist. The clock is a time stored in the row of the
sandbox, and all its tables use it. The usual workers do the work that becomes due when the clock is moved.
"""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from typing import Literal, NamedTuple, Self

from cachetools import LRUCache

from domain.kernel.instants import LATEST
from domain.kernel.players import PlayerId, bot_of
from service.accounts.closing.handlers import close_players
from service.accounts.handlers import Accounts, Identity, Player, PlayerKind, Token
from service.leagues.events import STREAM_PREFIX as LEAGUES
from service.leagues.events import league_of
from service.platform.feeds.notifier import Notifier
from service.platform.settings import Settings
from service.platform.sources import Randomness
from service.platform.store.database import Database
from service.series.events import STREAM_PREFIX as SERIES
from service.series.events import series_of
from service.tables.events import NoSuchTable, table_of
from service.tables.handlers import Tables
from service.tournaments.events import STREAM_PREFIX as TOURNAMENTS
from service.tournaments.events import tournament_of

PLAYERS_LIMIT = 500
PLAYERS_KEPT = STREAMS_KEPT = 8_000
ENDED_AT_ONCE = 20
REST_S = 20.0
LEASE_S = REST_S + 10.0
"""Seconds after which such a request counts as lost, because its process may have died."""
FIRST_LOOK_S = 0.02
LONGEST_LOOK_S = 0.5
LONGER_BY = 1.5
"""Factor by which the pause between two polls grows. Each poll is a query over the whole sandbox."""
DUE_SHOWN = 20
SANDBOX_PREFIX = "world-"
"""Prefix of the name under which the notifier announces that a sandbox's clock was moved. Its number has no meaning."""


class NotInSandbox(Exception):
    """The player does not belong to a sandbox."""


class InSandbox(Exception):
    """The player belongs to a sandbox, where this action is not available."""


class NoSuchSandbox(Exception):
    """The player owns no sandbox with this id (the argument), or it has ended."""


class TooManySandboxes(Exception):
    """The player has the maximum number of sandboxes."""


class AdvancesUnderWay(Exception):
    """Another request moves this clock, or the owner already moves the maximum number of clocks."""


class SandboxFull(Exception):
    """The sandbox has the maximum number of players."""


class ClockGoesForward(Exception):
    """The clock cannot be moved to this time. The argument is its current time."""


class Bounds(NamedTuple):
    """Limits of sandboxes.

    Attributes:
        days: lifetime in days.
        sandboxes: number per owner.
        advances: number of clocks an owner may move at once.
        players: number of players in a sandbox.
        closed_at_once: number of players of expired sandboxes that are closed in one run. The scheduler has other work.
        rest_s: seconds that a request to move the clock waits for the due work of the sandbox.
    """

    days: int
    sandboxes: int
    advances: int
    players: int = PLAYERS_LIMIT
    closed_at_once: int = 5
    rest_s: float = REST_S

    @classmethod
    def of(cls, settings: Settings) -> Self:
        """Returns the limits from the settings."""
        return cls(settings.sandbox_days, settings.sandboxes_per_account, settings.sandbox_advances_per_account)


class Sandbox(NamedTuple):
    """A sandbox. `clock` is its current time; `created_at` and `expires_at` are real times."""

    id: str
    clock: datetime
    created_at: datetime
    expires_at: datetime


class DueWork(NamedTuple):
    """The next due work of one table, tournament, series or league of a sandbox."""

    where: Literal["table", "tournament", "series", "league"]
    id: str
    at: datetime


class SandboxMail(NamedTuple):
    """A mail that the server keeps instead of sending it.

    Attributes:
        kind: kind of mail, or `digest`.
        player: the recipient.
        at: when it would have been sent, by the clock of the sandbox.
        to: mail address of the recipient.
        table: the table that the mail is about, or `None`.
        event: number of the account event that the mail reports; `None` for a digest.
        html: the text as HTML; `None` for mails that an older release wrote.
    """

    id: str
    kind: Literal["turn", "reminder", "invitation", "match", "digest"]
    player: PlayerId
    at: datetime
    to: str
    subject: str
    text: str
    table: str | None
    event: int | None
    html: str | None


class SandboxState(NamedTuple):
    """The work that remains in a sandbox.

    Attributes:
        going_on: number of tables, tournaments, series and leagues with due work or with a bot to move.
        at_rest: whether no work remains and all account events, inboxes and lists are up to date.
        players: number of players in the sandbox.
        due: the next due work, earliest first.
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
        tables: Tables,
        accounts: Accounts,
        notifier: Notifier,
        bounds: Bounds,
        randomness: Randomness,
    ) -> None:
        """Takes the stores of sandboxes and their limits. The notifier announces that a clock was moved."""
        self._database = database
        self._randomness = randomness
        self._tables = tables
        self._accounts = accounts
        self._notifier = notifier
        self.bounds = bounds
        # A player never changes sandbox, and neither does a stream.
        self._sandbox_of: LRUCache[PlayerId, str | None] = LRUCache(PLAYERS_KEPT)
        self._sandbox_of_stream: LRUCache[str, list[tuple[str | None]]] = LRUCache(STREAMS_KEPT)
        self._lock = threading.Lock()

    def make(self, identity: Identity, clock: datetime | None, name: str) -> tuple[Sandbox, Player, Token, str]:
        """Creates a sandbox with its first player.

        Args:
            identity: the owner.
            clock: initial time of the sandbox's clock, or `None` for the current time.
            name: name of the first player.

        Returns:
            The sandbox, the player, and the player's token with its secret.

        Raises:
            InSandbox: the owner belongs to a sandbox.
            TooManySandboxes: the owner has the maximum number of sandboxes.
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
            # The lock serialises requests of the same owner.
            return bool(run("hold_player", {"player_id": identity.player})) and bool(run("add_sandbox", row))

        if not self._database.together(add):
            raise TooManySandboxes
        return self.of(identity._replace(sandbox=sandbox_id)), *self._accounts.sign_up(name, identity.kind, sandbox_id)

    def add_player(self, identity: Identity, name: str, kind: PlayerKind) -> tuple[Player, Token, str]:
        """Adds a player to the sandbox. Returns the player, a token and its secret.

        Raises:
            NotInSandbox: the asking player does not belong to a sandbox.
            SandboxFull: the sandbox has the maximum number of players.
        """
        sandbox = self.of(identity)
        [(count,)] = self._database.read("count_sandbox_players", {"sandbox": sandbox.id})
        if count >= self.bounds.players:
            raise SandboxFull
        return self._accounts.sign_up(name, kind, sandbox.id)

    def of(self, identity: Identity) -> Sandbox:
        """Returns the sandbox of the asking player. Raises `NotInSandbox`."""
        rows = self._database.read("sandbox", {"id": identity.sandbox}) if identity.sandbox else []
        if not rows:
            raise NotInSandbox
        return Sandbox(*rows[0])

    def advance(self, identity: Identity, seconds: int | None, to: datetime | None) -> Sandbox:
        """Moves the clock of the asking player's sandbox by seconds or to a time, and waits for all due work.

        Workers do each piece of work at its due time. The request waits at most `rest_s` seconds. After that, the state
        of the sandbox shows the work that remains.

        Raises:
            NotInSandbox: the asking player does not belong to a sandbox.
            AdvancesUnderWay: another request moves this clock, or the owner already moves the maximum number of clocks.
            ClockGoesForward: the clock cannot be moved to that time.
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
        """Prevents all other requests from moving this clock until the end. Raises `AdvancesUnderWay`."""
        asked = {"id": sandbox_id, "lasts_s": LEASE_S, "most": self.bounds.advances}

        def begin(run: Callable[..., list[tuple[object, ...]]]) -> bool:
            # The lock serialises requests for sandboxes of the same owner, so that the count is right.
            return bool(run("hold_owner", {"id": sandbox_id})) and bool(run("begin_advance", asked))

        if not self._database.together(begin):
            raise AdvancesUnderWay
        try:
            yield
        finally:
            self._database.run("end_advance", {"id": sandbox_id})

    def _wait_for_rest(self, sandbox_id: str) -> None:
        """Waits until the sandbox has no due work, at most `rest_s` seconds."""
        until = time.monotonic() + self.bounds.rest_s
        pause_s = FIRST_LOOK_S
        while time.monotonic() < until and not self._notifier.closed:
            [(going_on, followed, _)] = self._database.read("sandbox_unrest", {"sandbox": sandbox_id})
            if going_on == 0 and followed:
                return
            time.sleep(pause_s)
            pause_s = min(pause_s * LONGER_BY, LONGEST_LOOK_S)

    def state_of(self, sandbox: Sandbox) -> SandboxState:
        """Returns the work that remains in a sandbox, and what is due next."""
        [(going_on, followed, players)] = self._database.read("sandbox_unrest", {"sandbox": sandbox.id})
        rows = self._database.read("sandbox_due", {"sandbox": sandbox.id, "limit": DUE_SHOWN})
        return SandboxState(going_on, going_on == 0 and followed, players, [_due(*row) for row in rows])

    def mails(self, sandbox: Sandbox, player: str | None, before: str | None, limit: int) -> list[SandboxMail]:
        """Returns a page of the mails of a sandbox, newest first.

        Args:
            sandbox: the sandbox.
            player: only mails of this player; `None` for all.
            before: only mails older than the one with this id; `None` for the newest.
            limit: maximum number of mails.
        """
        wanted = {"sandbox": sandbox.id, "player_id": player, "before": before, "limit": limit}
        return [SandboxMail(*row) for row in self._database.read("sandbox_mails", wanted)]

    def owned_by(self, player: PlayerId) -> list[Sandbox]:
        """Returns the open sandboxes of a player, oldest first."""
        return [Sandbox(*row) for row in self._database.read("sandboxes", {"owner": player})]

    def has_table(self, sandbox: str | None, table_id: str) -> bool:
        """Returns whether a table is in this sandbox or does not exist. `None` means outside all sandboxes."""
        try:
            return self._tables.cached(table_id).table.sandbox == sandbox
        except NoSuchTable:
            return True

    def has_stream(self, sandbox: str | None, stream: str) -> bool:
        """Returns whether a stream is in this sandbox or does not exist. `None` means outside all sandboxes."""
        with self._lock:
            known = self._sandbox_of_stream.get(stream)
        if known is None:
            known = self._database.read("stream_sandbox", {"stream": stream})
            with self._lock:
                if known:
                    self._sandbox_of_stream[stream] = known
        return all(of == sandbox for (of,) in known)

    def has_player(self, sandbox: str | None, player: str) -> bool:
        """Returns whether a player belongs to this sandbox. House bots belong to every sandbox."""
        return bot_of(player) is not None or self.sandbox_of(PlayerId(player)) == sandbox

    def sandbox_of(self, player: PlayerId) -> str | None:
        """Returns the sandbox id of a player; `None` if the player is outside all sandboxes or does not exist."""
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
        """Ends a sandbox of this owner. Raises `NoSuchSandbox`."""
        if sandbox_id not in {sandbox.id for sandbox in self.owned_by(owner)}:
            raise NoSuchSandbox(sandbox_id)
        self.end(sandbox_id)

    def end(self, sandbox_id: str) -> None:
        """Ends a sandbox.

        Its tokens become invalid at once, and `sweep` closes its players later. Its events stay in the log, but no
        request can read them.
        """
        self._database.run("shut_sandbox", {"id": sandbox_id})
        self._accounts.forget()

    def sweep(self) -> int:
        """Closes up to `closed_at_once` players of expired sandboxes and deletes their personal data.

        Returns:
            The number of closed players.
        """
        closed = 0
        for (sandbox_id,) in self._database.read("expired_sandboxes", {"limit": ENDED_AT_ONCE}):
            if closed < self.bounds.closed_at_once:
                closed += close_players(self._database, sandbox_id, self.bounds.closed_at_once - closed)
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
