"""Converts events and states to JSON documents and back, by their types.

An event is a JSON object of its fields. A state can be deleted and folded again at any time, so it is stored as an
array. Cards are written by name (`??` if hidden), ranks and levels as `2`..`A` and `NT`, trump suits as `C D H S` or
`NT`. Stored events stay readable forever. The tests contain a golden file for each type and revision.
"""

import dataclasses
import types
from collections.abc import Callable, Sequence
from functools import cache
from operator import attrgetter
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from domain.clocks.budget import Budget
from domain.clocks.ladder import Ladder, Pauses
from domain.clocks.rules import ClockRules, clock_document
from domain.clocks.running import ClockReading, Running
from domain.games.registry import PACKAGES
from domain.kernel.cards import FACE_OF_NAME, HIDDEN, NAMES, SUIT_NAMES, SUIT_OF_NAME, Face, Suit
from domain.kernel.instants import Instant, read_instant, write_instant
from domain.kernel.newer_release import NewerRelease
from domain.orders.order import Order, order_document, order_from_document
from domain.table.match_ref import MatchRef
from domain.tournaments.leagues.divisions import MoverCount, Share

Convert = Callable[[Any], Any]

_FACES: dict[str, Face] = {**FACE_OF_NAME, "??": HIDDEN}
_NO_TRUMP = "NT"


def _write_trump_suit(suit: Suit | None) -> str:
    return _NO_TRUMP if suit is None else SUIT_NAMES[suit]


def _read_trump_suit(name: str) -> Suit | None:
    return None if name == _NO_TRUMP else SUIT_OF_NAME[name]


def _write_figure(figure: MoverCount) -> Any:
    return figure._asdict() if isinstance(figure, Share) else {"count": figure}


def _read_figure(document: Any) -> MoverCount:
    return int(document["count"]) if "count" in document else Share(**document)


_WRITTEN: dict[Any, Convert] = {
    Face: NAMES.__getitem__,
    Suit: SUIT_NAMES.__getitem__,
    Suit | None: _write_trump_suit,
    ClockRules: clock_document,
    Instant: write_instant,
    Order: order_document,
    MoverCount: _write_figure,
}
_READ: dict[Any, Convert] = {
    Face: _FACES.__getitem__,
    Suit: SUIT_OF_NAME.__getitem__,
    Suit | None: _read_trump_suit,
    ClockRules: lambda document: ClockRules(**document),
    Instant: read_instant,
    Order: order_from_document,
    MoverCount: _read_figure,
}
"""The types with their own notation."""
for _package in PACKAGES.values():
    for _kind, (_write, _read) in _package.notation.converters.items():
        _WRITTEN[_kind], _READ[_kind] = _write, _read
    _rules = _package.book.revisions
    _WRITTEN[_rules.rules], _READ[_rules.rules] = _rules.rules.stored, _rules.restored

_OBJECTS = frozenset({Budget, ClockReading, Ladder, MatchRef, Pauses, Running}).union(
    *(package.notation.objects for package in PACKAGES.values())
)
"""Named tuples that are parts of events, and are therefore written as objects."""


def _unchanged(value: Any) -> Any:
    return value


def _is_named_tuple(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, tuple) and hasattr(kind, "_fields")


def _alternatives(kind: Any) -> tuple[Any, ...]:
    return get_args(kind) if get_origin(kind) in (Union, types.UnionType) else ()


def _without_none(kind: Any) -> tuple[Any, ...]:
    return tuple(one for one in _alternatives(kind) if one is not type(None))


@cache
def encoder(kind: Any) -> Convert:
    """Returns a function that converts values of the type to JSON.

    Raises:
        TypeError: there is no rule for the type.
    """
    if kind in _WRITTEN:
        return _WRITTEN[kind]
    if hasattr(kind, "__supertype__"):
        return encoder(kind.__supertype__)
    if _is_plain(kind):
        return _unchanged
    if get_origin(kind) is dict:
        return _with_sorted_members
    if _alternatives(kind):
        return _union_encoder(kind)
    if get_origin(kind) is tuple:
        return _tuple_encoder(get_args(kind))
    if _is_named_tuple(kind) and kind not in _OBJECTS:
        return _tuple_encoder(tuple(get_type_hints(kind).values()))
    if kind in _OBJECTS or dataclasses.is_dataclass(kind):
        return _object_encoder(kind)
    raise TypeError(f"no way to write {kind}")


def _is_plain(kind: Any) -> bool:
    """Returns whether values of the type need no conversion."""
    return kind in (int, str, bool, float, Any) or get_origin(kind) is Literal


def _with_sorted_members(document: Any) -> Any:
    """Returns the document with sorted members, because PostgreSQL does not keep their order."""
    if isinstance(document, dict):
        return {name: _with_sorted_members(document[name]) for name in sorted(document)}
    return document


