"""Tie-breaks, by choice and in order, each with its working: which rounds counted, against whom, and what was cut.

| tie-break | the value | FIDE C.07 | an amount of its working |
|---|---|---|---|
| `buchholz` | the scores of all opponents, added | 8.1 | an opponent's score |
| `buchholz_cut_1` | the same without the lowest | 8.1, 14.1 | the same |
| `buchholz_cut_2` | the same without the two lowest | 8.1, 14.2 | the same |
| `buchholz_median` | the same without the lowest and the highest | 8.1, 14.3 | the same |
| `sonneborn_berger` | each opponent's score times the share of a win taken, added | 9.1 | score, and points taken |
| `direct_encounter` | how many of the tied are placed behind, by the matches among them | 6 | points of such a match |
| `wins` | rounds worth a win, played or not | 7.1 | a round won |
| `wins_played` | matches won at the table | 7.2 | a match won |
| `progressive` | the scores after each round, added | 7.5 | the score after a round |
| `average_rating` | the mean rating of the opponents met at a table, rounded, a half up | 10.1 | an opponent's rating |
| `performance` | that mean, and the rating difference of the share of points taken | 10.2 | rating, and points taken |
| `board_quotient` | board points won, divided by those lost | | both, of a round |
| `levels_won` | levels won | | those of a round |
| `matchpoints`, `imps`, `victory_points` | their totals | | those of a round |
| `lots` | the number drawn | | none |

A higher value is better everywhere. Values are exact, in whole points, wins or ratings; the amounts of the working are
hundredths of a point, as all points are, or ratings, or wins.

Unplayed rounds (FIDE Handbook, C.07, article 16). In a Swiss an opponent counts with the adjusted score: requested byes
at the end of the course, followed by nothing but voluntarily unplayed rounds, count as draws (16.3.2), all else as it
was worth (16.3.1). An entrant's own unplayed round counts as met with a dummy (16.4) who has the own score; by
the edition in force since March 2026 no more than the adjusted score of whoever was scheduled (16.4.1), or where nobody
was, than a draw in every round (16.4.2). Cuts take voluntarily unplayed rounds first (16.5). Unplayed rounds count
neither for direct encounters nor for ratings (15). Where all pairings were fixed beforehand, as in a round robin, a
match that nobody came to counts as met with the scheduled opponent (15), but not for ratings; byes do not count.

After each round the course counts as if it ended there; a match without a result is no part of anything.

Direct encounter (article 6): when all who are tied have met, they are placed by the points of these matches, and those
who are still level by the matches among themselves alone. When some have not met, whoever would be alone in front
whatever the missing matches brought is placed first, then so the next, and the others stay level.

Lots: the two numbers below 2^32 that the dice of `domain.kernel.shuffle` give for the key of the draw and the label
`lots` ‖ 0x00 ‖ the entrant's id as UTF-8, the first times 2^32 plus the second. So everybody can check them, and
nobody's lot depends on who else takes part.

The rating differences are the table of the FIDE Rating Regulations, B.02, 8.1.1. The values of board points, levels,
matchpoints, IMPs and victory points are given by whoever scores the boards.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Literal, NamedTuple, get_args

from domain.kernel.refusals import Illegal
from domain.kernel.shuffle import Dice
from domain.tournaments.appearances import Appearance, appearances
from domain.tournaments.rounding import half_up
from domain.tournaments.rounds import DRAW, WIN, Course, EntrantId, Points

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
TIE_BREAKS: tuple[TieBreak, ...] = get_args(TieBreak)

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


class TieBreaksNotPossible(Illegal):
    """The standings cannot be made by these tie-breaks."""


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


class Given(NamedTuple):
    """The input that the course does not have: tallies of the boards, and the key of the draw of lots."""

    tallies: tuple[Tally, ...] = ()
    seed: bytes | None = None


class Part(NamedTuple):
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


class Value(NamedTuple):
    """The value of a tie-break for an entrant, with its working.

    Attributes:
        tie_break: the tie-break.
        value: the higher the better; `None` is above all numbers: a quotient where nothing was lost.
        parts: the rounds that count and those that were cut, in order.
    """

    tie_break: TieBreak
    value: Fraction | None
    parts: tuple[Part, ...] = ()

    @property
    def order(self) -> tuple[bool, Fraction]:
        """Returns a sort key for the values of one tie-break."""
        return self.value is None, self.value or NOUGHT


NOUGHT = Fraction(0)


class Ledger:
    """All input of the tie-breaks, read from a course once.

    Attributes:
        rules: the rules for reading it.
        given: the input that the course does not have.
        appearances: those of every entrant, in the order of the rounds.
        points: the points of every entrant.
        adjusted: the score of every entrant when it counts for opponents (C.07, article 16.3).
        ratings: the rating of every entrant; 0 if it has none.
        rounds: the number of rounds so far, including the current one.
    """

    def __init__(self, course: Course, rules: TieBreakRules, given: Given) -> None:
        self.rules = rules
        self.given = given
        self.appearances = appearances(course)
        self.points: Mapping[EntrantId, int] = course.points()
        self.adjusted = {
            entrant: self.points[entrant] + (0 if rules.is_predetermined else _made_up(each, rules.draw))
            for entrant, each in self.appearances.items()
        }
        self.ratings = {entrant.id: entrant.rating for entrant in course.entrants}
        self.rounds = len(course.rounds)
        self._tallies: dict[tuple[EntrantId, Quantity], list[Tally]] = {}
        for tally in sorted(given.tallies):
            self._tallies.setdefault((tally.entrant, tally.quantity), []).append(tally)

    def tallies(self, entrant: EntrantId, quantity: Quantity) -> Sequence[Tally]:
        """Returns the tallies of a quantity, in the order of the rounds."""
        return self._tallies.get((entrant, quantity), ())


def check(tie_breaks: Sequence[TieBreak], given: Given) -> None:
    """Checks that standings can be made with these tie-breaks.

    Raises:
        TieBreaksNotPossible: one is unknown or named twice, or lots are not the last one, or they lack a key.
    """
    unknown = [each for each in tie_breaks if each not in TIE_BREAKS]
    if unknown:
        raise TieBreaksNotPossible(f"There is no tie-break {unknown[0]}.", facts={"known": list(TIE_BREAKS)})
    if len(set(tie_breaks)) < len(tie_breaks):
        raise TieBreaksNotPossible("A tie-break is named twice.")
    if "lots" in tie_breaks[:-1]:
        raise TieBreaksNotPossible("Lots are drawn last: nothing that comes after them could decide anything.")
    if "lots" in tie_breaks and given.seed is None:
        raise TieBreaksNotPossible("There is no key with which lots could be drawn.")


def values(ledger: Ledger, tie_break: TieBreak, tied: Sequence[EntrantId]) -> dict[EntrantId, Value]:
    """Returns the values of a checked tie-break for entrants that are tied."""
    if tie_break == "direct_encounter":
        return _direct_encounters(ledger, tied)
    reckon = _OF_ONE[tie_break]
    return {entrant: reckon(ledger, entrant) for entrant in tied}


def _made_up(each: Sequence[Appearance], draw: Points) -> int:
    """Returns how much less requested byes at the end are worth than draws (C.07, article 16.3.2)."""
    more = 0
    for appearance in reversed(each):
        if not appearance.is_voluntary:
            break
        if appearance.is_requested_bye:
            more += draw - appearance.points
    return more


def _opponents(ledger: Ledger, entrant: EntrantId, *, weighed: bool) -> list[tuple[Part, bool]]:
    """Returns opponents and dummies with their scores, and whether the round was voluntarily unplayed."""
    found = []
    for each in ledger.appearances[entrant]:
        if each.is_open:
            continue
        gained = each.points if weighed else None
        if each.opponent is not None and (each.is_at_table or ledger.rules.is_predetermined):
            score = ledger.adjusted[each.opponent]
            found.append((Part(each.round, each.opponent, "opponent", score, gained), False))
        elif not ledger.rules.is_predetermined:
            dummy = _dummy(ledger, entrant, each)
            found.append((Part(each.round, each.opponent, "dummy", dummy, gained), each.is_voluntary))
    return found


def _dummy(ledger: Ledger, entrant: EntrantId, each: Appearance) -> int:
    """Returns the score of the dummy opponent of an unplayed round (C.07, article 16.4)."""
    own = ledger.points[entrant]
    if ledger.rules.edition == "2024":
        return own
    if each.opponent is not None:
        return min(own, ledger.adjusted[each.opponent])
    return min(own, ledger.rules.draw * ledger.rounds)


def _buchholz(tie_break: TieBreak, lowest: int, highest: int) -> "Reckoning":
    def reckon(ledger: Ledger, entrant: EntrantId) -> Value:
        found = _opponents(ledger, entrant, weighed=False)
        parts = _cut(found, lowest, highest) if lowest else tuple(part for part, _ in found)
        return Value(tie_break, _in_points(sum(part.amount for part in parts if not part.is_cut)), parts)

    return reckon


def _cut(found: Sequence[tuple[Part, bool]], lowest: int, highest: int) -> tuple[Part, ...]:
    """Marks the lowest and the highest parts as cut; voluntarily unplayed rounds go first (article 16.5)."""
    upward = sorted(found, key=lambda each: (not each[1], each[0].amount, each[0].round))
    low = [part for part, _ in upward[:lowest]]
    downward = sorted((part for part, _ in upward[lowest:]), key=lambda part: (-part.amount, part.round))
    gone = {part.round for part in (*low, *downward[:highest])}
    return tuple(part._replace(is_cut=True) if part.round in gone else part for part, _ in found)


def _sonneborn_berger(ledger: Ledger, entrant: EntrantId) -> Value:
    parts = tuple(part for part, _ in _opponents(ledger, entrant, weighed=True))
    total = sum(part.amount * (part.gained or 0) for part in parts)
    return Value("sonneborn_berger", Fraction(total, 100 * ledger.rules.win), parts)


def _wins(ledger: Ledger, entrant: EntrantId) -> Value:
    won = [
        each
        for each in ledger.appearances[entrant]
        if each.outcome == "win" or (each.opponent is None and each.points >= ledger.rules.win)
    ]
    return _counted("wins", won)


def _wins_played(ledger: Ledger, entrant: EntrantId) -> Value:
    won = [each for each in ledger.appearances[entrant] if each.is_at_table and each.outcome == "win"]
    return _counted("wins_played", won)


def _counted(tie_break: TieBreak, rounds: Sequence[Appearance]) -> Value:
    parts = tuple(Part(each.round, each.opponent, "own", 1) for each in rounds)
    return Value(tie_break, Fraction(len(parts)), parts)


def _progressive(ledger: Ledger, entrant: EntrantId) -> Value:
    parts = []
    score = 0
    for each in ledger.appearances[entrant]:
        score += each.points
        parts.append(Part(each.round, each.opponent, "own", score))
    return Value("progressive", _in_points(sum(part.amount for part in parts)), tuple(parts))


def _rated(ledger: Ledger, entrant: EntrantId) -> tuple[Part, ...]:
    """Returns the rated opponents that were met at a table (C.07, article 15.2)."""
    return tuple(
        Part(each.round, each.opponent, "opponent", ledger.ratings[each.opponent], each.points)
        for each in ledger.appearances[entrant]
        if each.opponent is not None and each.is_at_table and ledger.ratings[each.opponent]
    )


def _mean_rating(parts: Sequence[Part]) -> int:
    return _rounded(Fraction(sum(part.amount for part in parts), len(parts)))


def _average_rating(ledger: Ledger, entrant: EntrantId) -> Value:
    parts = tuple(part._replace(gained=None) for part in _rated(ledger, entrant))
    return Value("average_rating", Fraction(_mean_rating(parts)) if parts else NOUGHT, parts)


def _performance(ledger: Ledger, entrant: EntrantId) -> Value:
    parts = _rated(ledger, entrant)
    if not parts:
        return Value("performance", NOUGHT)
    share = Fraction(100 * sum(part.gained or 0 for part in parts), len(parts) * ledger.rules.win)
    return Value("performance", Fraction(_mean_rating(parts) + rating_difference(_rounded(share))), parts)


def rating_difference(share: int) -> int:
    """Returns the rating difference for a share of all points, in hundredths."""
    kept = min(max(share, 0), 100)
    return RATING_DIFFERENCES[kept - 50] if kept >= 50 else -RATING_DIFFERENCES[50 - kept]


def _board_quotient(ledger: Ledger, entrant: EntrantId) -> Value:
    tallies = ledger.tallies(entrant, "board_points")
    parts = tuple(Part(tally.round, None, "own", tally.won, lost=tally.lost) for tally in tallies)
    won, lost = sum(tally.won for tally in tallies), sum(tally.lost for tally in tallies)
    if lost:
        return Value("board_quotient", Fraction(won, lost), parts)
    return Value("board_quotient", None if won else Fraction(bool(tallies)), parts)


def _total(tie_break: TieBreak, quantity: Quantity) -> "Reckoning":
    def reckon(ledger: Ledger, entrant: EntrantId) -> Value:
        parts = tuple(Part(tally.round, None, "own", tally.won) for tally in ledger.tallies(entrant, quantity))
        return Value(tie_break, _in_points(sum(part.amount for part in parts)), parts)

    return reckon


def _lots(ledger: Ledger, entrant: EntrantId) -> Value:
    return Value("lots", Fraction(lot(ledger.given.seed or b"", entrant)))


def lot(seed: bytes, entrant: EntrantId) -> int:
    """Returns the lot of an entrant, from 0 to 2^64 - 1, by the rule in the module docstring."""
    dice = Dice(seed, b"lots\0" + entrant.encode())
    return dice.below(1 << 32) << 32 | dice.below(1 << 32)


def _direct_encounters(ledger: Ledger, tied: Sequence[EntrantId]) -> dict[EntrantId, Value]:
    tiers = _tiers(ledger, tied)
    behind = len(tied)
    found = {}
    for tier in tiers:
        behind -= len(tier)
        for entrant in tier:
            parts = tuple(_encounters(ledger, entrant, set(tied)))
            found[entrant] = Value("direct_encounter", Fraction(behind), parts)
    return found


def _encounters(ledger: Ledger, entrant: EntrantId, tied: set[EntrantId]) -> Iterable[Part]:
    return (
        Part(each.round, each.opponent, "own", each.points)
        for each in ledger.appearances[entrant]
        if each.opponent in tied and _is_encounter(ledger, each)
    )


def _is_encounter(ledger: Ledger, each: Appearance) -> bool:
    return each.is_at_table or (ledger.rules.is_predetermined and each.is_match)


class _Own(NamedTuple):
    """The points that an entrant took from others that are tied, and how many of their matches are missing."""

    score: int
    missing: int


def _tiers(ledger: Ledger, tied: Sequence[EntrantId]) -> list[list[EntrantId]]:
    """Groups tied entrants by their matches with each other; entrants that are still tied share a group."""
    if len(tied) == 1:
        return [list(tied)]
    own = {entrant: _own(ledger, entrant, set(tied)) for entrant in tied}
    if any(each.missing for each in own.values()):
        return _tiers_whatever_comes(own, ledger.rules.win)
    tiers = []
    for score in sorted({each.score for each in own.values()}, reverse=True):
        tier = [entrant for entrant, each in own.items() if each.score == score]
        tiers += _tiers(ledger, tier) if len(tier) < len(tied) else [tier]
    return tiers


def _own(ledger: Ledger, entrant: EntrantId, tied: set[EntrantId]) -> _Own:
    score, still_open = 0, 0
    met = {entrant}
    for each in ledger.appearances[entrant]:
        if each.opponent is None or each.opponent not in tied:
            continue
        if each.is_open:
            still_open += 1
            met.add(each.opponent)
        elif _is_encounter(ledger, each):
            score += each.points
            met.add(each.opponent)
    return _Own(score, len(tied) - len(met) + still_open)


def _tiers_whatever_comes(own: Mapping[EntrantId, _Own], win: Points) -> list[list[EntrantId]]:
    """Places entrants that lead whatever the missing matches bring, one after the other; the others stay tied."""
    tiers = []
    rest = dict(own)
    while rest:
        front = max(rest, key=lambda entrant: rest[entrant].score)
        score = rest[front].score
        if any(each.score + each.missing * win >= score for entrant, each in rest.items() if entrant != front):
            tiers.append(list(rest))
            break
        tiers.append([front])
        del rest[front]
    return tiers


def _in_points(hundredths: int) -> Fraction:
    return Fraction(hundredths, 100)


def _rounded(number: Fraction) -> int:
    return half_up(number.numerator, number.denominator)


Reckoning = Callable[[Ledger, EntrantId], Value]

_OF_ONE: Mapping[TieBreak, Reckoning] = {
    "buchholz": _buchholz("buchholz", 0, 0),
    "buchholz_cut_1": _buchholz("buchholz_cut_1", 1, 0),
    "buchholz_cut_2": _buchholz("buchholz_cut_2", 2, 0),
    "buchholz_median": _buchholz("buchholz_median", 1, 1),
    "sonneborn_berger": _sonneborn_berger,
    "wins": _wins,
    "wins_played": _wins_played,
    "progressive": _progressive,
    "average_rating": _average_rating,
    "performance": _performance,
    "board_quotient": _board_quotient,
    "levels_won": _total("levels_won", "levels"),
    "matchpoints": _total("matchpoints", "matchpoints"),
    "imps": _total("imps", "imps"),
    "victory_points": _total("victory_points", "victory_points"),
    "lots": _lots,
}
