"""Standing orders in Sheng Ji: effects of each kind, their conditions, and their ends."""

import pytest

from domain.games.registry import GAMES
from domain.games.sheng_ji.commands import FilePlan
from domain.games.sheng_ji.events import DeclarationPassed, Declared, PlanFiled, RedealWaived
from domain.games.sheng_ji.play_events import CardsPlayed, TrickWon
from domain.kernel.cards import write_cards
from domain.kernel.refusals import Refusal
from domain.kernel.seats import Seat
from domain.kernel.viewers import Onlooker
from domain.orders.order import EndedOrder, Order, When
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
from domain.table.automatic_moves import make_automatic_moves
from domain.table.checks import NotSeated, NotStarted
from domain.table.commands import GiveOrders, SetEntropy, Tick, WithdrawOrders
from domain.table.decide import decide
from domain.table.events import HandOpened, SecretPublished
from domain.table.evolve import fold
from domain.table.hands import Chance, TableRecorder
from domain.table.redact import redact
from domain.table.seat_events import ActedFor, OrdersEnded, OrdersGiven
from tests.support.deals import declaring, playing, started
from tests.support.friends import calling, calls
from tests.support.laws import law
from tests.support.table import PASS, SECRETS, SHENG_JI, Given, cards, declares, player, plays

HANDS = ["3S 9S KS 4H", "5S 10S 4D 4D", "6S 7S 8C 10C", "8S QS 9D 5C"]
"""Seat 0 deals; hearts are trumps."""


def order(do, named="", **members):
    if named:
        members["cards"] = cards(named)
    return Order(do, **members)


def gives(given: Given, seat: int, *orders: Order, auto_forced: bool = False) -> Given:
    """The table after a seat has given orders, with their immediate effects."""
    return commanded(given, GiveOrders(player(seat), orders, auto_forced))


def commanded(given: Given, command) -> Given:
    table = given.table
    number = table.hand.number if table.hand else 0
    outcome = decide(GAMES, table, command, Chance(SECRETS[number + 2], b"reserve" * 5))
    assert fold(GAMES, outcome.events, table) == outcome.table
    return given.and_then(*outcome.events)


def refused(given: Given, seat: int, *orders: Order) -> Refusal:
    with pytest.raises(Refusal) as caught:
        commanded(given, GiveOrders(player(seat), orders, auto_forced=False))
    return caught.value


def since(before: Given, after: Given) -> tuple:
    return after.events[len(before.events) :]


def played(given: Given, seat: int) -> list[str]:
    """Plays of the seat."""
    return [
        " ".join(names(event.cards)) for event in given.events if isinstance(event, CardsPlayed) and event.seat == seat
    ]


def names(some) -> list[str]:
    return sorted(write_cards(some))


def ended(given: Given, seat: int) -> dict[str, str]:
    held = given.table.orders_of(Seat(seat))
    return dict(held.ended) if held else {}


def live(given: Given, seat: int) -> list[str]:
    held = given.table.orders_of(Seat(seat))
    return [each.id for each in held.live] if held else []


@pytest.fixture
def table() -> Given:
    return playing(HANDS)


# play, lead, and conditions -------------------------------------------------------------------------------------------


def test_a_play_order_answers_the_lead_in_its_condition(table):
    given = gives(table, 1, order("play", "10S", when=When(led_suit=("S",), led_by=(Seat(0),))))

    after = given.after_plays("0: 3S")

    assert since(given, after)[1:] == (
        ActedFor(Seat(1), "order", "1"),
        CardsPlayed(Seat(1), cards("10S"), (), (cards("10S"),)),
    )
    assert ended(after, 1) == {"1": "played"}
    assert live(after, 1) == []


def test_a_play_order_waits_while_its_conditions_do_not_hold(table):
    after = gives(table, 1, order("play", "10S", when=When(led_suit=("C",)))).after_plays("0: 3S")

    assert played(after, 1) == []
    assert live(after, 1) == ["1"]


