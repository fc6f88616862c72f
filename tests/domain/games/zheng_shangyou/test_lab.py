"""The rules lab of the climbing game: answers beyond the worked examples, and refusals."""

import pytest

from domain.games import lab
from domain.games.question import BadQuestion
from domain.kernel.options import ConflictingOptions, InvalidOptionValue, UnknownOption, UnknownProfile
from tests.support.lab import check_any_question

FIVE = {"players": 5, "decks": 1}
KINDS = [kind for kind in lab.KINDS if kind.startswith("zs_")]


def ask(kind: str, asked: object, **setup: object) -> dict:
    return lab.answer(kind, {**FIVE, **setup}, asked)


def test_the_lab_lists_its_kinds_of_questions():
    assert set(KINDS) == {
        "zs_beats",
        "zs_combo",
        "zs_exchange",
        "zs_game_end",
        "zs_order",
        "zs_score",
        "zs_team_score",
    }
    assert all(lab.KINDS[kind].__doc__ for kind in KINDS)


# Answers -------------------------------------------------------------------------------------------------------------


def test_all_readings_are_listed_and_the_default_reading_of_a_lead_comes_first():
    answer = ask("zs_combo", {"cards": ["7C", "SJ", "BJ"]})

    assert (answer["type"], answer["rank"]) == ("set", "7")
    assert [reading.get("top") for reading in answer["readings"]] == [None, "9", "8", "7"]


def test_a_single_card_is_a_combination():
    assert ask("zs_combo", {"cards": ["BJ"]})["type"] == "single"


def test_dec_99_a_reading_can_be_named():
    asked = {"previous": ["7C", "SJ", "BJ"], "play": ["8C", "9D", "10H"]}

    assert ask("zs_beats", asked) == {
        "beats": False,
        "previous": {"type": "set", "size": 3, "rank": "7", "pure": False},
        "play": {"type": "seq", "size": 3, "top": "10", "pure": True, "suited": False},
    }
    named = {**asked, "previous_as": {"type": "seq", "top": "8"}, "play": ["8D", "9D", "10D"]}
    assert ask("zs_beats", named)["beats"] is True


def test_cards_without_a_reading_neither_beat_nor_are_beaten():
    assert ask("zs_beats", {"previous": ["3C", "5C"], "play": ["7C", "7D"]})["beats"] is False
    assert ask("zs_beats", {"previous": ["3C", "3D"], "play": ["7C", "8D"]})["beats"] is False


@pytest.mark.parametrize(
    ("mode", "players", "teams", "scores"),
    [("teams_2x2", 4, "ABBA", {"A": 2, "B": 1}), ("teams_2x3", 6, "BABABA", {"A": 2, "B": 5})],
)
def test_both_team_profiles_are_scored(mode, players, teams, scores):
    answer = ask("zs_team_score", {"finish_teams": list(teams)}, players=players, options={"zs_team_mode": mode})

    assert answer == {"scores": scores}


def test_places_of_games_without_teams_are_scored():
    answer = ask("zs_score", {"finish_order": [6, 5, 4, 3, 2, 1]}, players=6, options={"zs_team_mode": "teams_2x3"})
    assert (answer["next_dealer_place"], answer["givers"]) == (5, [5, 6])
    assert ask("zs_score", {"finish_order": [2, 1, 3, 4, 5]}, options={"zs_exchange": "off"})["givers"] == []


def test_dec_106_a_game_without_teams_ends_at_the_target_without_a_tie():
    assert ask("zs_game_end", {"totals": {"P1": 11, "P2": 12, "P3": 4}})["winner"] == "P2"
    assert ask("zs_game_end", {"totals": {"P1": 10, "P2": 9}}) == {"winner": None, "play_another_hand": True}


# Refusals ------------------------------------------------------------------------------------------------------------

