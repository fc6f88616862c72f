"""The values of tie-breaks, each by its own rule."""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Literal, NamedTuple

from domain.kernel.shuffle import Dice
from domain.tournaments.standings.appearances import Appearance, appearances
from domain.tournaments.standings.rounding import half_up
from domain.tournaments.terms import DRAW, WIN, EntrantId, PairingContext, Points


def in_points(hundredths: int) -> Fraction:
    """Returns hundredths of a point as points."""
    return Fraction(hundredths, 100)


def rounded_half_up(number: Fraction) -> int:
    """Returns the nearest whole number; halves are rounded up."""
    return half_up(number.numerator, number.denominator)


TieBreak = Literal[
    "buchholz",
    "buchholz_cut_1",
    "buchholz_cut_2",
    "buchholz_median",
    "sonneborn_berger",
    "direct_encounter",
    "wins",
    "wins_played",
    "progressive",
    "average_rating",
    "performance",
    "board_quotient",
    "levels_won",
    "matchpoints",
    "imps",
    "victory_points",
    "lots",
]
Quantity = Literal["board_points", "levels", "matchpoints", "imps", "victory_points"]
"""The quantities that are counted beside the points of a match."""
RATING_DIFFERENCES = (
    *(0, 7, 14, 21, 29, 36, 43, 50, 57, 65),
    *(72, 80, 87, 95, 102, 110, 117, 125, 133, 141),
    *(149, 158, 166, 175, 184, 193, 202, 211, 220, 230),
    *(240, 251, 262, 273, 284, 296, 309, 322, 336, 351),
    *(366, 383, 401, 422, 444, 470, 501, 538, 589, 677),
    800,
)
"""Rating differences by hundredths of the points taken, from 50 on; below 50 they are the same with a minus sign."""


class TieBreakRules(NamedTuple):
    """The rules for unplayed rounds, and the points of a match.

    Attributes:
        edition: the edition of FIDE's tie-break regulations: in force from April 2024, or from March 2026.
        is_predetermined: whether all pairings were fixed beforehand, as in a round robin.
        win: the points of a win.
        draw: the points of a draw.
    """

    edition: Literal["2024", "2026"] = "2026"
    is_predetermined: bool = False
    win: Points = WIN
    draw: Points = DRAW


class Tally(NamedTuple):
    """What an entrant won and lost of a quantity in a round, in hundredths."""

    entrant: EntrantId
    round: int
    quantity: Quantity
    won: int
    lost: int = 0


class TieBreakInput(NamedTuple):
    """The input that the context does not have: tallies of the boards, and the key of the draw of lots."""

    tallies: tuple[Tally, ...] = ()
    seed: bytes | None = None


class TieBreakPart(NamedTuple):
    """One round in the working of a value.

    Attributes:
        round: its number.
        opponent: the opponent that the entrant met or was to meet; `None` with a bye.
        role: whether the amount is the opponent's, a dummy's, or the entrant's own.
        amount: see the table of the module docstring.
        gained: the points that the entrant took, where they weight the amount.
        lost: what the entrant lost of the quantity, where that counts.
        is_cut: whether the round was cut.
    """

    round: int
    opponent: EntrantId | None
    role: Literal["opponent", "dummy", "own"]
    amount: int
    gained: Points | None = None
    lost: int | None = None
    is_cut: bool = False


class TieBreakValue(NamedTuple):
    """The value of a tie-break for an entrant, with its working.

    Attributes:
        tie_break: the tie-break.
        value: the higher the better; `None` is above all numbers: a quotient where nothing was lost.
        parts: the rounds that count and those that were cut, in order.
    """

    tie_break: TieBreak
    value: Fraction | None
    parts: tuple[TieBreakPart, ...] = ()

    @property
    def order(self) -> tuple[bool, Fraction]:
        """Returns a sort key for the values of one tie-break."""
        return self.value is None, self.value or NOUGHT


NOUGHT = Fraction(0)


