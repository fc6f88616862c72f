"""A replay plays by itself to its end, and goes by steps, tricks and hands, with buttons and keys."""

from collections.abc import Callable

import pytest

from tests.support.pages import DESKTOP, PHONE, Visitor
from tests.support.played_pages import act, asked_moves

pytestmark = pytest.mark.browser
Visit = Callable[..., Visitor]


def finished(visitor: Visitor, plays: int = 3) -> str:
    """Plays some cards, concedes the match, and returns the table."""
    page = visitor.open()
    page.get_by_test_id("play-si-shi-fen").click()
    page.get_by_test_id("hand").wait_for()
    table = page.url.rpartition("/")[2]
    while plays:
        moves = asked_moves(visitor, table)
        assert moves is not None
        act(visitor, table, moves)
        plays -= moves["asked"] == "play"
    visitor.send(f"/tables/{table}/commands", {"type": "propose", "what": "concede_match"})
    page.get_by_test_id("match-result").wait_for()
    return table


def step(visitor: Visitor) -> tuple[int, int]:
    """Returns the number of the step that is shown, and how many there are."""
    words = visitor.page.get_by_test_id("step-number").inner_text().split()
    return int(words[1]), int(words[3])


@pytest.mark.parametrize("viewport", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_a_replay_plays_to_its_end_and_stops(visit: Visit, viewport: dict[str, int]):
    visitor = visit(viewport=viewport, reduced_motion="reduce")
    table = finished(visitor)
    page = visitor.page
    page.clock.install()
    visitor.open(f"/replay/{table}").get_by_test_id("replay").wait_for()
    _, count = step(visitor)
    assert count >= 10
    page.get_by_test_id("play-pause").click()
    assert page.get_by_test_id("play-pause").get_attribute("aria-label") == "Pause"
    page.clock.run_for(1100)
    assert step(visitor) == (2, count)
    page.get_by_test_id("speed").select_option("fast")
    for _ in range(count):
        page.clock.run_for(400)
    assert step(visitor) == (count, count)
    page.get_by_test_id("play-pause").and_(page.get_by_label("Play", exact=True)).wait_for()
    page.clock.run_for(5000)
    assert step(visitor) == (count, count)
    visitor.picture(f"replay-{viewport['width']}")
    assert visitor.barriers() == []
    assert visitor.sideways_px() == 0

    # From the end it begins again, and a step pauses it.
    page.get_by_test_id("play-pause").click()
    assert step(visitor) == (1, count)
    page.get_by_test_id("forward").click()
    page.clock.run_for(5000)
    assert step(visitor) == (2, count)


def test_a_replay_goes_by_tricks_and_hands_with_keys(visit: Visit):
    visitor = visit(reduced_motion="reduce")
    table = finished(visitor)
    page = visitor.open(f"/replay/{table}")
    page.get_by_test_id("replay").wait_for()
    _, count = step(visitor)
    starts = [1]
    while starts[-1] < count:
        page.keyboard.press("Shift+ArrowRight")
        starts.append(step(visitor)[0])
        if page.get_by_test_id("trick").count() and starts[-1] < count:
            assert page.locator(".felt .plays li").count() <= 1
    assert len(starts) >= 4
    page.keyboard.press("Shift+ArrowLeft")
    assert step(visitor)[0] == starts[-2]
    page.keyboard.press("ArrowLeft")
    assert step(visitor)[0] == starts[-2] - 1
    page.keyboard.press("PageUp")
    assert step(visitor)[0] == 1
    page.keyboard.press("PageDown")
    assert step(visitor)[0] == count
    page.keyboard.press("Home")
    assert step(visitor)[0] == 1
    page.get_by_test_id("hand-next").click()
    assert step(visitor)[0] == count
    assert visitor.complaints == []
