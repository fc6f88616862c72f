"""Refusals: exceptions with which the domain rejects a command. Nothing has changed when one is raised.

There is one class for each reason. The first line of its docstring is the title, and its name in snake case is the
stable code. Its base class tells what kind of mistake it was. A refusal may only contain what the asker may know.
`legal` lists alternatives, derived from the asker's own cards and public facts.
"""

import re
from collections.abc import Iterator, Sequence
from typing import ClassVar

from domain.kernel.cards import Cards
from domain.kernel.messages import Message, message

LEGAL_LIMIT = 20
"""The maximum number of legal alternatives in a refusal."""


class Refusal(Exception):
    """The command is refused.

    Attributes:
        detail: what is wrong, in one sentence.
        hint: what would be right, or `None`.
        rule: the id of the broken rule in the catalogue of the game, or `None`.
        legal: at most `LEGAL_LIMIT` sets of cards that would be accepted instead.
        facts: further members for programs, as JSON values.
    """

    usual_rule: ClassVar[str | None] = None

    def __init__(
        self,
        detail: Message,
        *,
        hint: Message | None = None,
        rule: str | None = None,
        legal: Sequence[Cards] = (),
        facts: dict[str, object] | None = None,
    ) -> None:
        super().__init__(detail)
        self.detail = detail
        self.hint = hint
        self.rule = rule or self.usual_rule
        self.legal = tuple(legal[:LEGAL_LIMIT])
        self.facts = facts or {}

    @classmethod
    def code(cls) -> str:
        """Returns the stable code of this refusal."""
        return re.sub(r"(?<!^)(?=[A-Z])", "_", cls.__name__).lower()

    @classmethod
    def title(cls) -> Message:
        """Returns the title of this refusal, which is the same for every instance."""
        return message((cls.__doc__ or "").split("\n", 1)[0])


class WrongMoment(Refusal):
    """The command is not possible at this moment."""


class NotAllowed(Refusal):
    """The player may not do this."""


class Illegal(Refusal):
    """A rule of the game forbids it."""


class Unknown(Refusal):
    """A thing that the command names does not exist."""


class InvalidRules(Refusal):
    """These options do not give valid rules."""


def all_refusals(family: type[Refusal] = Refusal) -> Iterator[type[Refusal]]:
    """Yields every refusal class below a base class that has no subclasses itself."""
    for refusal in family.__subclasses__():
        if refusal.__subclasses__():
            yield from all_refusals(refusal)
        else:
            yield refusal
