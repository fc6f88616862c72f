"""Standing orders in Sheng Ji: their conditions, how they end, and refusals of invalid ones."""

import pytest

from domain.kernel.refusals import Refusal
from domain.kernel.seats import Seat
from domain.orders.order import Order, When
from domain.orders.refusals import (
    NoSuchOrder,
    OrderCannotBePlayed,
    OrderCardsNotHeld,
    OrderContradictsItself,
    OrderEndsAtOnce,
    OrderNotComplete,
    OrderNotInThisGame,
    TooManyOrders,
)
from domain.table.checks import NotSeated, NotStarted
from domain.table.commands import GiveOrders, WithdrawOrders
from domain.table.seat_events import OrdersEnded
from tests.support.deals import playing, started
from tests.support.friends import calling, calls
from tests.support.given_orders import commanded, ended, gives, live, order, played, since
from tests.support.laws import law
from tests.support.table import SHENG_JI, Given, cards, player


def refused(given: Given, seat: int, *orders: Order) -> Refusal:
    with pytest.raises(Refusal) as caught:
        commanded(given, GiveOrders(player(seat), orders, auto_forced=False))
    return caught.value


# facts ---------------------------------------------------------------------------------------------------------------


FOLLOWING = playing(["3S KS 4C 6D", "AS 10S 3C 9C", "6S 10S KS 5S", "8S QS 9D 5C"])
"""Seat 2 is asked after 0: KS and 1: AS, so that the opponents win ten points."""


@law
@pytest.mark.parametrize(
    ("when", "holds"),
    [
        ({"asked": ("play",)}, True),
        ({"asked": ("declare", "bid")}, False),
        ({"led_by": (0,)}, True),
        ({"led_by": (1, 3)}, False),
        ({"led_by_side": ("partner",)}, True),
        ({"led_by_side": ("self", "opponent")}, False),
        ({"winning": (1,)}, True),
        ({"winning": (0, 2)}, False),
        ({"winning_side": ("opponent",)}, True),
        ({"winning_side": ("partner",)}, False),
        ({"led_suit": ("H", "S")}, True),
        ({"led_suit": ("T",)}, False),
        ({"led_shape": ("single",)}, True),
        ({"led_shape": ("pair", "throw")}, False),
        ({"led": "KS"}, True),
        ({"led": "AC"}, False),
        ({"ruffed": False}, True),
        ({"ruffed": True}, False),
        ({"points_at_least": 10}, True),
        ({"points_at_least": 15}, False),
        ({"points_at_most": 10}, True),
        ({"points_at_most": 5}, False),
        ({"trick_from": 1}, True),
        ({"trick_from": 2}, False),
        ({"trick_to": 1}, True),
        ({"last_to_play": False}, True),
        ({"last_to_play": True}, False),
        ({"played": "KS AS"}, True),
        ({"played": "KS KS"}, False),
        ({"not_played": "3S"}, True),
        ({"declared": ("S",)}, False),
        ({"can_beat": False}, True),
        ({"can_beat": True}, False),
        ({"led_suit": ("S",), "points_at_least": 15}, False),
    ],
)
def test_an_order_acts_when_its_conditions_hold(when, holds):
    said = {name: cards(text) if isinstance(text, str) else text for name, text in when.items()}
    given = gives(FOLLOWING.after_plays("0: KS", "1: AS"), 2, order("play", "6S", when=When(**said)))

    assert played(given, 2) == (["6S"] if holds else [])


def test_a_friend_is_not_a_partner_until_everybody_knows():
    hands = ["3S 4S", "KD 5S", "6S 7S", "8S 9S", "10S JS"]
    kitty = "9C 9D 9H JC JD JH QC QD"[: 3 * started("zhao-peng-you").table.rules.deal_shape.kitty - 1]
    called = calling(hands, kitty, match=started("zhao-peng-you")).after((0, calls("1 KD")))
    shown = called.after_plays("0: 3S", "1: 5S", "2: 6S", "3: 8S", "4: 10S", "4: JS", "0: 4S", "1: KD")

    def partners(given: Given) -> list[list[int]]:
        match = given.table.match
        return [sorted(SHENG_JI.orders.facts(match, Seat(seat)).partners) for seat in range(5)]

    assert partners(called) == [[]] * 5
    assert partners(shown) == [[1], [0], [3, 4], [2, 4], [2, 3]]


