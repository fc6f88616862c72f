"""Defects found by property tests, each as a minimal example."""

import pytest

from domain.games.registry import GAMES
from domain.games.sheng_ji.commands import ChallengePlay, Play
from domain.games.sheng_ji.events import RoundDrawn
from domain.games.sheng_ji.play_events import HandScored, RevokeProven
from domain.games.sheng_ji.rules import rules_of
from domain.kernel.seats import Seat
from domain.table.commands import OpenTable
from domain.table.decide import decide
from domain.tools.verification import verify
from tests.support.deals import HOST, declaring, playing, started
from tests.support.matches import secret
from tests.support.table import SHENG_JI, cards, declares, plays


def test_only_the_choosing_player_sees_the_choices():
    match = started(throw_forced_lead="challenger_choice")
    hands = ["AS KS QS QS", "AS KS KS 3D", "3S 3S 4D 5D", "4S 6D 7D 8D"]
    given = playing(hands, match=match).after((0, plays("KS QS QS")))

    assert SHENG_JI.asked(given.table.match) == ((1, "play"),)
    assert SHENG_JI.legal_moves(given.table.match, 1)["cards"] == [["KS"], ["QS", "QS"]]
    assert SHENG_JI.legal_moves(given.table.match, 0) == {"asked": None, "cards": [], "complete": True}


def test_a_record_with_an_option_reset_to_its_default_verifies():
    overrides = {"initial_level": "2", "final_level": "2"}
    opened = decide(
        GAMES, None, OpenTable(HOST, "sheng_ji", "sheng-ji-night", overrides, listed=True, hands=1), secret(1, 1)
    )

    assert rules_of("sheng-ji-night", overrides).document()["options"]["final_level"] == "2"
    assert verify(opened.events).disagreements == ()


def test_a_record_with_an_invalid_option_value_is_detected():
    opened = decide(GAMES, None, OpenTable(HOST, "sheng_ji", "zhang-2021", {}, listed=True, hands=1), secret(1, 1))
    opened.events[0].rules["options"] = {"score_step": 40, "kitty_multiplier": "flat_3"}

    assert verify(opened.events).disagreements != ()


def test_a_challenge_during_the_choice_of_another_seat_verifies():
    match = started(throw_forced_lead="leader_choice", enforcement="honor")
    hands = ["2S AS KS QS QS", "AS KS KS 3D 4D", "4C 4S 6S 7S 4D", "4S 6D 7D 8D 9D"]
    given = playing(hands, match=match)
    given = given.after_plays("0: 2S", "1: 3D", "2: 4C", "3: 6D").after((0, plays("KS QS QS")))
    assert SHENG_JI.asked(given.table.match) == ((0, "play"),)

    events = [*given.events, RevokeProven(Seat(3), 1, Seat(0))]

    assert SHENG_JI.move_of_events(given.table.match, events, len(events) - 1) == (3, ChallengePlay(1, Seat(0)))


def test_cards_added_one_by_one_in_a_live_draw_verify_as_two_moves():
    match = started(deal_mode="live_draw", initial_declare="single_or_joker_pair", decks=3)
    given = declaring(["2S 2S 2S", "3D 4D 5D", "3C 4C 5C", "6C 7C 8C"], match=match)
    given = given.and_then(*(RoundDrawn(n + 1, cards(f"2S {n + 3}D {n + 3}C {n + 6}C")) for n in range(3)))
    events = [*given.events]
    one_by_one = given.after((0, declares("2S")), (0, declares("2S")), (0, declares("2S")))
    declared_once = given.after((0, declares("2S")))

    behind = SHENG_JI.move_of_events(declared_once.table.match, one_by_one.events, len(events) + 1)

    assert behind == (0, declares("2S"))


def test_a_pair_that_opens_although_only_singles_may_open_verifies_as_one_move():
    given = declaring(["2S 2S", "3D 4D", "3C 4C", "6C 7C"], match=started(initial_declare="single_or_joker_pair"))
    opened = given.after((0, declares("2S 2S")))

    assert len(opened.events) == len(given.events) + 2
    assert SHENG_JI.move_of_events(given.table.match, opened.events, len(given.events)) == (0, declares("2S 2S"))


@pytest.mark.parametrize("ambiguity", ["longest_unit", "leader_specifies"])
@pytest.mark.parametrize("pairs", [("8D 8D", "8C 8C"), ("8C 8C", "8D 8D")])
def test_units_of_equal_height_have_the_same_order_with_and_without_names(ambiguity, pairs):
    hands = ["8C 8C 8D 8D", "3S 4S 6S 7S", "3D 4D 6D 7D", "3C 4C 6C 7C"]
    given = playing(hands, trumps="8H", match=started(throw_ambiguity=ambiguity))

    unnamed = given.when(0, plays("8C 8C 8D 8D")).events
    named = given.when(0, Play(cards("8C 8C 8D 8D"), tuple(map(cards, pairs)))).events

    assert named == unnamed


def test_a_revoke_of_declarers_proven_after_the_last_trick_gives_them_no_kitty():
    match = started(enforcement="honor", kitty_awarded_to="last_trick_winner_team")
    given = playing(["AS AD", "4S 4D", "7S 8D", "6S 9D"], buried="KC", match=match)
    given = given.after_plays("0: AS", "1: 4S", "2: 8D", "3: 6S", "0: AD", "1: 4D", "2: 7S", "3: 9D")
    scored = given.when(1, ChallengePlay(1, Seat(2))).told(HandScored)

    assert (scored.winners, scored.kitty_points, scored.kitty_factor) == ("opponents", 0, 0)


def test_declarers_without_a_revoke_who_win_the_last_trick_take_the_kitty():
    match = started(kitty_awarded_to="last_trick_winner_team")
    given = playing(["3S", "4S", "AS", "6S"], buried="KC", match=match)
    scored = given.after_plays("0: 3S", "1: 4S", "2: AS").when(3, plays("6S")).told(HandScored)

    assert (scored.opponent_points, scored.kitty_points, scored.kitty_factor) == (0, 10, 2)
