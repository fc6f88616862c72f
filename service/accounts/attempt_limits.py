"""Attempts at passwords over HTTP: where they come from, and the answer if there were too many."""

from service.accounts.attempts import Given, TooManyAttempts
from service.platform.http.problems import Problem
from service.platform.http.rate_limits import address_here
from service.platform.metrics import REQUESTS_REFUSED

PASSWORD = "password"  # noqa: S105 - the name of a policy
"""The policy that delays attempts at a password after wrong ones; it is no setting."""


def too_many_attempts(error: TooManyAttempts) -> Problem:
    """The problem that the next attempt at a password has to wait."""
    REQUESTS_REFUSED.labels(PASSWORD).inc()
    return Problem(
        "rate_limited",
        f"there were too many wrong passwords in succession; the next attempt may be made after {error.wait_s} s",
        hint=f"nothing was done; send it again after {error.wait_s} s",
        facts={"policy": PASSWORD},
        headers={"Retry-After": str(error.wait_s)},
    )


def from_here(password: str) -> Given:
    """A password of the request, with what counts as the address that it comes from."""
    return Given(password, address_here())
