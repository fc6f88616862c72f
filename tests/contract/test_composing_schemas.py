"""The schemas of the contract are composed correctly from schemas, events and texts."""

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Literal, TypedDict

import pytest
from marshmallow import Schema, fields, validate

from domain.kernel.cards import Face, Rank, Suit
from domain.kernel.events import EVENT_CLASSES, EVENT_TYPES, EventType
from domain.kernel.instants import Instant
from domain.kernel.players import PlayerId
from domain.kernel.seats import Seat
from service.contract.commands import command_schema
from service.contract.events import account_event, account_event_data, stream_event, union_of, with_data
from service.contract.notation import schema_of
from service.contract.schema_texts import with_texts
from service.contract.schemas import LINES, PRINTABLE, schema_of_body
from service.contract.texts import merge_texts, read_text, with_repeated
from service.notifications.account_event_types import without_table
from service.platform.http.deprecation import DEPRECATED, Deprecation
from service.platform.http.fields import (
    CommandSchema,
    StrictBoolean,
    check_printable,
    check_printable_lines,
    full_match,
)

REF = "#/components/schemas/"


class Inner(Schema):
    """A nested schema."""

    count = fields.Integer(strict=True, validate=validate.Range(1, 3), required=True)


class Everything(Schema):
    """One member for each kind of field and validator."""

    text = fields.String(required=True, validate=[validate.Length(1, 5), check_printable])
    story = fields.String(validate=check_printable_lines)
    code = fields.String(validate=full_match("^[a-z]$", "a letter"))
    word = fields.String(validate=validate.OneOf(["up", "down"]))
    room = fields.String(validate=validate.OneOf(["seats", "spectators"]), allow_none=True)
    number = fields.Integer(strict=True, allow_none=True, load_default=None, validate=validate.Range(0, 100))
    truth = StrictBoolean(load_default=True)
    names = fields.List(fields.String(), validate=validate.Length(0, 2), load_default=list)
    options = fields.Dict(keys=fields.String(validate=validate.Length(1, 9)), validate=validate.Length(0, 7))
    named = fields.Nested(Inner)
    inline = fields.Nested(Schema.from_dict({"left": fields.Boolean()}))
    old = fields.String(
        metadata={DEPRECATED: Deprecation(datetime(2027, 1, 1, tzinfo=UTC), datetime(2028, 1, 1, tzinfo=UTC), "/docs/")}
    )


def test_a_schema_of_every_field_and_validator_is_written_as_json_schema():
    made = schema_of_body(Everything(), {Inner: "Inside"})
    assert made["required"] == ["text"]
    assert made["additionalProperties"] is False
    assert made["properties"] == {
        "text": {"type": "string", "minLength": 1, "maxLength": 5, "format": "printable", "pattern": PRINTABLE},
        "story": {"type": "string", "format": "lines", "pattern": LINES},
        "code": {"type": "string", "pattern": "^[a-z]$"},
        "word": {"type": "string", "enum": ["up", "down"]},
        "room": {"anyOf": [{"$ref": f"{REF}Room"}, {"type": "null"}]},
        "number": {"type": ["integer", "null"], "x-default": None, "minimum": 0, "maximum": 100},
        "truth": {"type": "boolean", "x-default": True},
        "names": {"type": "array", "items": {"type": "string"}, "x-default": [], "maxItems": 2},
        "options": {
            "type": "object",
            "additionalProperties": True,
            "propertyNames": {"minLength": 1, "maxLength": 9},
            "maxProperties": 7,
        },
        "named": {"$ref": f"{REF}Inside"},
        "inline": {
            "type": "object",
            "properties": {"left": {"type": "boolean"}},
            "additionalProperties": False,
        },
        "old": {"type": "string", "deprecated": True},
    }


def test_a_pattern_a_range_or_words_with_a_component_become_a_reference():
    body = Schema.from_dict(
        {
            "seat": fields.Integer(validate=validate.Range(0, 9)),
            "game": fields.String(validate=validate.OneOf(["zheng_shangyou", "sheng_ji"])),
        }
    )
    properties = schema_of_body(body(), {})["properties"]
    assert properties == {"seat": {"$ref": f"{REF}Seat"}, "game": {"$ref": f"{REF}Game"}}


