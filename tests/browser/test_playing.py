"""A person plays in Chromium: from the first page to the end of a hand, with legal moves that the API lists."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.support.pages import DESKTOP, PHONE, Visitor

pytestmark = pytest.mark.browser
Visit = Callable[..., Visitor]
Json = dict[str, Any]
CARDS = 25
"""The cards of a hand in the first game that is offered."""


def play_now(visitor: Visitor) -> str:
    """Starts a game with bots from the first page, and returns the id of the table."""
    page = visitor.open()
    page.get_by_test_id("play-now").click()
    page.get_by_test_id("hand").wait_for()
    return page.url.rpartition("/")[2]


def asked_moves(visitor: Visitor, table: str) -> Json | None:
    """Waits until the person is asked, and returns the moves; `None` once the hand is over."""
    while True:
        # The moves come first: if the hand still runs after that, they belong to it.
        moves = visitor.get(f"/tables/{table}/moves")["moves"]
        view = visitor.get(f"/tables/{table}")
        if view["match"]["hands_played"]:
            return None
        if moves and moves["asked"]:
            return dict(moves)
        visitor.get(f"/tables/{table}/events?after={view['version']}&wait=5")


def choose(visitor: Visitor, cards: list[str]) -> None:
    """Chooses cards of the hand, each copy once."""
    for card in cards:
        visitor.page.locator(f'[data-testid=hand] [data-card="{card}"][aria-selected=false]').first.click()


def act(visitor: Visitor, table: str, moves: Json) -> None:
    """Answers what is asked, on the page, and checks that the server accepts it."""
    page, asked = visitor.page, moves["asked"]
    page.locator(f'.actions[data-asked="{asked}"]').wait_for()
    if asked in ("play", "bury"):
        hand = visitor.get(f"/tables/{table}")["match"]["hand"]
        choose(visitor, moves["cards"][0] if asked == "play" else hand[: moves["count"]])
    button = page.get_by_test_id(asked if asked in ("play", "bury") else "do-pass")
    with page.expect_response(is_command) as answered:
        button.click()
        if page.locator(".actions [role=alert]").is_visible():
            button.click()  # a throw is confirmed
    assert answered.value.ok, answered.value.text()


def is_command(response: Any) -> bool:
    asked = response.request
    return asked.method == "POST" and "/commands" in asked.url and "dry_run" not in asked.url


def play_hand(visitor: Visitor, table: str) -> int:
    """Plays to the end of the first hand. Returns the number of cards in all plays."""
    played = 0
    while (moves := asked_moves(visitor, table)) is not None:
        act(visitor, table, moves)
        played += len(moves["cards"][0]) if moves["asked"] == "play" else 0
    return played


@pytest.mark.slow
@pytest.mark.parametrize("viewport", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_play_now_plays_a_hand(visit: Visit, viewport: dict[str, int]):
    visitor = visit(viewport=viewport, reduced_motion="reduce")
    table = play_now(visitor)
    visitor.picture(f"table-{viewport['width']}")

    # A throw that fails is played again later, card by card.
    assert play_hand(visitor, table) >= CARDS
    visitor.page.get_by_test_id("hand-result").or_(visitor.page.get_by_test_id("match-result")).first.wait_for()
    visitor.picture(f"hand-over-{viewport['width']}")
    assert visitor.complaints == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("viewport", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_a_table_has_no_barriers_and_fits(visit: Visit, scheme: str, viewport: dict[str, int]):
    visitor = visit(viewport=viewport, color_scheme=scheme)
    play_now(visitor)
    visitor.picture(f"deal-{scheme}-{viewport['width']}")
    assert visitor.barriers() == []
    assert visitor.sideways_px() == 0
    assert visitor.complaints == []


def test_a_reload_continues_the_game(visit: Visit):
    visitor = visit()
    table = play_now(visitor)
    hand = visitor.page.get_by_role("option").count()
    visitor.page.reload()
    visitor.page.get_by_test_id("hand").wait_for()
    assert visitor.page.url.endswith(table)
    assert visitor.page.get_by_role("option").count() >= hand
    assert visitor.complaints == []
