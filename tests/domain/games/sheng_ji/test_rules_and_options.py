"""The options of a table, the named profiles, and refusals."""

import json
from typing import get_args, get_type_hints

import pytest

from domain.games.sheng_ji.options.catalogue import OF_FRIEND_GAMES, OPTIONS
from domain.games.sheng_ji.profiles import PROFILES
from domain.games.sheng_ji.rules import Rules, rules_from_document, rules_of
from domain.kernel.cards import RANK_NAMES, Rank
from domain.kernel.options import ConflictingOptions, InvalidOptionValue, UnknownOption, UnknownProfile
from domain.kernel.refusals import InvalidRules
from tests.support.laws import law

# The catalogue of options ---------------------------------------------------------------------------------------------

ANY_RANK = " ".join(RANK_NAMES)
REGISTRY = [
    # option, its values (numbers as numbers), its rule
    ("players", "4 5 6 7 8", "SJ-GEN-02"),
    ("team_mode", "fixed_2x2 fixed_2x3 friends", "SJ-GEN-02"),
    ("decks", "auto 1 2 3 4 5 6", "SJ-DECK-01"),
    ("kitty_size", "auto", "SJ-DECK-03"),
    ("filler_cards", "0", "SJ-CARD-12"),
    ("jokers_removed", "0", "SJ-DECK-05"),
    ("initial_level", ANY_RANK, "SJ-LEVEL-02"),
    ("final_level", ANY_RANK, "SJ-LEVEL-05"),
    ("after_final", "end wrap", "SJ-LEVEL-06"),
    ("laps", "1", "SJ-LEVEL-06"),
    ("permanent_twos", "off on", "SJ-CARD-10"),
    ("hong_wu", "off h5 h5_d5", "SJ-CARD-11"),
    ("hong_wu_penalty", "0", "SJ-CARD-11"),
    ("first_drawer_method", "random count shuffler", "SJ-FIRST-03"),
    ("first_drawer_ace", "one redraw", "SJ-FIRST-02"),
    ("cutter", "left_of_first_drawer any_other", "SJ-FIRST-04"),
    ("later_first_drawer", "dealer right_of_dealer right_of_previous_dealer", "SJ-FIRST-05"),
    ("deal_mode", "live_draw auction plan", "SJ-DEAL-03"),
    ("initial_declare", "single single_or_joker_pair single_or_pair_or_joker_pair", "SJ-BID-02"),
    ("override_same_suit", "forbidden allowed", "SJ-BID-05"),
    ("no_trump_declare", "off joker_pair", "SJ-BID-06"),
    ("joker_pair_order", "big_over_small flat", "SJ-BID-06"),
    ("small_joker_declare", "allowed disallowed", "SJ-BID-16"),
    ("joker_in_bid", "off on", "SJ-BID-17"),
    ("late_reinforce", "off on", "SJ-BID-09"),
    ("first_hand_dealer", "last_declarer last_suit_declarer first_declarer first_pair first_joker_pair", "SJ-BID-12"),
    ("declaration_window", "draw until_kitty_taken", "SJ-BID-18"),
    ("no_declaration", "rank_then_highest first_card", "SJ-NODECL-03"),
    ("no_declaration_joker", "skip no_trump redeal", "SJ-NODECL-02"),
    ("first_dealer_fallback", "first_drawer redeal", "SJ-NODECL-05"),
    ("kitty_reveal", "always_after_hand on_opponents_last_trick", "SJ-KITTY-03"),
    ("redeal_no_trump", "off on", "SJ-REDEAL-01"),
    ("redeal_points_below", "0 5 10", "SJ-REDEAL-02"),
    ("redeal_dealer", "keep up_for_grabs", "SJ-REDEAL-04"),
    ("chao_di_pi", "off single_pass repeat", "SJ-CHAO-01"),
    ("chao_skip_last_bidder", "off on", "SJ-CHAO-02"),
    ("succession", "fixed next_winner_right levelup", "SJ-DEALER-05"),
    ("zpy_dealer", "rotate declare", "FF-DEALER-02"),
    ("free_leads", "any_tuple full_tuples_only", "SJ-LEAD-05"),
    ("tractor_adjacency", "distinct_rank no_gap equal_rank_chain", "SJ-TRAC-02"),
    ("throw_forced_lead", "weakest leader_choice challenger_choice all_beatable", "SJ-THROW-04"),
    ("throw_ambiguity", "longest_unit leader_specifies most_equal_copies", "SJ-THROW-06"),
    (
        "throw_penalty",
        "none flat_10 per_invalid_unit_10 per_invalid_card_10 per_withdrawn_card_10",
        "SJ-THROW-07",
    ),
    ("throw_reveal", "witness_cards witness_seat none", "DEC-51"),
    ("protect_tuples", "off on", "SJ-FOLLOW-06"),
    ("trump_throw_compare", "longest_unit pairs_then_singles all_units", "SJ-TRICK-05"),
    ("revoke_penalty", "lose_hand lose_hand_plus", "SJ-ILLEGAL-02"),
    ("advancement", "table simple", "SJ-SCORE-01"),
    ("threshold", "40d", "SJ-DECK-06"),
    ("score_step", "10 20", "SJ-SCORE-06"),
    ("below_zero_row", "on off", "SJ-SCORE-05"),
    (
        "kitty_multiplier",
        "pow2_pairs pow2_cards twice_cards twice_len_plus_one twice_total_cards flat_2",
        "SJ-BONUS-02",
    ),
    ("kitty_multiplier_singles_throw", "2 3", "SJ-BONUS-04"),
    ("kitty_unit_source", "lead any_play winner", "SJ-BONUS-03"),
    ("kitty_awarded_to", "opponents last_trick_winner_team", "SJ-BONUS-05"),
    ("must_play", ANY_RANK, "SJ-VAR-01"),
    ("must_play_needs_win", "on off", "SJ-VAR-02"),
    ("gou_dao_di", "off any_trump_jack matching_suit_longest_unit any_jack_no_threshold", "SJ-VAR-05"),
    ("quan_yi_ban", "off any_trump_queen matching_suit_longest_unit", "SJ-VAR-06"),
    ("ace_hook", "off any_ace_no_threshold matching_suit_longest_unit", "SJ-VAR-07"),
    ("friend_call_style", "ordinal first_other card_owner", "FF-CALL-03"),
    ("solo_call", "off on", "LU-1V4-01"),
    ("missing_teammate_bonus", "off n_per_missing", "FF-SCORE-03"),
    ("missing_bonus_scope", "dealer declarers", "DEC-45"),
    ("auto_leveling", "off on", "FF-SCORE-04"),
    ("zpy_win", "own_level_ace trump_rank_ace", "DEC-43"),
    ("history_view", "last_trick all", "SJ-GEN-06"),
    ("elo_start", "1500", "NIGHT-ELO-02"),
    ("elo_k", "32 16", "NIGHT-ELO-02"),
    ("elo_scale", "400", "NIGHT-ELO-02"),
    ("enforcement", "server honor", "EX-HONOR-01"),
    ("take_back", "off on", "EX-BACK-01"),
    ("end_early", "off on", "EX-EARLY-01"),
    ("kitty_removes_cards", "off on", "EX-KITTY-01"),
    ("friend_card", "non_trump any no_highest no_points", "EX-CALL-01"),
    ("double_join", "allowed ignored", "EX-JOIN-01"),
    ("run_width", "2", "EX-RUN-01"),
    ("run_length", "2", "EX-RUN-01"),
    ("bombs", "off on any_suit", "EX-BOMB-01"),
    ("level_after_ace", "off no_trump", "EX-LEVEL-01"),
    ("hide_points", "off on", "EX-HIDE-01"),
    ("draw_seconds", "1", "EX-LIVE-01"),
    ("declare_seconds", "10", "EX-LIVE-01"),
]
REGISTERED = [name for name, _, _ in REGISTRY]


