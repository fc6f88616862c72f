"""Facts that the domain needs to undo an act of staff: the log of the tournament, and the tables of the act."""

import dataclasses

from domain.tournaments.commands import UndoStaffAct
from domain.tournaments.decide import check_rights
from domain.tournaments.undoing import checked_act, tables_of_act
from service.platform.store.event_store import EventStore
from service.platform.store.events import event_of
from service.tournaments.command_facts import LoadTable
from service.tournaments.events import stream_of
from service.tournaments.reader import VersionedTournament


class Undoing:
    """Looks these facts up."""

    def __init__(self, store: EventStore, load_table: LoadTable) -> None:
        """Takes the event store, and the function that loads a table."""
        self._store = store
        self._load_table = load_table

    def with_facts(self, at: VersionedTournament, tournament_id: str, command: UndoStaffAct) -> UndoStaffAct:
        """Returns the command with the facts about its act.

        Args:
            at: the tournament that decides the command.
            tournament_id: its id.
            command: the command as its sender gave it.

        Raises:
            Refusal: the act cannot be undone, even if nobody has acted at its tables.
        """
        # Others learn nothing about the acts of staff from refusals.
        check_rights(at.tournament, command)
        stored = self._store.read_all(stream_of(tournament_id))
        history = tuple(event_of(each.record) for each in stored if each.version <= at.version)
        command = dataclasses.replace(command, history=history)
        act = checked_act(at.tournament, command)
        tables = {table: self._load_table(table) for table in tables_of_act(at.tournament, act)}
        acted = [table for table, found in tables.items() if found.presence.acted or found.presence.missed]
        finished = [table for table in acted if tables[table].status == "finished"]
        return dataclasses.replace(command, acted=frozenset(acted), finished=frozenset(finished))
