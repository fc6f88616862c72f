"""FF, LU: points and levels of hands with friend calls, and the next dealer."""

import pytest

from domain.games.sheng_ji.commands import CallFriends
from domain.games.sheng_ji.events import HandPrepared
from domain.games.sheng_ji.friends import WrongNumberOfCalls
from domain.games.sheng_ji.play_events import CallAnswered, HandScored, TrickWon
from domain.kernel.cards import RANK_NAMES
from domain.kernel.seats import Seat
from domain.table.events import MatchEnded
from domain.table.refusals import WrongPhase
from tests.support.deals import started
from tests.support.friend_hands import PROFILE, five, six
from tests.support.friends import ALONE, call, calling, calls, scored_hand
from tests.support.table import PASS, Given, plays

# Points (FF-POINT, DEC-39) -------------------------------------------------------------------------------------------


def two_tricks(**options) -> Given:
    """Seat 3 has won a trick of fifteen points, and seat 3 or 4 may still turn out to be the friend."""
    hands = ["3S 9D", "10S 4D", "5S 6D", "AS 7D", "4S KD"]
    return five(hands, **options).after((0, calls("1 7D"))).after_plays("0: 3S", "1: 10S", "2: 5S", "3: AS", "4: 4S")


def test_ff_point_01_points_are_counted_seat_by_seat():
    view = two_tricks().view(Seat(0))

    assert view["points_taken"] == [None, 0, 0, 15, 0]
    assert view["opponent_points"] == 15


def test_ff_point_02_points_of_a_player_who_joins_are_dropped():
    view = two_tricks().after_plays("3: 7D").view(Seat(0))

    assert view["declarers"] == [0, 3]
    assert view["points_taken"] == [None, 0, 0, None, 0]
    assert view["opponent_points"] == 0
    assert view["opponent_cards"] == []


def test_ff_point_02_at_the_end_the_points_of_the_opponents_are_added_up():
    given = two_tricks().after_plays("3: 7D", "4: KD", "0: 9D", "1: 4D")
    scored = given.when(2, plays("6D")).told(HandScored)

    # Seat 4, an opponent, wins the last trick with the king: ten points, and the kitty of fifteen twice.
    assert (scored.trick_points, scored.kitty_points, scored.kitty_factor) == (10, 15, 2)
    assert scored.opponent_points == 10 + 30
    assert (scored.declarers, scored.missing) == ((0, 3), 0)


@pytest.mark.parametrize(("offender", "booked"), [(1, 10), (2, -10)])
def test_dec_58_penalties_are_recorded_for_the_offender_and_count_by_the_final_role(offender, booked):
    # The offender wins the first trick, fails a throw in the second, and only then the friend is known.
    throwing = "AS KD QD 9S"
    rest = ["4S 3D 5S 6S", "5S 4D 6S 7S", "6S 5D 7S 8S"]
    by_seat = {offender: throwing, 0: "3S AD 9H 8S"}
    others = iter(rest)
    hands = [by_seat.get(seat) or next(others) for seat in range(5)]
    friend = "1 9S" if offender == 1 else "1 10D"
    given = five(hands, throw_penalty="flat_10").after((0, calls(friend)))
    given = given.after_plays("0: 3S", *(f"{seat}: {hands[seat].split()[0]}" for seat in range(1, 5)))
    given = given.after((offender, plays("KD QD")))

    assert given.phase.penalties[offender] == 10
    order = [(offender + step) % 5 for step in range(1, 5)]
    given = given.after_plays(*(f"{seat}: {hands[seat].split()[1]}" for seat in order))
    # The dealer has won with the ace and leads a trump, on which everybody discards.
    given = given.after_plays("0: 9H", *(f"{seat}: {last(hands[seat], 2)}" for seat in range(1, 5)))
    assert given.view(Seat(0))["penalties"] == booked


def last(hand: str, place: int) -> str:
    """The discarded card; the offender's is the nine of spades that may have been called."""
    return "9S" if "9S" in hand else hand.split()[place]


# Levels (FF-SCORE, LU) -----------------------------------------------------------------------------------------------


def levels(scored: HandScored) -> list[str]:
    return [RANK_NAMES[level] for level in scored.levels_after]


def last_trick(given: Given, hands: list[str]) -> HandScored:
    """The result when every seat plays its only card, the dealer first."""
    dealer, players = given.phase.deal.dealer, len(hands)
    order = [(dealer + step) % players for step in range(players)]
    given = given.after_plays(*(f"{seat}: {hands[seat]}" for seat in order[:-1]))
    return given.when(order[-1], plays(hands[order[-1]])).told(HandScored)


