"""FF-CALL, LU-CALL and FF-TEAM: calling friends, and who joins the declarers."""

import pytest

from domain.games.sheng_ji.card_order import order_of
from domain.games.sheng_ji.friends import (
    AllCopiesHeld,
    Call,
    CalledTwice,
    CallRules,
    CardNotCallable,
    NoSuchCopy,
    TrumpCalled,
    WrongCallStyle,
    WrongCallWord,
    WrongNumberOfCalls,
    after_play,
    called,
    calls_wanted,
    check_call,
    check_calls,
    declarers,
    missing_teammates,
    opponent_points,
    possible_calls,
)
from domain.kernel.cards import FACES, FILLER, NAMES, RANK_OF_NAME, SUIT_OF_NAME, read_card
from domain.kernel.refusals import Illegal
from domain.kernel.seats import Seat
from tests.support.table import cards

EIGHT_OF_HEARTS = order_of(RANK_OF_NAME["8"], SUIT_OF_NAME["H"])
ACE_OF_HEARTS = order_of(RANK_OF_NAME["A"], SUIT_OF_NAME["H"])
NO_TRUMP = order_of(RANK_OF_NAME["8"], None)

SIX_PLAYERS = CallRules(6, 3, "ordinal")
LEVEL_UP = CallRules(5, 2, "first_other", solo_call=True)
OWNER = CallRules(5, 2, "card_owner")


def call(text: str) -> Call:
    """Parses a call: `2 KS` is the second king of spades; others are `first AC`, `other AC`, `owner AC`."""
    word, name = text.split()
    if word.isdigit() or word.startswith("-"):
        return Call("ordinal", read_card(name), int(word))
    return Call(word, read_card(name))


def refused(rules, text, *, order=EIGHT_OF_HEARTS, hand=""):
    """Refusal of one call; `None` if it is legal."""
    try:
        check_call(rules, order, cards(hand), call(text))
    except Illegal as refusal:
        return type(refusal)
    return None


@pytest.mark.parametrize(("players", "calls"), [(4, 1), (5, 1), (6, 2), (7, 2), (8, 3)])
def test_ff_num_01_the_dealer_calls_one_card_fewer_than_the_team_has_players(players, calls):
    assert calls_wanted(players) == calls


@pytest.mark.parametrize("texts", [[], ["1 AS"], ["1 AS", "1 KS", "1 QS"]])
def test_dec_32_and_rul_13_the_number_of_calls_must_be_exact(texts):
    with pytest.raises(WrongNumberOfCalls):
        check_calls(SIX_PLAYERS, EIGHT_OF_HEARTS, (), [call(text) for text in texts])


def test_lu_1v4_01_no_call_means_to_play_alone_if_the_option_allows_it():
    check_calls(LEVEL_UP, EIGHT_OF_HEARTS, (), [])
    with pytest.raises(WrongNumberOfCalls):
        check_calls(LEVEL_UP._replace(solo_call=False), EIGHT_OF_HEARTS, (), [])


@pytest.mark.parametrize("texts", [["1 AS", "1 KS"], ["1 AS", "2 AS"], ["3 AS", "1 AS"]])
def test_ff_call_03_different_cards_and_different_copies_of_one_card_may_be_called(texts):
    check_calls(SIX_PLAYERS, EIGHT_OF_HEARTS, (), [call(text) for text in texts])


def test_rul_13_the_second_of_two_equal_calls_is_refused():
    with pytest.raises(CalledTwice):
        check_calls(SIX_PLAYERS, EIGHT_OF_HEARTS, (), [call("2 AS"), call("2 AS")])


@pytest.mark.parametrize(("copy", "refusal"), [(0, NoSuchCopy), (-1, NoSuchCopy), (4, NoSuchCopy), (3, None)])
def test_dec_41_copies_are_counted_from_one_to_the_number_of_decks(copy, refusal):
    assert refused(SIX_PLAYERS, f"{copy} AS") == refusal


@pytest.mark.parametrize(("rules", "word"), [(LEVEL_UP, "first"), (OWNER, "owner")])
def test_without_copy_counting_only_the_first_copy_can_be_called(rules, word):
    with pytest.raises(NoSuchCopy):
        check_call(rules, EIGHT_OF_HEARTS, (), Call(word, read_card("AS"), 2))


