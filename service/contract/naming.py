"""Gives every object and every set of words inside a schema a component of its own.

Generators make a class for each of them, and name classes of inline schemas after their member: `Data17`, `Kind4`. A
component has the name of the schema around it and of the member: `SeatTakenData`, `ClockKind`. A `title` in the text
replaces this name. If another component has the same words, it is used instead.
"""

from collections.abc import Iterator
from typing import Any

from service.contract.notation import NULL
from service.contract.responses import reference
from service.platform.documents import Json

_ONE = ("items", "additionalProperties")
_SEVERAL = ("anyOf", "oneOf", "allOf", "prefixItems")
ASIDE = ("description", "title")
"""Keywords that do not say what a schema allows."""


def with_names(schemas: Json) -> Json:
    """Returns the schemas of components, with further components for all objects and sets of words inside them.

    Raises:
        ValueError: a name is taken or doubled, such as `RoundRound`, or cannot be made. A `title` is needed.
    """
    naming = _Naming(schemas)
    named = {name: naming.inside(schema, name, ()) for name, schema in schemas.items()}
    return {**named, **naming.made}


class _Naming:
    """The components made so far.

    Attributes:
        made: the new components, by name.
    """

    def __init__(self, schemas: Json) -> None:
        self.made: Json = {}
        self._taken = set(schemas)
        self._words = {tuple(each["enum"]): name for name, each in reversed(schemas.items()) if _is_words(each)}

    def inside(self, schema: Any, owner: str, steps: tuple[str, ...]) -> Any:
        """Returns a schema in which everything has a name. `steps` lead to it from the component `owner`."""
        if not isinstance(schema, dict):
            return schema
        made = {key: value for key, value in schema.items() if key != "title"}
        for key in _ONE:
            if isinstance(made.get(key), dict):
                made[key] = self.named(made[key], owner, (*steps, "*"))
        for key in _SEVERAL:
            if key in made:
                made[key] = [self.named(each, owner, steps) for each in made[key]]
        if _is_object(made):
            members = made["properties"].items()
            made["properties"] = {name: self.named(each, owner, (*steps, name)) for name, each in members}
        return made

    def named(self, schema: Any, owner: str, steps: tuple[str, ...]) -> Any:
        """Returns a reference to a new component if the schema needs a name, else the schema."""
        if not isinstance(schema, dict) or not (_is_object(schema) or _has_words(schema) or _is_listed(schema, steps)):
            return self.inside(schema, owner, steps)
        kinds, values = schema.get("type"), schema.get("enum", [])
        if isinstance(kinds, list) or None in values:
            bare = {**{key: each for key, each in schema.items() if key not in ASIDE}, "type": _kind(kinds)}
            words = [value for value in values if value is not None]
            if len(words) == 1:
                bare = {"type": "string", "const": words[0]}
            elif words:
                bare["enum"] = words
            title = {key: schema[key] for key in ("title",) if key in schema}
            about = {key: schema[key] for key in ("description",) if key in schema}
            return {**about, "anyOf": [self.named({**bare, **title}, owner, steps), NULL]}
        if _is_words(schema) and tuple(values) in self._words:
            about = {key: each for key, each in schema.items() if key not in ("type", "enum", "title")}
            return {**reference("schemas", self._words[tuple(values)]), **about}
        return self._component(schema, schema.get("title") or name_of(owner, steps))

    def _component(self, schema: Json, name: str) -> Json:
        """Makes a component. Returns a reference to it."""
        if name in self._taken:
            raise ValueError(f"{name} is taken; give the schema a title in contract.yaml")
        self._taken.add(name)
        if _is_words(schema):
            self._words[tuple(schema["enum"])] = name
        kept = {key: each for key, each in schema.items() if key not in ("default", "x-default", "deprecated")}
        self.made[name] = self.inside(kept, name, ())
        return {**reference("schemas", name), **{key: each for key, each in schema.items() if key not in kept}}


def _kind(kinds: Any) -> str:
    """Returns the type besides null. Words need not say that they are strings."""
    (kind,) = [each for each in kinds if each != "null"] if isinstance(kinds, list) else [kinds]
    return str(kind or "string")


def _is_object(schema: Json) -> bool:
    kinds = schema.get("type")
    return "properties" in schema and (kinds == "object" or (isinstance(kinds, list) and "object" in kinds))


def _is_listed(schema: Json, steps: tuple[str, ...]) -> bool:
    """Returns whether these are times in a list. Generators make a class for them, too."""
    return schema.get("format") == "date-time" and steps[-1:] == ("*",)


def _has_words(schema: Json) -> bool:
    return "enum" in schema and any(isinstance(value, str) for value in schema["enum"])


def _is_words(schema: Json) -> bool:
    return schema.get("type") == "string" and "enum" in schema


def name_of(owner: str, steps: tuple[str, ...]) -> str:
    """Returns the name of a component from the names that lead to it. `*` stands for an item of a list.

    Raises:
        ValueError: there is no name for it, or it would be doubled.
    """
    start = owner.removesuffix("Event") if steps[:1] == ("data",) else owner.removesuffix("Data")
    words = list(_words_of(steps))
    if not words:
        raise ValueError(f"{owner}: give the schema inside it a title in contract.yaml")
    if start.endswith(words[0]):
        raise ValueError(f"{start}{words[0]} doubles a word; give the schema a title in contract.yaml")
    return start + "".join(words)


def _words_of(steps: tuple[str, ...]) -> Iterator[str]:
    for place, step in enumerate(steps):
        if step == "*":
            if place == 0:
                yield "Item"
            continue
        word = "".join(part.capitalize() for part in step.split("_"))
        yield _singular(word) if steps[place + 1 : place + 2] == ("*",) else word


def _singular(word: str) -> str:
    if word.endswith("ies"):
        return f"{word.removesuffix('ies')}y"
    if word.endswith(("ches", "sses")):
        return word.removesuffix("es")
    return word.removesuffix("s")
