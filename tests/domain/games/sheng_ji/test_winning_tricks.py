"""SJ-TRICK with DEC-70, RUL-09 and RUL-12: winners of tricks."""

import pytest

from domain.games.sheng_ji.card_order import TRUMPS, EffectiveSuit
from domain.games.sheng_ji.follow import lead_of
from domain.games.sheng_ji.holding import hand_of, in_suit, sole_suit
from domain.games.sheng_ji.play_events import CardsPlayed, TrickWon
from domain.games.sheng_ji.readings import highest_division
from domain.games.sheng_ji.trick import WinningPlay, beats, reading_of_lead
from domain.games.sheng_ji.units import Unit, decompose, unit_cards
from domain.kernel.seats import Seat
from tests.support.deals import followed, led, playing, started
from tests.support.laws import law
from tests.support.table import Given, cards, order, plays


def winner(*texts: str, trumps: str = "8H", compare: str = "longest_unit", bombs: str = "off", **options) -> int:
    """Index of the winning play; the lead is the first."""
    its_order = order(trumps, **options)
    first, *others = (hand_of(its_order, cards(text)) for text in texts)
    suit = sole_suit(first)
    lead = lead_of(suit, decompose(its_order.chains[suit], in_suit(first, suit)))
    standing, place = WinningPlay(suit, reading_of_lead(lead.units, compare)), 0
    for number, play in enumerate(others, start=1):
        better = beats(its_order, lead, standing, play, compare, bombs)
        if better:
            standing, place = better, number
    return place


COMPARISONS = ["longest_unit", "pairs_then_singles", "all_units"]
either_way = pytest.mark.parametrize("compare", COMPARISONS)


def table(plays_made: list[str], **options) -> Given:
    """A table at which each seat holds its play and a small heart. Hearts are trumps."""
    hands = [f"{text} {card}" for text, card in zip(plays_made, ["2H", "3H", "4H", "5H"], strict=True)]
    return playing(hands, trumps="8H", match=started(**options))


# Singles and pairs ---------------------------------------------------------------------------------------------------


@law
@either_way
@pytest.mark.parametrize(
    ("texts", "place"),
    [
        (["9S", "KS", "AS", "10S"], 2),
        (["9S", "3S", "4S", "5S"], 0),
        (["9S", "AD", "KC", "10S"], 3),
        (["9S", "2H", "AS", "3H"], 3),
        (["9S", "8C", "AH", "KH"], 1),
        (["9S", "8S", "8D", "8C"], 1),
        (["9S", "8C", "8H", "8D"], 2),
        (["9S", "8H", "SJ", "BJ"], 3),
        (["AS", "AS", "KS", "QS"], 0),
        (["KS", "AS", "AS", "QS"], 1),
        (["BJ", "BJ", "SJ", "SJ"], 0),
        (["AD", "AS", "AC", "KD"], 0),
    ],
)
def test_sj_trick_02_the_highest_trump_or_else_card_of_the_suit_wins_and_the_earlier_of_equals(texts, place, compare):
    assert winner(*texts, compare=compare) == place


@either_way
@pytest.mark.parametrize(
    ("texts", "place"),
    [
        (["9S 9S", "KS AS", "10S 10S", "JS JS"], 3),
        (["9S 9S", "BJ SJ", "8C 8D", "AH KH"], 0),
        (["9S 9S", "2H 2H", "AS AS", "3H 3H"], 3),
        (["9S 9S", "8C 8C", "8D 8D", "8S 8S"], 1),
        (["8D 8D", "8C 8C", "8H 8H", "AH AH"], 2),
        (["9S 9S", "8C 8S", "2H 2H", "AD AD"], 2),
        (["9S 9S", "AS 2H", "10S KS", "AD AD"], 0),
    ],
)
def test_sj_trick_03_only_a_pair_beats_a_pair(texts, place, compare):
    assert winner(*texts, compare=compare) == place


@either_way
@pytest.mark.parametrize(
    ("texts", "place"),
    [
        (["8C", "8S", "8H", "8D"], 0),
        (["AH", "8S", "8D", "8C"], 1),
        (["AH", "8S", "SJ", "8C"], 2),
        (["8C 8C", "8S 8S", "8H 8D", "8D 8D"], 0),
    ],
)
def test_sj_card_04_in_no_trump_cards_of_the_trump_rank_are_all_equal(texts, place, compare):
    assert winner(*texts, trumps="8", compare=compare) == place


