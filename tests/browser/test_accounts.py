"""Accounts in Chromium: a guest keeps the account by a password or a passkey, and finds other players."""

import re
from collections.abc import Callable
from typing import Any

import pytest

from tests.support.pages import DESKTOP, PHONE, Visitor
from tests.support.played_pages import asked_moves

pytestmark = pytest.mark.browser
Visit = Callable[..., Visitor]
PASSWORD = "correct horse battery"


def guest(visitor: Visitor, name: str) -> str:
    """Signs in as a new guest, and returns the id of the player."""
    visitor.open().get_by_test_id("play-now").wait_for()
    return str(visitor.send("/session/guest", {"name": name})["player"]["id"])


def with_device(visitor: Visitor) -> None:
    """Gives the browser a device that makes passkeys, and whose owner agrees at once."""
    session = visitor.context.new_cdp_session(visitor.page)
    session.send("WebAuthn.enable")
    options = {
        "protocol": "ctap2",
        "transport": "internal",
        "hasResidentKey": True,
        "hasUserVerification": True,
        "isUserVerified": True,
        "automaticPresenceSimulation": True,
    }
    session.send("WebAuthn.addVirtualAuthenticator", {"options": options})


def test_a_guest_keeps_the_account_by_a_passkey_and_comes_back(visit: Visit):
    visitor = visit()
    visitor.address = visitor.address.replace("127.0.0.1", "localhost")
    player = guest(visitor, "Lin")
    with_device(visitor)
    page = visitor.open("/account")
    page.get_by_test_id("keep-account").click()
    page.get_by_test_id("keep-by-passkey").click()
    page.get_by_test_id("kept").wait_for()
    assert visitor.get("/me")["passkeys"] == 1

    page = visitor.open("/account")
    kept = page.get_by_test_id("passkeys").get_by_role("listitem")
    kept.first.wait_for()
    assert kept.count() == 1
    page.get_by_test_id("sign-out").click()
    page.get_by_test_id("play-now").wait_for()
    page = visitor.open("/sign-in")
    page.get_by_test_id("by-passkey").click()
    page.get_by_test_id("play-now").wait_for()
    assert visitor.get("/me")["player"]["id"] == player
    page = visitor.open("/account")
    page.get_by_test_id("passkeys").get_by_role("button").click()
    page.get_by_test_id("guest-note").wait_for()
    assert visitor.complaints == []


def test_a_guest_keeps_the_account_by_a_password(visit: Visit):
    visitor = visit(viewport=PHONE)
    player = guest(visitor, "Mei")
    page = visitor.open("/account")
    page.get_by_test_id("keep-account").click()
    assert page.get_by_test_id("keep").locator("input[name=name]").input_value() == "Mei"
    page.locator("input[name=login]").fill(f"mei-{player[-8:]}")
    page.locator("input[name=password]").fill(PASSWORD)
    page.get_by_test_id("keep").get_by_role("button", name=re.compile("Keep this account")).click()
    page.get_by_test_id("kept").wait_for()
    assert visitor.get("/me")["login"] == f"mei-{player[-8:]}"
    assert visitor.complaints == []


def test_a_password_whose_answer_is_lost_is_not_sent_again(visit: Visit):
    """The old password of a second request would be wrong. So a success would look like a refusal."""
    visitor = visit(viewport=PHONE)
    player = guest(visitor, "Mei")
    page = visitor.open("/account")
    sent: list[str] = []

    def lose_answer(route: Any) -> None:
        sent.append(route.request.method)
        route.fetch()
        route.abort()

    page.route("**/v1/me/login", lose_answer)
    page.get_by_test_id("keep-account").click()
    form = page.get_by_test_id("keep")
    form.locator("input[name=login]").fill(f"mei-{player[-8:]}")
    form.locator("input[name=password]").fill(PASSWORD)
    form.get_by_role("button", name=re.compile("Keep this account")).click()
    page.get_by_test_id("problem").get_by_text("The server does not answer").wait_for()
    assert sent == ["PUT"]
    assert visitor.get("/me")["login"] == f"mei-{player[-8:]}"


