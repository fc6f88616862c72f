"""The components of answers come from types in the code, beside the functions that build the documents."""

from typing import Annotated, Any, Literal, NotRequired, TypedDict

import pytest

from domain.kernel.players import PlayerId
from domain.kernel.schema_markers import (
    Added,
    AdditionalProperties,
    Composed,
    Deprecated,
    DiscriminatedBy,
    Last,
    Minimum,
    Named,
    Nullable,
    Ref,
    keywords,
    part,
)
from service.contract.events import camel_case
from service.contract.naming import with_names
from service.contract.notation import schema_of
from service.contract.texts import merge_texts, paths_of_texts, read_text
from service.contract.typed_documents import document_schemas, written_document, written_type
from service.notifications import (
    account_event_document_types,
    match_event_document_types,
    tournament_event_document_types,
)
from service.notifications.events import ACCOUNT_EVENT_TYPES

BY_HAND = {
    "HandSortAnswer": "has lists with a type for each place",
}
"""The objects with a schema that is written by hand, and why."""

ShortId = Annotated[str, "An id.", Named("ShortId")]


@part
class Paged(TypedDict):
    """A page."""

    more: Annotated[bool, Last()]


class Row(TypedDict):
    """A row."""

    id: ShortId


@keywords(AdditionalProperties())
class Sheet(Paged):
    """The rows,
    and more.
    """

    rows: Annotated[list[Row], "All rows."]
    best: NotRequired[Annotated[int | None, "The best.", Minimum(1)]]
    names: NotRequired[Annotated[Row, Added()]]


@keywords(Nullable())
class Pause(TypedDict):
    """A pause."""

    ends_at: NotRequired[str]


class Red(TypedDict):
    """Red."""

    color: Literal["red"]


class Blue(TypedDict):
    """Blue."""

    color: Literal["blue"]


def test_a_document_has_its_own_members_and_then_those_that_several_have():
    assert written_document(Sheet) == {
        "description": "The rows, and more.",
        "additionalProperties": True,
        "members": {
            "rows": {"type": "Row[]", "description": "All rows."},
            "best?": {"type": "integer | null", "description": "The best.", "minimum": 1},
            "names": "Row",
            "more": "boolean",
        },
    }
    assert list(written_document(Sheet)["members"]) == ["rows", "best?", "names", "more"]


@pytest.mark.parametrize(
    ("hint", "written"),
    [
        (ShortId, "ShortId"),
        (ShortId | None, "ShortId | null"),
        (Annotated[ShortId, "This.", Deprecated()], {"type": "ShortId", "description": "This.", "deprecated": True}),
        (PlayerId, "PlayerId"),
        (list[PlayerId], "PlayerId[]"),
        (list[PlayerId] | None, {"type": "array | null", "items": "PlayerId"}),
        (list[int | None], {"type": "array", "items": "integer | null"}),
        (dict[str, Row], {"type": "object", "additionalProperties": "Row"}),
        (dict[str, Any], {"type": "object", "additionalProperties": True}),
        (Annotated[dict[str, Any], Ref("LeagueEvent")], "LeagueEvent"),
        (Annotated[Any, "Of a game.", Composed()], {"description": "Of a game."}),
        (Literal["even", "odd"], {"type": "string", "enum": ["even", "odd"]}),
        (Literal["even", "odd"] | None, {"type": "string | null", "enum": ["even", "odd", None]}),
        (Literal["settled", "playing", "over", "called_off"], "SeasonStatus"),
        (Literal[True], {"const": True}),
        (Row | int, {"anyOf": ["Row", "integer"]}),
        (Pause | None, "Pause"),
    ],
)
def test_types_in_the_notation_of_the_contract(hint: Any, written: Any):
    assert written_type(hint) == written


def test_an_object_that_can_be_null_says_so_in_its_own_component():
    assert written_document(Pause) == {
        "type": "object | null",
        "description": "A pause.",
        "required": [],
        "properties": {"ends_at": "string"},
    }


def test_a_union_maps_the_values_of_the_member_that_distinguishes_its_documents():
    assert written_type(Annotated[Red | Blue, "A color.", DiscriminatedBy("color")]) == {
        "description": "A color.",
        "oneOf": ["Red", "Blue"],
        "discriminator": {
            "propertyName": "color",
            "mapping": {"red": "#/components/schemas/Red", "blue": "#/components/schemas/Blue"},
        },
    }


def test_an_unsupported_type_is_an_error():
    with pytest.raises(ValueError, match="there is no schema for <class 'complex'>"):
        written_type(complex)


def test_the_types_of_all_features_and_games_are_found():
    made = document_schemas()
    assert {"LeagueView", "TableView", "Match", "ClimbingMatch", "Problem", "LeagueId"} <= made.keys()
    assert "Paged" not in made
    assert made["LeagueMember"]["members"]["id"] == "EntrantId"


def written_by_hand() -> dict[str, Any]:
    """The schemas of components in texts, with those of the objects inside them."""
    texts = merge_texts([{"schemas": read_text(path).get("schemas", {})} for path in paths_of_texts()])
    return with_names({name: schema_of(each) for name, each in texts["schemas"].items()})


def test_every_object_in_an_answer_has_a_type_in_the_code():
    objects = {name for name, schema in written_by_hand().items() if "object" in schema.get("type", ())}
    assert objects == set(BY_HAND)


def test_each_type_of_the_data_of_an_account_event_belongs_to_one():
    modules = (account_event_document_types, match_event_document_types, tournament_event_document_types)
    types = {name for module in modules for name in vars(module) if name.endswith("AccountEventData")}
    assert types == {f"{camel_case(kind)}AccountEventData" for kind in ACCOUNT_EVENT_TYPES}
