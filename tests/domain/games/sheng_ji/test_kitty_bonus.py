"""SJ-BONUS: the value of the kitty for the opponents when they win the last trick."""

import pytest

from domain.games.sheng_ji.holding import hand_of, in_suit, sole_suit
from domain.games.sheng_ji.kitty_bonus import (
    decisive_unit,
    factor_of_lead,
    factor_of_trick,
    kitty_factor,
    units_of_play,
)
from domain.games.sheng_ji.play_events import HandScored, KittyRevealed
from domain.games.sheng_ji.units import Unit, decompose, unit_cards
from tests.support.deals import playing, started
from tests.support.kitty_factors import FACTORS_OF_TWO_PAIRS
from tests.support.table import cards, order, plays

SHAPES = {"single": (1, 1), "pair": (2, 1), "two pairs": (2, 2), "three pairs": (2, 3)}
FACTORS = {
    "pow2_cards": (2, 4, 16, 64),
    "pow2_pairs": (2, 4, 8, 16),
    "twice_cards": (2, 4, 8, 12),
    "twice_len_plus_one": (2, 4, 6, 8),
    "flat_2": (2, 2, 2, 2),
}
ROWS = [
    (multiplier, name, factor)
    for multiplier, factors in FACTORS.items()
    for name, factor in zip(SHAPES, factors, strict=True)
]


@pytest.mark.parametrize(("multiplier", "name", "factor"), ROWS)
def test_sj_bonus_02_a_unit_has_the_factor_of_the_catalogue(multiplier, name, factor):
    width, length = SHAPES[name]

    assert kitty_factor(multiplier, width, length, width * length) == factor


@pytest.mark.parametrize(("played", "factor"), [(1, 2), (2, 4), (3, 6), (5, 10)])
def test_sj_bonus_02_twice_total_cards_counts_all_cards_of_the_play(played, factor):
    assert kitty_factor("twice_total_cards", 1, 1, played) == factor
    assert kitty_factor("twice_total_cards", 2, 1, played) == factor


@pytest.mark.parametrize(
    ("shape", "factor"), [((3, 1), 6), ((3, 2), 12), ((3, 3), 24), ((4, 1), 8), ((4, 2), 16), ((2, 12), 8192)]
)
def test_sj_bonus_02_the_factor_of_a_tuple_is_twice_its_width_and_doubles_for_each_further_tuple(shape, factor):
    assert kitty_factor("pow2_pairs", *shape, shape[0] * shape[1]) == factor


def lead(text: str):
    hand = hand_of(order("9H"), cards(text))
    suit = sole_suit(hand)
    return suit, decompose(order("9H").chains[suit], in_suit(hand, suit))


@pytest.mark.parametrize(
    ("text", "unit"),
    [
        ("AS 10S 10S 8S 8S 5S 5S 4S 4S 3S 3S", "3S 3S 4S 4S 5S 5S"),
        ("AS KS KS", "KS KS"),
        ("AS KS", "AS"),
        ("3S 3S 4S 4S 10S 10S JS JS", "10S 10S JS JS"),
        ("3S 3S 3S 5S 5S 5S 7S 7S AS", "5S 5S 5S"),
        ("2S 2S 3S 3S 4S 4S 6S 6S 6S 7S 7S 7S", "6S 6S 6S 7S 7S 7S"),
    ],
)
def test_sj_bonus_03_the_decisive_unit_is_the_largest_of_the_lead(text, unit):
    suit, units = lead(text)

    assert unit_cards(order("9H"), suit, decisive_unit(units)) == cards(unit)


@pytest.mark.parametrize(
    ("multiplier", "text", "factor"),
    [
        ("pow2_pairs", "AS 10S 10S 8S 8S 5S 5S 4S 4S 3S 3S", 16),
        ("pow2_cards", "AS 10S 10S 8S 8S 3S 3S", 16),
        ("pow2_pairs", "AS KS KS", 4),
        ("pow2_cards", "AS", 2),
        ("twice_total_cards", "AS KS QS", 6),
        ("flat_2", "AS AS KS KS", 2),
    ],
)
def test_sj_bonus_02_and_03_a_lead_has_the_factor_of_the_catalogue(multiplier, text, factor):
    assert factor_of_lead(multiplier, 2, lead(text)[1]) == factor