def test_a_refused_login_is_named_and_nothing_typed_is_lost(visit: Visit):
    visitor = visit(viewport=PHONE)
    guest(visitor, "Guest")
    page = visitor.open("/account")
    page.get_by_test_id("keep-account").click()
    form = page.get_by_test_id("keep")
    typed = {"name": "Lena", "login": "le na", "password": PASSWORD}
    for name, value in typed.items():
        form.locator(f"input[name={name}]").fill(value)
    form.get_by_role("button", name=re.compile("Keep this account")).click()
    said = page.get_by_test_id("problem").get_by_text("Login name: Give 3 to 40")
    said.wait_for()
    assert {name: form.locator(f"input[name={name}]").input_value() for name in typed} == typed
    form.locator("input[name=login]").fill("lena-2")
    form.get_by_role("button", name=re.compile("Keep this account")).click()
    page.get_by_test_id("kept").wait_for()
    assert visitor.get("/me")["player"]["name"] == "Lena"


@pytest.mark.parametrize("name", ["Guest", "游客"], ids=["en", "zh"])
def test_a_guest_without_a_name_gives_one_to_keep_the_account(visit: Visit, name: str):
    visitor = visit(viewport=PHONE, locale="en-GB" if name == "Guest" else "zh-CN")
    visitor.address = visitor.address.replace("127.0.0.1", "localhost")
    guest(visitor, name)
    with_device(visitor)
    page = visitor.open("/account")
    page.get_by_test_id("keep-account").click()
    field = page.get_by_test_id("keep").locator("input[name=name]")
    assert field.input_value() == ""
    page.get_by_test_id("keep-by-passkey").click()
    # The browser says that the field is needed, and the account is not kept yet.
    page.locator("input[name=name]:focus:invalid").wait_for()
    assert visitor.get("/me")["passkeys"] == 0

    field.fill("Lin")
    page.get_by_test_id("keep-by-passkey").click()
    page.get_by_test_id("kept").wait_for()
    me = visitor.get("/me")
    assert (me["player"]["name"], me["passkeys"]) == ("Lin", 1)
    assert visitor.complaints == []


