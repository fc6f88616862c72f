"""What whole matches by chance have found, each as the smallest example of it."""

from domain.games import GAMES
from domain.seats import Seat
from domain.shengji.commands import Challenge
from domain.shengji.events import RevokeProven, RoundDrawn
from domain.shengji.rules import rules_document, rules_of
from domain.table.commands import OpenTable
from domain.table.decide import decide
from domain.verification import verify
from tests.support.deals import HOST, declaring, playing, started
from tests.support.matches import secret
from tests.support.table import SHENG_JI, cards, declares, plays


def test_only_whoever_has_to_choose_is_told_what_can_be_chosen():
    match = started(throw_forced_lead="challenger_choice")
    hands = ["AS KS QS QS", "AS KS KS 3D", "3S 3S 4D 5D", "4S 6D 7D 8D"]
    given = playing(hands, match=match).after((0, plays("KS QS QS")))

    assert SHENG_JI.asked(given.table.match) == ((1, "play"),)
    assert SHENG_JI.legal_moves(given.table.match, 1)["cards"] == [["KS"], ["QS", "QS"]]
    assert SHENG_JI.legal_moves(given.table.match, 0) == {"asked": None, "cards": [], "complete": True}


def test_a_record_of_a_table_that_went_back_to_a_default_is_verified():
    overrides = {"initial_level": "2", "final_level": "2"}
    opened = decide(
        GAMES, None, OpenTable(HOST, "sheng_ji", "sheng-ji-night", overrides, listed=True, hands=1), secret(1, 1)
    )

    assert rules_document(rules_of("sheng-ji-night", overrides))["options"]["final_level"] == "2"
    assert verify(opened.events).disagreements == ()


def test_a_record_with_a_value_that_an_option_cannot_have_is_found_out():
    opened = decide(GAMES, None, OpenTable(HOST, "sheng_ji", "zhang-2021", {}, listed=True, hands=1), secret(1, 1))
    opened.events[0].rules["options"] = {"score_step": 40, "kitty_multiplier": "flat_3"}

    assert verify(opened.events).disagreements != ()


def test_while_one_seat_has_to_choose_a_challenge_is_found_again_as_that_of_another():
    match = started(throw_forced_lead="leader_choice", enforcement="honor")
    hands = ["2S AS KS QS QS", "AS KS KS 3D 4D", "4C 4S 6S 7S 4D", "4S 6D 7D 8D 9D"]
    given = playing(hands, match=match)
    given = given.after_plays("0: 2S", "1: 3D", "2: 4C", "3: 6D").after((0, plays("KS QS QS")))
    assert SHENG_JI.asked(given.table.match) == ((0, "play"),)

    events = [*given.events, RevokeProven(Seat(3), 1, Seat(0))]

    assert SHENG_JI.move_behind(given.table.match, events, len(events) - 1) == (3, Challenge(1, Seat(0)))


def test_cards_added_one_by_one_in_a_live_draw_are_found_again_as_two_moves():
    match = started(deal_mode="live_draw", initial_declare="single_or_joker_pair", decks=3)
    given = declaring(["2S 2S 2S", "3D 4D 5D", "3C 4C 5C", "6C 7C 8C"], match=match)
    given = given.and_then(*(RoundDrawn(n + 1, cards(f"2S {n + 3}D {n + 3}C {n + 6}C")) for n in range(3)))
    events = [*given.events]
    one_by_one = given.after((0, declares("2S")), (0, declares("2S")), (0, declares("2S")))
    declared_once = given.after((0, declares("2S")))

    behind = SHENG_JI.move_behind(declared_once.table.match, one_by_one.events, len(events) + 1)

    assert behind == (0, declares("2S"))


def test_a_pair_that_opens_where_only_a_single_card_may_is_found_again_as_one_move():
    given = declaring(["2S 2S", "3D 4D", "3C 4C", "6C 7C"], match=started(initial_declare="single_or_joker_pair"))
    opened = given.after((0, declares("2S 2S")))

    assert len(opened.events) == len(given.events) + 2
    assert SHENG_JI.move_behind(given.table.match, opened.events, len(given.events)) == (0, declares("2S 2S"))