@pytest.mark.parametrize("multiplier", ["pow2_pairs", "pow2_cards", "twice_cards", "twice_len_plus_one", "flat_2"])
@pytest.mark.parametrize("value", [2, 3])
def test_sj_bonus_04_a_throw_of_single_cards_has_its_own_factor(multiplier, value):
    assert factor_of_lead(multiplier, value, lead("AS KS QS")[1]) == value
    assert factor_of_lead(multiplier, value, lead("AS")[1]) == 2
    assert factor_of_lead(multiplier, value, lead("AS KS KS")[1]) == kitty_factor(multiplier, 2, 1, 3)


def factor(source: str, winner: int, *texts: str, multiplier: str = "pow2_pairs", singles: int = 2) -> int:
    plays_made = [units_of_play(order("9H"), hand_of(order("9H"), cards(text))) for text in texts]
    return factor_of_trick(multiplier, singles, source, plays_made[0], plays_made, winner)


SOURCES = [
    # the plays, the winner's place, then factors by the lead, by any play, by the winner
    (["AS KS", "2S 3S", "4H 4H", "5S 6S"], 2, 2, 4, 4),
    (["AS KS", "2S 3S", "4H 4H", "5H 6H"], 3, 2, 4, 2),
    (["AS KS", "2D 2D", "4S 7S", "5S 6S"], 0, 2, 4, 2),
    (["AS AS", "KS KS", "QS JS", "5S 6S"], 0, 4, 4, 4),
    (["AS AS QS QS", "3S 4S 5S 6S", "4H 4H 5H 5H", "7S 8S 2D 2D"], 2, 4, 8, 8),
    (["AS", "KS", "QS", "JS"], 0, 2, 2, 2),
]


@pytest.mark.parametrize(("texts", "winner", "lead", "any_play", "of_winner"), SOURCES)
def test_sj_bonus_03_and_dec_77_the_option_decides_which_play_sets_the_factor(texts, winner, lead, any_play, of_winner):
    assert factor("lead", winner, *texts) == lead
    assert factor("any_play", winner, *texts) == any_play
    assert factor("winner", winner, *texts) == of_winner


@pytest.mark.parametrize(("multiplier", "expected"), FACTORS_OF_TWO_PAIRS)
def test_sj_bonus_02_every_multiplier_works_with_every_source(multiplier, expected):
    texts = ["AS KS QS JS", "3H 3H 4H 4H"]
    for source in ("any_play", "winner"):
        assert factor(source, 1, *texts, multiplier=multiplier) == expected


@pytest.mark.parametrize("source", ["lead", "any_play", "winner"])
def test_a_lead_counts_as_the_units_into_which_it_was_divided(source):
    triple_and_pair = (Unit(3, 1, 1, 2), Unit(2, 1, 2, 4))
    as_a_run = units_of_play(order("9H"), hand_of(order("9H"), cards("3S 3S 3S 4S 4S")))

    assert factor_of_trick("pow2_pairs", 2, source, triple_and_pair, [as_a_run], 0) == 6
    assert factor_of_trick("pow2_pairs", 2, source, as_a_run, [triple_and_pair], 0) == 8


@pytest.mark.parametrize("source", ["lead", "any_play", "winner"])
def test_sj_bonus_04_single_cards_keep_their_own_factor(source):
    assert factor(source, 1, "AS KS", "4H 5H", singles=3) == 3
    assert factor(source, 0, "AS", "KS", singles=3) == 2
    assert factor(source, 1, "AS KS", "4H 4H", singles=3) == (3 if source == "lead" else 4)


# At the table: the last trick, with seat 0 as dealer and leader -------------------------------------------------------


