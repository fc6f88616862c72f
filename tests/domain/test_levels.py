"""SJ-LEVEL, SJ-ADV and SJ-VAR-01: where a side stands, what it has to play, and when it has won."""

import pytest

from domain.cards import RANK_NAMES, RANK_OF_NAME
from domain.seats import Seat
from domain.shengji.commands import Play
from domain.shengji.events import HandPrepared, HandScored
from domain.shengji.levels import advance
from domain.shengji.rules import rules_of
from domain.table.events import MatchEnded
from tests.support.deals import after_a_hand, playing, started
from tests.support.table import SHENG_JI, cards


def level_after(level, won, *, at=None, must_play=("A",), final="A"):
    """The level, or `won`, of a side that wins so many levels; `at` is the trump rank when it won as declarers."""
    after = advance(
        RANK_OF_NAME[level],
        won,
        must_play=frozenset(RANK_OF_NAME[each] for each in must_play),
        final_level=RANK_OF_NAME[final],
        won_as_declarers_at=None if at is None else RANK_OF_NAME[at],
    )
    return "won" if after.won else RANK_NAMES[after.level]


@pytest.mark.parametrize(("start", "levels"), [(start, levels) for start in range(12) for levels in (0, 1, 3)])
def test_sj_level_01_and_sj_adv_01_levels_follow_the_ladder_of_thirteen(start, levels):
    assert level_after(RANK_NAMES[start], levels) == RANK_NAMES[min(start + levels, 12)]


@pytest.mark.parametrize(
    ("level", "won", "at", "after"),
    [
        ("K", 1, "K", "A"),
        ("K", 2, "K", "A"),
        ("Q", 4, "Q", "A"),
        ("Q", 9, None, "A"),
        ("A", 1, None, "A"),
        ("A", 5, None, "A"),
        ("A", 0, "A", "A"),
        ("2", 1000, None, "A"),
    ],
)
def test_sj_adv_02_nobody_passes_ace_but_by_winning_a_hand_at_ace_as_declarers(level, won, at, after):
    assert level_after(level, won, at=at) == after


@pytest.mark.parametrize("levels", [1, 2, 16385])
def test_sj_adv_03_who_wins_a_hand_as_declarers_at_ace_wins_the_match(levels):
    assert level_after("A", levels, at="A") == "won"


@pytest.mark.parametrize(
    ("level", "won", "at", "after"),
    [
        ("9", 2, None, "10"),
        ("9", 2, "9", "10"),
        ("10", 1, None, "10"),
        ("10", 3, None, "10"),
        ("10", 1, "10", "J"),
        ("10", 2, "10", "J"),
        ("8", 1, None, "9"),
        ("4", 3, "4", "5"),
        ("5", 3, "5", "8"),
        ("J", 3, "J", "K"),
        ("K", 1, "K", "A"),
        ("K", 2, "K", "A"),
    ],
)
def test_sj_var_01_a_must_play_level_is_passed_only_by_winning_at_it_as_declarers(level, won, at, after):
    assert level_after(level, won, at=at, must_play=("5", "10", "J", "K", "A")) == after


def test_sj_var_03_with_two_in_the_set_even_the_first_level_has_to_be_won():
    assert level_after("2", 3, must_play=("2", "A")) == "2"
    assert level_after("2", 3, at="2", must_play=("2", "A")) == "5"


@pytest.mark.parametrize(
    ("level", "won", "at", "after"),
    [("6", 5, None, "7"), ("6", 5, "6", "7"), ("7", 1, None, "7"), ("7", 1, "7", "won"), ("7", 3, "7", "won")],
)
def test_sj_level_05_and_dec_87_a_lower_final_level_has_to_be_won_like_ace(level, won, at, after):
    assert level_after(level, won, at=at, final="7") == after


def test_sj_adv_04_ace_is_always_must_play_even_when_the_set_leaves_it_out():
    assert level_after("K", 5, must_play=()) == "A"
    assert level_after("A", 5, must_play=()) == "A"


