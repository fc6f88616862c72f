"""SJ-BONUS, SJ-VAR-05 to 07: the last trick of a played hand gives the kitty bonus and sets levels back."""

import pytest

from domain.games.sheng_ji.events import HandPrepared
from domain.games.sheng_ji.play_events import HandScored, KittyRevealed
from domain.kernel.cards import RANK_NAMES, RANK_OF_NAME, Rank
from domain.kernel.seats import Seat
from domain.table.events import MatchEnded
from tests.support.deals import dealt, playing, started
from tests.support.friends import calling, calls, scored_hand
from tests.support.kitty_factors import FACTORS_OF_TWO_PAIRS
from tests.support.table import SHENG_JI, Given, When, plays

EIGHTY = "KC KC KD KD 10C 10C 10D 10D"
"""A kitty worth eighty points."""


def at_level(level: str, **options) -> Given:
    return started(initial_level=level, **options)


def last(hands: list[str], *, trumps: str, buried: str, match: Given, dealer: int = 0) -> When:
    """The last play of a hand of one trick."""
    given = playing(hands, trumps=trumps, dealer=dealer, buried=buried, match=match)
    order = [(dealer + step) % 4 for step in range(4)]
    given = given.after_plays(*(f"{seat}: {hands[seat]}" for seat in order[:-1]))
    return given.when(order[-1], plays(hands[order[-1]]))


def levels(when: When) -> list[str]:
    return [RANK_NAMES[level] for level in when.told(HandScored).levels_after]


# Hooks ---------------------------------------------------------------------------------------------------------------

HOOKS = [
    # option, value, trump rank, new level, a card of the trump rank and suit, one of another suit
    ("gou_dao_di", "any_trump_jack", "J", "2", True, True),
    ("gou_dao_di", "matching_suit_longest_unit", "J", "2", True, False),
    ("gou_dao_di", "any_jack_no_threshold", "J", "2", True, True),
    ("quan_yi_ban", "any_trump_queen", "Q", "6", True, True),
    ("quan_yi_ban", "matching_suit_longest_unit", "Q", "6", True, False),
    ("ace_hook", "any_ace_no_threshold", "A", "J", True, True),
    ("ace_hook", "matching_suit_longest_unit", "A", "J", True, False),
]


@pytest.mark.parametrize(("option", "value", "rank", "back", "matching", "other"), HOOKS)
def test_sj_var_05_to_07_a_last_trick_won_with_a_card_of_the_trump_rank_hooks(
    option, value, rank, back, matching, other
):
    for card, caught in ((f"{rank}H", matching), (f"{rank}C", other)):
        hand = last(["3S", card, "4S", "6S"], trumps=f"{rank}H", buried=EIGHTY, match=at_level(rank, **{option: value}))
        scored = hand.told(HandScored)

        assert scored.opponent_points == 160
        assert scored.reset_to == (RANK_OF_NAME[back] if caught else None)
        # Two levels for the opponents, up to ace.
        up = RANK_NAMES[min(RANK_OF_NAME[rank] + 2, 12)]
        assert levels(hand) == [back if caught else rank, up]


@pytest.mark.parametrize(("option", "value", "rank", "back"), [row[:4] for row in HOOKS])
def test_sj_var_05_to_07_below_the_threshold_the_option_decides(option, value, rank, back):
    hand = last(["3S", f"{rank}H", "4S", "6S"], trumps=f"{rank}H", buried="3C", match=at_level(rank, **{option: value}))
    caught = value.endswith("_no_threshold")

    assert hand.told(HandScored).reset_to == (RANK_OF_NAME[back] if caught else None)
    assert hand.told(HandScored).winners == "declarers"
    assert (levels(hand)[0] == back) is caught


@pytest.mark.parametrize(("option", "value", "rank"), [row[:3] for row in HOOKS])
def test_sj_var_05_to_07_declarers_who_win_the_last_trick_are_not_hooked(option, value, rank):
    match = at_level(rank, **{option: value})
    hand = last([f"{rank}H", "3S", "4S", "6S"], trumps=f"{rank}H", buried="3C", match=match)

    assert hand.told(HandScored).reset_to is None


