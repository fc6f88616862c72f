"""The plays that a hand allows: each combination with one example, and all plays as far as the caller needs them.

An 18-card hand with three wild cards can be led in hundreds of thousands of ways, but these form only a few hundred
combinations. Therefore lists contain combinations, each with the cards that use the fewest wild cards and are as pure
as possible. Counting cards tells which combinations are possible. Plays are generated lazily.
"""

import itertools
from collections.abc import Iterator
from typing import NamedTuple

from domain.games.zheng_shangyou.card_order import BLACK_JOKER, NATURALS, RUNG_OF, TWO, Rung, low_to_high, printed_suit
from domain.games.zheng_shangyou.combinations import NARROWEST, SHORTEST, Combination, beats, top_of_sequences
from domain.kernel.cards import SUITS, Cards, Face, Suit


class Choice(NamedTuple):
    """A combination that a hand allows, and cards that form it."""

    combination: Combination
    cards: Cards


class _Holding:
    """The cards of a hand, grouped by rung, which is the strength of a card.

    Attributes:
        cards: all cards, low to high.
        twos: whether twos are natural cards above the ace in sequences.
        top: the highest rank of sequences.
        at: the cards on each rung.
        jokers: the jokers.
        wild: all cards that can be wild in sets and multiple sequences, twos first.
    """

    def __init__(self, hand: Cards, *, twos: bool) -> None:
        cards = low_to_high(hand)
        self.cards = cards
        self.twos = twos
        self.top = top_of_sequences(twos=twos)
        self.at: list[Cards] = [tuple(card for card in cards if RUNG_OF[card] == rung) for rung in range(15)]
        self.jokers: Cards = tuple(card for card in cards if RUNG_OF[card] >= BLACK_JOKER)
        self.wild: Cards = self.at[TWO] + self.jokers

    def span(self, top: Rung, ranks: int) -> list[Rung]:
        """Returns the rungs of a sequence."""
        return [Rung(rung) for rung in range(top - ranks + 1, top + 1)]

    def spans(self, longest: int) -> Iterator[tuple[int, Rung]]:
        """Yields each possible number of ranks with each possible top of a sequence."""
        for ranks in range(SHORTEST, min(longest, self.top + 1) + 1):
            for top in range(ranks - 1, self.top + 1):
                yield ranks, Rung(top)


def choices(hand: Cards, previous: Combination | None, *, twos: bool = False) -> Iterator[Choice]:
    """Yields the combinations that can be led, or that beat another: one for each pattern, shape, top and suitedness.

    Args:
        hand: the cards of the seat.
        previous: the combination to beat, or `None` on a lead.
        twos: whether twos are natural cards above the ace in sequences.
    """
    holding = _Holding(hand, twos=twos)
    if previous is None:
        yield from _singles(holding)
        yield from _sets(holding, range(2, len(hand) + 1))
        yield from _multiple_sequences(holding, None, None)
        yield from _sequences(holding, None)
        return
    yield from (choice for choice in _of_shape(holding, previous) if beats(choice.combination, previous))


def _of_shape(holding: _Holding, previous: Combination) -> Iterator[Choice]:
    match previous.pattern:
        case "single":
            return _singles(holding)
        case "set":
            return _sets(holding, range(previous.width, previous.width + 1))
        case "sequence":
            return _sequences(holding, previous.ranks)
        case "multiple_sequence":
            return _multiple_sequences(holding, previous.ranks, previous.width)


def _singles(holding: _Holding) -> Iterator[Choice]:
    for on_rung in holding.at:
        if on_rung:
            card = on_rung[0]
            yield Choice(Combination("single", 1, 1, RUNG_OF[card], suited=False, pure=True), (card,))


def _sets(holding: _Holding, widths: range) -> Iterator[Choice]:
    for rung in (*NATURALS, TWO, BLACK_JOKER):
        natural, wild = holding.at[rung], _wild_above(holding, rung)
        for width in widths:
            if natural and width <= len(natural) + len(wild):
                cards = (natural + wild)[:width]
                pure = width <= len(natural)
                yield Choice(Combination("set", 1, width, rung, suited=False, pure=pure), cards)


def _wild_above(holding: _Holding, rung: Rung) -> Cards:
    """Returns the wild cards that can join a set of that rung, which are the higher ones (ZS-SET-02, DEC-98)."""
    return tuple(card for card in holding.wild if RUNG_OF[card] > rung)


def _sequences(holding: _Holding, ranks: int | None) -> Iterator[Choice]:
    for length, top in holding.spans(len(holding.cards)):
        if ranks in (None, length):
            span = holding.span(top, length)
            yield from _mixed_sequence(holding, span)
            yield from _suited_sequence(holding, span)


def _mixed_sequence(holding: _Holding, span: list[Rung]) -> Iterator[Choice]:
    picked = [holding.at[rung][0] for rung in span if holding.at[rung]]
    missing = len(span) - len(picked)
    if missing > len(holding.jokers) or not picked:
        return
    if len({printed_suit(card) for card in picked}) == 1:
        # A card of another suit on any rank makes the sequence mixed.
        other = next((rung for rung in span if len(holding.at[rung]) > 1), None)
        if other is None or len(picked) == 1:
            return
        picked = [card if RUNG_OF[card] != other else holding.at[other][1] for card in picked]
    yield _sequence(span, (*picked, *holding.jokers[:missing]), missing, suited=False)


