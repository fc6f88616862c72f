"""The body with which a guest takes over the account."""

from marshmallow import Schema, fields

from domain.kernel.messages import message
from service.platform.http.fields import full_match


class ClaimSchema(Schema):
    """A claim code."""

    claim_code = fields.String(
        required=True,
        validate=full_match("^[0-9A-Za-z -]{1,40}$", message("give the claim code: 16 letters and digits")),
    )
