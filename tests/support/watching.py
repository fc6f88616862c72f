"""All watchers, which check the invariants of matches with any options.

A watcher receives the outcome of every command, with the table before it, and the last table.
"""

from collections.abc import Iterable

from domain.table.hands import TableDecision
from domain.table.state import Table
from tests.support.watcher import Watcher
from tests.support.watchers_of_events import (
    DocumentsComeBack,
    EventsTellAll,
    RecordsAreVerified,
    SecretsAreCommittedTo,
    ViewsAreFoldedFeeds,
    VoidsAreTrue,
)
from tests.support.watchers_of_play import (
    CardsAreKept,
    KittiesKeepTheirSize,
    ListedMovesAreLegal,
    ResultsAreRight,
    SomebodyIsAsked,
)

WATCHERS = (
    CardsAreKept,
    KittiesKeepTheirSize,
    ResultsAreRight,
    SomebodyIsAsked,
    ListedMovesAreLegal,
    ViewsAreFoldedFeeds,
    VoidsAreTrue,
    EventsTellAll,
    SecretsAreCommittedTo,
    DocumentsComeBack,
    RecordsAreVerified,
)


def watch(outcomes: Iterable[TableDecision], watchers: list[Watcher]) -> Table:
    """Passes a match to the watchers, from its opening to its end. Returns the last table."""
    table: Table | None = None
    for outcome in outcomes:
        for watcher in watchers:
            watcher.after(table, outcome)
        table = outcome.table
    assert table is not None
    for watcher in watchers:
        watcher.at_the_end(table)
    return table
