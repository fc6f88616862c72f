"""The inbox in Chromium: what waits for a correspondence player, and answers in place."""

import re
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from tests.support.inbox_scenes import (
    DAY_S,
    Visit,
    answer,
    asked_to_play,
    await_entry,
    await_none,
    challenge,
    command,
    entries,
    my_turn,
    opened,
    play_until,
    sign_in,
    table_of,
    two_people,
)
from tests.support.organising import Organiser
from tests.support.pages import DESKTOP, PHONE, Visitor

pytestmark = pytest.mark.browser
LOOKS = [
    pytest.param(PHONE, "en-GB", "light", id="phone-en"),
    pytest.param(PHONE, "zh-CN", "dark", id="phone-zh"),
    pytest.param(DESKTOP, "zh-CN", "light", id="desktop-zh", marks=pytest.mark.slow),
    pytest.param(DESKTOP, "en-GB", "dark", id="desktop-en", marks=pytest.mark.slow),
]


def entry_of(visitor: Visitor, kind: str) -> Any:
    """Returns the shown entry of this kind."""
    return visitor.page.locator(f'[data-testid=entry][data-kind="{kind}"]')


# --------------------------------------------------------------------------------------------- what waits


@pytest.mark.parametrize(("viewport", "locale", "scheme"), LOOKS)
def test_groups_show_what_waits_and_what_has_happened(visit: Visit, viewport: Any, locale: str, scheme: str):
    me, ben, mine = two_people(visit, viewport=viewport, locale=locale, color_scheme=scheme)
    slow, table = table_of(ben, me, per_move_s=10 * DAY_S), table_of(ben, me)
    my_turn(me, ben, table)
    command(ben, table, "propose", what="draw")
    challenge(ben, mine, expires_after_s=4 * 3600)
    challenge(ben, mine, profile="zheng-shangyou")
    olga = Organiser(visit(), "Olga")
    tournament = olga.create("club-swiss")
    olga.command(tournament, "register", name="Pair 1", partners=[mine])
    for kind in ("turn", "proposal", "challenge", "tournament"):
        await_entry(me, kind)
    await_entry(me, "turn", slow)

    page = opened(me)
    shown = {
        name: page.get_by_test_id(f"group-{name}").get_by_test_id("entry").count()
        for name in ("deadline_near", "my_turn", "my_answer", "others", "snoozed")
    }
    assert shown == {"deadline_near": 1, "my_turn": 2, "my_answer": 2, "others": 1, "snoozed": 0}
    turn = page.get_by_test_id("group-my_turn").get_by_test_id("entry").first
    [entry] = [each for each in entries(me)["my_turn"] if each["table"] == table]
    lines = turn.get_by_test_id("since").get_by_role("listitem").all_inner_texts()
    assert 1 <= len(lines) <= 3
    assert lines == entry["since_visit"]
    words = turn.inner_text()
    if locale == "en-GB":
        assert "Sheng Ji, two decks · hand 1 of 4 · with Bot 4, against Ben and Bot 3" in words
        assert re.search(r"[23] days left, until \w+day, \d\d:\d\d", words)
    else:
        assert re.search(r"第 1 局.共 4 局. · 搭档.机器人4.对手.Ben和机器人3\n", words)
        assert re.search(r"还剩 [23]天.星期. \d\d:\d\d 截止", words)
    # A second entry about the table does not repeat what has happened there.
    assert entry_of(me, "proposal").get_by_test_id("since").count() == 0
    me.looks_right(f"inbox-{locale[:2]}-{scheme}-{viewport['width']}", whole=True)


@pytest.mark.parametrize(("viewport", "locale", "scheme"), LOOKS)
def test_an_empty_inbox_is_friendly(visit: Visit, viewport: Any, locale: str, scheme: str):
    visitor = visit(viewport=viewport, locale=locale, color_scheme=scheme)
    sign_in(visitor, "Mei")
    page = opened(visitor)
    page.get_by_test_id("nothing").get_by_role("link").nth(2).wait_for()
    assert page.get_by_test_id("next").count() == 0
    visitor.looks_right(f"inbox-empty-{locale[:2]}-{scheme}-{viewport['width']}", whole=True)


def test_without_an_account_the_inbox_asks_to_sign_in(visit: Visit):
    visitor = visit(viewport=PHONE)
    page = visitor.open("/inbox")
    page.locator("main").get_by_role("link", name="Sign in").wait_for()
    assert visitor.barriers() == []


def test_a_visit_of_the_table_decides_what_is_told(visit: Visit):
    me, ben, _ = two_people(visit)
    table = table_of(ben, me)
    my_turn(me, ben, table)
    await_entry(me, "turn", table)
    page = opened(me)
    entry_of(me, "turn").get_by_test_id("since").wait_for()
    with page.expect_response(lambda each: each.url.endswith(f"/me/inbox/{table}/visit")) as marked:
        entry_of(me, "turn").get_by_role("link", name="Open: Play cards").click()
    assert marked.value.status == 204
    page.get_by_test_id("hand").wait_for()
    page.get_by_role("link", name="Inbox").click()
    entry_of(me, "turn").wait_for()
    assert entry_of(me, "turn").get_by_test_id("since").count() == 0