def test_an_option_has_the_values_that_its_type_allows():
    types, rules = get_type_hints(Rules), rules_of("zhang-2021")
    choices = [name for name, option in OPTIONS.items() if option.kind == "choice" and types[name] is not Rank]

    for name in choices:
        expected, typed = (("off", "on"), (False, True)) if types[name] is bool else (get_args(types[name]),) * 2
        assert OPTIONS[name].values == expected
        assert getattr(rules, name) in typed


@law
@pytest.mark.parametrize(("name", "values", "rule"), REGISTRY, ids=REGISTERED)
def test_every_option_of_the_catalogue_is_registered_with_its_values_and_rules(name, values, rule):
    option = OPTIONS[name]

    assert set(values.split()) <= set(map(str, option.values))
    assert rule in option.rules
    assert option.meaning


def test_no_option_is_registered_that_the_catalogue_does_not_have():
    assert sorted(OPTIONS) == sorted(REGISTERED)


@law
@pytest.mark.parametrize("name", REGISTERED)
def test_the_default_of_an_option_is_one_of_its_values(name):
    option = OPTIONS[name]

    if option.kind == "levels":
        assert set(option.default) <= set(option.values)
    else:
        assert option.default is None or option.default in option.values


DEFAULTS = {
    "players": 4,
    "team_mode": "fixed_2x2",
    "decks": 2,
    "kitty_size": "auto",
    "initial_level": "2",
    "final_level": "A",
    "first_drawer_method": "random",
    "first_drawer_ace": "redraw",
    "deal_mode": "auction",
    "initial_declare": "single_or_pair_or_joker_pair",
    "override_same_suit": "allowed",
    "kitty_reveal": "always_after_hand",
    "throw_forced_lead": "weakest",
    "trump_throw_compare": "longest_unit",
    "kitty_multiplier": "pow2_pairs",
    "must_play": ["A"],
    "history_view": "last_trick",
}


