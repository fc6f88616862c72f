"""Combinations (ZS-COMBO-01): how cards that are played together can be read, and which reading is higher.

    pattern            cards                                             rule                compared by
    single             one card                                          ZS-ORD-01           rung
    set                two or more of one rank                           ZS-SET-01..03       rung, then pure
    sequence           one of each of three or more consecutive ranks    ZS-SEQ-01..05       suited, then top, then pure
    multiple_sequence  w >= 2 of each of k >= 3 consecutive ranks        ZS-MSEQ-01..03      top, then pure

A combination is *pure* if no wild card stands for another card:

    pattern            twos can stand for                                jokers can stand for
    set                any lower rank, with a card of that rank          any rank, with a card of it (DEC-98, DEC-112)
    sequence           nothing                                           any rank, in the suit that is needed
    multiple_sequence  any rank that has a natural card or a joker       any rank

ZS-VAR-01, DEC-110  with `zs_twos_in_sequences`, twos are natural cards above the ace in both kinds of sequences. In
                    multiple sequences they are also wild, and jokers may stand for a two as for any other rank.
DEC-99              on a lead, set comes before multiple sequence before sequence; then the highest; then the most ranks
ZS-SEQ-05           a sequence whose natural cards are of one suit is suited: its jokers take that suit

Cards can have several readings (7-8-joker is 6-7-8 or 7-8-9), but only one for each pattern, shape and top. So these
identify a reading. Readings are found by counting cards, without a search.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from domain.games.zheng_shangyou.card_order import ACE, BLACK_JOKER, RED_JOKER, RUNG_OF, THREE, TWO, Rung, printed_suit
from domain.kernel.cards import Cards, Face

Pattern = Literal["single", "set", "sequence", "multiple_sequence"]
PATTERNS: tuple[Pattern, ...] = ("single", "set", "multiple_sequence", "sequence")
"""In the order in which a lead is read (DEC-99)."""

SHORTEST = 3
"""The minimum number of ranks in a sequence (ZS-SEQ-01, ZS-MSEQ-01)."""
NARROWEST = 2
"""The minimum number of cards of each rank in a multiple sequence (ZS-MSEQ-01)."""

PatternKey = tuple[bool, int, bool]


@dataclass(frozen=True, slots=True)
class Combination:
    """A reading of cards.

    Attributes:
        pattern: the pattern.
        ranks: the number of consecutive ranks; 1 for singles and sets.
        width: the number of cards of each rank.
        top: the highest rank.
        suited: whether a sequence is of one suit; false for all other patterns.
        pure: whether no card stands for another.
    """

    pattern: Pattern
    ranks: int
    width: int
    top: Rung
    suited: bool
    pure: bool

    @property
    def shape(self) -> tuple[Pattern, int, int]:
        """What a play must have in common with the previous one (ZS-TURN-02)."""
        return self.pattern, self.ranks, self.width

    @property
    def size(self) -> int:
        """The number of cards."""
        return self.ranks * self.width

    @property
    def key(self) -> PatternKey:
        """The key that orders combinations of one shape: suited, top, pure (ZS-SEQ-05, ZS-MSEQ-03)."""
        return self.suited, self.top, self.pure


class Named(NamedTuple):
    """A reading as a player names it.

    A field that is `None` matches every reading; players name as many fields as they need to identify one.
    """

    pattern: Pattern | None = None
    top: Rung | None = None
    width: int | None = None

    def is_said_of(self, combination: Combination) -> bool:
        """Returns whether the combination matches."""
        return (
            self.pattern in (None, combination.pattern)
            and self.top in (None, combination.top)
            and self.width in (None, combination.width)
        )


ANYTHING = Named()
"""Matches every reading."""


def beats(combination: Combination, previous: Combination) -> bool:
    """Returns whether a play of the same shape is higher than the previous one (ZS-TURN-02, ZS-BEAT-01)."""
    return combination.shape == previous.shape and combination.key > previous.key


def top_of_sequences(*, twos: bool) -> Rung:
    """Returns the highest rank of sequences: the ace, or the two if twos belong to sequences (ZS-VAR-01)."""
    return TWO if twos else ACE


def readings(cards: Sequence[Face], *, twos: bool = False) -> tuple[Combination, ...]:
    """Returns all readings of the cards, with the usual reading of a lead first (DEC-99).

    Args:
        cards: different cards, at least one.
        twos: whether twos are natural cards above the ace in sequences (`zs_twos_in_sequences`).
    """
    found = [
        *_as_single(cards),
        *_as_set(cards),
        *_as_sequence(cards, twos=twos),
        *_as_multiple_sequence(cards, twos=twos),
    ]
    return tuple(sorted(found, key=_before_others))


def _before_others(combination: Combination) -> tuple[int, bool, int, bool, int]:
    suited, top, pure = combination.key
    return PATTERNS.index(combination.pattern), not suited, -top, not pure, -combination.ranks


def _as_single(cards: Sequence[Face]) -> Iterator[Combination]:
    if len(cards) == 1:
        yield Combination("single", 1, 1, RUNG_OF[cards[0]], suited=False, pure=True)


def _as_set(cards: Sequence[Face]) -> Iterator[Combination]:
    """Yields the set of the lowest rank if all other cards are of it or wild.

    Wild cards alone form a set of twos or jokers.
    """
    if len(cards) < 2:
        return
    rungs = [RUNG_OF[card] for card in cards]
    rank = min(rungs)
    if all(rung == rank or rung >= TWO for rung in rungs):
        yield Combination("set", 1, len(cards), rank, suited=False, pure=max(rungs) == rank)


def _as_sequence(cards: Sequence[Face], *, twos: bool) -> Iterator[Combination]:
    natural = [card for card in cards if RUNG_OF[card] < BLACK_JOKER]
    rungs = {RUNG_OF[card] for card in natural}
    size, top = len(cards), top_of_sequences(twos=twos)
    if size < SHORTEST or len(rungs) < len(natural) or max(rungs) > top:
        return
    suited = len({printed_suit(card) for card in natural}) == 1
    for highest in _tops(min(rungs), max(rungs), size, top):
        yield Combination("sequence", size, 1, highest, suited=suited, pure=len(natural) == size)


def _tops(lowest: Rung, highest: Rung, ranks: int, top: Rung) -> Iterator[Rung]:
    """Yields the tops of all spans of `ranks` ranks that include both rungs; none if these are too far apart."""
    return map(Rung, range(max(highest, THREE + ranks - 1), min(top, lowest + ranks - 1) + 1))


def _as_multiple_sequence(cards: Sequence[Face], *, twos: bool) -> Iterator[Combination]:
    counts = Counter(RUNG_OF[card] for card in cards)
    top = top_of_sequences(twos=twos)
    # Twos can always be wild here, so they do not limit the span. `_filled` handles their own rank above the ace.
    bound = [rung for rung in counts if rung < TWO] or [top]
    for ranks in range(SHORTEST, len(cards) // NARROWEST + 1):
        width, rest = divmod(len(cards), ranks)
        if not rest:
            for highest in _tops(min(bound), max(bound), ranks, top):
                pure = _filled(counts, width, highest, ranks)
                if pure is not None:
                    yield Combination("multiple_sequence", ranks, width, highest, suited=False, pure=pure)


def _filled(counts: Counter[Rung], width: int, top: Rung, ranks: int) -> bool | None:
    """Returns whether the cards fill the ranks purely, or `None` if they do not fill them at all.

    The caller has checked the number of cards. Therefore the wild cards fill all gaps if no rank has too many cards,
    and every rank has a natural card or a joker (ZS-MSEQ-02). Twos keep their own rank if the span includes it
    (ZS-VAR-01).
    """
    span = [Rung(rung) for rung in range(top - ranks + 1, top + 1)]
    jokers = counts[BLACK_JOKER] + counts[RED_JOKER]
    if any(counts[rung] > width for rung in span if rung != TWO):
        return None
    if sum(not counts[rung] for rung in span) > jokers:
        return None
    return all(counts[rung] == width for rung in span)


def usual_reading(cards: Cards, *, twos: bool = False) -> Combination | None:
    """Returns the reading of a lead if the player names none, or `None` if the cards are no combination (DEC-99)."""
    return next(iter(readings(cards, twos=twos)), None)


def best_reading(cards: Cards, previous: Combination, *, twos: bool = False) -> Combination | None:
    """Returns the highest reading that beats another combination, or `None` if there is none (DEC-99)."""
    beating = [reading for reading in readings(cards, twos=twos) if beats(reading, previous)]
    return max(beating, key=lambda reading: reading.key, default=None)
