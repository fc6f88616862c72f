"""RULES §§30 and 31: the options of a table, the named profiles, and what is refused."""

import json

import pytest

from domain.cards import RANK_NAMES
from domain.refusals import InvalidRules
from domain.shengji.options import OPTION_BY_NAME, OPTIONS
from domain.shengji.profiles import DESCRIPTIONS, PROFILES
from domain.shengji.rules import (
    ConflictingOptions,
    InvalidOptionValue,
    OptionNotBuilt,
    UnknownOption,
    UnknownProfile,
    all_values,
    rules_document,
    rules_from_document,
    rules_of,
)

# The registry --------------------------------------------------------------------------------------------------------

ANY_RANK = " ".join(RANK_NAMES)
REGISTRY = [
    # option, its values (numbers as numbers), the rule that it stands under
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
    ("deal_mode", "live_draw auction", "SJ-DEAL-03"),
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
]
REGISTERED = [name for name, _, _ in REGISTRY]


@pytest.mark.parametrize(("name", "values", "rule"), REGISTRY, ids=REGISTERED)
def test_every_option_of_the_catalogue_is_registered_with_its_values_and_rules(name, values, rule):
    option = OPTION_BY_NAME[name]

    assert set(values.split()) <= set(map(str, option.values))
    assert rule in option.rules
    assert option.meaning


def test_no_option_is_registered_that_the_catalogue_does_not_have():
    assert sorted(option.name for option in OPTIONS) == sorted(REGISTERED)


@pytest.mark.parametrize("name", REGISTERED)
def test_what_is_built_of_an_option_is_among_its_values_and_so_is_its_default(name):
    option = OPTION_BY_NAME[name]
    known = {*option.values, None}

    assert option.kind == "levels" or set(option.built) <= known
    if option.kind == "levels":
        assert set(option.default) <= known
    else:
        assert option.default in known
        assert not option.built or option.default in option.built


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
    assert OPTION_BY_NAME[name].default == DEFAULTS[name]


# The profiles --------------------------------------------------------------------------------------------------------

BOTH = {
    "players": 4,
    "team_mode": "fixed_2x2",
    "decks": 2,
    "kitty_size": "auto",
    "filler_cards": 0,
    "jokers_removed": 0,
    "initial_level": "2",
    "final_level": "A",
    "after_final": "end",
    "laps": 1,
    "permanent_twos": "off",
    "hong_wu": "off",
    "hong_wu_penalty": 0,
    "first_drawer_method": "count",
    "cutter": "left_of_first_drawer",
    "later_first_drawer": "dealer",
    "deal_mode": "auction",
    "no_trump_declare": "joker_pair",
    "small_joker_declare": "allowed",
    "joker_in_bid": "off",
    "late_reinforce": "off",
    "declaration_window": "draw",
    "no_declaration": "rank_then_highest",
    "no_declaration_joker": "skip",
    "first_dealer_fallback": "first_drawer",
    "kitty_reveal": "on_opponents_last_trick",
    "redeal_no_trump": "off",
    "redeal_points_below": 0,
    "redeal_dealer": "keep",
    "chao_di_pi": "off",
    "chao_skip_last_bidder": None,
    "succession": "fixed",
    "zpy_dealer": None,
    "free_leads": "any_tuple",
    "tractor_adjacency": "distinct_rank",
    "throw_ambiguity": "longest_unit",
    "throw_penalty": "none",
    "throw_reveal": "witness_cards",
    "protect_tuples": "off",
    "revoke_penalty": "lose_hand",
    "advancement": "table",
    "threshold": 80,
    "score_step": 40,
    "kitty_multiplier_singles_throw": 2,
    "kitty_unit_source": "lead",
    "kitty_awarded_to": "opponents",
    "must_play": ["A"],
    "must_play_needs_win": "on",
    "gou_dao_di": "off",
    "quan_yi_ban": "off",
    "ace_hook": "off",
    "friend_call_style": None,
    "solo_call": None,
    "missing_teammate_bonus": None,
    "missing_bonus_scope": None,
    "auto_leveling": None,
    "zpy_win": None,
    "history_view": "last_trick",
    "elo_start": None,
    "elo_k": None,
    "elo_scale": None,
}
ZHANG = {
    "zhang-2016": {
        **BOTH,
        "first_drawer_ace": "one",
        "initial_declare": "single_or_joker_pair",
        "override_same_suit": "forbidden",
        "joker_pair_order": "flat",
        "first_hand_dealer": "last_suit_declarer",
        "throw_forced_lead": "leader_choice",
        "trump_throw_compare": "pairs_then_singles",
        "below_zero_row": "off",
        "kitty_multiplier": "pow2_cards",
    },
    "zhang-2021": {
        **BOTH,
        "first_drawer_ace": "redraw",
        "initial_declare": "single_or_pair_or_joker_pair",
        "override_same_suit": "allowed",
        "joker_pair_order": "big_over_small",
        "first_hand_dealer": "last_declarer",
        "throw_forced_lead": "weakest",
        "trump_throw_compare": "longest_unit",
        "below_zero_row": "on",
        "kitty_multiplier": "pow2_pairs",
    },
}
CELLS = [(profile, name) for profile, values in ZHANG.items() for name in values]
WITH_MEANING = [(profile, name) for profile, name in CELLS if ZHANG[profile][name] is not None]


