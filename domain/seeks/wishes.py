"""What somebody looks for: alternatives and ranges, and what several seekers have in common."""

from typing import NamedTuple

from domain.clocks.rules import ClockKind
from domain.kernel.seats import Seat
from domain.table.events import PlayerId
from domain.table.spectators import Spectators

UNTIMED: ClockKind = "none"
"""The kind of clock that has no time per move."""


class Span(NamedTuple):
    """All whole numbers from the least to the most."""

    least: int
    most: int

    def shared(self, other: "Span") -> "Span | None":
        """The numbers in both; none when there are none."""
        least, most = max(self.least, other.least), min(self.most, other.most)
        return Span(least, most) if least <= most else None


class Variant(NamedTuple):
    """Rules by which somebody would play.

    Attributes:
        key: the rules written in one way, so that equal rules have equal keys.
        teams: the seats that play together from the start; who plays alone is a team of one.
    """

    key: str
    teams: tuple[tuple[Seat, ...], ...]

    @property
    def seats(self) -> int:
        """How many players it takes."""
        return sum(map(len, self.teams))

    @property
    def pairs(self) -> int:
        """How many pairs can play side by side."""
        return sum(len(team) // 2 for team in self.teams)


class Pace(NamedTuple):
    """Clocks with which somebody would play.

    Attributes:
        kinds: of clocks, the one that is liked best in front.
        per_move_s: the seconds that each turn is given anew; none where no kind has any.
    """

    kinds: tuple[ClockKind, ...]
    per_move_s: Span | None

    def shared(self, other: "Pace") -> "Pace | None":
        """The clocks in both, as this one likes them; none when there are none."""
        per_move_s = self.per_move_s.shared(other.per_move_s) if self.per_move_s and other.per_move_s else None
        kinds = tuple(kind for kind in self.kinds if kind in other.kinds and (per_move_s or kind == UNTIMED))
        return Pace(kinds, per_move_s if set(kinds) - {UNTIMED} else None) if kinds else None


class Seek(NamedTuple):
    """Somebody who looks for others to play with.

    Attributes:
        id: of the seek.
        players: who looks; two of them are a pair that plays together.
        variants: of the rules, the one that is liked best in front.
        hands: how many, within a range; none: until the match is won.
        pace: with which clocks.
        spectators: how late they see the table.
        with_bots: whether the others may be programs.
        is_bot: whether one of the players is a program.
    """

    id: str
    players: tuple[PlayerId, ...]
    variants: tuple[Variant, ...]
    hands: Span | None
    pace: Pace
    spectators: Spectators
    with_bots: bool = True
    is_bot: bool = False


class Common(NamedTuple):
    """What all of some seekers would play, by rules that they have in common."""

    hands: Span | None
    pace: Pace
    spectators: Spectators


def common_of(seek: Seek) -> Common:
    """What one seeker alone would play."""
    return Common(seek.hands, seek.pace, seek.spectators)


def shared_with(common: Common, seek: Seek) -> Common | None:
    """What is left when another seeker joins; none when nothing is."""
    if common.spectators != seek.spectators or (common.hands is None) != (seek.hands is None):
        return None
    hands = common.hands.shared(seek.hands) if common.hands and seek.hands else None
    pace = common.pace.shared(seek.pace)
    if pace is None or (hands is None and common.hands is not None):
        return None
    return Common(hands, pace, common.spectators)
