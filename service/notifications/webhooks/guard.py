"""Checks the destinations of webhooks, to prevent server-side request forgery (SSRF).

A host name is resolved once. All its addresses are checked, and the caller connects only to the checked addresses. So a
name that changes from a public to a private address after the check (DNS rebinding) has no effect.
"""

import ipaddress
import re
import socket
import threading
from collections.abc import Callable, Iterator
from typing import Literal, NamedTuple
from urllib.parse import urlsplit

from domain.kernel.messages import Message, message
from service.platform.settings import Range, Settings, read_ranges

Address = ipaddress.IPv4Address | ipaddress.IPv6Address
Resolver = Callable[[str, int], list[str]]
"""Returns the addresses of a host name for a port, as text. Raises `OSError` if there are none."""

DEFAULT_PORTS = {"https": 443, "http": 80}
FIRST_FREE_PORT = 1024
RESOLVED_AT_ONCE = 6
"""Maximum number of names resolved at once. Under gevent, password hashing uses the same ten threads, and must not wait
for names that are slow on purpose.
"""
_VISIBLE = re.compile(r"[!-~]+")
_HOST = re.compile(r"[A-Za-z0-9]([A-Za-z0-9_.-]{0,251}[A-Za-z0-9])?")
_UNICAST = ipaddress.ip_network("2000::/3")
_NAT64 = ipaddress.ip_network("64:ff9b::/96")
_ISATAP = (0x00005EFE, 0x02005EFE)


class RefusedUrl(Exception):
    """The URL is not allowed for webhooks. The message says why, but reveals nothing about the server's network."""

    def __init__(self, detail: Message, *, hint: Message | None = None) -> None:
        super().__init__(detail)
        self.hint = hint


class Destination(NamedTuple):
    """The parts of a webhook URL.

    Attributes:
        secure: whether the scheme is `https`.
        host: a name, or an address without brackets.
        port: the port.
        target: path and query, as in a request line.
    """

    secure: bool
    host: str
    port: int
    target: str

    @property
    def authority(self) -> str:
        """The `Host` header of a request (RFC 9110, section 7.2)."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        usual = DEFAULT_PORTS["https" if self.secure else "http"]
        return host if self.port == usual else f"{host}:{self.port}"


def system_resolver(host: str, port: int) -> list[str]:
    """Returns the addresses of a name from the system's resolver, without duplicates. Raises `OSError`."""
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except UnicodeError as error:
        raise OSError(str(error)) from error
    return list(dict.fromkeys(str(address[0]) for *_, address in found))


def read_url(url: str) -> Destination:
    """Returns the parts of a webhook URL.

    Raises:
        RefusedUrl: the URL is malformed, or has parts that webhooks do not allow.
    """
    if not _VISIBLE.fullmatch(url) or "\\" in url:
        raise RefusedUrl(message("write it in visible ASCII characters, a name of other letters as punycode"))
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise RefusedUrl(message("write it like https://bots.example/turns")) from None
    if parts.scheme not in DEFAULT_PORTS or not parts.hostname:
        raise RefusedUrl(message("write it like https://bots.example/turns"))
    if "@" in parts.netloc:
        raise RefusedUrl(message("leave user and password out; messages are signed instead"))
    if "#" in url:
        raise RefusedUrl(message("leave the fragment out, which is never sent"))
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
            raise RefusedUrl(message("what stands in brackets is no IPv6 address")) from None
        if address.scope_id:
            raise RefusedUrl(message("an address with a zone is one of this machine alone"))
        return str(address)
    if not _HOST.fullmatch(host) or ".." in host:
        raise RefusedUrl(message("the host is no name and no address"))
    return host


def _port(port: int | None, scheme: str, netloc: str) -> int:
    """Returns the port. Raises `RefusedUrl` for system ports other than the default, which may not speak HTTP."""
    if port is None and not netloc.endswith(":"):
        return DEFAULT_PORTS[scheme]
    if port is None or (port < FIRST_FREE_PORT and port != DEFAULT_PORTS[scheme]):
        raise RefusedUrl(
            message("the port has to be {port}, or {least} and more", port=DEFAULT_PORTS[scheme], least=FIRST_FREE_PORT)
        )
    return port


class Guard:
    """Checks destinations of webhooks."""

    def __init__(
        self, *, loopback: bool = False, ranges: tuple[Range, ...] = (), resolver: Resolver = system_resolver
    ) -> None:
        """Allows public addresses, and the following exceptions.

        Args:
            loopback: whether to allow loopback addresses too, also over plain HTTP.
            ranges: private address ranges to allow.
            resolver: resolves host names.
        """
        self._loopback = loopback
        self._ranges = ranges
        self._resolver = resolver
        self._turns = threading.BoundedSemaphore(RESOLVED_AT_ONCE)

    def check(self, url: str, within_s: float) -> None:
        """Checks a URL now. Waits at most `within_s` seconds for the resolver. Raises `RefusedUrl`."""
        self.addresses(read_url(url), within_s)

    def addresses(self, destination: Destination, within_s: float) -> list[str]:
        """Returns the checked addresses of a destination. Connect to these only.

        Raises:
            RefusedUrl: the name cannot be resolved within `within_s` seconds, or one of its addresses is not allowed.
        """
        if not destination.secure and not self._loopback:
            raise RefusedUrl(message("use https"))
        found = self._resolve(destination, within_s)
        kinds = {self._kind(each) for each in found}
        if not found or "refused" in kinds:
            # The message must not reveal whether a name is unknown or has a private address.
            raise RefusedUrl(
                message("{host} has no address, or one that is not public", host=destination.host),
                hint=message("give a host that has public addresses only"),
            )
        if not destination.secure and kinds != {"loopback"}:
            raise RefusedUrl(message("use https; messages go by http to this machine only, in development"))
        return [str(each) for each in found]

    def _resolve(self, destination: Destination, within_s: float) -> list[Address]:
        """Returns the addresses of a destination; empty if none, or after `within_s` seconds.

        The system's resolver has no timeout, so it runs in a thread that can be abandoned.
        """
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
        """Returns the kind of an address. IPv4 addresses embedded in it are checked too."""
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
    """Returns whether an address is public (IANA's special-purpose registries; RFC 6890, RFC 6052)."""
    if address.is_multicast:
        return False
    if isinstance(address, ipaddress.IPv6Address) and address not in _UNICAST:
        # Outside global unicast, only NAT64 is public. Its embedded IPv4 address is checked separately.
        return address in _NAT64
    return address.is_global


def _embedded(address: Address) -> Iterator[ipaddress.IPv4Address]:
    """Yields the IPv4 addresses embedded in an IPv6 address: mapped, 6to4, Teredo, NAT64 and ISATAP."""
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


def guard_of(settings: Settings) -> Guard:
    """Returns the check of webhook addresses."""
    return Guard(loopback=settings.webhook_loopback, ranges=read_ranges(settings.webhook_private_ranges))