@either_way
@pytest.mark.parametrize(
    ("texts", "place"),
    [
        (["3S 3S 4S 4S", "9S 9S 10S 10S", "KS KS QS QS", "AS AS JS JS"], 2),
        (["3S 3S 4S 4S", "2H 2H 4H 4H", "2H 3H 4H 5H", "9S 9S 7S 7S"], 3),
        (["3S 3S 4S 4S", "2H 2H 3H 3H", "9S 9S 10S 10S", "3H 3H 4H 4H"], 3),
        (["3S 3S 4S 4S", "AH AH 8C 8C", "AH AH 8S 8S", "KH KH AH AH"], 1),
        (["3S 3S 4S 4S", "8D 8D 8H 8H", "SJ SJ 8H 8H", "SJ SJ BJ BJ"], 3),
        (["3S 3S 4S 4S 5S 5S", "9S 9S 10S 10S QS QS", "2H 2H 3H 3H 5H 5H", "2H 2H 3H 3H 4H 4H"], 3),
    ],
)
def test_sj_trick_04_a_tractor_is_beaten_by_a_higher_one_of_its_length_or_by_a_trump_tractor(texts, place, compare):
    assert winner(*texts, compare=compare) == place


# Throws and ruffs ----------------------------------------------------------------------------------------------------


@either_way
@pytest.mark.parametrize(
    ("texts", "place"),
    [
        (["AS KS", "2H 3H", "AD KD", "QS JS"], 1),
        (["AS KS", "2H 3D", "AD KD", "QS JS"], 0),
        (["AS KS KS", "2H 2H 3H", "3H 4H 5H", "QS QS JS"], 1),
        (["AS AS QS QS", "2H 2H 3H 3H", "4H 4H 5H 6H", "JS JS 9S 9S"], 1),  # a run counts as two pairs
        (["AS AS KS KS QS", "2H 2H 4H 4H 5H", "2H 2H 3H 3H BJ", "3S 3S 4S 4S JS"], 2),
        (["AS KS QS", "2H 2H 3H", "4H 5H 6H", "JS JS 10S"], 2),  # pairs count as single cards
    ],
)
def test_sj_trick_01_and_04_a_throw_is_beaten_only_by_trumps_with_the_same_units(texts, place, compare):
    assert winner(*texts, compare=compare) == place


def test_sj_trick_05_only_the_highest_unit_of_the_longest_kind_counts_and_the_earlier_play_wins_ties():
    lead = "AS KS KS"

    assert winner(lead, "3H 3H 2H", "4H 4H 2H") == 2
    assert winner(lead, "4H 4H 2H", "3H 3H BJ") == 1  # no discards
    assert winner(lead, "8C 8C 2H", "8D 8D BJ") == 1
    assert winner("AS AS QS QS KS", "6H 6H 2H 2H 3H", "5H 5H 4H 4H BJ") == 1


def test_sj_trick_06_and_rul_12_pairs_compare_before_singles():
    lead = "AS KS KS"

    assert winner(lead, "3H 3H 2H", "4H 4H 2H", compare="pairs_then_singles") == 2
    assert winner(lead, "4H 4H 2H", "3H 3H BJ", compare="pairs_then_singles") == 1
    assert winner(lead, "8C 8C 2H", "8D 8D BJ", compare="pairs_then_singles") == 2
    assert winner(lead, "8C 8C BJ", "8D 8D BJ", compare="pairs_then_singles") == 1
    # The highest pair is compared first, then the highest single.
    assert winner("AS AS QS QS KS", "6H 6H 2H 2H 3H", "6H 6H 5H 5H 3H", compare="pairs_then_singles") == 1
    assert winner("AS AS QS QS KS", "8C 8C 2H 2H 3H", "8D 8D 5H 5H 4H", compare="pairs_then_singles") == 2


def test_rul_12_a_run_is_compared_before_a_plain_pair():
    lead = "KS KS AS AS 10S 10S"
    high_run, high_pair = "5H 5H 6H 6H 2H 2H", "3H 3H 4H 4H AH AH"
    assert winner(lead, high_pair, high_run, compare="pairs_then_singles") == 2
    assert winner(lead, high_run, high_pair, compare="pairs_then_singles") == 1
    equal_runs = "AH AH 8C 8C 2H 2H", "AH AH 8D 8D SJ SJ"
    assert winner(lead, *equal_runs, compare="pairs_then_singles") == 1


