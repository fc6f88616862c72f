"""Several people in browsers of their own: hands of each family, a lost server, a spectator, and keys alone."""

import json
import os
import re
import signal
from collections.abc import Callable, Iterator
from typing import Any

import psutil
import pytest

from service.processes.supervisor import Supervisor
from tests.support.pages import DESKTOP, PHONE, Visitor
from tests.support.played_pages import act, asked_moves, choose, is_command, play_hand_together, play_now, shuts_result
from tests.support.running import all_running

pytestmark = pytest.mark.browser
Visit = Callable[..., Visitor]
Json = dict[str, Any]

CARD = re.compile(r"^(BJ|SJ|(10|[2-9JQKA])[SHCD])$")
SPOKEN = re.compile(r'"(BJ|SJ|(?:10|[2-9JQKA])[SHCD])"')
REFUSED = re.compile(r"status of (409|422)")
PEOPLE = ("Ada", "Bo", "Chen", "Dai")


def seat_four(visit: Visit, profile: str, seats: int, **members: Any) -> tuple[list[Visitor], str]:
    """Opens a table for four guests and bots at the other seats. Returns the visitors at their pages, and the table."""
    visitors = [visit(viewport=PHONE if number % 2 else DESKTOP, reduced_motion="reduce") for number in range(4)]
    table = ""
    for seat, visitor in enumerate(visitors):
        visitor.open().get_by_test_id("play-now").wait_for()
        visitor.send("/session/guest", {"name": PEOPLE[seat]})
        if not seat:
            table = visitor.send("/tables", {"profile": profile, "starts_when_full": True, **members})["id"]
            for bot in range(4, seats):
                visitor.send(f"/tables/{table}/commands", {"type": "seat_bot", "seat": bot, "bot": "steady"})
        visitor.send(f"/tables/{table}/commands", {"type": "sit", "seat": seat})
    for visitor in visitors:
        visitor.open(f"/tables/{table}").get_by_test_id("hand").wait_for()
    return visitors, table


@pytest.mark.slow
@pytest.mark.parametrize(
    ("profile", "seats", "members"),
    [
        pytest.param("si-shi-fen", 4, {}, id="sheng-ji"),
        pytest.param("zhao-peng-you", 5, {"options": {"decks": 1}}, id="friends"),
        pytest.param("zheng-shangyou-4-partners", 4, {}, id="zheng-shangyou"),
    ],
)
def test_four_pages_play_a_hand_to_its_end(visit: Visit, profile: str, seats: int, members: Json):
    visitors, table = seat_four(visit, profile, seats, **members)
    acted = play_hand_together(visitors, table)

    # Each page has acted by its own buttons, and shows the result.
    assert min(acted) >= 1
    assert sum(acted) >= 16
    for visitor in visitors:
        shuts_result(visitor)
    visitors[1].picture(f"together-{profile}")
    # A preview can arrive after the play that it was for. Chromium reports that refusal.
    assert [each for visitor in visitors for each in visitor.complaints if not REFUSED.search(each)] == []


@pytest.fixture
def restartable(chromium: Any) -> Iterator[Any]:
    """Yields the supervisor of a service of its own."""
    with all_running(RATE_LIMIT_SIGN_UP="1000/hour") as supervisor:
        yield supervisor


def kill_api(supervisor: Any) -> None:
    """Kills the processes of the API, as a lack of memory does. The supervisor starts new ones."""
    for name, pid in supervisor.pids().items():
        if name.startswith("api") and pid:
            for child in psutil.Process(pid).children(recursive=True):
                child.kill()
            os.kill(pid, signal.SIGKILL)


