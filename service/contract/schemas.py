"""Converts marshmallow schemas, which parse the bodies of requests, to JSON Schema."""

from typing import Any

import marshmallow
from marshmallow import Schema, fields, validate

from service.contract.defaults import DEFAULT
from service.contract.enumerations import named_enumeration
from service.contract.notation import or_null
from service.contract.responses import reference
from service.platform.documents import Json
from service.platform.http.deprecation import deprecated_members
from service.platform.http.fields import (
    ENTRANT_ID,
    PLAYER_ID,
    SEATS_LIMIT,
    TABLE_ID,
    ClockField,
    LadderField,
    OptionsField,
    PausesField,
    PlayerOrNameField,
    check_printable,
    check_printable_lines,
)

KINDS: dict[type[fields.Field[Any]], str] = {
    fields.String: "string",
    fields.Integer: "integer",
    fields.Boolean: "boolean",
    fields.Dict: "object",
    fields.List: "array",
}
COMPONENTS_OF_FIELD: dict[type[fields.Field[Any]], tuple[str, ...]] = {
    OptionsField: ("OptionsInput",),
    ClockField: ("ClockInput", "EmptyClock"),
    PausesField: ("PausesInput",),
    LadderField: ("LadderInput",),
    PlayerOrNameField: ("PlayerOrName",),
}
"""The components for fields whose values the catalogues of the domain list, see `choices.py`."""
PRINTABLE = "^ *[^\\u0000-\\u0020\\u007f-\\u00a0][^\\u0000-\\u001f\\u007f-\\u009f]*$"
LINES = "^[ \\n]*[^\\u0000-\\u0020\\u007f-\\u00a0][^\\u0000-\\u0009\\u000b-\\u001f\\u007f-\\u009f]*$"
COUNTED = {"string": "Length", "array": "Items", "object": "Properties"}
"""The last word of the length keywords, by type."""
COMPONENT_OF_LIMITS: dict[tuple[Any, ...], str] = {
    (PLAYER_ID,): "PlayerId",
    (TABLE_ID,): "TableId",
    (ENTRANT_ID,): "EntrantId",
    (0, SEATS_LIMIT - 1): "Seat",
}
"""The components for strings with a pattern and for integers in a range."""
SchemaNames = dict[type[Schema], str]


def schema_of_body(schema: Schema, names: SchemaNames) -> Json:
    """Returns the JSON Schema of a marshmallow schema.

    Args:
        schema: the schema. It must refuse unknown members.
        names: the components of nested schemas. A nested schema without one is written inline.

    Raises:
        ValueError: the schema accepts unknown members, or has an unsupported field or validator.
    """
    if schema.unknown != marshmallow.RAISE:
        raise ValueError(f"{type(schema).__name__} accepts unknown members")
    required = [name for name, field in schema.fields.items() if field.required]
    properties = {name: schema_of_field(field, names) for name, field in schema.fields.items()}
    for name in deprecated_members(schema):
        properties[name]["deprecated"] = True
    return {
        "type": "object",
        **({"required": required} if required else {}),
        "properties": properties,
        "additionalProperties": False,
    }


def schema_of_field(field: fields.Field[Any], names: SchemaNames) -> Json:
    """Returns the JSON Schema of a field.

    Raises:
        ValueError: the field or one of its validators is not supported.
    """
    if type(field) in COMPONENTS_OF_FIELD:
        several = [reference("schemas", name) for name in COMPONENTS_OF_FIELD[type(field)]]
        return {**(several[0] if len(several) == 1 else {"anyOf": several}), **_default_of(field)}
    made = {**_kind_of(field, names), **_default_of(field)}
    for validator in field.validators:
        made |= _limits_of(validator, made.get("type", ""))
    name = COMPONENT_OF_LIMITS.get(tuple(made[key] for key in ("pattern", "minimum", "maximum") if key in made))
    if name:
        made = {**reference("schemas", name), **{key: made[key] for key in (DEFAULT,) if key in made}}
    if "enum" in made and "pattern" not in made:
        named = named_enumeration(made.pop("enum"))
        made = {**{key: value for key, value in made.items() if key != "type"}, **named}
    return or_null(made) if field.allow_none else made


def _kind_of(field: fields.Field[Any], names: SchemaNames) -> Json:
    if isinstance(field, fields.Nested):
        name = names.get(type(field.schema))
        return reference("schemas", name) if name else schema_of_body(field.schema, names)
    kind = next((name for cls, name in KINDS.items() if isinstance(field, cls)), None)
    if kind is None:
        raise ValueError(f"there is no JSON Schema for {type(field).__name__}")
    made: Json = {"type": kind}
    if isinstance(field, fields.List):
        made["items"] = schema_of_field(field.inner, names)
    if isinstance(field, fields.Dict):
        made["additionalProperties"] = True
    if isinstance(field, fields.Dict) and field.key_field is not None and field.key_field.validators:
        of_key = schema_of_field(field.key_field, names)
        made["propertyNames"] = {key: value for key, value in of_key.items() if key != "type"}
    return made


def _default_of(field: fields.Field[Any]) -> Json:
    if field.load_default is marshmallow.missing:
        return {}
    return {DEFAULT: field.load_default() if callable(field.load_default) else field.load_default}


def _limits_of(validator: Any, kind: str) -> Json:
    if isinstance(validator, validate.OneOf):
        return {"enum": list(validator.choices)}
    if isinstance(validator, validate.Range):
        return {"minimum": validator.min, "maximum": validator.max}
    if isinstance(validator, validate.Length):
        limits = {"min": validator.min, "max": validator.max}
        return {f"{word}{COUNTED[kind]}": limit for word, limit in limits.items() if limit}
    if isinstance(validator, validate.Regexp):
        return {"pattern": str(validator.regex.pattern).removeprefix("(?:").removesuffix(r")\Z")}
    if validator is check_printable_lines:
        return {"format": "lines", "pattern": LINES}
    if validator is check_printable:
        return {"format": "printable", "pattern": PRINTABLE}
    raise ValueError(f"there is no JSON Schema for the validator {validator}")
