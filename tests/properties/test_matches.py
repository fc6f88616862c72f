"""Invariants of every match under any options."""

from random import Random
from typing import Any

import pytest
from hypothesis import Phase, given, note
from hypothesis import strategies as st

from domain.games.sheng_ji.play_events import HandScored
from domain.table.events import MatchEnded
from tests.support.cases import cases
from tests.support.matches import played_by_chance, tables
from tests.support.option_sets import settings_of_short_matches
from tests.support.watching import WATCHERS, watch

SEEDS = st.integers(0, 2**32)


# Shrinking a failure takes longer than inspecting it, since options and seed reproduce it.
@pytest.mark.slow
@cases(60, phases=[Phase.explicit, Phase.generate])
@given(SEEDS, settings_of_short_matches())
def test_whole_matches_keep_every_watched_invariant(seed, rules):
    setting, hands = rules
    note(f"played_by_chance({seed}, {setting.profile!r}, {setting.overrides}, {hands})")
    outcomes = played_by_chance(seed, setting.profile, setting.overrides, hands)

    watch(outcomes, [watcher(Random(seed)) for watcher in WATCHERS])


@given(SEEDS, tables(("J", "Q", "K", "A")))
def test_every_match_ends_with_a_win_or_after_its_number_of_hands(seed, rules):
    *_, outcome = played_by_chance(seed, *rules, hands=3)
    (end,) = (event for event in outcome.events if isinstance(event, MatchEnded))
    table = outcome.table

    assert table.status == "finished"
    assert table.match.hands_played <= 3
    assert end.reason == ("won" if table.match.won_by else "hands_played")
    assert len(end.winners) < table.rules.players


@pytest.mark.parametrize("profile", ["zhang-2016", "zhang-2021", "si-shi-fen", "levelup-5", "zhao-peng-you"])
def test_a_whole_match_from_two_to_ace_ends_with_a_winner(profile):
    events: list[Any] = [event for outcome in played_by_chance(1, profile, {}) for event in outcome.events]

    assert events[-1].reason == "won"
    assert sum(isinstance(event, HandScored) for event in events) > 5
