"""Request bodies about seeks."""

from typing import Any

from marshmallow import Schema, ValidationError, fields, validate, validates_schema

from domain.clocks.rules import CLOCK_KINDS, LONGEST_S, SHORTEST_S
from domain.games.registry import GAMES
from domain.kernel.messages import message
from domain.seeks.wishes import UNTIMED
from service.lobby.seeks.handlers import KEEP_LIMIT, RULES_LIMIT
from service.platform.http.fields import (
    HANDS_LIMIT,
    MONTH_S,
    PLAYER_ID_LIMIT,
    WEEK_S,
    OptionsField,
    StrictBoolean,
    check_printable,
)
from service.tables.schemas import SpectatorsSchema

DAYS_LIMIT = 365
"""The largest number of days in which two players must not have met."""


class PerMoveSoughtSchema(Schema):
    """The acceptable range of seconds for each turn."""

    least = fields.Integer(required=True, strict=True, validate=validate.Range(SHORTEST_S, LONGEST_S))
    most = fields.Integer(required=True, strict=True, validate=validate.Range(SHORTEST_S, LONGEST_S))

    @validates_schema
    def _least_is_not_above_most(self, data: dict[str, Any], **_: Any) -> None:
        check_span(data)


class ClockSoughtSchema(Schema):
    """The acceptable clocks."""

    kinds = fields.List(
        fields.String(validate=validate.OneOf(CLOCK_KINDS)),
        required=True,
        validate=validate.Length(1, len(CLOCK_KINDS)),
    )
    per_move_s = fields.Nested(PerMoveSoughtSchema)

    @validates_schema
    def _seconds_go_with_their_kinds(self, data: dict[str, Any], **_: Any) -> None:
        if set(data["kinds"]) == {UNTIMED} and "per_move_s" in data:
            raise ValidationError(
                message("give per_move_s only together with a kind of clock that has it"), "per_move_s"
            )
        if set(data["kinds"]) != {UNTIMED} and "per_move_s" not in data:
            raise ValidationError(message("give the minimum and the maximum of seconds"), "per_move_s")


class HandsSoughtSchema(Schema):
    """The acceptable range of numbers of hands."""

    least = fields.Integer(required=True, strict=True, validate=validate.Range(1, HANDS_LIMIT))
    most = fields.Integer(required=True, strict=True, validate=validate.Range(1, HANDS_LIMIT))

    @validates_schema
    def _least_is_not_above_most(self, data: dict[str, Any], **_: Any) -> None:
        check_span(data)


class RulesSoughtSchema(Schema):
    """Acceptable rules."""

    game = fields.String(validate=validate.OneOf(sorted(GAMES)))
    profile = fields.String(required=True, validate=validate.Length(1, 64))
    options = OptionsField()


class OpponentsSoughtSchema(Schema):
    """What the other players have to be like."""

    not_met_days = fields.Integer(strict=True, allow_none=True, validate=validate.Range(1, DAYS_LIMIT))
    known_only = StrictBoolean(load_default=False)
    least_reliability = fields.Integer(strict=True, allow_none=True, validate=validate.Range(1, 100))
    most_seconds_a_turn = fields.Integer(strict=True, allow_none=True, validate=validate.Range(1, LONGEST_S))


class SeekSchema(Schema):
    """A seek."""

    rules = fields.List(fields.Nested(RulesSoughtSchema), required=True, validate=validate.Length(1, RULES_LIMIT))
    hands = fields.Nested(HandsSoughtSchema)
    clock = fields.Nested(ClockSoughtSchema)
    spectators = fields.Nested(SpectatorsSchema)
    bots = StrictBoolean(load_default=False)
    opponents = fields.Nested(OpponentsSoughtSchema)
    keep = fields.Integer(strict=True, validate=validate.Range(1, KEEP_LIMIT))
    partner = fields.String(validate=[validate.Length(1, PLAYER_ID_LIMIT), check_printable])
    expires_after_s = fields.Integer(strict=True, load_default=WEEK_S, validate=validate.Range(60, MONTH_S))


def check_span(data: dict[str, Any]) -> None:
    if data["least"] > data["most"]:
        raise ValidationError(message("give a number that is at least the minimum"), "most")
