"""Request bodies about reports and the measures of moderators."""

from typing import Any

from marshmallow import Schema, ValidationError, fields, validate, validates_schema

from domain.kernel import messages
from domain.table.chat import ROOMS
from service.platform.http.fields import PLAYER_ID, TABLE_ID, VERSION_LIMIT, check_printable_lines, full_match
from service.social.moderation.handlers import MEASURES, REASONS

REPORT_LIMIT = 1000
SILENCE_LIMIT_DAYS = 3650


class ReportedMessageSchema(Schema):
    """The place of a reported message."""

    table = fields.String(required=True, validate=full_match(TABLE_ID, messages.message("give the id of a table")))
    room = fields.String(required=True, validate=validate.OneOf(ROOMS))
    number = fields.Integer(required=True, strict=True, validate=validate.Range(1, VERSION_LIMIT))


class ReportSchema(Schema):
    """A report of a player, a message or a table."""

    player = fields.String(validate=full_match(PLAYER_ID, messages.message("give the id of a player")))
    message = fields.Nested(ReportedMessageSchema)
    table = fields.String(validate=full_match(TABLE_ID, messages.message("give the id of a table")))
    reason = fields.String(required=True, validate=validate.OneOf(REASONS))
    text = fields.String(validate=[validate.Length(1, REPORT_LIMIT), check_printable_lines])

    @validates_schema
    def _one_subject(self, data: dict[str, Any], **_: Any) -> None:
        if len(data.keys() & {"player", "message", "table"}) != 1:
            raise ValidationError(messages.message("give one of player, message and table"), "player")


class VerdictSchema(Schema):
    """The decision about a report."""

    action = fields.String(required=True, validate=validate.OneOf(MEASURES))
    days = fields.Integer(strict=True, validate=validate.Range(1, SILENCE_LIMIT_DAYS))
    note = fields.String(validate=[validate.Length(1, REPORT_LIMIT), check_printable_lines])

    @validates_schema
    def _days_go_with_their_action(self, data: dict[str, Any], **_: Any) -> None:
        if (data["action"] == "mute_player") != ("days" in data):
            raise ValidationError(messages.message("give it with mute_player and with no other action"), "days")
