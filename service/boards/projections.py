"""Records the scores of boards when their tables are over, by the subscription `boards`.

A score and the checkpoint are committed together. So no score is lost or written twice. A substitute at such a table is
recorded as having seen the board. A match is closed as soon as all of it has been played.
"""

from collections.abc import Sequence
from typing import Any

from domain.kernel.events import BrokenHistory
from domain.table.state import Table
from domain.tournaments.boards.solo import BoardSetting, score_at, seat_of
from service.platform.store.checkpoints import Run, Work, no_work
from service.platform.store.event_store import LoggedEvent
from service.platform.store.events import event_of
from service.platform.store.projection import Projection
from service.tables.events import ENDS, TABLES, stream_of, table_of

NAME = "boards"
TAKES_OVER = "substitute_seated"


class BoardsProjection(Projection):
    """Records the scores of boards."""

    name = NAME

    def work_of(self, batch: Sequence[LoggedEvent]) -> Work:
        """Returns the work that applies a batch to the read models."""
        ended = {table_of(each.stream) for each in batch if _is_of_table(each) and each.stored.record.type in ENDS}
        seen = [
            {"table_id": table_of(each.stream), "player_id": event_of(each.stored.record).player}
            for each in batch
            if _is_of_table(each) and each.stored.record.type == TAKES_OVER
        ]
        if not (ended or seen):
            return no_work
        rows = self._database.read("plays_of_tables", {"tables": sorted(ended)}) if ended else []
        scores = [self._score(*row) for row in rows]
        boards = sorted({row[1] for row in rows})

        def keep(run: Run) -> None:
            for each in seen:
                run("see_board", each)
            for score in scores:
                run("end_play", score)
            if boards:
                run("close_played_matches", {"boards": boards})

        return keep

    def _score(
        self, table_id: str, board_id: str, player: Any, setting: dict[str, Any], secret: bytes
    ) -> dict[str, Any]:
        """Returns the row with the score of a table that is over."""
        none: dict[str, Any] = {"table_id": table_id, "excess": None, "levels": None, "step": None}
        seat = seat_of(bytes(secret), board_id, BoardSetting(**setting).seats)
        score = score_at(self._table(table_id), seat, player)
        return none if score is None else {"table_id": table_id, **score._asdict()}

    def _table(self, table_id: str) -> Table:
        """Returns the table from its head, or folded from its events if the state revision differs."""
        stream = stream_of(table_id)
        head = self._store.head(stream)
        if head is None:
            raise BrokenHistory(f"{stream} has no head")
        return TABLES.state(self._store, stream, head)


def _is_of_table(logged: LoggedEvent) -> bool:
    return TABLES.has(logged.stream)