@pytest.mark.parametrize("name", DEFAULTS)
def test_the_defaults_are_those_of_the_catalogue(name):
    assert OPTIONS[name].default == DEFAULTS[name]


# Overrides -----------------------------------------------------------------------------------------------------------

NEEDS = {
    # Values that need other options: at which profile, and which options.
    ("players", 4): ("zhao-peng-you", {}),
    ("players", 5): ("zhao-peng-you", {}),
    ("players", 6): ("zhao-peng-you", {}),
    ("players", 7): ("zhao-peng-you", {}),
    ("players", 8): ("zhao-peng-you", {}),
    ("team_mode", "fixed_2x3"): ("six-player-teams", {}),
    ("team_mode", "friends"): ("zhao-peng-you", {}),
    ("decks", 1): ("zhang-2021", {"kitty_size": 6}),
    ("after_final", "wrap"): ("zhang-2021", {"laps": 2}),
    ("no_declaration_joker", "no_trump"): ("wikipedia-bashifen", {}),
    ("no_declaration_joker", "redeal"): ("wikipedia-bashifen", {}),
    ("chao_skip_last_bidder", "off"): ("zhang-2021", {"chao_di_pi": "repeat"}),
    ("chao_skip_last_bidder", "on"): ("zhang-2021", {"chao_di_pi": "repeat"}),
    ("succession", "next_winner_right"): ("zhang-2021", {}),
    ("succession", "levelup"): ("zhao-peng-you", {}),
    ("revoke_penalty", "lose_hand_plus"): ("zhang-2021", {"enforcement": "honor"}),
    ("kitty_removes_cards", "on"): ("zhang-2021", {"kitty_size": 7}),
    ("bombs", "on"): ("zhang-2021", {"decks": 4}),
    ("bombs", "any_suit"): ("zhang-2021", {"decks": 4}),
    ("auto_leveling", "on"): ("zhao-peng-you", {"players": 6}),
    ("elo_k", "32_then_16"): ("sheng-ji-night", {}),
    **{
        (name, value): ("zhao-peng-you", {})
        for name in OF_FRIEND_GAMES
        for value in OPTIONS[name].values
        if (name, value) != ("auto_leveling", "on")
    },
}
EVERY_VALUE = [
    (option.name, value) for option in OPTIONS.values() for value in (option.values if option.kind != "levels" else [])
]


@law
@pytest.mark.parametrize(("name", "value"), EVERY_VALUE)
def test_every_catalogue_value_is_accepted_and_round_trips(name, value):
    profile, beside = NEEDS.get((name, value), ("zhang-2021", {}))
    if name == "initial_level":
        beside = {"final_level": "A"}
    rules = rules_of(profile, {**beside, name: value})
    document = json.loads(json.dumps(rules.document()))

    assert rules.value(name) == value
    assert rules_from_document(document, rules.revision) == rules
    assert document["profile"] == profile


def test_a_document_contains_only_differences_from_the_defaults():
    document = rules_of("zhang-2021", {"throw_penalty": "none", "initial_level": "8"}).document()

    assert document == {
        "profile": "zhang-2021",
        "options": {
            "first_drawer_method": "count",
            "initial_level": "8",
            "kitty_reveal": "on_opponents_last_trick",
        },
    }


@pytest.mark.parametrize(
    ("given", "expected"),
    [([], ["A"]), (["A"], ["A"]), (["K", "5", "5", "10"], ["5", "10", "K", "A"]), (["2", "A"], ["2", "A"])],
)
def test_sj_adv_04_must_play_levels_include_ace_and_are_in_order(given, expected):
    assert rules_of("zhang-2021", {"must_play": given}).value("must_play") == expected


@pytest.mark.parametrize(("kitty", "hand"), [(4, 26), (8, 25), (12, 24), (20, 22)])
def test_sj_deck_03_the_size_of_the_kitty_can_be_set(kitty, hand):
    assert rules_of("zhang-2021", {"kitty_size": kitty}).deal_shape == (108, hand, kitty)


