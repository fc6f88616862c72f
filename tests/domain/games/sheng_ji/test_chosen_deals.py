"""Chosen deals: an order or hands, exactly the pack of the rules, dealt as given."""

import random
from typing import Any

import pytest

from domain.games.registry import GAMES
from domain.kernel.cards import HIDDEN, Cards, read_cards
from domain.kernel.seats import Seat
from domain.table.deals import ChosenDeal, GivenDeal, InvalidDeal, chosen_deals
from domain.table.game import EveryDeal

SEATS = 4
FIRST = pytest.mark.parametrize("first", range(SEATS))


def every_deal(profile: str = "zhang-2021", game: str = "sheng_ji", **options: Any) -> EveryDeal | None:
    played = GAMES[game]
    return played.every_deal(played.rules(profile, options))


def a_pack(every: EveryDeal, seed: int = 0) -> Cards:
    return tuple(random.Random(seed).sample(every.pack, len(every.pack)))


def as_order(order: Cards, first_drawer: int | None = None) -> GivenDeal:
    return GivenDeal(order, (), (), None if first_drawer is None else Seat(first_drawer))


def as_hands(hands: tuple[Cards, ...], kitty: Cards, first_drawer: int | None = None) -> GivenDeal:
    return GivenDeal(None, hands, kitty, None if first_drawer is None else Seat(first_drawer))


def hands_of(order: Cards, hand_size: int, first: int, seats: int = SEATS) -> tuple[Cards, ...]:
    """Cards of each seat from the order, by seat number."""
    drawn = order[: seats * hand_size]
    return tuple(drawn[(seat - first) % seats :: seats] for seat in range(seats))


def one(every: EveryDeal | None, given: GivenDeal, seats: int = SEATS) -> ChosenDeal:
    (deal,) = chosen_deals(every, seats, [given])
    return deal


@FIRST
def test_a_chosen_order_of_cards_is_drawn_starting_with_any_first_drawer(first: int):
    every = every_deal()
    order = a_pack(every)
    assert one(every, as_order(order)).drawn_from(Seat(first), SEATS, every.hand_size) == order


@FIRST
def test_chosen_hands_go_to_their_seats_for_any_first_drawer(first: int):
    every = every_deal()
    order = a_pack(every)
    hands, kitty = hands_of(order, every.hand_size, 0), order[SEATS * every.hand_size :]

    drawn = one(every, as_hands(hands, kitty)).drawn_from(Seat(first), SEATS, every.hand_size)

    assert hands_of(drawn, every.hand_size, first) == hands
    assert drawn[SEATS * every.hand_size :] == kitty


@FIRST
def test_hands_of_unequal_size_go_to_their_seats_if_the_first_drawer_is_named(first: int):
    every = every_deal("zheng-shangyou", "zheng_shangyou", zs_players=4)
    order = a_pack(every)
    hands = hands_of(order, every.hand_size, first)
    assert len({len(hand) for hand in hands}) == 2

    deal = one(every, as_hands(hands, (), first))

    assert deal.first_drawer == first
    assert deal.drawn_from(Seat(first), SEATS, every.hand_size) == order


def test_hands_of_unequal_size_need_a_first_drawer():
    every = every_deal("zheng-shangyou", "zheng_shangyou", zs_players=4)
    with pytest.raises(InvalidDeal, match="hands differ in size") as refused:
        one(every, as_hands(hands_of(a_pack(every), every.hand_size, 0), ()))
    assert "first_drawer" in refused.value.hint


def test_chosen_hands_must_have_the_sizes_required_by_the_rules():
    every = every_deal()
    order = a_pack(every)
    first, *others = hands_of(order, every.hand_size, 0)
    with pytest.raises(InvalidDeal, match="have 24, 25, 25, 25 cards") as refused:
        one(every, as_hands((first[1:], *others), (*order[100:], first[0])))
    assert "25, 25, 25, 25" in refused.value.hint
    with pytest.raises(InvalidDeal, match="have 25, 25, 25 cards"):
        one(every, as_hands((first, *others[:2]), (*others[2], *order[100:])))


def test_a_chosen_deal_must_contain_exactly_the_pack():
    every = every_deal()
    order = list(a_pack(every))
    place = order.index(read_cards(["AS"])[0])
    order[place] = read_cards(["AH"])[0]

    with pytest.raises(InvalidDeal) as refused:
        chosen_deals(every, SEATS, [as_order(a_pack(every)), as_order(tuple(order))])

    assert "missing: AS; too many: AH" in refused.value.detail
    assert refused.value.facts == {"deal": 2}
    with pytest.raises(InvalidDeal, match="missing"):
        one(every, as_order(a_pack(every)[1:]))
    with pytest.raises(InvalidDeal, match="missing"):
        one(every, as_order(()))


def test_the_first_drawer_can_be_chosen_only_for_the_first_hand():
    every = every_deal()
    first, second = as_order(a_pack(every), 2), as_order(a_pack(every, 1), 2)
    assert one(every, first).first_drawer == 2
    with pytest.raises(InvalidDeal, match="only for the first hand"):
        chosen_deals(every, SEATS, [first, second])
    with pytest.raises(InvalidDeal, match="no seat 4"):
        one(every, as_order(a_pack(every), 4))


def test_no_deal_can_be_chosen_if_the_pack_depends_on_the_trump_rank():
    every = every_deal(kitty_size=9, kitty_removes_cards="on")
    assert every is None
    assert chosen_deals(every, SEATS, []) == ()
    with pytest.raises(InvalidDeal, match="trump rank"):
        one(every, as_order(a_pack(every_deal())))


def test_a_hidden_deal_shows_its_size_and_no_card():
    every = every_deal()
    hidden = one(every, as_order(a_pack(every), 1)).hidden_deal()
    assert hidden == ChosenDeal((HIDDEN,) * 108, None, Seat(1))