def test_a_play_order_does_not_lead_and_a_lead_order_does_not_answer(table):
    after = gives(table, 0, order("play", "KS"), order("lead", "9S"))

    assert played(after, 0) == ["9S"]
    assert live(gives(table, 1, order("lead", "10S")).after_plays("0: 3S"), 1) == ["1"]


def test_orders_are_tried_in_sequence(table):
    given = gives(table, 1, order("play", "10S", when=When(led_suit=("S",))), order("play", "5S"))

    assert played(given.after_plays("0: 3S"), 1) == ["10S"]


def test_the_successor_of_an_order_takes_its_place(table):
    replies = (order("lead", "4D 4D", until="trick"), order("lead", "5S"))
    given = gives(table, 1, order("play", "10S", then=replies), order("follow_lowest"))

    after = given.after_plays("0: 3S")

    assert live(after, 1) == ["1.1", "1.2", "2"]


def test_one_play_triggers_a_whole_trick_and_the_next_lead(table):
    given = gives(table, 1, order("play", "10S", then=(order("lead", "4D 4D", until="trick"),)))
    given = gives(given, 2, order("follow_lowest"))
    given = gives(given, 3, order("follow_lowest"))

    after = given.after_plays("0: 3S")

    assert [type(event).__name__ for event in since(given, after)] == [
        "CardsPlayed",
        *["ActedFor", "CardsPlayed"] * 3,
        "TrickWon",
        *["ActedFor", "CardsPlayed"] * 3,
    ]
    assert after.phase.turn == 0
    assert ended(after, 1) == {"1": "played", "1.1": "played"}


def test_a_lead_on_winning_the_trick_ends_when_another_player_wins(table):
    given = gives(table, 1, order("play", "10S", then=(order("lead", "4D 4D", until="trick"),)))

    assert ended(given.after_plays("0: 3S", "2: 6S", "3: QS"), 1) == {"1": "played", "1.1": "overtaken"}


def test_a_lead_on_winning_the_trick_is_made_after_the_win(table):
    given = gives(table, 0, order("lead", "KS", then=(order("lead", "4H", until="trick"),)))
    after = given.after_plays("1: 5S", "2: 6S", "3: 8S")

    assert played(after, 0) == ["KS", "4H"]
    assert ended(after, 0) == {"1": "played", "1.1": "played"}


# follow_lowest -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "lead", "expected"),
    [
        ("5S 10S KS 9S", "3S", "9S"),
        ("5S 10S KS KS", "3S", "5S"),
        ("AS QS KS 10S", "3S", "QS"),
        ("9D 8C 4H 5C", "3S", "8C"),
        ("4H 5H 2S BJ", "3S", "4H"),
        ("5C 10C 4H KD", "3S", "4H"),
        ("3D 3C 7D 7C", "3S", "3C"),
    ],
)
def test_follow_lowest_avoids_points_and_trumps(hand, lead, expected):
    table = playing(["3S 4C 6C 6D", hand, "6S 7S 8C 10C", "8S QS 9D 5C"])
    after = gives(table, 1, order("follow_lowest")).after_plays(f"0: {lead}")

    assert played(after, 1) == [expected]
    assert live(after, 1) == ["1"]


@pytest.mark.parametrize(
    ("hand", "expected"),
    [
        ("5S 5S 6S 7S", "5S 5S"),
        ("5S 5S 9S 9S", "9S 9S"),
        ("KS 10S 5S 4C", "10S 5S"),
        ("9S 4C 3D 4H", "3D 9S"),
    ],
)
def test_follow_lowest_answers_a_pair_as_required(hand, expected):
    table = playing(["3S 3S 6C 6D", hand, "6S 7S 8C 10C", "8S QS 9D 5C"])
    after = gives(table, 1, order("follow_lowest")).after_plays("0: 3S 3S")

    assert played(after, 1) == [" ".join(names(cards(expected)))]


