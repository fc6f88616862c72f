"""Why a declaration or a kitty is better than another."""

from typing import Any

from domain.games.lessons import OTHER, Reason
from domain.games.sheng_ji.card_order import EFFECTIVE_SUITS, TRUMPS
from domain.games.sheng_ji.commands import ClaimRedeal, Declare, Pass
from domain.games.sheng_ji.holding import hand_of, in_suit
from domain.games.sheng_ji.layers import without
from domain.games.sheng_ji.lessons.cards import SUIT_WORDS, broken_pair, height, named, only_in, trumps_in
from domain.games.sheng_ji.state import Burying, Declaring, MatchState
from domain.kernel.cards import Cards, has_rank, points, suit_of
from domain.kernel.messages import Message, counted, message
from domain.kernel.seats import Seat


def why_declare(declaring: Declaring, seat: Seat, played: Any, best: Any) -> Reason:
    """Returns why a declaration, or waiting, is better than what the seat did."""
    hand = declaring.hands[seat]
    match played, best:
        case Pass(), Declare(cards):
            return Reason("declaration_missed", _missed(hand, cards))
        case Declare(cards), Pass():
            return Reason("declared_too_weak", _too_weak(hand, cards))
        case Declare(cards), Declare(others) if cards != others:
            shown, instead = _shown(hand, cards), _shown(hand, others)
            return Reason("other_declaration", message("{before} {part}", before=instead, part=shown))
        case _, ClaimRedeal():
            return Reason("redeal_missed", message("The hand is weaker than that of a new deal."))
    return OTHER


def _missed(hand: Cards, cards: Cards) -> Message:
    if not has_rank(cards[0]):
        return message("{cards} declares no-trump, which suits this hand.", cards=named(cards))
    return message("{cards} makes {suit} trumps, and the seat has {count} of them, which is enough to declare.").about(
        **_length(hand, cards)
    )


def _too_weak(hand: Cards, cards: Cards) -> Message:
    if not has_rank(cards[0]):
        return message("{cards} declares no-trump, which does not suit this hand yet.", cards=named(cards))
    return message(
        "{cards} makes {suit} trumps, and the seat has {count} of them, which is too few to declare now."
    ).about(**_length(hand, cards))


def _shown(hand: Cards, cards: Cards) -> Message:
    if not has_rank(cards[0]):
        return message("{cards} declares no-trump.", cards=named(cards))
    return message("{cards} makes {suit} trumps, and the seat has {count} of them.").about(**_length(hand, cards))


def _length(hand: Cards, cards: Cards) -> dict[str, str]:
    """Returns the values of a sentence about a declaration: what it shows, the suit, and how long that is."""
    suit = suit_of(cards[0])
    of_suit = sum(has_rank(each) and suit_of(each) == suit for each in hand)
    length = counted("{count} card", "{count} cards", of_suit)
    return {"cards": named(cards), "suit": SUIT_WORDS[suit], "count": length}


def why_bury(match: MatchState, burying: Burying, played: Cards, best: Cards) -> Reason:
    """Returns why the seat should have buried the cards `best` instead of `played`."""
    del match
    order, hand = burying.deal.order, burying.hands[burying.seat].known
    if trumps_in(order, played) > trumps_in(order, best):
        return Reason("trump_buried", message("It buries a trump, which could take a trick."))
    missed = [suit for suit in _voids(burying, best) if suit not in _voids(burying, played)]
    buried, instead = named(only_in(played, best)), named(only_in(best, played))
    if missed and len(_voids(burying, best)) > len(_voids(burying, played)):
        text = message(
            "With {cards} buried instead, the seat has no {suit} and can ruff.",
            cards=instead,
            suit=SUIT_WORDS[missed[0]],
        )
        return Reason("void_missed", text)
    if points(played) != points(best):
        return _points(points(played) - points(best), instead)
    pair = broken_pair(order, hand, played)
    if pair is not None and broken_pair(order, hand, best) is None:
        text = message("It breaks the pair of {pair}, and the other kitty breaks none.", pair=named((pair,)))
        return Reason("pair_broken", text)
    if height(order, played) > height(order, best):
        text = message(
            "It buries {buried}, which is worth more in play than {instead}.", buried=buried, instead=instead
        )
        return Reason("high_card_buried", text)
    return OTHER


def _points(more: int, instead: str) -> Reason:
    if more > 0:
        text = message(
            "It buries {points} more points, which the opponents get several times if they win the last trick.",
            points=more,
        )
        return Reason("points_buried", text)
    text = message(
        "{cards} hides {points} more points, which the opponents may win in tricks.", cards=instead, points=-more
    )
    return Reason("points_not_buried", text)


def _voids(burying: Burying, buried: Cards) -> list[Any]:
    """Returns the side suits of which the seat has no card after burying."""
    order = burying.deal.order
    left = without(burying.hands[burying.seat].known, hand_of(order, buried))
    return [suit for suit in EFFECTIVE_SUITS if suit != TRUMPS and not in_suit(left, suit)]
