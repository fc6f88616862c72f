"""Webhooks cannot reach internal addresses: URLs, names and addresses are checked."""

import ipaddress
import socket
import threading

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.notifications.webhooks.guard import (
    RESOLVED_AT_ONCE,
    Guard,
    RefusedUrl,
    read_url,
    system_resolver,
)
from service.platform.settings import InvalidSetting, read_ranges, read_settings
from tests.support.laws import law
from tests.support.waiting import until
from tests.support.webhook_guards import PATIENCE_S, PUBLIC, guard

PUBLIC_6 = "2606:2800:220:1:248:1893:25c8:1946"


def judge(url: str, by: Guard) -> list[str]:
    return by.addresses(read_url(url), PATIENCE_S)


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
