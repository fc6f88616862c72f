"""Splits the schema of a body into the forms that it can have, each with a component of its own.

A marshmallow schema has all members of a body, and checks in code which of them go together. JSON Schema says this by
`oneOf`. The text of a body names its forms:

    by: kind
    branches:
      LengthInHands: {of: hands, needs: [hands], description: This number of hands.}
      LengthOfBoard: {of: board, description: One hand.}

A member that a form `needs` or `may` have belongs only to the forms that name it. All other members belong to every
form. `by` is the member that distinguishes the forms, and `of` is its value. Without `by`, the required members do.
"""

from service.contract.enumerations import ENUMERATIONS
from service.contract.responses import reference
from service.platform.documents import Json


def with_branches(name: str, schema: Json, written: Json) -> dict[str, Json]:
    """Returns the schemas for a body with several forms: the union by its name, and each form by its own.

    Args:
        name: the name of the body.
        schema: the schema of all its members.
        written: the text of the body, with `branches`, and `by` if a member distinguishes them.
    """
    branches, by = written["branches"], written.get("by")
    special = {member for branch in branches.values() for member in _own(branch)}
    union: Json = {"description": schema["description"], "oneOf": [reference("schemas", each) for each in branches]}
    if by is not None:
        mapping = {branch["of"]: reference("schemas", each)["$ref"] for each, branch in branches.items()}
        union["discriminator"] = {"propertyName": by, "mapping": mapping}
    return {name: union, **{each: _branch(schema, branch, by, special) for each, branch in branches.items()}}


def _own(branch: Json) -> list[str]:
    return [*branch.get("needs", []), *branch.get("may", [])]


def _branch(schema: Json, branch: Json, by: str | None, special: set[str]) -> Json:
    """Returns the schema of one form."""
    members = {
        member: each for member, each in schema["properties"].items() if member not in special or member in _own(branch)
    }
    if by is not None:
        members[by] = {
            **{key: members[by][key] for key in ("description",) if key in members[by]},
            "const": branch["of"],
        }
    needed = {*schema.get("required", []), *branch.get("needs", [])}
    return {
        "type": "object",
        "required": [member for member in members if member in needed],
        "properties": members,
        "additionalProperties": False,
        "description": branch["description"],
    }


def check_branches(name: str, schema: Json, written: Json) -> None:
    """Checks the text of a body with several forms against the schema that its marshmallow schema gives.

    Raises:
        ValueError: the forms do not cover the values of `by`, or one names a member that does not exist.
    """
    branches, by = written["branches"], written.get("by")
    unknown = {member for branch in branches.values() for member in _own(branch)} - set(schema["properties"])
    if unknown:
        raise ValueError(f"{name} has no member {', '.join(sorted(unknown))}")
    if by is not None:
        values = values_of(schema["properties"][by])
        if values != {branch["of"] for branch in branches.values()}:
            raise ValueError(f"{name} needs one branch for each {by}: {', '.join(sorted(values))}")


def values_of(schema: Json) -> set[str]:
    """Returns the values of an enumeration, which may be a reference to a named one."""
    return set(ENUMERATIONS[schema["$ref"].rpartition("/")[2]] if "$ref" in schema else schema["enum"])