def _suited_sequence(holding: _Holding, span: list[Rung]) -> Iterator[Choice]:
    """Yields the suited sequence with the fewest jokers, if there is one."""
    at = tuple(card for rung in span for card in holding.at[rung])
    best = max((_of_suit(at, suit) for suit in SUITS), key=len)
    missing = len(span) - len(best)
    if best and missing <= len(holding.jokers):
        yield _sequence(span, (*best, *holding.jokers[:missing]), missing, suited=True)


def _of_suit(cards: Cards, suit: Suit) -> Cards:
    return tuple(card for card in cards if printed_suit(card) == suit)


def _sequence(span: list[Rung], cards: Cards, missing: int, *, suited: bool) -> Choice:
    return Choice(Combination("sequence", len(span), 1, span[-1], suited=suited, pure=not missing), cards)


def _multiple_sequences(holding: _Holding, ranks: int | None, width: int | None) -> Iterator[Choice]:
    for length, top in holding.spans(len(holding.cards) // NARROWEST):
        if ranks in (None, length):
            span = holding.span(top, length)
            for wide in range(NARROWEST, len(holding.cards) // length + 1):
                if width in (None, wide):
                    yield from _multiple_sequence(holding, span, wide)


def _multiple_sequence(holding: _Holding, span: list[Rung], width: int) -> Iterator[Choice]:
    natural = [card for rung in span for card in holding.at[rung][:width]]
    wild = [card for card in holding.wild if card not in natural]
    missing = len(span) * width - len(natural)
    bare = sum(not holding.at[rung] for rung in span)
    if missing > len(wild) or bare > len(holding.jokers):
        return
    # Each rank without a natural card needs a joker. Twos fill the other gaps first, since jokers are worth more.
    fill = (*holding.jokers[:bare], *(card for card in wild if card not in holding.jokers[:bare]))[:missing]
    yield Choice(
        Combination("multiple_sequence", len(span), width, span[-1], suited=False, pure=not missing),
        (*natural, *fill),
    )


def ways(hand: Cards, combination: Combination, previous: Combination | None, *, twos: bool = False) -> Iterator[Cards]:
    """Yields every set of cards that forms a combination of this pattern, shape, top and suit and beats another one.

    Args:
        hand: the cards of the seat.
        combination: one of the choices from the hand.
        previous: the combination to beat, or `None` on a lead.
        twos: whether twos are natural cards above the ace in sequences.
    """
    return _ways(_Holding(hand, twos=twos), combination, previous)


def plays(hand: Cards, previous: Combination | None, *, twos: bool = False) -> Iterator[Cards]:
    """Yields every set of cards that can be led or beats another combination, once each. The examples come first."""
    holding = _Holding(hand, twos=twos)
    found = list(choices(hand, previous, twos=twos))
    more = (way for choice in found for way in _ways(holding, choice.combination, previous))
    seen: set[frozenset[Face]] = set()
    for cards in itertools.chain((choice.cards for choice in found), more):
        play = frozenset(cards)
        if play not in seen:
            seen.add(play)
            yield cards


def _ways(holding: _Holding, combination: Combination, previous: Combination | None) -> Iterator[Cards]:
    """Implements `ways`. It generates only sets that beat the previous play, since filtering could take too long."""
    span = holding.span(combination.top, combination.ranks)
    equal = previous is not None and (previous.suited, previous.top) == (combination.suited, combination.top)
    match combination.pattern:
        case "single":
            return ((card,) for card in holding.at[combination.top])
        case "set":
            wild = _wild_above(holding, combination.top)
        case "sequence":
            wild = holding.jokers
        case "multiple_sequence":
            wild = holding.wild
    # Of combinations that differ in purity only, the pure one is higher.
    wild = () if equal else wild
    natural = [holding.at[rung] for rung in span]
    if combination.suited:
        of_suits = ([_of_suit(cards, suit) for cards in natural] for suit in SUITS)
        return itertools.chain.from_iterable(_ways_to_fill(span, cards, 1, wild) for cards in of_suits)
    made = _ways_to_fill(span, natural, combination.width, wild)
    return (cards for cards in made if combination.pattern != "sequence" or not _is_suited(cards))


def _is_suited(cards: Cards) -> bool:
    return len({printed_suit(card) for card in cards if RUNG_OF[card] < BLACK_JOKER}) == 1


def _ways_to_fill(span: list[Rung], at: list[Cards], width: int, wild: Cards) -> Iterator[Cards]:
    """Yields every way to fill the ranks to a width with natural and wild cards, fewest wild cards first."""
    size = len(span) * width
    for spare in range(min(len(wild), size - 1) + 1):
        for filling in itertools.combinations(wild, spare):
            natural = [tuple(card for card in cards if card not in filling) for cards in at]
            for picked in _picked(natural, width, size - spare):
                if _is_filled(span, picked, filling):
                    yield (*picked, *filling)


def _picked(natural: list[Cards], width: int, count: int) -> Iterator[Cards]:
    """Yields every way to take `count` cards, at most `width` from each rung."""
    if not natural:
        if not count:
            yield ()
        return
    behind = sum(min(width, len(cards)) for cards in natural[1:])
    for taken in range(min(width, len(natural[0]), count), max(count - behind, 0) - 1, -1):
        for some in itertools.combinations(natural[0], taken):
            for more in _picked(natural[1:], width, count - taken):
                yield some + more


def _is_filled(span: list[Rung], picked: Cards, filling: Cards) -> bool:
    """Returns whether a joker is available for every rank without a natural card (ZS-MSEQ-02)."""
    if len(span) == 1:
        return bool(picked)
    held = {RUNG_OF[card] for card in (*picked, *filling)}
    return sum(rung not in held for rung in span) <= sum(RUNG_OF[card] >= BLACK_JOKER for card in filling)
