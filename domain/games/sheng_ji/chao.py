"""Chao Di Pi, bidding for the kitty.

the ladder (SJ-CHAO-03, SJ-CHAO-05)   number of equal cards, then: trump rank in D < C < H < S < small < big jokers
SJ-CHAO-01  two or more identical cards of the trump rank, or identical jokers, show a new trump suit or no-trump
DEC-25      they must rank higher than the last declaration, in the draw or since, by another seat
DEC-28      if nothing was declared, any pair may be shown
DEC-29      with more decks the number of cards comes first, then the ladder

the seats polled (SJ-CHAO-02, DEC-24), always to the right; the phase ends when none is left
single_pass  each player but the dealer once
repeat       the same; after an override all others are polled again, including the dealer
`chao_skip_last_bidder`: the first round omits the last to declare or override in the draw
"""

from domain.games.sheng_ji.declare import Declaration, DeclarationTooLow, NotADeclaration, OwnDeclaration
from domain.games.sheng_ji.options.kitty import ChaoDiPi
from domain.kernel.cards import BIG_JOKER, NAMES, RANK_NAMES, SMALL_JOKER, SUITS, Cards, Face, Rank, face, suit_of
from domain.kernel.messages import message
from domain.kernel.seats import Seat, others_in_turn

_RANKED_SUITS = tuple(SUITS[index] for index in (1, 0, 2, 3))
"""Diamonds, clubs, hearts, spades: equal in the draw, ranked here (SJ-CHAO-03)."""


def ladder(trump_rank: Rank) -> Cards:
    """Returns the faces that can be shown, from low to high (SJ-CHAO-03)."""
    return (*(face(trump_rank, suit) for suit in _RANKED_SUITS), SMALL_JOKER, BIG_JOKER)


def strength(card: Face, copies: int) -> tuple[int, int]:
    """Returns the rank of a shown tuple on the ladder (SJ-CHAO-05), as a sort key."""
    if card >= SMALL_JOKER:
        return (copies, len(_RANKED_SUITS) + card - SMALL_JOKER)
    return (copies, _RANKED_SUITS.index(suit_of(card)))


def show_over(trump_rank: Rank, standing: Declaration | None, seat: Seat, cards: Cards) -> Declaration:
    """Returns the standing declaration after the seat shows these cards (SJ-CHAO-01).

    Args:
        trump_rank: the trump rank of the hand.
        standing: the last declaration, in the draw or since, if any.
        seat: the seat that shows cards.
        cards: the cards, at least one.

    Raises:
        Illegal: the seat cannot show these cards now.
    """
    card = cards[0]
    rank_name = RANK_NAMES[trump_rank]
    if len(cards) == 1 or any(other != card for other in cards) or card not in ladder(trump_rank):
        raise NotADeclaration(
            message("the cards are neither identical cards of the trump rank nor identical jokers, at least two"),
            rule="SJ-CHAO-01",
            hint=message("show a pair of {rank_name} or of jokers, or pass", rank_name=rank_name),
        )
    if standing is None:
        return Declaration(seat, card, len(cards))
    if standing.seat == seat:
        raise OwnDeclaration(message("your own cards already stand"), rule="DEC-25", hint=message("pass"))
    if strength(card, len(cards)) <= strength(standing.card, len(standing.cards)):
        raise DeclarationTooLow(
            message(
                "{count} x {names} does not rank above {count_2} x {names_2}",
                count=len(cards),
                names=NAMES[card],
                count_2=len(standing.cards),
                names_2=NAMES[standing.card],
            ),
            rule="SJ-CHAO-03",
            hint=message(
                "show more cards, or a pair higher on the ladder D < C < H < S < small jokers < big jokers, or pass"
            ),
        )
    return Declaration(seat, card, len(cards))


def possible_shows_over(
    trump_rank: Rank, standing: Declaration | None, seat: Seat, held: dict[Face, int]
) -> tuple[Cards, ...]:
    """Returns all cards that a seat with these numbers of each face could show now, lowest first."""
    if standing is not None and standing.seat == seat:
        return ()
    to_beat = (1, 0) if standing is None else strength(standing.card, len(standing.cards))
    shows = [
        (card,) * copies
        for card in ladder(trump_rank)
        for copies in range(2, held.get(card, 0) + 1)
        if strength(card, copies) > to_beat
    ]
    return tuple(sorted(shows, key=lambda cards: strength(cards[0], len(cards))))


def first_polled(dealer: Seat, seats: int, skipped: Seat | None = None) -> tuple[Seat, ...]:
    """Returns the seats polled in the first round, in turn, without `skipped`: the last bidder, or `None`."""
    return tuple(seat for seat in others_in_turn(dealer, seats) if seat != skipped)


def next_polled(mode: ChaoDiPi, polled: tuple[Seat, ...], seats: int, *, overrode: bool) -> tuple[Seat, ...]:
    """Returns the seats still to be polled after the first of `polled` has acted; none end the phase (DEC-24)."""
    if overrode and mode == "repeat":
        return tuple(others_in_turn(polled[0], seats))
    return polled[1:]