def _union_encoder(kind: Any) -> Convert:
    members = _without_none(kind)
    if len(members) == 1:
        one = encoder(members[0])
        return one if one is _unchanged else lambda value: None if value is None else one(value)
    if all(map(_is_plain, members)):
        return _unchanged
    by_class = {member: (member.__name__, encoder(member)) for member in members}

    def encode(value: Any) -> Any:
        if value is None:
            return None
        name, convert = by_class[type(value)]
        return [name, convert(value)]

    return encode


def _tuple_encoder(parts: tuple[Any, ...]) -> Convert:
    if len(parts) == 2 and parts[1] is ...:
        each = encoder(parts[0])
        return list if each is _unchanged else lambda values: list(map(each, values))
    return parts_converter([encoder(part) for part in parts])


def parts_converter(converts: Sequence[Convert]) -> Callable[[Any], list[Any]]:
    """Returns a function that converts the parts of a sequence one by one, and returns the list of them.

    That function raises `ValueError` if the sequence has another length. Most parts need no conversion, so it copies
    the sequence and converts the others.
    """
    others = [(place, convert) for place, convert in enumerate(converts) if convert is not _unchanged]
    count = len(converts)

    def convert_parts(values: Any) -> list[Any]:
        parts = list(values)
        if len(parts) != count:
            raise ValueError(f"there are {len(parts)} parts instead of {count}")
        for place, convert in others:
            parts[place] = convert(parts[place])
        return parts

    return convert_parts


def _members(kind: Any) -> list[tuple[str, Any]]:
    """Returns the names and types of the members of a class, in order."""
    hints = get_type_hints(kind)
    return [(name, hints[name]) for name in kind.__annotations__]


def _reader(names: Sequence[str]) -> Convert:
    """Returns a function that returns these attributes of a value as a tuple."""
    if len(names) > 1:
        return attrgetter(*names)
    return lambda value: tuple(getattr(value, name) for name in names)


def _object_encoder(kind: Any) -> Convert:
    members = _members(kind)
    names = [name for name, _ in members]
    read = _reader(names)
    others = [(name, convert) for name, hint in members if (convert := encoder(hint)) is not _unchanged]

    def encode(value: Any) -> Any:
        document = dict(zip(names, read(value), strict=True))
        for name, convert in others:
            document[name] = convert(document[name])
        return document

    return encode


@cache
def decoder(kind: Any) -> Convert:
    """Returns a function that converts JSON from `encoder` back to a value of the type.

    That function raises `NewerRelease` if an object has unknown members.

    Raises:
        TypeError: there is no rule for the type.
    """
    if kind in _READ:
        return _READ[kind]
    if hasattr(kind, "__supertype__"):
        return decoder(kind.__supertype__)
    if _is_plain(kind):
        return _unchanged
    if get_origin(kind) is dict:
        return _with_sorted_members
    if _alternatives(kind):
        return _union_decoder(kind)
    if get_origin(kind) is tuple:
        return _tuple_decoder(get_args(kind), tuple)
    if _is_named_tuple(kind) and kind not in _OBJECTS:
        return _tuple_decoder(tuple(get_type_hints(kind).values()), kind._make)
    if kind in _OBJECTS or dataclasses.is_dataclass(kind):
        return _object_decoder(kind)
    raise TypeError(f"no way to read {kind}")


def _union_decoder(kind: Any) -> Convert:
    members = _without_none(kind)
    if len(members) == 1:
        one = decoder(members[0])
        return one if one is _unchanged else lambda value: None if value is None else one(value)
    if all(map(_is_plain, members)):
        return _unchanged
    by_name = {member.__name__: decoder(member) for member in members}

    def decode(value: Any) -> Any:
        if value is None:
            return None
        name, content = value
        return by_name[name](content)

    return decode


def _tuple_decoder(parts: tuple[Any, ...], make: Convert) -> Convert:
    if len(parts) == 2 and parts[1] is ...:
        each = decoder(parts[0])
        return tuple if each is _unchanged else lambda values: tuple(map(each, values))
    decode = parts_converter([decoder(part) for part in parts])
    return lambda values: make(decode(values))


def _object_decoder(kind: Any) -> Convert:
    converts = [(name, decoder(hint)) for name, hint in _members(kind)]
    count = len(converts)

    def decode(document: Any) -> Any:
        value = kind(**{name: convert(document[name]) for name, convert in converts})
        if len(document) != count:
            unknown = sorted(document.keys() - {name for name, _ in converts})
            raise NewerRelease(f"this program knows no {kind.__name__} with {', '.join(unknown)}")
        return value

    return decode
