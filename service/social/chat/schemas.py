"""Request bodies about messages."""

from typing import Any

from marshmallow import Schema, ValidationError, fields, validate, validates_schema

from domain.kernel.messages import message
from domain.table.chat import CANNED
from service.platform.http.fields import check_printable

MESSAGE_LIMIT = 500


class MessageSchema(Schema):
    """A chat message: free text, or one of the canned messages."""

    text = fields.String(validate=[validate.Length(1, MESSAGE_LIMIT), check_printable])
    canned = fields.String(validate=validate.OneOf(CANNED))

    @validates_schema
    def _one_of_them(self, data: dict[str, Any], **_: Any) -> None:
        if len(data) != 1:
            raise ValidationError(message("give either text or canned"), "text")
