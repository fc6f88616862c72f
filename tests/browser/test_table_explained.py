"""The table explains itself: results, help, rules, why cards cannot be played, and where the focus goes."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.support.pages import DESKTOP, PHONE, Visitor
from tests.support.played_pages import act, asked_moves, choose, play_hand, play_now
from tests.support.shown_tables import SILENT, open_table, reach_play, with_moves, with_view

pytestmark = pytest.mark.browser
Visit = Callable[..., Visitor]
Json = dict[str, Any]


# --------------------------------------------------------------------------------------------- results


def scored(visitor: Visitor, table: str, type_: str) -> Json:
    events = visitor.get(f"/tables/{table}/events?limit=1000")["events"]
    return dict(next(each["data"] for each in events if each["type"] == type_))


def test_the_result_says_who_won_the_kitty_and_why(visit: Visit):
    player, spectator = visit(viewport=PHONE, reduced_motion="reduce"), visit(reduced_motion="reduce")
    table = open_table(player, "si-shi-fen", 4, kitty_reveal="always_after_hand")
    spectator.open(f"/watch/{table}").get_by_test_id("watching").wait_for()
    play_hand(player, table)
    score = scored(player, table, "hand_scored")
    sheet = player.page.get_by_test_id("hand-result")
    sheet.wait_for()
    player.picture("result-of-hand-360")
    has_won = (0 in score["declarers"]) == (score["winners"] == "declarers")
    assert sheet.get_by_role("heading").first.inner_text() == f"You {'won' if has_won else 'lost'} the hand."
    kitty = sheet.get_by_test_id("kitty").get_by_role("img")
    assert kitty.count() == len(scored(player, table, "kitty_revealed")["cards"])
    points = sheet.get_by_test_id("kitty-points").inner_text()
    assert ("points \N{MULTIPLICATION SIGN}" in points) == (score["kitty_factor"] > 0)
    levels = sheet.get_by_test_id("levels-won").inner_text()
    assert (f"rise {score['levels_won']} level" in levels) == (score["levels_won"] > 0)
    assert player.barriers() == []

    sheet.get_by_role("button", name="How levels are won").click()
    rule = player.page.get_by_test_id("rule")
    rule.get_by_role("table").wait_for()
    assert player.barriers() == []
    player.page.keyboard.press("Escape")
    rule.wait_for(state="detached")
    assert sheet.is_visible()

    seen = spectator.page.get_by_test_id("hand-result").get_by_role("heading").first.inner_text()
    assert seen.endswith("won the hand.")
    assert "You" not in seen


def test_the_result_of_a_conceded_hand_says_so(visit: Visit):
    visitor = visit(reduced_motion="reduce")
    table = open_table(visitor, "si-shi-fen", 4)
    while not (visitor.get(f"/tables/{table}")["match"].get("last_trick")):
        reach_play(visitor, table, leads=False)
        moves = asked_moves(visitor, table)
        assert moves is not None
        act(visitor, table, moves)
    visitor.send(f"/tables/{table}/commands", {"type": "propose", "what": "concede_hand"})
    conceded = visitor.page.get_by_test_id("hand-result").get_by_test_id("conceded")
    assert "concede the hand." in conceded.inner_text()
    conceded.get_by_role("button", name="How conceding counts").click()
    visitor.page.get_by_test_id("rule").get_by_role("heading", name="Conceding a hand").wait_for()


def test_the_result_of_a_match_names_the_winners(visit: Visit):
    visitor = visit()
    table = play_now(visitor)
    visitor.send(f"/tables/{table}/commands", {"type": "propose", "what": "concede_match"})
    result = visitor.page.get_by_test_id("match-result")
    assert result.get_by_role("heading").inner_text() == "You have lost."
    assert result.get_by_test_id("match-winners").inner_text() == "Winners: Bot 2 and Bot 4"


@pytest.mark.slow
def test_the_result_of_a_climbing_hand_has_places_and_their_rule(visit: Visit):
    visitor = visit(reduced_motion="reduce")
    table = open_table(visitor, "zheng-shangyou-4-partners", 4)
    play_hand(visitor, table)
    place = scored(visitor, table, "places_scored")["order"].index(0) + 1
    sheet = visitor.page.get_by_test_id("hand-result")
    assert sheet.get_by_role("heading").first.inner_text() == f"You came in place {place} of 4."
    sheet.get_by_test_id("rule-link").click()
    visitor.page.get_by_test_id("rule").get_by_text("first two places").first.wait_for()


# --------------------------------------------------------------------------------------------- help


@pytest.mark.parametrize(
    ("profile", "family"),
    [("play-now", "teams"), ("play-zhao-peng-you", "friends"), ("play-zheng-shangyou", "climbing")],
)
def test_the_help_at_a_table_is_about_its_game(visit: Visit, profile: str, family: str):
    visitor = visit(viewport=PHONE)
    page = visitor.open()
    page.get_by_test_id(profile).click()
    page.get_by_test_id("hand").wait_for()
    page.get_by_test_id("open-help").click()
    page.get_by_test_id("help-rules").wait_for()
    assert page.get_by_test_id("help-rules").get_attribute("data-family") == family
    visitor.picture(f"help-{family}-360")
    assert visitor.barriers() == []


@pytest.mark.parametrize("locale", ["en-GB", "zh-CN"])
@pytest.mark.parametrize("viewport", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_the_help_on_the_first_page_has_all_families(visit: Visit, viewport: Json, locale: str):
    visitor = visit(viewport=viewport, locale=locale)
    page = visitor.open()
    page.get_by_test_id("open-help").click()
    texts = set()
    for family in ("teams", "friends", "climbing"):
        page.get_by_test_id(f"help-{family}").click()
        texts.add(page.get_by_test_id("help-rules").inner_text())
    assert len(texts) == 3
    assert not any("help." in each for each in texts)
    assert visitor.barriers() == []
    assert visitor.sideways_px() == 0


def test_a_letter_opens_the_help(visit: Visit):
    visitor = visit()
    play_now(visitor)
    visitor.page.keyboard.press("h")
    visitor.page.get_by_test_id("help").wait_for()


# --------------------------------------------------------------------------------------------- legality


def illegal_card(visitor: Visitor, table: str) -> str:
    """Acts until a card of the hand is in no legal move, and returns it."""
    while True:
        moves = reach_play(visitor, table, leads=False)
        legal = {card for cards in moves["cards"] for card in cards}
        hand = visitor.get(f"/tables/{table}")["match"]["hand"]
        found = [card for card in hand if card not in legal]
        if moves["complete"] and moves["count"] == 1 and found:
            return str(found[0])
        act(visitor, table, moves)


def test_a_wrong_card_is_explained_by_the_server_and_its_rule_in_place(visit: Visit):
    visitor = visit(viewport=PHONE, reduced_motion="reduce")
    table = open_table(visitor, "si-shi-fen", 4)
    page = visitor.page
    card = illegal_card(visitor, table)
    choose(visitor, [card])
    note = page.get_by_test_id("preview")
    assert "were led" in note.inner_text()
    assert "not legal now" in (page.locator("[role=option][aria-selected=true]").get_attribute("aria-label") or "")
    # The other cards keep their own marks.
    assert page.locator("[role=option]:not(.dim)").count() >= 1
    visitor.picture("not-legal-360")
    address = page.url
    note.get_by_test_id("rule-link").click()
    rule = page.get_by_test_id("rule")
    rule.get_by_role("link").last.wait_for()
    assert "All rules" in rule.inner_text()
    assert visitor.barriers() == []
    assert (page.url, len(visitor.context.pages)) == (address, 1)

    # The refusal of a play that is sent has its rule in place too.
    page.keyboard.press("Escape")
    page.get_by_test_id("play").click()
    page.get_by_test_id("problem").get_by_test_id("rule-link").click()
    page.get_by_test_id("rule").wait_for()


def test_cards_that_no_play_has_together_are_said_to_be_so(visit: Visit):
    visitor = visit(reduced_motion="reduce")
    table = open_table(visitor, "si-shi-fen", 4)
    reach_play(visitor, table, leads=False)
    hand = visitor.get(f"/tables/{table}")["match"]["hand"]
    with_moves(visitor, complete=True, count=3, lead=False, cards=[hand[:3], hand[3:6]])
    page = visitor.page
    choose(visitor, [hand[0]])
    label = page.locator(f'[data-card="{hand[3]}"]').get_attribute("aria-label") or ""
    assert "not together with the chosen cards" in label
    choose(visitor, [hand[3]])
    page.get_by_test_id("dead-end").get_by_text("No legal play has").wait_for()
    assert page.locator('[role=option][aria-label*="not together"]').count() == 0
    assert page.locator('[role=option][aria-label*="not legal now"]').count() == len(hand) - 6


@pytest.mark.parametrize("viewport", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_a_claim_moves_no_other_button(visit: Visit, viewport: Json):
    visitor = visit(viewport=viewport, reduced_motion="reduce")
    table = open_table(visitor, "si-shi-fen", 4)
    reach_play(visitor, table, leads=False)
    page = visitor.page
    places = [page.get_by_test_id("play"), page.get_by_role("button", name="Clear"), page.get_by_test_id("hand")]
    with_moves(visitor, claim=False)
    before = [each.bounding_box() for each in places]
    with_moves(visitor, claim=True)
    page.get_by_test_id("do-claim").wait_for()
    visitor.picture(f"claim-{viewport['width']}")
    assert [each.bounding_box() for each in places] == before


# --------------------------------------------------------------------------------------------- cards in play


HIDDEN = """() => {
    const boxes = (selector) => [...document.querySelectorAll(selector)].map((each) => each.getBoundingClientRect());
    const meet = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
    const cards = boxes(".plays .card");
    const covered = cards.filter((card) => boxes(".seat").some((seat) => meet(card, seat)));
    return { cards: cards.length, covered: covered.length };
}"""
"""Returns the number of cards in play, and of those that the name of a seat covers."""


CARDS = ["5S", "5S", "6S", "6S", "10S", "10S", "KS", "KS"]


def test_the_table_marks_the_partner(visit: Visit):
    visitor = visit(reduced_motion="reduce")
    table = open_table(visitor, "si-shi-fen", 4)
    reach_play(visitor, table, leads=False)
    dealer = visitor.get(f"/tables/{table}")["match"]["dealer"]
    shown = [visitor.page.get_by_test_id(f"seat-{seat}").inner_text() for seat in range(4)]
    assert [("Dealer" if seat == dealer else "Your partner") in shown[seat] for seat in (dealer, 2)] == [True, True]
    assert not any("Your partner" in shown[seat] for seat in (0, 1, 3))


@pytest.mark.parametrize("width", [800, 1280])
def test_no_seat_covers_a_card_in_play(visit: Visit, width: int):
    visitor = visit(viewport={"width": width, "height": 800}, reduced_motion="reduce")
    table = open_table(visitor, "zhang-2021", 4)
    reach_play(visitor, table, leads=False)
    page = visitor.page
    page.add_init_script(f"({SILENT})()")
    for count in (1, 3, 4, 6, 8):
        plays = [{"seat": seat, "cards": CARDS[:count]} for seat in range(4)]
        with_plays(visitor, table, plays)
        page.locator(".plays .card").nth(4 * count - 1).wait_for()
        visitor.picture(f"plays-{count}-{width}")
        assert page.evaluate(HIDDEN) == {"cards": 4 * count, "covered": 0}, count


def with_plays(visitor: Visitor, table: str, plays: list[Json]) -> None:
    """Loads the page again as if the trick had these plays."""
    with_view(visitor, table, lambda view: view["match"]["trick"].update(plays=plays))


# --------------------------------------------------------------------------------------------- focus


@pytest.mark.parametrize("opener", ["open-menu", "open-chat", "open-help", "open-last", "points", "settings"])
def test_the_focus_returns_to_what_opened_a_dialog(visit: Visit, opener: str):
    visitor = visit(reduced_motion="reduce")
    play_now(visitor)
    page = visitor.page
    page.get_by_test_id(opener).click()
    page.locator("dialog[open]").wait_for()
    page.keyboard.press("Escape")
    page.locator(f"[data-testid={opener}]:focus").wait_for()


def test_the_focus_returns_through_two_dialogs(visit: Visit):
    visitor = visit(reduced_motion="reduce")
    play_now(visitor)
    page = visitor.page
    page.get_by_test_id("open-menu").click()
    page.get_by_test_id("open-orders").click()
    page.get_by_role("heading", name="Standing orders").wait_for()
    page.keyboard.press("Escape")
    page.locator("[data-testid=open-menu]:focus").wait_for()
