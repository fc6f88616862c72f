"""Where webhooks may lead: a guard against requests to places that only this server can reach (request forgery).

The name in a URL is resolved once, every address that it has is judged, and the caller connects to the addresses that
are given back and asks no resolver again. So a name that leads to a public address while it is judged and to a private
one a moment later gains nothing.
"""

import ipaddress
import re
import socket
import threading
from collections.abc import Callable, Iterator
from typing import Literal, NamedTuple
from urllib.parse import urlsplit

from service.platform.settings import Range

Address = ipaddress.IPv4Address | ipaddress.IPv6Address
Resolver = Callable[[str, int], list[str]]
"""Gives the addresses of a name, as text; raises `OSError` when it has none."""

DEFAULT_PORTS = {"https": 443, "http": 80}
FIRST_FREE_PORT = 1024
RESOLVED_AT_ONCE = 6
"""So many names are resolved at once. Under gevent that is done by the same ten threads as the hashing of passwords,
which must not wait for names that somebody has made up to be slow.
"""
_VISIBLE = re.compile(r"[!-~]+")
_HOST = re.compile(r"[A-Za-z0-9]([A-Za-z0-9_.-]{0,251}[A-Za-z0-9])?")
_UNICAST = ipaddress.ip_network("2000::/3")
_NAT64 = ipaddress.ip_network("64:ff9b::/96")
_ISATAP = (0x00005EFE, 0x02005EFE)


class RefusedUrl(Exception):
    """A webhook may not lead there. Its message says why, and tells nothing about the network of this server."""


