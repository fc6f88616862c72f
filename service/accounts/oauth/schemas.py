"""Request bodies about OAuth clients."""

from marshmallow import Schema, fields, validate

from domain.kernel.messages import message
from service.accounts.oauth.handlers import REDIRECT_URI
from service.platform.http.fields import check_printable, full_match

REDIRECT_URIS_LIMIT = 10


class ClientSchema(Schema):
    """A new OAuth client."""

    name = fields.String(required=True, validate=[validate.Length(1, 40), check_printable])
    redirect_uris = fields.List(
        fields.String(
            validate=[
                validate.Length(1, 200),
                full_match(
                    REDIRECT_URI,
                    message(
                        "give https:// and a host; http:// and 127.0.0.1, [::1] or localhost; or a private scheme "
                        "with a dot in it. User, query and fragment are not allowed"
                    ),
                ),
            ]
        ),
        load_default=list,
        validate=validate.Length(0, REDIRECT_URIS_LIMIT),
    )
