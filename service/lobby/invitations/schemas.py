"""Request bodies about invitations."""

from marshmallow import Schema, fields, validate

from service.platform.http.fields import MONTH_S, SEATS_LIMIT, WEEK_S, entropy_field

USES_LIMIT = 100


class InvitationSchema(Schema):
    """A new invitation to an open table."""

    seat = fields.Integer(strict=True, allow_none=True, load_default=None, validate=validate.Range(0, SEATS_LIMIT - 1))
    uses = fields.Integer(strict=True, load_default=1, validate=validate.Range(1, USES_LIMIT))
    expires_after_s = fields.Integer(strict=True, load_default=WEEK_S, validate=validate.Range(60, MONTH_S))


class AcceptInvitationSchema(Schema):
    """Taking a seat through an invitation."""

    entropy = entropy_field(required=False)
