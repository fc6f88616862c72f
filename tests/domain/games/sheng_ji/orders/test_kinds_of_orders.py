"""Standing orders in Sheng Ji: effects of each kind."""

import pytest

from domain.games.sheng_ji.commands import FilePlan
from domain.games.sheng_ji.events import DeclarationPassed, Declared, PlanFiled, RedealWaived
from domain.games.sheng_ji.play_events import CardsPlayed
from domain.kernel.seats import Seat
from domain.orders.order import When
from domain.table.commands import Tick
from domain.table.seat_events import ActedFor, OrdersEnded
from tests.support.deals import declaring, playing, started
from tests.support.given_orders import DRAWN, commanded, ended, gives, live, names, order, played, since
from tests.support.table import PASS, SHENG_JI, cards, declares

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
