"""Standing orders in Zheng Shangyou: effects of each kind, forced moves, and invalid orders."""

import pytest

from domain.games.registry import GAMES
from domain.games.zheng_shangyou.events import CombinationPlayed, TributePaid, TurnPassed
from domain.kernel.cards import write_cards
from domain.kernel.refusals import Refusal
from domain.kernel.seats import Seat
from domain.orders.order import Order, When
from domain.orders.refusals import OrderCannotBePlayed, OrderCardsNotHeld, OrderNotInThisGame
from domain.table.commands import GiveOrders
from domain.table.decide import decide
from domain.table.evolve import fold
from domain.table.hands import Chance
from domain.table.seat_events import ActedFor, OrdersEnded
from tests.support.climbing import Given, cards, exchanging, playing
from tests.support.table import player

HANDS = ["3C 5C 9C KC", "4D 6D 2D SJ", "4H 7H 7S AH", "8S 8D JS QS"]


def order(do, named="", **members):
    if named:
        members["cards"] = cards(named)
    return Order(do, **members)


def gives(given: Given, seat: int, *orders: Order, auto_forced: bool = False) -> Given:
    table = given.table
    command = GiveOrders(player(seat), orders, auto_forced)
    outcome = decide(GAMES, table, command, Chance(bytes(32), bytes([1]) * 32))
    assert fold(GAMES, outcome.events, table) == outcome.table
    return given.and_then(*outcome.events)


def refused(given: Given, seat: int, *orders: Order) -> Refusal:
    with pytest.raises(Refusal) as caught:
        gives(given, seat, *orders)
    return caught.value


def done(given: Given, seat: int) -> list[str]:
    """Plays of the seat, with `-` for each pass."""
    mine = [event for event in given.events if getattr(event, "seat", None) == seat]
    return [
        " ".join(write_cards(event.cards)) if isinstance(event, CombinationPlayed) else "-"
        for event in mine
        if isinstance(event, CombinationPlayed | TurnPassed)
    ]


def ended(given: Given, seat: int) -> dict[str, str]:
    held = given.table.orders_of(Seat(seat))
    return dict(held.ended) if held else {}


@pytest.fixture
def table() -> Given:
    return playing(HANDS)


def test_play_and_lead_orders_play_their_cards_and_activate_the_next_order(table):
    given = gives(table, 3, order("play", "JS", when=When(led_by=(Seat(0),)), then=(order("lead", "8S 8D"),)))
    after = given.after_plays("0: 3C", "1: 4D", "2: 7H", "0:", "1:", "2:")

    assert done(after, 3) == ["JS", "8S 8D"]
    assert ended(after, 3) == {"1": "played", "1.1": "played"}


@pytest.mark.parametrize(
    ("lead", "members", "expected"),
    [
        ("3C", {}, "4D"),
        ("5C", {}, "6D"),
        ("9C", {}, "2D"),
        ("9C", {"most_wild": 0}, "-"),
        ("9C", {"most_wild": 1}, "2D"),
        ("9C", {"keep": "2D"}, "SJ"),
        ("9C", {"keep": "2D SJ"}, "-"),
        ("3C", {"keep": "4D"}, "6D"),
    ],
)
def test_cover_orders_beat_with_the_lowest_cards_or_pass(table, lead, members, expected):
    said = {name: cards(value) if isinstance(value, str) else value for name, value in members.items()}
    after = gives(table, 1, order("cover", **said)).after_plays(f"0: {lead}")

    assert done(after, 1) == [expected]


def test_a_cover_order_that_waits_leaves_the_move_to_the_next_order(table):
    given = gives(table, 1, order("cover", most_wild=0, otherwise="wait"), order("play", "SJ"))

    assert done(given.after_plays("0: 9C"), 1) == ["SJ"]


def test_a_pass_order_passes_unless_it_can_beat(table):
    given = gives(table, 1, order("pass", when=When(can_beat=False)))

    assert done(given.after_plays("0: 3C"), 1) == []
    given = gives(playing(["3C 5C 9C KC", "4D 6D 6S 5D", "4H 7H 7S AH", "8S 8D JS QS"]), 1, *given.table.orders[0].live)
    assert done(given.after_plays("0: 9C"), 1) == ["-"]


def test_a_pass_order_does_not_lead(table):
    assert done(gives(table, 0, order("pass")), 0) == []


@pytest.mark.parametrize(
    ("when", "holds"),
    [
        ({"led_by_side": ("opponent",)}, True),
        ({"winning": (0,)}, True),
        ({"winning_side": ("partner",)}, False),
        ({"led_shape": ("single",)}, True),
        ({"led_shape": ("set",)}, False),
        ({"led": "3C"}, True),
        ({"played": "3C"}, True),
        ({"not_played": "3C KC"}, False),
        ({"last_to_play": True}, False),
        ({"can_beat": True}, True),
        ({"opponent_holds_at_most": 3}, True),
        ({"opponent_holds_at_most": 2}, False),
    ],
)
def test_an_order_acts_when_its_conditions_hold(table, when, holds):
    said = {name: cards(value) if isinstance(value, str) else value for name, value in when.items()}
    after = gives(table.after_plays("0: 3C"), 1, order("cover", when=When(**said), until="match"))

    assert done(after, 1) == (["4D"] if holds else [])


