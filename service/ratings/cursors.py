"""Cursors of leaderboards."""

import re

from flask import request

from domain.kernel.messages import message
from service.platform.http.answers import read_cursor
from service.platform.http.requests import wrong_parameter
from service.ratings.handlers import TOP, LeaderboardPosition

_BEHIND = re.compile(r"(-?[0-9]{1,9}) (ply_[0-9A-Za-z_]{1,40}(?:[+]ply_[0-9A-Za-z_]{1,40})?) ([0-9]{1,9}) ([0-9]{1,9})")


def leaderboard_cursor() -> LeaderboardPosition:
    """Returns the row after which a page of a leaderboard begins, or `TOP` for the first page. Raises `Problem`."""
    given = request.args.get("cursor")
    if given is None:
        return TOP
    behind = _BEHIND.fullmatch(read_cursor(given) or "")
    if behind is None:
        raise wrong_parameter("cursor", message("give the next_cursor of the previous page"))
    return LeaderboardPosition(int(behind[1]), behind[2], int(behind[3]), int(behind[4]))
