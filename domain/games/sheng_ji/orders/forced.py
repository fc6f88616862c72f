"""Finds the move of a seat that has only one. It counts where possible, and never lists all plays.

Moves that do not depend on the turn do not count: taking back, ending the hand, challenging. On tables where opponents
enforce following, a play is forced if it is the only one that follows.
"""

from itertools import islice

from domain.games.sheng_ji.check import answers
from domain.games.sheng_ji.commands import Move, Pass, Play
from domain.games.sheng_ji.holding import hand_cards, holding_cards, in_suit
from domain.games.sheng_ji.layers import Hand, layer
from domain.games.sheng_ji.move_checks import bids, declarations, rank_to_declare
from domain.games.sheng_ji.orders.seen import own_cards
from domain.games.sheng_ji.redeal import may_claim
from domain.games.sheng_ji.revoke import is_revoke
from domain.games.sheng_ji.rules import Rules
from domain.games.sheng_ji.state import (
    Bidding,
    Declaring,
    MatchState,
    Redealing,
    Reviewing,
    Trick,
    Tricks,
)
from domain.games.sheng_ji.view import asked
from domain.games.sheng_ji.ways_of_declaring import Sealed
from domain.kernel.cards import Face, Rank, has_rank, is_joker, rank_of
from domain.kernel.seats import Seat


def forced_move(match: MatchState, seat: Seat) -> Move | None:
    """Returns the only move of the seat, or `None` if it is not asked or has several."""
    what = next((each.what for each in asked(match) if each.seat == seat), None)
    match match.phase:
        case Tricks() as tricks if what == "play":
            return _forced_play(tricks, match.rules, seat)
        case _ if what in ("declare", "plan", "redeal", "bid", "review"):
            return Pass() if _can_only_pass(match, seat) else None
        case _:
            return None


def _can_only_pass(match: MatchState, seat: Seat) -> bool:
    match match.phase:
        case Declaring(way=Sealed()) as declaring:
            rank = rank_to_declare(match, declaring, seat)
            return not any(is_joker(card) or _has_rank(card, rank) for card in declaring.hands[seat])
        case Declaring() as declaring:
            return not declarations(match, declaring, seat)
        case Bidding() as bidding:
            return not bids(match, bidding, seat)
        case Redealing(deal=deal):
            rules, hand = match.rules, own_cards(match, seat)
            return not may_claim(
                deal.order, hand, redeal_no_trump=rules.redeal_no_trump, redeal_points_below=rules.redeal_points_below
            )
        case Reviewing(tricks=tricks):
            return not _can_challenge(tricks, match.rules, seat)
        case _:
            return False


def _has_rank(card: Face, rank: Rank) -> bool:
    return has_rank(card) and rank_of(card) == rank


def _can_challenge(tricks: Tricks, rules: Rules, seat: Seat) -> bool:
    opponents = [
        Seat(other) for other in range(rules.players) if tricks.deal.declares(Seat(other)) != tricks.deal.declares(seat)
    ]
    numbers = range(1, len(tricks.history) + 1)
    return any(is_revoke(tricks, rules, number, other) for number in numbers for other in opponents)


def _forced_play(tricks: Tricks, rules: Rules, seat: Seat) -> Play | None:
    hand, order = tricks.hands[seat].known, tricks.deal.order
    if tricks.chooser is not None:
        return Play(tricks.choices[0]) if len(tricks.choices) == 1 else None
    if tricks.trick is not None:
        return _forced_follow(tricks, tricks.trick, rules, hand)
    return Play(hand_cards(order, hand)) if hand.bit_count() == 1 else None


def _forced_follow(tricks: Tricks, trick: Trick, rules: Rules, hand: Hand) -> Play | None:
    order, lead = tricks.deal.order, trick.lead
    held = in_suit(hand, lead.suit)
    if lead.size == 1 and held:
        # By far the most common case: each face of the suit is a choice.
        cards = holding_cards(order, lead.suit, held)
        return Play(cards[:1]) if layer(held, 1).bit_count() == 1 else None
    if not held and hand.bit_count() > lead.size and len(set(hand_cards(order, hand))) > 1:
        return None
    few = list(islice(answers(order, lead, hand, rules), 2))
    return Play(few[0]) if len(few) == 1 else None
