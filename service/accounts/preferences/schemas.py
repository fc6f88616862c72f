"""Request bodies of preferences."""

from marshmallow import Schema, fields, validate

from service.platform.http.fields import check_printable

PREFERENCES_LIMIT = 50
NAME_LIMIT = 40
VALUE_LIMIT = 100


class PreferencesSchema(Schema):
    """All preferences of a player, by name."""

    preferences = fields.Dict(
        keys=fields.String(validate=[validate.Length(1, NAME_LIMIT), check_printable]),
        values=fields.String(validate=[validate.Length(1, VALUE_LIMIT), check_printable]),
        required=True,
        validate=validate.Length(0, PREFERENCES_LIMIT),
    )
