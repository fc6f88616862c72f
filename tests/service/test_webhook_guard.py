"""Webhooks cannot reach internal addresses: names are resolved once and every address is checked."""

import dataclasses
import ipaddress
import socket
import ssl
import threading
import time
from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.notifications.webhooks.guard import (
    RESOLVED_AT_ONCE,
    Destination,
    Guard,
    RefusedUrl,
    read_url,
    system_resolver,
)
from service.notifications.webhooks.handlers import Webhooks, new_secret
from service.notifications.webhooks.sender import Message, Sender, headers_of
from service.platform.settings import InvalidSetting, read_ranges, read_settings
from service.processes.app import create_app
from tests.support.api import Api
from tests.support.chance import RANDOMNESS
from tests.support.laws import law
from tests.support.receiver import Receiver, receiving
from tests.support.waiting import until

PUBLIC = "93.184.216.34"
PUBLIC_6 = "2606:2800:220:1:248:1893:25c8:1946"
PATIENCE_S = 60.0
"""Time limit in seconds for tests of other things than the limit, because the machine may hang."""


def guard(*addresses: str, **more) -> Guard:
    """A guard whose resolver returns these addresses for every name."""
    return Guard(resolver=lambda _, __: list(addresses), **more)


def judge(url: str, by: Guard) -> list[str]:
    return by.addresses(read_url(url), PATIENCE_S)


def message(url: str) -> Message:
    return Message("msg_1", url, datetime.now(UTC), b'{"type": "test"}', (new_secret(RANDOMNESS),))


# ------------------------------------------------------------------------------------------------ the form of a URL


@pytest.mark.parametrize(
    ("url", "authority", "target"),
    [
        ("https://bots.example", "bots.example", "/"),
        ("https://bots.example:443/", "bots.example", "/"),
        ("https://Bots.Example:8443/a/b?c=d&e", "bots.example:8443", "/a/b?c=d&e"),
        ("https://bots.example?x=1", "bots.example", "/?x=1"),
        (f"https://[{PUBLIC_6}]:8443/x", f"[{PUBLIC_6}]:8443", "/x"),
        ("http://127.0.0.1:8000/x", "127.0.0.1:8000", "/x"),
    ],
)
def test_a_url_is_parsed_into_the_parts_of_a_request(url: str, authority: str, target: str):
    read = read_url(url)

    assert (read.authority, read.target) == (authority, target)


@law
@pytest.mark.parametrize(
    "url",
    [
        "",
        "bots.example",
        "//bots.example/",
        "https:bots.example",
        "https:///x",
        "https://",
        "ftp://bots.example/",
        "file:///etc/passwd",
        "gopher://bots.example/",
        "unix:///tmp/x",
        "https://me:secret@bots.example/",
        "https://me@bots.example/",
        "https://@bots.example/",
        "https://bots.example@10.0.0.1/",
        "https://bots.example/x#part",
        "https://bots.example/#",
        "https://bots.example:22/",
        "https://bots.example:80/",
        "https://bots.example:25/",
        "https://bots.example:0/",
        "https://bots.example:/",
        "https://bots.example:65536/",
        "https://bots.example:-1/",
        "https://bots.example:x/",
        "http://bots.example:443/",
        "https://bots.example\\@10.0.0.1/",
        "https://bots.example/a b",
        "https://bots.example/a\\b",
        " https://bots.example/",
        "https://bots.example/\r\nX-Header: 1",
        "https://bots.example/\t",
        "https://b\u00f6ts.example/",
        "https://bots..example/",
        "https://-bots.example/",
        "https://bots.example./",
        "https://bots%2eexample/",
        "https://[::1/",
        "https://[bots.example]/",
        "https://[fe80::1%25eth0]/",
        "https://[v1.x]/",
        "https://bots;x.example/",
    ],
)
def test_an_unsupported_url_is_refused(url: str):
    with pytest.raises(RefusedUrl):
        read_url(url)


@given(st.text(max_size=60))
def test_any_text_given_as_a_url_is_parsed_or_refused(text: str):
    for url in (text, f"https://{text}", f"https://bots.example{text}"):
        try:
            read = read_url(url)
        except RefusedUrl:
            continue
        assert read.host.isascii()
        assert read.target.startswith(("/", "?"))
        assert not set(read.host + read.target) & set("\r\n\t @\\#")


