"""Attempts at passwords over HTTP: their network, and the response after too many wrong passwords."""

from domain.kernel.messages import message
from service.accounts.attempts import GivenPassword, TooManyAttempts
from service.platform.http.problems import Problem
from service.platform.http.rate_limits import client_network
from service.platform.metrics import REQUESTS_REFUSED

PASSWORD = "password"  # noqa: S105 - the name of a policy
"""The policy that delays attempts after wrong passwords. It is not configurable."""


def too_many_attempts(error: TooManyAttempts) -> Problem:
    """Returns the problem for an attempt that comes too soon after wrong passwords."""
    REQUESTS_REFUSED.labels(PASSWORD).inc()
    return Problem(
        "rate_limited",
        message(
            "too many wrong passwords or codes in succession; the next attempt is possible in {wait_s} s",
            wait_s=error.wait_s,
        ),
        hint=message("nothing was done; send the request again after {wait_s} s", wait_s=error.wait_s),
        facts={"policy": PASSWORD},
        headers={"Retry-After": str(error.wait_s)},
    )


def from_here(password: str) -> GivenPassword:
    """Returns the password together with the network from which it came."""
    return GivenPassword(password, client_network())