# points_to_partner ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "most", "expected"),
    [
        ("6S 10S KS 5S", None, "10S"),
        ("6S 5S 7S 8S", None, "5S"),
        ("6S 10S 7S 8S", 0, "6S"),
        ("6S 7S 7S 8S", None, "6S"),
        ("10C 5D 4H 3C", None, "10C"),
        ("4H 10H 3C 4C", None, "3C"),
    ],
)
def test_points_to_partner_gives_points_to_a_winning_partner(hand, most, expected):
    table = playing(["AS 4C 6C 6D", "3S 7C 7D 7H", hand, "8S QS 9D 5C"])
    after = gives(table, 2, order("points_to_partner", most=most)).after_plays("0: AS", "1: 3S")

    assert played(after, 2) == [expected]


@pytest.mark.parametrize(("most", "expected"), [(None, "10S KS"), (2, "10S KS"), (1, "10S 6S"), (0, "6S 7S")])
def test_points_to_partner_adds_only_the_given_number_of_points(most, expected):
    table = playing(["AS AS 6C 6D", "3S 4S 7D 7H", "6S 10S KS 7S", "8S QS 9D 5C"])
    after = gives(table, 2, order("points_to_partner", most=most)).after_plays("0: AS AS", "1: 3S 4S")

    assert played(after, 2) == [" ".join(names(cards(expected)))]


@pytest.mark.parametrize(("otherwise", "expected"), [(None, ["6S"]), ("lowest", ["6S"]), ("wait", [])])
def test_points_to_partner_gives_no_points_to_an_opponent(otherwise, expected):
    table = playing(["3S 4C 6C 6D", "AS 7C 7D 7H", "6S 10S KS 5S", "8S QS 9D 5C"])
    after = gives(table, 2, order("points_to_partner", otherwise=otherwise)).after_plays("0: 3S", "1: AS")

    assert played(after, 2) == expected


# cover ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "keep", "expected"),
    [
        ("6S 10S KS AS", "", "10S"),
        ("6S QS KS AS", "QS", "KS"),
        ("6S QS KS AS", "QS KS AS", "6S"),
        ("3S 4S 6S 7S", "", "3S"),
        ("4H 5H BJ 9D", "", "4H"),
        ("4H 5H BJ 9D", "4H 5H", "BJ"),
        ("BJ SJ 9D 8D", "BJ SJ", "8D"),
    ],
)
def test_cover_beats_the_winning_play_with_the_lowest_cards(hand, keep, expected):
    table = playing(["9S 4C 6C 6D", hand, "6S 7S 8C 10C", "8S QS 9D 5C"])
    after = gives(table, 1, order("cover", keep=cards(keep))).after_plays("0: 9S")

    assert played(after, 1) == [expected]


@pytest.mark.parametrize(
    ("hand", "expected"),
    [
        ("9S 9S KS KS", "9S 9S"),
        ("3S 3S 6S 6S", "3S 3S"),
        ("5H 5H BJ BJ", "5H 5H"),
        ("4H 5H 6C 6D", "6C 6D"),
    ],
)
def test_cover_beats_a_pair_with_a_pair(hand, expected):
    table = playing(["8S 8S 6C 6D", hand, "6S 7S 8C 10C", "8C QS 9D 5C"])
    after = gives(table, 1, order("cover")).after_plays("0: 8S 8S")

    assert played(after, 1) == [expected]


def test_cover_ruffs_a_throw_with_its_shapes():
    table = playing(["AS AS KS 6D", "4H 4H 9H 8H", "6S 7S 8C 10C", "8C QS 9D 5C"])
    after = gives(table, 1, order("cover")).after_plays("0: AS AS KS")

    assert played(after, 1) == ["4H 4H 8H"]


def test_a_cover_order_that_cannot_beat_waits_by_option():
    table = playing(["AS 4C 6C 6D", "6S 10S KS 3S", "6S 7S 8C 10C", "8S QS 9D 5C"])
    after = gives(table, 1, order("cover", otherwise="wait"), order("play", "10S")).after_plays("0: AS")

    assert played(after, 1) == ["10S"]


# declare, pass -------------------------------------------------------------------------------------------------------

