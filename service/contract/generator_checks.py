"""Checks that schemas have only forms that every generator reads."""

from collections.abc import Iterator
from typing import Any

from service.contract.notation import IN_LISTS, IN_MAPS, INSIDE
from service.platform.documents import Json


def check_for_generators(schemas: Json) -> None:
    """Checks the schemas of components.

    Raises:
        ValueError: an array has no `items`, an object no members, or a schema inside another one is `true` or `false`.
    """
    wrong = [f"{name}: {problem}" for name, schema in schemas.items() for problem in _problems(schema)]
    if wrong:
        raise ValueError("; ".join(wrong))


def _problems(schema: Any) -> Iterator[str]:
    if isinstance(schema, bool):
        yield "write a schema as an object, not as true or false"
        return
    kinds = schema.get("type", ())
    if "array" in (kinds if isinstance(kinds, list) else [kinds]) and "items" not in schema:
        yield "give the array its items"
    if schema.get("type") == "object" and not schema.keys() & {"properties", "additionalProperties"}:
        yield "say what members the object has"
    for keyword in INSIDE:
        # Here, true and false say whether an object can have further members, and all generators know them.
        if keyword in schema and not (keyword == "additionalProperties" and isinstance(schema[keyword], bool)):
            yield from _problems(schema[keyword])
    for keyword in (*IN_LISTS, *IN_MAPS):
        inside = schema.get(keyword, ())
        for each in inside.values() if isinstance(inside, dict) else inside:
            yield from _problems(each)
