"""The rules lab: refusals of invalid questions."""

import pytest

from domain.games import lab
from domain.games.question import MOST_CARDS, BadQuestion, UnknownKind
from domain.kernel.options import ConflictingOptions, InvalidOptionValue, UnknownOption, UnknownProfile
from tests.support.lab import EIGHT_OF_HEARTS, ask, check_any_question, split
from tests.support.laws import law


@pytest.mark.parametrize("kind", ["", "unknown", "Follow", "zs_beat"])
def test_an_unknown_kind_is_refused_with_the_known_kinds(kind):
    with pytest.raises(UnknownKind) as refused:
        lab.answer(kind, {}, {})

    assert refused.value.facts == {"field": "kind"}
    assert all(name in refused.value.hint for name in lab.KINDS)


@pytest.mark.parametrize("setup", [None, [], "setup", 3, True])
def test_a_setup_that_is_not_an_object_is_refused(setup):
    with pytest.raises(BadQuestion) as refused:
        lab.answer("deck_points", setup, {})

    assert refused.value.facts == {"field": "setup"}


@pytest.mark.parametrize("asked", [None, [], "input", 3])
def test_an_input_that_is_not_an_object_is_refused(asked):
    with pytest.raises(BadQuestion) as refused:
        lab.answer("deck_points", EIGHT_OF_HEARTS, asked)

    assert refused.value.facts == {"field": "input"}


BAD_SETUPS = [
    ("card_order", {"players": 3}, "setup.players"),
    ("card_order", {"players": 11}, "setup.players"),
    ("card_order", {"players": "4"}, "setup.players"),
    ("card_order", {"players": True}, "setup.players"),
    ("card_order", {"players": 4.0}, "setup.players"),
    ("card_order", {"decks": 0}, "setup.decks"),
    ("card_order", {"decks": 7}, "setup.decks"),
    ("card_order", {"decks": [2]}, "setup.decks"),
    ("card_order", {"trump_rank": "1"}, "setup.trump_rank"),
    ("card_order", {"trump_rank": 8}, "setup.trump_rank"),
    ("card_order", {"trump_rank": None}, "setup.trump_rank"),
    ("card_order", {"trump_suit": "T"}, "setup.trump_suit"),
    ("card_order", {"trump_suit": "hearts"}, "setup.trump_suit"),
    ("card_order", {"trump_suit": ["H"]}, "setup.trump_suit"),
    ("card_order", {"options": [1]}, "setup.options"),
    ("card_order", {"options": []}, "setup.options"),
    ("card_order", {"options": "none"}, "setup.options"),
    ("card_order", {"options": 0}, "setup.options"),
    ("card_order", {"options": {str(number): 1 for number in range(41)}}, "setup.options"),
    ("bid_sequence", {"first_hand": "yes"}, "setup.first_hand"),
    ("bid_sequence", {"first_hand": 1}, "setup.first_hand"),
]


@pytest.mark.parametrize(("kind", "setup", "field"), BAD_SETUPS, ids=[f"{setup}"[:60] for _, setup, _ in BAD_SETUPS])
def test_an_invalid_setup_is_refused_with_the_field_named(kind, setup, field):
    with pytest.raises(BadQuestion) as refused:
        ask(kind, {"events": []}, **setup)

    assert refused.value.facts == {"field": field}
    assert field in refused.value.detail


def test_missing_trumps_are_refused_and_null_means_no_trump():
    with pytest.raises(BadQuestion) as refused:
        lab.answer("card_order", {"trump_rank": "8"}, {})

    assert refused.value.facts == {"field": "setup.trump_suit"}
    assert ask("card_order", {}, trump_suit="NT") == ask("card_order", {}, trump_suit=None)
    assert ask("card_order", {}, trump_suit=None)["trump_high_to_low"][2] == ["8C", "8D", "8H", "8S"]


@pytest.mark.parametrize(
    ("options", "refusal"),
    [
        ({"profile": "zhang-1999"}, UnknownProfile),
        ({"profile": ["zhang-2021"]}, BadQuestion),
        ({"colour": "red"}, UnknownOption),
        ({"throw_penalty": "flat_20"}, InvalidOptionValue),
        ({"initial_level": "5", "final_level": "3"}, ConflictingOptions),
    ],
)
def test_options_are_checked_as_for_a_table(options, refusal):
    with pytest.raises(refusal):
        ask("deck_points", {}, options=options)


