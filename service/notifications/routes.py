"""HTTP routes for the feed of an account."""

from flask import Blueprint, Response

from service.feed_answers import answer_feed
from service.notifications.feeds import AccountFeed
from service.platform.http.rate_limits import rate_class
from service.request_context import needs, player, service

feeds = Blueprint("feeds", __name__, url_prefix="/v1/me")


@feeds.get("/events")
@rate_class("feed")
@needs("table:read")
def account_events() -> Response:
    return answer_feed(AccountFeed(service().account_events, player()))
