"""Invariants of matches in which seats randomly claim, propose, agree and decline."""

from random import Random

import pytest
from hypothesis import Phase, given, note
from hypothesis import strategies as st

from domain.games.registry import GAMES
from domain.games.sheng_ji.play_events import ClaimProven, HandConceded
from domain.kernel.seats import Seat
from domain.kernel.viewers import Onlooker
from domain.table.events import MatchEnded, MoveUndone, ProposalMade
from domain.table.evolve import evolve, fold
from domain.table.redact import redact
from tests.support.cases import cases
from tests.support.matches import played_by_chance
from tests.support.option_sets import settings_of_short_matches
from tests.support.table import SHENG_JI
from tests.support.watching import WATCHERS, watch

SEEDS = st.integers(0, 2**32)


@pytest.mark.slow
@cases(30, phases=[Phase.explicit, Phase.generate])
@given(SEEDS, settings_of_short_matches())
def test_matches_with_proposals_keep_every_watched_invariant(seed, rules):
    setting, hands = rules
    note(f"played_by_chance({seed}, {setting.profile!r}, {setting.overrides}, {hands}, talk=0.05)")
    outcomes = played_by_chance(seed, setting.profile, setting.overrides, hands, talk=0.05)

    table = watch(outcomes, [watcher(Random(seed)) for watcher in WATCHERS])
    assert table.status == "finished"
    assert table.proposal is None


@cases(40, phases=[Phase.explicit, Phase.generate])
@given(SEEDS, settings_of_short_matches())
def test_after_an_undone_move_every_viewer_sees_the_game_as_before(seed, rules):
    setting, hands = rules
    viewers = (*map(Seat, range(4)), Onlooker.SPECTATOR, Onlooker.ARCHIVE)
    tables = dict.fromkeys(viewers)
    befores = {viewer: [] for viewer in viewers}
    for outcome in played_by_chance(seed, setting.profile, setting.overrides, hands, talk=0.1):
        for event in outcome.events:
            for viewer in viewers:
                before = tables[viewer]
                after = tables[viewer] = evolve(GAMES, before, redact(SHENG_JI, event, viewer))
                if isinstance(event, MoveUndone):
                    assert after.match == befores[viewer][-1]
                    assert after.undoable is None
                elif after.undoable is not None and before is not None and after.undoable is not before.undoable:
                    befores[viewer].append(before.match)


def test_every_kind_of_proposal_occurs_in_some_match():
    kinds: set[str] = set()
    undone = claimed = conceded = 0
    for seed in range(40):
        for outcome in played_by_chance(seed, "zhang-2021", {"final_level": "5"}, 2, talk=0.05):
            for event in outcome.events:
                kinds |= {event.what} if isinstance(event, ProposalMade) else set()
                kinds |= {event.reason} if isinstance(event, MatchEnded) else set()
                undone += isinstance(event, MoveUndone)
                claimed += isinstance(event, ClaimProven)
                conceded += isinstance(event, HandConceded)

    assert kinds >= {"undo", "draw", "abandon", "concede_hand", "concede_match", "drawn", "abandoned", "conceded"}
    assert min(undone, claimed, conceded) > 0


def test_refolding_a_feed_gives_the_same_table():
    for seed in range(10):
        outcomes = list(played_by_chance(seed, "si-shi-fen", {}, 2, talk=0.1))
        events = [event for outcome in outcomes for event in outcome.events]
        assert fold(GAMES, events) == outcomes[-1].table