# ------------------------------------------------------------------------------------------------ addresses

NOT_PUBLIC = [
    "0.0.0.0",
    "0.1.2.3",
    "10.0.0.1",
    "100.64.0.1",
    "127.0.0.1",
    "127.255.255.254",
    "169.254.169.254",
    "172.16.0.1",
    "172.31.255.255",
    "192.0.0.1",
    "192.0.2.1",
    "192.168.1.1",
    "198.18.0.1",
    "198.51.100.1",
    "203.0.113.1",
    "224.0.0.1",
    "239.255.255.255",
    "240.0.0.1",
    "255.255.255.255",
    "::",
    "::1",
    "::127.0.0.1",
    "::10.0.0.1",
    "::ffff:127.0.0.1",
    "::ffff:10.0.0.1",
    "::ffff:169.254.169.254",
    "64:ff9b::10.0.0.1",
    "64:ff9b::127.0.0.1",
    "64:ff9b::224.0.0.1",
    "64:ff9b:1::5db8:d822",
    "100::1",
    "2001::1",
    "2001:0:5db8:d822:0:0:f5ff:fffe",
    "2001:0:a00:1:0:0:a247:27dd",
    "2001:db8::1",
    "2002:a00:1::1",
    "2002:7f00:1::1",
    "2002:c0a8:101::1",
    "2002:e000:1::1",
    "2606:2800::5efe:10.0.0.1",
    "2606:2800::200:5efe:192.168.1.1",
    "4000::1",
    "5f00::1",
    "fc00::1",
    "fd12:3456::1",
    "fe80::1",
    "fe80::1%2",
    "fec0::1",
    "ff02::1",
    "ff0e::1",
]


@law
@pytest.mark.parametrize("address", NOT_PUBLIC)
def test_an_address_that_is_not_public_is_refused(address: str):
    with pytest.raises(RefusedUrl):
        judge("https://bots.example/", guard(address))


@pytest.mark.parametrize(
    "address", [PUBLIC, "1.1.1.1", PUBLIC_6, f"::ffff:{PUBLIC}", f"64:ff9b::{PUBLIC}", "2002:5db8:d822::1"]
)
def test_a_public_address_is_allowed(address: str):
    assert judge("https://bots.example/", guard(address)) == [str(ipaddress.ip_address(address))]


def test_one_private_address_among_public_ones_is_refused():
    for addresses in ([PUBLIC, "10.0.0.1"], ["10.0.0.1", PUBLIC], [PUBLIC, PUBLIC_6, "::ffff:192.168.0.1"]):
        with pytest.raises(RefusedUrl):
            judge("https://bots.example/", guard(*addresses))
    assert judge("https://bots.example/", guard(PUBLIC, PUBLIC_6)) == [PUBLIC, PUBLIC_6]


@pytest.mark.parametrize(
    "host", ["10.0.0.1", "2130706433", "0x7f000001", "0177.0.0.1", "127.1", "[::1]", "[::ffff:7f00:1]", "localhost"]
)
def test_an_address_is_judged_in_any_notation(host: str):
    with pytest.raises(RefusedUrl):
        judge(f"https://{host}/", Guard())


def test_an_unknown_name_is_refused_in_the_same_words_as_a_private_one():
    """Otherwise players could probe names in the network of the server."""

    def unknown(_: str, __: int) -> list[str]:
        raise socket.gaierror("unknown name")

    said = set()
    for by in (Guard(resolver=unknown), guard(), guard("10.0.0.1"), guard("nonsense")):
        with pytest.raises(RefusedUrl) as refused:
            judge("https://intranet.example/", by)
        said.add(str(refused.value))

    assert len(said) == 1
    assert "10.0.0.1" not in said.pop()


def test_the_system_resolves_no_addresses_for_an_invalid_name():
    for host in ("a" * 64 + ".example", "bots.invalid"):
        with pytest.raises(OSError, match=r"known|label|resolution"):
            system_resolver(host, 443)


def test_a_resolver_that_does_not_answer_times_out():
    let_go = threading.Event()

    def slow(_: str, __: int) -> list[str]:
        let_go.wait(PATIENCE_S)
        return [PUBLIC]

    with pytest.raises(RefusedUrl):
        Guard(resolver=slow).addresses(read_url("https://bots.example/"), 0.05)
    let_go.set()


