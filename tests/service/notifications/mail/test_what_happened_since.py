"""A mail tells in at most three lines what has happened since the player's last move."""

from typing import Any

import pytest

from domain.games.registry import GAMES, PACKAGES
from domain.games.sheng_ji.play_events import CardsPlayed, TrickWon
from domain.kernel.seats import Seat
from service.notifications.about import MatchAbout, SeatAbout, TableAbout
from service.notifications.mail import texts, texts_of_tables
from service.notifications.mail.since import LINES, last_move, lines_since

LABELS = {0: "you", 1: "Bob", 2: "your partner", 3: "the player before you"}
SCORED = {
    "winners": "opponents",
    "levels_won": 2,
    "opponent_points": 85,
    "declarers": [0, 2],
}
TRUMPS = ("trump_fixed", {"trump_suit": "H", "dealer": 0})
WON = ("trick_won", {"seat": 1, "points": 10})


def played(seat: int, *cards: str) -> tuple[str, Any]:
    return "cards_played", {"seat": seat, "cards": list(cards)}


@pytest.mark.parametrize(
    ("events", "lines"),
    [
        ([], []),
        ([("of_the_future", {})], []),
        ([played(1, "KS", "KS"), played(2, "10H", "BJ")], ["Bob led K♠ K♠, your partner played 10♥ big joker."]),
        ([TRUMPS, WON], ["Hearts are trumps. The dealer: you.", "Bob won the trick with 10 points."]),
        (
            [WON, WON, ("trick_won", {"seat": 2, "points": 0})],
            ["3 tricks were completed. The last one went to your partner."],
        ),
        (
            [WON, ("hand_scored", SCORED), TRUMPS, WON, played(1, "2C")],
            [
                "Hearts are trumps. The dealer: you.",
                "Bob won the trick with 10 points.",
                "Bob led 2♣.",
            ],
        ),
        (
            [("hand_scored", SCORED)],
            ["The opponents of the declarers won the hand and went up 2 levels. They had 85 points."],
        ),
        ([played(1, "2C"), ("move_undone", {})], []),
        ([("declared", {"seat": 3, "trump_suit": "NT"})], ["The player before you declared no suit."]),
        (
            [("combination_played", {"seat": 1, "cards": ["3C"]}), ("turn_passed", {"seat": 2})],
            ["Bob played 3♣, your partner passed."],
        ),
        ([("ran_out", {"seat": 1, "place": 1})], ["Bob ran out of cards in place 1."]),
    ],
)
def test_events_are_told_in_short_lines(events: list[tuple[str, Any]], lines: list[str]):
    told = lines_since(events, LABELS)

    assert told == lines
    assert len(told) <= LINES


def test_the_last_move_of_a_seat_is_found():
    def plays(seat: int) -> CardsPlayed:
        return CardsPlayed(Seat(seat), (), (), ())

    events = [plays(0), plays(1), TrickWon(Seat(1), 0), plays(1)]

    assert [last_move(GAMES["sheng_ji"], seat, events) for seat in (0, 1, 2)] == [1, 4, 0]


def about(sides: str, **members: Any) -> TableAbout:
    """Returns a table whose seats have these sides, by their first letters."""
    named = {"y": "you", "p": "partner", "o": "opponent", "x": "other"}
    seats: Any = tuple(
        SeatAbout(Seat(seat), None, None, f"P{seat}", named[side])  # type: ignore[arg-type]
        for seat, side in enumerate(sides)
    )
    filled = tuple(each._replace(player=f"ply_{each.seat}") for each in seats)
    given: dict[str, Any] = {"hand": 3, "levels": (), "totals": (), "taken": None, "match": None, **members}
    return TableAbout("tbl_1", "sheng_ji", "zhao-peng-you", {}, {"kind": "none"}, None, None, seats=filled, **given)


def test_players_without_fixed_partners_are_listed():
    table = about("yxxxx", levels=("2", "5", "2", "A", "2"))

    assert texts_of_tables.who_line(table) == "At the table: P1, P2, P3 and P4."
    assert texts_of_tables.standing_lines(table) == [
        "Levels: you at level 2, P1 at level 5, P2 at level 2, P3 at level A, P4 at level 2."
    ]


def test_two_sides_are_told_in_one_sentence():
    table = about("oyop", levels=("2", "5", "2", "5"), taken=1)

    assert texts_of_tables.who_line(table) == "You play with P3 against P0 and P2."
    assert texts_of_tables.standing_lines(table) == [
        "Your side is at level 5, the other side at level 2.",
        "In this hand the opponents of the declarers have 1 point so far.",
    ]


def test_a_tournament_whose_name_cannot_be_shown_is_still_told():
    match = MatchAbout("trn_1", None, 2, 5)

    assert texts_of_tables.match_line(match) == "A tournament, round 2, match 5"
    assert texts_of_tables.place(about("yopo", match=match)) == "Sheng Ji, hand 3"


def test_a_name_in_braces_stays_as_it_is():
    sentence = texts.happened("challenge_declined", {"player": "ply_1", "reason": "pace"}, {"ply_1": "{reason}"})

    assert sentence == "{reason} has declined your invitation: another pace is preferred"


@pytest.mark.parametrize("game", PACKAGES)
def test_every_game_says_how_a_match_stands_before_its_first_hand(game: str):
    package = PACKAGES[game]
    rules = package.book.rules_of(package.book.usual, {})
    standing = package.standing(package.game.new_match(rules))

    assert standing is not None
    assert (standing.hand, standing.taken) == (0, None)
    assert len(standing.levels or standing.totals) == package.game.seats(rules)
