"""Accounts, tokens, clients and availability."""

from itertools import cycle

from werkzeug.test import TestResponse

from service.platform.settings import Rate
from tests.contract.recording.following import follow_all
from tests.contract.recording.meeting import four, seated
from tests.contract.recording.recorder import Recorder, with_settings
from tests.support.api import Json, User
from tests.support.authenticators import Authenticator
from tests.support.browsers import OWN_PAGE, WITHOUT_PROOF
from tests.support.oauth import DEVICE_GRANT, PASSWORD, REDIRECT, Browser, Form, Program
from tests.support.post import PUBLIC

LOGIN = {"login": "ada", "password": PASSWORD}
EXPIRES = "2026-11-28T15:25:02.000Z"
"""The end of a token in the examples. Accounts compute it from the time of the computer."""
NUMBERED = "http://127.0.0.1:8080"
TICKET = "sjf_gAAAAABrC" + "Ticket0fAda_" * 15 + "="
BERLIN = {"time_zone": "Europe/Berlin", "quiet_hours": {"start": "22:00", "end": "07:30"}, "weekend": ["sunday"]}


def accounts(api: Recorder) -> None:
    """An account: its profile, its login and its end."""
    made = api.keep("person", api.call("POST", "/v1/players", {"name": "Ada"}))
    ada = User(api, made["player"]["id"], made["token"]["secret"])
    api.keep("person", ada.get(f"/v1/players/{ada.id}"))
    api.keep("bot_of_the_house", ada.get("/v1/players/ply_house_steady"))
    api.keep("two", ada.get(f"/v1/players?ids={ada.id},ply_house_steady"))
    api.keep("one", ada.get("/v1/me/tokens"))
    api.keep("ada", ada.get("/v1/me/export"))
    assert api.call("PUT", "/v1/me/login", LOGIN, token=ada.token).status_code == 204
    api.keep("me", ada.get("/v1/me"))
    api.keep("chosen", api.call("PUT", "/v1/me/language", {"language": "zh-Hans"}, token=ada.token))
    assert api.call("PUT", "/v1/me/language", {"language": None}, token=ada.token).status_code == 200
    api.keep("renamed", api.call("PUT", "/v1/me/name", {"name": "Lin"}, token=ada.token))
    assert api.call("PUT", "/v1/me/name", {"name": "Ada"}, token=ada.token).status_code == 200
    api.keep("none", ada.get("/v1/me/preferences"))
    chosen = {"preferences": {"web.deck": "four", "web.theme": "dark"}}
    api.keep("web", api.call("PUT", "/v1/me/preferences", chosen, token=ada.token))
    refused = api.call("PUT", "/v1/me/login", {**LOGIN, "current_password": "wrong"}, token=ada.token)
    api.keep_component("WrongPassword", refused)
    ben = api.sign_up("Ben")
    api.keep("taken", api.call("PUT", "/v1/me/login", LOGIN, token=ben.token))
    assert api.call("DELETE", "/v1/me", {"confirm": ben.id}, token=ben.token).status_code == 204
    api.keep("closed", ada.get(f"/v1/players/{ben.id}"))
    api.keep_common("NotAuthenticated", "no_token", api.call("GET", "/v1/me"))


@with_settings(sign_up="closed")
def closed_server(api: Recorder) -> None:
    """A server that creates no accounts for strangers."""
    api.keep("closed", api.call("POST", "/v1/players", {"name": "Ada"}))
    api.keep("closed", api.call("POST", "/v1/session/guest", {}, headers=OWN_PAGE))


def sessions(api: Recorder) -> None:
    """A browser that signs in."""
    ada = api.sign_up("Ada")
    assert api.call("PUT", "/v1/me/login", LOGIN, token=ada.token).status_code == 204
    typed = {"name": "ada", "password": PASSWORD}
    api.keep_common("CrossSite", "no_header", api.call("POST", "/v1/session", typed, headers=WITHOUT_PROOF))
    api.keep("wrong", api.call("POST", "/v1/session", {**typed, "password": "wrong"}, headers=OWN_PAGE))
    api.keep("ada", api.call("POST", "/v1/session", typed, headers=OWN_PAGE))
    assert api.call("DELETE", "/v1/session", headers=OWN_PAGE).status_code == 204
    guest = api.call("POST", "/v1/session/guest", {"language": "zh-Hans"}, headers=OWN_PAGE)
    api.keep("guest", guest)
    # The cookie is only for TLS, which the recording does not use.
    there = {**OWN_PAGE, "Cookie": guest.headers["Set-Cookie"].partition(";")[0]}
    api.keep("has_one", api.call("POST", "/v1/session/guest", {}, headers=there))


