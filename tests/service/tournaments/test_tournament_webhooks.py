"""Webhooks for the events of one tournament: permissions and deliveries."""

from typing import Any

import psycopg
import pytest

from service.notifications.webhooks.guard import Guard
from service.wiring import Service
from tests.support.api import Api, Json, User
from tests.support.stored import catch_up
from tests.support.tournaments_served import PAIRS, Tournament

URL = "https://club.example/results"


@pytest.fixture(autouse=True)
def anywhere(monkeypatch: pytest.MonkeyPatch) -> None:
    """Allows webhooks to any address, because nothing is sent."""
    monkeypatch.setattr(Guard, "check", lambda *_: None)


@pytest.fixture
def tournament(api: Api) -> Tournament:
    return Tournament(api)


def made(tournament: Tournament, user: User) -> Any:
    return user.post(f"{tournament.path}/webhooks", {"url": URL})


def hook(tournament: Tournament, user: User, service: Service | None = None) -> str:
    """Creates a webhook for a tournament; with a service, its log is processed first."""
    if service is not None:
        catch_up(service)
    answered = made(tournament, user)
    assert answered.status_code == 201, answered.text
    return str(answered.json["id"])


def sent(service: Service, user: User, webhook: str) -> list[Json]:
    """Returns the pending deliveries of a webhook, oldest first."""
    catch_up(service)
    path = f"/v1/me/webhooks/{webhook}/deliveries"
    listed = user.get(f"{path}?limit=100").json["deliveries"]
    return [user.get(f"{path}/{each['id']}").json["payload"] for each in reversed(listed)]


def versions(payloads: list[Json]) -> list[int]:
    return [each["data"]["version"] for each in payloads]


def test_a_webhook_gets_every_event_of_its_tournament_in_order(service: Service, tournament: Tournament):
    webhook, before = hook(tournament, tournament.owner, service), tournament.version()
    tournament.enter("Pair 1")
    other = Tournament(tournament.api, owner=tournament.owner)
    other.enter("Pair 2")

    payloads = sent(service, tournament.owner, webhook)

    assert {each["type"] for each in payloads} == {"tournament_event"}
    assert {each["data"]["tournament"] for each in payloads} == {tournament.id}
    assert versions(payloads) == list(range(before + 1, tournament.version() + 1))
    events = tournament.owner.get(f"{tournament.path}/events?after={before}").json["events"]
    assert [each["data"]["event"] for each in payloads] == events
    # Processing the log again sends nothing twice.
    assert versions(sent(service, tournament.owner, webhook)) == versions(payloads)


def test_account_webhooks_and_tournament_webhooks_are_separate(service: Service, tournament: Tournament):
    owner = tournament.owner
    of_tournament = hook(tournament, owner)
    of_account = owner.post("/v1/me/webhooks", {"url": URL}).json["id"]
    asked = Tournament(tournament.api)
    asked.done(asked.owner, "appoint_staff", player=owner.id, role="director")
    asked.done(asked.owner, "cancel_tournament", reason="no room")
    tournament.enter("Pair 1")

    assert [each["type"] for each in sent(service, owner, of_account)] == ["tournament_over"]
    assert {each["type"] for each in sent(service, owner, of_tournament)} == {"tournament_event"}


def test_account_webhooks_of_players_get_events_that_concern_them(service: Service, tournament: Tournament):
    captain, partner = tournament.api.sign_up(), tournament.api.sign_up()
    webhook = partner.post("/v1/me/webhooks", {"url": URL}).json["id"]
    tournament.done(captain, "register", partners=[partner.id])
    assert [each["type"] for each in sent(service, partner, webhook)] == ["tournament_partner_asked"]


def test_only_staff_can_create_a_webhook_for_a_tournament(tournament: Tournament):
    director, assistant = tournament.api.sign_up(), tournament.api.sign_up()
    tournament.done(tournament.owner, "appoint_staff", player=director.id, role="director")
    tournament.done(tournament.owner, "appoint_staff", player=assistant.id, role="assistant")
    assert made(tournament, director).status_code == 201
    for user in (assistant, tournament.api.sign_up()):
        refused = made(tournament, user)
        assert (refused.status_code, refused.json["code"]) == (403, "staff_only")
        assert user.get("/v1/me/webhooks").json["webhooks"] == []


