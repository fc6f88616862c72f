"""SJ-VAR-05..07: the last trick can set the declarers back to an earlier level."""

import pytest

from domain.games.sheng_ji.hooks import LastTrick, hooked_back
from domain.games.sheng_ji.rules import rules_of
from domain.kernel.cards import RANK_NAMES, RANK_OF_NAME, SUIT_OF_NAME
from tests.support.table import cards


def level_after(trumps, played, *, longest=None, reached=True, by_opponents=True, **options):
    """Level to which the declarers fall back, or `None`. `trumps` is rank and suit, with `N` for no-trump."""
    last = LastTrick(by_opponents, cards(played), cards(longest or played), reached)
    suit = None if trumps[-1] == "N" else SUIT_OF_NAME[trumps[-1]]
    level = hooked_back(rules_of("zhang-2021", options), RANK_OF_NAME[trumps[:-1]], suit, last)
    return None if level is None else RANK_NAMES[level]


ANY = [
    ("J", "2", {"gou_dao_di": "any_trump_jack"}),
    ("Q", "6", {"quan_yi_ban": "any_trump_queen"}),
]
MATCHING = [
    ("J", "2", {"gou_dao_di": "matching_suit_longest_unit"}),
    ("Q", "6", {"quan_yi_ban": "matching_suit_longest_unit"}),
    ("A", "J", {"ace_hook": "matching_suit_longest_unit"}),
]
WITHOUT_THRESHOLD = [
    ("J", "2", {"gou_dao_di": "any_jack_no_threshold"}),
    ("A", "J", {"ace_hook": "any_ace_no_threshold"}),
]


@pytest.mark.parametrize(("rank", "level", "option"), ANY + MATCHING + WITHOUT_THRESHOLD)
def test_opponents_who_win_the_last_trick_with_the_card_of_trump_rank_and_suit_hook_the_declarers(rank, level, option):
    assert level_after(rank + "H", f"{rank}H", **option) == level


@pytest.mark.parametrize(("rank", "level", "option"), ANY + MATCHING + WITHOUT_THRESHOLD)
def test_declarers_who_win_the_last_trick_are_not_hooked(rank, level, option):
    assert level_after(rank + "H", f"{rank}H", by_opponents=False, **option) is None


@pytest.mark.parametrize(("rank", "level", "option"), ANY + MATCHING)
def test_below_the_threshold_there_is_no_hook(rank, level, option):
    assert level_after(rank + "H", f"{rank}H", reached=False, **option) is None


@pytest.mark.parametrize(("rank", "level", "option"), WITHOUT_THRESHOLD)
def test_below_the_threshold_there_is_a_hook_if_the_option_needs_no_points(rank, level, option):
    assert level_after(rank + "H", f"{rank}C", reached=False, **option) == level


@pytest.mark.parametrize(("rank", "level", "option"), ANY + WITHOUT_THRESHOLD)
def test_with_the_option_a_card_of_the_trump_rank_of_any_suit_anywhere_in_the_play_hooks(rank, level, option):
    assert level_after(rank + "H", f"3H 3H {rank}C", longest="3H 3H", **option) == level


@pytest.mark.parametrize(("rank", "level", "option"), MATCHING)
def test_a_card_of_another_suit_does_not_hook(rank, level, option):
    assert level_after(rank + "H", f"{rank}C", **option) is None


@pytest.mark.parametrize(("rank", "level", "option"), MATCHING)
def test_the_matching_card_must_be_in_the_longest_unit(rank, level, option):
    assert level_after(rank + "H", f"3H 3H {rank}H", longest="3H 3H", **option) is None
    assert level_after(rank + "H", f"{rank}H {rank}H 3H", longest=f"{rank}H {rank}H", **option) == level


@pytest.mark.parametrize(("rank", "level", "option"), MATCHING)
def test_dec_85_in_no_trump_the_options_for_a_matching_suit_never_hook(rank, level, option):
    assert level_after(rank + "N", f"{rank}H", **option) is None


@pytest.mark.parametrize(("rank", "level", "option"), ANY + WITHOUT_THRESHOLD)
def test_dec_85_in_no_trump_any_card_of_the_rank_hooks_under_the_other_options(rank, level, option):
    assert level_after(rank + "N", f"{rank}D", **option) == level


ALL = {"gou_dao_di": "any_trump_jack", "quan_yi_ban": "any_trump_queen", "ace_hook": "any_ace_no_threshold"}


@pytest.mark.parametrize("trumps", ["10H", "KH", "2H"])
def test_at_other_trump_ranks_jacks_queens_and_aces_do_not_hook(trumps):
    assert level_after(trumps, "JH QH AH", **ALL) is None


@pytest.mark.parametrize("played", ["QH", "AH", "BJ"])
def test_another_card_does_not_hook_at_level_jack(played):
    assert level_after("JH", played, **ALL) is None


@pytest.mark.parametrize("rank", ["J", "Q", "A"])
def test_without_the_option_there_is_no_hook(rank):
    assert level_after(rank + "H", f"{rank}H") is None
