"""Inline schemas get names, bodies get forms, and defaults are said, so that generators read the contract."""

from typing import Any

import pytest

from service.contract.branches import check_branches, with_branches
from service.contract.defaults import with_defaults_said
from service.contract.generator_checks import check_for_generators
from service.contract.naming import with_names

REF = "#/components/schemas/"
BODY: dict[str, Any] = {
    "type": "object",
    "required": ["kind"],
    "properties": {
        "kind": {"type": "string", "enum": ["one", "several"]},
        "count": {"type": "integer"},
        "note": {"type": "string"},
    },
    "additionalProperties": False,
    "description": "A number of things.",
}
FORMS = {
    "by": "kind",
    "branches": {
        "OneThing": {"of": "one", "description": "One."},
        "SeveralThings": {"of": "several", "needs": ["count"], "description": "Several."},
    },
}


def an_object(**members: Any) -> dict[str, Any]:
    return {"type": "object", "properties": members}


def test_objects_and_words_inside_a_schema_become_components():
    words = {"type": "string", "enum": ["up", "down"], "description": "Where to."}
    made = with_names({"Lift": an_object(stops={"type": "array", "items": an_object(way=words)})})

    assert made["Lift"]["properties"]["stops"]["items"] == {"$ref": f"{REF}LiftStop"}
    assert made["LiftStop"] == an_object(way={"$ref": f"{REF}LiftStopWay"})
    assert made["LiftStopWay"] == words


def test_the_data_of_an_event_has_the_name_of_the_event():
    made = with_names({"SeatTakenEvent": an_object(data=an_object(how={"type": "string", "enum": ["a", "b"]}))})

    assert set(made) == {"SeatTakenEvent", "SeatTakenData", "SeatTakenHow"}


def test_the_same_words_have_one_component():
    words = {"type": "string", "enum": ["up", "down"]}
    made = with_names({"Way": words, "Lift": an_object(way={**words, "description": "Where to."})})

    assert made["Lift"]["properties"]["way"] == {"$ref": f"{REF}Way", "description": "Where to."}
    assert set(made) == {"Way", "Lift"}


def test_a_title_replaces_the_name_and_null_stays_outside():
    inner = {**an_object(floor={"type": "integer"}), "type": ["object", "null"], "title": "Floor"}
    made = with_names({"Lift": an_object(at=inner)})

    assert made["Lift"]["properties"]["at"] == {"anyOf": [{"$ref": f"{REF}Floor"}, {"type": "null"}]}
    assert made["Floor"] == an_object(floor={"type": "integer"})


def test_one_word_or_null_is_a_constant():
    """As a component of one word it would have no type, and generators would drop the null."""
    made = with_names({"Asked": an_object(what={"enum": ["play", None]})})

    assert made["Asked"]["properties"]["what"] == {"anyOf": [{"type": "string", "const": "play"}, {"type": "null"}]}


@pytest.mark.parametrize(
    ("schemas", "error"),
    [
        ({"Lift": an_object(at=an_object()), "LiftAt": {}}, "LiftAt is taken"),
        ({"TheRound": an_object(round=an_object())}, "TheRoundRound doubles a word"),
        ({"Lift": {"anyOf": [an_object(a={}), an_object(b={})]}}, "give the schema inside it a title"),
    ],
)
def test_a_name_that_cannot_be_made_is_an_error(schemas: dict[str, Any], error: str):
    with pytest.raises(ValueError, match=error):
        with_names(schemas)


def test_a_body_with_forms_is_a_union_with_a_discriminator():
    made = with_branches("Number", BODY, FORMS)

    mapping = {"one": f"{REF}OneThing", "several": f"{REF}SeveralThings"}
    assert made["Number"]["discriminator"] == {"propertyName": "kind", "mapping": mapping}
    assert set(made["OneThing"]["properties"]) == {"kind", "note"}
    assert made["OneThing"]["required"] == ["kind"]
    assert made["SeveralThings"]["properties"]["kind"] == {"const": "several"}
    assert made["SeveralThings"]["required"] == ["kind", "count"]
    assert all(made[name]["additionalProperties"] is False for name in FORMS["branches"])


@pytest.mark.parametrize(
    ("branches", "error"),
    [
        ({"OneThing": {"of": "one"}}, "one branch for each kind: one, several"),
        ({"OneThing": {"of": "one", "needs": ["weight"]}}, "Number has no member weight"),
    ],
)
def test_forms_that_do_not_fit_the_body_are_an_error(branches: dict[str, Any], error: str):
    with pytest.raises(ValueError, match=error):
        check_branches("Number", BODY, {"by": "kind", "branches": branches})


@pytest.mark.parametrize(
    ("schema", "error"),
    [
        (an_object(list={"type": "array"}), "give the array its items"),
        (an_object(list={"type": ["array", "null"]}), "give the array its items"),
        (an_object(any=True), "not as true or false"),
        ({"anyOf": [{"type": "object"}]}, "say what members the object has"),
    ],
)
def test_a_form_that_some_generators_cannot_read_is_an_error(schema: dict[str, Any], error: str):
    with pytest.raises(ValueError, match=error):
        check_for_generators({"Lift": schema})
    check_for_generators({"Lift": {"type": "object", "additionalProperties": True}})


def test_a_default_is_said_in_words_unless_the_text_has_it():
    said = with_defaults_said({"x-default": True, "description": "Whether it moves."})
    assert said["description"] == "Whether it moves. The default is `true`."
    for kept in (
        {"x-default": 5, "description": "Five by default."},
        {"x-default": None, "description": "Null for none."},
        {"x-default": {}, "description": "Options."},
        {"description": "No default here."},
    ):
        assert with_defaults_said(kept) == kept
