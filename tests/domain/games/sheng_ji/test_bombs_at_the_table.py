"""EX-BOMB-01: four or more identical cards that win against anything else."""

import pytest

from domain.games.sheng_ji.check import MustFollow
from domain.games.sheng_ji.play_events import CardsPlayed, TrickWon
from domain.kernel.seats import Seat
from tests.support.deals import followed, playing, started
from tests.support.table import SHENG_JI, Given, plays

FOUR_DECKS = {"decks": 4, "kitty_size": 8}
KITTY = "3C 4C 6C 7C 8C 9C JC QC"
LEAD = "AS AS KS KS"
BOMB = "3D 3D 3D 3D"


def table(*hands: str, bombs: str = "on", trumps: str = "2H", **options) -> Given:
    return playing(hands, trumps=trumps, buried=KITTY, match=started(bombs=bombs, **FOUR_DECKS, **options))


def winner(given: Given, last_seat: int, text: str) -> int:
    return given.when(last_seat, plays(text)).told(TrickWon).seat


PLAIN = "3S 4S 5S 6S"


def test_ex_bomb_01_four_identical_cards_of_any_suit_beat_the_lead():
    given = table(f"{LEAD} 3C", f"{PLAIN} 3C", f"{BOMB} 3C", "7S 8S 9S 10S 3C").after_plays(f"0: {LEAD}", f"1: {PLAIN}")

    given.when(2, plays(BOMB)).then(followed(2, BOMB, reading=[BOMB]))
    assert winner(given.after_plays(f"2: {BOMB}"), 3, "7S 8S 9S 10S") == 2


def test_ex_bomb_01_without_the_option_four_identical_cards_of_another_suit_are_discards():
    given = table(f"{LEAD} 3C", f"{PLAIN} 3C", f"{BOMB} 3C", "7S 8S 9S 10S 3C", bombs="off")
    given = given.after_plays(f"0: {LEAD}", f"1: {PLAIN}", f"2: {BOMB}")

    assert winner(given, 3, "7S 8S 9S 10S") == 0


@pytest.mark.parametrize(("bombs", "legal"), [("on", False), ("any_suit", True)])
def test_ex_bomb_01_a_seat_that_holds_the_suit_led_must_follow_unless_bombs_may_be_of_any_suit(bombs, legal):
    given = table(f"{LEAD} 3C", f"{PLAIN} 3C", f"{BOMB} 9S", "7S 8S 9S 10S 3C", bombs=bombs)
    given = given.after_plays(f"0: {LEAD}", f"1: {PLAIN}")

    if legal:
        assert given.when(2, plays(BOMB)).told(CardsPlayed).reading
        assert ["3D"] * 4 in given.moves(2)["cards"]
    else:
        given.when(2, plays(BOMB)).then_refused(MustFollow, "SJ-FOLLOW-02")


def test_ex_bomb_01_bombing_does_not_show_that_a_seat_is_void():
    given = table(f"{LEAD} 3C", f"{PLAIN} 3C", f"{BOMB} 9S", "7S 8S 9S 10S 3C", bombs="any_suit")

    assert given.after_plays(f"0: {LEAD}", f"1: {PLAIN}", f"2: {BOMB}").phase.voids == (0, 0, 0, 0)


@pytest.mark.parametrize(
    ("first", "second", "wins"),
    [
        ("3D 3D 3D 3D", "4D 4D 4D 4D", 3),
        ("4D 4D 4D 4D", "3D 3D 3D 3D", 2),
        ("AD AD AD AD", "3H 3H 3H 3H", 3),  # trumps beat side suits
        ("3H 3H 3H 3H", "AD AD AD AD", 2),
        ("9D 9D 9D 9D", "9C 9C 9C 9C", 2),  # the earlier of equal bombs wins
        ("9D 9D 9D 9D", "10C 10C 10C 10C", 3),  # side suits compare by rank
    ],
)
def test_ex_bomb_01_bombs_compare_by_trumps_then_rank_then_order_of_play(first, second, wins):
    given = table(f"{LEAD} 3C", f"{PLAIN} 3C", f"{first} 3C", f"{second} 3C")
    given = given.after_plays(f"0: {LEAD}", f"1: {PLAIN}", f"2: {first}")

    assert winner(given, 3, second) == wins


def test_ex_bomb_01_trumps_that_match_the_lead_do_not_beat_a_bomb():
    given = table(f"{LEAD} 3C", f"{BOMB} 3C", "AH AH KH KH 3C", "7S 8S 9S 10S 3C")
    given = given.after_plays(f"0: {LEAD}", f"1: {BOMB}", "2: AH AH KH KH")

    assert winner(given, 3, "7S 8S 9S 10S") == 1


def test_ex_bomb_01_there_are_no_bombs_on_a_lead_of_four_identical_cards():
    given = table("3S 3S 3S 3S 3C", f"{BOMB} 3C", "4S 4S 4S 4S 3C", "5S 6S 7S 8S 3C")
    given = given.after_plays("0: 3S 3S 3S 3S", f"1: {BOMB}", "2: 4S 4S 4S 4S")

    assert winner(given, 3, "5S 6S 7S 8S") == 2


def test_ex_bomb_01_fewer_than_four_identical_cards_are_no_bomb():
    given = table("AS AS KS 3C", "3S 4S 5S 3C", "3D 3D 3D 3C", "7S 8S 9S 3C").after_plays("0: AS AS KS", "1: 3S 4S 5S")

    assert winner(given.after_plays("2: 3D 3D 3D"), 3, "7S 8S 9S") == 0


def test_ex_bomb_01_a_dry_run_says_whether_a_bomb_would_win():
    given = table(f"{LEAD} 3C", f"{PLAIN} 3C", f"{BOMB} 3C", "7S 8S 9S 10S 3C").after_plays(f"0: {LEAD}", f"1: {PLAIN}")

    assert SHENG_JI.preview(given.table.match, Seat(2), plays(BOMB)) == {"takes_trick": True, "follows": True}
