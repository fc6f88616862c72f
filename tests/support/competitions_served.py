"""Tournaments and leagues of pairs over HTTP: creation, commands and views."""

from typing import Any, ClassVar

from tests.support.api import Api, Json, User


class Competition:
    """A tournament or league, its owner, and its players in pairs. A class of each kind has these attributes.

    Attributes:
        kind: its name in paths and answers.
        plan: the members of the body that creates it.
        accept: the command by which a partner accepts.
    """

    kind: ClassVar[str]
    plan: ClassVar[Json]
    accept: ClassVar[str]

    def __init__(self, api: Api, *, owner: User | None = None, **members: Any) -> None:
        self.api = api
        self.owner = owner or api.sign_up("Olga")
        made = self.owner.post(f"/v1/{self.kind}s", {**self.plan, **members})
        assert made.status_code == 201, made.text
        self.id: str = made.json[self.kind]
        assert made.headers["Location"] == self.path
        self.pairs: list[tuple[str, User, User]] = []

    @property
    def path(self) -> str:
        return f"/v1/{self.kind}s/{self.id}"

    def ask(self, user: User, what: str, headers: Json | None = None, /, **members: Any) -> Any:
        """Sends a command and returns the answer."""
        return user.post(f"{self.path}/commands", {"type": what, **members}, headers=headers or {})

    def done(self, user: User, what: str, /, **members: Any) -> list[Json]:
        """Sends an accepted command and returns its events."""
        answered = self.ask(user, what, **members)
        assert answered.status_code == 200, answered.text
        events: list[Json] = answered.json["events"]
        return events

    def enter(self, name: str, **members: Any) -> str:
        """Registers a pair of new players and returns the id of the entrant."""
        captain, partner = self.api.sign_up(f"{name} 1"), self.api.sign_up(f"{name} 2")
        happened = self.done(captain, "register", name=name, partners=[partner.id], **members)
        entrant = str(happened[0]["data"]["entrant"])
        self.done(partner, self.accept, entrant=entrant)
        self.pairs.append((entrant, captain, partner))
        return entrant

    def read(self, part: str = "", user: User | None = None) -> Json:
        """Returns a document of it as a player sees it, by default the owner."""
        answered = (user or self.owner).get(self.path + part)
        assert answered.status_code == 200, answered.text
        return dict(answered.json)

    def view(self, user: User | None = None) -> Json:
        """Returns it as a player sees it, by default the owner."""
        return self.read("", user)
