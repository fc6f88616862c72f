"""A player, a client and a browser for the tests of OAuth."""

from typing import Any

from tests.support.api import Api, Json
from tests.support.oauth import (
    REDIRECT,
    Browser,
    Program,
    new_client,
    told,
    with_login,
)


class Scene:
    """A player with a login, a client registered by another player, and a program that is this client."""

    def __init__(self, api: Api, *redirect_uris: str, name: str = "Card Watch", scope: str = "table:read") -> None:
        self.api = api
        self.user, self.login = with_login(api)
        self.owner = api.sign_up("the author")
        self.client_id = new_client(self.owner, *(redirect_uris or (REDIRECT,)), name=name)
        self.browser = Browser(api, self.login)
        self.program = Program(api, self.client_id, scope)

    def code(self, **changed: str) -> str:
        """Returns a code granted by the player."""
        return told(self.browser.decide(self.program.address(**changed)))["code"]

    def tokens(self) -> Json:
        """Returns tokens for a code."""
        return dict(self.program.exchange(self.code()).json)

    def allow_device(self, codes: Json, decision: str = "allow") -> Any:
        """Decides on a device request."""
        return self.browser.send(self.browser.open(codes["verification_uri_complete"]), decision)


def refused(answered: Any, error: str) -> bool:
    """Returns whether a program got exactly this error."""
    assert answered.status_code == 400, answered.text
    assert answered.json["error"] == error, answered.text
    return "access_token" not in answered.text