def test_a_player_belongs_to_their_own_side(table):
    given = gives(table, 0, order("lead", "4H", when=When(winning_side=("self",), trick_from=2)))

    assert played(given.after_plays("0: KS", "1: 5S", "2: 6S", "3: 8S"), 0) == ["KS", "4H"]


# ends ----------------------------------------------------------------------------------------------------------------


def test_not_legal_ends_an_order_without_notice_to_others(table):
    given = gives(table, 1, order("play", "4D"))
    after = given.after_plays("0: 3S")

    assert after.events[-1] == OrdersEnded(Seat(1), ("1",), "not_legal", auto_forced=False)
    assert played(after, 1) == []
    assert SHENG_JI.asked(after.table.match)[0].seat == 1


def test_card_gone_ends_an_order_when_its_card_is_played(table):
    after = gives(table, 1, order("play", "10S", when=When(trick_from=2))).after_plays("0: 3S", "1: 10S")

    assert ended(after, 1) == {"1": "card_gone"}


@pytest.mark.parametrize(
    "facts",
    [{"trick_to": 1}, {"not_played": cards("8S")}, {"led": cards("8S 8S")}],
    ids=["trick", "card", "lead"],
)
def test_condition_impossible_ends_an_order_whose_conditions_can_no_longer_hold(table, facts):
    given = gives(table, 1, order("play", "4D 4D", when=When(led_suit=("C",), **facts)))
    before = given.after_plays("0: 3S", "1: 5S", "2: 6S")
    assert ended(before, 1) == {}

    assert ended(before.after_plays("3: 8S"), 1) == {"1": "condition_impossible"}


def test_overtaken_ends_an_order_when_an_opponent_ruffs():
    table = playing(["3S KS 4C 6D", "4H 10D 3C 9C", "6S 10S KS 5S", "8S QS 9D 5C"])
    ruffed = When(ruffed=True, winning_side=("opponent",))
    after = gives(table, 2, order("play", "KS", unless=ruffed)).after_plays("0: 3S", "1: 4H")

    assert ended(after, 2) == {"1": "overtaken"}


def test_trick_over_ends_orders_with_the_scope_of_a_trick(table):
    given = gives(table, 1, order("play", "10S", when=When(led_suit=("C",)), until="trick"), order("follow_lowest"))
    after = given.after_plays("0: 3S", "2: 6S", "3: 8S")

    assert ended(after, 1) == {"1": "trick_over"}
    assert live(after, 1) == ["2"]


def last_trick(**options) -> Given:
    return playing(["KS", "5S", "6S", "8S"], match=started(**options) if options else None)


def test_hand_over_ends_orders_without_the_scope_of_a_match():
    given = gives(last_trick(), 1, order("follow_lowest"), order("follow_lowest", until="match"))
    after = given.after_plays("0: KS", "2: 6S", "3: 8S")

    assert ended(after, 1) == {"1": "hand_over"}
    assert live(after, 1) == ["2"]


def test_match_over_ends_all_orders():
    given = gives(last_trick(hands=1), 1, order("follow_lowest", until="match"))
    after = given.after_plays("0: KS", "2: 6S", "3: 8S")

    assert after.table.status == "finished"
    assert ended(after, 1) == {"1": "match_over"}


def test_withdrawn_ends_the_named_orders_or_all_with_forced_moves(table):
    given = gives(table, 1, order("follow_lowest"), order("play", "10S"), auto_forced=True)
    one = commanded(given, WithdrawOrders(player(1), ("1",)))
    assert since(given, one) == (OrdersEnded(Seat(1), ("1",), "withdrawn", auto_forced=True),)
    assert (live(one, 1), ended(one, 1)) == (["2"], {"1": "withdrawn"})

    everything = commanded(one, WithdrawOrders(player(1)))
    assert everything.table.orders_of(Seat(1))[1:3] == ((), False)
    with pytest.raises(NoSuchOrder):
        commanded(everything, WithdrawOrders(player(1)))
    with pytest.raises(NoSuchOrder):
        commanded(one, WithdrawOrders(player(1), ("1",)))


