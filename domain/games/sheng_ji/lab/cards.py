"""Questions to the rules lab about the pack, the order of the cards and the sizes of a deal."""

from collections import Counter
from collections.abc import Callable, Mapping

from domain.games.question import Answer, BadQuestion, Part
from domain.games.sheng_ji.card_order import (
    EFFECTIVE_SUIT_NAMES,
    EFFECTIVE_SUITS,
    TRUMPS,
    CardOrder,
    display_order,
    trump_tiers,
)
from domain.games.sheng_ji.deal_shape import cards_removed, declarers_nominal
from domain.games.sheng_ji.holding import hand_of, holding_cards, in_suit
from domain.games.sheng_ji.lab.setting import Setup
from domain.games.sheng_ji.rules import pack_of
from domain.games.sheng_ji.units import Unit, decompose
from domain.kernel.cards import FILLER, NAMES, POINTS, RANK_NAMES, SUITS, Cards, Rank, face, rank_of, write_cards
from domain.kernel.messages import message


def deck_points(setting: Setup, _: Part) -> Answer:
    """Returns the points of a pack: in total, by rank and by suit."""
    by_rank = {
        RANK_NAMES[rank]: 4 * setting.decks * POINTS[face(rank, SUITS[0])] for rank in (Rank(11), Rank(8), Rank(3))
    }
    return {
        "total": sum(by_rank.values()),
        "card_values": {name: worth // (4 * setting.decks) for name, worth in by_rank.items()},
        "by_rank": by_rank,
        "per_suit_per_deck": sum(by_rank.values()) // (4 * setting.decks),
    }


def tier_counts(setting: Setup, _: Part) -> Answer:
    """Returns the number of cards on each tier of the trumps and in the side suits."""
    order = setting.order()
    held = Counter(pack_of(setting.rules, order.trump_rank))
    counts: dict[str, int] = {}
    for tier, cards in trump_tiers(order.trump_rank, order.trump_suit, order.ordering):
        counts[tier] = counts.get(tier, 0) + sum(held[card] for card in cards)
    trumps = sum(counts.values())
    return {
        **counts,
        "trump_total": trumps,
        "per_side_suit": sum(held[card] for card in _longest_side_suit(order)),
        "side_total": held.total() - trumps,
    }


def card_order(setting: Setup, _: Part) -> Answer:
    """Returns the trumps by level from the highest, and the ranks of a side suit."""
    order = setting.order()
    tiers = trump_tiers(order.trump_rank, order.trump_suit, order.ordering)
    return {
        "trump_high_to_low": [write_cards(cards) for _, cards in reversed(tiers)],
        "side_suit_ranks": [RANK_NAMES[rank_of(card)] for card in reversed(_longest_side_suit(order))],
    }


def _longest_side_suit(order: CardOrder) -> Cards:
    """Returns the faces of a side suit, from low to high. It prefers a suit whose five is not a trump."""
    return max((order.faces[suit] for suit in EFFECTIVE_SUITS if suit != TRUMPS), key=len)


def filler_rank(setting: Setup, _: Part) -> Answer:
    """Returns the place of fillers among the trumps, and whether they form runs with their neighbours (SJ-CARD-12)."""
    order = setting.order()
    faces = [cards[-1] for _, cards in trump_tiers(order.trump_rank, order.trump_suit, order.ordering)]
    if FILLER not in faces:
        field = "setup.options.filler_cards"
        raise BadQuestion(
            message("{field}: the pack has no fillers", field=field),
            hint=message("give 1 or more"),
            facts={"field": field},
        )
    place = faces.index(FILLER)
    neighbours = (faces[place + 1], FILLER, faces[place - 1])
    runs = (neighbours[:2], neighbours[1:])
    consecutive = any(len(_decomposed(order, pair * 2)) == 1 for pair in runs)
    return {"order_high_to_low": write_cards(neighbours), "tractor_with_neighbours": consecutive}


def _decomposed(order: CardOrder, cards: Cards) -> tuple[Unit, ...]:
    return decompose(order.chains[TRUMPS], in_suit(hand_of(order, cards), TRUMPS))


def effective_suit(setting: Setup, asked: Part) -> Answer:
    """Returns the effective suit of each card, with `T` for trumps."""
    suits = [EFFECTIVE_SUIT_NAMES[setting.order().suit_of[card]] for card in asked.cards("cards", setting.copies)]
    return {"suits": suits, "all": suits[0] if len(set(suits)) == 1 else None}


def equal_rank(setting: Setup, asked: Part) -> Answer:
    """Returns whether two cards are equally high, and whether they are a pair."""
    order = setting.order()
    one, two, *more = asked.cards("cards", setting.copies, least=2)
    if more:
        raise BadQuestion(message("input.cards: give two cards"), facts={"field": "input.cards"})
    same_level = order.suit_of[one] == order.suit_of[two] and order.level_of(one) == order.level_of(two)
    return {"same_level": same_level, "pair": one == two}


def hand_sort(setting: Setup, asked: Part) -> Answer:
    """Returns a hand in display order, and its number of cards in each effective suit."""
    order = setting.order()
    hand = hand_of(order, asked.cards("cards", setting.copies))
    groups = [(EFFECTIVE_SUIT_NAMES[suit], in_suit(hand, suit).bit_count()) for suit in display_order(order)]
    return {
        "count": sum(count for _, count in groups),
        "groups": [[name, count] for name, count in groups if count],
        "cards": [
            NAMES[card]
            for suit in display_order(order)
            for card in reversed(holding_cards(order, suit, in_suit(hand, suit)))
        ],
    }


def deal_shape_(setting: Setup, _: Part) -> Answer:
    """Returns the sizes of pack, hand, kitty and teams, and the points that the opponents need."""
    rules, shape = setting.rules, setting.rules.deal_shape
    return {
        "cards": shape.cards,
        "jokers": 2 * setting.decks - rules.jokers_removed,
        "removed": cards_removed(
            setting.decks, shape.cards, fillers=rules.filler_cards, jokers_removed=rules.jokers_removed
        ),
        "kitty": shape.kitty,
        "hand": shape.hand,
        "declarer_team": declarers_nominal(setting.players),
        "friends_called": declarers_nominal(setting.players) - 1,
        "opponents_need": rules.threshold,
        "step": rules.score_step,
    }


KINDS: Mapping[str, Callable[[Setup, Part], Answer]] = {
    "card_order": card_order,
    "deal_shape": deal_shape_,
    "deck_points": deck_points,
    "effective_suit": effective_suit,
    "equal_rank": equal_rank,
    "filler_rank": filler_rank,
    "hand_sort": hand_sort,
    "tier_counts": tier_counts,
}
