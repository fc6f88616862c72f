"""The reliability of players, and what tables require of it."""

from collections.abc import Sequence

from domain.kernel.players import PlayerId
from domain.ratings.reliability import PlayerRecord
from service.platform.store.database import Database


class TooUnreliable(Exception):
    """The table requires a higher score than the player has."""

    def __init__(self, score: int, least: int) -> None:
        super().__init__(score, least)
        self.score = score
        self.least = least


def record_of_marks(turns: str, hands: str, seconds: Sequence[int]) -> PlayerRecord:
    """Returns the record in a row: its marks are 1 for turns in time and finished hands, and 0 for others.

    `seconds` are the times of recent turns.
    """
    known = (len(seconds), sum(seconds))
    return PlayerRecord(len(turns), turns.count("1"), len(hands), hands.count("1"), *known)


class Reliability:
    """Reads the records of players."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def of(self, player: str) -> PlayerRecord:
        """Returns the record of a player's last turns and hands; all zeros for a new player."""
        for turns, hands, seconds in self._database.read("reliability", {"player_id": player}):
            return record_of_marks(turns, hands, seconds)
        return PlayerRecord(0, 0, 0, 0)

    def check(self, least: int | None, player: PlayerId) -> None:
        """Raises `TooUnreliable` if the player's score is below `least`."""
        if least is None:
            return
        record = self.of(player)
        if not record.suffices(least):
            raise TooUnreliable(record.score or 0, least)
