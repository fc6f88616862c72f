"""A person plays in Chromium: from the first page to the end of a hand, with legal moves that the API lists."""

from collections.abc import Callable

import pytest

from tests.support.pages import DESKTOP, PHONE, Visitor
from tests.support.played_pages import play_hand, play_now
from tests.support.waiting import until

pytestmark = pytest.mark.browser
Visit = Callable[..., Visitor]
CARDS = 25
"""The cards of a hand in the first game that is offered."""


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


def test_a_finished_table_stays_on_the_first_page_with_its_replay(visit: Visit):
    visitor = visit()
    table = play_now(visitor)
    visitor.send(f"/tables/{table}/commands", {"type": "propose", "what": "concede_match"})
    # The page reads the list once, and lists follow the log after a moment.
    finished = "/tables?mine=true&status=finished"
    until(lambda: table in [each["id"] for each in visitor.get(finished)["tables"]], "finished table in the list")
    page = visitor.open()
    page.get_by_test_id("my-finished-tables").get_by_role("link").first.click()
    page.wait_for_url(f"**/replay/{table}")
    page.get_by_role("heading", level=1).wait_for()
    assert page.get_by_test_id("my-tables").count() == 0
