"""The pages of the web client in Chromium: they load under the policy, in both languages, without barriers."""

from collections.abc import Callable

import pytest

from tests.support.pages import DESKTOP, PHONE, Visitor

pytestmark = pytest.mark.browser
Visit = Callable[..., Visitor]
PATHS = ["/", "/sign-in", "/code", "/account", "/inbox"]
HOME_BYTES, TABLE_BYTES = 150_000, 250_000
"""The most that a first visit transfers, with headers and answers of the API: for the first page, and up to a table."""


@pytest.mark.parametrize("path", PATHS)
def test_a_page_loads_under_the_policy_without_complaints(visit: Visit, path: str):
    visitor = visit()
    page = visitor.open(path)
    page.locator("main h1").first.wait_for()
    page.wait_for_load_state("networkidle")
    assert visitor.complaints == []


@pytest.mark.parametrize("locale", ["en-GB", "zh-CN"])
def test_a_first_visit_transfers_little(visit: Visit, locale: str):
    visitor = visit(locale=locale)
    received: list[float] = []
    network = visitor.context.new_cdp_session(visitor.page)
    network.on("Network.loadingFinished", lambda each: received.append(each["encodedDataLength"]))
    network.send("Network.enable")
    page = visitor.open()
    page.get_by_test_id("play-now").wait_for()
    page.wait_for_load_state("networkidle")
    assert 0 < sum(received) <= HOME_BYTES
    page.get_by_test_id("play-now").click()
    page.get_by_test_id("hand").wait_for()
    assert sum(received) <= TABLE_BYTES


def test_code_in_the_page_does_not_run(visit: Visit):
    visitor = visit()
    page = visitor.open()
    page.locator("main h1").first.wait_for()
    refused = page.locator("body").evaluate(
        """body => {
            try { body.insertAdjacentHTML("beforeend", "<b>text</b>"); } catch (error) { return error.name; }
            return "it was inserted";
        }"""
    )
    assert refused == "TypeError"


def test_no_script_can_read_the_session(visit: Visit):
    visitor = visit()
    page = visitor.open()
    page.get_by_test_id("play-now").click()
    page.get_by_test_id("hand").wait_for()
    assert page.locator("html").evaluate("() => document.cookie") == ""
    [cookie] = visitor.context.cookies()
    assert (cookie["name"], cookie["httpOnly"], cookie["sameSite"]) == ("session", True, "Lax")


@pytest.mark.parametrize("scheme", ["light", pytest.param("dark", marks=pytest.mark.slow)])
@pytest.mark.parametrize("viewport", [PHONE, DESKTOP], ids=["phone", "desktop"])
@pytest.mark.parametrize("locale", ["en-GB", "zh-CN"])
def test_home_has_no_barriers_and_fits(visit: Visit, scheme: str, viewport: dict[str, int], locale: str):
    visitor = visit(color_scheme=scheme, viewport=viewport, locale=locale)
    page = visitor.open()
    page.get_by_test_id("play-now").wait_for()
    page.wait_for_load_state("networkidle")
    visitor.picture(f"home-{locale}-{scheme}-{viewport['width']}")
    assert page.locator("html").get_attribute("lang") == ("zh-Hans" if locale == "zh-CN" else "en")
    assert visitor.barriers() == []
    assert visitor.sideways_px() == 0


@pytest.mark.parametrize("path", ["/sign-in", "/code"])
def test_forms_have_no_barriers(visit: Visit, path: str):
    visitor = visit(viewport=PHONE)
    visitor.open(path).locator("main h1").first.wait_for()
    assert visitor.barriers() == []
    assert visitor.sideways_px() == 0