EXCHANGE = {
    "finish_order": ["P1", "P2", "P3", "P4", "P5"],
    "best_of": {"P4": "2H", "P5": "BJ"},
    "P1_picks": "BJ",
    "P1_discards": "3C",
    "P2_discards": "4D",
    "P4_picks": "4D",
}
BAD = [
    ("zs_combo", {}, {}, "input.cards"),
    ("zs_combo", {"cards": []}, {}, "input.cards"),
    ("zs_combo", {"cards": ["FC"]}, {}, "input.cards"),
    ("zs_beats", {"previous": ["FC"], "play": ["3C"]}, {}, "input.previous"),
    ("zs_combo", {"cards": ["3C", "3C"]}, {}, "input.cards"),
    ("zs_combo", {"cards": ["3C"]}, {"decks": 2}, "setup.decks"),
    ("zs_combo", {"cards": ["3C"]}, {"players": 3}, "setup.players"),
    ("zs_beats", {"previous": ["3C"]}, {}, "input.play"),
    ("zs_beats", {"previous": ["3C"], "play": ["4C"], "play_as": 3}, {}, "input.play_as"),
    ("zs_beats", {"previous": ["3C"], "play": ["4C"], "play_as": {"type": "pair"}}, {}, "input.play_as.type"),
    ("zs_score", {"finish_order": [1, 2, 3, 4]}, {}, "input.finish_order"),
    ("zs_score", {"finish_order": [1, 2, 3, 4, 4]}, {}, "input.finish_order"),
    ("zs_score", {"finish_order": [1, 2, 3, 4, True]}, {}, "input.finish_order"),
    ("zs_team_score", {"finish_teams": ["A"] * 5}, {}, "input.finish_teams"),
    ("zs_team_score", {"finish_teams": ["A", "B", "C", "A", "B"]}, {}, "input.finish_teams"),
    ("zs_game_end", {"totals": {"A": 5}}, {}, "input.totals"),
    ("zs_game_end", {"totals": {"A": 5, "B": -1}}, {}, "input.totals.B"),
    ("zs_exchange", {**EXCHANGE, "finish_order": ["P1"] * 5}, {}, "input.finish_order"),
    ("zs_exchange", {**EXCHANGE, "P1_picks": "3C"}, {}, "input.P1_picks"),
    ("zs_exchange", {**EXCHANGE, "best_of": {"P4": "2H"}}, {}, "input.best_of.P5"),
    ("zs_exchange", {**EXCHANGE, "best_of": {"P4": "2H", "P5": "2H"}, "P1_picks": "2H"}, {}, "input.P1_picks"),
    ("zs_exchange", {**EXCHANGE, "P4_picks": "BJ"}, {}, "input.P4_picks"),
    ("zs_exchange", {**EXCHANGE, "P2_discards": None}, {}, "input.P2_discards"),
]


@pytest.mark.parametrize(("kind", "asked", "setup", "field"), BAD, ids=[f"{n} {row[3]}" for n, row in enumerate(BAD)])
def test_an_invalid_question_is_refused_with_the_field_named(kind, asked, setup, field):
    with pytest.raises(BadQuestion) as refused:
        ask(kind, asked, **setup)

    assert refused.value.facts == {"field": field}


@pytest.mark.parametrize(
    ("options", "refusal"),
    [
        ({"profile": "zhang-2021"}, UnknownProfile),
        ({"profile": ["san-jia-xi"]}, BadQuestion),
        ({"trump_suit": "H"}, UnknownOption),
        ({"zs_target": 0}, InvalidOptionValue),
        ({"zs_team_mode": "teams_2x2"}, ConflictingOptions),
    ],
)
def test_options_are_checked_as_for_a_table(options, refusal):
    with pytest.raises(refusal):
        ask("zs_order", {}, options=options)


FIELDS = ["cards", "previous", "play", "previous_as", "play_as", "finish_order", "finish_teams", "totals", "best_of"]


@pytest.mark.parametrize("kind", KINDS)
def test_a_question_with_any_content_is_answered_or_refused(kind):
    for value in [None, True, 0, 1.5, "", "AS", [], ["AS"], [[]], {}, {"A": 1, "B": 2}, "x" * 1000, [None] * 5]:
        for setup in (FIVE, {"players": value, "decks": value, "options": value}):
            check_any_question(kind, setup, dict.fromkeys(FIELDS, value))
