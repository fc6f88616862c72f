"""What can go wrong for a client."""

from typing import Any


class ClientError(Exception):
    """What the client was asked for cannot be had."""


class Unreachable(ClientError):
    """No whole answer has come from the API, however patiently it was asked."""


class FeedBroken(ClientError):
    """A feed has left out a number, or its lines cannot be read: what follows cannot be relied on."""


class ApiProblem(ClientError):
    """The API has answered with a problem (RFC 9457).

    Attributes:
        status: of the answer.
        code: what is wrong, for programs, also in the form of OAuth (RFC 6749 §5.2); None when the answer is
            not from the API, but from something before it.
        title: what is wrong whenever this code is there.
        detail: what is wrong this time, for people.
        hint: what would be right, where that can be said.
        rule: the rule of the game that was broken, where one was.
        rule_url: where it can be read, as a path.
        legal: some sets of cards that would be accepted instead.
        facts: what programs may want to know besides.
        retry_after: after how many seconds to try again, where the answer says so.
        request_id: of the request, as it stands in the logs of the server.
        document: the whole problem.
    """

    def __init__(self, status: int, document: dict[str, Any], retry_after: float | None = None) -> None:
        """Takes the problem apart; of an answer that is none the document is empty."""
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
        told = (
            f"{status} {self.code}: {self.detail}" if self.code else f"the answer is {status}, and no problem document"
        )
        super().__init__(f"{told}; {self.hint}" if self.hint else told)