@pytest.mark.parametrize("field", [fields.Float(), fields.String(validate=validate.Email())])
def test_an_unknown_field_or_validator_is_an_error(field: fields.Field):
    with pytest.raises(ValueError, match="there is no JSON Schema"):
        schema_of_body(Schema.from_dict({"member": field})(), {})


def test_a_body_that_accepts_unknown_members_is_an_error():
    with pytest.raises(ValueError, match="accepts unknown members"):
        schema_of_body(Inner(unknown="exclude"), {})


def test_a_command_has_its_type_as_a_constant():
    made = command_schema("start", CommandSchema())
    assert made["properties"] == {"type": {"const": "start"}, "expected_version": {"$ref": f"{REF}ExpectedVersion"}}


@dataclass(frozen=True)
class Happened:
    """An event with one member for each kind of type."""

    number: int
    text: str
    truth: bool
    perhaps: int | None
    player: PlayerId
    by: PlayerId | None
    seat: Seat
    seat_or_none: Seat | None
    seats: tuple[Seat, ...]
    card: Face
    cards: tuple[Face, ...]
    units: tuple[tuple[Face, ...], ...]
    suit: Suit | None
    level: Rank | None
    when: Instant
    numbers: tuple[int, ...]
    word: Literal["up", "down"]
    role: Literal["owner", "director", "assistant"]


@pytest.fixture
def happened(monkeypatch: pytest.MonkeyPatch) -> type:
    """The event, registered."""
    monkeypatch.setitem(EVENT_CLASSES, "happened", Happened)
    monkeypatch.setitem(EVENT_TYPES, Happened, EventType("happened", 3, ()))
    return Happened


def test_an_event_of_every_type_of_member_is_written_as_json_schema(happened: type):
    made = stream_event(happened, {})
    data = made["properties"].pop("data")
    assert made["properties"] == {
        "version": {"$ref": f"{REF}Version"},
        "type": {"const": "happened"},
        "revision": {"const": 3},
        "at": {"$ref": f"{REF}Time"},
    }
    assert made["required"] == ["version", "type", "revision", "at", "data"]
    assert data["required"] == list(data["properties"])
    assert data["properties"] == {
        "number": {"type": "integer"},
        "text": {"type": "string"},
        "truth": {"type": "boolean"},
        "perhaps": {"type": ["integer", "null"]},
        "player": {"$ref": f"{REF}PlayerId"},
        "by": {"anyOf": [{"$ref": f"{REF}PlayerId"}, {"type": "null"}]},
        "seat": {"$ref": f"{REF}Seat"},
        "seat_or_none": {"$ref": f"{REF}SeatOrNone"},
        "seats": {"$ref": f"{REF}Seats"},
        "card": {"$ref": f"{REF}Card"},
        "cards": {"$ref": f"{REF}Cards"},
        "units": {"$ref": f"{REF}Units"},
        "suit": {"$ref": f"{REF}TrumpSuit"},
        "level": {"$ref": f"{REF}LevelOrNone"},
        "when": {"$ref": f"{REF}Time"},
        "numbers": {"type": "array", "items": {"type": "integer"}},
        "word": {"type": "string", "enum": ["up", "down"]},
        "role": {"$ref": f"{REF}TournamentRole"},
    }


def test_texts_of_an_event_are_added_to_its_data(happened: type):
    made = with_data("Happened", stream_event(happened, {}), {"description": "It is.", "members": {"seat": "Where."}})
    assert made["description"] == "It is."
    assert made["properties"]["data"]["properties"]["seat"] == {"$ref": f"{REF}Seat", "description": "Where."}


class GoneAccountEventData(TypedDict):
    """Gone."""

    seat: Seat


@without_table
class LeftAccountEventData(TypedDict):
    """Left."""

    reason: str


def test_an_account_event_has_the_description_of_its_data_and_a_table_or_null():
    gone, left = account_event("gone", GoneAccountEventData), account_event("left", LeftAccountEventData)
    assert (gone["description"], left["description"]) == ("Gone.", "Left.")
    assert gone["properties"]["table"] == {"$ref": f"{REF}TableId"}
    assert left["properties"]["table"] == {"type": "null"}
    assert gone["properties"]["data"]["properties"] == {"seat": {"$ref": f"{REF}Seat"}}


