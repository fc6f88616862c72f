"""The bots of Zheng Shangyou move legally under every profile, and the steady bot follows the hints (BOT-08)."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.games.bots import BOTS
from domain.games.zheng_shangyou.bots.card_counting import CardCounting
from domain.games.zheng_shangyou.bots.planning import cost_of
from domain.games.zheng_shangyou.combinations import usual_reading
from domain.games.zheng_shangyou.commands import Discard, Pass, PayTribute, Take
from domain.kernel.seats import Seat
from domain.tools.sheng_ji_duel import Z_95, deal_seeds
from domain.tools.simulation import Simulation, SimulationSetting, secrets_from
from domain.tools.zheng_shangyou_duel import TableResult, duel, line_ups, result_of
from tests.support.cases import cases
from tests.support.climbing import FORMS, Given, card, cards, discards, exchanging, pays, playing, started

STEADY, RANDOM = BOTS["zheng_shangyou"]["steady"], BOTS["zheng_shangyou"]["random"]
OTHERS = ["3S 6S 9S JH QH", "4S 6C 9C 10H QD", "5S 6D 10S JS KH"]


def choice(at: Given, seat: int):
    """Decision of the steady bot from the view of the seat."""
    return STEADY.choose(at.seen_by(Seat(seat)), Seat(seat), Random(0))


def played(at: Given, seat: int) -> set[int] | None:
    """Cards that the steady bot plays; `None` if it passes."""
    move = choice(at, seat)
    return None if isinstance(move, Pass) else set(move.cards)


# Every bot -----------------------------------------------------------------------------------------------------------


@pytest.mark.slow
@given(st.sampled_from(FORMS), st.integers(0, 2**32), st.sampled_from([(STEADY, RANDOM), (RANDOM,), (STEADY,)]))
@cases(20)
def test_bots_move_legally_in_every_form(form, seed, bots):
    profile, options = form
    simulation = Simulation(SimulationSetting("zheng_shangyou", profile, options, 2), secrets_from(str(seed)))
    seats = len(simulation.table.seats)

    assert simulation.play([bots[seat % len(bots)] for seat in range(seats)], Random(seed)).status == "finished"


@pytest.mark.parametrize("name", ["random", "steady"])
def test_the_same_randomness_gives_the_same_game(name):
    def events() -> list[object]:
        simulation = Simulation(SimulationSetting("zheng_shangyou", "san-jia-xi", {}, 2), secrets_from("same"))
        simulation.play([BOTS["zheng_shangyou"][name]] * 6, Random(7))
        return simulation.events

    assert events() == events()


@pytest.mark.parametrize("bot", [STEADY, RANDOM], ids=lambda bot: bot.name)
def test_a_bot_that_is_not_to_move_says_so_and_never_interjects(bot):
    seen = started().seen_by(Seat(0))

    with pytest.raises(ValueError, match="nothing is asked"):
        bot.choose(seen, Seat(0), Random(0))
    assert bot.interject(seen, Seat(0), Random(0)) is None


# Steady on lead ------------------------------------------------------------------------------------------------------


def test_bot_08_the_steady_bot_leads_a_low_sequence_and_keeps_high_cards():
    others = ["3S 6S 9S JH QH 7C 8C", "4S 6C 9C 10H QD 7S 8D", "5S 6D 10S JS KH 7H 8H"]

    assert played(playing(["3C 4D 5H 9D KS AS 2C", *others]), 0) == set(cards("3C 4D 5H"))


def test_bot_08_the_steady_bot_leads_a_pair_of_fours_without_adding_its_twos():
    assert played(playing(["4C 4D 7C 2C 2D", *OTHERS]), 0) == set(cards("4C 4D"))


def test_bot_08_the_steady_bot_takes_the_lead_back_with_both_twos():
    given = playing(["4C 4H 7C 2C 2D", "3S 6S 9S JH QH", "9C 9D 10H QD 3D", "5S 6D 10S JS KH"])
    given = given.after_plays("0: 4C 4H", "1:", "2: 9C 9D", "3:")

    assert played(given, 0) == set(cards("2C 2D"))


def test_bot_08_the_steady_bot_runs_out_when_it_can():
    assert played(playing(["4C 4D", "3S 6S", "4S 6C", "5S 6D"]), 0) == set(cards("4C 4D"))


def test_bot_08_six_cards_are_split_into_two_sequences():
    whole = cost_of(cards("3C 4D 5H 5S 6C 7D"))

    assert whole == pytest.approx(cost_of(cards("3C 4D 5H")) + cost_of(cards("5S 6C 7D")))
    assert whole < cost_of(cards("3C 4D 5H 6C 7D")) + cost_of(cards("5S"))


@pytest.mark.parametrize(
    ("better", "worse"),
    [("AC", "3C"), ("3C 3D", "3C 5D"), ("3C 4C 5C 6C", "3C 4C 5C 7C"), ("3C 2D", "3C"), ("3C SJ", "3C 2D")],
)
def test_fewer_and_higher_groups_and_wild_cards_cost_less(better, worse):
    assert cost_of(cards(better)) < cost_of(cards(worse))


# Steady when it follows ----------------------------------------------------------------------------------------------


def test_bot_08_the_steady_bot_follows_with_a_low_card_of_no_other_use():
    given = playing(["3C 6H 9H QC KD", "4C 8D 8C AH 2S", "4S 6C 9C 10H QD", "5S 6D 10S JS KH"]).after_plays("0: 3C")

    assert played(given, 1) == set(cards("4C"))


def test_bot_08_the_steady_bot_does_not_break_a_sequence_for_a_low_card():
    given = playing(["3C 6H 9H QC KD", "5C 6C 7C 8C 9D", "4S 6S 9C 10H QD", "5S 6D 10S JS KH"]).after_plays("0: 3C")

    assert played(given, 1) in (None, set(cards("9D")))


def test_the_bot_does_not_beat_a_high_play_of_its_partner():
    hands = ["AC 3C 4C 5C", "6C 6D 7H 8H", "3D 2D 2H 9S", "3S 4S 5S 6S"]
    given = playing(hands, profile="zheng-shangyou-4-partners").after_plays("0: AC", "1:")

    assert choice(given, 2) == Pass()


# Steady in the exchange ----------------------------------------------------------------------------------------------

HANDS = ["3C 7C 7D 7H", "4D 9D 9H 9S", "5H 8H JS QS", "2H 2S 6C 6D", "BJ AD AH 10D"]


def test_the_bot_makes_legal_exchanges():
    given = exchanging(HANDS, [0, 1, 2, 3, 4])
    assert choice(given, 4) == PayTribute(card("BJ"))
    assert choice(given, 3) in (PayTribute(card("2H")), PayTribute(card("2S")))
    given = given.after((3, pays("2H")), (4, pays("BJ")))
    assert choice(given, 0) == Take(card("BJ"))
    given = given.after((0, Take(card("BJ"))))
    assert (choice(given, 0), choice(given, 1)) == (Discard(card("3C")), Discard(card("4D")))
    given = given.after((0, discards("3C")), (1, discards("4D")))
    assert choice(given, 3) == Take(card("4D"))


# Counting cards -------------------------------------------------------------------------------------------------------


def chance(at: Given, seat: int, text: str) -> float:
    table = at.seen_by(Seat(seat))
    return CardCounting(table.match, table.match.phase, Seat(seat)).chance_to_stand(usual_reading(cards(text)))


def test_the_bot_counts_the_cards_that_are_out():
    given = playing(["2C SJ BJ 3C", "AC AD AH AS", "4S 6C 9C 10H", "5S 6D 10S JS"])

    assert chance(given, 0, "BJ") == chance(given, 0, "SJ BJ") == 1.0
    assert chance(given, 0, "2C") == 1.0, "the bot holds both jokers"
    assert 0.0 < chance(given, 0, "3C") < chance(given, 1, "AC") < 1.0
    assert chance(given, 1, "AC AD AH AS") < 1.0, "four twos, or four of a rank with wild cards, could be out"


def test_the_bot_expects_nobody_to_beat_more_cards_than_a_hand_can_hold():
    given = playing(["3C 4C 5C 6C", "7C 8D 9D 9S", "4S 6S 9C 10H", "5S 6D 10S JS"])

    assert chance(given, 0, "3C 4C 5C 6C 7C") == 1.0


# Measured strength ----------------------------------------------------------------------------------------------------


def test_every_line_up_plays_on_every_rotation_of_the_seats():
    assert line_ups(4) == ((True, False, True, False), (False, True, False, True))
    assert len(set(line_ups(5))) == len(line_ups(5)) == 5
    assert all(sum(line_up) == 3 for line_up in line_ups(5))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("profile", "seats"), [("zheng-shangyou", 5), ("zheng-shangyou-4-partners", 4), ("san-jia-xi", 6)]
)
def test_steady_beats_random_on_the_same_deals_with_the_seats_rotated(profile: str, seats: int):
    result = result_of(duel((STEADY, RANDOM), deal_seeds("tests", 20), Random, profile=profile), seats)

    assert result.deals == 20
    assert result.points.lower > 0
    assert result.first.lower > 0


def test_the_interval_of_first_places_contains_only_possible_shares():
    always, never = ([TableResult(0.0, first)] * 3 for first in (0.4, -0.6))
    [of_first, of_last] = [result_of(deals, 5).first for deals in (always, never)]

    assert (round(of_first.lower, 3), round(of_first.upper, 3)) == (round(3 / (3 + Z_95**2) - 0.6, 3), 0.4)
    assert (round(of_last.lower, 3), round(of_last.upper, 3)) == (-0.6, round(Z_95**2 / (3 + Z_95**2) - 0.6, 3))


def test_a_bot_against_itself_gains_nothing():
    deals = duel((STEADY, STEADY), deal_seeds("tests", 2), Random, profile="zheng-shangyou-4-partners", hands=2)

    assert all(deal == (0.0, 0.0) for deal in deals)