def test_next_opens_the_most_urgent_entry_and_the_table_leads_on(visit: Visit):
    me, ben, _ = two_people(visit)
    later, first = table_of(ben, me, per_move_s=10 * DAY_S), table_of(ben, me)
    for table in (later, first):
        play_until([me, ben], table, lambda table=table: asked_to_play(me, table))
        await_entry(me, "turn", table)
    page = opened(me)
    assert page.get_by_test_id("next").inner_text() == "Next (2)"
    page.get_by_test_id("next").click()
    page.wait_for_url(f"**/tables/{first}")
    page.get_by_test_id("hand").wait_for()
    assert page.get_by_test_id("next-table").count() == 0
    # While bots are asked, I may win the trick and be asked again.
    play_until([me], first, lambda: asked_to_play(ben, first))
    page.get_by_test_id("next-table").wait_for()
    assert page.get_by_test_id("next-table").inner_text() == "Next table (1)"
    me.looks_right("table-next", whole=True)
    page.get_by_test_id("next-table").click()
    page.wait_for_url(f"**/tables/{later}")


# --------------------------------------------------------------------------------------------- answers in place


@pytest.mark.parametrize(("place", "said"), [(0, "Agree"), (1, "Do not agree")], ids=["agree", "decline"])
def test_a_proposal_is_answered_in_place(visit: Visit, place: int, said: str):
    me, ben, _ = two_people(visit)
    table = table_of(ben, me)
    # A refusal is for one version of the table, so the bots have to be done.
    play_until([me, ben], table, lambda: asked_to_play(me, table))
    command(ben, table, "propose", what="draw")
    await_entry(me, "proposal", table)
    page = opened(me)
    entry = entry_of(me, "proposal")
    assert "The match ends as a draw if all agree." in entry.inner_text()
    entry.get_by_test_id(f"reply-{place}").click()
    answered = entry.get_by_test_id("said")
    answered.wait_for()
    assert answered.inner_text() == f"Your answer: {said}"
    entry.locator("[data-testid=said]:focus").wait_for()
    assert page.url.endswith("/inbox")
    view = me.get(f"/tables/{table}")
    assert (view["status"], view["proposal"]) == ("playing" if place else "finished", None)
    me.looks_right(f"inbox-answered-{place}", whole=True)


def test_a_request_to_take_back_is_answered_in_place(visit: Visit):
    me, ben, _ = two_people(visit)
    table = table_of(ben, me)
    play_until([me, ben], table, lambda: asked_to_play(ben, table))
    answer(ben, table)
    command(ben, table, "take_back")
    await_entry(me, "turn", table)
    opened(me)
    entry = me.page.locator("[data-testid=entry][data-what=consent]")
    entry.get_by_test_id("reply-0").click()
    entry.get_by_test_id("said").wait_for()
    # Ben has the move back.
    assert asked_to_play(ben, table)
    assert me.complaints == []


def test_challenges_are_taken_and_declined_and_a_refusal_is_shown_where_it_happened(visit: Visit):
    me, ben, mine = two_people(visit)
    taken, declined, gone = (challenge(ben, mine) for _ in range(3))
    for table in (taken, declined, gone):
        await_entry(me, "challenge", table)
    page = opened(me)
    all_entries = page.get_by_test_id("entry")
    entry = {
        table: all_entries.filter(has=page.locator(f'a[href="/tables/{table}"]')) for table in (taken, declined, gone)
    }
    command(ben, gone, "cancel")
    with page.expect_response(lambda each: f"/tables/{gone}/commands" in each.url) as refused:
        entry[gone].get_by_test_id("reply-0").click()
    assert refused.value.status == 409
    # The reason stays, although nothing waits any more.
    entry[gone].get_by_test_id("problem").wait_for()
    entry[taken].get_by_test_id("reply-0").click()
    entry[taken].get_by_test_id("said").wait_for()
    entry[declined].get_by_test_id("reply-1").click()
    entry[declined].get_by_test_id("said").wait_for()
    entry[gone].get_by_test_id("reply-0").wait_for(state="detached")
    entry[gone].get_by_test_id("problem").wait_for()
    assert me.get(f"/tables/{taken}")["seats"][1]["player"] == mine
    await_none(me, declined)
    me.picture("inbox-refused", whole=True)
    assert me.barriers() == []


def paired(visit: Visit, **rounds: Any) -> tuple[Visitor, Visitor, str]:
    """Returns two people who meet in the first round of a tournament, and the tournament. The first is Mei."""
    me, ben, mine = two_people(visit)
    olga = Organiser(visit())
    tournament = olga.create("knock-out", entrants={"least": 2}, rounds={"is_automatic": False, **rounds})
    players = [mine, str(ben.get("/me")["player"]["id"])]
    entrants = [{"players": [each], "guests": ["Somebody"]} for each in players]
    olga.command(tournament, "enter_entrants", entrants=entrants)
    olga.command(tournament, "start_tournament")
    olga.command(tournament, "pair_round", round=1)
    return me, ben, tournament


