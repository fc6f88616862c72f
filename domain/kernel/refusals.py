"""How the domain says no: a refusal is raised, nothing has changed, and it explains itself.

One class for each way to refuse; its docstring is the title, its name in snake case the stable code. The family above
it says what kind of mistake it was. A refusal may speak of what the asker may know, and of nothing else: `legal` lists
what the asker could do instead, found from the asker's own cards and public facts.
"""

import re
from collections.abc import Iterator, Sequence
from typing import ClassVar

from domain.kernel.cards import Cards

LEGAL_LIMIT = 20
"""How many legal alternatives a refusal lists at the most."""


class Refusal(Exception):
    """What was asked for is refused.

    Attributes:
        detail: what was wrong, in one sentence.
        hint: what would be right, where that can be said.
        rule: the id of the rule in the catalogue, where a rule of the game was broken.
        legal: at most `LEGAL_LIMIT` sets of cards that would be accepted instead.
        facts: further members for programs, JSON-ready.
    """

    usual_rule: ClassVar[str | None] = None

    def __init__(
        self,
        detail: str,
        *,
        hint: str | None = None,
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
        """The stable name of this refusal."""
        return re.sub(r"(?<!^)(?=[A-Z])", "_", cls.__name__).lower()

    @classmethod
    def title(cls) -> str:
        """What this refusal says in every case."""
        return (cls.__doc__ or "").split("\n", 1)[0]


class WrongMoment(Refusal):
    """The table is not at a point where this can be done."""


class NotAllowed(Refusal):
    """The asker is not the one who may do this."""


class Illegal(Refusal):
    """A rule of the game forbids it."""


class Unknown(Refusal):
    """What was named does not exist."""


class InvalidRules(Refusal):
    """The rules of a table cannot be made from these options."""


def all_refusals(family: type[Refusal] = Refusal) -> Iterator[type[Refusal]]:
    """Every class of refusal below a family that is not itself a family."""
    for refusal in family.__subclasses__():
        if refusal.__subclasses__():
            yield from all_refusals(refusal)
        else:
            yield refusal
