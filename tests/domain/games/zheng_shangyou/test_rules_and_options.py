"""Options, profiles and incompatible options."""

import pytest

from domain.games.zheng_shangyou.profiles import DESCRIPTIONS, PROFILES
from domain.games.zheng_shangyou.rules import REVISIONS, rules_from_document, rules_of
from domain.kernel.options import ConflictingOptions, InvalidOptionValue, UnknownOption, UnknownProfile

OPTIONS = REVISIONS.catalogue().options

REGISTRY = {
    # option: values, rule
    "zs_players": ((4, 5, 6, 7, 8, 9), "ZS-DECK-01"),
    "zs_team_mode": (("individual", "teams_2x2", "teams_2x3"), "ZS-TEAM-01"),
    "zs_target": ((11, 50), "ZS-SCORE-01"),
    "zs_scoring": (("first_second_2_1", "team_table_3_2_2_10_5"), "ZS-SCORE-01"),
    "zs_first_lead": (("dealer", "drawn_card_holder"), "ZS-TURN-01"),
    "zs_next_lead": (("third_place", "fifth_place"), "ZS-SCORE-02"),
    "zs_exchange": (("last_two_to_first_two", "off"), "ZS-EXCH-01"),
    "zs_twos_in_sequences": (("off", "on"), "ZS-VAR-01"),
    "zs_tie": (("another_hand",), "ZS-TEAM-06"),
}
TABLE = {
    # The catalogue's table of profiles, row by row
    "zs_players": (5, 4, 6),
    "zs_team_mode": ("individual", "teams_2x2", "teams_2x3"),
    "zs_target": (11, 11, 50),
    "zs_scoring": ("first_second_2_1", "first_second_2_1", "team_table_3_2_2_10_5"),
    "zs_first_lead": ("dealer", "dealer", "drawn_card_holder"),
    "zs_next_lead": ("third_place", "third_place", "fifth_place"),
    "zs_exchange": ("last_two_to_first_two",) * 3,
    "zs_twos_in_sequences": ("off",) * 3,
    "zs_tie": ("another_hand",) * 3,
}


def test_every_option_is_in_the_registry():
    assert {option.name: (option.values, option.rules[0]) for option in OPTIONS.values()} == REGISTRY
    assert all(option.meaning and option.default in option.values for option in OPTIONS.values())


@pytest.mark.parametrize(
    ("place", "profile"), [(0, "zheng-shangyou"), (1, "zheng-shangyou-4-partners"), (2, "san-jia-xi")]
)
def test_every_profile_has_its_options(place, profile):
    assert rules_of(profile).choices() == {name: values[place] for name, values in TABLE.items()}
    assert DESCRIPTIONS[profile]
    assert set(PROFILES) == set(DESCRIPTIONS)


@pytest.mark.parametrize("players", range(4, 10))
def test_dec_111_a_game_has_four_to_nine_players(players):
    assert rules_of("zheng-shangyou", {"zs_players": players}).players == players


@pytest.mark.parametrize("target", [1, 11, 50, 1000])
def test_zs_score_01_the_target_can_be_any_positive_number(target):
    assert rules_of("zheng-shangyou", {"zs_target": target}).target == target


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("zs_players", 3),
        ("zs_players", 10),
        ("zs_players", "5"),
        ("zs_target", 0),
        ("zs_target", 1001),
        ("zs_target", True),
        ("zs_target", "any"),
        ("zs_team_mode", "teams_3x2"),
        ("zs_exchange", None),
        ("zs_tie", "shared"),
        ("zs_twos_in_sequences", True),
    ],
)
def test_an_invalid_value_of_an_option_is_refused(name, value):
    with pytest.raises(InvalidOptionValue) as refused:
        rules_of("zheng-shangyou", {name: value})

    assert refused.value.facts["option"] == name
    assert refused.value.rule == OPTIONS[name].rules[0]


def test_unknown_profiles_and_options_are_refused():
    with pytest.raises(UnknownProfile):
        rules_of("zhang-2021")
    with pytest.raises(UnknownOption) as refused:
        rules_of("zheng-shangyou", {"zs_player": 5})
    assert refused.value.hint == "did you mean zs_players?"
    with pytest.raises(UnknownOption):
        rules_of("zheng-shangyou", {"trump_rank": "2"})


@pytest.mark.parametrize(
    ("profile", "overrides", "pair"),
    [
        ("zheng-shangyou-4-partners", {"zs_players": 6}, ["zs_team_mode", "zs_players"]),
        ("san-jia-xi", {"zs_players": 5}, ["zs_team_mode", "zs_players"]),
        ("zheng-shangyou", {"zs_team_mode": "teams_2x3"}, ["zs_team_mode", "zs_players"]),
        ("zheng-shangyou", {"zs_scoring": "team_table_3_2_2_10_5"}, ["zs_scoring", "zs_team_mode"]),
        ("zheng-shangyou-4-partners", {"zs_scoring": "team_table_3_2_2_10_5"}, ["zs_scoring", "zs_team_mode"]),
        ("zheng-shangyou-4-partners", {"zs_next_lead": "fifth_place"}, ["zs_next_lead", "zs_players"]),
    ],
)
def test_incompatible_options_are_named_as_a_pair(profile, overrides, pair):
    with pytest.raises(ConflictingOptions) as refused:
        rules_of(profile, overrides)

    assert refused.value.facts == {"options": pair}
    assert refused.value.rule.startswith("ZS-")


@pytest.mark.parametrize("profile", PROFILES)
def test_a_document_of_rules_round_trips_and_contains_only_differences(profile):
    rules = rules_of(profile, {"zs_target": 21, "zs_twos_in_sequences": "off"})
    document = rules.document()

    assert rules_from_document(document, rules.revision) == rules
    assert document["profile"] == profile
    assert document["options"]["zs_target"] == 21
    assert "zs_twos_in_sequences" not in document["options"]
