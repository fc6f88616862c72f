"""The worked examples of the catalogue, all answered by the rules lab.

A case passes when the answer has every key of `expected` with an equal value. The answer may have more keys. The cards
of a unit and the units of a throw are multisets.
"""

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from domain.games import lab
from tests.support.laws import law

CASES = json.loads((Path(__file__).parents[3] / "data" / "rules_examples.json").read_text(encoding="utf-8"))

CARDS = {"forced", "forced_weakest", "forced_all_beatable", "unit", "cards"}
UNITS = {"units", "choices", "all_beatable"}
"""Members whose value is a multiset of cards, or of such multisets."""


def agrees(name: str, expected: Any, found: Any) -> bool:
    if name in UNITS and isinstance(expected, list) and isinstance(found, list):
        return Counter(map(multiset, expected)) == Counter(map(multiset, found))
    if name in CARDS and isinstance(expected, list) and isinstance(found, list):
        return multiset(expected) == multiset(found)
    return type(expected) is type(found) and expected == found


def multiset(cards: list[str]) -> tuple[str, ...]:
    return tuple(sorted(cards))


def differences(case: dict[str, Any]) -> dict[str, tuple[Any, Any]]:
    """Members in which the lab's answer differs from the expected one, as pairs of expected and found."""
    found = lab.answer(case["kind"], case["setup"], case["input"])
    return {
        name: (expected, found.get(name, "nothing"))
        for name, expected in case["expected"].items()
        if name not in found or not agrees(name, expected, found[name])
    }


@law
@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_the_rules_lab_answers_like_the_catalogue(case):
    assert differences(case) == {}


def test_all_worked_examples_are_tested():
    assert len(CASES) == 565


def test_every_kind_of_question_has_a_worked_example():
    assert set(lab.KINDS) <= {case["kind"] for case in CASES}


def test_the_comparison_notices_a_wrong_card_a_missing_member_and_a_number_in_place_of_a_boolean():
    case = next(case for case in CASES if case["kind"] == "throw" and case["expected"].get("forced"))
    broken = [
        {**case, "expected": {**case["expected"], "forced": ["2C", "2D"]}},
        {**case, "expected": {**case["expected"], "witness": "N"}},
        {**case, "expected": {**case["expected"], "valid": 0}},
    ]

    assert differences(case) == {}
    assert [list(differences(each)) for each in broken] == [["forced"], ["witness"], ["valid"]]


def test_the_comparison_treats_cards_and_units_as_multisets():
    assert agrees("forced", ["AS", "KS"], ["KS", "AS"])
    assert agrees("units", [["AS"], ["KS", "QS"]], [["QS", "KS"], ["AS"]])
    assert not agrees("forced", ["AS", "AS"], ["AS"])
    assert not agrees("suits", ["S", "T"], ["T", "S"])
