"""Request bodies about accounts: signing up, tokens, logins and closing."""

from marshmallow import Schema, fields, validate

from domain.kernel.messages import message
from service.accounts.handlers import SCOPES
from service.platform.http.fields import PASSWORD_LIMIT, check_printable, full_match
from service.platform.languages import LANGUAGES

LOGIN = "^[A-Za-z0-9._@+-]{3,40}$"
NAME_LIMIT = 40
TOKEN_LIFE_LIMIT_S = 10 * 366 * 24 * 3600


class SignUpSchema(Schema):
    """A new player."""

    name = fields.String(required=True, validate=[validate.Length(1, NAME_LIMIT), check_printable])
    kind = fields.String(load_default="human", validate=validate.OneOf(["human", "bot"]))


class TokenSchema(Schema):
    """A new token."""

    name = fields.String(required=True, validate=[validate.Length(1, 40), check_printable])
    scopes = fields.List(
        fields.String(validate=validate.OneOf(sorted(SCOPES))), required=True, validate=validate.Length(1, len(SCOPES))
    )
    expires_in_s = fields.Integer(
        strict=True, allow_none=True, load_default=None, validate=validate.Range(1, TOKEN_LIFE_LIMIT_S)
    )


class NameSchema(Schema):
    """The name of a player."""

    name = fields.String(required=True, validate=[validate.Length(1, NAME_LIMIT), check_printable])


class LanguageSchema(Schema):
    """The language of texts for the player."""

    language = fields.String(required=True, allow_none=True, validate=validate.OneOf(LANGUAGES))


class LoginSchema(Schema):
    """A login and its password, with the current password."""

    login = fields.String(
        required=True,
        validate=[
            validate.Length(3, 40),
            full_match(LOGIN, message("give 3 to 40 of the letters A to Z, digits and . _ @ + -")),
        ],
    )
    password = fields.String(required=True, validate=validate.Length(10, PASSWORD_LIMIT))
    current_password = fields.String(validate=validate.Length(1, PASSWORD_LIMIT))


class DropLoginSchema(Schema):
    """The password of the login that is removed."""

    current_password = fields.String(required=True, validate=validate.Length(1, PASSWORD_LIMIT))


class CloseSchema(Schema):
    """The confirmation that the account is to be closed."""

    confirm = fields.String(required=True, validate=validate.Length(1, 64))
    current_password = fields.String(validate=validate.Length(1, PASSWORD_LIMIT))