def test_an_account_event_without_a_type_for_its_data_is_an_error():
    assert account_event_data("ChallengedAccountEvent").__name__ == "ChallengedAccountEventData"
    with pytest.raises(ValueError, match="NobodyAccountEventData is missing"):
        account_event_data("NobodyAccountEvent")


def test_a_union_maps_each_type_to_its_component():
    made = union_of("Either.", {"one": "OneEvent", "two": "TwoEvent"})
    assert made["oneOf"] == [{"$ref": f"{REF}OneEvent"}, {"$ref": f"{REF}TwoEvent"}]
    assert made["discriminator"]["mapping"] == {"one": f"{REF}OneEvent", "two": f"{REF}TwoEvent"}


@pytest.mark.parametrize(
    ("short", "schema"),
    [
        ("Seat", {"$ref": f"{REF}Seat"}),
        ("integer", {"type": "integer"}),
        ("integer | null", {"type": ["integer", "null"]}),
        ("Seat[]", {"type": "array", "items": {"$ref": f"{REF}Seat"}}),
        ("Seat | null", {"anyOf": [{"$ref": f"{REF}Seat"}, {"type": "null"}]}),
        ({"type": "Seat", "description": "Whose."}, {"$ref": f"{REF}Seat", "description": "Whose."}),
        (
            {"members": {"seat": "Seat", "hint?": "string"}},
            {
                "type": "object",
                "required": ["seat"],
                "properties": {"seat": {"$ref": f"{REF}Seat"}, "hint": {"type": "string"}},
            },
        ),
        ({"anyOf": ["Seat", {"type": "array", "items": "Card"}]}, {"anyOf": [
            {"$ref": f"{REF}Seat"}, {"type": "array", "items": {"$ref": f"{REF}Card"}},
        ]}),
        ({"additionalProperties": False}, {"additionalProperties": False}),
    ],
)  # fmt: skip
def test_short_forms_of_schemas_are_written_out(short: object, schema: object):
    assert schema_of(short) == schema


def test_a_text_describes_a_derived_member_and_a_type_replaces_it():
    derived = {"type": "object", "properties": {"a": {"type": "integer"}, "b": {"type": "string"}}}
    made = with_texts("Both", derived, {"description": "Two.", "members": {"a": "First.", "b": {"type": "Seat"}}})
    assert made["description"] == "Two."
    assert made["properties"] == {"a": {"type": "integer", "description": "First."}, "b": {"$ref": f"{REF}Seat"}}


def test_a_text_for_a_member_that_does_not_exist_is_an_error():
    with pytest.raises(ValueError, match="Both has no member c"):
        with_texts("Both", {"type": "object", "properties": {"a": {}}}, {"members": {"c": "Third."}})


def test_a_text_that_is_written_twice_is_an_error():
    with pytest.raises(ValueError, match="schemas: Seat is written twice"):
        merge_texts([{"schemas": {"Seat": {}}}, {"schemas": {"Seat": {}}}])


def test_the_tag_of_a_file_is_that_of_its_operations_without_tags(tmp_path):
    path = tmp_path / "contract.yaml"
    path.write_text("tag: Tables\noperations: {a: {}, b: {tags: [Boards]}}\n")
    assert read_text(path) == {"operations": {"a": {"tags": ["Tables"]}, "b": {"tags": ["Boards"]}}}


def test_a_repeated_text_is_copied_to_where_its_name_stands():
    operation = {
        "parameters": ["dry_run", "Limit"],
        "responses": {"200": {"links": {"now": "current"}}, "404": "NotFound", "409": "full"},
    }
    repeated = {"dry_run": {"name": "dry_run"}, "current": {"operationId": "view"}, "full": {"description": "Full."}}
    assert with_repeated(operation, repeated) == {
        "parameters": [{"name": "dry_run"}, "Limit"],
        "responses": {
            "200": {"links": {"now": {"operationId": "view"}}},
            "404": "NotFound",
            "409": {"description": "Full."},
        },
    }
