"""Records from files: opening one, by choice or by dropping it, what is said of others, and the ways to a replay."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.browser.test_replay_pages import step
from tests.support.pages import DESKTOP, PHONE, Visitor
from tests.support.played_pages import play_hand
from tests.support.recorded_matches import record_of_match

pytestmark = pytest.mark.browser
Visit = Callable[..., Visitor]
BOTH_WIDTHS = pytest.mark.parametrize("viewport", [PHONE, DESKTOP], ids=["phone", "desktop"])
DROP = """(zone, text) => {
  const data = new DataTransfer();
  data.items.add(new File([text], "dropped.json", { type: "application/json" }));
  zone.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
}"""


def guest(visit: Visit, **options: Any) -> Visitor:
    visitor = visit(reduced_motion="reduce", **options)
    visitor.open().get_by_test_id("play-now").wait_for()
    visitor.send("/session/guest", {"name": "Ada"})
    return visitor


def conceded(visitor: Visitor, profile: str = "zheng-shangyou-4-partners") -> str:
    """Plays a match with bots that is conceded at once. Returns the table."""
    table = str(visitor.send("/tables", {"profile": profile, "starts_when_full": True})["id"])
    visitor.send(f"/tables/{table}/commands", {"type": "sit", "seat": 0})
    for seat in range(1, 4):
        visitor.send(f"/tables/{table}/commands", {"type": "seat_bot", "seat": seat, "bot": "steady"})
    visitor.send(f"/tables/{table}/commands", {"type": "propose", "what": "concede_match"})
    # The list of tables is updated with a short delay.
    while table not in [each["id"] for each in visitor.get("/tables?mine=true&status=finished")["tables"]]:
        visitor.page.wait_for_timeout(100)
    return table


def choose(visitor: Visitor, text: str, folder: Path, name: str = "record.json") -> None:
    path = folder / name
    path.write_text(text)
    visitor.page.get_by_test_id("record-file").set_input_files(path)


@pytest.fixture(scope="module")
def record() -> dict[str, Any]:
    return record_of_match("zheng_shangyou", "zheng-shangyou", 2)


@BOTH_WIDTHS
@pytest.mark.parametrize("locale", ["en-GB", "zh-CN"])
def test_a_record_is_opened_from_a_file(
    visit: Visit, viewport: dict[str, int], locale: str, tmp_path: Path, record: dict[str, Any]
):
    visitor = guest(visit, viewport=viewport, locale=locale)
    table = conceded(visitor)
    page = visitor.open()
    page.get_by_test_id("open-replay").click()
    page.get_by_test_id("finished-tables").get_by_role("link").wait_for()
    assert page.get_by_test_id("finished-tables").get_by_role("link").get_attribute("href") == f"/replay/{table}"
    name = f"{viewport['width']}-{locale[:2]}"
    visitor.picture(f"replay-door-{name}")
    assert visitor.barriers() == []
    assert visitor.sideways_px() == 0

    choose(visitor, json.dumps(record), tmp_path)
    page.get_by_test_id("replay").wait_for()
    page.get_by_test_id("hand-next").click()
    page.get_by_test_id("forward").click()
    visitor.picture(f"replay-file-{name}")
    assert visitor.barriers() == []
    assert visitor.sideways_px() == 0
    # The table of a file need not exist here, so nothing leads to it.
    assert page.get_by_test_id("analyse").count() == 0
    page.get_by_test_id("other-record").click()
    page.get_by_test_id("replay-door").wait_for()
    assert page.url.endswith("/replay")
    assert visitor.complaints == []


def test_a_record_is_opened_by_dropping_it(visit: Visit, record: dict[str, Any]):
    visitor = guest(visit)
    page = visitor.open("/replay")
    page.get_by_test_id("drop").evaluate(DROP, json.dumps(record))
    page.get_by_test_id("replay").wait_for()
    assert step(visitor)[1] > 10


@BOTH_WIDTHS
def test_other_files_are_refused_in_words(
    visit: Visit, viewport: dict[str, int], tmp_path: Path, record: dict[str, Any]
):
    visitor = guest(visit, viewport=viewport)
    page = visitor.open("/replay")
    said = page.get_by_test_id("file-wrong")
    refused = {
        "not JSON": "a letter to my parents",
        "not the record of a game": json.dumps({"format": "something else"}),
        "too large. A record can have 4 MiB": json.dumps({**record, "table": "x" * 4 * 2**20}),
    }
    for words, text in refused.items():
        choose(visitor, text, tmp_path)
        page.get_by_text(words).wait_for()
        assert said.count() == 1
    visitor.picture(f"replay-refused-{viewport['width']}")
    assert visitor.barriers() == []
    assert visitor.sideways_px() == 0
    assert visitor.complaints == []

    # This one looks like a record, and the server cannot read it.
    choose(visitor, json.dumps({**record, "events": [{"type": "nothing"}]}), tmp_path)
    page.get_by_text("not the record of a game").wait_for()
    assert page.get_by_test_id("finished-tables").is_visible()
    # Then a good one is opened.
    choose(visitor, json.dumps(record), tmp_path)
    page.get_by_test_id("replay").wait_for()


def test_a_changed_record_is_replayed_with_what_is_wrong(visit: Visit, tmp_path: Path, record: dict[str, Any]):
    visitor = guest(visit)
    changed = json.loads(json.dumps(record))
    score = [each for each in changed["events"] if each["type"] == "places_scored"][-1]
    score["data"]["points"][0] += 1
    page = visitor.open("/replay")
    choose(visitor, json.dumps(changed), tmp_path)
    page.get_by_test_id("server-verification").wait_for()
    assert "does not follow from the rules" in page.get_by_test_id("server-verification").inner_text()
    page.get_by_role("button", name=f"Event {score['version']}").click()
    assert page.url.endswith(f"#{score['version']}")


def test_an_export_of_all_records_lists_them(visit: Visit, tmp_path: Path):
    visitor = guest(visit)
    tables = {conceded(visitor), conceded(visitor)}
    page = visitor.open("/replay")
    page.get_by_test_id("finished-tables").get_by_role("link").nth(1).wait_for()
    with page.expect_download() as download:
        page.get_by_test_id("all-records").click()
    path = tmp_path / download.value.suggested_filename
    download.value.save_as(path)
    records = [json.loads(line) for line in path.read_text().splitlines()]
    assert {each["table"] for each in records} == tables
    page.get_by_test_id("record-file").set_input_files(path)
    rows = page.get_by_test_id("records-in-file").get_by_role("button")
    rows.nth(1).wait_for()
    assert rows.count() == 2
    visitor.picture("replay-export-1280")
    assert visitor.barriers() == []
    rows.nth(1).click()
    page.get_by_test_id("replay").wait_for()


def test_the_record_of_a_replay_can_be_kept_and_opened_again(visit: Visit, tmp_path: Path):
    visitor = guest(visit)
    table = conceded(visitor)
    page = visitor.open(f"/replay/{table}")
    page.get_by_test_id("download-record").wait_for()
    with page.expect_download() as download:
        page.get_by_test_id("download-record").click()
    assert download.value.suggested_filename == f"{table}.json"
    path = tmp_path / "kept.json"
    download.value.save_as(path)
    assert json.loads(path.read_text()) == visitor.get(f"/tables/{table}/record")
    page.get_by_test_id("other-record").click()
    page.get_by_test_id("record-file").set_input_files(path)
    page.get_by_test_id("replay").wait_for()


@pytest.mark.slow
def test_the_result_of_a_hand_leads_to_its_replay(visit: Visit):
    visitor = guest(visit)
    page = visitor.open()
    page.get_by_test_id("play-zheng-shangyou-4-partners").click()
    page.get_by_test_id("hand").wait_for()
    table = page.url.rpartition("/")[2]
    play_hand(visitor, table)
    page.get_by_test_id("replay-hand").click()
    page.get_by_test_id("replay").wait_for()
    [opened, *_] = [each for each in visitor.get(f"/tables/{table}/record")["events"] if each["type"] == "hand_opened"]
    assert page.url.endswith(f"/replay/{table}#{opened['version']}")
    assert step(visitor)[0] == 1
