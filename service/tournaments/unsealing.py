"""Unseals the tables of tournaments, when `domain/tournaments/matches/unsealing.py` allows it."""

import logging

from domain.kernel.refusals import Refusal
from domain.table.commands import UnsealTable
from domain.tournaments.formats.catalogue import format_of
from domain.tournaments.matches.unsealing import SealedTable, is_opened_sealed, tables_to_unseal
from domain.tournaments.rounds.events import TableId
from domain.tournaments.state import Tournament
from service.tables.events import NoSuchTable
from service.wiring import Service

_log = logging.getLogger(__name__)


def unseal(service: Service, tournament_id: str, tournament: Tournament) -> None:
    """Unseals the finished tables that have become public.

    Args:
        service: the service.
        tournament_id: the tournament for which they were opened.
        tournament: its current state.
    """
    if not is_opened_sealed(tournament.settings):
        return
    rows = service.database.read("sealed_tables_over", {"tournament_id": tournament_id})
    sealed = [SealedTable(TableId(table), number) for table, number in rows]
    for table in tables_to_unseal(tournament, format_of(tournament.settings), sealed):
        try:
            service.tables.carry_out(table, UnsealTable())
        except (Refusal, NoSuchTable) as refusal:
            # Another process unsealed it first, or its head is being rebuilt.
            _log.info("%s was not unsealed: %r", table, refusal)
            continue
        service.database.run("unseal_tournament_tables", {"tables": [table]})
