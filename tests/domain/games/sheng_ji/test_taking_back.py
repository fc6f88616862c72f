"""EX-BACK-01: the last play or declaration is taken back when all others agree."""

import pytest

from domain.games.sheng_ji.check import NotYourTurn
from domain.games.sheng_ji.commands import Consent, TakeBack
from domain.games.sheng_ji.move_checks import CannotTakeBack, NobodyAsks, NotAtThisTable
from domain.games.sheng_ji.play_events import CardsPlayed, TakeBackAnswered, TakeBackAsked, TakenBack
from domain.games.sheng_ji.state import Burying, Declaring, Reviewing
from domain.kernel.seats import Seat
from tests.support.deals import declaring, playing, started
from tests.support.friends import calling, calls
from tests.support.table import PASS, SHENG_JI, Given, declares, plays

HANDS = ["AS KS 3D", "9S 4C 5D", "3S 4S 6D", "5S 6S 7D"]
YES, NO = Consent(agree=True), Consent(agree=False)


def table(hands=HANDS, **options) -> Given:
    return playing(hands, match=started(take_back="on", **options))


def all_agree(given: Given, asker: int, seats: int = 4) -> Given:
    given = given.after((asker, TakeBack()))
    return given.after(*((seat, YES) for seat in range(seats) if seat != asker))


def state(given: Given):
    """The match without the members that could be taken back."""
    return given.table.match._replace(undo=None)


def test_ex_back_01_a_play_is_taken_back_when_all_others_agree():
    before = table().after_plays("0: AS")
    given = before.after_plays("1: 9S").after((1, TakeBack()))

    assert SHENG_JI.asked(given.table.match) == ((0, "consent"), (2, "consent"), (3, "consent"))
    given = given.after((2, YES), (0, YES))
    given.when(3, YES).then(TakeBackAnswered(Seat(3), agreed=True), TakenBack(Seat(1)))
    assert state(given.after((3, YES))) == state(before)
    assert SHENG_JI.asked(given.after((3, YES)).table.match) == ((1, "play"),)


@pytest.mark.parametrize("viewer", [Seat(0), Seat(1), Seat(3)])
def test_ex_back_01_every_viewer_sees_the_table_as_before_the_play(viewer):
    before = table().after_plays("0: AS")
    after = all_agree(before.after_plays("1: 9S"), 1)

    assert after.view(viewer) == before.view(viewer) | {"take_back": None}


def test_ex_back_01_the_seat_may_then_play_other_cards():
    given = all_agree(table(["AS KS", "9S 8S", "3S 4S", "5S 6S"]).after_plays("0: AS", "1: 9S"), 1)

    assert given.when(1, plays("8S")).told(CardsPlayed).seat == 1


def test_ex_back_01_one_refusal_is_enough_and_the_request_cannot_be_repeated():
    given = table().after_plays("0: AS", "1: 9S").after((1, TakeBack()), (0, YES))

    given.when(2, NO).then(TakeBackAnswered(Seat(2), agreed=False))
    refused = given.after((2, NO))
    assert SHENG_JI.asked(refused.table.match) == ((2, "play"),)
    refused.when(1, TakeBack()).then_refused(CannotTakeBack)
    refused.when(3, YES).then_refused(NobodyAsks)


def test_ex_back_01_only_the_last_seat_to_act_can_ask():
    given = table().after_plays("0: AS", "1: 9S")

    given.when(1, TakeBack()).then(TakeBackAsked(Seat(1)))
    for seat in (0, 2, 3):
        given.when(seat, TakeBack()).then_refused(CannotTakeBack, "EX-BACK-01")
    given.after_plays("2: 3S").when(1, TakeBack()).then_refused(CannotTakeBack)


def test_ex_back_01_a_request_lapses_when_the_next_seat_acts():
    given = table().after_plays("0: AS", "1: 9S").after((1, TakeBack()), (0, YES)).after_plays("2: 3S")

    given.when(3, YES).then_refused(NobodyAsks)
    assert SHENG_JI.asked(given.table.match) == ((3, "play"),)
    assert given.view(Seat(0))["take_back"] == {"seat": 2, "agreed": None}


def test_ex_back_01_each_asked_seat_answers_once_and_nobody_else_answers():
    given = table().after_plays("0: AS", "1: 9S")

    given.when(0, YES).then_refused(NobodyAsks)
    given = given.after((1, TakeBack()), (0, YES))
    given.when(0, YES).then_refused(NobodyAsks)
    given.when(1, YES).then_refused(NobodyAsks)
    given.when(1, TakeBack()).then_refused(CannotTakeBack)
    assert given.view(Seat(3))["take_back"] == {"seat": 1, "agreed": [0]}


def test_ex_back_01_without_the_option_there_are_no_requests():
    given = playing(HANDS).after_plays("0: AS")

    given.when(0, TakeBack()).then_refused(NotAtThisTable, "EX-BACK-01")
    given.when(1, YES).then_refused(NotAtThisTable)
    assert "take_back" not in given.moves(0)


def test_ex_back_01_taking_back_the_last_play_of_a_trick_takes_the_trick_back():
    before = table().after_plays("0: AS", "1: 9S", "2: 3S")
    given = before.after_plays("3: 5S")

    assert given.phase.last_trick.winner == 0
    assert state(all_agree(given, 3)) == state(before)


def test_ex_back_01_a_lead_can_be_taken_back():
    before = table()

    assert state(all_agree(before.after_plays("0: AS"), 0)) == state(before)