def test_ff_score_01_each_declarer_advances_from_their_own_level():
    match = scored_hand(started(PROFILE), ["2", "5", "3", "2", "9"], dealer=0, next_dealer=2)
    hands = ["9S", "4S", "AS", "5S", "6S"]
    given = five(hands, trumps="3H", dealer=2, match=match).after((2, calls("1 4S")))
    scored = last_trick(given, hands)

    # Nothing for the opponents: three levels for the dealer and the friend.
    assert scored.declarers == (1, 2)
    assert levels(scored) == ["2", "8", "6", "2", "9"]


def test_ff_score_01_each_winning_opponent_advances():
    hands = ["3S", "4S", "AS", "5S", "6S"]
    match = scored_hand(started(PROFILE), ["2", "5", "3", "2", "9"], dealer=4, next_dealer=0)
    given = calling(hands, "KC KC 10C 10C KD KD 10D 10D", match=match).after((0, calls("1 4S")))
    scored = last_trick(given, hands)

    assert (scored.winners, scored.opponent_points) == ("opponents", 5 + 80 * 2)
    assert scored.levels_won == 2
    assert levels(scored) == ["2", "5", "5", "4", "J"]


MISSING = [
    # bonus, scope, levels of the dealer and of the friend who has joined, two levels each without a bonus
    ("off", None, 2, 2),
    ("n_per_missing", "dealer", 4, 2),
    ("n_per_missing", "declarers", 4, 4),
]