FOLLOW = {"lead": ["AS"], "hand": ["3S", "4S"], "play": ["3S"]}
BAD_INPUTS = [
    ("effective_suit", {}, "input.cards"),
    ("effective_suit", {"cards": "AS"}, "input.cards"),
    ("effective_suit", {"cards": []}, "input.cards"),
    ("effective_suit", {"cards": ["1S"]}, "input.cards"),
    ("effective_suit", {"cards": ["??"]}, "input.cards"),
    ("effective_suit", {"cards": [1]}, "input.cards"),
    ("effective_suit", {"cards": [["AS"]]}, "input.cards"),
    ("effective_suit", {"cards": [{"card": "AS"}]}, "input.cards"),
    ("effective_suit", {"cards": [None]}, "input.cards"),
    ("effective_suit", {"cards": ["AS"] * 3}, "input.cards"),
    ("effective_suit", {"cards": ["AS"] * (MOST_CARDS + 1)}, "input.cards"),
    ("unit", {"cards": None}, "input.cards"),
    ("equal_rank", {"cards": ["AS"]}, "input.cards"),
    ("equal_rank", {"cards": ["AS", "KS", "QS"]}, "input.cards"),
    ("follow", {**FOLLOW, "lead": ["AS", "AH"]}, "input.lead"),
    ("follow", {**FOLLOW, "lead": None}, "input.lead"),
    ("follow", {**FOLLOW, "hand": []}, "input.hand"),
    ("follow", {**FOLLOW, "play": {}}, "input.play"),
    ("throw", {"lead": ["AS", "KH"], "other_hands": []}, "input.lead"),
    ("throw", {"lead": ["AS"]}, "input.other_hands"),
    ("throw", {"lead": ["AS"], "other_hands": ["KS"]}, "input.other_hands"),
    ("throw", {"lead": ["AS"], "other_hands": [["KS"] * 3]}, "input.other_hands"),
    ("throw", {"lead": ["AS"], "other_hands": [[]] * 11}, "input.other_hands"),
    ("trick_winner", {"plays": []}, "input.plays"),
    ("trick_winner", {"plays": [[]]}, "input.plays[0]"),
    ("trick_winner", {"plays": [{"seat": "N", "cards": ["AS", "AH"]}]}, "input.plays[0].cards"),
    ("trick_winner", {"plays": [{"cards": ["AS"]}]}, "input.plays[0].seat"),
    ("trick_winner", {"plays": [{"seat": "", "cards": ["AS"]}]}, "input.plays[0].seat"),
    ("trick_winner", {"plays": [{"seat": "N" * 65, "cards": ["AS"]}]}, "input.plays[0].seat"),
    (
        "trick_winner",
        {"plays": [{"seat": "N", "cards": ["AS"]}, {"seat": "W", "cards": ["2S", "3S"]}]},
        "input.plays[1].cards",
    ),
    ("trick_winner", {"plays": [{"seat": "N", "cards": ["AS"]}] * 11}, "input.plays"),
    ("bid_sequence", {"events": {}}, "input.events"),
    ("bid_sequence", {"events": [3]}, "input.events[0]"),
    ("bid_sequence", {"events": [{"seat": "N", "show": []}]}, "input.events[0].show"),
    ("bid_sequence", {"events": [{"seat": 0, "show": ["8S"]}]}, "input.events[0].seat"),
    ("bid_sequence", {"events": [{"seat": "N", "show": ["8S"]}] * 41}, "input.events"),
    ("no_declaration", {"kitty_in_order": []}, "input.kitty_in_order"),
    ("first_drawer", {"revealed_rank": "SJ"}, "input.revealed_rank"),
    ("score", {"opponent_points": "80"}, "input.opponent_points"),
    ("score", {"opponent_points": 1.5}, "input.opponent_points"),
    ("score", {"opponent_points": True}, "input.opponent_points"),
    ("score", {"opponent_points": 10**10}, "input.opponent_points"),
    ("score", {"opponent_points": -(10**10)}, "input.opponent_points"),
    ("kitty_factor", {"unit": [2, 1]}, "input.unit"),
    ("kitty_factor", {"unit": {"tuple": 0, "run": 1}}, "input.unit.tuple"),
    ("kitty_factor", {"unit": {"tuple": 7, "run": 1}}, "input.unit.tuple"),
    ("kitty_factor", {"unit": {"tuple": 2, "run": 21}}, "input.unit.run"),
    ("level_step", {"level": "2", "as": "dealer", "trump_rank": "2", "levels_won": 1, "won": True}, "input.as"),
    (
        "level_step",
        {"level": "2", "as": "declarers", "levels_won": -1, "won": True, "trump_rank": "2"},
        "input.levels_won",
    ),
    ("level_step", {"level": "2", "as": "declarers", "levels_won": 1, "won": 1, "trump_rank": "2"}, "input.won"),
    ("next_dealer", {"dealer_seat": 4, "declarers_won": True}, "input.dealer_seat"),
    ("next_dealer", {"dealer_seat": -1, "declarers_won": True}, "input.dealer_seat"),
    ("trump_rank", {"declarers_level": "ace"}, "input.declarers_level"),
    ("unit_relevance", {"a": {"tuple": 2, "run": 2}}, "input.b"),
    ("hand_sort", {"cards": ["AS", "as"]}, "input.cards"),
]