@with_settings(public_address=NUMBERED)
def numbered_server(api: Recorder) -> None:
    """A server without a name, for which browsers make no passkeys."""
    api.replaced[NUMBERED] = PUBLIC
    api.keep("number", api.sign_up("Ada").post("/v1/me/passkeys/options", {}))
    api.keep("number", api.call("POST", "/v1/session/passkey/options", {}, headers=OWN_PAGE))
    api.keep("number", api.call("POST", "/v1/session/passkey", {"credential": {}}, headers=OWN_PAGE))


def passkeys(api: Recorder) -> None:
    """A guest who keeps the account by a passkey, and signs in by it."""
    device, ada = Authenticator(PUBLIC, b"a passkey of Ada", PUBLIC.removeprefix("https://")), api.sign_up("Ada")

    def send(path: str, body: Json, token: str | None = None) -> TestResponse:
        return api.call("POST", path, body, token=token, headers=OWN_PAGE)

    options = api.keep("options", send("/v1/me/passkeys/options", {}, ada.token))["options"]
    made = {"credential": device.create(options)}
    added = send("/v1/me/passkeys", made, ada.token)
    api.keep("added", added)
    api.keep("wrong", send("/v1/me/passkeys", made, ada.token))
    again = device.create(send("/v1/me/passkeys/options", {}, ada.token).json["options"])
    api.keep("known", send("/v1/me/passkeys", {"credential": again}, ada.token))
    api.keep("one", ada.get("/v1/me/passkeys"))
    api.keep("one", ada.get(added.headers["Location"]))
    options = api.keep("options", send("/v1/session/passkey/options", {}))["options"]
    given = {"credential": device.get(options)}
    api.keep("ada", send("/v1/session/passkey", given))
    api.keep("wrong", send("/v1/session/passkey", given))


@with_settings(rate_limit_read=Rate("6000/minute"), rate_limit_command=Rate("3000/minute"))
def tokens(api: Recorder) -> None:
    """A token for a bot, and tickets for feeds."""
    ada = api.sign_up("Ada's bot", "bot")
    asked = {"name": "my first bot", "scopes": ["table:read", "table:play"], "expires_in_s": 604800}
    made = api.keep("for_a_bot", ada.post("/v1/me/tokens", asked), body="for_a_bot", expires_at=EXPIRES)
    of_bot = User(api, ada.id, made["secret"])
    api.keep("of_a_bot", of_bot.get("/v1/token"), expires_at=EXPIRES)
    api.keep("a_bot", ada.get(f"/v1/me/tokens/{made['id']}"), expires_at=EXPIRES)
    api.keep_common("MissingScope", "missing", of_bot.post("/v1/tables", {"profile": "zhang-2021"}))
    table = ada.open_table()
    ticket = ada.post("/v1/tickets", {"feed": f"/v1/tables/{table}/events"})
    # Fernet draws from the system.
    api.replaced[ticket.json["ticket"]] = TICKET
    api.keep("of_a_table", ticket, body="of_a_table")


def clients(api: Recorder) -> None:
    """An OAuth client in a browser: its registration, a grant and its end."""
    author, ada = api.sign_up("Carla"), api.sign_up("Ada")
    site = {"name": "Card Watch", "redirect_uris": [REDIRECT]}
    made = api.keep("web", author.post("/v1/me/clients", site), body="web")
    api.keep("web", author.get(f"/v1/me/clients/{made['id']}"))
    api.keep("one", author.get("/v1/me/clients"))
    api.keep("metadata", api.call("GET", "/.well-known/oauth-authorization-server"))
    assert api.call("PUT", "/v1/me/login", LOGIN, token=ada.token).status_code == 204
    tokens = _granted(api, Program(api, made["id"], "table:read account:write"))
    of_client = User(api, ada.id, tokens["access_token"])
    api.keep_component("OwnTokenNeeded", of_client.post("/v1/me/tokens", {"name": "more", "scopes": ["table:read"]}))
    asked = {"client_id": made["id"], "token": tokens["refresh_token"], "token_type_hint": "refresh_token"}
    introspected = {"token": tokens["access_token"]}
    active = api.form("/oauth/introspect", introspected, token=ada.token)
    api.keep("active", active, body="access", exp=active.json["iat"] + 2_592_000)
    api.keep("done", api.form("/oauth/revoke", asked), body="refresh")
    api.keep("inactive", api.form("/oauth/introspect", introspected, token=ada.token))


