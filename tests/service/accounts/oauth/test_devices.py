"""Devices get access by a code that the player enters."""

from urllib.parse import quote

import pytest

from service.accounts.handlers import SCOPES
from tests.support.api import Json
from tests.support.oauth import (
    SERVER,
    Browser,
    Form,
    is_valid,
    new_client,
    with_login,
)
from tests.support.oauth_scene import Scene, refused


def test_a_device_gets_the_granted_access(scene: Scene):
    codes = scene.program.codes()
    assert codes["verification_uri"] == f"{SERVER}/oauth/device"
    assert refused(scene.program.poll(codes), "authorization_pending")

    page = scene.browser.open("/oauth/device")
    typed = codes["user_code"].replace("-", " ").lower()
    question = scene.browser.open(f"/oauth/device?user_code={quote(typed)}")
    done = scene.browser.send(question)
    tokens = scene.program.poll(codes)

    assert list(Form(page.text).fields) == ["user_code"]
    assert "Card Watch" in question.text
    assert SCOPES["table:play"] in question.text
    assert question.headers["Content-Security-Policy"].endswith("form-action 'self'")
    assert done.status_code == 200
    assert tokens.json["scope"] == "table:play table:read"
    assert is_valid(scene.api, tokens.json["access_token"])
    assert scene.program.refresh(tokens.json["refresh_token"]).status_code == 200


def test_a_device_that_polls_too_soon_has_to_wait_longer_each_time(scene: Scene, service):
    codes = scene.program.codes()
    assert codes["interval"] == 5

    def has_to_wait_s() -> int:
        """Polls too soon again until this time has passed since the last poll."""
        with service.database.session() as connection:
            [(interval_s,)] = connection.execute(
                "UPDATE shengji.oauth_device SET polled_at = now() + interval '1 hour' WHERE hash ="
                " (SELECT hash FROM shengji.oauth_device ORDER BY expires_at DESC LIMIT 1) RETURNING interval_s"
            ).fetchall()
        return int(interval_s)

    assert refused(scene.program.poll(codes), "authorization_pending")
    waits = [has_to_wait_s()]
    for _ in range(3):
        assert refused(scene.program.poll(codes), "slow_down")
        waits.append(has_to_wait_s())
    assert waits == [5, 10, 15, 20]
    with service.database.session() as connection:
        connection.execute("UPDATE shengji.oauth_device SET polled_at = now() - interval '20 seconds'")

    assert refused(scene.program.poll(codes), "authorization_pending")
    scene.allow_device(codes)
    assert scene.program.poll(codes).status_code == 200


def test_a_denied_device_gets_no_token(standing: Scene):
    codes = standing.program.codes()

    assert standing.allow_device(codes, "deny").status_code == 200

    assert refused(standing.program.poll(codes), "access_denied")
    assert standing.browser.open(codes["verification_uri_complete"]).status_code == 400


def test_after_a_wrong_password_a_device_keeps_waiting(scene: Scene):
    codes = scene.program.codes()
    page = scene.browser.open(codes["verification_uri_complete"])

    again = scene.browser.send(page, password="wrong horse battery")

    assert again.status_code == 403
    assert Form(again.text).fields["user_code"] == codes["user_code"]
    assert refused(scene.program.poll(codes), "authorization_pending")
    assert scene.browser.send(again).status_code == 200


def test_device_codes_expire_after_15_minutes(scene: Scene, service):
    codes = scene.program.codes()
    page = scene.browser.open(codes["verification_uri_complete"])
    assert codes["expires_in"] == 15 * 60
    with service.database.session() as connection:
        connection.execute("UPDATE shengji.oauth_device SET expires_at = now()")

    assert scene.browser.open(codes["verification_uri_complete"]).status_code == 400
    assert scene.browser.send(page).status_code == 400
    assert refused(scene.program.poll(codes), "expired_token")


def test_a_device_code_works_once_and_only_for_its_client(scene: Scene):
    codes = scene.program.codes()
    scene.allow_device(codes)
    other = new_client(scene.owner)

    assert refused(scene.program.poll(codes, client_id=other), "invalid_grant")
    assert refused(scene.program.poll(codes, device_code="sjd_unknown"), "invalid_grant")
    tokens = scene.program.poll(codes).json
    assert refused(scene.program.poll(codes), "invalid_grant")

    assert not is_valid(scene.api, tokens["access_token"])


def test_a_device_request_is_decided_only_once(scene: Scene):
    codes = scene.program.codes()
    page = scene.browser.open(codes["verification_uri_complete"])
    scene.browser.send(page)
    another = Browser(scene.api, with_login(scene.api)[1])

    assert another.send(page).status_code == 400
    assert another.send(page, "deny").status_code == 400

    tokens = scene.program.poll(codes).json
    assert scene.api.call("GET", "/v1/tables?mine=true", token=tokens["access_token"]).status_code == 200
    assert len(scene.user.get("/v1/me/tokens").json["tokens"]) == 2


@pytest.mark.parametrize("user_code", ["XXXX-XXXX", "nonsense", "名字", "%00", "", '"><script>', "X" * 500])
def test_an_unknown_user_code_is_only_reported_as_unknown(standing: Scene, user_code: str):
    sent = {"user_code": user_code, "decision": "allow", **standing.browser.typed}

    assert standing.browser.open(f"/oauth/device?user_code={quote(user_code)}").status_code == (
        400 if user_code else 200
    )
    answered = standing.api.form("/oauth/device", sent)

    assert answered.status_code == 400
    assert "No device waits with this code." in answered.text
    assert "script" not in Form(answered.text).tags


@pytest.mark.parametrize(
    ("asked", "error"),
    [
        ({"client_id": "cli_" + "0" * 26, "scope": "table:read"}, "invalid_client"),
        ({"scope": "table:read"}, "invalid_client"),
        ({"scope": "everything"}, "invalid_scope"),
        ({}, "invalid_client"),
    ],
)
def test_an_invalid_device_request_gets_no_codes(standing: Scene, asked: Json, error: str):
    if error == "invalid_scope":
        asked = {**asked, "client_id": standing.client_id}
        assert refused(standing.api.form("/oauth/device_authorization", {"client_id": standing.client_id}), error)

    assert refused(standing.api.form("/oauth/device_authorization", asked), error)
