"""Markers for the types of documents, from which the schemas in `openapi.yaml` are composed.

A document is a `TypedDict`. Its docstring is the description of its schema. `Annotated` gives a member its text and its
limits: `rank: Annotated[int, "The rank, possibly shared.", Minimum(1)]`. The markers change nothing at run time.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

T = TypeVar("T")


@dataclass(frozen=True)
class Named:
    """Gives a type a component of its own. What stands before it belongs to the component, what follows does not."""

    name: str


@dataclass(frozen=True)
class Ref:
    """Names the component for values of a type, if it comes from elsewhere: an enumeration, an event or a body."""

    name: str


@dataclass(frozen=True)
class Last:
    """Moves a member behind those of the documents that inherit it."""


@dataclass(frozen=True)
class Added:
    """Says that every answer has the member, although the builder of the document does not set it.

    The function that writes the answer adds it. For the builder it is `NotRequired`.
    """


@dataclass(frozen=True)
class Keyword:
    """A keyword of JSON Schema, with its value. The name of the class is that of the keyword."""

    value: Any

    @property
    def name(self) -> str:
        """Returns the keyword."""
        return f"{type(self).__name__[0].lower()}{type(self).__name__[1:]}"


class Minimum(Keyword):
    """The least number."""


class Maximum(Keyword):
    """The greatest number."""


class MultipleOf(Keyword):
    """The step between numbers."""


class MinLength(Keyword):
    """The least number of characters."""


class MaxLength(Keyword):
    """The greatest number of characters."""


class MinItems(Keyword):
    """The least number of items."""


class MaxItems(Keyword):
    """The greatest number of items."""


class MinProperties(Keyword):
    """The least number of members."""


class MaxProperties(Keyword):
    """The greatest number of members."""


class Pattern(Keyword):
    """A regular expression. `{Game}` stands for the values of the enumeration `Game`."""


class Format(Keyword):
    """The format of a string."""


class Example(Keyword):
    """An example."""


class Examples(Keyword):
    """Examples."""


class Default(Keyword):
    """The value that stands for a missing one."""


class Title(Keyword):
    """The name for a set of words, instead of that of its member."""


class DependentRequired(Keyword):
    """For each member, the other members that must be present with it."""


@dataclass(frozen=True)
class Deprecated(Keyword):
    """Marks a member that another one replaces."""

    value: bool = True


@dataclass(frozen=True)
class AdditionalProperties(Keyword):
    """Whether an object can have further members."""

    value: bool = True


@dataclass(frozen=True)
class DiscriminatedBy:
    """Names the member that distinguishes the documents of a union. Each has one value of it, a `Literal`."""

    member: str


@dataclass(frozen=True)
class Composed:
    """Says that the contract composes the schema of a member from what the games add, and not from its type."""


@dataclass(frozen=True)
class Nullable(Keyword):
    """Allows null in the component itself, so that members need not say it."""

    value: bool = True


def keywords(*given: Keyword) -> Callable[[type[T]], type[T]]:
    """Returns a decorator that adds keywords to the schema of a `TypedDict`."""

    def decorate(cls: type[T]) -> type[T]:
        cls.__keywords__ = given  # type: ignore[attr-defined] # a TypedDict has no room for other attributes
        return cls

    return decorate


def part(cls: type[T]) -> type[T]:
    """Says that a `TypedDict` is a part of documents that a function builds, and no component."""
    cls.__is_part__ = True  # type: ignore[attr-defined] # likewise
    return cls