def test_ex_back_01_a_failed_throw_cannot_be_taken_back():
    hands = ["KS QS 3D", "AS 4S 5D", "3S 5S 6D", "6S 7S 7D"]
    given = table(hands).after((0, plays("KS QS")))

    # A shown throw cannot be unseen.
    given.when(0, TakeBack()).then_refused(CannotTakeBack)
    assert given.after_plays("1: AS").moves(1)["take_back"] is True


def test_ex_back_01_a_throw_cannot_be_taken_back_during_or_after_the_choice_of_a_unit():
    hands = ["KS QS QS 3D", "AS AS 4S 5D", "3S 5S 5S 6D", "6S 7S 8S 7D"]
    given = table(hands, throw_forced_lead="leader_choice").after((0, plays("KS QS QS")))

    given.when(0, TakeBack()).then_refused(CannotTakeBack)
    given.after((0, plays("KS"))).when(0, TakeBack()).then_refused(CannotTakeBack)


def test_ex_back_01_a_successful_throw_can_be_taken_back():
    hands = ["AS KS 3D", "9S 8S 5D", "3S 4S 6D", "5S 6S 7D"]
    before = table(hands)

    assert state(all_agree(before.after_plays("0: AS KS"), 0)) == state(before)


def test_ex_back_01_a_friend_who_was_revealed_is_hidden_again():
    hands = ["3S KD", "AS 4D", "4S 6D", "5S KS", "6S 7S"]
    match = started("zhao-peng-you", take_back="on")
    before = calling(hands, "3C 4C 5C 6C 7C 9C 10C JC", match=match).after((0, calls("1 AS"))).after_plays("0: 3S")
    given = before.after_plays("1: AS")

    assert given.view(Seat(0))["declarers"] == [0, 1]
    back = all_agree(given, 1, seats=5)
    assert back.view(Seat(0))["declarers"] == [0]
    assert state(back) == state(before)


def test_ex_back_01_the_play_that_ends_a_hand_cannot_be_taken_back():
    given = table(["AS", "3S", "4S", "5S"]).after_plays("0: AS", "1: 3S", "2: 4S", "3: 5S")

    given.when(3, TakeBack()).then_refused(CannotTakeBack)


def test_ex_back_01_in_the_review_the_last_play_can_still_be_taken_back():
    before = table(["AS", "3S", "4S", "5S"], enforcement="honor").after_plays("0: AS", "1: 3S", "2: 4S")
    given = before.after_plays("3: 5S")

    assert isinstance(given.phase, Reviewing)
    assert state(all_agree(given, 3)) == state(before)
    given.after((0, PASS)).when(3, TakeBack()).then_refused(CannotTakeBack)


# Declarations ---------------------------------------------------------------------------------------------------------

EIGHTS = ["8C 8C 3D", "8D 8D 4D", "8H 3S 5D", "8S 4S 7D"]


def auction(profile="zhang-2021", **options) -> Given:
    return declaring(EIGHTS, "3C KC", rank="8", match=started(profile, take_back="on", **options))


@pytest.mark.parametrize("word", [PASS, declares("8C"), declares("8C 8C")])
def test_ex_back_01_a_declaration_can_be_taken_back(word):
    before = auction()
    given = before.after((0, word))

    given.when(1, TakeBack()).then_refused(CannotTakeBack)
    back = all_agree(given, 0)
    assert state(back) == state(before)
    assert SHENG_JI.asked(back.table.match) == ((0, "declare"),)


def test_ex_back_01_a_pair_shown_in_two_steps_is_taken_back_whole():
    before = auction("zhang-2016")

    assert state(all_agree(before.after((0, declares("8C 8C"))), 0)) == state(before)


def test_ex_back_01_taking_back_an_override_restores_the_dealer():
    before = auction().after((0, declares("8C")))
    given = before.after((1, declares("8D 8D")))

    assert given.phase.dealer == 1
    assert all_agree(given, 1).phase.dealer == 0
    assert all_agree(given, 1).view(Seat(3))["standing"] == {"seat": 0, "cards": ["8C"]}


def test_ex_back_01_the_pass_that_ends_declaring_cannot_be_taken_back():
    given = auction().after((0, declares("8C")), (1, PASS), (2, PASS), (3, PASS))

    assert isinstance(given.phase, Burying)
    assert given.table.match.undo is None


def test_ex_back_01_during_a_request_the_auction_waits_but_may_continue():
    given = auction().after((0, declares("8C")), (0, TakeBack()))

    assert SHENG_JI.asked(given.table.match) == ((1, "consent"), (2, "consent"), (3, "consent"))
    given.when(2, PASS).then_refused(NotYourTurn)
    assert isinstance(given.after((1, PASS)).phase, Declaring)
    given.after((1, PASS)).when(2, YES).then_refused(NobodyAsks)


@pytest.mark.parametrize("mode", ["live_draw", "plan"])
def test_ex_back_01_plans_and_declarations_in_a_live_draw_cannot_be_taken_back(mode):
    given = auction(deal_mode=mode)
    if mode == "plan":
        given = given.after((0, PASS))
    else:
        tick = SHENG_JI.clock(given.table.match).tick
        given = given.and_then(*SHENG_JI.tick(given.table.match, tick).events).after((0, declares("8C")))

    given.when(0, TakeBack()).then_refused(CannotTakeBack)


def test_the_moves_of_a_seat_say_whether_it_can_take_something_back():
    given = table().after_plays("0: AS")

    assert [given.moves(seat)["take_back"] for seat in range(4)] == [True, False, False, False]
    asked = given.after((0, TakeBack()))
    assert [asked.moves(seat)["take_back"] for seat in range(4)] == [False] * 4