@pytest.mark.parametrize(
    ("rules", "text"),
    [
        (SIX_PLAYERS, "first AS"),
        (SIX_PLAYERS, "owner AS"),
        (LEVEL_UP, "1 AS"),
        (LEVEL_UP, "owner AS"),
        (OWNER, "1 AS"),
        (OWNER, "first AS"),
    ],
)
def test_ff_call_03_calls_use_the_form_of_the_table(rules, text):
    assert refused(rules, text) == WrongCallStyle


@pytest.mark.parametrize("rules", [SIX_PLAYERS, LEVEL_UP, OWNER])
@pytest.mark.parametrize("name", ["2H", "AH", "8C", "8H", "SJ", "BJ"])
def test_ff_call_02_and_lu_call_02_trumps_cannot_be_called(rules, name):
    word = {"ordinal": "1", "first_other": "first", "card_owner": "owner"}[rules.style]

    assert refused(rules, f"{word} {name}") == TrumpCalled


def test_ff_call_02_in_no_trump_every_suit_can_be_called():
    assert refused(SIX_PLAYERS, "1 AH", order=NO_TRUMP) is None
    assert refused(SIX_PLAYERS, "1 8H", order=NO_TRUMP) == TrumpCalled


FRIEND_CARDS = [
    # friend_card, trump rank 8 or A, card, refusal
    ("any", "8", "BJ", None),
    ("any", "8", "8H", None),
    ("any", "8", "AH", None),
    ("no_highest", "8", "AS", CardNotCallable),
    ("no_highest", "8", "KS", None),
    ("no_highest", "A", "KS", CardNotCallable),
    ("no_highest", "A", "QS", None),
    ("no_highest", "8", "AH", TrumpCalled),
    ("no_points", "8", "KS", CardNotCallable),
    ("no_points", "8", "10S", CardNotCallable),
    ("no_points", "8", "5S", CardNotCallable),
    ("no_points", "8", "AS", None),
    ("no_points", "8", "2H", TrumpCalled),
    ("non_trump", "8", "KS", None),
]


@pytest.mark.parametrize(("friend_card", "rank", "name", "refusal"), FRIEND_CARDS)
def test_ex_call_01_the_option_decides_which_cards_can_be_called(friend_card, rank, name, refusal):
    rules = SIX_PLAYERS._replace(friend_card=friend_card)
    order = ACE_OF_HEARTS if rank == "A" else EIGHT_OF_HEARTS

    assert refused(rules, f"1 {name}", order=order) == refusal


@pytest.mark.parametrize("friend_card", ["any", "non_trump", "no_highest", "no_points"])
def test_fillers_cannot_be_called(friend_card):
    rules = SIX_PLAYERS._replace(friend_card=friend_card)
    with pytest.raises(CardNotCallable):
        check_call(rules, EIGHT_OF_HEARTS, (), Call("ordinal", FILLER))


@pytest.mark.parametrize(
    ("text", "hand", "refusal"),
    [
        ("first AC", "KC QC", None),
        ("first AC", "AC KC", WrongCallWord),
        ("other AC", "AC KC", None),
        ("other AC", "KC QC", WrongCallWord),
        ("first AC", "AC AC", AllCopiesHeld),
        ("other AC", "AC AC", AllCopiesHeld),
    ],
)
def test_lu_call_01_and_dec_35_first_without_a_copy_other_with_one_and_no_call_with_all(text, hand, refusal):
    assert refused(LEVEL_UP, text, hand=hand) == refusal


@pytest.mark.parametrize(("hand", "refusal"), [("KC", None), ("AC", None), ("AC AC", AllCopiesHeld)])
def test_ff_call_03_the_owner_of_a_card_is_called_unless_the_dealer_holds_all_copies(hand, refusal):
    assert refused(OWNER, "owner AC", hand=hand) == refusal


def test_dec_34_with_ordinals_the_dealer_may_call_a_card_of_which_they_hold_all_copies():
    assert refused(SIX_PLAYERS, "3 AS", hand="AS AS AS") is None


@pytest.mark.parametrize("rules", [SIX_PLAYERS, LEVEL_UP, OWNER, SIX_PLAYERS._replace(friend_card="no_points")])
def test_the_offered_calls_are_exactly_those_accepted(rules):
    hand = "AC AC KC 8H"
    words = ["0", "1", "2", "3", "4", "first", "other", "owner"]
    tried = [f"{word} {NAMES[card]}" for card in FACES for word in words]
    possible = possible_calls(rules, EIGHT_OF_HEARTS, cards(hand))

    assert set(possible) == {call(text) for text in tried if refused(rules, text, hand=hand) is None}
    assert len(possible) == len(set(possible))


