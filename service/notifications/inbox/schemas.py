"""Request bodies about the inbox."""

from typing import Any

from marshmallow import Schema, fields, post_load, validate

from service.platform.http.fields import datetime_of, timestamp_field

VERSION_LIMIT = 2**31 - 1


class SnoozeSchema(Schema):
    """Until when an entry of the inbox is snoozed."""

    until = timestamp_field(required=False)

    @post_load
    def _with_time(self, data: dict[str, Any], **_: Any) -> dict[str, Any]:
        return {"until": datetime_of(data["until"], "until") if "until" in data else None}


class VisitSchema(Schema):
    """The version up to which a player has seen a table."""

    version = fields.Integer(required=True, strict=True, validate=validate.Range(0, VERSION_LIMIT))
