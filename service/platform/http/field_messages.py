"""The texts of marshmallow about wrong members as messages, so that they can be said in other languages."""

import re

from domain.kernel.messages import Message, message

_INSTEAD = {
    "invalid input type": message("give a JSON object"),
    "not a valid mapping type": message("give a JSON object"),
    "not a valid list": message("give a list"),
    "not a valid string": message("give a string"),
    "not a valid integer": message("give a whole number"),
    "not a valid number": message("give a number"),
    "not a valid boolean": message("give true or false"),
}
"""What is said instead of texts of marshmallow that do not say what to give."""

_KNOWN = tuple(
    (re.compile(re.sub(r"\\\{(\w+)\\\}", r"(?P<\1>.*)", re.escape(known.template)), re.DOTALL), known)
    for known in (
        message("missing data for required field"),
        message("field may not be null"),
        message("invalid value"),
        message("invalid type"),
        message("unknown field"),
        message("number too large"),
        message("shorter than minimum length {least}"),
        message("longer than maximum length {most}"),
        message("length must be between {least} and {most}"),
        message("length must be {length}"),
        message("must be greater than or equal to {least} and less than or equal to {most}"),
        message("must be greater than or equal to {least}"),
        message("must be less than or equal to {most}"),
        message("must be one of: {choices}"),
    )
)
"""The texts of marshmallow 4. A text that is not listed stays English."""


def as_clause(text: str) -> Message:
    """Returns a text of marshmallow, or one of ours, as a clause without its full stop."""
    if isinstance(text, Message):
        return text
    # Lowers only its first letter, since it may contain names.
    clause = text[:1].lower() + text[1:].rstrip(".")
    if clause in _INSTEAD:
        return _INSTEAD[clause]
    for pattern, known in _KNOWN:
        found = pattern.fullmatch(clause)
        if found is not None:
            return known.about(**found.groupdict())
    return message("{clause}", clause=clause)
