"""The pages of tournaments in Chromium: each screen fits, has no barriers, and can be used by the keyboard."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.support.organising import Organiser
from tests.support.pages import LOOKS, PHONE, Visitor

pytestmark = pytest.mark.browser
Visit = Callable[..., Visitor]
LISTS = {
    "list": ("/tournaments", "tournaments"),
    "calendar": ("/tournaments/calendar", "new-tournament"),
    "templates": ("/tournaments/new", "templates"),
}
PARTS = {
    "rounds": "matches",
    "standings": "standings",
    "cross-table": "cross-table",
    "entrants": "entrants",
    "about": "part",
    "desk": "next-text",
    "desk-entrants": "desk-list",
    "desk-pairing": "draft",
    "desk-results": "matches",
    "desk-log": "log",
    "desk-settings": "settings-form",
}
"""The parts of the page of a tournament, and the test id that shows that each is there."""


class Stage(Organiser):
    """An organiser with a Swiss after its first round, a bracket without results, and a night to enter."""

    def __init__(self, visitor: Visitor) -> None:
        super().__init__(visitor)
        self.swiss = self.played_elsewhere(pairs=5)
        self.command(self.swiss, "start_tournament")
        self.command(self.swiss, "pair_round", round=1)
        self.decide(self.swiss, 1)
        self.cup = self.create(
            "knock-out", rounds={"played_elsewhere": True, "is_automatic": False}, entrants={"least": 4}
        )
        guests = [{"guests": [f"Guest {n} One", f"Guest {n} Two"]} for n in range(6)]
        self.command(self.cup, "enter_entrants", entrants=guests)
        self.command(self.cup, "start_tournament")
        self.command(self.cup, "pair_round", round=1)
        self.create("sheng-ji-night")


@pytest.fixture(scope="module")
def stage(chromium: Any, address: str) -> Iterator[Stage]:
    context = chromium.new_context(locale="en-GB")
    yield Stage(Visitor(context, address))
    context.close()


def as_organiser(visit: Visit, stage: Stage, **options: Any) -> Visitor:
    """Returns a visitor with the session of the organiser, and with settings of the browser of its own."""
    visitor = visit(**options)
    visitor.context.add_cookies(stage.visitor.context.cookies())
    # All visits share the account, and its language comes before that of the browser.
    language = "zh-Hans" if options.get("locale") == "zh-CN" else "en"
    stage.visitor.send("/me/language", {"language": language}, method="PUT")
    return visitor


def check(visitor: Visitor, path: str, shown: str, picture: str) -> None:
    """Opens a page, keeps a picture, and checks barriers, width and complaints."""
    page = visitor.open(path)
    page.get_by_test_id(shown).first.wait_for()
    visitor.looks_right(picture)


@pytest.mark.parametrize("part", [*LISTS, *PARTS, "bracket"])
@pytest.mark.parametrize(("viewport", "scheme", "locale"), LOOKS)
def test_a_screen_has_no_barriers_and_fits(
    visit: Visit, stage: Stage, part: str, viewport: dict[str, int], scheme: str, locale: str
):
    visitor = as_organiser(visit, stage, viewport=viewport, color_scheme=scheme, locale=locale)
    tournament = stage.cup if part == "bracket" else stage.swiss
    path, shown = LISTS.get(part) or (f"/tournaments/{tournament}/{part}", PARTS.get(part, part))
    check(visitor, path, shown, f"tournament-{part}-{locale[:2]}-{scheme}-{viewport['width']}")
    assert visitor.page.locator("html").get_attribute("lang") == ("zh-Hans" if locale == "zh-CN" else "en")


def test_a_phone_shows_one_round_of_the_bracket(visit: Visit, stage: Stage):
    page = as_organiser(visit, stage, viewport=PHONE).open(f"/tournaments/{stage.cup}/bracket")
    bracket = page.get_by_test_id("bracket")
    bracket.wait_for()
    assert bracket.locator("h3:visible").count() == 1
    page.get_by_role("button", name="Final", exact=True).click()
    assert bracket.locator("h3:visible").inner_text() == "Final"


def test_the_standings_say_why_one_pair_is_before_another(visit: Visit, stage: Stage):
    visitor = as_organiser(visit, stage, viewport=PHONE)
    page = visitor.open(f"/tournaments/{stage.swiss}/standings")
    page.get_by_test_id("standings").locator("button").first.click()
    sheet = page.get_by_test_id("comparison")
    sheet.locator("table").wait_for()
    rows = visitor.get(f"/tournaments/{stage.swiss}/standings")["standings"]
    assert (
        f"{rows[0]['name']} is before {rows[1]['name']}" in sheet.inner_text()
        or "equal in everything" in sheet.inner_text()
    )
    assert visitor.barriers() == []
    sheet.locator("select").last.select_option(label=rows[-1]["name"])
    sheet.get_by_text(f"{rows[0]['name']} is before {rows[-1]['name']}. What decides: Points").wait_for()
    assert visitor.sideways_px() == 0


def test_the_keyboard_reaches_a_tournament_and_its_parts(visit: Visit, stage: Stage):
    page = as_organiser(visit, stage).open("/tournaments")
    page.get_by_test_id("filter-mine").focus()
    page.keyboard.press("Enter")
    row = page.get_by_test_id("tournaments").get_by_role("link", name="Club Swiss")
    row.focus()
    page.keyboard.press("Enter")
    part = page.get_by_test_id("part-standings")
    part.focus()
    page.keyboard.press("Enter")
    page.get_by_test_id("standings").wait_for()
    assert part.get_attribute("aria-current") == "page"
    # The reason for the order opens with the keyboard, and closes with Escape.
    page.get_by_test_id("standings").locator("button").first.focus()
    page.keyboard.press("Enter")
    page.get_by_test_id("comparison").wait_for()
    page.keyboard.press("Escape")
    page.get_by_test_id("comparison").wait_for(state="detached")


def test_strangers_see_no_desk(visit: Visit, stage: Stage):
    page = visit().open(f"/tournaments/{stage.swiss}/desk")
    page.get_by_text("The desk is for the staff of the tournament.").wait_for()
    assert page.get_by_test_id("next-step").count() == 0
