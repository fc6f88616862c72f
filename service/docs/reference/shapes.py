"""Turns JSON schemas into shapes, which pages show: types in words, limits, members, and alternatives."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from service.docs.reference.addresses import Contract
from service.platform.documents import Json

MOST_ALTERNATIVES = 8
"""A union of more alternatives is shown as a list of links."""
MOST_VALUES = 60
"""The most values of an enumeration that a shape lists."""
MOST_SHAPES = 250
"""The number of shapes in one tree after which further schemas are links."""
_LIMITS = {
    "const": "always {}",
    "format": "format {}",
    "pattern": "pattern {}",
    "minimum": "at least {}",
    "maximum": "at most {}",
    "minLength": "at least {} characters",
    "maxLength": "at most {} characters",
    "minItems": "at least {} items",
    "maxItems": "at most {} items",
    "minProperties": "at least {} members",
    "maxProperties": "at most {} members",
    "default": "default {}",
}
_NULL = {"type": "null"}


class Shape(NamedTuple):
    """A schema for people.

    Attributes:
        type: its type in words, such as `array of strings`.
        name: the component that has more about it, or an empty text.
        description: its description as Markdown.
        limits: what values are possible.
        members: the members of an object.
        inner: the alternatives of a union, the items of an array, or the values of a map.
        is_union: whether `inner` has alternatives.
    """

    type: str
    name: str = ""
    description: str = ""
    limits: tuple[str, ...] = ()
    members: tuple["Member", ...] = ()
    inner: tuple["Shape", ...] = ()
    is_union: bool = False


class Member(NamedTuple):
    """A member of an object."""

    name: str
    is_required: bool
    is_deprecated: bool
    shape: Shape


class Shapes:
    """Makes the shapes of one tree. Schemas deeper than its depth, or beyond its size, are links."""

    def __init__(self, contract: Contract) -> None:
        """Takes the contract with the schemas."""
        self._contract = contract
        self._made = 0

    def shape(self, schema: Any, depth: int) -> Shape:
        """Returns the shape of a schema, with its named schemas unfolded to a depth."""
        self._made += 1
        if not isinstance(schema, dict):
            return Shape("anything" if schema else "nothing")
        if "$ref" not in schema:
            return self._written(schema, "", depth)
        name = schema["$ref"].rpartition("/")[2]
        whole = self._contract.resolved(schema)
        if _is_plain(whole) or (depth > 0 and self._made < MOST_SHAPES):
            return self._written(whole, name, depth - 1)
        return Shape(self._type(whole), name, str(schema.get("description", "")))

    def _written(self, schema: Json, name: str, depth: int) -> Shape:
        alternatives = _alternatives(schema)
        members = tuple(self._members(schema, depth))
        return Shape(
            self._type(schema),
            name,
            str(schema.get("description", "")),
            tuple(_limits(schema)),
            members,
            tuple(self._inner(schema, alternatives, depth)),
            is_union=bool(alternatives),
        )

    def _members(self, schema: Json, depth: int) -> Iterator[Member]:
        required = schema.get("required", [])
        for name, each in schema.get("properties", {}).items():
            is_deprecated = isinstance(each, dict) and bool(each.get("deprecated"))
            yield Member(name, name in required, is_deprecated, self.shape(each, depth))

    def _inner(self, schema: Json, alternatives: list[Json], depth: int) -> Iterator[Shape]:
        if len(alternatives) > MOST_ALTERNATIVES:
            depth = 0
        for each in alternatives:
            yield self.shape(each, depth)
        for keyword in ("items", "additionalProperties"):
            if isinstance(schema.get(keyword), dict) and not _is_bare(schema[keyword]):
                yield self.shape(schema[keyword], depth)

    def _type(self, schema: Json) -> str:
        """Returns the type of a schema in words."""
        if "$ref" in schema:
            return str(schema["$ref"]).rpartition("/")[2]
        alternatives = _alternatives(schema)
        if alternatives:
            nullable = " or null" if len(alternatives) < len(_branches(schema)) else ""
            if len(alternatives) == 1:
                return self._type(alternatives[0]) + nullable
            return f"one of {len(alternatives)}{nullable}"
        kinds = schema.get("type", "object" if "properties" in schema else "")
        names = kinds if isinstance(kinds, list) else [kinds]
        return " or ".join(self._one_type(each, schema) for each in names)

    def _one_type(self, kind: str, schema: Json) -> str:
        if kind == "array" and isinstance(schema.get("items"), dict):
            return f"array of {self._type(schema['items'])}"
        if kind == "object" and "properties" not in schema and isinstance(schema.get("additionalProperties"), dict):
            return f"object of {self._type(schema['additionalProperties'])}"
        if not kind:
            return "value" if "enum" in schema or "const" in schema else "anything"
        return kind


def _alternatives(schema: Json) -> list[Json]:
    """Returns the alternatives of a union, without null."""
    return [each for each in _branches(schema) if each != _NULL]


def _branches(schema: Json) -> list[Json]:
    return [*schema.get("oneOf", ()), *schema.get("anyOf", ())]


def _is_plain(schema: Json) -> bool:
    """Returns whether a schema has no parts, so that it is as short as a link to it."""
    return not {"properties", "items", "oneOf", "anyOf", "additionalProperties"} & set(schema)


def _is_bare(schema: Json) -> bool:
    """Returns whether the type of a schema in words says all that there is to say."""
    return set(schema) <= {"type"}


def _limits(schema: Json) -> Iterator[str]:
    """Yields what values are possible, as Markdown."""
    for keyword, words in _LIMITS.items():
        if keyword in schema:
            yield words.format(f"`{_shown(schema[keyword])}`")
    values = schema.get("enum", [])
    if values:
        more = ", …" if len(values) > MOST_VALUES else ""
        yield "one of " + ", ".join(f"`{_shown(each)}`" for each in values[:MOST_VALUES]) + more


def _shown(value: Any) -> str:
    if isinstance(value, bool) or value is None:
        return {True: "true", False: "false", None: "null"}[value]
    return str(value)