def test_sj_var_05_in_a_combination_the_jack_must_belong_to_the_longest_unit():
    match = at_level("J", gou_dao_di="matching_suit_longest_unit")
    aside = last(["KS KS AS", "3H 3H JH", "4S 5S 6S", "7S 8S 9S"], trumps="JH", buried=EIGHTY, match=match)
    inside = last(["KS KS AS", "JH JH 3H", "4S 5S 6S", "7S 8S 9S"], trumps="JH", buried=EIGHTY, match=match)

    assert (aside.told(HandScored).reset_to, inside.told(HandScored).reset_to) == (None, RANK_OF_NAME["2"])


@pytest.mark.parametrize(("value", "back"), [("any_trump_jack", "2"), ("matching_suit_longest_unit", None)])
def test_dec_85_in_no_trump_either_any_jack_or_none_hooks(value, back):
    hand = last(["10S", "JS", "4S", "6S"], trumps="J", buried=EIGHTY, match=at_level("J", gou_dao_di=value))

    assert hand.told(HandScored).reset_to == (None if back is None else RANK_OF_NAME[back])


def test_sj_var_07_a_hook_at_ace_takes_the_match_from_declarers_who_have_won_the_hand():
    match = at_level("A", ace_hook="any_ace_no_threshold")
    hand = last(["3S", "AC", "4S", "6S"], trumps="AH", buried="3C", match=match)

    assert hand.told(HandScored).winners == "declarers"
    assert hand.told(HandScored).match_won_by == ()
    assert levels(hand) == ["J", "A"]
    assert hand.told(HandPrepared).trump_rank == RANK_OF_NAME["J"]


def test_dec_86_after_a_hook_to_jack_the_next_hook_is_that_of_the_jack():
    match = at_level("A", ace_hook="any_ace_no_threshold", gou_dao_di="any_jack_no_threshold")
    table = last(["3S", "AC", "4S", "6S"], trumps="AH", buried="3C", match=match).outcome.table

    assert (table.match.positions[0].level, table.match.dealer) == (RANK_OF_NAME["J"], 2)


def test_dec_47_with_own_levels_only_declarers_at_the_trump_rank_are_hooked():
    match = started("zhao-peng-you", gou_dao_di="any_jack_no_threshold")
    match = scored_hand(match, ["J", "9", "3", "2", "5"], dealer=4, next_dealer=0)
    hands = ["3S", "4S", "JC", "6S", "7S"]
    given = calling(hands, "3C 4C 6C 7C 8C 9C QC QD", trumps="JH", match=match).after((0, calls("1 4S")))
    given = given.after_plays("0: 3S", "1: 4S", "2: JC", "3: 6S")
    scored = given.when(4, plays("7S")).told(HandScored)

    # The dealer falls back to two. The friend, at nine, wins three levels and reaches queen.
    assert [RANK_NAMES[level] for level in scored.levels_after] == ["2", "Q", "3", "2", "5"]


# The bonus -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("source", "factor"),
    [("lead", 2), ("any_play", 8), ("winner", 4)],
)
def test_sj_bonus_03_the_option_decides_which_play_of_the_last_trick_sets_the_factor(source, factor):
    # A throw of four spades. Seat 1 ruffs with a pair and two cards, seat 3 discards a tractor.
    hands = ["AS KS QS JS", "3H 3H 4H 6H", "4S 5S 6S 7S", "4D 4D 3D 3D"]
    match = started(kitty_unit_source=source)
    scored = last(hands, trumps="2H", buried="KC", match=match).told(HandScored)

    assert (scored.last_trick, scored.kitty_points, scored.kitty_factor) == (1, 10, factor)


@pytest.mark.parametrize(("option", "factor"), [(2, 2), (3, 3)])
def test_sj_bonus_04_a_throw_of_single_cards_has_its_own_factor(option, factor):
    hands = ["AS KS", "3H 6H", "4S 5S", "4D 4D"]
    match = started(kitty_multiplier_singles_throw=option)

    assert last(hands, trumps="2H", buried="KC", match=match).told(HandScored).kitty_factor == factor


@pytest.mark.parametrize(("multiplier", "factor"), FACTORS_OF_TWO_PAIRS)
def test_sj_bonus_02_a_ruffed_tractor_of_two_pairs_sets_the_factor(multiplier, factor):
    hands = ["QS QS JS JS", "3H 3H 4H 4H", "4S 5S 6S 7S", "4D 4D 6D 6D"]
    match = started(kitty_multiplier=multiplier)
    scored = last(hands, trumps="2H", buried="KC", match=match).told(HandScored)

    assert scored.kitty_factor == factor
    assert scored.opponent_points == scored.trick_points + 10 * factor


