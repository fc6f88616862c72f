"""SJ-LEVEL, SJ-ADV and SJ-VAR-01: the level of a side, mandatory levels, and the end of the match."""

import pytest

from domain.games.sheng_ji.commands import Play
from domain.games.sheng_ji.events import HandPrepared
from domain.games.sheng_ji.levels import (
    LEVEL_NAMES,
    NO_TRUMP_LEVEL,
    HandPlayed,
    LevelRules,
    Position,
    advance_by,
    levels_above,
)
from domain.games.sheng_ji.play_events import HandScored
from domain.games.sheng_ji.rules import rules_of
from domain.kernel.cards import RANK_NAMES, RANK_OF_NAME, Rank
from domain.kernel.seats import Seat
from domain.table.events import MatchEnded
from tests.support.deals import after_a_hand, playing, started
from tests.support.laws import law
from tests.support.table import SHENG_JI, cards


def level_after(level, won, *, at=None, must_play=("A",), final="A"):
    """New level of a side, or `won`, after it wins levels. `at` is the trump rank if it won as declarers."""
    rules = LevelRules(frozenset(RANK_OF_NAME[each] for each in must_play), RANK_OF_NAME[final])
    hand = HandPlayed(won, RANK_OF_NAME[at or level], as_declarers=at is not None, won=True)
    after = advance_by(rules, Position(RANK_OF_NAME[level]), hand)
    return "won" if after.won else RANK_NAMES[after.level]


@pytest.mark.parametrize(
    ("initial", "level", "laps", "final", "of_laps", "above"),
    [
        ("2", "2", 0, "A", 1, 0),
        ("2", "5", 0, "A", 1, 3),
        ("8", "A", 0, "A", 1, 6),
        ("8", "2", 0, "A", 1, 0),
        ("8", "A", 1, "A", 1, 7),
        ("2", "3", 1, "A", 3, 14),
        ("2", "K", 1, "K", 1, 12),
    ],
)
def test_a_position_counts_levels_above_the_first(initial, level, laps, final, of_laps, above):
    rules = LevelRules(final_level=RANK_OF_NAME[final], laps=of_laps)
    assert levels_above(rules, RANK_OF_NAME[initial], Position(RANK_OF_NAME[level], laps)) == above


@law
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
def test_sj_adv_02_ace_is_passed_only_by_declarers_who_win_a_hand_at_ace(level, won, at, after):
    assert level_after(level, won, at=at) == after


@pytest.mark.parametrize("levels", [1, 2, 16385])
def test_sj_adv_03_declarers_who_win_a_hand_at_ace_win_the_match_by_the_rules(levels):
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
def test_sj_var_01_a_must_play_level_is_passed_only_by_declarers_who_win_at_it(level, won, at, after):
    assert level_after(level, won, at=at, must_play=("5", "10", "J", "K", "A")) == after


def test_sj_var_03_two_as_a_must_play_level_must_be_won_first():
    assert level_after("2", 3, must_play=("2", "A")) == "2"
    assert level_after("2", 3, at="2", must_play=("2", "A")) == "5"


@pytest.mark.parametrize(
    ("level", "won", "at", "after"),
    [("6", 5, None, "7"), ("6", 5, "6", "7"), ("7", 1, None, "7"), ("7", 1, "7", "won"), ("7", 3, "7", "won")],
)
def test_sj_level_05_and_dec_87_a_lower_final_level_must_be_won_like_ace(level, won, at, after):
    assert level_after(level, won, at=at, final="7") == after


def test_sj_adv_04_ace_is_always_a_must_play_level():
    assert level_after("K", 5, must_play=()) == "A"
    assert level_after("A", 5, must_play=()) == "A"


@pytest.mark.parametrize("level", RANK_NAMES)
def test_sj_level_02_and_03_both_sides_start_at_the_initial_level_which_is_the_first_trump_rank(level):
    match = SHENG_JI.new_match(rules_of("zhang-2021", {"initial_level": level}))

    assert match.positions == (Position(RANK_OF_NAME[level]),) * 2
    assert match.dealer is None


# A whole last trick: seat 0 deals at the level of its side and leads.


def last_trick(match, hands, *, trumps, dealer=0, buried="3C"):
    """The table with one card left in each hand, when the last of the four seats is to play."""
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

    assert hand.told(HandScored).match_won_by == (Seat(0), Seat(2))
    assert hand.told(HandScored).levels_after == (RANK_OF_NAME["A"], RANK_OF_NAME["K"])
    assert hand.events[-1] == MatchEnded("won", (Seat(0), Seat(2)))


