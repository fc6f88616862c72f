"""Deliveries connect only to the address that was checked, within a time limit and with checked certificates."""

import dataclasses
import socket
import ssl
import time
from datetime import UTC, datetime, timedelta, timezone

import pytest

from service.notifications.webhooks.guard import (
    Destination,
    Guard,
)
from service.notifications.webhooks.handlers import Webhooks, new_secret
from service.notifications.webhooks.sender import Sender, WebhookMessage, headers_of
from service.processes.app import create_app
from tests.support.api import Api
from tests.support.chance import RANDOMNESS
from tests.support.receiver import Receiver, receiving
from tests.support.webhook_guards import PATIENCE_S, PUBLIC, guard


def message(url: str) -> WebhookMessage:
    return WebhookMessage("msg_1", url, datetime.now(UTC), b'{"type": "test"}', (new_secret(RANDOMNESS),))


def test_a_webhook_cannot_be_created_for_or_moved_to_an_internal_address(api: Api, service):
    player = api.sign_up()
    for url in (
        "https://10.0.0.1/",
        "http://127.0.0.1:8000/",
        "https://bots.invalid/",
        "nonsense",
        "https://[::1]:8443/",
    ):
        refused = player.post("/v1/me/webhooks", {"url": url})
        assert (refused.status_code, refused.json["code"]) == (422, "webhook_url_refused"), url
        assert refused.json["detail"].startswith("url: ")
    private = player.post("/v1/me/webhooks", {"url": "https://10.0.0.1/"}).json
    assert private["detail"] == "url: 10.0.0.1 has no address, or one that is not public"
    assert private["hint"] == "give a host that has public addresses only"
    assert player.get("/v1/me/webhooks").json["webhooks"] == []

    made = player.post("/v1/me/webhooks", {"url": f"https://{PUBLIC}/"}).json
    path = f"/v1/me/webhooks/{made['id']}"
    assert api.call("PATCH", path, {"url": "https://10.0.0.1/"}, token=player.token).status_code == 422
    assert player.get(path).json["url"] == f"https://{PUBLIC}/"


def test_a_name_that_changes_from_public_to_private_is_refused_at_the_attempt(service, inside: Receiver):
    """DNS rebinding between the creation of a webhook and its use."""
    answers = [[PUBLIC], ["127.0.0.1"]]
    by = Guard(resolver=lambda _, __: answers.pop(0))
    webhooks = Webhooks(service.database, by, service.vault, RANDOMNESS)
    app = create_app(dataclasses.replace(service, webhooks=webhooks))
    url = f"https://rebound.example:{inside.port}/"

    made = Api(app).sign_up().post("/v1/me/webhooks", {"url": url})
    outcome = Sender(by, PATIENCE_S).send(message(url))

    assert made.status_code == 201
    assert (outcome.what, outcome.status) == ("refused", None)
    assert inside.received == []


def test_the_name_is_resolved_once_and_the_checked_address_is_connected_to():
    """DNS rebinding between the check and the connection: the resolver is not asked again."""
    asked = []

    def resolver(host: str, _: int) -> list[str]:
        asked.append(host)
        return ["127.0.0.3"] if len(asked) == 1 else ["10.0.0.1"]

    with receiving(host="127.0.0.3") as receiver:
        outcome = Sender(Guard(loopback=True, resolver=resolver), PATIENCE_S).send(
            message(f"http://known-to-nobody.invalid:{receiver.port}/x")
        )

    assert outcome.delivered
    assert asked == ["known-to-nobody.invalid"]
    assert receiver.received[0].headers["host"] == f"known-to-nobody.invalid:{receiver.port}"


def test_the_first_of_several_addresses_that_accepts_is_used(inside: Receiver):
    by = Guard(loopback=True, resolver=lambda _, __: ["127.0.0.2", "127.0.0.1"])

    assert Sender(by, PATIENCE_S).send(message(f"http://here.example:{inside.port}/")).delivered


class Slow(Guard):
    """A guard whose resolver uses up all the time."""

    def addresses(self, destination: Destination, within_s: float) -> list[str]:
        time.sleep(within_s)  # The time that passes is what is tested.
        return super().addresses(destination, PATIENCE_S)