def test_partners_are_the_members_of_the_team():
    table = playing(HANDS, profile="zheng-shangyou-4-partners")
    given = gives(table, 2, order("pass", when=When(winning_side=("partner",)))).after_plays("0: 3C", "1:")

    assert done(given, 2) == ["-"]


def test_a_round_counts_as_a_trick(table):
    given = gives(table, 2, order("play", "AH", when=When(led_shape=("set",)), until="trick"))
    given = gives(given, 3, order("lead", "8S 8D", until="trick"))
    after = given.after_plays("0: KC", "1:", "2:", "3:")

    assert ended(after, 2) == {"1": "trick_over"}
    assert ended(after, 3) == {"1": "overtaken"}


def test_an_illegal_play_ends_its_order_and_waits_for_the_player(table):
    after = gives(table, 1, order("play", "4D")).after_plays("0: 5C")

    assert after.events[-1] == OrdersEnded(Seat(1), ("1",), "not_legal", auto_forced=False)
    assert after.asked == [(1, "play")]


@pytest.mark.parametrize(
    ("given", "kind", "member"),
    [
        (order("follow_lowest"), OrderNotInThisGame, "orders.0.do"),
        (order("declare", suit="S"), OrderNotInThisGame, "orders.0.do"),
        (order("cover", otherwise="lowest"), OrderNotInThisGame, "orders.0.otherwise"),
        (order("cover", when=When(led_suit=("S",))), OrderNotInThisGame, "orders.0.when.led_suit"),
        (order("cover", when=When(led_shape=("pair",))), OrderNotInThisGame, "orders.0.when.led_shape"),
        (order("pass", when=When(not_played=cards("FC"))), OrderNotInThisGame, "orders.0.when.not_played"),
        (order("pass", unless=When(led=cards("FC"))), OrderNotInThisGame, "orders.0.unless.led"),
        (order("cover", keep=cards("FC")), OrderNotInThisGame, "orders.0.keep"),
        (order("play", "AS"), OrderCardsNotHeld, "orders.0.cards"),
        (order("lead", "4D 6D"), OrderCannotBePlayed, "orders.0.cards"),
        (order("play", "4D", when=When(led=cards("3C 3D"))), OrderCannotBePlayed, "orders.0.cards"),
    ],
)
def test_an_invalid_order_is_refused(table, given, kind, member):
    refusal = refused(table, 1, given)

    assert type(refusal) is kind
    assert refusal.facts["member"] == member


# Forced moves and automatic ends --------------------------------------------------------------------------------------


def test_a_player_who_can_beat_nothing_passes_at_once():
    table = playing(["3C 5C 9C KC", "4D 6D 6S 5D", "4H 7H 7S AH", "8S 8D JS QS"])
    after = gives(table, 1, auto_forced=True).after_plays("0: 9C")

    assert after.events[-2:] == (ActedFor(Seat(1), "forced", None), TurnPassed(Seat(1)))


def test_a_player_who_can_beat_the_play_is_asked(table):
    assert done(gives(table, 1, auto_forced=True).after_plays("0: KC"), 1) == []


def test_the_last_card_is_led_at_once():
    table = playing(["3C KC", "4D 6D", "4H 7H", "8S 8D"])
    after = gives(table, 0, auto_forced=True).after_plays("0: KC", "1:", "2:", "3:")

    assert done(after, 0) == ["KC", "3C"]


@pytest.mark.parametrize(("hand", "pays"), [("3C 5C 9C KC", True), ("3C 5C KD KC", False)])
def test_a_single_highest_card_is_paid_as_tribute_at_once(hand, pays):
    table = exchanging([hand, "4D 6D 2D SJ", "4H 7H 7S AH", "8S 8D JS QS"], (1, 2, 3, 0))
    after = gives(table, 0, auto_forced=True)

    assert any(isinstance(event, TributePaid) for event in after.events) == pays


def test_play_out_plays_the_lowest_card_once_the_scores_are_decided():
    """First and second place are taken, and no other place scores."""
    table = playing(["AC AD", "4D 6D", "KH KS", "8S 9S"], profile="zheng-shangyou-4-partners")
    table = gives(table, 3, order("play_out"))
    before = table.after_plays("0: AC AD", "1:", "2:")
    assert done(before, 3) == []

    after = before.after_plays("3:", "1: 4D", "2: KH", "3:", "1:", "2: KS", "1:")

    assert done(after, 3) == ["-", "-", "-", "8S"]
    assert after.asked == [(1, "play")]


def test_play_out_waits_while_places_still_change_the_scores():
    """First and second are of one team. The score depends on the place of their third player."""
    hands = ["AC AD", "4D 6D", "KH KS", "8S 9S", "3C 5C", "7H 10H"]
    table = gives(playing(hands, profile="san-jia-xi"), 3, order("play_out"))

    after = table.after_plays(
        "0: AC AD", "1:", "2:", "3:", "4:", "5:", "1: 4D", "2: KH", "3:", "4:", "5:", "1:", "2: KS"
    )

    assert after.phase.order == (0, 2)
    assert after.asked == [(3, "play")]


def test_play_out_waits_while_the_scores_are_open(table):
    assert done(gives(table, 0, order("play_out")), 0) == []