def test_new_orders_replace_earlier_ones(table):
    given = gives(gives(table, 1, order("follow_lowest")), 1, order("play", "10S"))

    held = given.table.orders_of(Seat(1))
    assert [each.do for each in held.live] == ["play"]
    assert held.ended == ()
    assert gives(given, 1, order("play", "10S")).table == given.table


# refusals ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("given", "kind", "member"),
    [
        ([order("play_out")], OrderNotInThisGame, "orders.0.do"),
        ([order("follow_lowest"), order("pass", "10S")], OrderNotInThisGame, "orders.1.cards"),
        ([order("cover", otherwise="pass")], OrderNotInThisGame, "orders.0.otherwise"),
        ([order("follow_lowest", when=When(played=cards("FC")))], OrderNotInThisGame, "orders.0.when.played"),
        (
            [order("cover", when=When(opponent_holds_at_most=2))],
            OrderNotInThisGame,
            "orders.0.when.opponent_holds_at_most",
        ),
        ([order("cover", unless=When(led_shape=("set",)))], OrderNotInThisGame, "orders.0.unless.led_shape"),
        ([order("cover", when=When(led_by=(Seat(4),)))], OrderNotInThisGame, "orders.0.when.led_by"),
        ([order("play")], OrderNotComplete, "orders.0.cards"),
        ([order("declare")], OrderNotComplete, "orders.0.suit"),
        ([order("cover", then=(order("follow_lowest"),))], OrderContradictsItself, "orders.0.then"),
        ([order("play", "10S", until="match")], OrderContradictsItself, "orders.0.until"),
        ([order("cover", unless=When())], OrderContradictsItself, "orders.0.unless"),
        ([order("cover", when=When(trick_from=4, trick_to=3))], OrderContradictsItself, "orders.0.when.trick_from"),
        ([order("play", "AS")], OrderCardsNotHeld, "orders.0.cards"),
        ([order("play", "10S 10S")], OrderCardsNotHeld, "orders.0.cards"),
        (
            [order("play", "10S", then=(order("lead", "5S", then=(order("lead", "10S"),)),))],
            OrderCardsNotHeld,
            "orders.0.then.0.then.0.cards",
        ),
        ([order("lead", "10S 4D")], OrderCannotBePlayed, "orders.0.cards"),
        ([order("play", "10S", when=When(led=cards("3S 3S")))], OrderCannotBePlayed, "orders.0.cards"),
        ([order("declare", suit="S")], OrderEndsAtOnce, "orders.0"),
        ([order("cover", unless=When(trick_from=1))], OrderEndsAtOnce, "orders.0"),
    ],
)
def test_an_invalid_order_is_refused_by_member(table, given, kind, member):
    refusal = refused(table, 1, *given)

    assert type(refusal) is kind
    assert refusal.facts["member"] == member
    assert member in refusal.detail
    assert refusal.hint


def test_a_card_may_occur_in_several_branches_if_only_one_is_played(table):
    gives(table, 1, order("play", "10S", when=When(led_suit=("S",))), order("play", "10S", when=When(led_suit=("C",))))


def test_the_number_of_orders_of_a_seat_is_limited(table):
    assert type(refused(table, 1, *[order("follow_lowest")] * 61)) is TooManyOrders
    held = "3S 4S 5S 6S 7S 8S 9S 10S"
    long = playing([held, held, "3C 4C 5C 6C 7C 8C 9C 10C", "3D 4D 5D 6D 7D 8D 9D 10D"])
    deep = order("follow_lowest")
    for number, card in enumerate(held.split()):
        if number == 7:
            gives(long, 1, deep)
        deep = order("play", card, then=(deep,))
    assert type(refused(long, 1, deep)) is TooManyOrders
    gives(table, 1, *[order("follow_lowest", when=When(led_suit=("C",)))] * 60)


def test_only_a_seat_can_give_orders_and_only_during_a_match(table):
    with pytest.raises(NotSeated):
        commanded(table, GiveOrders("nobody", (), auto_forced=False))
    opened = Given(started().events[:5])
    with pytest.raises(NotStarted):
        commanded(opened, GiveOrders(player(0), (), auto_forced=False))
