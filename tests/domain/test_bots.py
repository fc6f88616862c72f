"""The bots of the house: they see what a seat sees, move legally at every table, and steady plays by RULES §29a."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.bots import BOTS
from domain.bots.shengji.reckoning import Reckoning
from domain.cards import write_cards
from domain.duel import deal_seeds, duel, estimate, hand_result, result_of
from domain.seats import Seat
from domain.shengji.commands import Bury, Declare, Pass, Play
from domain.shengji.order import TRUMPS
from domain.shengji.units import decompose
from domain.simulation import Setting, Simulation, secrets_from
from domain.table.commands import Act
from domain.table.events import PlayerId
from tests.support.deals import burying, declaring, playing, started
from tests.support.option_sets import by_luck
from tests.support.table import Given, cards

STEADY, RANDOM = BOTS["sheng_ji"]["steady"], BOTS["sheng_ji"]["random"]
SPADES = 3


def choice(at: Given, seat: int):
    """What steady does with what the seat sees."""
    return STEADY.choose(at.seen_by(Seat(seat)), Seat(seat), random.Random(0))


# Every bot -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(16))
def test_bots_move_legally_at_tables_with_any_options(seed):
    setting = by_luck(f"bots {seed}")
    simulation = Simulation(Setting("sheng_ji", setting.profile, setting.overrides, hands=2), secrets_from(str(seed)))
    luck = random.Random(seed)
    bots = [luck.choice([STEADY, RANDOM]) for _ in simulation.table.seats]

    table = simulation.play(bots, luck)

    assert table.status == "finished"


@pytest.mark.parametrize("name", ["random", "steady"])
def test_the_same_luck_gives_the_same_game(name):
    def played() -> list[object]:
        simulation = Simulation(Setting("sheng_ji", "zhang-2021", {}, hands=1), secrets_from("same"))
        simulation.play([BOTS["sheng_ji"][name]] * 4, random.Random(7))
        return simulation.events

    assert played() == played()


@pytest.mark.parametrize("bot", BOTS["sheng_ji"].values(), ids=BOTS["sheng_ji"])
def test_a_bot_that_is_not_asked_says_so(bot):
    with pytest.raises(ValueError, match="nothing is asked"):
        bot.choose(started().seen_by(Seat(0)), Seat(0), random.Random(0))


# Steady declares on length (BOT-01, BOT-02) --------------------------------------------------------------------------

LONG = "2S 3S 4S 5S 6S 7S 8S 9S 3H 4H"
SHORT = "2S 3H 4H 5H 6D 7D 8D 9C 10C JC"
OTHERS = ["3C 3D 4C 4D 5C 5D 6C 6H 7C 7H"] * 3


def test_bot_01_it_declares_a_long_suit_and_passes_on_a_short_one():
    assert choice(declaring([LONG, *OTHERS]), 0) == Declare(cards("2S"))
    assert choice(declaring([SHORT, *OTHERS]), 0) == Pass()


def test_bot_02_it_does_not_take_trumps_from_its_partner_without_need():
    given = declaring([LONG, OTHERS[0], LONG.replace("S", "H"), OTHERS[0]])
    shown = given.after((0, Declare(cards("2S"))), (1, Pass()))

    assert choice(shown, 2) == Pass()


def test_bot_02_it_reinforces_its_own_suit():
    given = declaring(["2S " + LONG, *(each + " 8H" for each in OTHERS)])

    assert choice(given, 0) == Declare(cards("2S 2S"))


# It voids a suit when it buries (BOT-03) -----------------------------------------------------------------------------


def test_bot_03_it_voids_a_short_side_suit_and_keeps_trumps_and_aces():
    hand = "3H 4H 6H 7H 8H 9H JH QH BJ AS KS QS 9S 4D 7D 8D AC 9C 8C 7C"
    others = [" ".join(["3S"] * 20)] * 3
    buried = choice(burying([hand, *others], "4C 6C 3D", trumps="2H"), 0)

    assert isinstance(buried, Bury)
    names = set(write_cards(buried.cards))
    assert names >= {"3D", "4D", "7D", "8D"}, "nothing is left of the short suit"
    assert not names & {"AS", "KS", "AC", "BJ", "3H", "9H"}


# It leads winners, and throws only what nobody can beat (BOT-04) -----------------------------------------------------


def test_bot_04_it_leads_an_ace_rather_than_a_loser():
    given = playing(["AS 6S 7D 8D", "3S 4S 5D 3D", "7S 8S 4D 6D", "9S JS 9D JD"], buried="3C")

    assert choice(given, 0) == Play(cards("AS"))


def test_bot_04_what_it_throws_nobody_can_beat():
    thrown = 0
    for seed in range(12):
        simulation = Simulation(Setting("sheng_ji", "zhang-2021", {}, hands=1), secrets_from(f"throws {seed}"))
        simulation.play([STEADY] * 4, random.Random(0))
        names = [type(event).__name__ for event in simulation.events]
        thrown += sum(len(getattr(event, "units", ())) > 1 for event in simulation.events)
        assert "ThrowFailed" not in names
    assert thrown > 0


# It gives points to a winning partner, and none to the others (BOT-05) -----------------------------------------------


def test_bot_05_it_gives_points_to_a_partner_who_wins():
    given = playing(["AS 3D", "4S 4D", "10S 6S", "7S 5D"], buried="3C").after_plays("0: AS", "1: 4S")

    assert choice(given, 2) == Play(cards("10S"))


def test_bot_05_it_keeps_points_from_opponents_who_win():
    given = playing(["AS 3D", "10S 6S", "4S 4D", "7S 5D"], buried="3C").after_plays("0: AS")

    assert choice(given, 1) == Play(cards("6S"))


def test_bot_05_it_ruffs_points_that_opponents_would_win():
    given = playing(["10S 3D", "KS 4D", "3H 4C", "7S 5D"], trumps="2H", buried="3C").after_plays("0: 10S", "1: KS")

    assert choice(given, 2) == Play(cards("3H"))


# It counts cards (BOT-06) --------------------------------------------------------------------------------------------


def reckoning(given: Given, seat: int) -> Reckoning:
    table = given.seen_by(Seat(seat))
    return Reckoning(table.match, table.match.phase, Seat(seat))


def test_bot_06_it_counts_what_is_out_and_who_is_void():
    given = playing(["AS 3D 9C", "4S 4D 9D", "10S 6S 9H", "7D 5D 8D"], buried="3C")
    before = reckoning(given, 2)
    after = reckoning(given.after_plays("0: AS", "1: 4S", "2: 6S", "3: 7D", "0: 9C", "1: 9D"), 2)

    assert before.left[SPADES] - after.left[SPADES] == 2, "its own cards were never out"
    assert before.chance_of_void(Seat(3), SPADES) < 1.0
    assert after.chance_of_void(Seat(3), SPADES) == 1.0
    assert after.sizes == (1, 1, 2, 2)


def test_bot_06_what_cannot_be_out_beats_nothing():
    given = playing(["AS KS 3D", "4S 4D 9D", "AS 6S 9H", "7D 5D 8D"], buried="3C")
    seen = reckoning(given.after_plays("0: AS", "1: 4S", "2: 6S", "3: 7D"), 0)
    held = decompose(seen.order.chains[SPADES], seen.hand[SPADES])
    (king,) = [unit for unit in held if unit.top == 10]

    assert not seen.is_unbeatable(SPADES, king), "the other ace is still out"
    assert seen.chance_above(Seat(3), SPADES, (1, 1), king.top) == 0.0, "but not with a seat that is void"


@given(st.integers(0, 2**32), st.integers(0, 60))
@settings(max_examples=30)
def test_bot_06_the_cards_out_are_spread_over_hands_and_kitty_without_rest(seed, moves):
    simulation = Simulation(Setting("sheng_ji", "zhang-2021", {}, hands=1), secrets_from(str(seed)))
    luck = random.Random(seed)
    for _ in range(10 + moves):
        if simulation.table.status != "playing":
            return
        seat = simulation.table.game.asked(simulation.table.match)[0].seat
        phase = simulation.views[seat].match.phase
        if type(phase).__name__ == "Tricks":
            seen = Reckoning(simulation.views[seat].match, phase, seat)
            for suit, left in enumerate(seen.left):
                assert abs(sum(row[suit] for row in seen.shares) * left - left) < 1e-6
            assert all(0 <= share <= 1 + 1e-9 for row in seen.shares for share in row)
            assert all(seen.shares[seat][suit] == 0 for suit in (*range(4), TRUMPS))
        move = RANDOM.choose(simulation.views[seat], seat, luck)
        simulation.carry_out(Act(PlayerId(f"ply_{seat}"), move))


# Duels ---------------------------------------------------------------------------------------------------------------


def test_steady_beats_random_clearly():
    result = result_of(duel(STEADY, RANDOM, deal_seeds("tests", 20), random.Random))

    assert result.points.lower > 20
    assert result.levels.lower > 0.5
    assert result.won.mean > 0.8


def test_a_bot_against_itself_gains_nothing_from_the_seats():
    result = result_of(duel(STEADY, STEADY, deal_seeds("tests", 10), random.Random))

    assert (result.points.mean, result.levels.mean, result.won.mean) == (0, 0, 0.5)


def test_both_tables_of_a_deal_have_the_same_cards():
    dealt = []
    for seats in ((STEADY, RANDOM), (RANDOM, STEADY)):
        simulation = Simulation(Setting("sheng_ji", "zhang-2021", {}, hands=1), secrets_from("deal"))
        simulation.play([seats[seat % 2] for seat in range(4)], random.Random(1))
        dealt.append(next(event for event in simulation.events if type(event).__name__ == "CardsDealt"))

    assert dealt[0] == dealt[1]


def test_the_estimate_of_a_mean():
    assert estimate([1.0, 2.0, 3.0])[:2] == (2.0, 1.0)
    assert round(estimate([1.0, 2.0, 3.0]).half_width, 3) == round(1.96 / 3**0.5, 3)
    assert estimate([5.0]).half_width == float("inf")


def test_what_a_hand_is_worth_to_each_side_is_opposite():
    simulation = Simulation(Setting("sheng_ji", "zhang-2021", {}, hands=1), secrets_from("worth"))
    table = simulation.play([STEADY] * 4, random.Random(1))
    one, other = hand_result(table, 0), hand_result(table, 1)

    assert (one.points, one.levels, one.won) == (-other.points, -other.levels, 1 - other.won)
    with pytest.raises(TypeError):
        hand_result(playing(["3S", "4S", "5S", "6S"]).table, 0)