@pytest.mark.slow
def test_a_page_catches_up_after_the_server_was_killed(chromium: Any, restartable: Any):
    visitor = Visitor(chromium.new_context(viewport=PHONE, locale="en-GB"), restartable.address)
    table = play_now(visitor)
    while (moves := asked_moves(visitor, table)) is not None and moves["asked"] not in ("play", "bury"):
        act(visitor, table, moves)
    assert moves is not None
    page = visitor.page
    page.locator(f'.actions[data-asked="{moves["asked"]}"]').wait_for()
    hand = visitor.get(f"/tables/{table}")["match"]["hand"]
    cards = moves["cards"][0] if moves["asked"] == "play" else hand[: moves["count"]]
    choose(visitor, cards)
    page.locator("html").evaluate("() => { window.isSamePage = true; }")
    kill_api(restartable)
    page.get_by_test_id("reconnecting").wait_for()
    visitor.picture("reconnecting-360")

    page.get_by_test_id("reconnecting").wait_for(state="detached", timeout=60_000)
    assert page.locator("html").evaluate("() => window.isSamePage") is True
    chosen = page.get_by_test_id("hand").locator("[aria-selected=true]")
    assert sorted(each.get_attribute("data-card") or "" for each in chosen.all()) == sorted(cards)
    with page.expect_response(is_command) as answered:
        page.get_by_test_id(moves["asked"]).click()
        if page.locator(".actions [role=alert]").is_visible():
            page.get_by_test_id(moves["asked"]).click()
    assert answered.value.ok
    # The log has each event once: as many lines as the events that have a sentence.
    page.get_by_role("button", name="Log").click()
    page.get_by_test_id("log").get_by_role("listitem").first.wait_for()
    begins = page.get_by_test_id("log").get_by_text("Hand 1 begins.")
    assert begins.count() == 1
    visitor.context.close()


@pytest.mark.slow
def test_a_page_shows_what_happened_after_the_whole_server_was_restarted(chromium: Any, restartable: Any):
    visitor = Visitor(chromium.new_context(locale="zh-CN"), restartable.address)
    table = play_now(visitor)
    moves = asked_moves(visitor, table)
    assert moves is not None
    page = visitor.page
    page.locator(f'.actions[data-asked="{moves["asked"]}"]').wait_for()
    page.locator("html").evaluate("() => { window.isSamePage = true; }")
    before = visitor.get(f"/tables/{table}")["version"]

    restartable.stop()
    page.get_by_test_id("reconnecting").wait_for()
    visitor.picture("reconnecting-1280-zh")
    assert visitor.barriers() == []
    again = Supervisor(restartable._settings)
    again.start()
    try:
        # Another program of the same player acts before the page has found the server again.
        body: Json = {"type": "pass"}
        if moves["asked"] in ("play", "bury"):
            hand = visitor.get(f"/tables/{table}")["match"]["hand"]
            cards = moves["cards"][0] if moves["asked"] == "play" else hand[: moves["count"]]
            body = {"type": moves["asked"], "cards": cards}
        headers = {"X-Shengji-Request": "1", "Origin": visitor.address, "Sec-Fetch-Site": "same-origin"}
        path = f"{visitor.address}/v1/tables/{table}/commands"
        done = visitor.context.request.post(path, data=body, headers=headers)
        assert done.ok, done.text()
        page.get_by_test_id("reconnecting").wait_for(state="detached", timeout=60_000)
        while visitor.get(f"/tables/{table}")["version"] < before + 2:
            page.wait_for_timeout(200)
        asked = asked_moves(visitor, table)
        assert asked is not None
        assert page.locator("html").evaluate("() => window.isSamePage") is True
        act(visitor, table, asked)
    finally:
        again.stop()
        visitor.context.close()


def heap_strings(visitor: Visitor) -> set[str]:
    """Returns all strings in the memory of the page."""
    session = visitor.context.new_cdp_session(visitor.page)
    parts: list[str] = []
    session.on("HeapProfiler.addHeapSnapshotChunk", lambda each: parts.append(each["chunk"]))
    session.send("HeapProfiler.enable")
    session.send("HeapProfiler.takeHeapSnapshot", {"reportProgress": False})
    session.detach()
    return set(json.loads("".join(parts))["strings"])


def cards_among(strings: set[str]) -> set[str]:
    """Returns the cards that are strings of their own, or that lists of cards in longer strings name."""
    alone = {each for each in strings if CARD.match(each)}
    return alone | {card for each in strings if each.startswith("{") for card in SPOKEN.findall(each)}


