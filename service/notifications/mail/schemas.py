"""Schemas of requests about mails."""

from marshmallow import Schema, fields, validate

from domain.kernel.messages import message
from service.notifications.mail.kinds import MAIL_KINDS, WISHES
from service.platform.http.fields import ZONE_LIMIT, StrictBoolean, check_printable, full_match

ADDRESS_LIMIT = 254
MAIL_ADDRESS = (
    "^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+([.][A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*"
    "@([A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?[.])+[A-Za-z]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?$"
)
"""A mailbox without quoting (RFC 5321, section 4.1.2), at a domain with at least two labels."""


class PreferencesSchema(Schema):
    """The e-mail preferences of a player."""

    kinds = fields.Nested(
        Schema.from_dict(
            {kind: fields.String(validate=validate.OneOf(WISHES)) for kind in MAIL_KINDS}, name="MailKindsSchema"
        )
    )
    time_zone = fields.String(validate=validate.Length(1, ZONE_LIMIT))
    digest_hour = fields.Integer(strict=True, validate=validate.Range(0, 23))
    names = StrictBoolean()


class MailAddressSchema(Schema):
    """An e-mail address."""

    address = fields.String(
        required=True,
        validate=[
            validate.Length(3, ADDRESS_LIMIT),
            full_match(
                MAIL_ADDRESS,
                message("give an address like ada@example.org, in ASCII; write an international domain as xn--…"),
            ),
        ],
    )


class MailCodeSchema(Schema):
    """A confirmation code from a mail."""

    code = fields.String(required=True, validate=[validate.Length(1, 64), check_printable])