DRAWN = ["2S 2S 4S 5C", "2H 6H 7C 8D", "9C 9D 2D 2D", "10C JC QC BJ"]


def test_a_declare_order_shows_its_suit_and_then_passes():
    given = gives(declaring(DRAWN), 0, order("declare", suit="S"))

    assert since(declaring(DRAWN), given)[1:] == (
        ActedFor(Seat(0), "order", "1"),
        Declared(Seat(0), "declare", cards("2S"), 1, 3, Seat(0)),
    )
    after = given.after((1, PASS), (2, PASS), (3, PASS))
    # All others have passed, so the suit is final.
    assert ended(after, 0) == {"1": "condition_impossible"}


def test_a_declare_order_reinforces_over_an_opponent_but_not_over_a_partner():
    table = declaring(DRAWN, first_drawer=1).after((1, PASS))
    over = gives(table, 2, order("declare", suit="D"))

    assert [event.cards for event in over.events if isinstance(event, Declared)] == [cards("2D")]
    partners = gives(declaring(DRAWN).after((0, PASS), (1, PASS)), 2, order("declare", suit="D")).after((3, PASS))
    given = gives(partners, 0, order("declare", suit="S"))
    assert [event.cards for event in given.events if isinstance(event, Declared)] == [cards("2D")]
    assert isinstance(given.events[-1], DeclarationPassed)
    beaten = declaring(DRAWN).after((0, PASS), (1, declares("2H")))
    opposed = gives(beaten, 2, order("declare", suit="D"))
    assert [event.cards for event in opposed.events if isinstance(event, Declared)] == [cards("2H"), cards("2D 2D")]
    held_back = gives(beaten, 2, order("declare", suit="D", over="nobody"))
    assert isinstance(held_back.events[-1], DeclarationPassed)


@pytest.mark.parametrize(("otherwise", "passes"), [(None, True), ("pass", True), ("wait", False)])
def test_a_declare_order_that_cannot_declare_passes_or_waits(otherwise, passes):
    given = gives(declaring(DRAWN), 0, order("declare", suit="C", otherwise=otherwise))

    assert isinstance(given.events[-1], DeclarationPassed) == passes


def test_a_declare_order_files_a_plan_if_the_table_uses_plans():
    table = declaring(DRAWN, match=started(deal_mode="plan"))
    (filed,) = [event for event in gives(table, 0, order("declare", suit="S")).events if isinstance(event, PlanFiled)]

    assert filed.seat == 0
    assert (names(filed.plan[0].cards)[0], filed.plan[0].over) == ("2S", "nobody")
    assert FilePlan(filed.plan)


def test_a_declare_order_shows_in_a_live_draw_as_soon_as_its_card_is_drawn():
    table = declaring(["4S 2S 4S 5C", *DRAWN[1:]], match=started(deal_mode="live_draw", draw_seconds=1))
    table = commanded(table, Tick(SHENG_JI.clock(table.table.match).tick))
    given = gives(table, 0, order("declare", suit="S"))
    assert not any(isinstance(event, Declared) for event in given.events)

    after = commanded(given, Tick(SHENG_JI.clock(given.table.match).tick))

    assert [event.cards for event in after.events if isinstance(event, Declared)] == [cards("2S")]


@pytest.mark.parametrize(("reinforce", "shown"), [(None, ["2S", "2S"]), (True, ["2S", "2S"]), (False, ["2S"])])
def test_a_declare_order_adds_copies_to_its_own_declaration_unless_disabled(reinforce, shown):
    table = declaring(["2S 2S 4S 5C", *DRAWN[1:]], match=started(deal_mode="live_draw", draw_seconds=1))
    table = commanded(table, Tick(SHENG_JI.clock(table.table.match).tick))
    given = gives(table, 0, order("declare", suit="S", reinforce=reinforce))
    after = commanded(given, Tick(SHENG_JI.clock(given.table.match).tick))

    assert [" ".join(names(event.cards)) for event in after.events if isinstance(event, Declared)] == shown


