"""EX-PLAN-01: sealed plans, and the draw processed with them."""

import pytest

from domain.games.sheng_ji.check import NotYourTurn
from domain.games.sheng_ji.commands import FilePlan
from domain.games.sheng_ji.declare import NotADeclaration
from domain.games.sheng_ji.events import Declared, KittyTaken, KittyTurned, PlanFiled, TrumpFixed
from domain.games.sheng_ji.move_checks import PlanTooLong, WrongNumberOfCards
from domain.games.sheng_ji.plans import PLAN_LIMIT, PlannedShow
from domain.games.sheng_ji.state import Burying
from domain.kernel.cards import write_cards
from domain.kernel.seats import Seat
from domain.kernel.viewers import Onlooker
from domain.table.refusals import CardsNotHeld, WrongPhase
from tests.support.deals import declared, declaring, started, suit_of_trumps
from tests.support.table import PASS, SHENG_JI, Given, cards, declares


def plan(*shows: str) -> FilePlan:
    """Plan with shows, each written `over: cards`."""
    split = (show.split(": ") for show in shows)
    return FilePlan(tuple(PlannedShow(cards(text), over) for over, text in split))


def planning(*hands: str, first_drawer: int = 0, profile="zhang-2021", **options) -> Given:
    match = started(profile, deal_mode="plan", **options)
    return declaring(hands, "9C AS", rank="8", first_drawer=first_drawer, match=match)


def outcome(given: Given, *plans: FilePlan) -> list[tuple[int, str, str]]:
    """Returns the declarations in order when these plans are filed seat by seat."""
    filed = given.after(*enumerate(plans[:-1]))
    events = filed.when(len(plans) - 1, plans[-1]).events
    shown = [event for event in events if isinstance(event, Declared)]
    return [(event.seat, event.kind, " ".join(write_cards(event.cards))) for event in shown]


NOTHING = plan()
# Seat 0 draws its eights first and third, seat 1 its pair second and third, seat 2 its jokers first and second.
HANDS = ["8C 3D 8C", "4D 8D 8D", "SJ SJ 5D", "8S BJ BJ"]


def test_ex_plan_01_all_seats_are_asked_together_and_each_files_once():
    given = planning(*HANDS)

    assert SHENG_JI.asked(given.table.match) == tuple((seat, "plan") for seat in range(4))
    given.when(2, plan("any: SJ SJ")).then(PlanFiled(Seat(2), (PlannedShow(cards("SJ SJ"), "any"),)))
    given = given.after((2, plan("any: SJ SJ")))
    assert [asked.seat for asked in SHENG_JI.asked(given.table.match)] == [0, 1, 3]
    given.when(2, NOTHING).then_refused(NotYourTurn, "EX-PLAN-01")


def test_ex_plan_01_passing_files_an_empty_plan():
    planning(*HANDS).when(1, PASS).then(PlanFiled(Seat(1), ()))


@pytest.mark.parametrize("viewer", [Seat(0), Seat(1), Onlooker.SPECTATOR])
def test_ex_plan_01_plans_are_hidden_from_others(viewer):
    given = planning(*HANDS).after((2, plan("any: SJ SJ")))
    way = given.view(viewer)["way"]

    assert way == {"mode": "plan", "filed": [2], "plan": None}
    assert given.view(Seat(2))["way"]["plan"] == [{"cards": ["SJ", "SJ"], "over": "any"}]
    assert given.seen_by(viewer).match.phase.way.plans[2] == ()


@pytest.mark.parametrize(
    ("filed", "refusal"),
    [
        (plan("any: 8H"), CardsNotHeld),
        (plan("any: 8C 8C 8C"), CardsNotHeld),
        (plan("any: 3D"), NotADeclaration),
        (plan("any: 8C 3D"), NotADeclaration),
        (plan("any: 8C", "any: 3D"), NotADeclaration),
        (FilePlan((PlannedShow((), "any"),)), WrongNumberOfCards),
        (plan(*["any: 8C"] * (PLAN_LIMIT + 1)), PlanTooLong),
    ],
)
def test_ex_plan_01_a_plan_contains_only_possible_declarations(filed, refusal):
    planning(*HANDS).when(0, filed).then_refused(refusal)


def test_ex_plan_01_declaring_directly_is_refused():
    planning(*HANDS).when(0, declares("8C")).then_refused(WrongPhase)


def test_ex_plan_01_after_all_plans_are_filed_the_draw_is_processed_and_trumps_are_fixed():
    given = planning(*HANDS).after((0, plan("nobody: 8C")), (1, NOTHING), (3, NOTHING))

    given.when(2, NOTHING).then(
        PlanFiled(Seat(2), ()),
        declared(0, "declare", "8C", 1, "C", 0),
        TrumpFixed(suit_of_trumps("8C"), Seat(0), None),
        KittyTaken(Seat(0), cards("9C AS")),
    )


def test_ex_plan_01_a_show_is_made_as_soon_as_its_cards_are_drawn():
    # Seat 3 draws its eight with the first card, seat 1 the first of its eights with the second.
    assert outcome(planning(*HANDS), NOTHING, plan("nobody: 8D"), NOTHING, plan("nobody: 8S")) == [(3, "declare", "8S")]


def test_ex_plan_01_without_plans_the_kitty_is_turned():
    given = planning(*HANDS).after((0, NOTHING), (1, NOTHING), (2, NOTHING))

    assert [type(event) for event in given.when(3, PASS).events] == [PlanFiled, KittyTurned, TrumpFixed, KittyTaken]