@pytest.mark.parametrize(("value", "points", "factor"), [("opponents", 0, 0), ("last_trick_winner_team", 10, 2)])
def test_sj_bonus_05_and_dec_78_declarers_may_take_the_kitty_but_it_does_not_count(value, points, factor):
    match = started(kitty_awarded_to=value)
    hand = last(["AS", "3S", "4S", "6S"], trumps="2H", buried="KC", match=match)
    scored = hand.told(HandScored)

    assert (scored.kitty_points, scored.kitty_factor, scored.opponent_points) == (points, factor, 0)
    assert (KittyRevealed in map(type, hand.events)) is (value == "last_trick_winner_team")


# The match -----------------------------------------------------------------------------------------------------------


def test_sj_level_05_a_shorter_match_ends_at_a_lower_level():
    match = at_level("9", final_level="9")
    hand = last(["AS", "3S", "4S", "6S"], trumps="9H", buried="3C", match=match)

    assert hand.told(HandScored).match_won_by == (0, 2)
    assert hand.events[-1] == MatchEnded("won", (Seat(0), Seat(2)))


def test_dec_87_the_final_level_is_a_must_play_level_like_ace():
    match = at_level("8", final_level="9")
    hand = last(["AS", "3S", "4S", "6S"], trumps="8H", buried="3C", match=match)

    assert levels(hand) == ["9", "8"]  # three levels won, one gained
    assert hand.told(HandScored).match_won_by == ()


def test_sj_level_06_past_ace_levels_continue_at_two_until_the_last_lap():
    match = at_level("A", after_final="wrap", laps=2)
    hand = last(["KS", "3S", "4S", "6S"], trumps="AH", buried="3C", match=match)
    scored = hand.told(HandScored)

    # Three levels above an ace: two, three, four.
    assert (levels(hand), scored.laps_after, scored.match_won_by) == (["4", "A"], (1, 0), ())


@pytest.mark.parametrize(("needs_win", "attempted", "after"), [("on", (), "5"), ("off", (3,), "5")])
def test_sj_var_02_an_attempt_at_a_must_play_level_is_remembered_if_attempts_suffice(needs_win, attempted, after):
    match = at_level("5", must_play=["5"], must_play_needs_win=needs_win)
    hand = last(["3S", "8H", "4S", "6S"], trumps="5H", buried=EIGHTY, match=match)
    scored = hand.told(HandScored)

    assert scored.winners == "opponents"
    assert scored.attempted_after[0] == attempted
    # The opponents were no declarers: they stay at five.
    assert levels(hand) == ["5", after]


def test_ex_level_01_the_level_after_ace_has_no_trump_rank():
    match = at_level("A", level_after_ace="no_trump")
    hand = last(["KS", "3S", "4S", "6S"], trumps="AH", buried="3C", match=match)
    scored = hand.told(HandScored)

    assert (scored.levels_after[0], scored.match_won_by) == (13, ())
    assert hand.told(HandPrepared).trump_rank == 13


def test_ex_level_01_without_a_trump_rank_nobody_declares_and_only_jokers_are_trumps():
    match = at_level("A", level_after_ace="no_trump")
    hand = last(["KS", "3S", "4S", "6S"], trumps="AH", buried="3C", match=match)
    table = hand.outcome.table
    phase = table.match.phase

    # The dealer already has the kitty: there was nothing to declare, and no card was turned.
    assert (type(phase).__name__, phase.seat) == ("Burying", 2)
    assert (phase.deal.trump_rank, phase.deal.trump_suit, phase.deal.turned) == (13, None, ())
    assert [len(faces) for faces in phase.deal.order.faces] == [13, 13, 13, 13, 2]


@pytest.mark.parametrize(
    "options",
    [{"deal_mode": "live_draw"}, {"deal_mode": "plan"}, {"redeal_points_below": 5}],
    ids=str,
)
def test_ex_level_01_without_a_trump_rank_there_is_no_declaring_under_any_deal_mode(options):
    match = at_level("A", level_after_ace="no_trump", **options)
    prepared = HandPrepared(Rank(13), Seat(0), None, (), Seat(0), Seat(3))
    given = match.and_then(prepared, dealt(["AS", "3S", "4S", "6S"], "KC"))
    given = given.and_then(*SHENG_JI.after_deal(given.table.match).events)

    asked = "redeal" if "redeal_points_below" in options else "bury"
    assert SHENG_JI.asked(given.table.match)[0] == (0, asked)
    assert given.view(Seat(1))["trump_rank"] == "NT"
