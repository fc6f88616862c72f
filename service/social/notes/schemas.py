"""Request bodies about private notes."""

from marshmallow import Schema, fields, validate

from service.platform.http.fields import check_printable_lines

NOTES_LIMIT = 4000


class NotesSchema(Schema):
    """Private notes. May contain line breaks."""

    text = fields.String(required=True, validate=[validate.Length(1, NOTES_LIMIT), check_printable_lines])
