"""A person takes over the entry of a guest, and a program asks a person who is signed in: both without passwords."""

import re
from collections.abc import Callable
from typing import Any
from urllib.parse import parse_qsl, urlencode, urlsplit

import pytest

from tests.support.oauth import challenge
from tests.support.organising import Organiser
from tests.support.pages import DESKTOP, LOOKS, PHONE, Visitor

pytestmark = pytest.mark.browser
Visit = Callable[..., Visitor]
PASSWORD = "correct horse battery"


# --------------------------------------------------------------------------------------------- claims


def slip(visit: Visit) -> tuple[str, str]:
    """Returns a tournament, and the claim code on the slip of its guest Mrs Wang."""
    organiser = Organiser(visit())
    tournament = organiser.create("club-swiss")
    entered = organiser.command(tournament, "enter_entrants", entrants=[{"guests": ["Mrs Wang", "Mr Li"]}])
    return tournament, str(entered["guests"][0]["claim_code"])


@pytest.mark.parametrize(("viewport", "scheme", "locale"), LOOKS)
def test_a_guest_types_the_code_of_the_slip_and_owns_the_entry(visit: Visit, viewport: Any, scheme: str, locale: str):
    tournament, code = slip(visit)
    visitor = visit(viewport=viewport, color_scheme=scheme, locale=locale)
    secrets: list[str] = []
    addresses: list[str] = []
    visitor.page.on("request", lambda each: addresses.append(each.url))
    visitor.page.on("response", lambda each: secrets.append(each.text()) if "/v1/session/claim" in each.url else None)
    page = visitor.open()
    page.locator('.doors a[href="/code"]').click()
    page.get_by_test_id("code-form").wait_for()
    visitor.looks_right(f"code-{locale[:2]}-{viewport['width']}")
    page.locator("input[name=code]").fill(f" {code.lower().replace('-', ' ')} ")
    page.keyboard.press("Enter")
    entry = page.get_by_test_id("entry")
    entry.get_by_text("Mrs Wang").wait_for()
    assert "Club Swiss" in entry.inner_text()
    visitor.looks_right(f"claim-{locale[:2]}-{viewport['width']}")

    page.get_by_test_id("claim").click()
    page.wait_for_url(f"**/tournaments/{tournament}")
    page.get_by_test_id("my-part").get_by_text("Mrs Wang").first.wait_for()
    page.get_by_test_id("guest-note").wait_for()
    visitor.picture(f"claimed-{locale[:2]}-{viewport['width']}")
    assert visitor.get("/me")["player"]["name"] == "Mrs Wang"
    # The code is in no address that is sent.
    assert not any(code.lower() in each.lower().partition("#")[0] for each in addresses)
    # No token reaches scripts: the answer has the player alone.
    assert len(secrets) == 1
    assert "sjb_" not in secrets[0]
    assert page.locator("html").evaluate("() => document.cookie") == ""
    assert visitor.complaints == []


def test_somebody_who_is_signed_in_signs_out_to_claim(visit: Visit):
    _, code = slip(visit)
    person = Organiser(visit(viewport=PHONE), "Mei")
    page = person.visitor.open(f"/code#{code}")
    page.get_by_test_id("entry").get_by_text("You are signed in as Mei.").wait_for()
    # The account of a guest would be lost, so the page offers to keep it first.
    page.get_by_test_id("guest-note").wait_for()
    person.visitor.looks_right("claim-signed-in")
    page.get_by_role("button", name="Sign out and take it over").click()
    page.get_by_test_id("my-part").wait_for()
    assert person.visitor.get("/me")["player"]["name"] == "Mrs Wang"


def test_a_wrong_code_is_refused_in_place(visit: Visit):
    visitor = visit(viewport=PHONE)
    page = visitor.open("/code/0000-0000-0000-0000")
    page.get_by_test_id("problem").wait_for()
    assert page.locator("input[name=code]").input_value() == "0000-0000-0000-0000"
    visitor.picture("code-wrong")
    assert visitor.barriers() == []


def test_the_slips_lead_to_the_page(visit: Visit):
    organiser = Organiser(visit())
    tournament = organiser.create("club-swiss")
    page = organiser.visitor.open(f"/tournaments/{tournament}/desk-entrants")
    page.locator("input[name=seat-0]").fill("Mrs Wang")
    page.locator("input[name=seat-1]").fill("Mr Li")
    page.get_by_test_id("enter").click()
    codes = page.get_by_test_id("codes")
    codes.get_by_test_id("qr").first.wait_for()
    assert f"{urlsplit(organiser.visitor.address).netloc}/code" in codes.inner_text()
    organiser.visitor.looks_right("slips")


# --------------------------------------------------------------------------------------------- consent