@pytest.mark.parametrize("scope", ["webhook:manage", "tournament:manage"])
def test_a_token_needs_both_scopes(service: Service, tournament: Tournament, scope: str):
    owner = tournament.owner
    _, secret = service.accounts.make_token(owner.id, "a narrow one", [scope], None)
    refused = made(tournament, User(owner.api, owner.id, secret))
    assert (refused.status_code, refused.json["code"]) == (403, "missing_scope")


def test_former_staff_get_no_more_events(service: Service, tournament: Tournament):
    director = tournament.api.sign_up()
    tournament.done(tournament.owner, "appoint_staff", player=director.id, role="director")
    webhook = hook(tournament, director, service)
    tournament.done(tournament.owner, "dismiss_staff", player=director.id)
    tournament.enter("Pair 1")
    assert sent(service, director, webhook) == []


def test_the_secret_of_entry_codes_is_in_no_delivery_and_no_feed(service: Service, api: Api):
    """Not even to the owner, although the log may be processed late."""
    tournament = Tournament(api, gates={"by_code": True})
    secret = str(tournament.view()["code_secret"])
    webhook = hook(tournament, tournament.owner)
    payloads = sent(service, tournament.owner, webhook)
    assert [each["data"]["event"]["type"] for each in payloads] == ["registration_opened"]
    assert secret not in str(payloads)
    assert secret not in tournament.owner.get("/v1/me/events?limit=1000").text


def test_sealed_results_are_sent_to_webhooks_of_staff_who_may_see_them(service: Service, api: Api):
    tournament = Tournament(api, is_sealed=True)
    tournament.start(2)
    webhook = hook(tournament, tournament.owner)
    tournament.pair()
    tournament.win(1, 1)
    [result] = [
        each["data"]["event"]
        for each in sent(service, tournament.owner, webhook)
        if each["data"]["event"]["type"] == "result_overridden"
    ]
    assert (result["data"]["first"], result["data"]["second"]) == (100, 0)


def test_invalid_input_is_refused_and_creates_nothing(tournament: Tournament):
    owner = tournament.owner
    for body in ({}, {"url": ""}, {"url": URL, "types": ["turn_began"]}, {"url": 7}):
        assert owner.post(f"{tournament.path}/webhooks", body).status_code == 400
    nowhere = owner.post(f"/v1/tournaments/trn_{'0' * 26}/webhooks", {"url": URL})
    assert (nowhere.status_code, nowhere.json["code"]) == (404, "not_found")
    keyed = owner.post(f"{tournament.path}/webhooks", {"url": URL}, headers={"Idempotency-Key": "once"})
    assert keyed.status_code == 400
    assert owner.get("/v1/me/webhooks").json["webhooks"] == []


def test_a_tournament_webhook_counts_as_one_of_the_ten(tournament: Tournament):
    for _ in range(10):
        hook(tournament, tournament.owner)
    refused = made(tournament, tournament.owner)
    assert (refused.status_code, refused.json["code"]) == (409, "too_many_webhooks")


def test_webhooks_of_a_closed_account_are_deleted(service: Service, api: Api):
    tournament = Tournament(api)
    director = api.sign_up()
    tournament.done(tournament.owner, "appoint_staff", player=director.id, role="director")
    hook(tournament, director)
    assert api.call("DELETE", "/v1/me", {"confirm": director.id}, token=director.token).status_code == 204
    with psycopg.connect(service.settings.database_url or "") as connection:
        rows = connection.execute("SELECT id FROM shengji.webhook WHERE tournament_id = %s", [tournament.id]).fetchall()
    assert rows == []


def test_a_sandbox_webhook_can_only_follow_tournaments_of_its_sandbox(api: Api, tournament: Tournament):
    inside = api.sign_up().in_sandbox()
    assert made(tournament, inside).status_code == 404
    own = inside.post("/v1/tournaments", PAIRS).json["tournament"]
    assert inside.post(f"/v1/tournaments/{own}/webhooks", {"url": URL}).status_code == 201
