"""FF, LU: calls of friends, and players who join the dealer."""

import pytest

from domain.games.sheng_ji.check import NotYourTurn
from domain.games.sheng_ji.events import FriendsCalled
from domain.games.sheng_ji.friends import (
    AllCopiesHeld,
    CalledTwice,
    CardNotCallable,
    NoSuchCopy,
    TrumpCalled,
    WrongCallStyle,
    WrongCallWord,
    WrongNumberOfCalls,
)
from domain.games.sheng_ji.move_checks import NotAtThisTable
from domain.games.sheng_ji.play_events import CallAnswered, LeadForced
from domain.games.sheng_ji.state import Calling, Tricks
from domain.kernel.seats import Seat
from domain.kernel.viewers import Onlooker
from domain.table.refusals import WrongPhase
from tests.support.friend_hands import five, six
from tests.support.friends import ALONE, call, calls
from tests.support.table import SHENG_JI, cards, plays

# Calling -------------------------------------------------------------------------------------------------------------


def test_ff_call_01_after_the_kitty_the_dealer_calls_before_the_first_lead():
    given = five()

    assert isinstance(given.phase, Calling)
    assert SHENG_JI.asked(given.table.match) == ((0, "call_friends"),)
    given.when(0, plays("3S")).then_refused(WrongPhase)
    given.when(1, calls("1 AS")).then_refused(NotYourTurn)


def test_dec_31_all_calls_are_made_together_and_the_dealer_leads():
    given = five()

    given.when(0, calls("1 AS")).then(FriendsCalled(Seat(0), (call("1 AS"),), solo=False))
    after = given.after((0, calls("1 AS")))
    assert isinstance(after.phase, Tricks)
    assert SHENG_JI.asked(after.table.match) == ((0, "play"),)


@pytest.mark.parametrize("viewer", [Seat(0), Seat(1), Seat(4), Onlooker.SPECTATOR])
def test_dec_38_everybody_sees_the_call_but_not_the_holder_of_the_card(viewer):
    given = five().after((0, calls("1 AS")))
    seen = given.view(viewer)

    assert seen["friends"] == {
        "solo": False,
        "calls": [{"card": "AS", "word": "ordinal", "ordinal": 1, "seen": 0, "answered_by": None}],
    }
    assert seen["declarers"] == [0]


@pytest.mark.parametrize(
    ("made", "refusal", "rule"),
    [
        (calls(), WrongNumberOfCalls, "FF-NUM-01"),
        (calls("1 AS", "2 AS"), WrongNumberOfCalls, "FF-NUM-01"),
        (calls("1 AH"), TrumpCalled, "FF-CALL-02"),
        (calls("1 2S"), TrumpCalled, "FF-CALL-02"),
        (calls("1 BJ"), TrumpCalled, "FF-CALL-02"),
        (calls("0 AS"), NoSuchCopy, "DEC-41"),
        (calls("3 AS"), NoSuchCopy, "DEC-41"),
        (calls("first AS"), WrongCallStyle, "FF-CALL-03"),
        (calls("owner AS"), WrongCallStyle, "FF-CALL-03"),
        (ALONE, NotAtThisTable, "LU-1V4-01"),
    ],
)
def test_ff_call_02_and_03_illegal_calls_with_ordinals_are_refused(made, refusal, rule):
    five().when(0, made).then_refused(refusal, rule)


def test_rul_13_the_same_call_twice_is_refused():
    hands = ["3S", "4S", "5S", "6S", "7S", "8S"]

    six(hands).when(0, calls("1 AS", "1 AS")).then_refused(CalledTwice, "RUL-13")
    six(hands).when(0, calls("2 AS", "1 AS")).then(FriendsCalled(Seat(0), (call("2 AS"), call("1 AS")), solo=False))


@pytest.mark.parametrize(
    ("made", "refusal"),
    [
        ("first KD", WrongCallWord),
        ("other AS", WrongCallWord),
        ("first 3H", TrumpCalled),
        ("1 AS", WrongCallStyle),
        ("first 9D", AllCopiesHeld),
        ("other 9D", AllCopiesHeld),
    ],
)
def test_lu_call_01_the_first_copy_is_called_with_none_in_hand_the_other_with_one_and_none_with_both(made, refusal):
    hands = ["3S KD 9D 9D", "AS 4D 2D 3H", "4S 6D 7D 4H", "5S KS 8D 5H", "6S 7S 3D 6H"]
    given = five(hands, profile="levelup-5")

    given.when(0, calls(made)).then_refused(refusal)
    assert given.when(0, calls("first AS")).told(FriendsCalled).calls == (call("first AS"),)
    assert given.when(0, calls("other KD")).told(FriendsCalled).calls == (call("other KD"),)


def test_dec_35_cards_in_the_kitty_do_not_count_as_held():
    given = five(profile="levelup-5")

    # The dealer has buried a three of clubs.
    given.when(0, calls("other 3C")).then_refused(WrongCallWord)
    assert given.when(0, calls("first 3C")).told(FriendsCalled).solo is False


