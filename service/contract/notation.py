r"""The notation for schemas in `contract.yaml`: JSON Schema with a few shorter forms.

| written | means |
|---|---|
| `Seat` | a reference to the component `Seat` |
| `integer` | `{type: integer}` |
| `Seat[]` | an array of `Seat` |
| `Seat \| null` | `Seat` or null |
| `{type: Seat, description: …}` | any of these, with further keywords |
| `{members: {seat: Seat, "hint?": string}}` | an object; members without `?` are required |
| `enum: Game` | the values of the enumeration `Game` in `service/contract/enumerations.py` |
| `pattern: ({Game})` | a pattern with the values of the enumeration `Game` as alternatives |
"""

import re
from typing import Any

from service.contract.defaults import DEFAULT
from service.contract.enumerations import ENUMERATIONS
from service.platform.documents import Json

PRIMITIVES = ("string", "integer", "number", "boolean", "object", "array", "null")
SCHEMAS = "#/components/schemas/"
NULL: Json = {"type": "null"}
INSIDE = ("items", "additionalProperties", "propertyNames", "not", "contains", "if", "then", "else", "contentSchema")
IN_LISTS = ("anyOf", "oneOf", "allOf", "prefixItems")
IN_MAPS = ("properties", "patternProperties")
_KEYWORDS = frozenset(
    {
        *("type", "enum", "const", "default", "format", "pattern", "discriminator", "dependentRequired"),
        *("title", "description", "deprecated", "example", "examples", "members", "required", "uniqueItems"),
        *("contentMediaType", "multipleOf"),
        *("minimum", "maximum", "minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties"),
        *("$ref", *INSIDE, *IN_LISTS, *IN_MAPS),
    }
)
"""The keywords of a written schema. Names that begin with `x-` are extensions of OpenAPI."""
_ENUMERATION = re.compile(r"\{([A-Z][A-Za-z]*)\}")
"""The name of an enumeration in a pattern."""


def schema_of(written: Any) -> Any:
    """Returns the JSON Schema of a written schema. `True` and `False` are schemas and stay as they are.

    Raises:
        ValueError: a keyword is unknown. The usual reason is a comma in a text without quotes.
    """
    if isinstance(written, str):
        return type_of(written)
    if not isinstance(written, dict):
        return written
    unknown = [keyword for keyword in written if keyword not in _KEYWORDS and not keyword.startswith("x-")]
    if unknown:
        raise ValueError(f"{unknown} are no keywords of a schema; put quotes around texts with commas")
    kind = written.get("type")
    schema = type_of(kind) if isinstance(kind, str) else {}
    if "members" in written:
        schema |= object_of(written["members"])
    shorter = {"members"} | ({"type"} if isinstance(kind, str) else set())
    schema |= {keyword: _inside(keyword, value) for keyword, value in written.items() if keyword not in shorter}
    return {**schema, "items": _any_of(schema["prefixItems"])} if "prefixItems" in schema else schema


def _any_of(schemas: list[Json]) -> Json:
    """Returns the schema of an item of a list with fixed places, for tools that do not know `prefixItems`."""
    different = [schema for place, schema in enumerate(schemas) if schema not in schemas[:place]]
    return different[0] if len(different) == 1 else {"anyOf": different}


def _inside(keyword: str, value: Any) -> Any:
    if keyword in INSIDE:
        return schema_of(value)
    if keyword in IN_LISTS:
        return [schema_of(each) for each in value]
    if keyword in IN_MAPS:
        return {name: schema_of(each) for name, each in value.items()}
    if keyword == "enum" and isinstance(value, str):
        return list(ENUMERATIONS[value])
    if keyword == "pattern":
        return _ENUMERATION.sub(lambda named: "|".join(ENUMERATIONS[named[1]]), value)
    return value


def type_of(text: str) -> Json:
    """Returns the schema of a type such as `Seat`, `integer`, `Seat[]` or `Seat | null`."""
    if text.endswith(" | null"):
        schema = type_of(text.removesuffix(" | null"))
        return {"type": [schema["type"], "null"]} if set(schema) == {"type"} else {"anyOf": [schema, NULL]}
    if text.endswith("[]"):
        return {"type": "array", "items": type_of(text.removesuffix("[]"))}
    return {"type": text} if text in PRIMITIVES else {"$ref": SCHEMAS + text}


def object_of(members: Json) -> Json:
    """Returns the schema of an object from its members. A `?` after a name marks an optional member."""
    required = [name for name in members if not name.endswith("?")]
    properties = {name.removesuffix("?"): schema_of(member) for name, member in members.items()}
    return {"type": "object", **({"required": required} if required else {}), "properties": properties}


def or_null(schema: Json) -> Json:
    """Returns a schema that also allows null."""
    kind = schema.get("type", ())
    if "null" in kind:
        return schema
    if kind and "enum" not in schema:
        return {**schema, "type": [kind, "null"]}
    default = {DEFAULT: schema[DEFAULT]} if DEFAULT in schema else {}
    return {"anyOf": [{key: value for key, value in schema.items() if key != DEFAULT}, NULL], **default}
