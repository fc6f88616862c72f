"""HTTP routes for the feed of an account."""

from functools import partial

from flask import Blueprint, Response

from service.feed_answers import answer_feed
from service.notifications.feeds import AccountFeed
from service.platform.http import requests
from service.platform.http.rate_limits import rate_class
from service.request_context import needs, player, service

feeds = Blueprint("feeds", __name__, url_prefix="/v1/me")


@feeds.get("/events")
@rate_class("feed")
@needs("table:read", ticket=True)
def account_events() -> Response:
    parts, by, include = service(), player(), requests.included()
    turn = partial(parts.asked.turn, player=by, include=include) if include else None
    return answer_feed(AccountFeed(parts.account_events, by, turn), further=("include",))
