"""Rate limits over HTTP: chooses the policy and the key by which a request is counted, and writes the headers.

The fields are those of draft-ietf-httpapi-ratelimit-headers-10. The status is 429 (RFC 6585).
"""

import ipaddress
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any, Literal, TypeVar

from flask import Request, request

from domain.kernel.messages import message
from service.platform.http.problems import Problem
from service.platform.metrics import REQUESTS_REFUSED
from service.platform.rate_limits import Counted, Policy, RateLimits
from service.platform.store.database import DatabaseUnavailable

View = TypeVar("View", bound=Callable[..., Any])
Class = Literal[
    "read", "feed", "command", "open", "talk", "account", "login", "oauth", "sign_up", "lab", "record", "sandbox"
]
"""The rate classes of operations. Each has the policy of the same name."""
ADDRESS = "address"
"""The policy that counts all requests from one address."""
PUBLIC = "public"
"""The policy that counts requests without a token to views that need none. It takes the place of the view's class."""
CountedKey = Callable[[], str | None]
BY_ADDRESS = frozenset({"login", "oauth", "sign_up"})
"""Classes counted by address if no token is needed. Otherwise more tokens would allow more guesses."""
IPV6_PREFIX = 64
"""Length of the IPv6 prefix that counts as one client: one customer can use every address of a /64 network."""


def rate_class(name: Class) -> Callable[[View], View]:
    """Sets the rate class of a view."""

    def mark(view: View) -> View:
        view.rate_class = name  # type: ignore[attr-defined]  # read below, and for openapi.yaml
        return view

    return mark


def uncounted(view: View) -> View:
    """Exempts a view from rate limits, because it is cheap and operators or browsers depend on it."""
    view.rate_class = None  # type: ignore[attr-defined]
    return view


def count_request(limits: RateLimits, asked: Request, view: Any, asker: CountedKey) -> Sequence[Counted]:
    """Counts a request by its rate class, if its view has one, and by its address. Returns the counters.

    Args:
        limits: the rate limits.
        asked: the request.
        view: its view, or `None` for unknown addresses.
        asker: returns the player of the request's token, or `None` without a valid one.

    Raises:
        DatabaseUnavailable: the token cannot be looked up.
    """
    name: Class | None = getattr(view, "rate_class", None)
    if name is None or asked.method == "OPTIONS":
        return ()
    address = network_of(asked.remote_addr or "")
    return limits.count([_counted_by(name, view, address, asker, asked), (ADDRESS, address)])


def check_limits(counted: Sequence[Counted]) -> None:
    """Raises `Problem` if a limit is exceeded."""
    over = [each for each in counted if each.is_over]
    if over:
        raise _too_many_requests(max(over, key=lambda each: each.left_s))


def _counted_by(name: Class, view: Any, address: str, asker: CountedKey, asked: Request) -> tuple[str, str]:
    """Returns the policy and the key that count the request: the player if the token is valid, else the address.

    All tokens of a player share one key, since each token can create more.
    """
    needs_token = hasattr(view, "needs_scope")
    if name in BY_ADDRESS and not needs_token:
        return name, address
    try:
        player = asker()
    except DatabaseUnavailable:
        # Without the database the token cannot be looked up. This is an error only if a token is needed.
        if needs_token:
            raise
        return name, address
    if player is None and getattr(view, "is_public", False) and "HTTP_AUTHORIZATION" not in asked.environ:
        return PUBLIC, address
    return name, player or address


@lru_cache(4096)
def network_of(address: str) -> str:
    """Returns the network that counts as one address: an IPv4 address, or an IPv6 /64 network. Ports are ignored."""
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


def _too_many_requests(over: Counted) -> Problem:
    policy = over.policy
    REQUESTS_REFUSED.labels(policy.name).inc()
    return Problem(
        "rate_limited",
        message(
            "the limit {name!r} is used up: {quota} requests in {window_s} s",
            name=policy.name,
            quota=policy.quota,
            window_s=policy.window_s,
        ),
        hint=message("nothing was done; send the request again after {left_s} s", left_s=over.left_s),
        facts={"policy": policy.name},
        headers={"Retry-After": str(over.left_s)},
    )


def client_network() -> str:
    """Returns the network that counts as the address of the client."""
    return network_of(request.remote_addr or "")


def limit_headers(counted: Sequence[Counted]) -> list[tuple[str, str]]:
    """Returns the rate limit headers of a response.

    The remainder of an address is shown only when it is exceeded, because other clients may share the address.
    """
    if not counted:
        return []
    headers = [("RateLimit-Policy", _policies_field(tuple([each.policy for each in counted])))]
    entries = [
        f'"{each.policy.name}";r={each.left};t={each.left_s}'
        for each in counted
        if each.policy.name != ADDRESS or each.is_over
    ]
    if entries:
        headers.append(("RateLimit", ", ".join(entries)))
    return headers


@lru_cache(256)
def _policies_field(policies: tuple[Policy, ...]) -> str:
    return ", ".join(f'"{each.name}";q={each.quota};w={each.window_s}' for each in policies)
