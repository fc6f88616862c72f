"""What a seek asks of the other players, and whether a player meets it.

| wish | a player is refused |
|---|---|
| `not_met_days` | with whom the seeker shared a table in this many days |
| `known_only` | with whom the seeker has never played |
| `least_reliability` | whose reliability is lower; newcomers, whose reliability is provisional, are not refused |
| `most_seconds_a_turn` | who takes more seconds for a turn on average; players with few known turns are not refused |

For a pair, each of the two players has the wishes.
"""

from collections.abc import Mapping
from typing import NamedTuple

from domain.kernel.players import PlayerId
from domain.ratings.reliability import PlayerRecord


class OpponentWishes(NamedTuple):
    """What a seek asks of the other players. See the table of the module; `None` asks nothing."""

    not_met_days: int | None = None
    known_only: bool = False
    least_reliability: int | None = None
    most_seconds_a_turn: int | None = None

    @property
    def concerns_meetings(self) -> bool:
        """Whether earlier games matter."""
        return self.known_only or self.not_met_days is not None

    @property
    def concerns_records(self) -> bool:
        """Whether the reliability or the pace of players matters."""
        return self.least_reliability is not None or self.most_seconds_a_turn is not None


ANY_OPPONENT = OpponentWishes()


class Acquaintances(NamedTuple):
    """Facts about players.

    Attributes:
        days_since: how many days ago the second player last played with the first; pairs who never did are left out.
        records: the records from which the reliability of players follows; players without one are newcomers.
    """

    days_since: Mapping[tuple[PlayerId, PlayerId], float]
    records: Mapping[PlayerId, PlayerRecord]


NOTHING_KNOWN = Acquaintances({}, {})


def is_acceptable(wishes: OpponentWishes, own: PlayerId, other: PlayerId, known: Acquaintances) -> bool:
    """Returns whether another player meets the wishes of a seeker."""
    record = known.records.get(other)
    if record is not None and not (record.suffices(wishes.least_reliability) and _is_fast(wishes, record)):
        return False
    days = known.days_since.get((own, other))
    if days is None:
        return not wishes.known_only
    return wishes.not_met_days is None or days >= wishes.not_met_days


def _is_fast(wishes: OpponentWishes, record: PlayerRecord) -> bool:
    most, pace_s = wishes.most_seconds_a_turn, record.pace_s
    return most is None or pace_s is None or pace_s <= most
