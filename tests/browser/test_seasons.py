"""Leagues and series in Chromium: a season with its divisions, joining and leaving, and the dates of a series."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.support.league_of_pairs import join, new_league, play_first_round
from tests.support.organising import Organiser
from tests.support.pages import LOOKS, PHONE, Visitor
from tests.support.series_served import NIGHTS

pytestmark = pytest.mark.browser
Visit = Callable[..., Visitor]
FAR_S = 40 * 24 * 3600


class Seasons(Organiser):
    """An organiser with a league in its first season, a league to join, and a series with a date that is skipped."""

    def __init__(self, visitor: Visitor) -> None:
        super().__init__(visitor)
        self.league = new_league(self)
        join(self, self.league)
        self.to_join = new_league(self, FAR_S, name="Village league")
        weekly = {**NIGHTS["recurrence"], "rule": "FREQ=WEEKLY;INTERVAL=2"}
        self.series = str(self.visitor.send("/series", {**NIGHTS, "recurrence": weekly, "lead_s": 11 * 86_400})["id"])
        dates = self.visitor.get(f"/series/{self.series}")["to_come"]
        self.visitor.send(f"/series/{self.series}/commands", {"type": "skip_occurrence", "key": dates[2]["key"]})
        play_first_round(self, self.league)


@pytest.fixture(scope="module")
def seasons(chromium: Any, address: str) -> Iterator[Seasons]:
    context = chromium.new_context(locale="en-GB")
    yield Seasons(Visitor(context, address))
    context.close()


SCREENS = {
    "leagues": ("/leagues", "leagues"),
    "season": ("/leagues/{league}", "division-2"),
    "members": ("/leagues/{league}/members", "members"),
    "about": ("/leagues/{league}/about", "about"),
    "join": ("/leagues/{to_join}", "register"),
    "series-list": ("/series", "series"),
    "series": ("/series/{series}", "to-come"),
}


@pytest.mark.parametrize("screen", SCREENS)
@pytest.mark.parametrize(("viewport", "scheme", "locale"), LOOKS)
def test_a_screen_has_no_barriers_and_fits(
    visit: Visit, seasons: Seasons, screen: str, viewport: dict[str, int], scheme: str, locale: str
):
    visitor = visit(viewport=viewport, color_scheme=scheme, locale=locale)
    path, shown = SCREENS[screen]
    page = visitor.open(path.format(league=seasons.league, to_join=seasons.to_join, series=seasons.series))
    page.get_by_test_id(shown).wait_for()
    visitor.looks_right(f"seasons-{screen}-{locale[:2]}-{scheme}-{viewport['width']}")


def test_the_standings_of_a_division_are_those_of_the_league(visit: Visit, seasons: Seasons):
    visitor = visit()
    page = visitor.open(f"/leagues/{seasons.league}")
    page.get_by_test_id("division-1").wait_for()
    season = visitor.get(f"/leagues/{seasons.league}/seasons/1")
    for division in season["divisions"]:
        rows = page.get_by_test_id(f"division-{division['number']}").locator("tbody tr")
        assert [each.locator("th strong").inner_text() for each in rows.all()] == [
            each["name"] for each in division["standings"]
        ]
    assert page.get_by_test_id("division-1").get_by_text("Down to division 2").count() == 1
    # The rounds are those of the tournament of the division, which leads back.
    page.get_by_test_id("division-1").get_by_role("link", name="Rounds of this division").click()
    page.get_by_test_id("parent").click()
    page.get_by_test_id("division-2").wait_for()
    assert visitor.complaints == []


def test_a_pair_joins_a_league_and_leaves_it(visit: Visit, seasons: Seasons):
    captain, partner = (Organiser(visit(viewport=PHONE), name) for name in ("Lea of the league", "Max of the league"))
    page = captain.visitor.open(f"/leagues/{seasons.to_join}")
    page.locator("input[name=name]").fill("Blue Pandas")
    page.locator("input[name=partner]").fill("Nobody at all")
    page.get_by_role("button", name="Enter").click()
    page.get_by_test_id("problem").wait_for()
    page.locator("input[name=partner]").fill("Max of the league")
    page.get_by_role("button", name="Enter").click()
    page.get_by_text("Your partner has to agree before you are members.").wait_for()

    asked = partner.visitor.open(f"/leagues/{seasons.to_join}")
    asked.get_by_role("heading", name="Blue Pandas asks you to play with them in this league").wait_for()
    assert partner.visitor.barriers() == []
    asked.get_by_role("button", name="Agree").click()
    asked.get_by_text("You are a member of this league.").wait_for()
    partner.visitor.picture("seasons-member")
    asked.get_by_test_id("withdraw").click()
    asked.get_by_test_id("withdraw-now").click()
    asked.get_by_test_id("register").wait_for()
    [left] = seasons.visitor.get(f"/leagues/{seasons.to_join}")["members"]
    assert left["status"] == "out"
    assert captain.visitor.complaints == partner.visitor.complaints == []


def test_the_keyboard_reaches_a_league_from_the_tournaments(visit: Visit, seasons: Seasons):
    page = visit().open("/tournaments")
    for name in ("door-leagues", "leagues", "part-members"):
        target = page.get_by_test_id(name)
        target.wait_for()
        link = target if name != "leagues" else target.get_by_role("link", name="City league").first
        link.focus()
        page.keyboard.press("Enter")
    page.get_by_test_id("members").wait_for()
    assert page.url.endswith(f"/leagues/{seasons.league}/members")


def test_the_dates_of_a_series_lead_to_its_tournaments(visit: Visit, seasons: Seasons):
    visitor = visit()
    while not any(each["tournament"] for each in visitor.get(f"/series/{seasons.series}")["so_far"]):
        seasons.visitor.page.wait_for_timeout(300)
    page = visitor.open(f"/series/{seasons.series}")
    dates = page.get_by_test_id("to-come")
    dates.get_by_text("Skipped").wait_for()
    assert "Every 2 weeks" in page.locator("header").last.inner_text()
    page.get_by_role("link", name="Tournament", exact=True).first.click()
    page.get_by_test_id("parent").click()
    page.get_by_test_id("to-come").wait_for()
    assert visitor.complaints == []
