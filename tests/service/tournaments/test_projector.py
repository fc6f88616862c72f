"""The page for a projector: what it shows, what it runs, and that it follows the feed."""

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from service.tournaments.projector import ROWS, SCRIPT, SCRIPT_ADDRESS
from tests.service.accounts.test_tickets import status
from tests.service.tournaments.test_sheets import BROWSER, EVIL, Page
from tests.support.api import Api, User
from tests.support.tournaments_served import Tournament


def text_of(tournament: Tournament, user: User | None = None) -> str:
    answered = tournament.api.call(
        "GET", f"{tournament.path}/display", headers=BROWSER, token=user.token if user else None
    )
    assert (answered.status_code, answered.content_type) == (200, "text/html; charset=utf-8"), answered.text
    return str(answered.text)


def test_a_projector_shows_pairings_and_standings_and_refreshes_itself(api: Api):
    tournament = Tournament(api)
    for name in (EVIL, "Bert", "Cleo"):
        tournament.enter(name)
    assert "Entrants" in text_of(tournament)
    tournament.done(tournament.owner, "start_tournament")
    tournament.pair()
    tournament.win(1, 1)

    text = text_of(tournament)
    page = Page(text)

    pairings, standings = page.tables
    assert pairings[0] == ["Table", "First side", "Second side", "Result"]
    assert pairings[1][3] == "1 : 0 (adjudicated)"
    assert [row[:2] for row in standings[1:]] == [[str(each["rank"]), each["name"]] for each in tournament.standings()]
    assert "Round 1 of 2" in page.text
    assert f'data-feed="{tournament.path}/events?after={tournament.version()}"' in text
    assert '<noscript><meta http-equiv="refresh" content="15"></noscript>' in text
    assert text.count("<script") == 1
    tournament.done(tournament.owner, "pause_tournament", reason="no light")
    assert "Round 1 of 2, paused" in Page(text_of(tournament)).text


@pytest.mark.parametrize("where", ["a sandbox", "a closed tournament"])
def test_a_ticket_opens_the_page_where_a_browser_may_read_nothing_without_a_token(api: Api, where: str):
    owner = api.sign_up().in_sandbox() if where == "a sandbox" else api.sign_up()
    tournament = Tournament(api, owner=owner, public=where == "a sandbox")
    page = f"{tournament.path}/display"
    assert api.call("GET", page, headers=BROWSER).status_code in (401, 404)

    address = owner.post("/v1/tickets", {"feed": page}).json["url"]
    opened = api.call("GET", address, headers=BROWSER)

    assert (opened.status_code, "Friday pairs" in opened.text) == (200, True)
    feed = opened.text.split('data-feed="')[1].split('"')[0].replace("&amp;", "&")
    ticket = address.split("ticket=")[1]
    assert status(api, feed) == 200
    assert status(api, f"{tournament.path}/results?ticket={ticket}") == 401
    assert status(api, f"/v1/tournaments/trn_{'0' * 26}/display?ticket={ticket}") == 401


def test_a_page_runs_one_script_of_this_server_and_none_in_the_page(api: Api):
    tournament = Tournament(api)
    policy = api.call("GET", f"{tournament.path}/display").headers["Content-Security-Policy"]
    script = api.call("GET", SCRIPT_ADDRESS)

    assert "default-src 'none'" in policy
    assert "script-src 'self'" in policy
    assert "unsafe" not in policy
    assert f'<script src="{SCRIPT_ADDRESS}" defer></script>' in text_of(tournament)
    assert (script.data, script.mimetype) == (SCRIPT, "text/javascript")
    assert "immutable" in script.headers["Cache-Control"]
    assert b"innerHTML" not in SCRIPT


def test_long_lists_have_several_screens(api: Api):
    tournament = Tournament(api)
    tournament.start(ROWS + 1)
    tables = Page(text_of(tournament)).tables
    assert [len(each) - 1 for each in tables] == [ROWS, 1]
    assert "Standings (2/2)" in text_of(tournament)


def test_staff_show_nothing_sealed_to_the_hall(api: Api):
    tournament = Tournament(api, is_sealed=True)
    tournament.start()
    tournament.pair()
    before = Page(text_of(tournament)).tables

    tournament.win(1, 1)

    assert tournament.round(1)["matches"][0]["result"] is not None
    assert Page(text_of(tournament, tournament.owner)).tables == Page(text_of(tournament)).tables == before


def test_a_closed_tournament_shows_no_name_without_a_token(api: Api):
    tournament = Tournament(api, public=False, name="Secret night")
    tournament.enter("Secret Pandas")
    refused = api.call("GET", f"{tournament.path}/display", headers=BROWSER)
    assert (refused.status_code, refused.mimetype) == (401, "text/html")
    assert "Secret" not in refused.text
    assert "Secret Pandas" in text_of(tournament, tournament.owner)


def test_an_unchanged_page_is_not_sent_again(api: Api):
    tournament = Tournament(api)
    path = f"{tournament.path}/display"
    tag = api.call("GET", path).headers["ETag"]
    assert api.call("GET", path, headers={"If-None-Match": tag}).status_code == 304
    tournament.enter("Late")
    assert api.call("GET", path, headers={"If-None-Match": tag}).status_code == 200


STAGE = """
const sections = [1, 2, 3].map(() => ({ hidden: false }));
let main = { dataset: { feed: "/feed" }, replaceWith(other) { replaced.push(other); } };
const replaced = [], timers = [], later = [], feeds = [], fetched = [];
let isUp = true;
globalThis.location = { href: "/here" };
globalThis.document = { querySelector: () => main, querySelectorAll: () => sections };
globalThis.DOMParser = class { parseFromString(text) { return { querySelector: () => text }; } };
globalThis.fetch = async (href) => {
  fetched.push(href);
  if (!isUp) throw new Error("away");
  return { ok: true, text: async () => "new main" };
};
globalThis.EventSource = class { constructor(url) { this.url = url; this.readyState = 1; feeds.push(this); } };
EventSource.CLOSED = 2;
globalThis.setInterval = (what, ms) => timers.push([what, ms]);
globalThis.setTimeout = (what, ms) => { later.push([what, ms]); return later.length; };
"""
PLAY = """
(async () => {
  const shown = () => sections.findIndex((each) => !each.hidden);
  const found = { first: shown(), url: feeds[0].url };
  timers[0][0](); found.turned = shown();
  timers[0][0](); timers[0][0](); found.around = shown();
  feeds[0].onmessage(); feeds[0].onmessage(); found.waiting = later.length;
  await later[0][0](); found.replaced = [...replaced];
  isUp = false; feeds[0].onmessage(); await later[1][0](); found.kept = replaced.length;
  feeds[0].readyState = 2; timers[1][0](); found.feeds = feeds.length;
  console.log(JSON.stringify(found));
})();
"""


# Only this test runs the script of the projector. Other tests read its page and its feed without Node, and CI has Node.
@pytest.mark.skipif(not shutil.which("node"), reason="the script of the projector is JavaScript, which needs node")
def test_the_script_turns_screens_follows_the_feed_and_survives_a_lost_network(tmp_path: Path):
    program = tmp_path / "played.js"
    program.write_text(f"{STAGE}\n(() => {{{SCRIPT.decode()}}})();\n{PLAY}", "utf-8")
    done = subprocess.run(["node", str(program)], capture_output=True, text=True, check=True, timeout=30)
    found: Any = json.loads(done.stdout)
    assert found == {
        "first": 0,
        "url": "/feed",
        "turned": 1,
        "around": 0,
        "waiting": 1,
        "replaced": ["new main"],
        "kept": 1,
        "feeds": 2,
    }
