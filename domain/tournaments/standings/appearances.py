"""The appearances of each entrant in each round, computed once from the context for all rankings.

| the entrant in a round | kind of the appearance |
|---|---|
| met an opponent at a table | `played` or `adjudicated` |
| was paired, and one side or both did not come | `forfeit` or `double_forfeit` |
| is paired, without a result yet | `open`, without points |
| sat out | the kind of the bye |
| is not named: came later, or has withdrawn | `absent`, without points |

The terms for unplayed rounds are those of the FIDE Handbook, C.07, article 16.1. A requested bye is worth half a point
or nothing. A round is voluntarily unplayed if it is a requested bye or lost by forfeit. A bye with a full point is
neither.
"""

from collections.abc import Iterable, Iterator
from typing import Literal, NamedTuple

from domain.tournaments.terms import Bye, ByeWorth, EntrantId, Match, PairingContext, PlayedRound, Points, Result

NOTHING = Points(0)

AppearanceKind = Literal[
    "played", "adjudicated", "forfeit", "double_forfeit", "open", "pairing", "full", "half", "zero", "absent"
]


class Appearance(NamedTuple):
    """The appearance of an entrant in one round.

    Attributes:
        round: the number of the round.
        opponent: the paired opponent; `None` with a bye.
        points: the points of the entrant.
        against: the points of the opponent; 0 with a bye.
        kind: see the table of the module.
        is_first: whether the entrant was the first side of the match.
    """

    round: int
    opponent: EntrantId | None
    points: Points
    against: Points
    kind: AppearanceKind
    is_first: bool = False

    @property
    def is_at_table(self) -> bool:
        """Whether the two met; an adjudicated result counts as one at the table."""
        return self.kind in ("played", "adjudicated")

    @property
    def is_open(self) -> bool:
        """Whether the result is still open."""
        return self.kind == "open"

    @property
    def is_match(self) -> bool:
        """Whether it is a match with a result, played or not."""
        return self.opponent is not None and not self.is_open

    @property
    def is_requested_bye(self) -> bool:
        """C.07, article 16.1.1: the entrant was not paired at its own request, for half a point or nothing."""
        return self.kind in ("half", "zero", "absent")

    @property
    def is_voluntary(self) -> bool:
        """C.07, article 16.1.2: a requested bye, or a match lost because the entrant did not come."""
        not_come = self.kind == "double_forfeit" or (self.kind == "forfeit" and self.points <= self.against)
        return self.is_requested_bye or not_come

    @property
    def outcome(self) -> Literal["win", "draw", "loss"] | None:
        """The outcome for the entrant; `None` without a result. If neither side came, both have lost."""
        if not self.is_match:
            return None
        if self.points > self.against:
            return "win"
        return "draw" if self.points == self.against and self.kind != "double_forfeit" else "loss"


def appearances(context: PairingContext) -> dict[EntrantId, tuple[Appearance, ...]]:
    """Returns the appearances of every entrant in all paired rounds, in the order of the rounds."""
    worth = context.bye_worth()
    found: dict[EntrantId, list[Appearance]] = {entrant.id: [] for entrant in context.entrants}
    for played in context.rounds:
        number = played.round.number
        missing = dict.fromkeys(found)
        for entrant, appearance in _appearances_in_round(played, worth):
            found[entrant].append(appearance)
            del missing[entrant]
        for entrant in missing:
            found[entrant].append(Appearance(number, None, NOTHING, NOTHING, "absent"))
    return {entrant: tuple(each) for entrant, each in found.items()}


def _appearances_in_round(played: PlayedRound, worth: ByeWorth) -> Iterator[tuple[EntrantId, Appearance]]:
    number = played.round.number
    for match, result in zip(played.round.matches, played.results, strict=True):
        yield from _appearances_in_match(number, match, result)
    yield from _appearances_with_bye(number, played.round.byes, worth)


def _appearances_in_match(number: int, match: Match, result: Result | None) -> Iterator[tuple[EntrantId, Appearance]]:
    one, two = match
    if result is None:
        yield one, Appearance(number, two, NOTHING, NOTHING, "open", is_first=True)
        yield two, Appearance(number, one, NOTHING, NOTHING, "open")
    else:
        yield one, Appearance(number, two, result.first, result.second, result.kind, is_first=True)
        yield two, Appearance(number, one, result.second, result.first, result.kind)


def _appearances_with_bye(number: int, byes: Iterable[Bye], worth: ByeWorth) -> Iterator[tuple[EntrantId, Appearance]]:
    for bye in byes:
        yield bye.entrant, Appearance(number, None, worth.of(bye), NOTHING, bye.kind)
