"""Tables that are sealed: whoever holds no seat is told that they are, and whether they are over, and nothing else.

A deal that others have yet to play is played at such a table. It stays sealed until the service unseals it, once it is
over and nobody has to play the deal any more.
"""

from domain.kernel.refusals import NotAllowed, WrongMoment
from domain.table.commands import DeclineChallenge, Sit, TableCommand
from domain.table.events import PlayerId, TableUnsealed
from domain.table.state import Table


class TableSealed(NotAllowed):
    """Only those who sit at this table see anything of it."""


class NotSealed(WrongMoment):
    """A table is unsealed once, when it is over."""


def is_over(table: Table) -> bool:
    """Whether nothing can happen at the table any more."""
    return table.status in ("finished", "cancelled")


def check_not_sealed(table: Table, player: PlayerId) -> None:
    """Whether the player may see anything of the table. Raises `TableSealed`."""
    if table.is_sealed_for(player):
        raise TableSealed(
            "the table is sealed, and you hold no seat there",
            hint="wait until it is unsealed",
            facts={"is_over": is_over(table)},
        )


def check_may_command(table: Table, player: PlayerId, command: TableCommand) -> None:
    """Whether the player may say anything at the table at all: once it has begun, who is challenged may answer.

    Raises:
        TableSealed: it is sealed for them.
    """
    answers = isinstance(command, Sit | DeclineChallenge) and table.challenge_of(player) is not None
    if table.status != "open" and not answers:
        check_not_sealed(table, player)


def unsealed(table: Table) -> TableUnsealed:
    """What happens when the table is unsealed.

    Raises:
        NotSealed: there is nothing to unseal, or it is still played.
    """
    if not table.sealed or not is_over(table):
        raise NotSealed(
            f"the table is {table.status if table.sealed else 'not sealed'}", hint="unseal it when it is over"
        )
    return TableUnsealed()
