"""Blocking and reporting the people at a table and in its chat, and muting the chat."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.support.pages import DESKTOP, PHONE, Visitor

pytestmark = pytest.mark.browser
Visit = Callable[..., Visitor]
ENGLISH, CHINESE = "en-GB", "zh-CN"
BOTH_WIDTHS = pytest.mark.parametrize("viewport", [PHONE, DESKTOP], ids=["phone", "desktop"])


def two_people(visit: Visit, locale: str = ENGLISH, **options: Any) -> tuple[Visitor, Visitor, str]:
    """Returns Ada and Bo at a running table with two bots, and the id of the table. Ada has its page open."""
    ada, bo = visit(locale=locale, reduced_motion="reduce", **options), visit()
    table = ""
    for seat, (visitor, name) in enumerate([(ada, "Ada"), (bo, "Bo")]):
        visitor.open().get_by_test_id("play-now").wait_for()
        visitor.send("/session/guest", {"name": name})
        if not seat:
            opening = {"profile": "zheng-shangyou-4-partners", "starts_when_full": True}
            table = visitor.send("/tables", opening)["id"]
            for bot in (2, 3):
                visitor.send(f"/tables/{table}/commands", {"type": "seat_bot", "seat": bot, "bot": "steady"})
        visitor.send(f"/tables/{table}/commands", {"type": "sit", "seat": seat})
    ada.open(f"/tables/{table}").get_by_test_id("hand").wait_for()
    return ada, bo, table


def identity(visitor: Visitor) -> str:
    """Returns the id of the player."""
    return str(visitor.get("/me")["player"]["id"])


def blocked(visitor: Visitor) -> list[str]:
    return [each["id"] for each in visitor.get("/me/blocks")["blocks"]]


def open_people(visitor: Visitor) -> Any:
    """Opens the sheet of the people at the table, and returns it."""
    visitor.page.get_by_test_id("open-menu").click()
    visitor.page.get_by_test_id("open-people").click()
    sheet = visitor.page.get_by_test_id("people")
    sheet.get_by_test_id("mute").wait_for()
    return sheet


def checks(visitor: Visitor, picture: str) -> None:
    visitor.picture(picture)
    assert visitor.barriers() == []
    assert visitor.sideways_px() == 0


@pytest.mark.slow
@BOTH_WIDTHS
@pytest.mark.parametrize("locale", [ENGLISH, CHINESE])
def test_a_person_at_the_table_is_blocked_after_a_question(visit: Visit, viewport: dict[str, int], locale: str):
    ada, bo, _ = two_people(visit, locale, viewport=viewport)
    other = identity(bo)
    name = f"{viewport['width']}-{locale[:2]}"
    sheet = open_people(ada)
    # All seats are listed. Only Bo can be blocked.
    assert sheet.get_by_role("listitem").count() == 4
    assert sheet.get_by_test_id("block").count() == 1
    checks(ada, f"people-{name}")
    sent: list[str] = []
    ada.page.on("request", lambda request: sent.append(request.url) if request.method == "PUT" else None)
    sheet.get_by_test_id("block").click()
    sheet.get_by_test_id("block-yes").wait_for()
    checks(ada, f"people-block-{name}")
    assert sent == []
    assert blocked(ada) == []
    sheet.get_by_test_id("block-yes").click()
    sheet.get_by_test_id("unblock").wait_for()
    assert blocked(ada) == [other]
    outcome = ada.page.get_by_test_id("people-outcome")
    assert "Bo" in outcome.inner_text()
    assert outcome.evaluate("each => each === document.activeElement")
    checks(ada, f"people-blocked-{name}")
    sheet.get_by_test_id("unblock").click()
    sheet.get_by_test_id("block").wait_for()
    assert blocked(ada) == []
    assert ada.complaints == []


@pytest.mark.slow
@BOTH_WIDTHS
@pytest.mark.parametrize("locale", [ENGLISH, CHINESE])
def test_a_message_is_reported_and_its_author_blocked(visit: Visit, viewport: dict[str, int], locale: str):
    ada, bo, table = two_people(visit, locale, viewport=viewport)
    name = f"{viewport['width']}-{locale[:2]}"
    room = f"/tables/{table}/messages/seats"
    bo.send(room, {"text": "You play like a cabbage"})
    ada.send(room, {"text": "Please be kind"})
    page = ada.page
    page.get_by_test_id("open-chat").click()
    page.get_by_test_id("chat").get_by_text("Please be kind").wait_for()
    # One's own message has no button.
    assert page.get_by_test_id("about-message").count() == 1
    checks(ada, f"chat-{name}")
    page.get_by_test_id("about-message").click()
    people = page.get_by_test_id("people")
    people.get_by_test_id("report-message").wait_for()
    checks(ada, f"people-message-{name}")
    people.get_by_test_id("report-message").click()
    assert "cabbage" in people.inner_text()
    with page.expect_request("**/v1/reports") as sent:
        people.get_by_role("radio").first.check()
        people.locator("textarea").fill("It was\nnot the first time")
        checks(ada, f"people-report-{name}")
        people.get_by_test_id("report-yes").click()
    assert sent.value.post_data_json == {
        "message": {"table": table, "room": "seats", "number": 1},
        "reason": "abuse",
        "text": "It was\nnot the first time",
    }
    answered = sent.value.response()
    assert answered is not None
    assert answered.status == 201
    page.locator("[data-testid=people-outcome]:focus").wait_for()
    checks(ada, f"people-reported-{name}")

    people.get_by_test_id("block").click()
    people.get_by_test_id("block-yes").click()
    people.get_by_test_id("unblock").wait_for()
    assert blocked(ada) == [identity(bo)]
    page.keyboard.press("Escape")
    people.wait_for(state="detached")
    # The message is hidden at once, and the chat is still open.
    page.get_by_test_id("chat").get_by_text("cabbage").wait_for(state="detached")
    assert page.get_by_test_id("chat").get_by_text("Please be kind").is_visible()
    assert ada.complaints == []


def press_enter(visitor: Visitor, name: str) -> None:
    """Presses Enter on a button."""
    button = visitor.page.get_by_test_id(name)
    # A button of a dialog takes the focus only once the dialog is open.
    button.wait_for()
    button.press("Enter")


def test_a_person_is_reported_with_keys_alone(visit: Visit):
    ada, bo, _ = two_people(visit)
    page = ada.page
    press_enter(ada, "open-menu")
    press_enter(ada, "open-people")
    press_enter(ada, "report")
    # Without a reason, the form is not sent.
    press_enter(ada, "report-yes")
    assert page.get_by_test_id("report-form").is_visible()
    page.get_by_role("radio").first.focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    with page.expect_request("**/v1/reports") as sent:
        page.keyboard.press("Enter")
    assert sent.value.post_data_json == {"player": identity(bo), "reason": "cheating"}
    page.locator("[data-testid=people-outcome]:focus").wait_for()
    page.keyboard.press("Escape")
    page.get_by_test_id("people").wait_for(state="detached")
    page.locator("[data-testid=open-menu]:focus").wait_for()


def test_a_refused_report_is_told_in_place(visit: Visit):
    ada, bo, _ = two_people(visit)
    ada.send("/reports", {"player": identity(bo), "reason": "spam"})
    sheet = open_people(ada)
    sheet.get_by_test_id("report").click()
    sheet.get_by_role("radio").last.check()
    sheet.get_by_test_id("report-yes").click()
    sheet.get_by_test_id("problem").wait_for()
    # What was written is still there.
    assert sheet.get_by_role("radio").last.is_checked()


@BOTH_WIDTHS
def test_a_muted_chat_hides_the_messages_of_others(visit: Visit, viewport: dict[str, int]):
    ada, bo, table = two_people(visit, viewport=viewport)
    room = f"/tables/{table}/messages/seats"
    bo.send(room, {"text": "Hello Ada"})
    sheet = open_people(ada)
    sheet.get_by_test_id("mute").click()
    ada.page.locator("[data-testid=people-outcome]:focus").wait_for()
    assert ada.get(room)["muted"] is True
    ada.page.keyboard.press("Escape")
    page = ada.page
    page.get_by_test_id("open-chat").click()
    page.get_by_test_id("muted").wait_for()
    assert page.get_by_text("Hello Ada").count() == 0
    checks(ada, f"chat-muted-{viewport['width']}")
    page.get_by_test_id("unmute").click()
    page.get_by_text("Hello Ada").wait_for()
    assert page.get_by_test_id("muted").count() == 0
    assert ada.get(room)["muted"] is False


def test_a_spectator_can_report_the_people_at_a_table(visit: Visit):
    _, bo, table = two_people(visit)
    watcher = visit(viewport=PHONE, color_scheme="dark")
    watcher.open().get_by_test_id("play-now").wait_for()
    watcher.send("/session/guest", {"name": "Chen"})
    page = watcher.open(f"/watch/{table}")
    page.get_by_test_id("open-people").click()
    row = page.get_by_test_id(f"person-{identity(bo)}")
    row.get_by_test_id("report").click()
    page.get_by_role("radio").first.check()
    page.get_by_test_id("report-yes").click()
    page.locator("[data-testid=people-outcome]:focus").wait_for()
    checks(watcher, "people-watcher-360")


@pytest.mark.slow
def test_the_chat_goes_on_after_the_server_was_away(visit: Visit):
    ada, bo, table = two_people(visit)
    page = ada.page
    messages = "**/v1/tables/*/messages/seats?*"
    page.route(messages, lambda route: route.abort())
    page.get_by_test_id("open-chat").click()
    page.get_by_test_id("chat").get_by_test_id("problem").wait_for()

    page.unroute(messages)
    bo.send(f"/tables/{table}/messages/seats", {"text": "Are you there?"})
    page.get_by_test_id("chat").get_by_text("Are you there?").wait_for()
    assert not page.get_by_test_id("chat").get_by_test_id("problem").count()