@pytest.mark.parametrize("compare", ["longest_unit", "pairs_then_singles"])
def test_dec_70_a_ruff_has_its_highest_reading(compare):
    # A pair and two singles led: in the ruff 3H 3H 5H 5H the fives are the pair.
    lead = "KS KS AS QS"

    assert winner(lead, "4H 4H 2H 6H", "3H 3H 5H 5H", compare=compare) == 2
    assert winner(lead, "3H 3H 5H 5H", "4H 4H 2H 6H", compare=compare) == 1


def test_dec_70_with_three_decks_a_run_is_read_at_its_highest_place():
    # The lead has a run of two pairs. Three pairs in a row contain two such runs, and the higher one counts.
    assert winner("KS KS AS AS QS 9S", "3H 3H 4H 4H 5H 5H", "2H 2H 3H 3H 9H 10H") == 1
    assert winner("KS KS AS AS QS 9S", "4H 4H 3H 3H 9H 10H", "2H 2H 3H 3H 4H 4H") == 1
    assert winner("KS KS AS AS QS 9S", "4H 4H 3H 3H 9H 10H", "5H 5H 3H 3H 4H 4H") == 2


@either_way
def test_rul_09_any_winning_reading_counts_and_is_what_the_next_play_must_beat(compare):
    assert winner("KS KS AS QS", "6H 6H 3H 3H", "5H 5H BJ BJ", compare=compare) == 2
    assert winner("KS KS AS QS", "6H 6H 3H 3H", "5H 5H BJ SJ", compare=compare) == 1
    assert winner("KS KS AS QS", "5H 5H 6H 6H", "6H 6H 5H 3H", compare=compare) == 1


@pytest.mark.parametrize(
    ("lead", "low", "high"),
    [
        # two triples are longer than two pairs, and of equally many cards the wider unit decides (SJ-TRICK-05)
        ("9S 9S 9S AS AS", "3H 3H 3H BJ BJ", "4H 4H 4H 2H 2H"),
        (
            "9S 9S 9S 10S 10S 10S QS QS KS KS AS AS",
            "2H 2H 2H 3H 3H 3H AH AH 8C 8C 8H 8H",
            "3H 3H 3H 4H 4H 4H 5H 5H 6H 6H 7H 7H",
        ),
    ],
)
def test_sj_trick_05_the_longest_unit_has_the_most_cards_and_then_the_widest_tuple(lead, low, high):
    assert winner(lead, low, high) == 2
    assert winner(lead, high, low) == 1


# At the table --------------------------------------------------------------------------------------------------------


def test_sj_trick_08_the_winner_takes_the_points_and_leads():
    given = table(["KS", "5S", "AS", "10S"]).after_plays("0: KS", "1: 5S", "2: AS")

    given.when(3, plays("10S")).then(followed(3, "10S"), TrickWon(Seat(2), 25))
    after = given.after_plays("3: 10S")
    assert after.phase.turn == 2
    assert after.view(Seat(0))["opponent_points"] == 0  # seat 2 is the dealer's partner
    assert after.view(Seat(0))["opponent_cards"] == []


def test_sj_point_04_and_sj_gen_06_the_opponents_points_are_public():
    given = table(["KS", "AS", "5S", "10S"]).after_plays("0: KS", "1: AS", "2: 5S", "3: 10S")

    assert given.phase.points == (0, 25, 0, 0)
    view = given.view(Seat(0))
    assert view["opponent_points"] == 25
    assert sorted(view["opponent_cards"]) == ["10S", "5S", "KS"]


def test_the_winning_play_shows_its_units():
    given = table(["AS KS KS", "2H 2H 6H", "3S 4S 9S", "4H 4H 7H"]).after_plays("0: AS KS KS")

    given.when(1, plays("6H 2H 2H")).then(followed(1, "2H 2H 6H", reading=["2H 2H"]))
    given = given.after_plays("1: 6H 2H 2H")
    given.when(2, plays("3S 4S 9S")).then(followed(2, "3S 4S 9S"))
    given = given.after_plays("2: 3S 4S 9S")
    given.when(3, plays("4H 7H 4H")).then(followed(3, "4H 4H 7H", reading=["4H 4H"]), TrickWon(Seat(3), 20))


def test_in_2016_the_reading_includes_the_pair_and_the_single():
    given = table(["AS KS KS", "2H 2H 6H", "3S 4S 9S", "4H 4H 7H"], profile="zhang-2016")

    given.when(0, plays("AS KS KS")).then(led(0, "KS KS", "AS", reading=["KS KS", "AS"]))
    given = given.after_plays("0: AS KS KS")
    given.when(1, plays("6H 2H 2H")).then(followed(1, "2H 2H 6H", reading=["2H 2H", "6H"]))


