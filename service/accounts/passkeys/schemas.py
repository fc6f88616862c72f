"""Request bodies of passkeys."""

from marshmallow import Schema, fields, validate

from service.platform.http.fields import PASSWORD_LIMIT


class PasskeyOptionsSchema(Schema):
    """The confirmation for a new passkey."""

    current_password = fields.String(validate=validate.Length(1, PASSWORD_LIMIT))


class CredentialSchema(Schema):
    """The answer of a device, as the browser writes it."""

    credential = fields.Dict(keys=fields.String(), required=True)
