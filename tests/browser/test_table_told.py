"""What the table tells from the side of the viewer: results, points, levels, partners, runs, tributes, and the log."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.support.pages import DESKTOP, PHONE, Visitor
from tests.support.played_pages import act, asked_moves, choose, play_hand
from tests.support.shown_tables import SILENT, open_table, reach_play, with_moves, with_view

pytestmark = pytest.mark.browser
Visit = Callable[..., Visitor]
Json = dict[str, Any]


def silent(visitor: Visitor) -> None:
    """Stops the feed of all pages that are loaded from now on."""
    visitor.page.add_init_script(f"({SILENT})()")


def imported(visitor: Visitor, module: str, work: str, *given: Any) -> Any:
    """Returns the result of a function `work(module, ...given)` on the page."""
    load = f"""async ([name, given]) => {{
        const module = await import(document.querySelector(`link[href$="/${{name}}"]`).href);
        return ({work})(module, ...given);
    }}"""
    return visitor.page.evaluate(load, [module, list(given)])


# --------------------------------------------------------------------------------------------- results and points


def test_the_result_names_the_winners_and_can_be_read_again(visit: Visit):
    visitor = visit(reduced_motion="reduce")
    table = open_table(visitor, "si-shi-fen", 4)
    page = visitor.page
    play_hand(visitor, table)
    sheet = page.get_by_test_id("hand-result")
    winners = sheet.get_by_test_id("winners").inner_text()
    heading = sheet.get_by_role("heading").first.inner_text()
    assert winners.startswith("Winners: ")
    assert ("You" in winners) == ("won" in heading)
    table_of_sums = sheet.get_by_role("table").inner_text()
    page.get_by_test_id("next-hand").click()
    # Without the events that the page has read, it reads them again.
    page.reload()
    page.get_by_test_id("open-menu").click()
    page.get_by_test_id("open-result").click()
    assert sheet.get_by_test_id("winners").inner_text() == winners
    assert sheet.get_by_role("table").inner_text() == table_of_sums
    visitor.picture("result-again")
    sheet.get_by_test_id("next-hand").click()
    sheet.wait_for(state="detached")


@pytest.mark.parametrize(("declarers", "side"), [([1, 3], "Your side has"), ([0, 2], "Their side has")])
def test_the_points_are_told_from_the_side_of_the_viewer(visit: Visit, declarers: list[int], side: str):
    visitor = visit(reduced_motion="reduce")
    table = open_table(visitor, "si-shi-fen", 4)
    reach_play(visitor, table, leads=False)
    silent(visitor)
    with_view(visitor, table, lambda view: view["match"].update(declarers=declarers, opponent_points=15))
    page = visitor.page
    page.get_by_test_id("points").click()
    told = page.get_by_test_id("points-sheet")
    told.get_by_text("It needs 40.").wait_for()
    assert f"{side} 15 points." in told.inner_text()
    assert "each ten carries ten points" in told.inner_text()
    visitor.picture(f"points-{declarers[0]}")


# --------------------------------------------------------------------------------------------- the felt

COVERS = """() => {
    const box = document.querySelector(".failed").getBoundingClientRect();
    const topmost = (part) => document.elementFromPoint(box.left + box.width * part, box.top + box.height / 2);
    return [0.1, 0.5, 0.9].map((part) => topmost(part)?.className ?? "");
}"""
"""Returns the classes of what is on top at three places of the text about a failed throw."""


@pytest.mark.parametrize("width", [800, 1280])
@pytest.mark.parametrize(("profile", "count"), [("zhang-2021", 4), ("zhao-peng-you", 5), ("six-player-teams", 6)])
def test_nothing_lies_over_the_text_of_a_failed_throw(visit: Visit, profile: str, count: int, width: int):
    visitor = visit(viewport={"width": width, "height": 720}, reduced_motion="reduce")
    table = open_table(visitor, profile, count)
    reach_play(visitor, table, leads=False)
    silent(visitor)
    cards = ["5S", "5S", "6S", "6S", "10S", "10S", "KS", "KS"]

    def change(view: Json) -> None:
        view["match"]["trick"]["plays"] = [{"seat": seat, "cards": cards} for seat in range(count)]
        view["match"]["failed_throw"] = {"seat": 3, "cards": cards}

    with_view(visitor, table, change)
    visitor.page.locator(".failed").wait_for()
    visitor.picture(f"failed-throw-{count}-{width}")
    assert visitor.page.evaluate(COVERS) == ["failed"] * 3


def test_the_partner_is_marked_from_the_beginning_and_as_dealer(visit: Visit):
    visitor = visit(reduced_motion="reduce")
    table = open_table(visitor, "si-shi-fen", 4)
    silent(visitor)
    facts = [visitor.page.get_by_test_id(f"seat-{seat}") for seat in range(4)]
    with_view(visitor, table, lambda view: view["match"].update(dealer=None, declarers=None, phase="declaring"))
    facts[2].get_by_text("Your partner").wait_for()
    with_view(visitor, table, lambda view: view["match"].update(dealer=2, declarers=[0, 2]))
    facts[2].get_by_text("Dealer, your partner").wait_for()
    assert not any("partner" in facts[seat].inner_text() for seat in (0, 1, 3))


@pytest.mark.parametrize(
    ("profile", "seats", "testid", "label"),
    [
        ("si-shi-fen", 4, "levels", "Us : them"),
        ("zhao-peng-you", 5, "levels", "Your level"),
        ("zheng-shangyou-4-partners", 4, "totals", "Us : them"),
    ],
)
def test_the_bar_says_whose_figures_they_are(visit: Visit, profile: str, seats: int, testid: str, label: str):
    visitor = visit(viewport=PHONE, reduced_motion="reduce")
    open_table(visitor, profile, seats)
    row = visitor.page.get_by_test_id(testid).locator("..")
    assert row.locator("dt").inner_text() == label
    assert visitor.sideways_px() == 0
    rows = visitor.page.locator(".bar > div").evaluate_all("all => new Set(all.map((each) => each.offsetTop)).size")
    assert rows == 1
    visitor.picture(f"bar-{profile}-360")


def test_spectators_see_the_figures_of_teams(visit: Visit):
    player, spectator = visit(reduced_motion="reduce"), visit(reduced_motion="reduce")
    table = open_table(player, "si-shi-fen", 4)
    row = spectator.open(f"/watch/{table}").get_by_test_id("levels").locator("..")
    assert row.locator("dt").inner_text() == "Teams"


@pytest.mark.parametrize(
    ("hand", "standing", "text"),
    [
        (["3S", "4S"], None, "You have no card of the trump rank"),
        (["2S", "4S"], {"seat": 1, "cards": ["2H"]}, "nothing that beats the declaration"),
        (["2S", "4S"], None, "None of your cards can be shown"),
    ],
)
def test_the_prompt_says_why_nothing_can_be_declared(visit: Visit, hand: list[str], standing: Json | None, text: str):
    visitor = visit(reduced_motion="reduce")
    table = open_table(visitor, "si-shi-fen", 4)
    visitor.page.locator('.actions[data-asked="play"], .actions[data-asked="declare"]').wait_for()

    def change(view: Json) -> None:
        view["match"].update(phase="declaring", hand=hand, standing=standing, trump_rank="2", trick=None)

    with_view(visitor, table, change)
    with_moves(visitor, shown="declare", asked="declare", cards=[], **{"pass": True})
    prompt = visitor.page.get_by_test_id("prompt")
    assert text in prompt.inner_text()


# --------------------------------------------------------------------------------------------- Zheng Shangyou


def reading(pattern: str, ranks: int, width: int, top: str, *, suited: bool = False) -> Json:
    return {"pattern": pattern, "ranks": ranks, "width": width, "top": top, "suited": suited, "pure": True}


def climbing(visit: Visit, standing: Json, hand: list[str], **moves: Any) -> Visitor:
    """Returns a visitor who is asked to beat a play of seat 1 with a hand."""
    visitor = visit(reduced_motion="reduce")
    table = open_table(visitor, "zheng-shangyou", 5)
    reach_play(visitor, table, leads=False)
    played = {"seat": 1, **standing}

    def change(view: Json) -> None:
        view["match"].update(hand=hand, standing=played, round=[played], last_round=[])

    with_view(visitor, table, change)
    with_moves(visitor, lead=False, **moves)
    return visitor


def test_cards_that_beat_nothing_are_dimmed_and_the_button_counts(visit: Visit):
    standing = {"cards": ["4S"], "reading": reading("single", 1, 1, "4")}
    combinations = [reading("single", 1, 1, "9"), reading("single", 1, 1, "2")]
    hand = ["2S", "9D", "9H", "3C", "3H"]
    visitor = climbing(visit, standing, hand, combinations=combinations, cards=[["9H"], ["2S"]], complete=False)
    page = visitor.page
    dim = page.locator("[role=option].dim")
    assert sorted(each.get_attribute("data-card") or "" for each in dim.all()) == ["3C", "3H"]
    choose(visitor, ["3C", "3H"])
    assert page.get_by_test_id("play").inner_text() == "2 of 1 chosen"
    page.get_by_test_id("dead-end").wait_for()
    visitor.picture("climbing-dimmed")
    page.keyboard.press("Escape")
    choose(visitor, ["3C"])
    # The server says why one three is not enough.
    page.get_by_test_id("preview").wait_for()


def test_wild_cards_are_not_dimmed_where_they_may_help(visit: Visit):
    standing = {"cards": ["4S", "4H"], "reading": reading("set", 1, 2, "4")}
    visitor = climbing(
        visit, standing, ["2S", "9D", "9H", "3C", "SJ"],
        combinations=[reading("set", 1, 2, "9")], cards=[["9D", "9H"]], complete=False,
    )  # fmt: skip
    dim = visitor.page.locator("[role=option].dim")
    assert [each.get_attribute("data-card") for each in dim.all()] == ["3C"]


def test_a_run_of_one_suit_is_named_with_its_joker(visit: Visit):
    run = {"cards": ["7S", "8S", "BJ", "10S"], "reading": reading("sequence", 4, 1, "10", suited=True)}
    visitor = climbing(visit, run, ["3S", "4H"], combinations=[], cards=[], complete=True)
    told = visitor.page.locator(".trick .summary").inner_text()
    assert told == "Bot 2 has played: run of one suit, 7 to 10 (joker as 9)."
    visitor.picture("climbing-suited")
    page = visitor.page
    page.get_by_test_id("open-help").click()
    page.get_by_test_id("help-rules").get_by_text("A run of one suit beats every mixed run").wait_for()
    link = page.get_by_test_id("all-rules")
    with visitor.context.expect_page() as opened:
        link.click()
    assert "/rules/zheng-shangyou" in opened.value.url


EXCHANGE = [
    {"version": 1, "type": "hand_opened", "data": {"hand": 2}},
    {"version": 2, "type": "tribute_revealed", "data": {"seats": [3, 4], "cards": ["2S", "AH"]}},
    {"version": 3, "type": "tribute_taken", "data": {"seat": 0, "card": "AH"}},
    {"version": 4, "type": "tribute_left", "data": {"seat": 1, "card": "2S"}},
    {"version": 5, "type": "discards_revealed", "data": {"seats": [0, 1], "cards": ["3S", "3H"]}},
    {"version": 6, "type": "discard_taken", "data": {"seat": 3, "card": "3S"}},
    {"version": 7, "type": "discard_left", "data": {"seat": 4, "card": "3H"}},
]


def test_the_tribute_is_told_and_shown_until_the_first_play(visit: Visit):
    visitor = visit(reduced_motion="reduce")
    table = open_table(visitor, "zheng-shangyou", 5)
    reach_play(visitor, table, leads=False)
    silent(visitor)

    def change(view: Json) -> None:
        moved = [
            {"seat": 0, "card": "AH"},
            {"seat": 1, "card": "2S"},
            {"seat": 3, "card": "3S"},
            {"seat": 4, "card": "3H"},
        ]
        view["match"].update(exchanged=moved, round=[], last_round=[], standing=None)

    with_view(visitor, table, change)
    shown = visitor.page.get_by_test_id("exchanged")
    shown.get_by_text("You got").wait_for()
    assert shown.get_by_role("listitem").count() == 4
    log = {"events": EXCHANGE, "version": 7}
    visitor.page.route("**/v1/tables/*/events?after=*", lambda route: route.fulfill(json=log))
    visitor.page.reload()
    shown.get_by_text("Bot 5 → You").wait_for()
    visitor.picture("exchanged")
    told = [each.inner_text() for each in shown.locator(".who").all()]
    assert told == ["Bot 5 → You", "Bot 4 → Bot 2", "You → Bot 4", "Bot 2 → Bot 5"]
    lines = visitor.page.locator(".side .log li").all_inner_texts()
    assert lines[1] == "Bot 4 pays tribute: ♠︎2. Bot 5 pays tribute: ♥︎A."
    assert lines[2:4] == ["You take ♥︎A.", "Bot 2 gets ♠︎2."]


# --------------------------------------------------------------------------------------------- the log


@pytest.mark.parametrize("viewport", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_the_log_is_read_from_the_oldest_and_stands_at_its_end(visit: Visit, viewport: Json):
    visitor = visit(viewport=viewport, reduced_motion="reduce")
    table = open_table(visitor, "si-shi-fen", 4, history_view="all")
    for _ in range(8):
        moves = asked_moves(visitor, table)
        assert moves is not None
        act(visitor, table, moves)
    page = visitor.page
    if viewport is PHONE:
        page.get_by_role("button", name="Log", exact=True).click()
    box = page.get_by_test_id("log-box").locator("visible=true")
    lines = box.get_by_role("listitem").all_inner_texts()
    assert lines[0] == "The game starts."
    page.wait_for_timeout(300)
    visitor.picture(f"log-{viewport['width']}")
    gap = box.evaluate(
        "(each) => [each.scrollHeight - each.clientHeight, each.scrollHeight - each.clientHeight - each.scrollTop]"
    )
    assert gap[0] > 0
    assert gap[1] <= 1
    assert visitor.barriers() == []


def played(version: int, seat: int, type_: str = "cards_played") -> Json:
    return {"version": version, "type": type_, "data": {"seat": seat, "cards": ["3S"], "points": 0}}


TRICKS = [
    {"version": 1, "type": "hand_opened", "data": {"hand": 1}},
    *(played(version, 0, "trick_won" if version % 3 == 1 else "cards_played") for version in range(2, 12)),
]
SHOWN = """(module, view, log) => module.shownOf(view, log).map((each) => each.version)"""


@pytest.mark.parametrize(
    ("history_view", "phase", "gone"),
    [
        ("last_trick", "playing", {2, 3, 5, 6}),
        (None, "playing", {2, 3, 5, 6}),
        ("all", "playing", set()),
        ("last_trick", "scored", set()),
    ],
)
def test_the_log_shows_old_tricks_only_where_the_rules_do(visit: Visit, history_view: str, phase: str, gone: set[int]):
    visitor = visit()
    visitor.open().get_by_test_id("play-now").wait_for()
    options = {"history_view": history_view} if history_view else {}
    view = {"game": "sheng_ji", "rules": {"options": options}, "match": {"phase": phase}}
    assert set(imported(visitor, "log.mjs", SHOWN, view, TRICKS)) == set(range(1, 12)) - gone
    # What the felt does not show yet, the log does not show either.
    assert max(imported(visitor, "log.mjs", SHOWN, {**view, "is_behind": 11}, TRICKS)) == 10


STEPPED = "(module, view, events) => events.reduce((before, event) => module.stepped(before, event, true), view).match"


def test_a_friend_who_is_found_is_marked_with_the_card(visit: Visit):
    visitor = visit()
    visitor.open().get_by_test_id("play-now").wait_for()
    call = {"card": "AS", "word": "ordinal", "ordinal": 2, "seen": 0, "answered_by": None}
    match = {
        "phase": "playing", "trick": None, "hand": [], "hand_sizes": [9] * 5, "declarers": [0], "opponent_points": 15,
        "points_taken": [None, 5, 10, 0, 0], "friends": {"solo": False, "calls": [call]},
    }  # fmt: skip
    view = {"match": match, "status": "playing", "version": 1, "you": 0}
    events = [
        {"version": 2, "type": "cards_played", "data": {"seat": 2, "cards": ["AS", "AS"], "reading": [["AS", "AS"]]}},
        {"version": 3, "type": "call_answered", "data": {"seat": 2, "call": 0, "joined": True}},
        {"version": 4, "type": "trick_won", "data": {"seat": 1, "points": 20}},
    ]
    after = imported(visitor, "steps.mjs", STEPPED, view, events)
    assert after["friends"]["calls"][0] == {**call, "seen": 2, "answered_by": 2}
    assert after["declarers"] == [0, 2]
    assert (after["opponent_points"], after["points_taken"]) == (25, [None, 25, None, 0, 0])


# --------------------------------------------------------------------------------------------- people


def test_the_sheet_of_players_has_all_seats_in_order(visit: Visit):
    visitor = visit(reduced_motion="reduce")
    open_table(visitor, "si-shi-fen", 4)
    visitor.page.get_by_test_id("open-menu").click()
    visitor.page.get_by_test_id("open-people").click()
    rows = visitor.page.get_by_test_id("people").locator(".rows li")
    rows.first.wait_for()
    assert [each.locator("strong").inner_text() for each in rows.all()] == ["Ada", "Bot 2", "Bot 3", "Bot 4"]
    assert rows.first.get_by_role("button").count() == 0
    visitor.picture("players")