def test_a_pass_order_passes_unless_its_exception_was_declared():
    waits = order("pass", unless=When(declared=("H",)))
    quiet = gives(declaring(DRAWN), 1, waits).after((0, PASS))
    assert quiet.events[-1] == DeclarationPassed(Seat(1))

    ended_by = gives(declaring(["2H 2S 4S 5C", *DRAWN[1:]]), 1, waits).after((0, declares("2H")))
    assert ended_by.events[-1] == OrdersEnded(Seat(1), ("1",), "overtaken", auto_forced=False)
    assert ended(ended_by, 1) == {"1": "overtaken"}


def test_a_pass_order_passes_only_in_its_phase():
    table = declaring(DRAWN, match=started(redeal_no_trump="on"))
    given = gives(table, 1, order("pass", when=When(asked=("redeal",))))
    after = given.after((0, declares("2S")))
    assert SHENG_JI.asked(after.table.match)[0].seat == 1
    later = after.after((1, PASS), (2, PASS), (3, PASS))
    assert any(isinstance(event, RedealWaived) and event.seat == 1 for event in later.events)


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
        return [sorted(SHENG_JI.orders.scene(match, Seat(seat)).partners) for seat in range(5)]

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


# forced moves --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "lead", "expected"),
    [
        ("5S 4C 4D 6D", "3S", "5S"),
        ("5S 5S 4D 6D", "3S", "5S"),
        ("5S 6S 4D 6D", "3S", None),
        ("4C 4D 6D 7D", "3S", None),
        ("5S 6S 4D 6D", "3S 3S", "5S 6S"),
        ("5S 5S 6S 6D", "3S 3S", "5S 5S"),
        ("5S 5S 6S 6S", "3S 3S", None),
        ("5S 4D 4D 4D", "3S 3S", "4D 5S"),
    ],
)
def test_with_forced_moves_a_play_without_alternative_is_made_at_once(hand, lead, expected):
    table = playing(["3S 3S 6C 6D", hand, "6S 7S 8C 10C", "8S QS 9D 5C"], match=started("zhang-2021", decks=3))
    given = gives(table, 1, auto_forced=True)
    after = given.after_plays(f"0: {lead}")

    if expected is None:
        assert played(after, 1) == []
    else:
        assert ActedFor(Seat(1), "forced", None) in after.events
        assert played(after, 1) == [" ".join(names(cards(expected)))]


def test_without_forced_moves_a_forced_play_waits_for_its_player():
    table = playing(["3S 4S 6C 6D", "5S 4C 4D 6D", "6S 7S 8C 10C", "8S QS 9D 5C"])

    assert played(gives(table, 1).after_plays("0: 3S"), 1) == []


def test_the_last_card_is_led_and_followed_at_once():
    given = playing(["KS 3S", "5S 4S", "6S 6S", "8S 8S"])
    for seat in range(4):
        given = gives(given, seat, auto_forced=True)
    after = given.after_plays("0: KS", "1: 4S")

    assert any(isinstance(event, SecretPublished) for event in after.events)
    assert [played(after, seat) for seat in range(4)] == [["KS", "3S"], ["4S", "5S"], ["6S", "6S"], ["8S", "8S"]]


def test_a_player_who_cannot_declare_passes_at_once():
    given = gives(declaring(["3S 4S 5C 6C", *DRAWN[1:]]), 0, auto_forced=True)

    assert given.events[-2:] == (ActedFor(Seat(0), "forced", None), DeclarationPassed(Seat(0)))


def test_orders_act_before_forced_moves(table):
    given = gives(
        playing(["3S 4S 6C 6D", "5S 4C 4D 6D", "6S 7S 8C 10C", "8S QS 9D 5C"]), 1, order("play", "5S"), auto_forced=True
    )

    assert ActedFor(Seat(1), "order", "1") in given.after_plays("0: 3S").events


