"""Runs many cases of a law in one test.

`@law` above `pytest.mark.parametrize` runs all cases in one test. A failure names each case that breaks the law. Use it
for many short cases. They share all fixtures.
"""

import functools
import inspect
import itertools
from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

import pytest
from _pytest.mark.structures import ParameterSet

Test = Callable[..., None]


class Case(NamedTuple):
    """The name of a case for failure messages, and the arguments of the test."""

    name: str
    arguments: dict[str, Any]


def law(test: Test) -> Test:
    """Combines the `parametrize` marks of a test into one test that runs every combination."""
    marks = [mark for mark in getattr(test, "pytestmark", []) if mark.name == "parametrize"]
    cases = [
        _joined(parts) for parts in itertools.product(*(list(_cases(*mark.args, **mark.kwargs)) for mark in marks))
    ]
    assert cases, f"{test.__name__} has no case"

    @functools.wraps(test)
    def whole(**fixtures: Any) -> None:
        broken = [error for case in cases if (error := _failure(test, case, fixtures))]
        if broken:
            raise ExceptionGroup(f"{len(broken)} of {len(cases)} cases break the law", broken)

    signature = inspect.signature(test)
    fixtures = [each for name, each in signature.parameters.items() if name not in cases[0].arguments]
    whole.__signature__ = signature.replace(parameters=fixtures)  # type: ignore[attr-defined]  # pytest reads it
    whole.pytestmark = [mark for mark in test.pytestmark if mark not in marks]  # type: ignore[attr-defined]
    return whole


def _cases(names: str | Iterable[str], values: Iterable[Any], ids: Any = None) -> Iterator[Case]:
    """Yields the cases of one mark with their names."""
    arguments = [name.strip() for name in names.split(",")] if isinstance(names, str) else list(names)
    for number, value in enumerate(values):
        given = value if len(arguments) > 1 else (value,)
        name = str(value) if ids is None else str(ids(value) if callable(ids) else ids[number])
        if isinstance(value, ParameterSet):
            assert not value.marks, f"a case of a law has no marks of its own: {value}"
            given, name = value.values, str(value.id)
        yield Case(name, dict(zip(arguments, given, strict=True)))


def _joined(parts: tuple[Case, ...]) -> Case:
    return Case("-".join(part.name for part in parts), {k: v for part in parts for k, v in part.arguments.items()})


def _failure(test: Test, case: Case, fixtures: dict[str, Any]) -> Exception | None:
    """Returns the error of a case, or `None` if the case passes."""
    try:
        test(**fixtures, **case.arguments)
    except pytest.fail.Exception as error:
        return AssertionError(f"case {case.name}: {error}")
    except Exception as error:  # noqa: BLE001 - all cases run, and the test reports each failure
        error.add_note(f"case: {case.name}")
        return error
    return None
