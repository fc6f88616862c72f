"""Options, clocks, pauses and ladders in bodies: the contract allows exactly what the domain accepts."""

from collections.abc import Iterator
from functools import partial
from itertools import product
from typing import Any

import pytest

from domain.clocks.ladder import LADDER_FIGURES, ladder, pauses
from domain.clocks.rules import CLOCK_KINDS, FIGURES, clock_rules
from domain.games.bots import STAND_INS
from domain.games.rulebooks import BOOKS
from domain.kernel.options import Option, checked_choice
from domain.kernel.refusals import InvalidRules
from service.contract.events import camel_case
from tests.support.contract import misfits
from tests.support.contract_operations import Json, component

ODD: tuple[Any, ...] = (None, True, 1.5, "", "nonsense", "1", [], ["2"], ["nonsense"], {}, -1)
"""Values that most members cannot have."""


def is_accepted(read: Any, *given: Any) -> bool:
    try:
        read(*given)
    except InvalidRules:
        return False
    return True


def is_allowed(name: str, document: Any) -> bool:
    """Whether a component of the contract allows a document."""
    return not misfits({"$ref": f"#/components/schemas/{name}"}, document)


def candidates(option: Option) -> Iterator[Any]:
    """Values at the edges of what an option can be, and odd ones."""
    yield from option.values
    yield from ODD
    if option.least is not None and option.most is not None:
        yield from (option.least - 1, option.least, option.most, option.most + 1)
    if option.kind == "levels":
        yield list(option.values)


@pytest.mark.parametrize("game", BOOKS)
def test_an_option_can_have_exactly_the_values_of_the_catalogue(game: str):
    options = {each.name: each for each in BOOKS[game].options}
    name = f"{camel_case(game)}Options"
    assert list(component(name)["properties"]) == list(options)
    for option in options.values():
        for value in candidates(option):
            accepted = is_accepted(checked_choice, options, option.name, value)
            assert is_allowed(name, {option.name: value}) is accepted, (option.name, value)


def test_options_of_one_game_are_given():
    one, other = ({each.name: each.default for each in book.options} for book in BOOKS.values())
    assert is_allowed("OptionsInput", one)
    assert is_allowed("OptionsInput", other)
    assert is_allowed("OptionsInput", {})
    assert not is_allowed("OptionsInput", {**one, **other})
    assert not is_allowed("OptionsInput", {"nonsense": 1})


def clocks() -> Iterator[Json]:
    """Clocks of each kind with the edges of each figure, without one, and with one of another kind."""
    for kind, figures in FIGURES.items():
        usual = {name: figure.most for name, figure in figures.items()}
        # A cap is never below the initial time and the increment, which no schema can say.
        usual |= {name: 10 for name in ("initial_s", "increment_s") if name in usual}
        yield {"kind": kind, **usual}
        for name, figure in figures.items():
            edges = [figure.least - 1, figure.most + 1, *([] if name == "cap_s" else [figure.least, figure.most])]
            yield from ({"kind": kind, **usual, name: value} for value in (*edges, *ODD))
            yield {"kind": kind, **{other: value for other, value in usual.items() if other != name}}
        yield {"kind": kind, **usual, "bank_s" if kind != "time_bank" else "cap_s": 100}
        yield {"kind": kind, **usual, "nonsense": 1}
    yield from ({"kind": value} for value in ODD)
    yield {"per_move_s": 60}


def test_a_clock_can_be_exactly_what_the_domain_accepts():
    seen = {(is_allowed("ClockInput", clock), is_accepted(clock_rules, clock)) for clock in clocks()}
    assert seen == {(True, True), (False, False)}, [
        clock for clock in clocks() if is_allowed("ClockInput", clock) is not is_accepted(clock_rules, clock)
    ]
    assert set(component("ClockInput")["discriminator"]["mapping"]) == set(CLOCK_KINDS)


def ladders() -> Iterator[Json]:
    for name, figure in LADDER_FIGURES.items():
        yield from ({name: value} for value in (figure.least - 1, figure.least, figure.most, figure.most + 1, *ODD))
    yield from ({"stand_in": value} for value in (*STAND_INS, *ODD))
    yield from ({}, {"nonsense": 1})


def test_a_ladder_can_be_exactly_what_the_domain_accepts():
    for given in ladders():
        assert is_allowed("LadderInput", given) is is_accepted(partial(ladder, stand_ins=STAND_INS), given), given


def test_pauses_can_be_exactly_what_the_domain_accepts():
    for name, value in product(("vacation", "weekends", "quiet_hours", "nonsense"), (True, False, *ODD)):
        assert is_allowed("PausesInput", {name: value}) is is_accepted(pauses, {name: value}), (name, value)