class Destination(NamedTuple):
    """Where a webhook leads, as its URL says.

    Attributes:
        secure: whether by https.
        host: a name, or an address without brackets.
        target: path and query, as a request names them.
    """

    secure: bool
    host: str
    port: int
    target: str

    @property
    def authority(self) -> str:
        """Host and port, as a request names them (RFC 9110 §7.2)."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        usual = DEFAULT_PORTS["https" if self.secure else "http"]
        return host if self.port == usual else f"{host}:{self.port}"


def system_resolver(host: str, port: int) -> list[str]:
    """The addresses of a name as the system knows them, each once. Raises `OSError`."""
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except UnicodeError as error:
        raise OSError(str(error)) from error
    return list(dict.fromkeys(str(address[0]) for *_, address in found))


def read_url(url: str) -> Destination:
    """The parts of the URL of a webhook.

    Raises:
        RefusedUrl: it is not of the form that webhooks have.
    """
    if not _VISIBLE.fullmatch(url) or "\\" in url:
        raise RefusedUrl("write it in visible ASCII characters, a name of other letters as punycode")
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise RefusedUrl("write it like https://bots.example/turns") from None
    if parts.scheme not in DEFAULT_PORTS or not parts.hostname:
        raise RefusedUrl("write it like https://bots.example/turns")
    if "@" in parts.netloc:
        raise RefusedUrl("leave user and password out; messages are signed instead")
    if "#" in url:
        raise RefusedUrl("leave the fragment out, which is never sent")
    return Destination(
        parts.scheme == "https",
        _host(parts.hostname, in_brackets="[" in parts.netloc),
        _port(port, parts.scheme, parts.netloc),
        (parts.path or "/") + (f"?{parts.query}" if parts.query else ""),
    )


def _host(host: str, *, in_brackets: bool) -> str:
    if in_brackets:
        try:
            address = ipaddress.IPv6Address(host)
        except ValueError:
            raise RefusedUrl("what stands in brackets is no IPv6 address") from None
        if address.scope_id:
            raise RefusedUrl("an address with a zone is one of this machine alone")
        return str(address)
    if not _HOST.fullmatch(host) or ".." in host:
        raise RefusedUrl("the host is no name and no address")
    return host


def _port(port: int | None, scheme: str, netloc: str) -> int:
    """Ports of other well-known services are left alone: what is no HTTP should not be talked to."""
    if port is None and not netloc.endswith(":"):
        return DEFAULT_PORTS[scheme]
    if port is None or (port < FIRST_FREE_PORT and port != DEFAULT_PORTS[scheme]):
        raise RefusedUrl(f"the port has to be {DEFAULT_PORTS[scheme]}, or {FIRST_FREE_PORT} and more")
    return port


class Guard:
    """Judges where webhooks may lead."""

    def __init__(
        self, *, loopback: bool = False, ranges: tuple[Range, ...] = (), resolver: Resolver = system_resolver
    ) -> None:
        """Lets webhooks lead to public addresses, and to what is named.

        Args:
            loopback: whether they may lead to this machine too, which need not speak TLS then.
            ranges: private addresses to which they may lead.
            resolver: how names are resolved.
        """
        self._loopback = loopback
        self._ranges = ranges
        self._resolver = resolver
        self._turns = threading.BoundedSemaphore(RESOLVED_AT_ONCE)

    def check(self, url: str, within_s: float) -> None:
        """Sees to it that a webhook may lead there at this moment. Raises `RefusedUrl`."""
        self.addresses(read_url(url), within_s)

    def addresses(self, destination: Destination, within_s: float) -> list[str]:
        """The addresses of a destination, each of which was judged; connect to these and to nothing else.

        Raises:
            RefusedUrl: the name is not resolved within the time, or one of its addresses is not allowed.
        """
        if not destination.secure and not self._loopback:
            raise RefusedUrl("use https")
        found = self._resolve(destination, within_s)
        kinds = {self._kind(each) for each in found}
        if not found or "refused" in kinds:
            # Whether a name is unknown, or known and private, is nobody's business.
            raise RefusedUrl(f"{destination.host} does not lead to public addresses, and to nothing else")
        if not destination.secure and kinds != {"loopback"}:
            raise RefusedUrl("use https; messages go by http to this machine only, in development")
        return [str(each) for each in found]

    def _resolve(self, destination: Destination, within_s: float) -> list[Address]:
        """The system's resolver knows no limit of time, so it is asked in a thread that may be left behind."""
        answered = threading.Event()
        answer: list[str] = []

        def ask() -> None:
            if not self._turns.acquire(timeout=max(within_s, 0.0)):
                return
            try:
                answer.extend(self._resolver(destination.host, destination.port))
            except OSError:
                pass  # no addresses
            finally:
                self._turns.release()
                answered.set()

        threading.Thread(target=ask, name="resolver", daemon=True).start()
        answered.wait(within_s)
        try:
            return [ipaddress.ip_address(each) for each in tuple(answer)]
        except ValueError:
            return []

    def _kind(self, address: Address) -> Literal["public", "private", "loopback", "refused"]:
        """What an address is to this guard: judged by the one within it, where one is."""
        within = list(_embedded(address))
        inner = within[0] if within and isinstance(address, ipaddress.IPv6Address) and address.ipv4_mapped else address
        if inner.is_multicast or inner.is_unspecified:
            return "refused"
        if inner.is_loopback:
            return "loopback" if self._loopback else "refused"
        if any(inner.version == each.version and inner in each for each in self._ranges):
            return "private"
        return "public" if _is_public(inner) and all(map(_is_public, within)) else "refused"


def _is_public(address: Address) -> bool:
    """Whether an address is one of the public internet (IANA's special-purpose registries; RFC 6890, RFC 6052)."""
    if address.is_multicast:
        return False
    if isinstance(address, ipaddress.IPv6Address) and address not in _UNICAST:
        # Besides what is allotted to the internet there is only the translation to IPv4, which is judged by that.
        return address in _NAT64
    return address.is_global


def _embedded(address: Address) -> Iterator[ipaddress.IPv4Address]:
    """The IPv4 addresses to which packets for an IPv6 address may be carried: mapped, 6to4, Teredo, NAT64, ISATAP."""
    if isinstance(address, ipaddress.IPv4Address):
        return
    number = int(address)
    if address.ipv4_mapped:
        yield address.ipv4_mapped
    if address.sixtofour:
        yield address.sixtofour
    if address.teredo:
        yield from address.teredo
    if address in _NAT64 or number >> 32 & 0xFFFFFFFF in _ISATAP:
        yield ipaddress.IPv4Address(number & 0xFFFFFFFF)