def _granted(api: Recorder, program: Program) -> Json:
    """Returns the tokens that a browser gives to a program, and keeps the requests for them."""
    browser = Browser(api, "ada")
    page = browser.open(program.address(state="af0ifjsldkj"))
    form = Form(page.text)
    allowed = api.form(form.action, {**form.fields, **browser.typed, "decision": "allow"})
    api.keep_body("allow", allowed)
    code = allowed.headers["Location"].partition("code=")[2].partition("&")[0]
    tokens: Json = api.keep("tokens", program.exchange(code), body="code")
    api.keep_common("OAuthRefused", "used", program.exchange(code))
    again = api.form("/oauth/authorize", {**form.fields, **browser.typed, "decision": "allow"})
    tokens = program.exchange(again.headers["Location"].partition("code=")[2].partition("&")[0]).json
    refreshed = program.refresh(tokens["refresh_token"])
    api.keep_body("refresh", refreshed)
    return dict(refreshed.json)


def devices(api: Recorder) -> None:
    """An OAuth client without a browser."""
    author, ada = api.sign_up("Carla"), api.sign_up("Ada")
    assert api.call("PUT", "/v1/me/login", LOGIN, token=ada.token).status_code == 204
    made = author.post("/v1/me/clients", {"name": "Night Player"}).json
    asked = {"client_id": made["id"], "scope": "table:read table:play"}
    answered = api.form("/oauth/device_authorization", asked)
    codes = answered.json
    # Authlib draws the code from the system.
    api.replaced[codes["user_code"]] = "WDJB-MJHT"
    api.keep("codes", answered, body="bot")
    wanted = {"grant_type": DEVICE_GRANT, "client_id": made["id"], "device_code": codes["device_code"]}
    api.keep_common("OAuthRefused", "pending", api.form("/oauth/token", wanted))
    allowed = api.form("/oauth/device", {"user_code": codes["user_code"], "decision": "allow", **LOGIN})
    api.keep_body("allow", allowed)
    api.clock.pass_time(60)
    api.keep_body("device", api.form("/oauth/token", wanted))


def availability(api: Recorder) -> None:
    """A schedule, and vacations."""
    ada = api.sign_up("Ada")
    path = "/v1/me/availability"
    api.keep("never", ada.get(path))
    api.keep("berlin", api.call("PUT", path, BERLIN, token=ada.token), body="berlin")
    api.keep("berlin", ada.get(path))
    api.keep("zone", api.call("PUT", path, {**BERLIN, "time_zone": "Berlin"}, token=ada.token))
    long = {**BERLIN, "quiet_hours": {"start": "20:00", "end": "09:00"}}
    api.keep("quiet", api.call("PUT", path, long, token=ada.token))
    days = cycle(("saturday", "sunday"))
    while (refused := _with_weekend(ada, next(days))).status_code == 200:
        pass
    api.keep("too_often", refused)


def _with_weekend(user: User, day: str) -> TestResponse:
    """Sets a schedule with this weekend."""
    return user.api.call("PUT", "/v1/me/availability", {**BERLIN, "weekend": [day]}, token=user.token)


def vacations(api: Recorder) -> None:
    """An announced vacation, and refused ones."""
    ada = api.sign_up("Ada")
    path = "/v1/me/vacation"
    api.keep("none", ada.get(path))
    api.keep("too_long", ada.post(path, {"ends_at": "2026-12-27T08:00:00+01:00"}))
    api.keep("past", ada.post(path, {"ends_at": "2026-11-21T15:00:00Z"}))
    announced = {"starts_at": "2026-12-24T17:00:00Z", "ends_at": "2026-12-27T07:00:00Z"}
    api.keep("later", ada.post(path, announced), body="later")
    api.keep("away", ada.get(path))
    api.keep("already", ada.post(path, announced))
    ben = api.sign_up("Ben")
    for _ in range(10):
        assert ben.post(path, {"ends_at": "2026-11-21T20:00:00Z"}).status_code == 201
        assert api.call("DELETE", path, token=ben.token).status_code < 300
    api.keep("too_many", ben.post(path, {"ends_at": "2026-11-21T20:00:00Z"}))


def calendar(api: Recorder) -> None:
    """What falls due for a player, day by day."""
    players = four(api)
    table = seated(players, clock={"kind": "simple", "per_move_s": 86400}, options={"deal_mode": "plan"})
    follow_all(api.service)
    ada = players[0]
    schedule = {"time_zone": "Europe/Berlin", "quiet_hours": {"start": "22:00", "end": "07:30"}}
    assert api.call("PUT", "/v1/me/availability", schedule, token=ada.token).status_code == 200
    away = {"starts_at": "2026-11-24T08:00:00Z", "ends_at": "2026-11-25T08:00:00Z"}
    assert ada.post("/v1/me/vacation", away).status_code == 201
    assert ada.view(table)["status"] == "playing"
    api.keep("busy", ada.get("/v1/me/calendar?days=5"))
    api.keep("ics", ada.get("/v1/me/calendar?days=5&format=ics"))


SCENES = (
    accounts,
    closed_server,
    sessions,
    passkeys,
    numbered_server,
    tokens,
    clients,
    devices,
    availability,
    vacations,
    calendar,
)