@pytest.mark.parametrize(("card", "takes"), [("AS", True), ("9S", False)])
def test_a_dry_run_says_whether_a_play_would_win(card, takes):
    given = playing(["KS 2H", "9S AS", "3S 4S", "5S 6S"], trumps="8H").after_plays("0: KS")

    assert given.table.game.preview(given.table.match, Seat(1), plays(card)) == {"takes_trick": takes, "follows": True}


@pytest.mark.parametrize(("history_view", "tricks"), [("last_trick", 0), ("all", 2)])
def test_sj_gen_06_only_the_last_trick_is_shown_unless_the_option_shows_all(history_view, tricks):
    given = playing(
        ["KS 2H 3H", "9S 9H 3D", "3S 4S 4D", "5S 6S 5D"], trumps="8H", match=started(history_view=history_view)
    )
    given = given.after_plays("0: KS", "1: 9S", "2: 3S", "3: 5S", "0: 2H", "1: 9H", "2: 4S", "3: 6S")
    view = given.view(Seat(3))

    assert view["last_trick"] == {
        "plays": [
            {"seat": 0, "cards": ["2H"]},
            {"seat": 1, "cards": ["9H"]},
            {"seat": 2, "cards": ["4S"]},
            {"seat": 3, "cards": ["6S"]},
        ],
        "winner": 1,
        "points": 0,
        "failed_throw": None,
    }
    assert [trick["plays"][0]["cards"] for trick in view["history"]] == [["KS"], ["2H"]][:tricks]


def test_the_lead_wins_until_it_is_beaten():
    lead = table(["KS", "5S", "AS", "10S"]).when(0, plays("KS")).told(CardsPlayed)

    assert lead.reading == (cards("KS"),)


# all_units -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("texts", "place"),
    [
        (["AS KS", "2H 3H", "3H 4H", "4H 4H"], 2),  # 4-4 against 4-3: one is only equal
        (["AS KS", "2H 3H", "2H AH"], 1),
        (["AS AS KS", "3H 3H 4H", "4H 4H 5H"], 2),
        (["AS AS KS", "3H 3H 4H", "KH KH 4H"], 1),
        (["AS AS KS", "3H 3H KH", "4H 4H AH", "BJ BJ AH"], 2),
        (["AS KS QS", "2H 3H 9H", "3H 4H 7H"], 1),
        (["AS AS KS KS QS", "3H 3H 4H 4H 9H", "5H 5H 6H 6H 10H", "SJ SJ BJ BJ 2H"], 2),
    ],
)
def test_sj_trick_07_and_dec_68_under_all_units_each_unit_must_be_higher_than_the_one_it_answers(texts, place):
    assert winner(*texts, compare="all_units") == place


@pytest.mark.parametrize(
    ("standing", "later", "wins"),
    [
        # Four fives and two kings are read as three pairs. A four and a run can only be read as they are.
        ("3H 3H 4H 4H 6H 6H", "5H 5H 5H 5H KH KH", True),
        ("3H 3H 5H 5H 6H 6H", "5H 5H 5H 5H KH KH", False),
    ],
)
def test_rul_09_any_winning_reading_counts_under_all_units(standing, later, wins):
    assert (winner("AS AS QS QS 10S 10S", standing, later, compare="all_units") == 2) == wins


def test_rul_09_under_all_units_the_winning_play_keeps_its_winning_reading():
    lead = "KS KS AS AS 10S 10S 6S 6S"
    first = "4H 4H 5H 5H 9H 9H JH JH"
    # The run of queens and kings would leave sevens against jacks, so the run of sixes and sevens wins.
    second = "6H 6H 7H 7H QH QH KH KH"
    third = "9H 9H 10H 10H AH AH BJ BJ"

    assert winner(lead, first, second, compare="all_units") == 2
    assert winner(lead, first, second, third, compare="all_units") == 3
    # If it had to match its kings, the run of tens would not be higher.
    assert winner(lead, second, third, compare="all_units") == 1