def test_the_tables_of_this_file_name_every_option():
    assert all(sorted(values) == sorted(REGISTERED) for values in ZHANG.values())


@pytest.mark.parametrize(("profile", "name"), CELLS)
def test_every_value_of_a_profile_is_that_of_the_catalogue(profile, name):
    rules = rules_of(profile)
    in_points = {"threshold": rules.threshold, "score_step": rules.score_step}

    assert in_points.get(name, all_values(rules)[name]) == ZHANG[profile][name]


@pytest.mark.parametrize(
    ("profile", "name"), [(profile, name) for profile, name in CELLS if ZHANG[profile][name] is not None]
)
def test_a_value_that_a_profile_has_anyway_may_be_given_and_changes_nothing(profile, name):
    plain = rules_of(profile)
    given = rules_of(profile, {name: ZHANG[profile][name]})
    in_points = (given.threshold, given.score_step) == (plain.threshold, plain.score_step)

    assert in_points
    auto = {"score_step": "20d", "threshold": "40d"}
    assert {**all_values(given), **auto} == {**all_values(plain), **auto}


def test_the_profiles_are_those_that_are_described():
    assert set(PROFILES) == set(DESCRIPTIONS) == set(ZHANG)


def test_each_profile_can_be_played_as_the_typed_rules_say():
    in_2016, in_2021 = rules_of("zhang-2016"), rules_of("zhang-2021")

    assert (in_2016.throw_forced_lead, in_2021.throw_forced_lead) == ("leader_choice", "weakest")
    assert (in_2016.below_zero_row, in_2021.below_zero_row) == (False, True)
    assert (in_2016.declaration.override_same_suit, in_2021.declaration.override_same_suit) == (False, True)
    assert (in_2016.first_drawer_method, in_2021.first_drawer_method) == ("count", "count")
    assert in_2016.must_play == in_2021.must_play == {12}


# Overrides -----------------------------------------------------------------------------------------------------------

BUILT = [
    (option.name, value) for option in OPTIONS for value in option.built if value is not None and len(option.built) > 1
]


@pytest.mark.parametrize(("name", "value"), BUILT)
@pytest.mark.parametrize("profile", ["zhang-2016", "zhang-2021"])
def test_every_value_that_is_built_can_be_chosen_and_survives_its_document(profile, name, value):
    options = {name: value, "final_level": "A"} if name == "initial_level" else {name: value}
    rules = rules_of(profile, options)
    document = json.loads(json.dumps(rules_document(rules)))

    assert rules.value(name) == value
    assert rules_from_document(document) == rules
    assert document["profile"] == profile


def test_a_document_holds_only_what_differs_from_the_defaults():
    document = rules_document(rules_of("zhang-2021", {"throw_penalty": "none", "initial_level": "8"}))

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
def test_sj_adv_04_ace_always_belongs_to_the_must_play_levels_which_stand_in_order(given, expected):
    assert rules_of("zhang-2021", {"must_play": given}).value("must_play") == expected


@pytest.mark.parametrize(("kitty", "hand"), [(4, 26), (8, 25), (12, 24), (20, 22)])
def test_sj_deck_03_a_size_for_the_kitty_can_be_given(kitty, hand):
    assert rules_of("zhang-2021", {"kitty_size": kitty}).deal_shape == (108, hand, kitty)


# Refusals ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("profile", ["", "zhang", "ZHANG-2021", "zheng-shangyou", "wikipedia-bashifen"])
def test_a_profile_that_does_not_exist_is_refused(profile):
    with pytest.raises(UnknownProfile) as refused:
        rules_of(profile)

    assert refused.value.facts == {"option": "profile", "allowed": sorted(PROFILES)}


