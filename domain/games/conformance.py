"""Checks cases of a conformance file. A case is a question with the expected answer."""

from collections import Counter
from collections.abc import Mapping
from typing import Any, Literal, NamedTuple

from domain.games.lab import KINDS, answer
from domain.kernel.options import UnknownProfile
from domain.kernel.refusals import Refusal

Outcome = Literal["passed", "different", "not_played", "unknown_kind"]

_CARD_LISTS = ("forced", "forced_weakest", "forced_all_beatable", "unit")
"""Members with the cards of one unit, compared as multisets."""
_UNIT_LISTS = ("all_beatable", "choices", "units")
"""Members with several units, compared as multisets of multisets."""


class Verdict(NamedTuple):
    """The outcome of a case, and the differences between the expected and the actual answer."""

    outcome: Outcome
    differences: tuple[str, ...]


def judge(case: Mapping[str, Any]) -> Verdict:
    """Checks a case. It passes if the answer has every member of `expected` with an equal value."""
    kind = case.get("kind")
    if kind not in KINDS:
        return Verdict("unknown_kind", (f"the kind {kind!r} is not known",))
    try:
        given = answer(str(kind), case.get("setup"), case.get("input"))
    except UnknownProfile as refusal:
        return Verdict("not_played", (refusal.detail,))
    except Refusal as refusal:
        return Verdict("different", (f"refused: {refusal.detail}",))
    expected: Mapping[str, Any] = case.get("expected") or {}
    differences = tuple(
        f"{member}: expected {wanted!r}, answered {given.get(member)!r}"
        for member, wanted in expected.items()
        if member not in given or not _equal(member, given[member], wanted)
    )
    return Verdict("different" if differences else "passed", differences)


def _equal(member: str, given: Any, wanted: Any) -> bool:
    if member in _CARD_LISTS and isinstance(given, list) and isinstance(wanted, list):
        return Counter(given) == Counter(wanted)
    if member in _UNIT_LISTS and isinstance(given, list) and isinstance(wanted, list):
        return Counter(map(_cards, given)) == Counter(map(_cards, wanted))
    return bool(given == wanted)


def _cards(unit: Any) -> tuple[str, ...]:
    return tuple(sorted(map(str, unit)))
