"""Tables of a person with bots, and pages that show them as if the server had answered otherwise."""

import json
from collections.abc import Callable
from typing import Any

from tests.support.pages import Visitor
from tests.support.played_pages import act, asked_moves

Json = dict[str, Any]


def open_table(visitor: Visitor, profile: str, seats: int, **options: Any) -> str:
    """Opens a table with bots at all other seats, and returns its id."""
    visitor.open().get_by_test_id("play-now").wait_for()
    visitor.send("/session/guest", {"name": "Ada"})
    table = str(visitor.send("/tables", {"profile": profile, "starts_when_full": True, "options": options})["id"])
    visitor.send(f"/tables/{table}/commands", {"type": "sit", "seat": 0})
    for seat in range(1, seats):
        visitor.send(f"/tables/{table}/commands", {"type": "seat_bot", "seat": seat, "bot": "steady"})
    visitor.open(f"/tables/{table}").get_by_test_id("hand").wait_for()
    return table


def reach_play(visitor: Visitor, table: str, *, leads: bool) -> Json:
    """Acts until the person is asked to lead, or to follow, and returns the moves."""
    while True:
        moves = asked_moves(visitor, table)
        assert moves is not None
        if moves["asked"] == "play" and moves.get("lead", False) == leads:
            visitor.page.locator('.actions[data-asked="play"]').wait_for()
            return moves
        act(visitor, table, moves)


SILENT = """() => {
    const real = window.fetch;
    const feed = () => Promise.resolve(new Response(new ReadableStream()));
    const isFeed = (address) => String(address).includes("/events?include");
    window.fetch = (address, ...more) => (isFeed(address) ? feed() : real(address, ...more));
}"""
"""Gives the page a feed without events."""


def with_view(visitor: Visitor, table: str, change: Callable[[Json], None]) -> None:
    """Loads the page again as if the view of the table were another one. Its feed should be silent."""

    def answer(route: Any) -> None:
        view = route.fetch().json()
        change(view)
        route.fulfill(body=json.dumps(view), content_type="application/json")

    visitor.page.unroute(f"**/v1/tables/{table}")
    visitor.page.route(f"**/v1/tables/{table}", answer)
    visitor.page.reload()


def with_moves(visitor: Visitor, *, shown: str = "play", **changes: Any) -> None:
    """Loads the page again as if the server listed other moves, and waits until `shown` is asked."""

    def answer(route: Any) -> None:
        body = route.fetch().json()
        route.fulfill(body=json.dumps({**body, "moves": {**body["moves"], **changes}}), content_type="application/json")

    visitor.context.add_init_script(f"({SILENT})()")
    visitor.context.route("**/v1/tables/*/moves", answer)
    visitor.page.reload()
    visitor.page.locator(f'.actions[data-asked="{shown}"]').wait_for()
