"""Rate limits over HTTP: which policy an operation is counted by, for whom, and what is said about it.

The fields are those of draft-ietf-httpapi-ratelimit-headers-10, the status is 429 (RFC 6585).
"""

import ipaddress
from collections.abc import Callable
from functools import lru_cache
from typing import Any, Literal, TypeVar

from flask import Response, current_app, g, request

from service.platform.http.problems import Problem
from service.platform.metrics import REQUESTS_REFUSED
from service.platform.rate_limits import Counted, RateLimits
from service.platform.store.database import DatabaseUnavailable

View = TypeVar("View", bound=Callable[..., Any])
Class = Literal["read", "feed", "command", "open", "talk", "account", "login", "oauth", "sign_up", "lab", "sandbox"]
"""The classes of operations; each has the policy of its name."""
ADDRESS = "address"
"""The policy that counts everything that comes from one address."""
Asker = Callable[[], str | None]
BY_ADDRESS = frozenset({"login", "oauth", "sign_up"})
"""The classes that count by address what needs no token: else a token, or many, would be more room for guesses."""
IPV6_PREFIX = 64
"""A network of this size belongs to one customer, who can use any address in it."""


def counts_as(name: Class) -> Callable[[View], View]:
    """Says by which class the requests to a view are counted."""

    def mark(view: View) -> View:
        view.rate_class = name  # type: ignore[attr-defined]  # read below; a test holds it against openapi.yaml
        return view

    return mark


def uncounted(view: View) -> View:
    """Says that requests to a view are never counted: it costs little, and operators or browsers depend on it."""
    view.rate_class = None  # type: ignore[attr-defined]
    return view


def count_request(limits: RateLimits, asker: Asker) -> None:
    """Counts the request by its class and its address, where its view has a class.

    Args:
        limits: count the requests.
        asker: returns the player whose token the request has, or `None` without a valid one.

    Raises:
        Problem: it is one too many.
        DatabaseUnavailable: it cannot be found out whose token it has.
    """
    name = _class_of_request()
    if name is None:
        return
    address = address_here()
    counted = limits.count([(name, _who(name, address, asker)), (ADDRESS, address)])
    g.rate_limits = counted
    over = [each for each in counted if each.is_over]
    if over:
        raise _too_many(max(over, key=lambda each: each.left_s))


def _class_of_request() -> Class | None:
    """By which class the request is counted; by none where there is no such route, and for OPTIONS."""
    if request.endpoint is None or request.method == "OPTIONS":
        return None
    found: Class | None = getattr(current_app.view_functions[request.endpoint], "rate_class", None)
    return found


def _who(name: Class, address: str, asker: Asker) -> str:
    """For whom the class counts the request: the player where it has a valid token, else the address.

    All tokens of a player count as one, since each of them can make more.
    """
    needs_token = hasattr(current_app.view_functions[request.endpoint or ""], "needs_scope")
    if name in BY_ADDRESS and not needs_token:
        return address
    try:
        player = asker()
    except DatabaseUnavailable:
        # Only where a token is needed does it matter that none can be looked up.
        if needs_token:
            raise
        return address
    return player or address


@lru_cache(4096)
def network_of(address: str) -> str:
    """What counts as one address: IPv4 as it is, of IPv6 the network of 64 bits; a port beside it means nothing."""
    text = address.strip()
    if text.startswith("["):
        text = text[1:].partition("]")[0]
    elif text.count(":") == 1:
        text = text.partition(":")[0]
    try:
        parsed = ipaddress.ip_address(text.partition("%")[0])
    except ValueError:
        return text[:64]
    if isinstance(parsed, ipaddress.IPv4Address):
        return str(parsed)
    if parsed.ipv4_mapped:
        return str(parsed.ipv4_mapped)
    return str(ipaddress.ip_network((int(parsed), IPV6_PREFIX), strict=False))


def _too_many(over: Counted) -> Problem:
    REQUESTS_REFUSED.labels(over.name).inc()
    return Problem(
        "rate_limited",
        f"the limit {over.name!r} is used up: {over.quota} requests in {over.window_s} s",
        hint=f"nothing was done; send it again after {over.left_s} s",
        facts={"policy": over.name},
        headers={"Retry-After": str(over.left_s)},
    )


def address_here() -> str:
    """Returns what counts as the address of the client."""
    return network_of(request.remote_addr or "")


def tell_limits(response: Response) -> None:
    """Says in an answer what the limits are, and what is left.

    What is left to an address is told only to those who are refused for it: it depends on others who share it.
    """
    counted: list[Counted] | None = g.get("rate_limits")
    if not counted:
        return
    response.headers["RateLimit-Policy"] = ", ".join(
        f'"{each.name}";q={each.quota};w={each.window_s}' for each in counted
    )
    told = [f'"{each.name}";r={each.left};t={each.left_s}' for each in counted if each.name != ADDRESS or each.is_over]
    if told:
        response.headers["RateLimit"] = ", ".join(told)
