"""An unknown member of a request is refused with the members that are known there."""

from datetime import UTC, datetime

import pytest
from flask import Flask
from marshmallow import Schema, fields

from service.platform.http.deprecation import DEPRECATED, Deprecation
from service.platform.http.fields import load
from service.platform.http.problems import Problem
from service.tables.command_schemas import COMMANDS
from tests.support.api import Api


class Inner(Schema):
    """A nested object."""

    one = fields.Integer()
    other = fields.Integer(data_key="second")


class Outer(Schema):
    """A body with nested objects."""

    inner = fields.Nested(Inner)
    several = fields.List(fields.Nested(Inner))
    many = fields.Nested(Inner, many=True)
    free = fields.Dict()
    former = fields.Integer(
        metadata={DEPRECATED: Deprecation(datetime(2026, 1, 1, tzinfo=UTC), datetime(2027, 1, 1, tzinfo=UTC), "/docs/")}
    )


@pytest.mark.parametrize(
    ("body", "field", "known"),
    [
        ({"x": 1}, "x", "inner, several, many, free"),
        ({"inner": {"x": 1}}, "inner.x", "one, second"),
        ({"inner": {"other": 1}}, "inner.other", "one, second"),
        ({"several": [{}, {"x": 1}]}, "several.1.x", "one, second"),
        ({"many": [{"x": 1}]}, "many.0.x", "one, second"),
    ],
)
def test_the_known_members_of_the_same_object_are_listed_without_outdated_ones(body, field, known):
    with Flask("test").app_context(), pytest.raises(Problem) as refused:
        load(Outer(), body)

    assert refused.value.facts == {"fields": {field: f"unknown; known are {known}"}}
    assert f"{field}: unknown; known are {known}" in refused.value.detail


@pytest.mark.parametrize("kind", COMMANDS)
def test_every_command_lists_its_members(api: Api, kind: str):
    player = api.sign_up()
    refused = player.command(player.open_table(), kind, colour="red")

    assert refused.status_code == 400
    said = refused.json["facts"]["fields"]["colour"]
    assert said.startswith("unknown; known are type, expected_version")


def test_nested_orders_list_theirs(api: Api):
    player = api.sign_up()
    order = {"do": "pass", "then": [{"do": "pass", "when": {"colour": "red"}}]}
    refused = player.command(player.open_table(), "give_orders", orders=[order])

    said = refused.json["facts"]["fields"]["orders.0.then.0.when.colour"]
    assert said.startswith("unknown; known are asked, led_by")