@pytest.mark.parametrize("name", ["", "Players", "must-play", "colour"])
def test_an_option_that_does_not_exist_is_refused(name):
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
def test_a_value_that_an_option_cannot_have_is_refused(name, value):
    with pytest.raises(InvalidOptionValue) as refused:
        rules_of("zhang-2021", {name: value})

    assert refused.value.facts["option"] == name
    assert refused.value.hint
    assert refused.value.rule == OPTION_BY_NAME[name].rules[0]


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
def test_a_number_that_the_catalogue_does_not_have_is_impossible_and_not_merely_unbuilt(name, value):
    with pytest.raises(InvalidOptionValue) as refused:
        rules_of("zhang-2021", {name: value})

    assert refused.value.facts["option"] == name


NOT_BUILT = [
    (option.name, value) for option in OPTIONS if option.built for value in option.values if value not in option.built
]


@pytest.mark.parametrize(("name", "value"), NOT_BUILT)
def test_a_value_of_the_catalogue_that_is_not_built_is_refused_by_name(name, value):
    with pytest.raises(OptionNotBuilt) as refused:
        rules_of("zhang-2021", {name: value})

    assert name in refused.value.detail
    played = [each for each in OPTION_BY_NAME[name].built if each is not None]
    assert refused.value.facts == {"option": name, "allowed": played}
    assert refused.value.hint
    assert refused.value.rule == OPTION_BY_NAME[name].rules[0]


CONFLICTS = [
    ({"kitty_size": 7}, {"kitty_size", "players"}, "SJ-DECK-03"),
    ({"kitty_size": 0}, {"kitty_size", "players"}, "SJ-DECK-03"),
    ({"kitty_size": 24}, {"kitty_size", "players"}, "SJ-DECK-03"),
    ({"kitty_size": 108}, {"kitty_size", "players"}, "SJ-DECK-03"),
    ({"initial_level": "8", "final_level": "7"}, {"final_level", "initial_level"}, "SJ-LEVEL-05"),
    ({"initial_level": "A", "final_level": "K"}, {"final_level", "initial_level"}, "SJ-LEVEL-05"),
    ({"score_step": 30}, {"score_step", "threshold"}, "SJ-SCORE-06"),
    ({"score_step": 7}, {"score_step", "threshold"}, "SJ-SCORE-06"),
    ({"threshold": 120}, {"threshold", "decks"}, "SJ-DECK-06"),
    ({"score_step": 160}, {"score_step", "threshold"}, "SJ-SCORE-06"),
]


@pytest.mark.parametrize(("options", "pair", "rule"), CONFLICTS, ids=[str(options) for options, _, _ in CONFLICTS])
def test_options_that_contradict_each_other_are_refused_and_named_as_a_pair(options, pair, rule):
    with pytest.raises(ConflictingOptions) as refused:
        rules_of("zhang-2021", options)

    assert set(refused.value.facts["options"]) == pair
    assert all(name in refused.value.detail for name in pair)
    assert refused.value.rule == rule


@pytest.mark.parametrize("step", [5, 10, 20, 40, 80])
def test_dec_81_a_step_of_fives_that_divides_the_threshold_is_played(step):
    assert rules_of("zhang-2016", {"score_step": step}).score_step == step


def test_every_refusal_of_rules_is_of_one_family():
    for refusal in (UnknownProfile, UnknownOption, InvalidOptionValue, OptionNotBuilt, ConflictingOptions):
        assert issubclass(refusal, InvalidRules)


def _nested(depth: int) -> list:
    value: list = []
    for _ in range(depth):
        value = [value]
    return value


@pytest.mark.parametrize("option", OPTIONS, ids=lambda option: option.name)
@pytest.mark.parametrize("value", [_nested(900), {"a": _nested(900)}, "x" * 10_000, None, True])
def test_whatever_stands_for_a_value_is_refused_in_few_words(option, value):
    with pytest.raises((InvalidOptionValue, OptionNotBuilt)) as refused:
        rules_of("zhang-2021", {option.name: value})

    assert len(refused.value.detail) < 200
    assert "None" not in refused.value.detail + (refused.value.hint or "")
    assert "True" not in refused.value.detail


def test_a_misspelt_option_is_told_the_right_one():
    with pytest.raises(UnknownOption) as refused:
        rules_of("zhang-2021", {"must-play": ["A"]})

    assert refused.value.hint == "did you mean must_play?"