@pytest.mark.parametrize("first", [0, 1, 2, 3])
def test_ex_plan_01_of_shows_possible_after_one_round_only_the_first_drawers_is_made(first):
    given = planning("8C 3D", "8D 4D", "8H 5D", "8S 6D", first_drawer=first)
    plans = [plan("nobody: 8C"), plan("nobody: 8D"), plan("nobody: 8H"), plan("nobody: 8S")]

    assert [seat for seat, _, _ in outcome(given, *plans)] == [first]


def test_ex_plan_01_over_nobody_shows_only_without_an_earlier_declaration():
    plans = plan("nobody: 8C"), plan("nobody: 8D 8D"), NOTHING, NOTHING

    assert outcome(planning(*HANDS), *plans) == [(0, "declare", "8C")]


def test_ex_plan_01_over_others_shows_over_a_declaration_of_another_seat():
    plans = plan("nobody: 8C"), plan("others: 8D 8D"), NOTHING, plan("others: BJ BJ")

    # In the third round seat 1 draws its second eight before seat 3 draws its second joker.
    assert outcome(planning(*HANDS), *plans) == [
        (0, "declare", "8C"),
        (1, "override", "8D 8D"),
        (3, "override", "BJ BJ"),
    ]


def test_ex_plan_01_over_others_never_opens():
    assert outcome(planning(*HANDS), NOTHING, plan("others: 8D 8D"), NOTHING, NOTHING) == []


def test_ex_plan_01_over_opponents_does_not_override_the_partner():
    by_partner = plan("nobody: 8C"), NOTHING, plan("opponents: SJ SJ"), NOTHING
    by_opponent = NOTHING, plan("nobody: 8D"), plan("opponents: SJ SJ"), NOTHING

    assert outcome(planning(*HANDS), *by_partner) == [(0, "declare", "8C")]
    assert outcome(planning(*HANDS), *by_opponent) == [(1, "declare", "8D"), (2, "override", "SJ SJ")]


def test_ex_plan_01_over_opponents_overrides_everybody_in_friend_games():
    hands = [*HANDS, "3H 4H 5H"]
    given = planning(*hands, profile="zhao-peng-you")

    assert outcome(given, plan("nobody: 8C"), NOTHING, plan("opponents: SJ SJ"), NOTHING, NOTHING) == [
        (0, "declare", "8C"),
        (2, "override", "SJ SJ"),
    ]


def test_ex_plan_01_at_any_time_also_reinforces_the_own_declaration():
    plans = plan("nobody: 8C", "any: 8C"), NOTHING, NOTHING, NOTHING

    assert outcome(planning(*HANDS), *plans) == [(0, "declare", "8C"), (0, "reinforce", "8C")]


def test_ex_plan_01_no_plan_overrides_its_own_declaration():
    plans = NOTHING, NOTHING, NOTHING, plan("nobody: 8S", "any: BJ BJ")

    assert outcome(planning(*HANDS), *plans) == [(3, "declare", "8S")]


def test_ex_plan_01_shows_are_tried_once_each_in_the_order_of_the_plan():
    # Both eights are drawn in the same round; the plan prefers spades.
    given = planning("3D 8C", "4D 8D", "5D 8H", "8D 8S")
    plans = NOTHING, NOTHING, NOTHING, plan("nobody: 8S", "nobody: 8D")

    assert outcome(given, *plans) == [(3, "declare", "8D")]
    given = planning("8C 8C 8D 3D", "4D 4C 4H 4S", "5D 5C 5H 5S", "6D 6C 6H 6S", decks=3, kitty_size=6)
    plans = plan("nobody: 8C", "any: 8C", "any: 8C"), NOTHING, NOTHING, NOTHING
    assert outcome(given, *plans) == [(0, "declare", "8C"), (0, "reinforce", "8C")]


def test_ex_plan_01_after_a_show_the_seat_on_its_right_is_next():
    # Seats 1 and 3 both wait to override with jokers. Seat 2 shows, and seat 3 is on its right.
    given = planning("BJ BJ 3D", "SJ SJ 4D", "3H 4H 8H", "BJ BJ 5D", decks=3, kitty_size=6)
    plans = plan("others: BJ BJ"), plan("others: SJ SJ"), plan("nobody: 8H"), plan("others: BJ BJ")

    assert outcome(given, *plans) == [(2, "declare", "8H"), (3, "override", "BJ BJ")]


def test_dec_06_late_reinforcement_in_a_plan_must_come_before_the_openers_next_card():
    soon = planning("8C 8C 3D", "8D 8D 4D", "3H 4H 5H", "3S 4S 5S", late_reinforce="on")
    late = planning("8C 3D 8C", "8D 8D 4D", "3H 4H 5H", "3S 4S 5S", late_reinforce="on")
    waiting = plan("nobody: 8C", "others: 8C"), plan("others: 8D 8D"), NOTHING, NOTHING

    assert outcome(soon, *waiting) == [(0, "declare", "8C"), (1, "override", "8D 8D"), (0, "reinforce", "8C")]
    assert outcome(late, *waiting) == [(0, "declare", "8C"), (1, "override", "8D 8D")]


def test_sj_bid_12_the_usual_rule_decides_the_dealer():
    given = planning(*HANDS, first_hand_dealer="first_declarer")
    given = given.after((0, plan("nobody: 8C")), (1, plan("others: 8D 8D")), (2, NOTHING), (3, NOTHING))

    assert isinstance(given.phase, Burying)
    assert (given.phase.deal.dealer, given.phase.deal.trump_suit) == (0, suit_of_trumps("8D"))
