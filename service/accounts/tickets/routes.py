"""The HTTP route that makes tickets for feeds."""

from flask import Blueprint, Response

from domain.kernel.instants import write_instant
from service.accounts.tickets.document_types import TicketMade
from service.accounts.tickets.schemas import TicketSchema
from service.platform.http import requests
from service.platform.http.answers import answer
from service.platform.http.fields import load
from service.platform.http.rate_limits import rate_class
from service.request_context import needs, secret, service

tickets = Blueprint("tickets", __name__, url_prefix="/v1/tickets")

_TICKET = TicketSchema()


@tickets.post("")
@rate_class("feed")
@needs("table:read", guest=True)
def make_ticket() -> Response:
    requests.check_parameters()
    requests.refuse_idempotency_key()
    feed = load(_TICKET, requests.body())["feed"]
    ticket, until = service().tickets.make(secret(), feed)
    document: TicketMade = {
        "ticket": ticket,
        "feed": feed,
        "url": f"{feed}?ticket={ticket}",
        "expires_at": write_instant(until),
    }
    return answer(document, cache="no-store")