class TieBreakContext:
    """All input of the tie-breaks, read from a context once.

    Attributes:
        rules: the rules for reading it.
        given: the input that the context does not have.
        appearances: those of every entrant, in the order of the rounds.
        points: the points of every entrant.
        adjusted: the score of every entrant when it counts for opponents (C.07, article 16.3).
        ratings: the rating of every entrant; 0 if it has none.
        rounds: the number of rounds so far, including the current one.
    """

    def __init__(self, context: PairingContext, rules: TieBreakRules, given: TieBreakInput) -> None:
        self.rules = rules
        self.given = given
        self.appearances = appearances(context)
        self.points: Mapping[EntrantId, int] = context.points()
        self.adjusted = {
            entrant: self.points[entrant] + (0 if rules.is_predetermined else _bye_correction(each, rules.draw))
            for entrant, each in self.appearances.items()
        }
        self.ratings = {entrant.id: entrant.rating for entrant in context.entrants}
        self.rounds = len(context.rounds)
        self._tallies: dict[tuple[EntrantId, Quantity], list[Tally]] = {}
        for tally in sorted(given.tallies):
            self._tallies.setdefault((tally.entrant, tally.quantity), []).append(tally)

    def tallies(self, entrant: EntrantId, quantity: Quantity) -> Sequence[Tally]:
        """Returns the tallies of a quantity, in the order of the rounds."""
        return self._tallies.get((entrant, quantity), ())


TieBreakComputation = Callable[[TieBreakContext, EntrantId], TieBreakValue]


def _bye_correction(each: Sequence[Appearance], draw: Points) -> int:
    """Returns how much less requested byes at the end are worth than draws (C.07, article 16.3.2)."""
    more = 0
    for appearance in reversed(each):
        if not appearance.is_voluntary:
            break
        if appearance.is_requested_bye:
            more += draw - appearance.points
    return more


def _opponents(context: TieBreakContext, entrant: EntrantId, *, weighed: bool) -> list[tuple[TieBreakPart, bool]]:
    """Returns opponents and dummies with their scores, and whether the round was voluntarily unplayed."""
    found = []
    for each in context.appearances[entrant]:
        if each.is_open:
            continue
        gained = each.points if weighed else None
        if each.opponent is not None and (each.is_at_table or context.rules.is_predetermined):
            score = context.adjusted[each.opponent]
            found.append((TieBreakPart(each.round, each.opponent, "opponent", score, gained), False))
        elif not context.rules.is_predetermined:
            dummy = _dummy_score(context, entrant, each)
            found.append((TieBreakPart(each.round, each.opponent, "dummy", dummy, gained), each.is_voluntary))
    return found


def _dummy_score(context: TieBreakContext, entrant: EntrantId, each: Appearance) -> int:
    """Returns the score of the dummy opponent of an unplayed round (C.07, article 16.4)."""
    own = context.points[entrant]
    if context.rules.edition == "2024":
        return own
    if each.opponent is not None:
        return min(own, context.adjusted[each.opponent])
    return min(own, context.rules.draw * context.rounds)


def buchholz(tie_break: TieBreak, lowest: int, highest: int) -> "TieBreakComputation":
    """Returns the sum of the opponents' scores, without the lowest and the highest ones."""

    def compute(context: TieBreakContext, entrant: EntrantId) -> TieBreakValue:
        found = _opponents(context, entrant, weighed=False)
        parts = _with_cuts(found, lowest, highest) if lowest else tuple(part for part, _ in found)
        return TieBreakValue(tie_break, in_points(sum(part.amount for part in parts if not part.is_cut)), parts)

    return compute


def _with_cuts(found: Sequence[tuple[TieBreakPart, bool]], lowest: int, highest: int) -> tuple[TieBreakPart, ...]:
    """Marks the lowest and highest parts as cut: voluntarily unplayed rounds first (FIDE C.07, article 16.5)."""
    upward = sorted(found, key=lambda each: (not each[1], each[0].amount, each[0].round))
    low = [part for part, _ in upward[:lowest]]
    downward = sorted((part for part, _ in upward[lowest:]), key=lambda part: (-part.amount, part.round))
    gone = {part.round for part in (*low, *downward[:highest])}
    return tuple(part._replace(is_cut=True) if part.round in gone else part for part, _ in found)


def sonneborn_berger(context: TieBreakContext, entrant: EntrantId) -> TieBreakValue:
    """Returns the sum of the opponents' scores, each times the share gained from that opponent."""
    parts = tuple(part for part, _ in _opponents(context, entrant, weighed=True))
    total = sum(part.amount * (part.gained or 0) for part in parts)
    return TieBreakValue("sonneborn_berger", Fraction(total, 100 * context.rules.win), parts)


def wins(context: TieBreakContext, entrant: EntrantId) -> TieBreakValue:
    """Returns the number of wins, and of rounds without an opponent that count as a win."""
    won = [
        each
        for each in context.appearances[entrant]
        if each.outcome == "win" or (each.opponent is None and each.points >= context.rules.win)
    ]
    return _count_of("wins", won)