# visibility for others ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("viewer", [Seat(0), Seat(2), Onlooker.SPECTATOR, Onlooker.DELAYED, Onlooker.ARCHIVE])
def test_others_see_neither_orders_nor_their_owner(table, viewer):
    given = gives(table, 1, order("play", "10S"), auto_forced=True).after_plays("0: 3S")
    given = commanded(gives(given, 1, order("follow_lowest")), WithdrawOrders(player(1)))
    seen = [redact(SHENG_JI, event, viewer) for event in given.events]

    assert OrdersGiven(None, (), None) in seen
    assert OrdersEnded(None, (), None, None) in seen
    how = "order" if viewer is Onlooker.ARCHIVE else "automatic"
    assert ActedFor(Seat(1), how, None) in seen
    assert given.seen_by(viewer).orders == ()


def test_the_seat_sees_its_own_orders_and_how_they_ended(table):
    given = gives(table, 1, order("play", "10S"), order("follow_lowest")).after_plays("0: 3S")

    assert given.seen_by(Seat(1)).orders == given.table.orders
    assert given.table.orders[0].ended == (EndedOrder("1", "played"),)


def test_a_stand_in_is_seen_by_all():
    event = ActedFor(Seat(1), "stand_in", None)

    assert redact(SHENG_JI, event, Onlooker.SPECTATOR) == event


# one command ----------------------------------------------------------------------------------------------------------


def test_orders_that_apply_act_as_soon_as_they_are_given(table):
    given = gives(table.after_plays("0: 3S"), 1, order("play", "10S"))

    assert played(given, 1) == ["10S"]


def test_orders_that_wait_for_a_secret_act_after_later_commands(table):
    """Without further secrets the table stops before a new hand. Waiting orders continue with the next command."""
    waiting = fold(GAMES, (OrdersGiven(Seat(0), (order("lead", "KS", id="1"),), auto_forced=False),), table.table)
    outcome = decide(GAMES, waiting, SetEntropy(player(2), "other"), Chance(bytes(32)))

    assert ActedFor(Seat(0), "order", "1") in outcome.events


def test_hands_opened_by_one_command_have_separate_secrets():
    match = started(first_dealer_fallback="redeal")
    table = declaring(["3S 4S 5C 6C", "3H 4H 5H 6H", "3D 4D 5D 6D", "7C 7D 7H 7S"], match=match)
    for seat in range(3):
        table = gives(table, seat, order("pass", until="match", when=When(asked=("declare",))))
    passed = order("pass", until="match", when=When(asked=("declare",)))
    given = gives(table, 3, passed)

    opened = [event for event in since(table, given) if isinstance(event, HandOpened)]
    assert len(opened) > 1
    assert len({event.next_secret for event in opened}) == len(opened)
    quiet = decide(GAMES, table.table, GiveOrders(player(3), (passed,), auto_forced=False), Chance(SECRETS[3]))
    assert sum(isinstance(event, HandOpened) for event in quiet.events) == 1


def test_a_trick_won_by_order_is_shown_like_any_other(table):
    given = gives(gives(table, 2, order("follow_lowest")), 3, order("cover")).after_plays("0: 3S", "1: 5S")

    assert given.events[-1] == TrickWon(Seat(3), 5)


def test_the_author_of_a_command_gets_no_sign_of_a_refused_order(table, monkeypatch):
    given = gives(table, 1, order("play", "4D"))
    monkeypatch.setattr(type(SHENG_JI), "check", lambda *_: {})

    assert given.after_plays("0: 3S").events[-1] == OrdersEnded(Seat(1), ("1",), "not_legal", auto_forced=False)


def test_a_long_chain_of_orders_pauses_and_continues_with_the_next_command(table):
    for seat in (1, 2, 3):
        table = gives(table, seat, order("follow_lowest"))
    recorder = TableRecorder(GAMES, table.table, Chance(SECRETS[2]))
    recorder.record_progress(SHENG_JI.decide(table.table.match, Seat(0), plays("3S")))

    make_automatic_moves(recorder, most=2)

    after = table.and_then(*recorder.decision().events)
    assert SHENG_JI.asked(after.table.match)[0].seat == 3
    assert isinstance(commanded(after, SetEntropy(player(0), "other")).events[-1], TrickWon)
