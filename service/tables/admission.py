"""Checks, from the data of accounts, whether a player may take a seat at a table."""

from domain.kernel.players import PlayerId
from domain.table.state import Table
from service.accounts.reliability import Reliability
from service.social.blocks.handlers import Blocks


class Admission:
    """Checks players who want to take a seat."""

    def __init__(self, blocks: Blocks, reliability: Reliability) -> None:
        """Takes the blocks between players and the records of their reliability."""
        self._blocks = blocks
        self._reliability = reliability

    def check(self, table: Table, player: PlayerId) -> None:
        """Checks that a player may take a seat.

        Raises:
            SeatRefused: the host blocks the player.
            TooUnreliable: the player's score is below what the table requires.
        """
        self._blocks.check_may_sit(table, player)
        self.check_record(table.min_reliability, player)

    def check_record(self, least: int | None, player: PlayerId) -> None:
        """Raises `TooUnreliable` if the player's score is below `least`."""
        self._reliability.check(least, player)