@pytest.mark.parametrize("level", RANK_NAMES)
def test_sj_level_02_and_03_both_sides_start_at_the_initial_level_and_it_is_the_first_trump_rank(level):
    match = SHENG_JI.new_match(rules_of("zhang-2021", {"initial_level": level}))

    assert match.levels == (RANK_OF_NAME[level],) * 2
    assert match.dealer is None


# A whole last trick: seat 0 deals at the level of its side and leads, all others follow.


def last_trick(match, hands, *, trumps, dealer=0, buried="3C"):
    """The table when one card each is left, and the last of the four to play is to move."""
    order = [(dealer + step) % 4 for step in range(4)]
    given = playing(hands, trumps=trumps, dealer=dealer, buried=buried, match=match)
    moves = [(seat, Play(cards(hands[seat]))) for seat in order]
    return given.after(*moves[:-1]).when(*moves[-1])


def test_sj_dealer_04_the_trump_rank_of_a_hand_is_the_level_of_its_declarers():
    match = after_a_hand(started(), ("5", "9"), next_dealer=1)
    hand = last_trick(match, ["3S", "4S", "5S", "6S"], trumps="9H", dealer=1)

    assert hand.told(HandScored).levels_before == (RANK_OF_NAME["5"], RANK_OF_NAME["9"])
    assert hand.told(HandPrepared).dealer == 3
    assert hand.told(HandPrepared).trump_rank == RANK_OF_NAME["Q"]  # no points: three levels up from 9


def test_sj_adv_03_declarers_who_win_a_hand_at_ace_have_won_the_match():
    match = after_a_hand(started(), ("A", "K"), next_dealer=0)
    hand = last_trick(match, ["3S", "4S", "5S", "6S"], trumps="AH")

    assert hand.told(HandScored).match_won_by == 0
    assert hand.told(HandScored).levels_after == (RANK_OF_NAME["A"], RANK_OF_NAME["K"])
    assert hand.events[-1] == MatchEnded("won", (Seat(0), Seat(2)))


def test_sj_adv_02_opponents_at_ace_who_win_big_stay_at_ace_and_take_the_deal():
    # DEC-82: the kitty is worth 40 and counts twice.
    match = after_a_hand(started(), ("7", "A"), next_dealer=0)
    hand = last_trick(match, ["3S", "8S", "4S", "6S"], trumps="7H", buried="KC KD 10C 10D")
    scored = hand.told(HandScored)

    assert scored.opponent_points == 80
    assert scored.winners == "opponents"
    assert scored.levels_after == (RANK_OF_NAME["7"], RANK_OF_NAME["A"])
    assert scored.match_won_by is None
    assert hand.told(HandPrepared).trump_rank == RANK_OF_NAME["A"]


def test_sj_var_01_must_play_levels_hold_in_a_hand_that_is_played():
    match = after_a_hand(started(must_play=["10"]), ("9", "3"), next_dealer=0)
    hand = last_trick(match, ["3S", "4S", "5S", "6S"], trumps="9H")

    assert hand.told(HandScored).levels_won == 2
    assert hand.told(HandScored).levels_after == (RANK_OF_NAME["10"], RANK_OF_NAME["3"])


def test_sj_adv_01_only_the_winners_of_a_hand_advance():
    match = after_a_hand(started(), ("9", "3"), next_dealer=1)
    hand = last_trick(match, ["7S", "4S", "5S", "6S"], trumps="3H", dealer=1, buried="KC KD 10C 10D 5C 5D")

    assert hand.told(HandScored).opponent_points == 5 + 2 * 50
    assert hand.told(HandScored).levels_after == (RANK_OF_NAME["9"], RANK_OF_NAME["3"])
    assert hand.told(HandPrepared).dealer == 2


@pytest.mark.parametrize(
    ("levels", "ahead"), [(("5", "9"), (1, 3)), (("9", "5"), (0, 2)), (("5", "5"), ()), (("A", "K"), (0, 2))]
)
def test_a_match_of_so_many_hands_is_won_by_the_side_that_is_ahead(levels, ahead):
    match = after_a_hand(started(), levels, next_dealer=0).table.match

    assert SHENG_JI.leaders(match) == ahead
    assert SHENG_JI.winners(match) is None
