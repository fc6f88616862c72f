"""Who is let in at a table, as far as accounts tell and the table itself does not know."""

from domain.kernel.players import PlayerId
from domain.table.state import Table
from service.accounts.reliability import Reliability
from service.social.blocks.handlers import Blocks


class Admission:
    """Looks at those who want to sit down."""

    def __init__(self, blocks: Blocks, reliability: Reliability) -> None:
        """Puts together who blocks whom, and how far one can rely on players."""
        self._blocks = blocks
        self._reliability = reliability

    def check(self, table: Table, player: PlayerId) -> None:
        """Whether a player is let in.

        Raises:
            SeatRefused: the host wants to have nothing to do with them.
            TooUnreliable: the table asks for more than their record has.
        """
        self._blocks.check_may_sit(table, player)
        self.check_record(table.min_reliability, player)

    def check_record(self, least: int | None, player: PlayerId) -> None:
        """Raises `TooUnreliable` if the player's score is below `least`."""
        self._reliability.check(least, player)
