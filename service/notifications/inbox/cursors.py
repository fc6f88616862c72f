"""Cursors of the inbox."""

import re
from datetime import datetime

from flask import request

from domain.kernel.messages import message
from service.notifications.inbox.handlers import FIRST, ListPlace
from service.platform.http.answers import read_cursor
from service.platform.http.requests import wrong_parameter

_MOMENT = r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(?:\.[0-9]{6})?\+00:00"
_PLACE = re.compile(rf"(infinity|{_MOMENT}) ({_MOMENT}) (tbl_[0-9A-Z]{{26}}) ([0-9])")


def turn_cursor() -> ListPlace:
    """Returns the turn after which a page begins, or `FIRST` for the first page. Raises `Problem`."""
    text = request.args.get("cursor")
    if text is None:
        return FIRST
    place = _PLACE.fullmatch(read_cursor(text) or "")
    if place is None or not all(_is_timestamp(each) for each in (place[1], place[2])):
        raise wrong_parameter("cursor", message("give the next_cursor of the previous page"))
    return ListPlace(place[1], place[2], place[3], int(place[4]))


def _is_timestamp(text: str) -> bool:
    """Returns whether a text is a valid time. Rejects, for example, June 31 and hour 25."""
    if text == "infinity":
        return True
    try:
        datetime.fromisoformat(text)
    except ValueError:
        return False
    return True