@law
@pytest.mark.parametrize(
    ("kind", "asked", "field"),
    BAD_INPUTS,
    ids=[f"{number}: {kind} {field}" for number, (kind, _, field) in enumerate(BAD_INPUTS)],
)
def test_an_invalid_input_is_refused_with_the_field_named(kind, asked, field):
    with pytest.raises(BadQuestion) as refused:
        ask(kind, asked, first_hand=True)

    assert refused.value.facts == {"field": field}


def test_an_uneven_deal_is_refused():
    with pytest.raises(ConflictingOptions):
        ask("deal_shape", {}, players=10, decks=1)


@pytest.mark.parametrize(
    ("decks", "options", "opponent_points", "levels"),
    [
        (3, {"score_step": "20d"}, 170, 0),
        (3, {"score_step": "20d"}, 0, 3),
        (1, {"score_step": "20d"}, 0, 3),
        (3, {"score_step": 60}, 0, 3),
        (3, {"score_step": 30}, 180, 2),
        (3, {"threshold": 120}, 0, 3),
    ],
)
def test_sj_score_06_options_apply_to_the_decks_in_the_question(decks, options, opponent_points, levels):
    asked = {"opponent_points": opponent_points}

    assert ask("score", asked, players=2 * decks if decks > 1 else 4, decks=decks, options=options)["levels"] == levels


@pytest.mark.parametrize(("players", "decks"), [(6, 3), (4, 1)])
def test_dec_81_a_step_that_does_not_divide_the_threshold_of_these_decks_is_refused(players, decks):
    with pytest.raises(ConflictingOptions):
        ask("score", {"opponent_points": 10}, players=players, decks=decks, options={"score_step": 80})


@pytest.mark.parametrize(
    ("players", "decks", "kitty", "hand"), [(7, 1, 5, 7), (6, 3, 6, 26), (9, 3, 9, 17), (5, 5, 10, 52)]
)
def test_sj_deck_04_a_kitty_size_must_fit_the_players_and_decks_of_the_question(players, decks, kitty, hand):
    shape = ask("deal_shape", {}, players=players, decks=decks, options={"kitty_size": kitty})

    assert (shape["kitty"], shape["hand"]) == (kitty, hand)


@pytest.mark.parametrize("shows", [[["8H", "8H"], ["8H"]], [["BJ", "BJ"], ["BJ"]]])
def test_sj_bid_04_there_is_no_reinforcement_after_all_copies_are_shown(shows):
    events = [{"seat": "N", "show": show} for show in shows]

    assert ask("bid_sequence", {"events": events}, first_hand=True)["legal"] == [True, False]
    assert ask("bid_sequence", {"events": events}, first_hand=True, decks=3)["legal"] == [True, True]


def test_rul_02_if_the_leader_chooses_nothing_is_forced_and_the_penalty_can_depend_on_the_choice():
    asked = {"lead": split("AS KS QS QS"), "other_hands": [split("AS KS KS")]}

    def penalty(kind: str) -> dict:
        return ask("throw_penalty", asked, options={"throw_forced_lead": "leader_choice", "throw_penalty": kind})

    assert penalty("per_withdrawn_card_10") == {
        "forced": None,
        "choices": [["KS"], ["QS", "QS"]],
        "penalty_points": None,
    }
    assert penalty("flat_10") == {"forced": None, "choices": [["KS"], ["QS", "QS"]], "penalty_points": 10}


JUNK = [None, True, 0, -1, 1.5, "", "AS", [], ["AS"], [[]], {}, {"cards": ["AS"]}, "x" * 1000, [None] * 50]


FIELDS = [
    "a",
    "b",
    "as",
    "cards",
    "cards_in_last_trick_play",
    "dealer_seat",
    "declarers_level",
    "declarers_won",
    "events",
    "hand",
    "kitty_in_order",
    "kitty_points",
    "last_unit",
    "lead",
    "level",
    "levels_won",
    "opponent_points",
    "other_hands",
    "play",
    "plays",
    "points_in_tricks",
    "revealed_rank",
    "seat",
    "show",
    "trump_rank",
    "unit",
    "winning_cards",
    "won",
]


@law
@pytest.mark.parametrize("kind", lab.KINDS)
def test_a_question_with_any_content_is_answered_or_refused(kind):
    for value in JUNK:
        for setup in (EIGHT_OF_HEARTS, {**EIGHT_OF_HEARTS, "trump_suit": None, "first_hand": value, "options": value}):
            check_any_question(kind, setup, dict.fromkeys(FIELDS, value))
