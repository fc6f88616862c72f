"""The HTTP route that makes tickets for feeds."""

import re
from typing import Any

from flask import Blueprint, Response, current_app
from werkzeug.exceptions import HTTPException
from werkzeug.routing import RequestRedirect

from domain.kernel.instants import write_instant
from service.accounts.schemas import TicketSchema
from service.platform.http import requests
from service.platform.http.answers import answer
from service.platform.http.fields import load
from service.platform.http.problems import Problem
from service.platform.http.rate_limits import rate_class
from service.request_context import bearer, needs, service

tickets = Blueprint("tickets", __name__, url_prefix="/v1/tickets")

FEEDS = "the address of a feed, like /v1/tables/{table_id}/events or /v1/me/events, without a query"
_PATH = re.compile(r"/v1/[A-Za-z0-9_/-]+", re.ASCII)

_TICKET = TicketSchema()


@tickets.post("")
@rate_class("feed")
@needs("table:read")
def make_ticket() -> Response:
    requests.check_parameters()
    requests.refuse_idempotency_key()
    feed = load(_TICKET, requests.body())["feed"]
    if not _takes_tickets(feed):
        raise Problem(
            "invalid_request", "feed: no feed has this address", hint=f"give {FEEDS}", facts={"fields": {"feed": FEEDS}}
        )
    ticket, until = service().tickets.make(bearer(), feed)
    document = {
        "ticket": ticket,
        "feed": feed,
        "url": f"{feed}?ticket={ticket}",
        "expires_at": write_instant(until),
    }
    return answer(document, cache="no-store")


def _takes_tickets(path: str) -> bool:
    """Returns whether the path is that of a feed, whether or not the feed exists."""
    if not _PATH.fullmatch(path):
        return False
    try:
        endpoint, _ = current_app.url_map.bind("localhost").match(path, method="GET")
    except (HTTPException, RequestRedirect):
        return False
    view: Any = current_app.view_functions[endpoint]
    return getattr(view, "takes_ticket", False)
