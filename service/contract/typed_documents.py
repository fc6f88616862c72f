"""Finds the types of documents beside features and games, and writes their schemas in the notation of the contract.

`domain/kernel/schema_markers.py` has the markers of these types. A component has the name of its `TypedDict`, or the
one that `Named` gives to another type.
"""

import types
from collections.abc import Iterator, Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import (
    Annotated,
    Any,
    Literal,
    NewType,
    NotRequired,
    Union,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

from domain.kernel.schema_markers import Added, Composed, DiscriminatedBy, Keyword, Last, Named, Nullable, Ref
from service.contract.enumerations import ENUMERATIONS
from service.contract.notation import SCHEMAS
from service.contract.types import COMPONENT_OF_TYPE
from service.platform.documents import Json

ROOT = Path(__file__).parents[2]
NONE = type(None)
PRIMITIVES: dict[Any, str] = {int: "integer", str: "string", bool: "boolean", float: "number", NONE: "null"}
Written = str | Json
"""A schema in the notation of the contract."""


def module_names() -> list[str]:
    """Returns the names of the modules with types of documents."""
    paths = (path for folder in ("domain", "service") for path in (ROOT / folder).rglob("*document_types.py"))
    return [".".join(path.relative_to(ROOT).with_suffix("").parts) for path in sorted(paths)]


def document_schemas() -> Json:
    """Returns the written schema of each type of documents, by the name of its component.

    Raises:
        ValueError: two types have the same name.
    """
    made: Json = {}
    for module in map(import_module, module_names()):
        for name, schema in _of_module(module):
            if made.setdefault(name, schema) != schema:
                raise ValueError(f"{name} is the name of two different types; one is in {module.__name__}")
    return made


def _of_module(module: types.ModuleType) -> Iterator[tuple[str, Written]]:
    for name, value in vars(module).items():
        if is_typeddict(value) and value.__module__ == module.__name__ and not hasattr(value, "__is_part__"):
            yield name, written_document(value)
        last = value.__metadata__[-1] if get_origin(value) is Annotated else None
        if isinstance(last, Named):
            yield last.name, _annotated(value.__origin__, value.__metadata__[:-1])


def _without_not_required(hint: Any) -> Any:
    return get_args(hint)[0] if get_origin(hint) is NotRequired else hint


def written_document(cls: type) -> Json:
    """Returns the written schema of a `TypedDict`."""
    members: Json = {}
    behind: Json = {}
    for name, hint in get_type_hints(cls, include_extras=True).items():
        inside = _without_not_required(hint)
        markers = getattr(inside, "__metadata__", ())
        is_optional = get_origin(hint) is NotRequired and Added() not in markers
        place = behind if Last() in markers else members
        place[f"{name}?" if is_optional else name] = written_type(inside)
    about = {"description": " ".join(cls.__doc__.split())} if cls.__doc__ else {}
    given = {each.name: each.value for each in _keywords_of(cls) if not isinstance(each, Nullable)}
    if not _is_nullable(cls):
        return {**about, **given, "members": {**members, **behind}}
    required = [name for name in members if not name.endswith("?")]
    properties = {name.removesuffix("?"): schema for name, schema in members.items()}
    return {"type": "object | null", **about, "required": required, "properties": properties, **given}


def _keywords_of(cls: Any) -> tuple[Keyword, ...]:
    return getattr(cls, "__keywords__", ())


def _is_nullable(cls: Any) -> bool:
    return is_typeddict(cls) and Nullable() in _keywords_of(cls)


def written_type(hint: Any) -> Written:
    """Returns the written schema of a type.

    Raises:
        ValueError: the type is not supported.
    """
    return _annotated(hint.__origin__, hint.__metadata__) if get_origin(hint) is Annotated else _plain(hint)


def _annotated(hint: Any, markers: Sequence[Any]) -> Written:
    """Returns the written schema of a type with its markers. The last name stands for all before it."""
    named = [place for place, each in enumerate(markers) if isinstance(each, (Named, Ref))]
    if not named:
        return _described(hint, markers)
    return _with(markers[named[-1]].name, markers[named[-1] + 1 :])


def _described(hint: Any, markers: Sequence[Any]) -> Written:
    """Returns the written schema of a type with its texts and keywords."""
    if Composed() in markers:
        return _with({}, markers)
    written = _plain(hint)
    by = next((each.member for each in markers if isinstance(each, DiscriminatedBy)), None)
    if by is not None and isinstance(written, dict):
        return _with(_discriminated(written.pop("anyOf"), hint, by), markers)
    return _with(written, markers)


def _with(written: Written, markers: Sequence[Any]) -> Written:
    texts = [each for each in markers if isinstance(each, str)]
    about = {"description": texts[-1]} if texts else {}
    given = {each.name: each.value for each in markers if isinstance(each, Keyword)}
    if not about and not given:
        return written
    core = {"type": written} if isinstance(written, str) else written
    kind = {key: core[key] for key in ("type",) if key in core}
    return {**kind, **about, **{key: each for key, each in core.items() if key != "type"}, **given}


def _discriminated(references: list[Written], union: Any, member: str) -> Json:
    values = [get_args(get_type_hints(each)[member])[0] for each in get_args(union)]
    mapping = {value: f"{SCHEMAS}{name}" for value, name in zip(values, references, strict=True)}
    return {"oneOf": references, "discriminator": {"propertyName": member, "mapping": mapping}}


def _plain(hint: Any) -> Written:
    """Returns the written schema of a type without markers."""
    if is_typeddict(hint):
        return str(hint.__name__)
    if isinstance(hint, NewType):
        return COMPONENT_OF_TYPE[hint]
    if isinstance(hint, type) and hint in PRIMITIVES:
        return PRIMITIVES[hint]
    origin, inside = get_origin(hint), get_args(hint)
    if origin is list:
        return _list_of(written_type(inside[0]))
    if origin in (dict, Mapping):
        of_values = True if inside[1] is Any else written_type(inside[1])
        return {"type": "object", "additionalProperties": of_values}
    if origin is Literal:
        return _words(inside)
    if origin in (Union, types.UnionType):
        return _union(inside)
    raise ValueError(f"there is no schema for {hint}")


def _list_of(item: Written) -> Written:
    if isinstance(item, str) and not item.endswith(" | null"):
        return f"{item}[]"
    return {"type": "array", "items": item}


def _words(values: tuple[Any, ...]) -> Written:
    """Returns the name of the enumeration with these words in this order, or their schema."""
    if len(values) == 1:
        return {"const": values[0]}
    named = [name for name, words in ENUMERATIONS.items() if tuple(words) == values]
    kind = "string" if isinstance(values[0], str) else "integer"
    return named[0] if len(named) == 1 else {"type": kind, "enum": list(values)}


def _union(inside: tuple[Any, ...]) -> Written:
    several = [written_type(each) for each in inside if each is not NONE]
    if len(several) == 1 and any(map(_is_nullable, inside)):
        return several[0]
    if NONE not in inside:
        return {"anyOf": several}
    (only, *others) = several
    if others or (isinstance(only, dict) and only.get("type") not in ("array", "string", "integer", "object")):
        return {"anyOf": [*several, "null"]}
    return _or_null(only)


def _or_null(written: Written) -> Written:
    if isinstance(written, str) and written.endswith("[]"):
        return {"type": "array | null", "items": written.removesuffix("[]")}
    if isinstance(written, str):
        return f"{written} | null"
    words = {"enum": [*written["enum"], None]} if "enum" in written else {}
    return {**written, "type": f"{written['type']} | null", **words}
