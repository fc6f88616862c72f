"""Adds texts to schemas that are derived from code."""

from service.contract.notation import schema_of
from service.platform.documents import Json


def with_texts(name: str, schema: Json, written: Json | str) -> Json:
    """Returns a derived schema with its texts.

    Args:
        name: name of the schema, for error messages.
        schema: the derived schema.
        written: a description, or an object of keywords to add. In it, `members` has the texts of members and `items`
            those of items. A `type`, or members where none are derived, replace the derived ones.

    Raises:
        ValueError: there is a text for a member that does not exist.
    """
    if isinstance(written, str):
        return {**schema, "description": written}
    if "type" in written or "anyOf" in written or ("members" in written and "properties" not in schema):
        replaced: Json = schema_of(written)
        return replaced
    made = {**schema, **schema_of({key: value for key, value in written.items() if key not in ("members", "items")})}
    if "items" in written:
        made["items"] = with_texts(f"{name}[]", schema["items"], written["items"])
    if "members" in written:
        made["properties"] = members_with_texts(name, schema["properties"], written["members"])
    return made


def members_with_texts(name: str, members: Json, written: Json) -> Json:
    """Returns the schemas of members with their texts.

    Raises:
        ValueError: there is a text for a member that does not exist.
    """
    unknown = sorted(set(written) - set(members))
    if unknown:
        raise ValueError(f"{name} has no member {', '.join(unknown)}")
    return {
        member: with_texts(f"{name}.{member}", schema, written[member]) if member in written else schema
        for member, schema in members.items()
    }
