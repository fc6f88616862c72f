"""Schemas of requests about webhooks."""

from typing import Any

from marshmallow import Schema, fields, validate

from service.notifications.events import ACCOUNT_EVENT_TYPES
from service.platform.http.fields import FORMER_LIFE_LIMIT_S, FORMER_LIFE_S, StrictBoolean

URL_LIMIT = 2000


def url_field(*, required: bool) -> fields.String:
    return fields.String(required=required, validate=validate.Length(1, URL_LIMIT))


def event_types_field(**more: Any) -> fields.List[str]:
    kind = fields.String(validate=validate.OneOf(sorted(ACCOUNT_EVENT_TYPES)))
    return fields.List(kind, validate=validate.Length(0, len(ACCOUNT_EVENT_TYPES)), **more)


class WebhookSchema(Schema):
    """A new webhook."""

    url = url_field(required=True)
    types = event_types_field(load_default=list)


class TournamentWebhookSchema(Schema):
    """A new webhook for the events of a tournament."""

    url = url_field(required=True)


class WebhookChangesSchema(Schema):
    """Changes to a webhook."""

    url = url_field(required=False)
    types = event_types_field()
    enabled = StrictBoolean()


class RotationSchema(Schema):
    """A new secret for a webhook."""

    former_lives_s = fields.Integer(
        strict=True, load_default=FORMER_LIFE_S, validate=validate.Range(0, FORMER_LIFE_LIMIT_S)
    )
