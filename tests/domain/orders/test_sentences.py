"""Standing orders in words: each kind, each fact, and each reason for the end."""

from dataclasses import fields
from typing import Any, get_args

import pytest

from domain.kernel.cards import read_cards
from domain.kernel.seats import Seat
from domain.orders.order import KINDS, Order, OrderEndReason, When
from domain.orders.sentence import ENDED, sentence_of

FIVES, KING = read_cards(["5H", "5H"]), read_cards(["KH"])
ORDERS = [
    (Order("play", cards=FIVES), "Answer the lead with 5H 5H; once until the end of the hand."),
    (
        Order("lead", cards=KING, until="trick", then=(Order("pass"),)),
        "Lead KH; once until the end of this trick; then 1 further order can act.",
    ),
    (
        Order("points_to_partner", most=2, otherwise="lowest", keep=KING),
        (
            "Give points to a partner who is winning the trick, at most 2 cards of them without spending KH; "
            "if that is not possible, follow with the lowest cards; until the end of the hand."
        ),
    ),
    (
        Order("cover", most_wild=1, otherwise="wait", when=When(can_beat=True)),
        (
            "If you can beat the winning play, beat the winning play with the lowest cards that do and at most 1 wild "
            "card; "
            "if that is not possible, leave the decision to later orders; until the end of the hand."
        ),
    ),
    (
        Order("declare", suit="H", over="opponents", reinforce=True, otherwise="pass", until="match"),
        (
            "Declare hearts as soon as you can over an opponent's declaration and add copies to your own declaration; "
            "if that is not possible, pass; until the end of the match."
        ),
    ),
    (Order("play_out"), "Play the lowest cards once the points of the hand are decided; until the end of the hand."),
    (
        Order("follow_lowest", unless=When(led_by_side=("opponent",), points_at_least=10)),
        (
            "Follow with the lowest legal cards that have no points; until the end of the hand; it ends as soon as "
            "an opponent led and there are at least 10 points on the table."
        ),
    ),
    (
        Order("pass", when=When(asked=("declare", "chao_di_pi"), led_by=(Seat(1), Seat(3)), led_suit=("trump",))),
        (
            "If you are asked to declare or chao di pi and seat 1 or 3 led and the lead was in trumps, pass; "
            "until the end of the hand."
        ),
    ),
]


@pytest.mark.parametrize(("order", "sentence"), ORDERS, ids=[order.do for order, _ in ORDERS])
def test_an_order_is_one_sentence(order: Order, sentence: str):
    assert sentence_of(order) == sentence


def test_the_examples_have_each_kind_of_order():
    assert {order.do for order, _ in ORDERS} == set(KINDS)


FACTS: dict[str, Any] = {
    "asked": ("play",),
    "led_by": (Seat(0),),
    "led_by_side": ("self",),
    "led_suit": ("S",),
    "led_shape": ("pair",),
    "led": FIVES,
    "winning": (Seat(2),),
    "winning_side": ("partner", "opponent"),
    "ruffed": False,
    "points_at_least": 0,
    "points_at_most": 15,
    "trick_from": 2,
    "trick_to": 9,
    "last_to_play": True,
    "played": KING,
    "not_played": KING,
    "declared": ("D",),
    "can_beat": False,
    "opponent_holds_at_most": 1,
}


@pytest.mark.parametrize("name", [each.name for each in fields(When)])
def test_each_fact_is_said(name: str):
    bare = sentence_of(Order("pass"))
    said = sentence_of(Order("pass", when=When(**{name: FACTS[name]})))

    assert said.startswith("If ")
    assert said.endswith(bare[1:])
    assert len(said) > len("If , ") + len(bare)


def test_each_reason_for_the_end_of_an_order_is_a_sentence():
    assert set(ENDED) == set(get_args(OrderEndReason))
    assert all(text.endswith(".") for text in ENDED.values())
