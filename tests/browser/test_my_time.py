"""My time on the page of the inbox, in Chromium: vacations, quiet hours, the calendar and the pace."""

import re
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from tests.support.inbox_scenes import Visit, await_entry, my_turn, opened, sign_in, table_of, two_people
from tests.support.pages import PHONE, Visitor

pytestmark = pytest.mark.browser


def section(visitor: Visitor, name: str) -> Any:
    """Opens the inbox and one of its sections, and returns the section."""
    found = opened(visitor).get_by_test_id(f"section-{name}")
    found.locator("summary").first.click()
    return found


def test_a_vacation_begins_and_ends(visit: Visit):
    visitor = visit(viewport=PHONE)
    sign_in(visitor, "Mei")
    shown = section(visitor, "vacation")
    shown.get_by_text("5 days of vacation left").wait_for()
    visitor.looks_right("inbox-vacation", whole=True)
    shown.get_by_test_id("begin-vacation").click()
    shown.get_by_test_id("end-vacation").wait_for()
    assert shown.get_by_test_id("vacation-said").inner_text() == "Your vacation has begun."
    visitor.page.get_by_test_id("on-vacation").wait_for()
    current = visitor.get("/me/vacation")["current"]
    lasts = datetime.fromisoformat(current["ends_at"]) - datetime.fromisoformat(current["starts_at"])
    assert timedelta(hours=23) < lasts <= timedelta(days=1)
    visitor.looks_right("inbox-on-vacation", whole=True)
    shown.get_by_test_id("end-vacation").click()
    shown.get_by_test_id("begin-vacation").wait_for()
    assert visitor.get("/me/vacation")["current"] is None
    assert visitor.page.get_by_test_id("on-vacation").count() == 0


def test_a_vacation_is_announced_and_called_off_and_one_too_long_is_refused(visit: Visit):
    visitor = visit(viewport=PHONE)
    sign_in(visitor, "Mei")
    shown = section(visitor, "vacation")
    day = datetime.now(UTC) + timedelta(days=10)
    shown.get_by_role("checkbox").check()
    shown.locator("input[name=from]").fill(day.strftime("%Y-%m-%dT08:00"))
    shown.locator("input[name=until]").fill((day + timedelta(days=60)).strftime("%Y-%m-%dT08:00"))
    shown.get_by_test_id("begin-vacation").click()
    shown.get_by_test_id("problem").get_by_text("You do not have that much vacation left.").wait_for()
    # What was typed stays.
    until = (day + timedelta(days=60)).strftime("%Y-%m-%d")
    assert shown.locator("input[name=until]").input_value().startswith(until)
    shown.locator("input[name=until]").fill((day + timedelta(days=2)).strftime("%Y-%m-%dT08:00"))
    shown.get_by_test_id("begin-vacation").click()
    shown.get_by_test_id("end-vacation").wait_for()
    assert visitor.get("/me/vacation")["current"]["starts_at"].startswith(day.strftime("%Y-%m-%d"))
    # An announced vacation has not begun.
    assert visitor.page.get_by_test_id("on-vacation").count() == 0
    shown.get_by_test_id("end-vacation").click()
    shown.get_by_test_id("begin-vacation").wait_for()
    assert visitor.get("/me/vacation")["current"] is None


@pytest.mark.parametrize(("locale", "zone"), [("en-GB", "Europe/Berlin"), ("zh-CN", "Asia/Shanghai")], ids=["en", "zh"])
def test_quiet_hours_are_kept(visit: Visit, locale: str, zone: str):
    visitor = visit(viewport=PHONE, locale=locale, timezone_id=zone)
    sign_in(visitor, "Mei")
    shown = section(visitor, "quiet")
    shown.locator("input[name=is_quiet]").check()
    shown.locator("input[name=start]").fill("21:30")
    shown.locator("input[value=sunday]").check()
    shown.locator("input[name=automatic]").uncheck()
    visitor.looks_right(f"inbox-quiet-{locale[:2]}", whole=True)
    shown.get_by_test_id("save-quiet").click()
    shown.get_by_test_id("quiet-said").get_by_text(re.compile(r"Saved|已保存")).wait_for()
    found = visitor.get("/me/availability")
    assert found.pop("since")
    assert found == {
        "time_zone": zone,
        "quiet_hours": {"start": "21:30", "end": "07:30"},
        "weekend": ["sunday"],
        "automatic_vacation": False,
    }
    shown = section(visitor, "quiet")
    assert shown.locator("input[name=start]").input_value() == "21:30"
    assert shown.locator("input[value=sunday]").is_checked()
    assert not shown.locator("input[name=automatic]").is_checked()
    # The server's reason stands beside the form.
    shown.locator("input[name=end]").fill("12:30")
    shown.get_by_test_id("save-quiet").click()
    shown.get_by_test_id("problem").wait_for()


@pytest.mark.parametrize("locale", ["en-GB", "zh-CN"], ids=["en", "zh"])
def test_the_calendar_and_the_pace_are_shown(visit: Visit, locale: str):
    me, ben, _ = two_people(visit, locale=locale)
    table = table_of(ben, me)
    my_turn(me, ben, table)
    await_entry(me, "turn", table)
    shown = section(me, "calendar")
    due = shown.get_by_test_id("calendar").locator(".days a")
    due.wait_for()
    assert due.get_attribute("href") == f"/tables/{table}"
    assert "Ben" in shown.inner_text()
    pace = me.page.get_by_test_id("section-pace")
    pace.locator("summary").click()
    pace.get_by_test_id("pace").wait_for()
    moves = me.get("/me/pace")["moves"]
    assert re.search(rf"answered {moves} turn|出了 {moves} 步", pace.inner_text())
    me.looks_right(f"inbox-time-{locale[:2]}", whole=True)