@pytest.mark.parametrize("viewport", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_the_name_is_changed_on_the_account_page(visit: Visit, viewport: Any):
    visitor = visit(viewport=viewport)
    player = guest(visitor, "Guest")
    page = visitor.open("/account")
    form = page.get_by_test_id("rename")
    page.locator("details", has=form).locator("summary").click()
    form.locator("input[name=name]").fill("   ")
    form.get_by_role("button").click()
    page.get_by_test_id("problem").wait_for()
    form.locator("input[name=name]").fill("Lin 林")
    form.get_by_role("button").click()
    page.get_by_test_id("renamed").wait_for()
    assert page.get_by_test_id("problem").count() == 0
    assert page.locator("h1").text_content() == "Lin 林"
    assert visitor.get(f"/players/{player}")["name"] == "Lin 林"
    assert [visitor.barriers(), visitor.sideways_px()] == [[], 0]


@pytest.mark.parametrize("path", ["/account", "/seeks", "/rules", "/rules/zhang-2021"])
@pytest.mark.parametrize("viewport", [PHONE, DESKTOP], ids=["phone", "desktop"])
@pytest.mark.parametrize("look", [("en-GB", "light"), ("zh-CN", "dark")], ids=["en", "zh"])
def test_the_pages_of_a_person_have_no_barriers_and_fit(visit: Visit, path: str, viewport: Any, look: tuple[str, str]):
    locale, scheme = look
    visitor = visit(viewport=viewport, locale=locale, color_scheme=scheme)
    guest(visitor, "Chen")
    visitor.open(path).locator("main h2").first.wait_for()
    visitor.page.wait_for_load_state("networkidle")
    visitor.picture(f"{path[1:].replace('/', '-')}-{locale}-{scheme}-{viewport['width']}")
    assert visitor.barriers() == []
    assert visitor.sideways_px() == 0
    assert visitor.complaints == []


@pytest.mark.parametrize(
    ("locale", "title"), [("en-GB", "The dealer of the first hand"), ("zh-CN", "第一局的庄家")], ids=["en", "zh"]
)
def test_rules_name_each_other_by_their_titles_and_ids_are_anchors(visit: Visit, locale: str, title: str):
    page = visit(locale=locale).open("/rules/zhang-2021")
    rule = page.locator("article[id=SJ-DEALER-01]")
    rule.get_by_role("link", name=title).click()
    page.wait_for_url(re.compile("#SJ-BID-12$"))
    assert page.locator("article[id=SJ-BID-12] h3").inner_text().startswith(title)
    words = page.get_by_test_id("rules").inner_text()
    assert not re.search(r"\b(SJ|DEC|EX|RUL)-|_|`| = ", words)
    seats = page.locator("article[id=SJ-GEN-02]")
    seats.locator("summary").click()
    seats.locator("a[title='players = 4']").wait_for()


def test_a_seek_is_posted_and_joined(visit: Visit):
    host, other = visit(), visit(viewport=PHONE)
    guest(host, "Anna")
    guest(other, "Boris")
    host.open("/seeks").get_by_test_id("post-seek").click()
    host.page.get_by_test_id("my-seeks").get_by_role("listitem").wait_for()
    page = other.open("/seeks")
    page.get_by_role("button", name="Join Anna").click()
    page.get_by_test_id("my-seeks").get_by_role("listitem").wait_for()
    [seek] = other.get("/me/seeks")["seeks"]
    [joined] = host.get("/me/seeks")["seeks"]
    assert {name: seek[name] for name in ("rules", "clock", "bots")} == {
        name: joined[name] for name in ("rules", "clock", "bots")
    }
    page.get_by_test_id("withdraw-seek").click()
    page.get_by_test_id("my-seeks").wait_for(state="detached")


def test_an_invitation_is_a_link_and_a_code_for_cameras(visit: Visit):
    host, friend = visit(viewport=PHONE), visit()
    page = host.open()
    page.get_by_test_id("open-zhang-2021").click()
    page.get_by_test_id("invite").click()
    page.get_by_test_id("qr").wait_for()
    address = page.get_by_test_id("invitation").input_value()
    assert host.barriers() == []

    page = friend.open(address.removeprefix(friend.address))
    page.get_by_test_id("invited-to").wait_for()
    page.get_by_role("button", name="Join the table").click()
    page.wait_for_url(re.compile("/tables/"))
    assert [host.complaints, friend.complaints] == [[], []]


def test_standing_orders_survive_a_reload_and_are_given(visit: Visit):
    visitor = visit(viewport=PHONE)
    page = visitor.open()
    page.get_by_test_id("play-now").click()
    page.get_by_test_id("hand").wait_for()
    table = page.url.rpartition("/")[2]
    for attempt in range(2):
        page.get_by_test_id("open-menu").click()
        page.get_by_test_id("open-orders").click()
        if not attempt:
            page.get_by_test_id("order-kind").select_option("common no_declaration")
            page.get_by_test_id("add-order").click()
            page.get_by_test_id("order-list").get_by_role("listitem").wait_for()
            page.reload()
    page.get_by_text("Never declare trumps in this match.").first.wait_for()
    page.get_by_test_id("orders-preview").wait_for()
    page.get_by_test_id("give-orders").click()
    page.get_by_test_id("orders-saved").wait_for()
    # Events at the table do not close the sheet.
    assert page.get_by_test_id("orders").is_visible()
    given = [each["type"] for each in visitor.get(f"/tables/{table}/events?limit=1000")["events"]]
    assert "orders_given" in given


def test_a_page_of_an_older_release_can_be_loaded_again(visit: Visit):
    visitor = visit()
    page = visitor.open()
    page.get_by_test_id("play-now").wait_for()
    gone = re.compile(r"/app/[0-9a-f]{16}/(seeks|main)\.mjs")
    visitor.context.route(gone, lambda route: route.fulfill(status=404, body="{}"))
    page.get_by_role("link", name="Find players").click()
    page.get_by_test_id("outdated").wait_for()
    visitor.context.unroute(gone)
    page.get_by_role("button", name="Load the page again").click()
    page.get_by_test_id("as-guest").wait_for()


def test_settings_follow_the_account(visit: Visit):
    here, there = visit(), visit()
    guest(here, "Dai")
    page = here.open()
    page.get_by_test_id("settings").click()
    with page.expect_response(lambda each: each.request.method == "PUT" and each.url.endswith("/me/preferences")):
        page.get_by_test_id("settings-sheet").get_by_text("Two colours").click()
    there.context.add_cookies(here.context.cookies())
    there.open().get_by_test_id("play-now").wait_for()
    there.page.locator("html[data-deck=two]").wait_for()


def put_language(response: Any) -> bool:
    """Returns whether a response answers a choice of language."""
    return bool(response.request.method == "PUT" and response.url.endswith("/me/language"))


def test_the_language_follows_the_account(visit: Visit):
    here, there = visit(), visit()
    guest(here, "Mei")
    page = here.open()
    with page.expect_response(put_language):
        page.get_by_test_id("language").click()
    page.locator("html[lang=zh-Hans]").wait_for()
    assert here.get("/me")["language"] == "zh-Hans"

    there.context.add_cookies(here.context.cookies())
    there.open().locator("html[lang=zh-Hans]").wait_for()
    with there.page.expect_response(put_language):
        there.page.get_by_test_id("language").click()
    there.page.locator("html[lang=en]").wait_for()
    assert here.get("/me")["language"] == "en"


def test_a_new_account_gets_the_language_of_the_page(visit: Visit):
    visitor = visit(locale="zh-CN")
    guest(visitor, "Ning")
    with visitor.page.expect_response(put_language):
        visitor.open()
    assert visitor.get("/me")["language"] == "zh-Hans"


def test_letters_can_be_turned_off(visit: Visit):
    visitor = visit()
    page = visitor.open()
    page.get_by_test_id("play-now").click()
    page.get_by_test_id("hand").wait_for()
    page.keyboard.press("l")
    page.get_by_test_id("last-trick").wait_for()
    page.keyboard.press("Escape")
    page.get_by_test_id("settings").click()
    page.get_by_test_id("letters").uncheck()
    page.keyboard.press("Escape")
    page.keyboard.press("l")
    page.wait_for_timeout(300)
    assert page.get_by_test_id("last-trick").count() == 0


def test_a_drag_chooses_a_run_of_cards_and_a_second_one_clears_it(visit: Visit):
    visitor = visit(viewport=PHONE, has_touch=True, reduced_motion="reduce")
    page = visitor.page
    for _ in range(20):
        visitor.open().get_by_test_id("play-zheng-shangyou").click()
        page.get_by_test_id("hand").wait_for()
        moves = asked_moves(visitor, page.url.rpartition("/")[2])
        # Where every legal play is one card, a tap replaces the chosen card, and a drag chooses nothing.
        if moves and not all(len(each) == 1 for each in moves["cards"]):
            break
    page.locator('.actions[data-asked="play"]').wait_for()
    cards = page.get_by_test_id("hand").get_by_role("option")
    chosen = page.get_by_test_id("hand").locator("[aria-selected=true]")
    session = visitor.context.new_cdp_session(page)
    page.wait_for_timeout(800)
    heights = [box["y"] for box in (each.bounding_box() for each in cards.all()) if box]
    # The deal is random, and so is the number of cards in the first row.
    count = min(sum(abs(each - heights[0]) < 5 for each in heights), 4)
    assert count > 1
    row = [box for box in (cards.nth(place).bounding_box() for place in range(count)) if box]
    for is_chosen in (True, False):
        for step in range(7):
            kind = "touchMove" if step else "touchStart"
            point = {"x": row[0]["x"] + 8 + (row[-1]["x"] - row[0]["x"]) * step / 6, "y": row[0]["y"] + 25}
            session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [point]})
        session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        # What the server says about the chosen cards must not move the hand.
        page.wait_for_timeout(800)
        assert chosen.count() == (count if is_chosen else 0), moves


