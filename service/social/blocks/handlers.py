"""Blocks between players.

A blocked player cannot challenge the player who blocks them. They cannot take a seat at a table that this player
opened, unless this player challenges them there. Their messages are hidden from this player. Matchmaking never seats
the two together. Blocked players are not informed: refusals do not show that a block is the reason.
"""

from collections.abc import Collection
from datetime import datetime
from typing import NamedTuple

from domain.kernel.players import PlayerId
from domain.table.state import Table
from service.accounts.handlers import AccountClosed, Accounts, NoSuchPlayer
from service.platform.store.checkpoints import Run
from service.platform.store.database import Database, Row


class CannotBeBlocked(Exception):
    """Players cannot block themselves or house bots. The argument is the id."""


class TooManyBlocks(Exception):
    """The player has the maximum number of blocks. The argument is the maximum."""


class SeatRefused(Exception):
    """The host of the table blocks the player. The player does not learn the reason."""


class Blocked(NamedTuple):
    """A blocked player. Closed accounts have no name."""

    player: PlayerId
    name: str | None
    blocked_at: datetime


class Blocks:
    """The blocks of all players."""

    def __init__(self, database: Database, accounts: Accounts) -> None:
        self._database = database
        self._accounts = accounts

    def block(self, player: PlayerId, other: str) -> None:
        """Blocks a player. A repeated call changes nothing.

        Raises:
            NoSuchPlayer: no player has this id.
            CannotBeBlocked: it is the asking player or a house bot.
            TooManyBlocks: the player has the maximum number of blocks.
            AccountClosed: the account was closed meanwhile.
        """
        found = self._accounts.player(other)
        if other == player or found.kind == "house":
            raise CannotBeBlocked(other)
        if found.closed_at is not None:
            raise NoSuchPlayer(other)

        def add(run: Run) -> list[Row]:
            if not run("hold_player", {"player_id": player}):
                raise AccountClosed(player)
            return run("add_block", {"player_id": player, "blocked_id": other, "most": self._database.limits.blocks})

        if not self._database.together(add):
            raise TooManyBlocks(self._database.limits.blocks)

    def unblock(self, player: PlayerId, other: str) -> None:
        """Unblocks a player, if they were blocked."""
        self._database.run("drop_block", {"player_id": player, "blocked_id": other})

    def of(self, player: PlayerId, after: str, limit: int) -> list[Blocked]:
        """Returns a page of the players that a player blocks, after the id `after`."""
        rows = self._database.read("blocks", {"player_id": player, "after": after, "limit": limit})
        return [Blocked(*row) for row in rows]

    def blocked_pairs(self, players: Collection[PlayerId]) -> set[frozenset[PlayerId]]:
        """Returns the pairs among these players in which one blocks the other."""
        rows = self._database.read("blocked_pairs", {"players": list(players)})
        return {frozenset(pair) for pair in rows}

    def check_may_sit(self, table: Table, player: PlayerId) -> None:
        """Checks that a player may take a seat at a table. Raises `SeatRefused`."""
        challenge = table.challenge_of(player)
        is_wanted = challenge is not None and challenge.by == table.host
        if player != table.host and not is_wanted and self._accounts.blocks(table.host, player):
            raise SeatRefused
