"""The body of a request for a ticket."""

from marshmallow import Schema, fields

from domain.kernel.messages import message
from domain.table.chat import ROOMS
from service.platform.http.fields import full_match

_ID = "[0-9A-HJKMNP-TV-Z]{26}"
_FEEDS = (
    "me/events",
    f"tables/tbl_{_ID}/events",
    f"tables/tbl_{_ID}/messages/({'|'.join(ROOMS)})",
    f"tournaments/trn_{_ID}/(events|results|display)",
)
FEED_PATH = f"^/v1/({'|'.join(_FEEDS)})$"
"""The addresses of the feeds that take tickets, and of the page that follows one."""
FEED_WANTED = message("give the address of a feed, like /v1/me/events or /v1/tables/tbl_…/events, without a query")


class TicketSchema(Schema):
    """A ticket for the streams of a feed."""

    feed = fields.String(required=True, validate=full_match(FEED_PATH, FEED_WANTED))