@pytest.mark.parametrize("adjacency", ["no_gap", "equal_rank_chain"])
def test_sj_trac_03_and_04_a_run_on_one_level_wins_by_its_level(adjacency):
    its_order = order("8H", adjacency=adjacency)
    lead = lead_of(EffectiveSuit(3), (Unit(2, 2, 3, 12),))
    standing = WinningPlay(EffectiveSuit(3), lead.units)
    for text, takes in (("KH KH AH AH", True), ("8C 8C 8D 8D", True), ("AH AH 8S 8S", False), ("8C 8C 8D SJ", False)):
        better = beats(its_order, lead, standing, hand_of(its_order, cards(text)), "longest_unit")
        assert (better is not None) == takes
        standing = better or standing


# Bombs ---------------------------------------------------------------------------------------------------------------


@law
@pytest.mark.parametrize(
    ("texts", "place"),
    [
        (["3S 3S 4S 4S", "5S 5S 6S 6S", "7C 7C 7C 7C", "2H 2H 3H 3H"], 2),
        (["3S 3S 4S 4S", "7C 7C 7C 7C", "8C 8C 8H 8H", "7D 7D 7D 7D"], 1),  # the earlier of equal ranks wins
        (["3S 3S 4S 4S", "7C 7C 7C 7C", "9D 9D 9D 9D", "9C 9C 9C 9C"], 2),
        (["3S 3S 4S 4S", "AC AC AC AC", "2H 2H 2H 2H", "AD AD AD AD"], 2),
        (["3S 3S 4S 4S", "2H 2H 2H 2H", "3H 3H 3H 3H", "8C 8C 8C 8C"], 3),
        (["3S 3S 4S 4S", "6S 6S 6S 6S", "BJ BJ SJ SJ"], 1),
        (["3S 3S 3S 3S", "7C 7C 7C 7C", "5S 5S 5S 5S"], 2),  # tuples are followed as usual
        (["3S 3S 3S 3S", "7C 7C 7C 7C", "2H 2H 2H 2H"], 2),
        (["3S 3S 4S", "7C 7C 7C", "9D 9D 9D"], 0),
    ],
)
@either_way
def test_a_bomb_beats_everything_except_a_higher_bomb(texts, place, compare):
    for bombs in ("on", "any_suit"):
        assert winner(*texts, compare=compare, bombs=bombs) == place


def test_without_bombs_four_of_a_kind_of_another_suit_win_nothing():
    assert winner("3S 3S 4S 4S", "7C 7C 7C 7C") == 0


def test_bombs_of_two_suits_compare_by_rank_even_when_one_suit_is_shorter():
    plays_made = "3S 3S 4S 4S", "6H 6H 6H 6H", "6C 6C 6C 6C", "7H 7H 7H 7H"

    assert winner(*plays_made[:3], trumps="8D", bombs="on", hong_wu="h5") == 1
    assert winner(*plays_made, trumps="8D", bombs="on", hong_wu="h5") == 3


@pytest.mark.parametrize("compare", COMPARISONS)
def test_a_run_that_skips_fillers_can_ruff(compare):
    assert winner("KS KS AS AS 10S", "8H 8H SJ SJ FC", compare=compare, fillers=True) == 1
    assert winner("KS KS AS AS 10S 10S", "8H 8H SJ SJ FC FC", compare=compare, fillers=True) == 1


KEPT = [
    # adjacency, the play, the units led, its reading: the first units as high as possible
    (
        "distinct_rank",
        "KH KH QH QH QH JH JH JH 10H 10H 10H 9H 9H",
        ((3, 2), (2, 2), (2, 1), (1, 1)),
        ["JH JH JH QH QH QH", "9H 9H 10H 10H", "KH KH", "10H"],
    ),
    (
        "equal_rank_chain",
        "8H 8H 8C 8C 8C 8C 8C 8C 8D 8D 8D 3H 3H 3H",
        ((4, 1), (2, 2), (3, 1), (2, 1), (1, 1)),
        ["8C 8C 8C 8C", "8C 8C 8H 8H", "8D 8D 8D", "3H 3H", "3H"],
    ),
]


@pytest.mark.parametrize(("adjacency", "text", "shapes", "read"), KEPT)
def test_rul_09_of_several_readings_the_one_with_the_highest_first_unit_is_kept(adjacency, text, shapes, read):
    its_order = order("8H", adjacency=adjacency)
    holding = in_suit(hand_of(its_order, cards(text)), TRUMPS)
    units = highest_division(its_order.chains[TRUMPS], holding, shapes, (-1,) * len(shapes))

    assert [unit_cards(its_order, TRUMPS, unit) for unit in units] == [cards(each) for each in read]
