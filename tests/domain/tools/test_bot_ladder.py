"""The ratings of bots among themselves: the fit, its intervals, and the deals that are played."""

import random
from math import log, log10

import pytest

from domain.games.bots import BOTS
from domain.tools.bot_ladder import fit, pairs_of, play_deal, ratings_of
from domain.tools.simulation import SimulationSetting

NAMES = ["a", "b", "c"]


def expected(ratings, one, other):
    return 1 / (1 + 10 ** ((ratings[other] - ratings[one]) / 400))


def test_the_fit_expects_as_many_wins_as_there_were():
    outcomes = {
        ("a", "b"): [1.0] * 70 + [0.0] * 30,
        ("a", "c"): [1.0] * 85 + [0.5] * 15,
        ("b", "c"): [0.0] * 20 + [1.0] * 60,
    }
    ratings = fit(NAMES, outcomes)
    assert sum(ratings.values()) == pytest.approx(4500)
    wins = dict.fromkeys(NAMES, 0.0)
    predicted = dict(wins)
    for (one, other), results in outcomes.items():
        chance = expected(ratings, one, other)
        for name, won, share in ((one, sum(results), chance), (other, len(results) - sum(results), 1 - chance)):
            wins[name] += won + 0.5
            predicted[name] += share * (len(results) + 1)
    assert predicted == pytest.approx(wins)


def test_two_bots_have_the_rating_and_the_interval_of_a_single_share():
    """With p = 3/4 of 99 deals and the drawn one, the log odds have the variance 1 / (n p (1 - p))."""
    found = ratings_of(["a", "b"], {("a", "b"): [1.0] * 74 + [0.5] + [0.0] * 24})
    share = 75 / 100
    difference = 400 * log10(share / (1 - share))
    assert found["a"].rating - found["b"].rating == pytest.approx(difference)
    half = 1.96 * 400 / log(10) / (100 * share * (1 - share)) ** 0.5
    # Both ratings have the mean 1500, so each has half of the difference and of its error.
    assert found["a"].high - found["a"].rating == pytest.approx(half / 2)
    assert found["b"].rating - found["b"].low == pytest.approx(half / 2)


def test_a_bot_that_wins_all_deals_has_a_finite_rating_and_a_wide_interval():
    found = ratings_of(["a", "b"], {("a", "b"): [1.0] * 20})
    assert 1600 < found["a"].rating < 2500
    assert found["a"].high - found["a"].low > 300


def test_more_deals_make_the_interval_narrower():
    few, many = (ratings_of(["a", "b"], {("a", "b"): [1.0, 0.0] * count})["a"] for count in (10, 1000))
    assert many.high - many.low < (few.high - few.low) / 5


@pytest.mark.parametrize(
    ("game", "profile"), [("sheng_ji", "zhang-2021"), ("sheng_ji", "zhao-peng-you"), ("zheng_shangyou", "san-jia-xi")]
)
def test_a_deal_between_equal_bots_is_drawn_and_can_be_repeated(game, profile):
    setting = SimulationSetting(game, profile, {}, hands=1)
    steady, weak = BOTS[game]["steady"], BOTS[game]["random"]
    assert play_deal(setting, (steady, steady), "deal", random.Random) == 0.5
    first = [play_deal(setting, (steady, weak), f"deal {number}", random.Random) for number in range(4)]
    assert first == [play_deal(setting, (steady, weak), f"deal {number}", random.Random) for number in range(4)]
    assert sum(first) > 2


def test_every_two_bots_are_a_pair():
    assert pairs_of(NAMES) == [("a", "b"), ("a", "c"), ("b", "c")]
