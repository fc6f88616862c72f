"""A stored state is read only by releases of the same revision, so another format needs another revision.

`formats_of_states.json` has the revision of each kind of state and a digest of its type. A digest changes with any
member of the state, by name, order or type. Write the new entry there when you have raised `STATE_REVISION`.
"""

import dataclasses
import hashlib
import json
from collections.abc import Callable
from pathlib import Path
from types import UnionType
from typing import Any, Literal, NamedTuple, Union, get_args, get_origin, get_type_hints

import pytest

from domain.table.state import Table
from domain.tournaments.leagues.state import League
from domain.tournaments.series.decide import Series
from domain.tournaments.state import Tournament
from service.leagues import events as leagues
from service.series import events as series
from service.tables import events as tables
from service.tournaments import events as tournaments

PINNED = json.loads((Path(__file__).parent / "formats_of_states.json").read_text())
STATES: dict[str, tuple[type, int]] = {
    "league": (League, leagues.STATE_REVISION),
    "series": (Series, series.STATE_REVISION),
    "table": (Table, tables.STATE_REVISION),
    "tournament": (Tournament, tournaments.STATE_REVISION),
}


def parts(kind: Any, known: dict[str, str]) -> str:
    """Returns the name of a type, and adds its members and theirs to `known`."""
    if get_origin(kind) is Literal:
        return repr(get_args(kind))
    if get_args(kind):
        origin = get_origin(kind)
        name = "Union" if origin in (Union, UnionType) else origin.__name__
        return f"{name}[{', '.join(parts(each, known) for each in get_args(kind))}]"
    name = str(getattr(kind, "__name__", kind))
    members = _members(kind)
    if members and name not in known:
        known[name] = ""
        known[name] = ", ".join(f"{member}: {parts(each, known)}" for member, each in members.items())
    return name


def _members(kind: Any) -> dict[str, Any]:
    """Returns the stored members of a type, in their order."""
    names = [each.name for each in dataclasses.fields(kind)] if dataclasses.is_dataclass(kind) else ()
    hints = get_type_hints(kind) if isinstance(kind, type) else {}
    return {name: hints[name] for name in names or getattr(kind, "_fields", ())}


def digest(kind: Any) -> str:
    """Returns a digest of a type and of all types in it."""
    known: dict[str, str] = {}
    parts(kind, known)
    return hashlib.sha256(json.dumps(known, sort_keys=True).encode()).hexdigest()[:16]


@pytest.mark.parametrize("name", STATES)
def test_another_format_of_a_stored_state_has_another_revision(name: str):
    kind, revision = STATES[name]

    assert PINNED[name] == {"revision": revision, "digest": digest(kind)}, "raise STATE_REVISION, and write this entry"


class _Point(NamedTuple):
    x: int


@dataclasses.dataclass
class _Line:
    ends: tuple[_Point, ...]


@pytest.mark.parametrize("change", [{"x": str}, {"y": int}])
def test_a_change_deep_in_a_state_changes_its_digest(change: dict[str, Any], monkeypatch: pytest.MonkeyPatch):
    before = digest(_Line)
    field: Callable[..., Any] = NamedTuple("_Point", list(change.items()))
    monkeypatch.setitem(_Line.__annotations__, "ends", tuple[field, ...])

    assert digest(_Line) != before
