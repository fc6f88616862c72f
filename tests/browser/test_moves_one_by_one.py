"""The table shows the moves of others one by one, at the speed that a person chose, and never delays for minutes."""

from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pytest

from tests.support.pages import PHONE, Visitor
from tests.support.played_pages import act, asked_moves, play_now

pytestmark = pytest.mark.browser
Visit = Callable[..., Visitor]
Json = dict[str, Any]
NORMAL_MS, TOLERANCE_MS = 600, 100

WATCH = """() => {
    window.shown = [];
    const look = () => {
        const plays = [...document.querySelectorAll(".felt .plays .who")].map((each) => each.textContent);
        const text = plays.join("|");
        if (window.shown.at(-1)?.text !== text) window.shown.push({ text, plays, at: performance.now() });
    };
    new MutationObserver(look).observe(document.querySelector(".felt"), { childList: true, subtree: true });
}"""
"""Notes each trick that is shown, with its time."""

QUEUE = """async (count) => {
    const address = document.querySelector('link[href$="/one_by_one.mjs"]').href;
    const { oneByOne } = await import(address);
    const shown = [];
    const moves = oneByOne({ apply: (item) => shown.push(item.event.version), speed: () => "slow" });
    for (let version = 1; version <= count; version += 1) {
        moves.push({ type: "event", event: { type: "cards_played", version, data: { seat: 1 } } });
    }
    const atOnce = shown.length;
    moves.skip();
    return { atOnce, shown };
}"""


def choose_speed(visitor: Visitor, speed: str) -> None:
    """Chooses a speed in the settings."""
    page = visitor.page
    page.get_by_test_id("settings").click()
    page.get_by_test_id("settings-sheet").get_by_label(speed, exact=True).check()
    page.keyboard.press("Escape")
    page.get_by_test_id("settings-sheet").wait_for(state="detached")


def play_until_asked_to_play(visitor: Visitor, table: str, plays: int) -> None:
    """Acts until the person has played this many times."""
    while plays:
        moves = asked_moves(visitor, table)
        assert moves is not None
        act(visitor, table, moves)
        plays -= moves["asked"] == "play"


def test_each_card_of_others_is_shown_for_a_while(visit: Visit):
    visitor = visit(viewport=PHONE)
    table = play_now(visitor)
    visitor.page.evaluate(WATCH)
    play_until_asked_to_play(visitor, table, plays=4)
    shown = visitor.page.evaluate("() => window.shown")
    steps = [(one, other) for one, other in pairwise(shown) if len(other["plays"]) > len(one["plays"])]
    assert len(steps) >= 6
    # Cards never come two at a time, and those of others have a pause before them.
    assert {len(other["plays"]) - len(one["plays"]) for one, other in steps} == {1}
    pauses = [
        other["at"] - one["at"] for one, other in steps if other["plays"][-1] != "You" and one["plays"][-1:] != ["You"]
    ]
    assert min(pauses[1:]) >= NORMAL_MS - TOLERANCE_MS
    assert visitor.complaints == []


def test_a_key_shows_at_once_what_waits(visit: Visit):
    visitor = visit()
    table = play_now(visitor)
    choose_speed(visitor, "Slowly")
    page = visitor.page
    for _ in range(8):
        play_until_asked_to_play(visitor, table, plays=1)
        moves = asked_moves(visitor, table)
        assert moves is not None
        # The server asks this person already. The page has the last moves soon, and still shows those before them.
        page.wait_for_timeout(500)
        if page.locator('.actions[data-asked=""]').count():
            break
    else:
        raise AssertionError("the page never waited")
    page.keyboard.press("Shift")
    page.locator(f'.actions[data-asked="{moves["asked"]}"]').wait_for(timeout=600)


@pytest.mark.parametrize("how", ["chosen", "reduced-motion"])
def test_without_pauses_the_turn_comes_at_once(visit: Visit, how: str):
    visitor = visit(**({"reduced_motion": "reduce"} if how == "reduced-motion" else {}))
    table = play_now(visitor)
    if how == "chosen":
        choose_speed(visitor, "At once")
    for _ in range(3):
        play_until_asked_to_play(visitor, table, plays=1)
        moves = asked_moves(visitor, table)
        assert moves is not None
        visitor.page.locator(f'.actions[data-asked="{moves["asked"]}"]').wait_for(timeout=600)


def test_after_a_break_few_moves_are_shown_slowly(visit: Visit):
    page = visit().open()
    page.get_by_test_id("play-now").wait_for()
    found = page.evaluate(QUEUE, 200)
    assert 180 <= found["atOnce"] < 200
    assert found["shown"] == list(range(1, 201))


def test_the_speed_belongs_to_the_account(visit: Visit):
    visitor = visit()
    play_now(visitor)
    with visitor.page.expect_response(lambda each: "/me/preferences" in each.url and each.request.method == "PUT"):
        choose_speed(visitor, "Slowly")
    assert visitor.get("/me/preferences")["preferences"]["web.speed"] == "slow"
