"""Sealed tables: players without a seat learn only that the table is sealed, and whether it is over.

A table is sealed while others still have to play the same deal. The service unseals it when its match is over and no
player still has to play the deal.
"""

from domain.kernel.messages import message
from domain.kernel.players import PlayerId
from domain.kernel.refusals import NotAllowed, WrongMoment
from domain.table.commands import DeclineChallenge, Sit, TableCommand
from domain.table.events import TableUnsealed
from domain.table.state import Table


class TableSealed(NotAllowed):
    """Only the players of this table may see it now."""


class NotSealed(WrongMoment):
    """The table is not sealed."""


def is_over(table: Table) -> bool:
    """Returns whether nothing more can happen at the table."""
    return table.status in ("finished", "cancelled")


def check_not_sealed(table: Table, player: PlayerId) -> None:
    """Checks that the player may see the table. Raises `TableSealed`."""
    if table.is_sealed_for(player):
        raise TableSealed(
            message("the table is sealed and you have no seat there"),
            hint=message("wait until it is unsealed"),
            facts={"is_over": is_over(table)},
        )


def check_may_command(table: Table, player: PlayerId, command: TableCommand) -> None:
    """Checks that the player may give commands at the table. After the start, a challenged player may still answer.

    Raises:
        TableSealed: the table is sealed for the player.
    """
    if not table.sealed or table.status == "open":
        return
    if not (isinstance(command, Sit | DeclineChallenge) and table.challenge_of(player) is not None):
        check_not_sealed(table, player)


def unseal_event(table: Table) -> TableUnsealed:
    """Returns the event that unseals the table.

    Raises:
        NotSealed: the table is not sealed, or its match is not over.
    """
    if not table.sealed or not is_over(table):
        raise NotSealed(
            message("the table is {status}", status=(table.status if table.sealed else message("not sealed"))),
            hint=message("unseal a sealed table when it is over"),
        )
    return TableUnsealed()
