"""Marks the types of the data of account events."""

from typing import TypeVar

from domain.kernel.schema_markers import part

T = TypeVar("T")


def without_table(data: type[T]) -> type[T]:
    """Says that an account event with this data has no table."""
    data.__without_table__ = True  # type: ignore[attr-defined] # a TypedDict has no room for other attributes
    return part(data)
