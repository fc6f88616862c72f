"""Validation of documents about time from outside: known members, and numbers within limits."""

from collections.abc import Collection, Mapping
from typing import NamedTuple

from domain.kernel.messages import Message, message
from domain.kernel.options import in_json
from domain.kernel.refusals import InvalidRules

HOUR_S = 3600
DAY_S = 24 * HOUR_S


class InvalidTimes(InvalidRules):
    """The clock, ladder or pauses of the table are not valid."""


class Figure(NamedTuple):
    """The range of a number: any integer from `least` to `most`."""

    least: int
    most: int

    def __str__(self) -> str:
        """Describes the range for a hint."""
        return message("a whole number from {least} to {most}", least=self.least, most=self.most)


def refusal_of(member: str, value: object, hint: Message, **facts: object) -> InvalidTimes:
    """Returns the refusal of a member of a document; the caller raises it."""
    return InvalidTimes(
        message("{member} cannot be {value}", member=member, value=in_json(value)),
        hint=hint,
        facts={"option": member, **facts},
    )


def members_of(of: str, document: object, known: Collection[str]) -> Mapping[str, object]:
    """Returns the members of a document after checking that all are known.

    Raises:
        InvalidTimes: the document is no object, or has an unknown member, which is named.
    """
    if not isinstance(document, dict):
        raise refusal_of(of, document, message("give a JSON object"))
    for name in document:
        if name not in known:
            raise InvalidTimes(
                message("{of} has no {name}", of=of, name=in_json(name)),
                hint=message("omit it; valid members: {known}", known=", ".join(known)),
                facts={"option": f"{of}.{name}", "allowed": list(known)},
            )
    return document


def whole_number(member: str, value: object, figure: Figure) -> int:
    """Returns the value if it is an integer in the range. Raises `InvalidTimes`, which names the member."""
    if not isinstance(value, int) or isinstance(value, bool) or not figure.least <= value <= figure.most:
        raise refusal_of(member, value, message("give {figure}", figure=figure), least=figure.least, most=figure.most)
    return value


def truth(member: str, value: object) -> bool:
    """Returns the value if it is a boolean. Raises `InvalidTimes`, which names the member."""
    if not isinstance(value, bool):
        raise refusal_of(member, value, message("give true or false"))
    return value


def one_of(member: str, value: object, allowed: Collection[str]) -> str:
    """Returns the value if it is one of those allowed. Raises `InvalidTimes`, which names the member."""
    if not isinstance(value, str) or value not in allowed:
        raise refusal_of(
            member, value, message("give one of {allowed}", allowed=", ".join(allowed)), allowed=list(allowed)
        )
    return value
