"""Documents about time as they come from outside: members of known names, figures between bounds."""

from collections.abc import Collection, Mapping
from typing import NamedTuple

from domain.kernel.options import in_json
from domain.kernel.refusals import InvalidRules

SECOND_S = 1
HOUR_S = 3600
DAY_S = 24 * HOUR_S


class InvalidTimes(InvalidRules):
    """Clock, ladder or pauses of the table cannot be as they are asked for."""


class Figure(NamedTuple):
    """What a figure can be: any whole number from the least to the most."""

    least: int
    most: int

    def __str__(self) -> str:
        """What would be right, as a hint says it."""
        return f"a whole number from {self.least} to {self.most}"


def refuse(member: str, value: object, hint: str, **facts: object) -> InvalidTimes:
    """The refusal of a member of a document, which is to be raised."""
    return InvalidTimes(f"{member} cannot be {in_json(value)}", hint=hint, facts={"option": member, **facts})


def members_of(of: str, document: object, known: Collection[str]) -> Mapping[str, object]:
    """The members of a document, all of them known.

    Raises:
        InvalidTimes: it is no object, or has a member that means nothing there; it is named.
    """
    if not isinstance(document, dict):
        raise refuse(of, document, "give an object")
    for name in document:
        if name not in known:
            raise InvalidTimes(
                f"{of} has no {in_json(name)}",
                hint=f"leave it out; there are {', '.join(known)}",
                facts={"option": f"{of}.{name}", "allowed": list(known)},
            )
    return document


def whole_number(member: str, value: object, figure: Figure) -> int:
    """The value, which has to be such a figure. Raises `InvalidTimes`, which names the member."""
    if not isinstance(value, int) or isinstance(value, bool) or not figure.least <= value <= figure.most:
        raise refuse(member, value, f"give {figure}", least=figure.least, most=figure.most)
    return value


def truth(member: str, value: object) -> bool:
    """The value, which has to be true or false. Raises `InvalidTimes`, which names the member."""
    if not isinstance(value, bool):
        raise refuse(member, value, "give true or false")
    return value


def one_of(member: str, value: object, allowed: Collection[str]) -> str:
    """The value, which has to be one of these. Raises `InvalidTimes`, which names the member."""
    if not isinstance(value, str) or value not in allowed:
        raise refuse(member, value, f"give one of {', '.join(allowed)}", allowed=list(allowed))
    return value