# Refusals ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("profile", ["", "zhang", "ZHANG-2021", "zheng-shangyou"])
def test_an_unknown_profile_is_refused(profile):
    with pytest.raises(UnknownProfile) as refused:
        rules_of(profile)

    assert refused.value.facts == {"option": "profile", "allowed": sorted(PROFILES)}


@pytest.mark.parametrize("name", ["", "Players", "must-play", "colour"])
def test_an_unknown_option_is_refused(name):
    with pytest.raises(UnknownOption) as refused:
        rules_of("zhang-2021", {name: "off"})

    assert refused.value.facts["option"] == name


IMPOSSIBLE = [
    ("throw_penalty", "flat_20"),
    ("throw_penalty", ""),
    ("throw_penalty", 10),
    ("throw_penalty", None),
    ("throw_penalty", ["none"]),
    ("below_zero_row", True),
    ("below_zero_row", "On"),
    ("initial_level", "1"),
    ("initial_level", 2),
    ("final_level", "a"),
    ("must_play", "A"),
    ("must_play", ["1"]),
    ("must_play", [5]),
    ("must_play", [["A"]]),
    ("must_play", None),
    ("kitty_size", "8"),
    ("kitty_size", 8.0),
    ("kitty_size", True),
    ("kitty_size", 10**6),
    ("score_step", "twenty"),
    ("decks", "two"),
    ("kitty_multiplier_singles_throw", "2"),
]


@pytest.mark.parametrize(("name", "value"), IMPOSSIBLE, ids=[f"{name} = {value!r}" for name, value in IMPOSSIBLE])
def test_an_invalid_value_of_an_option_is_refused(name, value):
    with pytest.raises(InvalidOptionValue) as refused:
        rules_of("zhang-2021", {name: value})

    assert refused.value.facts["option"] == name
    assert refused.value.hint
    assert refused.value.rule == OPTIONS[name].rules[0]


OUT_OF_RANGE = [
    ("players", 3),
    ("players", 9),
    ("decks", 0),
    ("decks", 7),
    ("kitty_multiplier_singles_throw", 4),
    ("redeal_points_below", 7),
    ("filler_cards", -1),
    ("jokers_removed", -1),
    ("laps", 0),
    ("kitty_size", -4),
    ("score_step", 0),
    ("score_step", -20),
    ("score_step", 4),
    ("threshold", 0),
]


@pytest.mark.parametrize(("name", "value"), OUT_OF_RANGE, ids=[f"{name} = {value}" for name, value in OUT_OF_RANGE])
def test_a_number_outside_the_range_of_the_catalogue_is_refused(name, value):
    with pytest.raises(InvalidOptionValue) as refused:
        rules_of("zhang-2021", {name: value})

    assert refused.value.facts["option"] == name


@pytest.mark.parametrize("step", [5, 10, 20, 40, 80])
def test_dec_81_a_step_of_fives_that_divides_the_threshold_is_accepted(step):
    assert rules_of("zhang-2016", {"score_step": step}).score_step == step


def test_all_refusals_of_rules_belong_to_one_family():
    for refusal in (UnknownProfile, UnknownOption, InvalidOptionValue, ConflictingOptions):
        assert issubclass(refusal, InvalidRules)


def _nested(depth: int) -> list:
    value: list = []
    for _ in range(depth):
        value = [value]
    return value


WHATEVER = [
    pytest.param(option, value, id=f"{option.name} {number}")
    for option in OPTIONS.values()
    for number, value in enumerate([_nested(900), {"a": _nested(900)}, "x" * 10_000, True, None])
    if value is not None or option.default is not None
]


@pytest.mark.parametrize("name", [name for name, option in OPTIONS.items() if option.default is None])
def test_an_option_without_meaning_may_be_given_as_such(name):
    assert rules_of("zhang-2021", {name: None}) == rules_of("zhang-2021")


@law
@pytest.mark.parametrize(("option", "value"), WHATEVER)
def test_any_malformed_value_is_refused_briefly(option, value):
    with pytest.raises(InvalidOptionValue) as refused:
        rules_of("zhang-2021", {option.name: value})

    assert len(refused.value.detail) < 200
    assert "None" not in refused.value.detail + (refused.value.hint or "")
    assert "True" not in refused.value.detail


def test_a_misspelt_option_gets_a_suggestion():
    with pytest.raises(UnknownOption) as refused:
        rules_of("zhang-2021", {"must-play": ["A"]})

    assert refused.value.hint == "did you mean must_play?"
