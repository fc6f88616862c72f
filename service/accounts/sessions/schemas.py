"""Request bodies of sessions."""

from marshmallow import Schema, fields, validate

from service.accounts.sessions.handlers import GUEST_NAMES
from service.platform.http.fields import PASSWORD_LIMIT, check_printable


class SessionSchema(Schema):
    """A login with its password."""

    name = fields.String(required=True, validate=validate.Length(1, 40))
    password = fields.String(required=True, validate=validate.Length(1, PASSWORD_LIMIT))


class GuestSessionSchema(Schema):
    """A new account for a browser."""

    name = fields.String(validate=[validate.Length(1, 40), check_printable])
    language = fields.String(load_default="en", validate=validate.OneOf(sorted(GUEST_NAMES)))
