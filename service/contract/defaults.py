"""Says the defaults of members of bodies in words.

The contract has them as `x-default`. With the keyword `default`, generators of types for TypeScript make a member of a
body required, because an answer would always have it.
"""

from typing import Any

import orjson

from service.platform.documents import Json

DEFAULT = "x-default"


def with_defaults_said(schema: Any) -> Any:
    """Returns a schema in which the description of each member names its default, unless it speaks of one already."""
    if isinstance(schema, list):
        return [with_defaults_said(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    made = {key: with_defaults_said(each) for key, each in schema.items()}
    if _is_worth_saying(made):
        made["description"] = f"{made['description'].rstrip()} The default is `{_written(made[DEFAULT])}`."
    return made


def _is_worth_saying(schema: Json) -> bool:
    return schema.get(DEFAULT) not in (None, {}, []) and "default" not in schema.get("description", "default").lower()


def _written(value: Any) -> str:
    return value if isinstance(value, str) else orjson.dumps(value).decode()