def last_trick(hands: list[str], *, buried: str = "KC 5C", profile: str = "zhang-2021", **options):
    given = playing(hands, trumps="9H", buried=buried, match=started(profile, hands=1, **options))
    given = given.after_plays(*(f"{seat}: {hands[seat]}" for seat in range(3)))
    return given.when(3, plays(hands[3]))


def test_sj_bonus_01_the_kitty_adds_nothing_if_the_declarers_win_the_last_trick():
    hand = last_trick(["AS", "10S", "3S", "4S"])

    assert (hand.told(HandScored).kitty_points, hand.told(HandScored).kitty_factor) == (0, 0)
    assert hand.told(HandScored).opponent_points == 0


LAST_TRICKS = [
    # hands, trick points, factor in 2021, factor in 2016
    (["3S", "10S", "4S", "6S"], 10, 2, 2),
    (["3S 3S", "10S 10S", "4S 4S", "6S 7S"], 20, 4, 4),
    (["3S 3S 4S 4S", "10S 10S JS JS", "6S 6S 8S 8S", "KS KS 2S 7S"], 40, 8, 16),
    (["2S 2S 3S 3S 4S 4S", "QS QS KS KS AS AS", "5S 5S 6S 6S 8S 8S", "7S 7D 7D 8D 8D AD"], 30, 16, 64),
    (["AS KS KS", "2H 2H 3H", "4S 6S 7S", "8S 2D 3D"], 20, 4, 4),
    (["AS KS", "2H 3H", "4S 6S", "8S 2D"], 10, 2, 2),
]


@pytest.mark.parametrize(("hands", "points", "in_2021", "in_2016"), LAST_TRICKS)
@pytest.mark.parametrize("profile", ["zhang-2021", "zhang-2016"])
def test_sj_bonus_01_and_02_the_opponents_add_the_kitty_times_the_factor_of_the_lead(
    hands, points, in_2021, in_2016, profile
):
    hand = last_trick(hands, profile=profile)
    scored = hand.told(HandScored)
    factor = in_2021 if profile == "zhang-2021" else in_2016

    assert scored.last_trick == 1
    assert (scored.trick_points, scored.kitty_points, scored.kitty_factor) == (points, 15, factor)
    assert scored.opponent_points == points + 15 * factor
    assert hand.told(KittyRevealed).cards == cards("KC 5C")


def test_sj_bonus_03_the_lead_sets_the_factor_and_not_the_winning_play():
    # A pair of trumps ruffs a throw of two single cards.
    scored = last_trick(["AS KS", "2H 2H", "4S 6S", "8S 2D"]).told(HandScored)

    assert scored.kitty_factor == 2


def test_sj_bonus_04_the_option_applies_at_the_table():
    scored = last_trick(["AS KS", "2H 3H", "4S 6S", "8S 2D"], kitty_multiplier_singles_throw=3).told(HandScored)

    assert (scored.kitty_factor, scored.opponent_points) == (3, 10 + 3 * 15)


@pytest.mark.parametrize(("multiplier", "factor"), FACTORS_OF_TWO_PAIRS)
def test_sj_bonus_02_every_multiplier_applies_at_the_table(multiplier, factor):
    hands = ["3S 3S 4S 4S", "10S 10S JS JS", "6S 6S 8S 8S", "KS KS 2S 7S"]

    assert last_trick(hands, kitty_multiplier=multiplier).told(HandScored).kitty_factor == factor


def test_sj_score_07_the_bonus_can_give_the_opponents_far_more_than_two_hundred_points():
    kitty = "KC KC KD KD 10C 10C 10D 10D"
    hands = ["2S 2S 3S 3S 4S 4S", "QS QS KS KS AS AS", "5S 5S 6S 6S 8S 8S", "7S 7D 7D 8D 8D AD"]
    scored = last_trick(hands, buried=kitty, profile="zhang-2016").told(HandScored)

    assert scored.opponent_points == 30 + 80 * 64
    assert scored.levels_won == (30 + 80 * 64 - 80) // 40