def test_a_spectator_never_gets_a_hidden_card(visit: Visit):
    player, spectator = visit(), visit()
    table = play_now(player)
    answers: list[str] = []
    spectator.page.on("response", lambda each: answers.append(each.url) if "/v1/tables" in each.url else None)
    spectator.open(f"/watch/{table}").get_by_test_id("watching").wait_for()
    for _ in range(3):
        moves = asked_moves(player, table)
        assert moves is not None
        act(player, table, moves)
    spectator.page.wait_for_timeout(1000)

    shown = spectator.get(f"/tables/{table}")
    public = {
        card
        for each in (shown, spectator.get(f"/tables/{table}/events?limit=1000"))
        for card in SPOKEN.findall(json.dumps(each))
    }
    hidden = set(player.get(f"/tables/{table}")["match"]["hand"]) - public
    assert len(hidden) >= 8
    assert any("/events" in each for each in answers)
    # The modules of the client name jokers, and four cards for the pictures of the settings.
    literals = {"AS", "KH", "QC", "JD", "SJ", "BJ"}
    assert hidden & cards_among(heap_strings(spectator)) - literals == set()
    # The same search finds the hand in the memory of the player's own page.
    assert hidden - literals <= cards_among(heap_strings(player))


def tab_to(visitor: Visitor, selector: str) -> None:
    """Presses Tab until an element that fits has the focus."""
    for _ in range(60):
        if visitor.page.locator(f"{selector}:focus").count():
            return
        visitor.page.keyboard.press("Tab")
    raise AssertionError(f"Tab does not reach {selector}")


def act_by_keys(visitor: Visitor, table: str, moves: Json) -> None:
    """Answers what is asked with the keyboard alone."""
    page, asked = visitor.page, moves["asked"]
    page.locator(f'.actions[data-asked="{asked}"]').wait_for()
    if asked not in ("play", "bury") or (asked == "play" and not moves["cards"]):
        tab_to(visitor, "[data-testid=do-pass]")
        page.keyboard.press("Enter")
        return
    hand = visitor.get(f"/tables/{table}")["match"]["hand"]
    wanted = list(moves["cards"][0] if asked == "play" else hand[: moves["count"]])
    tab_to(visitor, "[data-testid=hand]")
    page.keyboard.press("Home")
    for option in page.get_by_test_id("hand").get_by_role("option").all():
        card = option.get_attribute("data-card") or ""
        if card in wanted:
            wanted.remove(card)
            page.keyboard.press("Space")
        page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    if page.locator(".actions [role=alert]").is_visible():
        page.keyboard.press("Enter")


def test_the_keyboard_alone_is_enough(visit: Visit):
    visitor = visit(reduced_motion="reduce")
    page = visitor.open()
    page.get_by_test_id("play-now").wait_for()
    tab_to(visitor, "[data-testid=play-now]")
    page.keyboard.press("Enter")
    page.get_by_test_id("hand").wait_for()
    table = page.url.rpartition("/")[2]
    plays = 0
    while plays < 2:
        moves = asked_moves(visitor, table)
        assert moves is not None
        with page.expect_response(is_command) as answered:
            act_by_keys(visitor, table, moves)
        assert answered.value.ok, answered.value.text()
        plays += moves["asked"] == "play"
    page.keyboard.press("l")
    page.get_by_test_id("last-trick").wait_for()
    page.keyboard.press("Escape")
    assert visitor.complaints == []


@pytest.mark.slow
@pytest.mark.parametrize("game", ["si-shi-fen", "zheng-shangyou"])
def test_a_whole_hand_needs_no_pointer(visit: Visit, game: str):
    visitor = visit(viewport=PHONE, reduced_motion="reduce")
    page = visitor.open()
    button = page.get_by_test_id(f"play-{game}")
    button.wait_for()
    button.focus()
    page.keyboard.press("Enter")
    page.get_by_test_id("hand").wait_for()
    table = page.url.rpartition("/")[2]
    plays = 0
    while (moves := asked_moves(visitor, table)) is not None:
        with page.expect_response(is_command) as answered:
            act_by_keys(visitor, table, moves)
        assert answered.value.ok, answered.value.text()
        plays += 1
    assert plays >= 5
    # Escape shuts the result, and the focus stays on the page.
    page.get_by_test_id("hand-result").or_(page.get_by_test_id("match-result")).first.wait_for()
    visitor.picture(f"keyboard-{game}")
    page.keyboard.press("Escape")
    page.get_by_test_id("hand-result").wait_for(state="detached")
    assert [each for each in visitor.complaints if not REFUSED.search(each)] == []
