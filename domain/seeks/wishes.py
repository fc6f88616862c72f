"""What a player looks for, as alternatives and ranges, and what several seeks have in common."""

from typing import NamedTuple

from domain.clocks.rules import ClockKind
from domain.kernel.players import PlayerId
from domain.kernel.seats import Seat
from domain.seeks.opponents import ANY_OPPONENT, OpponentWishes
from domain.table.spectators import Spectators

UNTIMED: ClockKind = "none"
"""The kind of clock without a time per move."""


class IntegerSpan(NamedTuple):
    """All integers from `least` to `most`."""

    least: int
    most: int

    def shared(self, other: "IntegerSpan") -> "IntegerSpan | None":
        """Returns the numbers in both spans, or `None` if there are none."""
        least, most = max(self.least, other.least), min(self.most, other.most)
        return IntegerSpan(least, most) if least <= most else None


class Variant(NamedTuple):
    """Rules that a player accepts.

    Attributes:
        key: the rules in a canonical form, so equal rules have equal keys.
        teams: the teams that are fixed from the start. A seat on its own is a team of one.
    """

    key: str
    teams: tuple[tuple[Seat, ...], ...]

    @property
    def seats(self) -> int:
        """The number of players."""
        return sum(map(len, self.teams))

    @property
    def pairs(self) -> int:
        """The number of pairs that can play as partners."""
        return sum(len(team) // 2 for team in self.teams)


class AcceptedClocks(NamedTuple):
    """Clocks that a player accepts.

    Attributes:
        kinds: the kinds of clocks, best liked first.
        per_move_s: the range of seconds per move, or `None` if no kind has any.
    """

    kinds: tuple[ClockKind, ...]
    per_move_s: IntegerSpan | None

    def shared(self, other: "AcceptedClocks") -> "AcceptedClocks | None":
        """Returns the clocks that both accept, in this one's order, or `None` if there are none."""
        per_move_s = self.per_move_s.shared(other.per_move_s) if self.per_move_s and other.per_move_s else None
        kinds = tuple(kind for kind in self.kinds if kind in other.kinds and (per_move_s or kind == UNTIMED))
        return AcceptedClocks(kinds, per_move_s if set(kinds) - {UNTIMED} else None) if kinds else None


class Seek(NamedTuple):
    """A request for others to play with.

    Attributes:
        id: the id of the seek.
        players: the players who seek; two of them are a pair that plays together.
        variants: the accepted rules, best liked first.
        hands: the range of the number of hands, or `None` to play until the match is won.
        pace: the accepted clocks.
        spectators: the delay for spectators.
        with_bots: whether other players may be bots.
        is_bot: whether one of the players is a bot.
        opponents: what it asks of the other players.
    """

    id: str
    players: tuple[PlayerId, ...]
    variants: tuple[Variant, ...]
    hands: IntegerSpan | None
    pace: AcceptedClocks
    spectators: Spectators
    with_bots: bool = True
    is_bot: bool = False
    opponents: OpponentWishes = ANY_OPPONENT


class Common(NamedTuple):
    """What all seeks of a group accept, besides the rules that they have in common."""

    hands: IntegerSpan | None
    pace: AcceptedClocks
    spectators: Spectators


def common_of(seek: Seek) -> Common:
    """Returns what one seek accepts."""
    return Common(seek.hands, seek.pace, seek.spectators)


def shared_with(common: Common, seek: Seek) -> Common | None:
    """Returns what remains in common when another seek joins, or `None`."""
    if common.spectators != seek.spectators or (common.hands is None) != (seek.hands is None):
        return None
    hands = common.hands.shared(seek.hands) if common.hands and seek.hands else None
    pace = common.pace.shared(seek.pace)
    if pace is None or (hands is None and common.hands is not None):
        return None
    return Common(hands, pace, common.spectators)
