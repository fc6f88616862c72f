"""Who wants to have nothing to do with whom.

A blocked player cannot challenge the player who blocks them. They cannot sit down at a table of this player, unless
this player challenges them there. Their messages are hidden from this player. Matchmaking never seats the two together.
They are never told of it: what they cannot do is refused as it would be for other reasons too.
"""

from collections.abc import Collection
from datetime import datetime
from typing import NamedTuple

from domain.kernel.players import PlayerId
from domain.table.state import Table
from service.accounts.handlers import AccountClosed, Accounts, NoSuchPlayer
from service.platform.store.database import Database, Row
from service.platform.store.subscription import Run

BLOCKS_LIMIT = 1000


class CannotBeBlocked(Exception):
    """Nobody blocks themselves or a bot of the house; its argument is the id."""


class TooManyBlocks(Exception):
    """The player blocks as many as may be."""


class SeatRefused(Exception):
    """The player gets no seat at this table, for reasons that are nobody's business."""


class Blocked(NamedTuple):
    """Somebody who is blocked; no name when the account is closed."""

    player: PlayerId
    name: str | None
    blocked_at: datetime


class Blocks:
    """The blocks of all players."""

    def __init__(self, database: Database, accounts: Accounts) -> None:
        self._database = database
        self._accounts = accounts

    def block(self, player: PlayerId, other: str) -> None:
        """Blocks somebody, who may be blocked already.

        Raises:
            NoSuchPlayer: there is nobody of this id.
            CannotBeBlocked: it is the player, or a bot of the house.
            TooManyBlocks: the player blocks enough.
            AccountClosed: the account of the player was closed meanwhile.
        """
        found = self._accounts.player(other)
        if other == player or found.kind == "house":
            raise CannotBeBlocked(other)
        if found.closed_at is not None:
            raise NoSuchPlayer(other)

        def add(run: Run) -> list[Row]:
            if not run("hold_player", {"player_id": player}):
                raise AccountClosed(player)
            return run("add_block", {"player_id": player, "blocked_id": other, "most": BLOCKS_LIMIT})

        if not self._database.together(add):
            raise TooManyBlocks

    def unblock(self, player: PlayerId, other: str) -> None:
        """Lets somebody be who may have been blocked."""
        self._database.run("drop_block", {"player_id": player, "blocked_id": other})

    def of(self, player: PlayerId, after: str, limit: int) -> list[Blocked]:
        """Whom a player blocks, from behind the one of id `after`."""
        rows = self._database.read("blocks", {"player_id": player, "after": after, "limit": limit})
        return [Blocked(*row) for row in rows]

    def blocked_pairs(self, players: Collection[PlayerId]) -> set[frozenset[PlayerId]]:
        """The pairs among these players of whom one blocks the other, who are not to be brought together."""
        rows = self._database.read("blocked_pairs", {"players": list(players)})
        return {frozenset(pair) for pair in rows}

    def check_may_sit(self, table: Table, player: PlayerId) -> None:
        """Whether a player may sit down at a table. Raises `SeatRefused`."""
        challenge = table.challenge_of(player)
        is_wanted = challenge is not None and challenge.by == table.host
        if player != table.host and not is_wanted and self._accounts.blocks(table.host, player):
            raise SeatRefused