def test_no_further_address_is_tried_after_the_time_limit(monkeypatch):
    """A name may have thousands of silent addresses. Even a short wait for each would take minutes."""
    tried = []

    def connect(address: tuple[str, int], **_: float) -> socket.socket:
        tried.append(address)
        raise ConnectionRefusedError

    monkeypatch.setattr(socket, "create_connection", connect)
    names = Slow(loopback=True, resolver=lambda _, __: [f"127.0.1.{last}" for last in range(1, 99)])

    assert Sender(names, 0.01).send(message("http://here.example:8000/")).what == "timeout"
    assert tried == []


def test_proxies_from_the_environment_are_ignored(inside: Receiver, monkeypatch):
    with receiving() as proxy:
        for name in ("http_proxy", "HTTP_PROXY", "https_proxy", "all_proxy", "ALL_PROXY"):
            monkeypatch.setenv(name, f"http://127.0.0.1:{proxy.port}")

        assert Sender(Guard(loopback=True), PATIENCE_S).send(message(inside.url)).delivered

        assert proxy.received == []
    assert len(inside.received) == 1


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_a_redirect_is_a_failure_and_is_not_followed(inside: Receiver, status: int):
    with receiving() as further:
        inside.answers.append((status, {"Location": further.url}))

        outcome = Sender(Guard(loopback=True), PATIENCE_S).send(message(inside.url))

        assert (outcome.what, outcome.status) == ("redirect", status)
        assert "redirects are not followed" in (outcome.error or "")
        assert further.received == []


def _certificate(directory, *names: str) -> tuple[str, str]:
    """Yields a certificate of a test authority for these names, and its key, as files."""
    from cryptography import x509
    from cryptography.hazmat.primitives import hashes, serialization
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.x509.oid import NameOID

    key = ec.generate_private_key(ec.SECP256R1())
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "a receiver")])
    now = datetime.now(UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(subject)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(hours=1))
        .not_valid_after(now + timedelta(hours=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(name) for name in names]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    certificate, secret = directory / "certificate.pem", directory / "key.pem"
    certificate.write_bytes(made.public_bytes(serialization.Encoding.PEM))
    secret.write_bytes(
        key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    )
    return str(certificate), str(secret)


def test_tls_certificates_are_checked_against_the_name(tmp_path):
    certificate, key = _certificate(tmp_path, "bots.example")
    serving = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    serving.load_cert_chain(certificate, key)
    trusting = ssl.create_default_context(cafile=certificate)
    by = guard("127.0.0.1", loopback=True)
    with receiving(serving) as receiver:
        sent = Sender(by, PATIENCE_S, trusting).send(message(f"https://bots.example:{receiver.port}/x"))
        other_name = Sender(by, PATIENCE_S, trusting).send(message(f"https://other.example:{receiver.port}/x"))
        by_address = Sender(by, PATIENCE_S, trusting).send(message(f"https://127.0.0.1:{receiver.port}/x"))
        not_trusted = Sender(by, PATIENCE_S).send(message(f"https://bots.example:{receiver.port}/x"))

    assert sent.delivered, sent
    assert len(receiver.received) == 1
    for outcome in (other_name, by_address, not_trusted):
        assert (outcome.what, outcome.status) == ("tls", None)
        assert "certificate" in (outcome.error or "")


def test_a_receiver_without_tls_is_a_failure(inside: Receiver):
    outcome = Sender(Guard(loopback=True), PATIENCE_S).send(message(inside.url.replace("http:", "https:")))

    assert outcome.what in ("tls", "connection")
    assert inside.received == []


def test_a_receiver_with_a_slow_tls_handshake_times_out():
    with socket.create_server(("127.0.0.1", 0)) as silent:
        port = silent.getsockname()[1]
        outcome = Sender(Guard(loopback=True), 0.3).send(message(f"https://127.0.0.1:{port}/"))

    assert outcome.what == "timeout"


def test_the_signed_timestamp_does_not_depend_on_the_time_zone():
    moment = datetime(2026, 11, 21, 22, 40, 0, tzinfo=UTC)
    signed = [
        headers_of(WebhookMessage("msg_1", "", at, b"{}", ("whsec_c2VjcmV0LXNlY3JldC1zZWNyZXQ=",)))
        for at in (moment, moment.astimezone(timezone(timedelta(hours=5))))
    ]

    assert signed[0] == signed[1]
    assert signed[0]["webhook-timestamp"] == str(int(moment.timestamp()))
