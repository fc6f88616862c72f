"""The pauses of the tables of matches, which follow the pauses of their tournament."""

from domain.table.commands import PauseTable, ResumeTable
from domain.table.state import Table
from domain.tournaments.state import Tournament


def pause_command(tournament: Tournament, table: Table) -> PauseTable | ResumeTable | None:
    """Returns the command that brings a table into line with its tournament, or `None` if it already is."""
    if table.status != "playing" or (tournament.paused_at is None) == (table.paused_at is None):
        return None
    return ResumeTable() if tournament.paused_at is None else PauseTable(tournament.paused_at)