def wins_played(context: TieBreakContext, entrant: EntrantId) -> TieBreakValue:
    """Returns the number of wins at a table."""
    won = [each for each in context.appearances[entrant] if each.is_at_table and each.outcome == "win"]
    return _count_of("wins_played", won)


def _count_of(tie_break: TieBreak, rounds: Sequence[Appearance]) -> TieBreakValue:
    parts = tuple(TieBreakPart(each.round, each.opponent, "own", 1) for each in rounds)
    return TieBreakValue(tie_break, Fraction(len(parts)), parts)


def progressive(context: TieBreakContext, entrant: EntrantId) -> TieBreakValue:
    """Returns the sum of the scores after each round."""
    parts = []
    score = 0
    for each in context.appearances[entrant]:
        score += each.points
        parts.append(TieBreakPart(each.round, each.opponent, "own", score))
    return TieBreakValue("progressive", in_points(sum(part.amount for part in parts)), tuple(parts))


def _rated_opponents(context: TieBreakContext, entrant: EntrantId) -> tuple[TieBreakPart, ...]:
    """Returns the rated opponents that were met at a table (C.07, article 15.2)."""
    return tuple(
        TieBreakPart(each.round, each.opponent, "opponent", context.ratings[each.opponent], each.points)
        for each in context.appearances[entrant]
        if each.opponent is not None and each.is_at_table and context.ratings[each.opponent]
    )


def _mean_rating(parts: Sequence[TieBreakPart]) -> int:
    return rounded_half_up(Fraction(sum(part.amount for part in parts), len(parts)))


def average_rating(context: TieBreakContext, entrant: EntrantId) -> TieBreakValue:
    """Returns the mean of the opponents' ratings."""
    parts = tuple(part._replace(gained=None) for part in _rated_opponents(context, entrant))
    return TieBreakValue("average_rating", Fraction(_mean_rating(parts)) if parts else NOUGHT, parts)


def performance(context: TieBreakContext, entrant: EntrantId) -> TieBreakValue:
    """Returns the rating performance."""
    parts = _rated_opponents(context, entrant)
    if not parts:
        return TieBreakValue("performance", NOUGHT)
    share = Fraction(100 * sum(part.gained or 0 for part in parts), len(parts) * context.rules.win)
    return TieBreakValue(
        "performance", Fraction(_mean_rating(parts) + rating_difference(rounded_half_up(share))), parts
    )


def rating_difference(share: int) -> int:
    """Returns the rating difference for a share of all points, in hundredths."""
    kept = min(max(share, 0), 100)
    return RATING_DIFFERENCES[kept - 50] if kept >= 50 else -RATING_DIFFERENCES[50 - kept]


def board_quotient(context: TieBreakContext, entrant: EntrantId) -> TieBreakValue:
    """Returns board points won for each one lost."""
    tallies = context.tallies(entrant, "board_points")
    parts = tuple(TieBreakPart(tally.round, None, "own", tally.won, lost=tally.lost) for tally in tallies)
    won, lost = sum(tally.won for tally in tallies), sum(tally.lost for tally in tallies)
    if lost:
        return TieBreakValue("board_quotient", Fraction(won, lost), parts)
    return TieBreakValue("board_quotient", None if won else Fraction(bool(tallies)), parts)


def sum_of_quantity(tie_break: TieBreak, quantity: Quantity) -> "TieBreakComputation":
    """Returns the sum of a quantity over all rounds."""

    def compute(context: TieBreakContext, entrant: EntrantId) -> TieBreakValue:
        parts = tuple(TieBreakPart(tally.round, None, "own", tally.won) for tally in context.tallies(entrant, quantity))
        return TieBreakValue(tie_break, in_points(sum(part.amount for part in parts)), parts)

    return compute


def by_lots(context: TieBreakContext, entrant: EntrantId) -> TieBreakValue:
    """Returns the lot of an entrant."""
    return TieBreakValue("lots", Fraction(lot(context.given.seed or b"", entrant)))


def lot(seed: bytes, entrant: EntrantId) -> int:
    """Returns the lot of an entrant, from 0 to 2^64 - 1, by the rule in the module docstring."""
    dice = Dice(seed, b"lots\0" + entrant.encode())
    return dice.below(1 << 32) << 32 | dice.below(1 << 32)
