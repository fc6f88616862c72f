"""Compatible sets of options are drawn without waste and reach every value, and every conflict is refused."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.games.sheng_ji.options.catalogue import OPTIONS
from domain.games.sheng_ji.profiles import PROFILES
from domain.games.sheng_ji.rules import REVISIONS, rules_from_document, rules_of
from domain.kernel.options import ConflictingOptions
from tests.support.laws import law
from tests.support.option_sets import broken, by_luck, settings_of_tables, values_of

CONFLICTS = REVISIONS.catalogue().conflicts

DRAWN = [by_luck(seed) for seed in range(1500)]
RULES = [rules_of(setting.profile, setting.overrides) for setting in DRAWN]


@given(settings_of_tables())
def test_every_drawn_set_of_options_is_valid_and_round_trips(setting):
    rules = rules_of(setting.profile, setting.overrides)

    assert rules_from_document(rules.document(), rules.revision) == rules
    assert {name: rules.choices()[name] for name in setting.overrides if name != "must_play"} == {
        name: value for name, value in setting.overrides.items() if name != "must_play"
    }


@law
@pytest.mark.parametrize("option", OPTIONS.values(), ids=lambda option: option.name)
def test_every_option_takes_every_named_value(option):
    taken = [rules.value(option.name) for rules in RULES]
    named = {level for levels in taken for level in levels} if option.kind == "levels" else set(taken)

    assert set(option.values) <= named


@pytest.mark.parametrize("profile", sorted(PROFILES))
def test_every_profile_is_drawn_and_changed(profile):
    drawn = [setting for setting in DRAWN if setting.profile == profile]

    assert len({str(setting.overrides) for setting in drawn}) > 50


@pytest.mark.parametrize("players", [4, 5, 6, 7, 8])
def test_all_numbers_of_players_and_decks_are_drawn(players):
    # Hands of forty cards and more take long, so these numbers are rare.
    decks = {rules.decks for rules in RULES if rules.players == players}

    assert decks >= set(range(1, players // 2 + 1))
    assert {rules.decks for rules in RULES} == {1, 2, 3, 4, 5, 6}


@pytest.mark.parametrize("way", ["auction", "live_draw", "plan"])
@pytest.mark.parametrize("friends", [False, True])
def test_all_declaration_modes_are_drawn_with_teams_and_with_friends(way, friends):
    assert sum(rules.deal_mode == way and bool(rules.friends) == friends for rules in RULES) > 50


# Conflicts -----------------------------------------------------------------------------------------------------------


def breaking(conflict, luck):
    """Options of which exactly these two conflict."""
    pairs = [
        (one, other)
        for one in values_of(conflict.first)
        for other in values_of(conflict.second)
        if conflict.excludes(one) and conflict.excluded(other)
    ]
    for _ in range(200):
        one, other = luck.choice(pairs)
        try:
            setting = by_luck(luck.random(), pinned={conflict.first: one, conflict.second: other})
        except IndexError:
            continue
        values = {name: PROFILES[setting.profile].get(name, option.default) for name, option in OPTIONS.items()}
        if broken({**values, **setting.overrides}) == [conflict]:
            return setting
    raise AssertionError(f"{conflict.first} and {conflict.second} are never the only conflict")


@law
@pytest.mark.parametrize(
    "number", range(len(CONFLICTS)), ids=lambda n: f"{n}: {CONFLICTS[n].first}-{CONFLICTS[n].second}"
)
def test_every_conflict_is_refused_and_names_exactly_its_pair(number):
    conflict = CONFLICTS[number]
    setting = breaking(conflict, Random(number))

    with pytest.raises(ConflictingOptions) as refused:
        rules_of(setting.profile, setting.overrides)

    assert refused.value.facts == {"options": [conflict.first, conflict.second]}
    assert refused.value.rule == conflict.rule
    assert refused.value.hint


SUMS = {
    "jokers_removed-decks": {"decks": 1, "jokers_removed": 3},
    "run_width-decks": {"run_width": 3},
    "kitty_size-players": {"kitty_size": 9},
    "final_level-initial_level": {"initial_level": "5", "final_level": "4"},
    "threshold-decks": {"threshold": 120},
    "score_step-threshold": {"score_step": 30},
}


@pytest.mark.parametrize("pair", SUMS)
def test_impossible_numbers_are_refused_and_named_as_a_pair(pair):
    with pytest.raises(ConflictingOptions) as refused:
        rules_of("zhang-2021", SUMS[pair])

    assert refused.value.facts == {"options": pair.split("-")}


@given(st.randoms(use_true_random=False))
def test_no_draw_has_to_be_discarded(luck):
    setting = by_luck(luck.random())

    assert rules_of(setting.profile, setting.overrides)
