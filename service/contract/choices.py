"""The schemas of options, clocks, pauses and ladders in bodies, from the catalogues that the domain checks them by."""

from collections.abc import Mapping
from typing import Any

from domain.clocks.figures import Figure
from domain.clocks.ladder import LADDER_FIGURES, Ladder, Pauses
from domain.clocks.rules import FIGURES, ClockKind
from domain.games.rulebooks import BOOKS
from domain.kernel.options import Option
from domain.tournaments.settings import NAME_LIMIT
from service.contract.events import camel_case
from service.contract.notation import NULL
from service.contract.responses import reference
from service.contract.schemas import PRINTABLE
from service.platform.documents import Json

SWITCH = ("off", "on")


def choice_schemas(texts: Json) -> Json:
    """Returns the schemas by name.

    Args:
        texts: `choices` describes each schema. `schemas` has the members of `Clock`, `Pauses` and `Ladder`, which are
            described in the same words when they are chosen.
    """
    about, views = texts["choices"], texts["schemas"]
    clocks: dict[ClockKind, str] = {kind: f"{camel_case(kind)}Clock" for kind in FIGURES}
    options = {name: f"{camel_case(name)}Options" for name in BOOKS}
    made = {
        "ClockInput": _union_of_clocks(clocks),
        **{clocks[kind]: _clock(kind, figures, views["Clock"]) for kind, figures in FIGURES.items()},
        "EmptyClock": _closed({}),
        "PausesInput": _closed({name: {"type": "boolean"} for name in Pauses._fields}, views["Pauses"]),
        "LadderInput": _closed(_ladder_members(), views["Ladder"]),
        "OptionsInput": {"anyOf": [reference("schemas", name) for name in options.values()]},
        "PlayerOrName": _printable(NAME_LIMIT),
        "Switch": {"type": "string", "enum": [*SWITCH]},
        **{name: _options({each.name: each for each in BOOKS[game].options}) for game, name in options.items()},
    }
    described = {**about, **{name: f"Options of {BOOKS[game].title}, by name." for game, name in options.items()}}
    return {name: {**schema, "description": described[name]} for name, schema in made.items()}


def _printable(limit: int) -> Json:
    return {"type": "string", "format": "printable", "pattern": PRINTABLE, "minLength": 1, "maxLength": limit}


def _closed(members: Json, described: Json | None = None) -> Json:
    """Returns the schema of an object without further members. `described` has the texts of its members."""
    texts = {} if described is None else {name.removesuffix("?"): text for name, text in described["members"].items()}
    described_members = {
        name: {**schema, "description": texts[name]["description"]} if name in texts else schema
        for name, schema in members.items()
    }
    return {"type": "object", "properties": described_members, "additionalProperties": False}


def _union_of_clocks(clocks: Mapping[ClockKind, str]) -> Json:
    references = {kind: reference("schemas", name) for kind, name in clocks.items()}
    mapping = {kind: each["$ref"] for kind, each in references.items()}
    return {"oneOf": [*references.values()], "discriminator": {"propertyName": "kind", "mapping": mapping}}


def _clock(kind: str, figures: Mapping[str, Figure], described: Json) -> Json:
    """Returns the schema of a clock of one kind: all of its figures are required."""
    members = {"kind": {"const": kind}, **{name: _whole(figure) for name, figure in figures.items()}}
    return {**_closed(members, described), "required": [*members]}


def _whole(figure: Figure) -> Json:
    return {"type": "integer", "minimum": figure.least, "maximum": figure.most}


def _ladder_members() -> Json:
    """Returns the members of a ladder."""
    members: Json = {name: _whole(figure) for name, figure in LADDER_FIGURES.items()}
    members["forfeit_after_s"]["type"] = ["integer", "null"]
    members["stand_in"] = reference("schemas", "StandIn")
    return {name: members[name] for name in Ladder._fields}


def _options(options: Mapping[str, Option]) -> Json:
    return _closed({name: option_schema(option) for name, option in options.items()})


def option_schema(option: Option) -> Json:
    """Returns the schema of the values of an option, with the meaning of each value."""
    schema = _values_of(option)
    # JSON Schema has no name for null in a list of words.
    either = {"anyOf": [schema, NULL]} if option.default is None else schema
    return {**either, "description": _meanings(option)}


def _values_of(option: Option) -> Json:
    if option.kind == "levels":
        return {"type": "array", "items": {"type": "string", "enum": [*option.values]}}
    if option.values == SWITCH:
        return reference("schemas", "Switch")
    words = [value for value in option.values if isinstance(value, str)]
    numbers = [value for value in option.values if not isinstance(value, str)]
    kinds: list[Json] = []
    if len(words) == 1:
        kinds.append({"type": "string", "const": words[0]})
    elif words:
        kinds.append({"type": "string", "enum": words, "title": f"{camel_case(option.name)}Option"})
    if option.least is not None:
        kinds.append({"type": "integer", "minimum": option.least, "maximum": option.most})
    elif numbers:
        kinds.append({"type": "integer", "enum": numbers})
    return kinds[0] if len(kinds) == 1 else {"anyOf": kinds}


def _meanings(option: Option) -> str:
    """Returns the description of an option: what it decides, and the meaning of each value."""
    meanings: list[tuple[Any, str]] = [*option.explained()]
    if option.means_n is not None:
        meanings.append(("n", option.means_n))
    named = "; ".join(f"`{_written(value)}`: {means}" for value, means in meanings)
    return f"{option.meaning[:1].upper()}{option.meaning[1:]}. {named}. The profile has the default."


def _written(value: Any) -> str:
    if isinstance(value, list):
        return "[" + ", ".join(value) + "]"
    return "null" if value is None else str(value)