def test_slow_names_occupy_a_limited_number_of_threads():
    asked, goes_on = [], threading.Event()

    def slow(host: str, _: int) -> list[str]:
        asked.append(host)
        goes_on.wait(PATIENCE_S)
        return [PUBLIC]

    by = Guard(resolver=slow)
    for number in range(RESOLVED_AT_ONCE + 3):
        with pytest.raises(RefusedUrl):
            by.check(f"https://slow-{number}.example/", 0.05)
    until(lambda: len(asked) >= RESOLVED_AT_ONCE, "thread that has begun")
    assert len(asked) == RESOLVED_AT_ONCE

    goes_on.set()
    by.check("https://prompt.example/", PATIENCE_S)


def test_loopback_is_allowed_only_in_development_and_http_only_for_loopback():
    here = guard("127.0.0.1", loopback=True)
    assert judge("http://localhost:8000/", here) == ["127.0.0.1"]
    assert judge("https://localhost:8000/", here) == ["127.0.0.1"]
    assert judge("http://localhost:8000/", guard("::1", "127.0.0.1", loopback=True)) == ["::1", "127.0.0.1"]

    for url, by in (
        ("http://localhost:8000/", guard("127.0.0.1")),
        ("https://localhost:8000/", guard("127.0.0.1")),
        ("http://bots.example/", guard(PUBLIC, loopback=True)),
        ("http://bots.example/", guard("127.0.0.1", PUBLIC, loopback=True)),
        ("https://bots.example/", guard("10.0.0.1", loopback=True)),
        ("http://bots.example/", guard("10.0.0.1", loopback=True, ranges=read_ranges("10.0.0.0/8"))),
    ):
        with pytest.raises(RefusedUrl):
            judge(url, by)


def test_configured_private_ranges_are_allowed():
    ranges = read_ranges("10.1.0.0/16, fd12::/32")
    for address in ("10.1.2.3", "fd12::1", "::ffff:10.1.2.3"):
        assert judge("https://inside.example/", guard(address, ranges=ranges))
    for address in ("10.2.0.1", "fd13::1", "127.0.0.1", "::ffff:10.2.0.1", "169.254.169.254"):
        with pytest.raises(RefusedUrl):
            judge("https://inside.example/", guard(address, ranges=ranges))


def test_unroutable_addresses_are_refused_in_any_configuration():
    everything = read_ranges("0.0.0.0/0,::/0")
    assert judge("https://inside.example/", guard("10.0.0.1", ranges=everything))
    for address in ("0.0.0.0", "::", "224.0.0.1", "ff02::1", "127.0.0.1", "::1"):
        with pytest.raises(RefusedUrl):
            judge("https://inside.example/", guard(address, ranges=everything))


def test_no_name_is_resolved_for_a_url_that_is_refused_anyway():
    asked: list[str] = []
    by = Guard(resolver=lambda host, _: asked.append(host) or [PUBLIC])
    for url in ("http://bots.example/", "https://bots.example:22/", "https://me@bots.example/"):
        with pytest.raises(RefusedUrl):
            judge(url, by)

    assert asked == []


@pytest.mark.parametrize("text", ["10.0.0.0/33", "10.0.0.1/8", "inside", "10.0.0.0/8;fd00::/8"])
def test_invalid_ranges_are_refused_at_startup(text: str):
    with pytest.raises(InvalidSetting, match="WEBHOOK_PRIVATE_RANGES"):
        read_settings({"WEBHOOK_PRIVATE_RANGES": text})


@pytest.mark.parametrize("text", ["0", "31"])
def test_a_receiver_has_a_time_limit(text: str):
    with pytest.raises(InvalidSetting, match="WEBHOOK_TIMEOUT_S"):
        read_settings({"WEBHOOK_TIMEOUT_S": text})


# -- at creation and at delivery ---------------------------------------------------------------------------------------


@pytest.fixture
def inside() -> Receiver:
    """A receiver that only this machine can reach."""
    with receiving() as receiver:
        yield receiver


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


# ------------------------------------------------------------------------------------------------ TLS


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
        headers_of(Message("msg_1", "", at, b"{}", ("whsec_c2VjcmV0LXNlY3JldC1zZWNyZXQ=",)))
        for at in (moment, moment.astimezone(timezone(timedelta(hours=5))))
    ]

    assert signed[0] == signed[1]
    assert signed[0]["webhook-timestamp"] == str(int(moment.timestamp()))
