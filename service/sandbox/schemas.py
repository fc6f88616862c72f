"""Request bodies about sandboxes."""

from typing import Any

from marshmallow import Schema, ValidationError, fields, post_load, validate

from domain.kernel.messages import message
from service.platform.http.fields import check_printable, datetime_of, timestamp_field

EXPIRY_S = 14 * 24 * 3600
EXPIRY_LEAST_S = 60
EXPIRY_MOST_S = 90 * 24 * 3600
ADVANCE_LIMIT_S = 366 * 24 * 3600


class SandboxSchema(Schema):
    """A new sandbox."""

    name = fields.String(validate=[validate.Length(1, 40), check_printable])
    now = timestamp_field(required=False)

    @post_load
    def _read(self, data: dict[str, Any], **_: Any) -> dict[str, Any]:
        return {**data, "now": datetime_of(data["now"], "now")} if "now" in data else data


class SandboxPlayerSchema(Schema):
    """A further player of a sandbox."""

    name = fields.String(required=True, validate=[validate.Length(1, 40), check_printable])
    kind = fields.String(load_default="human", validate=validate.OneOf(["human", "bot"]))


class AdvanceSchema(Schema):
    """How far the clock of a sandbox moves forward: by seconds, or to a time."""

    seconds = fields.Integer(strict=True, validate=validate.Range(0, ADVANCE_LIMIT_S))
    to = timestamp_field(required=False)

    @post_load
    def _read(self, data: dict[str, Any], **_: Any) -> dict[str, Any]:
        if ("seconds" in data) == ("to" in data):
            raise ValidationError(message("give either seconds or to"), "seconds")
        return {**data, "to": datetime_of(data["to"], "to")} if "to" in data else data
