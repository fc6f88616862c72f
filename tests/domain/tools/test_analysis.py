"""The analysis of a hand: which decisions are judged, from which view, and when a difference counts as a mistake."""

import random
from dataclasses import replace

import pytest

from domain.games.bots import BOTS
from domain.games.lessons import PHASES
from domain.games.registry import GAMES
from domain.kernel.cards import HIDDEN
from domain.kernel.viewers import Onlooker
from domain.table.events import CardsDealt
from domain.table.redact import redact
from domain.tools.analysis import Cost, finished_hands, judge, positions
from domain.tools.simulation import Simulation, SimulationSetting, secrets_from
from tests.support.teachers import FakeTeacher


def luck_of(name):
    return random.Random(name)


def played(profile="zhang-2021", game="sheng_ji", hands=2, bots=("random", "steady")):
    simulation = Simulation(SimulationSetting(game, profile, {}, hands), secrets_from("analysis"))
    seats = len(simulation.table.seats)
    simulation.play([BOTS[game][bots[seat % 2]] for seat in range(seats)], luck_of("play"))
    return simulation.events


EVENTS = played()


def judged(events, hand, teacher):
    return [(position, judge(teacher, position, luck_of)) for position in positions(events, hand)]


def test_every_hand_that_is_over_can_be_analysed():
    assert finished_hands(EVENTS) == [1, 2]
    assert finished_hands([event for event in EVENTS if type(event).__name__ != "SecretPublished"]) == []


def test_decisions_are_numbered_and_have_the_move_that_was_made():
    found = list(positions(EVENTS, 2))
    assert [each.number for each in found] == list(range(1, len(found) + 1))
    assert {each.seat for each in found} == {0, 1, 2, 3}
    phases = {each.phase for each in found}
    assert {"kitty", "lead", "follow", "end"} <= phases <= {*PHASES}
    for each in found:
        assert each.seat in {asked.seat for asked in each.view.game.asked(each.view.match)}
        each.view.game.preview(each.view.match, each.seat, each.move)


def test_a_teacher_sees_what_the_seat_saw_and_no_hidden_card():
    teacher = FakeTeacher()
    assert judged(EVENTS, 1, teacher)
    for view, seat in teacher.seen:
        hands = getattr(view.match.phase, "hands", None)
        for other, hand in enumerate(hands or ()):
            if other != seat:
                known = hand if isinstance(hand, tuple) and not hasattr(hand, "known") else hand.known
                assert not [card for card in known if card != HIDDEN] if isinstance(known, tuple) else not known


def test_hidden_cards_do_not_change_an_analysis():
    """The archive's events, and those with the undealt cards of the other seats exchanged, give the same views."""
    archived = [redact(GAMES["sheng_ji"], event, Onlooker.ARCHIVE) for event in EVENTS]
    plain = [each.view for each in positions(EVENTS, 1)]
    assert [each.view for each in positions(archived, 1)] == plain
    [dealt, *_] = [event for event in EVENTS if isinstance(event, CardsDealt)]
    seats = dealt.seats
    lead = next(each for each in positions(EVENTS, 1) if each.number == 1)
    swapped = list(dealt.order)
    others = [place for place in range(len(swapped)) if (dealt.first_drawer + place) % seats != lead.seat]
    swapped[others[0]], swapped[others[-1]] = swapped[others[-1]], swapped[others[0]]
    twin = [replace(event, order=tuple(swapped)) if event is dealt else event for event in EVENTS]
    assert next(iter(positions(twin, 1))).view == lead.view


def test_a_difference_that_is_certain_twice_is_a_mistake_with_a_reason():
    found = judged(EVENTS, 1, FakeTeacher())
    mistakes = [each for _, each in found if each.is_mistake]
    assert mistakes
    assert all(each.cost == 10 and each.reason.sentence.endswith(".") and each.reason.code for each in mistakes)
    assert all(each.reason is None for _, each in found if not each.is_mistake)
    by_seat = {seat: sum(each.is_mistake for position, each in found if position.seat == seat) for seat in range(4)}
    assert by_seat[1] == by_seat[3] == 0 < by_seat[0]


@pytest.mark.parametrize("cost", [(10.0, 5.2), (0.0, 0.0)], ids=["uncertain", "equal"])
def test_a_difference_whose_interval_has_zero_is_no_mistake(cost):
    found = judged(EVENTS, 1, FakeTeacher(cost_of=lambda *_: cost))
    assert not any(each.is_mistake for _, each in found)


@pytest.mark.parametrize(("cost", "is_mistake"), [(0.99, False), (1.0, True)])
def test_a_difference_below_a_point_is_no_mistake_even_if_it_is_certain(cost, is_mistake):
    found = judged(EVENTS, 1, FakeTeacher(cost_of=lambda *_: (cost, 0.01)))
    assert any(each.is_mistake for _, each in found) == is_mistake


def test_a_difference_that_fresh_deals_do_not_confirm_is_no_mistake():
    seen = []

    def cost_of(view, seat, move, luck):
        seen.append(move)
        return (10.0, 1.0) if len(seen) % 2 else (1.0, 1.0)

    found = judged(EVENTS, 1, FakeTeacher(cost_of=cost_of))
    assert seen
    assert not any(each.is_mistake for _, each in found)


def test_costs_add_up_by_mistakes():
    found = judged(EVENTS, 1, FakeTeacher())
    cost = Cost()
    for _, each in found:
        cost = cost.with_judged(each)
    mistakes = sum(each.is_mistake for _, each in found)
    assert (cost.mistakes, cost.points) == (mistakes, 10 * mistakes)
    assert cost.decisions == sum(not each.is_only for _, each in found)


@pytest.mark.parametrize(("game", "profile"), [("sheng_ji", "zhao-peng-you"), ("zheng_shangyou", "zheng-shangyou")])
def test_other_games_are_analysed_too(game, profile):
    found = judged(played(profile, game, 2), 2, FakeTeacher(game))
    assert any(each.is_mistake for _, each in found)
    assert all(each is not None for _, each in found)
