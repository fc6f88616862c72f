"""The work of a refusal does not depend on hidden cards.

The tests do not measure times, because machines stall. A match is cut after a command. It is folded once as played, and
once with hidden cards and the orders of other seats exchanged. Then the viewer sends refused commands and dry runs, and
asks for legal moves. Both tables must execute the same instructions of the rules, each as often. The answers must also
come from a table whose hidden cards cannot be read. `tests/bench/bench_refusal_times.py` measures the times.
"""

from collections import Counter
from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.games.sheng_ji.commands import ChallengePlay
from domain.kernel.seats import Seat
from domain.table.commands import (
    Act,
)
from tests.support.cases import cases
from tests.support.climbing import FORMS
from tests.support.compared_answers import (
    answer_in_earnest,
    answer_to_dry_run,
    case_of_climbing,
    case_of_shengji,
    leaks,
    looks,
    questions,
    twice,
)
from tests.support.deals import playing as playing_shengji
from tests.support.deals import started
from tests.support.effort import Effort, differences, effort_of, forget
from tests.support.table import player

SEEDS = st.integers(0, 2**32)
ODD_OPTIONS: tuple[dict[str, object], ...] = (
    {"deal_mode": "plan"},
    {"deal_mode": "live_draw"},
    {"redeal_no_trump": "on"},
    {"chao_di_pi": "repeat"},
    {"throw_forced_lead": "leader_choice"},
    {"take_back": "on"},
    {"enforcement": "honor"},
    {"end_early": "on"},
    {},
    {},
)
"""Options without which some moments are rare."""


@pytest.mark.slow
@given(SEEDS, st.sampled_from(ODD_OPTIONS))
@cases(40)
def test_the_work_of_answers_in_sheng_ji_does_not_depend_on_hidden_cards(seed, pinned):
    found = twice(case_of_shengji(seed, pinned))

    assert leaks(found) == []
    assert looks(found) == []


@pytest.mark.slow
@given(SEEDS, st.sampled_from(FORMS))
@cases(25)
def test_the_work_of_answers_in_zheng_shangyou_does_not_depend_on_hidden_cards(seed, form):
    found = twice(case_of_climbing(seed, form))

    assert leaks(found) == []
    assert looks(found) == []


@pytest.mark.slow
@given(SEEDS, st.sampled_from(ODD_OPTIONS))
@cases(15)
def test_caches_of_other_hands_save_no_work(seed, pinned):
    assert leaks(twice(case_of_shengji(seed, pinned)), cold=False) == []


def test_the_work_of_judging_a_challenge_does_not_depend_on_hidden_suits():
    def steps(held_by_first: str) -> Effort:
        hands = [f"AS AS AD {held_by_first}", "3S 3S 3S 5S 5S 7S", "6S 8S 8D 9D 10D 7D", "9S 10S 7D 8D 9D 6D"]
        match = started(enforcement="honor", protect_tuples="on", decks=3, kitty_size=6)
        tricks = ("0: AS AS", "1: 5S 7S", "2: 6S 8S", "3: 9S 10S", "0: AD", "1: 5S", "2: 8D", "3: 7D")
        table = playing_shengji(hands, buried="3C 4C 6C 7C 8C 9C", match=match).after_plays(*tricks).table
        forget()
        # The plays of seat 1 would be a revoke if it held no other cards, so its hand has to be read.
        code, effort = effort_of(partial(answer_in_earnest, Act(player(2), ChallengePlay(1, Seat(1))), table))
        assert code == "not_proven"
        return effort

    assert differences(steps("KD QD JD"), steps("KC QC JC")) == []


@given(SEEDS, st.sampled_from(ODD_OPTIONS))
@cases(15)
def test_a_dry_run_predicts_the_answer_to_a_command(seed, pinned):
    found = twice(case_of_shengji(seed, pinned))

    for command in found.commands:
        in_earnest = answer_in_earnest(command, found.here)
        assert answer_to_dry_run(command, found.here) == ("legal" if in_earnest == "done" else in_earnest)


def test_the_questions_have_many_kinds_of_answers():
    found = [twice(case_of_shengji(seed, pinned)) for seed in range(2) for pinned in ODD_OPTIONS]
    answered = Counter(str(of(each.here)) for each in found for name, of in questions(each) if name != "legal moves")
    phases = {type(each.here.match.phase).__name__ for each in found}

    assert answered["legal"] > 20
    assert len(answered) > 15
    assert len(phases) > 4