@pytest.mark.parametrize(
    ("option", "refused", "accepted"),
    [("any", [], ["BJ", "AH", "2S", "AS"]), ("no_highest", ["AS"], ["KS"]), ("no_points", ["KS", "10S", "5S"], ["AS"])],
)
def test_ex_call_01_the_table_limits_which_cards_are_called(option, refused, accepted):
    given = five(friend_card=option)

    for card in refused:
        given.when(0, calls(f"1 {card}")).then_refused(CardNotCallable)
    for card in accepted:
        assert given.when(0, calls(f"1 {card}")).told(FriendsCalled).calls == (call(f"1 {card}"),)


def test_the_offered_calls_are_exactly_those_accepted():
    moves = five().moves(0)

    assert (moves["count"], moves["solo"]) == (1, False)
    assert len(moves["calls"]) == 36 * 2  # twelve ranks of three side suits, first and second copy
    assert five().moves(1) == {"asked": None, "cards": [], "complete": True}


# Joining (FF-CALL-04) ------------------------------------------------------------------------------------------------


def test_ff_call_04_the_player_of_the_called_copy_joins_at_once_in_public():
    given = five().after((0, calls("1 AS"))).after_plays("0: 3S")

    answered = given.when(1, plays("AS"))
    assert answered.told(CallAnswered) == CallAnswered(Seat(1), 0, joined=True)
    after = given.after_plays("1: AS")
    for viewer in (Seat(0), Seat(3), Onlooker.SPECTATOR):
        assert after.view(viewer)["declarers"] == [0, 1]
        assert after.view(viewer)["friends"]["calls"][0]["answered_by"] == 1


def test_dec_34_copies_played_by_any_seat_are_counted():
    hands = ["KD 3S", "KD 4S", "4D 5S", "5D 6S", "6D 7S"]
    given = five(hands).after((0, calls("2 KD"))).after_plays("0: KD")

    assert given.view(Seat(3))["friends"]["calls"][0]["seen"] == 1
    assert given.view(Seat(3))["declarers"] == [0]
    assert given.when(1, plays("KD")).told(CallAnswered).joined


def test_ff_team_02_the_dealer_may_play_a_called_copy_and_then_nobody_joins():
    given = five().after((0, calls("1 KD")))

    assert given.when(0, plays("KD")).told(CallAnswered) == CallAnswered(Seat(0), 0, joined=False)
    assert given.after_plays("0: KD").view(Seat(1))["declarers"] == [0]


def test_ff_team_02_one_player_may_match_two_calls():
    hands = ["3S 9D", "AS KS", "4S 6D", "5S 7D", "6S 8D", "7S 10D"]
    given = (
        six(hands).after((0, calls("1 AS", "1 KS"))).after_plays("0: 3S", "1: AS", "2: 4S", "3: 5S", "4: 6S", "5: 7S")
    )

    assert given.when(1, plays("KS")).told(CallAnswered) == CallAnswered(Seat(1), 1, joined=False)


def test_ex_join_01_with_ignored_double_joining_the_second_call_waits_for_another_player():
    hands = ["3S 9D", "AS KS", "4S KS", "5S 7D", "6S 8D", "7S 10D"]
    given = six(hands, double_join="ignored").after((0, calls("1 AS", "1 KS")))
    given = given.after_plays("0: 3S", "1: AS", "2: 4S", "3: 5S", "4: 6S", "5: 7S")

    assert CallAnswered not in map(type, given.when(1, plays("KS")).events)
    answered = given.after_plays("1: KS").when(2, plays("KS")).told(CallAnswered)
    assert answered == CallAnswered(Seat(2), 1, joined=True)


def test_dec_36_both_copies_of_a_pair_are_counted_one_after_another():
    hands = ["3S 3S 9D", "AS AS 8D", "4S 5S 6D", "5S 6S 7D", "6S 7S 8D", "7S 8S 10D"]
    given = six(hands).after((0, calls("1 AS", "2 AS"))).after_plays("0: 3S 3S")
    answers = [event for event in given.when(1, plays("AS AS")).events if isinstance(event, CallAnswered)]

    assert answers == [CallAnswered(Seat(1), 0, joined=True), CallAnswered(Seat(1), 1, joined=False)]


def test_dec_37_a_called_card_in_a_withdrawn_throw_does_not_count_as_played():
    hands = ["KS QS 9D", "AS 4S 2D", "5S 6S 7D", "7S 8S 8D", "9S 10S 3D"]
    given = five(hands).after((0, calls("1 KS")))
    events = given.when(0, plays("KS QS")).events

    assert given.when(0, plays("KS QS")).told(LeadForced).cards == cards("QS")
    assert CallAnswered not in map(type, events)
    assert given.after((0, plays("KS QS"))).view(Seat(1))["friends"]["calls"][0]["seen"] == 0


def test_lu_call_01_the_dealers_own_copy_never_matches_other():
    hands = ["KD 3S", "KD 4S", "4D 5S", "5D 6S", "6D 7S"]
    given = five(hands, profile="levelup-5").after((0, calls("other KD")))

    assert CallAnswered not in map(type, given.when(0, plays("KD")).events)
    assert given.after_plays("0: KD").when(1, plays("KD")).told(CallAnswered).joined
