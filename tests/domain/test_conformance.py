"""The worked examples of the catalogue (RULES §32), every one of them asked of the rules lab.

A case passes when every key of `expected` stands in the answer with an equal value; the answer may say more. The cards
of a unit and the units of a throw are multisets. What is not built yet is listed below by kind and reason, with how
many cases wait for it: the list can only grow shorter.
"""

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from domain import lab
from domain.refusals import Refusal
from domain.shengji.options import OPTION_BY_NAME
from domain.shengji.profiles import PROFILES

CASES = json.loads((Path(__file__).parent.parent / "data" / "rules_examples.json").read_text(encoding="utf-8"))

CARDS = {"forced", "forced_weakest", "unit", "cards"}
UNITS = {"units", "choices", "all_beatable"}
"""Members whose value is a multiset of cards, or one of such multisets."""

WAITING = {
    # (kind, what it waits for): how many cases
    ("bid_sequence", "first_hand_dealer = first_declarer"): 9,
    ("bid_sequence", "first_hand_dealer = first_joker_pair"): 1,
    ("bid_sequence", "first_hand_dealer = first_pair"): 1,
    ("bid_sequence", "late_reinforce = on"): 2,
    ("card_order", "hong_wu = h5"): 1,
    ("card_order", "hong_wu = h5_d5"): 1,
    ("card_order", "permanent_twos = on"): 1,
    ("chao_order", "the kind itself"): 3,
    ("chao_turns", "the kind itself"): 3,
    ("deal_shape", "filler_cards = 2"): 1,
    ("filler_rank", "the kind itself"): 1,
    ("follow", "protect_tuples = on"): 2,
    ("friend_call", "the kind itself"): 13,
    ("friend_points", "the kind itself"): 1,
    ("friend_reveal", "the kind itself"): 5,
    ("level_reset", "the kind itself"): 10,
    ("missing_bonus", "the kind itself"): 4,
    ("next_dealer", "succession = levelup"): 3,
    ("next_dealer", "succession = next_winner_right"): 3,
    ("night_rating", "the kind itself"): 2,
    ("no_declaration", "no_declaration = first_card"): 4,
    ("redeal_claim", "the kind itself"): 5,
    ("score", "auto_leveling = on"): 2,
    ("score", "profile = levelup-5"): 19,
    ("throw", "free_leads = full_tuples_only"): 2,
    ("throw", "tractor_adjacency = equal_rank_chain"): 7,
    ("throw_decomposition", "throw_ambiguity = most_equal_copies"): 1,
    ("tractor", "tractor_adjacency = equal_rank_chain"): 10,
    ("tractor", "tractor_adjacency = no_gap"): 4,
    ("trick_winner", "tractor_adjacency = equal_rank_chain"): 4,
    ("trick_winner", "tractor_adjacency = no_gap"): 1,
    ("trick_winner", "trump_throw_compare = all_units"): 1,
    ("zs_beats", "the kind itself"): 29,
    ("zs_combo", "the kind itself"): 20,
    ("zs_exchange", "the kind itself"): 1,
    ("zs_game_end", "the kind itself"): 2,
    ("zs_order", "the kind itself"): 1,
    ("zs_score", "the kind itself"): 3,
    ("zs_team_score", "the kind itself"): 6,
}


def waits_for(case: dict[str, Any]) -> str | None:
    """What of a case is not built, found in the catalogues of kinds, profiles and options alone."""
    if case["kind"] not in lab.KINDS:
        return "the kind itself"
    options = case["setup"].get("options", {})
    if options.get("profile", "zhang-2021") not in PROFILES:
        return f"profile = {options['profile']}"
    for name, value in options.items():
        option = OPTION_BY_NAME.get(name)
        if option and option.built and value not in option.built:
            return f"{name} = {value}"
    return None


def agrees(name: str, expected: Any, found: Any) -> bool:
    if name in UNITS and isinstance(expected, list) and isinstance(found, list):
        return Counter(map(multiset, expected)) == Counter(map(multiset, found))
    if name in CARDS and isinstance(expected, list) and isinstance(found, list):
        return multiset(expected) == multiset(found)
    return type(expected) is type(found) and expected == found


def multiset(cards: list[str]) -> tuple[str, ...]:
    return tuple(sorted(cards))


def differences(case: dict[str, Any]) -> dict[str, tuple[Any, Any]]:
    """The members in which the lab's answer differs from what is expected: expected and found."""
    found = lab.answer(case["kind"], case["setup"], case["input"])
    return {
        name: (expected, found.get(name, "nothing"))
        for name, expected in case["expected"].items()
        if name not in found or not agrees(name, expected, found[name])
    }


BUILT = [case for case in CASES if waits_for(case) is None]


@pytest.mark.parametrize("case", BUILT, ids=[case["id"] for case in BUILT])
def test_the_rules_lab_answers_as_the_catalogue_does(case):
    assert differences(case) == {}


def test_what_is_not_built_is_what_is_listed_here():
    waiting = Counter((case["kind"], waits_for(case)) for case in CASES if waits_for(case))

    assert dict(waiting) == WAITING
    assert len(CASES) == 565
    assert len(BUILT) == len(CASES) - sum(WAITING.values()) == 376


@pytest.mark.parametrize("case", [case for case in CASES if waits_for(case)], ids=lambda case: case["id"])
def test_what_is_not_built_is_refused_and_not_answered_wrongly(case):
    with pytest.raises(Refusal) as refused:
        lab.answer(case["kind"], case["setup"], case["input"])

    assert refused.value.code() in ("unknown_kind", "unknown_profile", "option_not_built")


def test_every_kind_of_question_has_a_worked_example():
    assert set(lab.KINDS) <= {case["kind"] for case in CASES}


def test_the_comparison_notices_a_wrong_card_a_missing_member_and_a_number_for_a_truth():
    case = next(case for case in BUILT if case["kind"] == "throw" and case["expected"].get("forced"))
    broken = [
        {**case, "expected": {**case["expected"], "forced": ["2C", "2D"]}},
        {**case, "expected": {**case["expected"], "witness": "N"}},
        {**case, "expected": {**case["expected"], "valid": 0}},
    ]

    assert differences(case) == {}
    assert [list(differences(each)) for each in broken] == [["forced"], ["witness"], ["valid"]]


def test_the_comparison_reads_cards_and_units_as_multisets():
    assert agrees("forced", ["AS", "KS"], ["KS", "AS"])
    assert agrees("units", [["AS"], ["KS", "QS"]], [["QS", "KS"], ["AS"]])
    assert not agrees("forced", ["AS", "AS"], ["AS"])
    assert not agrees("suits", ["S", "T"], ["T", "S"])