class Asking:
    """A program that asks for access: a page of another site."""

    def __init__(self, visit: Visit) -> None:
        author = Organiser(visit(), "Carla")
        body = {"name": "Card Watch", "redirect_uris": ["http://127.0.0.1/back"]}
        self.client = author.visitor.send("/me/clients", body)["id"]
        self.verifier = "v" * 50
        self.asked = {
            "response_type": "code",
            "client_id": self.client,
            "redirect_uri": "http://127.0.0.1:9/back",
            "scope": "table:read table:play",
            "state": "a&b",
            "code_challenge": challenge(self.verifier),
            "code_challenge_method": "S256",
        }

    def ask(self, visitor: Visitor) -> Any:
        """Opens the consent page as a redirect of the program does, and returns the page."""
        back = re.compile(r"^http://127\.0\.0\.1:9/")
        visitor.context.route(back, lambda route: route.fulfill(status=200, content_type="text/html", body="<p>back"))
        return visitor.open(f"/oauth/authorize?{urlencode(self.asked)}")

    def player(self, visitor: Visitor) -> str:
        """Exchanges the code with which the visitor has come back. Returns the player whose token it is."""
        given = dict(parse_qsl(urlsplit(visitor.page.url).query))
        assert given["state"] == "a&b"
        form = {
            "grant_type": "authorization_code",
            "client_id": self.client,
            "code": given["code"],
            "redirect_uri": self.asked["redirect_uri"],
            "code_verifier": self.verifier,
        }
        tokens = visitor.context.request.post(f"{visitor.address}/oauth/token", form=form).json()
        headers = {"Authorization": f"Bearer {tokens['access_token']}"}
        known = visitor.context.request.get(f"{visitor.address}/v1/token", headers=headers).json()
        return str(known["player"]["id"])


def test_a_guest_who_is_signed_in_consents_with_one_click(visit: Visit):
    asking, person = Asking(visit), Organiser(visit(viewport=PHONE), "Mei")
    page = asking.ask(person.visitor)
    assert page.locator("input:visible").count() == 0
    person.visitor.looks_right("consent-360")

    page.get_by_role("button", name="Allow", exact=True).click()
    page.wait_for_url("http://127.0.0.1:9/**")
    assert asking.player(person.visitor) == person.visitor.get("/me")["player"]["id"]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("viewport", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_a_stranger_creates_an_account_and_comes_back(visit: Visit, viewport: Any, scheme: str):
    asking, visitor = Asking(visit), visit(viewport=viewport, color_scheme=scheme)
    page = asking.ask(visitor)
    page.get_by_role("button", name="Create an account").wait_for()
    visitor.looks_right(f"consent-stranger-{scheme}-{viewport['width']}")
    page.get_by_role("button", name="Create an account").click()
    page.get_by_test_id("comes-back").wait_for()
    visitor.looks_right(f"create-account-{scheme}-{viewport['width']}")

    login = f"li.{asking.client[-10:].lower()}"
    page.locator("input[name=login]").fill(login)
    page.locator("input[name=password]").fill(PASSWORD)
    page.keyboard.press("Enter")
    page.get_by_text(f"You are signed in as {login}.").wait_for()
    page.get_by_role("button", name="Allow", exact=True).click()
    page.wait_for_url("http://127.0.0.1:9/**")
    assert visitor.get("/me")["login"] == login
    assert asking.player(visitor) == visitor.get("/me")["player"]["id"]


def test_somebody_signs_in_by_a_passkey_and_consents(visit: Visit):
    visitor = visit()
    visitor.address = visitor.address.replace("127.0.0.1", "localhost")
    asking = Asking(visit)
    visitor.open("/sign-in?new").get_by_test_id("new-account").wait_for()
    session = visitor.context.new_cdp_session(visitor.page)
    session.send("WebAuthn.enable")
    options = {"protocol": "ctap2", "transport": "internal", "hasResidentKey": True, "hasUserVerification": True}
    more = {"isUserVerified": True, "automaticPresenceSimulation": True}
    session.send("WebAuthn.addVirtualAuthenticator", {"options": {**options, **more}})
    Organiser(visitor, "Lin")
    player = visitor.get("/me")["player"]["id"]
    page = visitor.open("/account")
    page.get_by_test_id("keep-account").click()
    page.get_by_test_id("keep-by-passkey").click()
    page.get_by_test_id("kept").wait_for()
    page.reload()
    page.get_by_test_id("sign-out").click()
    page.get_by_test_id("play-now").wait_for()

    page = asking.ask(visitor)
    page.get_by_role("button", name="Sign in", exact=True).click()
    page.get_by_test_id("by-passkey").click()
    page.get_by_text("You are signed in as Lin.").wait_for()
    page.get_by_role("button", name="Allow", exact=True).click()
    page.wait_for_url("http://127.0.0.1:9/**")
    assert asking.player(visitor) == player


@pytest.mark.parametrize(
    "then",
    [
        "https://evil.example.org/",
        "//evil.example.org/oauth/authorize",
        "/\\evil.example.org/oauth/authorize",
        "javascript:alert(1)",
        "/v1/me/export",
        "/oauth/authorize/../../docs",
    ],
)
def test_a_link_to_sign_in_leads_to_no_other_place(visit: Visit, then: str):
    visitor = visit()
    page = visitor.open(f"/sign-in?{urlencode({'new': '1', 'then': then})}")
    page.locator("input[name=login]").fill(f"eve.{abs(hash(then))}")
    page.locator("input[name=password]").fill(PASSWORD)
    assert page.get_by_test_id("comes-back").count() == 0
    page.keyboard.press("Enter")
    page.get_by_test_id("play-now").wait_for()
    assert page.url == f"{visitor.address}/"
    assert visitor.complaints == []