@pytest.mark.parametrize(("bonus", "scope", "dealer", "friend"), MISSING)
def test_ff_score_03_and_dec_45_a_missing_friend_adds_levels(bonus, scope, dealer, friend):
    hands = ["3S 9D", "AS KS", "4S 5D", "5S 7D", "6S 8D", "7S 10D"]
    given = six(hands, missing_teammate_bonus=bonus, missing_bonus_scope=scope).after((0, calls("1 AS", "1 KS")))
    given = given.after_plays("0: 3S", "1: AS", "2: 4S", "3: 5S", "4: 6S", "5: 7S")
    given = given.after_plays("1: KS", "2: 5D", "3: 7D", "4: 8D", "5: 10D")
    scored = given.when(0, plays("9D")).told(HandScored)

    # The declarers have taken all tricks; the five points of the kitty do not count. P = 0 gives three levels.
    assert (scored.missing, scored.levels_won, scored.declarers) == (1, 3, (0, 1))
    expected = [3 * dealer // 2, 3 * friend // 2]
    assert [RANK_NAMES.index(level) for level in levels(scored)] == [*expected, 0, 0, 0, 0]


def test_dec_33_a_called_card_in_the_kitty_leaves_its_friend_missing():
    hands = ["AS", "3S", "4S", "5S", "6S"]
    scored = last_trick(five(hands).after((0, calls("1 9C"))), hands)

    assert (scored.declarers, scored.missing) == ((0,), 1)
    assert levels(scored)[0] == "8"  # three levels, twice


@pytest.mark.parametrize(("points", "won"), [("AS", 6), ("3S", 4)])
def test_lu_1v4_01_playing_alone_doubles_the_levels(points, won):
    # With the three the opponents win a trick of five points. The kitty adds too little to change the result.
    hands = [points, "4S", "5S", "6S", "7S"]
    kitty = "3C 4C 6C 7C 8C 9C JC QC"
    given = calling(hands, kitty, match=started("levelup-5"))
    given.when(0, CallFriends((call("first AS"),), solo=True)).then_refused(WrongNumberOfCalls, "LU-1V4-01")
    given = given.after((0, ALONE))
    assert given.view(Seat(3))["friends"] == {"solo": True, "calls": []}
    scored = last_trick(given, hands)

    assert (scored.solo, scored.missing, scored.declarers) == (True, 0, (0,))
    assert RANK_NAMES.index(levels(scored)[0]) == won


def test_dec_40_playing_alone_and_losing_has_no_further_cost():
    hands = ["3S", "4S", "5S", "6S", "KS"]
    given = calling(hands, "KC KC 10C 10C KD KD 10D 10D", match=started("levelup-5")).after((0, ALONE))
    scored = last_trick(given, hands)

    # Fifteen points in the trick and eighty in the kitty, twice.
    assert (scored.winners, scored.opponent_points, scored.levels_won) == ("opponents", 175, 2)
    assert levels(scored) == ["2", "4", "4", "4", "4"]


@pytest.mark.parametrize(("auto", "level"), [("off", "2"), ("on", "3")])
def test_ff_score_04_and_dec_46_auto_leveling_gives_winning_opponents_one_more_level(auto, level):
    hands = ["3S", "4S", "5S", "6S", "KS", "7S"]
    match = started(PROFILE, players=6, auto_leveling=auto)
    given = calling(hands, "KC KC 10C 10C KD 10D", match=match).after((0, calls("1 AD", "2 AD")))
    scored = last_trick(given, hands)

    # 15 + 2 x 60 = 135, and they need 120: no level by the table.
    assert (scored.winners, scored.opponent_points) == ("opponents", 135)
    assert levels(scored) == ["2", *[level] * 5]


def test_ff_score_02_and_dec_43_a_declarer_at_ace_wins_at_any_trump_rank():
    match = scored_hand(started(PROFILE), ["5", "A", "3", "2", "9"], dealer=4, next_dealer=0)
    hands = ["AS", "3S", "4S", "6S", "7S"]
    given = (
        five(hands, trumps="5H", match=match)
        .after((0, calls("1 3S")))
        .after_plays(*(f"{seat}: {hands[seat]}" for seat in range(4)))
    )
    last_play = given.when(4, plays("7S"))

    assert last_play.told(HandScored).match_won_by == (1,)
    assert last_play.events[-1] == MatchEnded("won", (Seat(1),))


def test_dec_43_with_the_option_a_declarer_at_ace_wins_only_at_trump_rank_ace():
    match = scored_hand(started(PROFILE, zpy_win="trump_rank_ace"), ["5", "A", "3", "2", "9"], dealer=4, next_dealer=0)
    hands = ["AS", "3S", "4S", "6S", "7S"]
    given = five(hands, trumps="5H", match=match).after((0, calls("1 3S")))
    scored = last_trick(given, hands)

    assert scored.match_won_by == ()
    assert levels(scored)[1] == "A"


def test_dec_44_two_players_who_pass_ace_together_win_together():
    match = scored_hand(started(PROFILE), ["A", "A", "3", "2", "9"], dealer=4, next_dealer=0)
    hands = ["KS", "3S", "4S", "6S", "7S"]
    given = five(hands, trumps="AH", match=match).after((0, calls("1 3S")))

    assert last_trick(given, hands).match_won_by == (0, 1)


def test_rul_06_winning_opponents_at_ace_do_not_pass_it():
    match = scored_hand(started(PROFILE), ["5", "2", "A", "2", "9"], dealer=4, next_dealer=0)
    hands = ["3S", "4S", "AS", "5S", "6S"]
    given = calling(hands, "KC KC 10C 10C KD KD 10D 10D", trumps="5H", match=match).after((0, calls("1 4S")))
    scored = last_trick(given, hands)

    assert (scored.winners, levels(scored)[2], scored.match_won_by) == ("opponents", "A", ())


# Who deals next ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("profile", "friend", "next_dealer"), [(PROFILE, "1 6S", 3), ("levelup-5", "first 6S", 0)])
def test_ff_dealer_02_and_lu_dealer_01_the_next_dealer_after_a_win_of_the_declarers(profile, friend, next_dealer):
    hands = ["AS", "3S", "4S", "6S", "7S"]
    given = five(hands, profile=profile).after((0, calls(friend)))
    last_play = given.after_plays("0: AS", "1: 3S", "2: 4S", "3: 6S").when(4, plays("7S"))

    assert last_play.told(HandScored).next_dealer == next_dealer
    assert last_play.told(HandPrepared).dealer == next_dealer


@pytest.mark.parametrize("profile", [PROFILE, "levelup-5"])
def test_ff_dealer_02_and_lu_dealer_01_after_a_loss_an_opponent_deals_and_the_friend_is_skipped(profile):
    hands = ["3S", "4S", "AS", "5S", "6S"]
    given = calling(hands, "KC KC 10C 10C KD KD 10D 10D", match=started(profile))
    given = given.after((0, calls("1 4S" if profile == PROFILE else "first 4S")))

    assert last_trick(given, hands).next_dealer == 2


def test_lu_bid_02_in_later_hands_the_seat_right_of_the_dealer_draws_first():
    hands = ["AS", "3S", "4S", "6S", "7S"]
    given = five(hands, profile="levelup-5").after((0, calls("first 6S")))
    last_play = given.after_plays("0: AS", "1: 3S", "2: 4S", "3: 6S").when(4, plays("7S"))

    prepared = last_play.told(HandPrepared)
    assert (prepared.dealer, prepared.first_drawer, prepared.cutter) == (0, 1, 0)


def test_lu_bonus_01_the_kitty_taken_by_declarers_changes_nothing():
    hands = ["AS", "3S", "4S", "6S", "7S"]
    given = five(hands, profile="levelup-5").after((0, calls("first 6S")))
    scored = last_trick(given, hands)

    assert (scored.opponent_points, scored.levels_won) == (0, 3)


def test_lu_bid_01_nobody_can_declare_once_the_champion_has_taken_the_kitty():
    five(profile="levelup-5").when(1, PASS).then_refused(WrongPhase)


def test_a_trick_is_won_after_its_call_was_matched():
    given = five().after((0, calls("1 7S"))).after_plays("0: 3S", "1: AS", "2: 4S", "3: 5S")

    assert [type(event) for event in given.when(4, plays("7S")).events[1:]] == [CallAnswered, TrickWon]