# Joining --------------------------------------------------------------------------------------------------------------


def team(calls: list[str], *plays: str, dealer: int = 0, double_join: str = "allowed"):
    """The declarers after these plays, each as `seat: cards`, and the number of missing friends."""
    friends = called([call(text) for text in calls])
    for play in plays:
        seat, played = play.split(":")
        friends = after_play(friends, Seat(dealer), Seat(int(seat)), cards(played), double_join)
    return set(declarers(friends, Seat(dealer))), missing_teammates(friends, Seat(dealer))


def test_the_dealer_is_alone_until_a_friend_has_joined():
    assert team(["1 AS", "1 KS"]) == ({0}, 2)


def test_ff_call_04_the_player_of_the_called_copy_joins():
    assert team(["1 AS", "2 KS"], "2: AS", "1: KS", "4: KS") == ({0, 2, 4}, 0)


def test_ff_call_04_other_cards_do_not_count():
    assert team(["1 AS"], "1: AH", "2: KS", "3: AC") == ({0}, 1)


def test_dec_34_copies_played_by_the_dealer_count():
    assert team(["2 KS"], "0: KS", "4: KS") == ({0, 4}, 0)


def test_ff_team_02_if_the_dealer_plays_a_called_copy_a_friend_is_missing():
    assert team(["1 AS", "1 KS"], "0: AS", "3: KS") == ({0, 3}, 1)


def test_ff_team_02_if_one_player_matches_two_calls_a_friend_is_missing():
    assert team(["1 AS", "2 KS"], "2: AS", "4: KS", "2: KS") == ({0, 2}, 1)


def test_dec_36_both_copies_of_a_pair_are_counted_one_after_another():
    assert team(["1 AS", "2 AS"], "3: AS AS") == ({0, 3}, 1)
    assert team(["2 AS"], "3: AS AS") == ({0, 3}, 0)
    assert team(["3 AS"], "3: AS AS", "1: AS") == ({0, 1}, 0)


def test_a_matched_call_stays_matched():
    assert team(["1 AS"], "3: AS", "1: AS") == ({0, 3}, 0)


@pytest.mark.parametrize("word", ["first", "other", "owner"])
def test_lu_call_01_the_first_copy_played_by_another_player_than_the_dealer_decides(word):
    assert team([f"{word} AC"], "0: AC", "3: AC") == ({0, 3}, 0)
    assert team([f"{word} AC"], "3: AC", "1: AC") == ({0, 3}, 0)
    assert team([f"{word} AC"], "0: AC AC") == ({0}, 1)


def test_ex_join_01_with_ignored_double_joining_the_call_waits_for_an_outsider():
    assert team(["1 AS", "1 KS"], "2: AS", "2: KS", "4: KS", double_join="ignored") == ({0, 2, 4}, 0)
    assert team(["1 AS"], "0: AS", "3: AS", double_join="ignored") == ({0, 3}, 0)
    assert team(["1 AS", "2 AS"], "3: AS AS", "5: AS", double_join="ignored") == ({0, 3, 5}, 0)
    assert team(["first AS", "first KS"], "2: AS", "2: KS", "4: KS", double_join="ignored") == ({0, 2, 4}, 0)


def test_ex_join_01_earlier_copies_of_the_called_card_count_from_any_seat():
    assert team(["2 AS"], "0: AS", "3: AS", double_join="ignored") == ({0, 3}, 0)


def test_lu_1v4_01_a_dealer_who_plays_alone_has_no_friends_and_none_is_missing():
    assert team([], "1: AS", "2: AS") == ({0}, 0)


def test_calls_keep_their_order_and_name_the_player_who_matched():
    friends = called([call("2 AS"), call("1 KS")])
    friends = after_play(friends, Seat(1), Seat(4), cards("KS AS"))
    friends = after_play(friends, Seat(1), Seat(2), cards("AS"))

    assert friends == ((call("2 AS"), call("1 KS")), (2, 1), (2, 4))
    assert declarers(friends, Seat(1)) == (1, 2, 4)


@pytest.mark.parametrize(("team_at_end", "points"), [([0, 2, 4], 110), ([0], 140), ([0, 1, 2, 3, 4], 0)])
def test_ff_point_02_points_of_players_who_joined_are_dropped(team_at_end, points):
    assert opponent_points([30, 45, 20, 65, 10, 0], [Seat(seat) for seat in team_at_end]) == points
