"""The errors of the client."""

from typing import Any


class ClientError(Exception):
    """A request of the client has failed."""


class Unreachable(ClientError):
    """The API gave no complete response in any attempt."""


class FeedBroken(ClientError):
    """A feed has left out a number or has unreadable lines, so later events cannot be relied on."""


class ApiProblem(ClientError):
    """The API answered with a problem document (RFC 9457).

    Attributes:
        status: HTTP status.
        code: stable code of the problem, or the OAuth error code (RFC 6749, section 5.2). `None` if the response comes
            from a proxy and not from the API.
        title: general description of this code.
        detail: description of this case, for people.
        hint: what would be valid, if known.
        rule: id of the broken rule of the game, if any.
        rule_url: path of the page that explains the rule.
        legal: some sets of cards that would be accepted.
        facts: further data for programs.
        retry_after: seconds to wait before the next attempt, if the response says so.
        request_id: id of the request in the logs of the server.
        document: the whole problem document.
    """

    def __init__(self, status: int, document: dict[str, Any], retry_after: float | None = None) -> None:
        """Reads the members of the problem. `document` is empty if the response is no problem document."""
        self.status = status
        self.document = document
        self.code: str | None = document.get("code", document.get("error"))
        self.title: str | None = document.get("title")
        self.detail: str | None = document.get("detail", document.get("error_description"))
        self.hint: str | None = document.get("hint")
        self.rule: str | None = document.get("rule")
        self.rule_url: str | None = document.get("rule_url")
        self.legal: list[list[str]] = document.get("legal", [])
        self.facts: dict[str, Any] = document.get("facts", {})
        self.retry_after = retry_after
        self.request_id: str | None = document.get("request_id")
        told = f"{status} {self.code}: {self.detail}" if self.code else f"status {status} without a problem document"
        super().__init__(f"{told}; {self.hint}" if self.hint else told)