def test_sj_adv_02_winning_opponents_at_ace_stay_at_ace_and_deal_next():
    # DEC-82: the kitty is worth 40 and counts twice.
    match = after_a_hand(started(), ("7", "A"), next_dealer=0)
    hand = last_trick(match, ["3S", "8S", "4S", "6S"], trumps="7H", buried="KC KD 10C 10D")
    scored = hand.told(HandScored)

    assert scored.opponent_points == 80
    assert scored.winners == "opponents"
    assert scored.levels_after == (RANK_OF_NAME["7"], RANK_OF_NAME["A"])
    assert scored.match_won_by == ()
    assert hand.told(HandPrepared).trump_rank == RANK_OF_NAME["A"]


def test_sj_var_01_must_play_levels_apply_at_the_table():
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
def test_after_a_fixed_number_of_hands_the_side_ahead_wins(levels, ahead):
    match = after_a_hand(started(), levels, next_dealer=0).table.match

    assert SHENG_JI.leaders(match) == ahead
    assert SHENG_JI.winners(match) is None


# Laps, attempts, own levels, the level after ace, hooks: `advance_by` -------------------------------------------------


def level(name):
    return Rank(LEVEL_NAMES.index(name))


def levels(*names):
    return tuple(level(name) for name in names)


def after(rules, start, levels_won, *, at="9", played="declarers won", hooked=None):
    """Position of a side, and whether it has won the match. `start` is a level or a whole position, `at` the level of
    the hand.
    """
    position = start if isinstance(start, Position) else Position(level(start))
    hand = HandPlayed(
        levels_won, level(at), "declarers" in played, "won" in played, None if hooked is None else level(hooked)
    )
    moved = advance_by(rules, position, hand)
    return moved.position, moved.won


TWO_LAPS = LevelRules(laps=2)


def test_sj_level_06_past_ace_the_next_lap_starts_at_two():
    assert after(TWO_LAPS, "A", 1, at="A") == (Position(level("2"), 1), False)
    assert after(TWO_LAPS, "A", 3, at="A") == (Position(level("4"), 1), False)


def test_dec_87_the_match_is_won_with_the_last_lap():
    assert after(TWO_LAPS, Position(level("A"), 1), 1, at="A") == (Position(level("A"), 2), True)


def test_dec_87_one_hand_never_passes_ace_twice():
    assert after(TWO_LAPS, "A", 40, at="A") == (Position(level("A"), 1), False)
    assert after(LevelRules(laps=5), "A", 10**9, at="A") == (Position(level("A"), 1), False)


def test_dec_87_a_lap_of_a_shorter_ladder_ends_at_its_final_level():
    assert after(LevelRules(final_level=level("6"), laps=2), "6", 2, at="6") == (Position(level("3"), 1), False)
    assert after(LevelRules(final_level=level("6"), laps=2), "5", 4, at="5") == (Position(level("6")), False)


def test_sj_var_01_must_play_levels_apply_in_the_next_lap_too():
    rules = LevelRules(must_play=frozenset(levels("2", "5")), laps=2)

    assert after(rules, "A", 9, at="A") == (Position(level("2"), 1), False)


ONE_ATTEMPT = LevelRules(must_play=frozenset(levels("5", "10", "A")), must_play_needs_win=False)


def test_sj_var_02_a_must_play_level_can_be_passed_after_a_lost_attempt():
    lost, _ = after(ONE_ATTEMPT, "5", 0, at="5", played="declarers lost")

    assert lost == Position(level("5"), 0, levels("5"))
    assert after(ONE_ATTEMPT, lost, 2, at="9", played="opponents won") == (Position(level("7"), 0, levels("5")), False)


def test_sj_var_02_a_must_play_level_cannot_be_passed_without_an_attempt():
    assert after(ONE_ATTEMPT, "5", 2, at="9", played="opponents won") == (Position(level("5")), False)
    assert after(ONE_ATTEMPT, "4", 4, at="4") == (Position(level("5")), False)


def test_sj_var_02_a_hand_as_opponents_is_not_an_attempt():
    assert after(ONE_ATTEMPT, "5", 0, at="5", played="opponents lost") == (Position(level("5")), False)


def test_sj_var_02_a_level_won_in_this_hand_is_passed_and_remembered():
    assert after(ONE_ATTEMPT, "5", 2, at="5") == (Position(level("7"), 0, levels("5")), False)


def test_sj_var_02_ace_and_the_final_level_are_never_passed_by_an_attempt():
    assert after(ONE_ATTEMPT, "A", 0, at="A", played="declarers lost") == (Position(level("A")), False)
    rules = ONE_ATTEMPT._replace(final_level=level("10"))
    assert after(rules, "10", 0, at="10", played="declarers lost") == (Position(level("10")), False)