def test_a_hidden_page_notifies_of_a_turn(visit: Visit):
    visitor = visit(permissions=["notifications"])
    page = visitor.open()
    page.locator("html").evaluate("() => localStorage.setItem('shengji.settings', JSON.stringify({notices: true}))")
    visitor.context.add_init_script(
        """window.shown = [];
        window.Notification = class { static permission = "granted"; static requestPermission = async () => "granted";
            constructor(title, options) { window.shown.push([title, options.tag]); } close() {} };
        Object.defineProperty(document, "visibilityState", {get: () => window.isHidden ? "hidden" : "visible"});"""
    )
    page.reload()
    page.get_by_test_id("play-now").click()
    page.get_by_test_id("hand").wait_for()
    table = page.url.rpartition("/")[2]
    hide = "() => { window.isHidden = true; document.dispatchEvent(new Event('visibilitychange')); }"
    page.locator("html").evaluate(hide)
    page.wait_for_timeout(1500)
    # Another program plays for the same account, so that the next turn comes while the page is hidden.
    for _ in range(4):
        moves = visitor.get(f"/tables/{table}/moves")["moves"]
        if moves and moves["asked"]:
            hand = visitor.get(f"/tables/{table}")["match"]["hand"]
            command: dict[str, Any] = {"type": "pass"}
            if moves["asked"] in ("play", "bury"):
                cards = moves["cards"][0] if moves["asked"] == "play" else hand[: moves["count"]]
                command = {"type": moves["asked"], "cards": cards}
            visitor.send(f"/tables/{table}/commands", command)
        page.wait_for_timeout(1000)
    shown = page.locator("html").evaluate("() => window.shown")
    assert [f"shengji /tables/{table}"] == sorted({tag for _, tag in shown})