def in_tournament(visitor: Visitor, tournament: str, type_: str, **body: Any) -> None:
    visitor.send(f"/tournaments/{tournament}/commands", {"type": type_, "round": 1, "match": 1, **body})


def shown_entry(visitor: Visitor, what: str) -> Any:
    """Waits until the inbox asks for this, and returns its entry on the opened page."""
    await_entry(visitor, "tournament", what=what)
    opened(visitor)
    return visitor.page.locator(f"[data-testid=entry][data-what={what}]")


def test_times_of_a_match_are_agreed_in_place(visit: Visit):
    me, ben, tournament = paired(visit, pace="window", window_s=30 * DAY_S, played_elsewhere=True)
    at = (datetime.now(UTC) + timedelta(days=10)).replace(minute=0, second=0, microsecond=0)
    in_tournament(ben, tournament, "propose_time", times=[at.isoformat()])
    shown = shown_entry(me, "agree_time")
    assert "against Ben" in shown.inner_text()
    me.looks_right("inbox-times", whole=True)
    shown.get_by_test_id("reply-0").click()
    shown.get_by_test_id("said").wait_for()
    [match] = me.get(f"/tournaments/{tournament}/rounds/1")["matches"]
    assert datetime.fromisoformat(match["plays_at"]) == at


def test_a_result_is_reported_and_confirmed_in_place_with_the_names_of_the_sides(visit: Visit):
    me, ben, tournament = paired(visit, played_elsewhere=True)
    shown = shown_entry(me, "report_result")
    shown.get_by_text("Report here").click()
    shown.get_by_role("button", name=re.compile("^Mei .* won$")).wait_for()
    me.looks_right("inbox-report", whole=True)
    shown.get_by_role("button", name=re.compile("^Mei .* won$")).click()
    shown.get_by_test_id("said").wait_for()
    shown = shown_entry(ben, "confirm_result")
    shown.get_by_text(re.compile("^The other side reports: Mei .* won\\.$")).wait_for()
    shown.get_by_test_id("reply-0").click()
    shown.get_by_test_id("said").wait_for()
    [match] = me.get(f"/tournaments/{tournament}/rounds/1")["matches"]
    assert match["is_over"]
    assert [me.complaints, ben.complaints] == [[], []]


# --------------------------------------------------------------------------------------------- snoozes


def test_a_snooze_moves_an_entry_and_can_be_undone(visit: Visit):
    me, ben, _ = two_people(visit)
    table = table_of(ben, me)
    # Others wait for Mei alone: a change of the table would end the snooze.
    play_until([me, ben], table, lambda: asked_to_play(me, table))
    await_entry(me, "turn", table)
    page = opened(me)
    entry = entry_of(me, "turn")
    entry.locator(".snooze summary").click()
    entry.get_by_test_id("snooze-tomorrow").click()
    entry.get_by_test_id("undo").wait_for()
    assert entry.get_by_test_id("said").inner_text() == "Snoozed until tomorrow, 08:00"
    assert page.get_by_test_id("next").count() == 0
    [snoozed] = entries(me)["snoozed"]
    assert snoozed["table"] == table
    me.looks_right("inbox-snoozed", whole=True)
    entry.get_by_test_id("undo").click()
    page.get_by_test_id("group-my_turn").get_by_test_id("entry").get_by_text("Later…").wait_for()
    entry.locator("h3 a:focus").wait_for()
    assert entries(me)["snoozed"] == []

    entry.locator(".snooze summary").click()
    entry.get_by_test_id("snooze-hour").click()
    entry.get_by_test_id("undo").wait_for()
    page = opened(me)
    page.get_by_test_id("group-snoozed").get_by_test_id("wake").click()
    page.get_by_test_id("group-my_turn").get_by_test_id("entry").wait_for()
    entry.locator("h3 a:focus").wait_for()
    assert entries(me)["snoozed"] == []


@pytest.mark.parametrize(
    ("at", "left_h", "choices"),
    [
        ("2026-12-01T10:00", None, ["hour", "evening", "tomorrow"]),
        ("2026-12-01T18:30", None, ["hour", "tomorrow"]),
        ("2026-12-01T10:00", 5, ["hour", "before"]),
        ("2026-12-01T10:00", 1.5, ["before"]),
        ("2026-12-01T10:00", 1.1, []),
    ],
    ids=["morning", "evening", "soon", "sooner", "too-soon"],
)
def test_snoozes_end_before_the_deadline(visit: Visit, at: str, left_h: float | None, choices: list[str]):
    page = visit().open()
    page.get_by_test_id("play-now").wait_for()
    found = page.locator("html").evaluate(
        """async (_, [at, left]) => {
            const start = document.querySelector("script[type=module]").src;
            const { snoozeChoices } = await import(start.replace("main.mjs", "inbox_snooze.mjs"));
            const now = Date.parse(at);
            return snoozeChoices(now, left && new Date(now + left * 3600000).toISOString()).map(([name]) => name);
        }""",
        [at, left_h],
    )
    assert found == choices