def test_sj_var_02_if_a_win_is_required_attempts_are_not_remembered():
    rules = ONE_ATTEMPT._replace(must_play_needs_win=True)

    assert after(rules, "5", 0, at="5", played="declarers lost") == (Position(level("5")), False)


def test_sj_var_02_attempts_are_stored_in_order_and_forgotten_in_the_next_lap():
    tried = Position(level("10"), 0, levels("5"))
    rules = ONE_ATTEMPT._replace(laps=2)

    assert after(rules, tried, 0, at="10", played="declarers lost")[0].attempted == levels("5", "10")
    assert after(rules, Position(level("A"), 0, levels("5", "10")), 1, at="A") == (Position(level("2"), 1), False)


OWN = LevelRules(must_play=frozenset(levels("5")), levels="individual")
OWN_STRICT = OWN._replace(zpy_win="trump_rank_ace")


@pytest.mark.parametrize("rules", [OWN, OWN_STRICT])
def test_rul_06_a_declarers_own_must_play_level_is_passed_at_any_trump_rank(rules):
    assert after(rules, "5", 2, at="9") == (Position(level("7")), False)
    assert after(rules, "5", 2, at="9", played="opponents won") == (Position(level("5")), False)


def test_sj_var_01_a_team_does_not_pass_at_another_trump_rank():
    assert after(OWN._replace(levels="team"), "5", 2, at="9") == (Position(level("5")), False)


def test_ff_score_02_and_dec_43_a_declarer_at_ace_wins_at_any_trump_rank():
    assert after(OWN, "A", 1, at="9")[1] is True
    assert after(OWN, "A", 1, at="A")[1] is True
    assert after(OWN, "A", 3, at="9", played="opponents won") == (Position(level("A")), False)


def test_dec_43_with_the_option_a_declarer_at_ace_wins_only_if_ace_is_the_trump_rank():
    assert after(OWN_STRICT, "A", 1, at="9") == (Position(level("A")), False)
    assert after(OWN_STRICT, "A", 1, at="A")[1] is True
    assert after(OWN_STRICT, "K", 2, at="A") == (Position(level("A")), False)


NT_LAST = LevelRules(final_level=NO_TRUMP_LEVEL)


def test_ex_level_01_the_level_without_a_trump_rank_follows_ace_and_must_be_won():
    assert after(NT_LAST, "A", 3, at="A") == (Position(NO_TRUMP_LEVEL), False)
    assert after(NT_LAST, "NT", 1, at="NT")[1] is True
    assert after(NT_LAST, "NT", 5, at="9", played="opponents won") == (Position(NO_TRUMP_LEVEL), False)


def test_ex_level_01_ace_remains_a_must_play_level():
    assert after(NT_LAST, "K", 5, at="K") == (Position(level("A")), False)
    assert after(NT_LAST, "A", 2, at="9", played="opponents won") == (Position(level("A")), False)


@pytest.mark.parametrize("rules", [OWN, OWN_STRICT])
def test_ex_level_01_with_own_levels_this_level_is_won_only_in_a_hand_without_a_trump_rank(rules):
    rules = rules._replace(final_level=NO_TRUMP_LEVEL)

    assert after(rules, "NT", 1, at="9") == (Position(NO_TRUMP_LEVEL), False)
    assert after(rules, "NT", 1, at="NT")[1] is True


def test_sj_var_05_and_dec_83_a_hook_sets_the_level_back_and_clears_attempts_but_not_laps():
    tried = Position(level("J"), 1, levels("5", "10"))

    assert after(TWO_LAPS, tried, 0, at="J", played="declarers lost", hooked="2") == (Position(level("2"), 1), False)


def test_dec_84_a_hook_replaces_the_levels_won_and_even_a_won_match():
    assert after(LevelRules(), "J", 2, at="J", hooked="2") == (Position(level("2")), False)
    assert after(LevelRules(), "A", 1, at="A", hooked="J") == (Position(level("J")), False)


def test_dec_84_opponents_advance_as_usual_after_a_hook():
    assert after(LevelRules(), "J", 1, at="J", played="opponents won", hooked="2") == (Position(level("Q")), False)


def test_dec_47_only_declarers_whose_own_level_is_the_trump_rank_are_hooked():
    assert after(OWN, "9", 0, at="J", played="declarers lost", hooked="2") == (Position(level("9")), False)
    assert after(OWN, "9", 1, at="J", hooked="2") == (Position(level("10")), False)
    assert after(OWN, "J", 0, at="J", played="declarers lost", hooked="2") == (Position(level("2")), False)
