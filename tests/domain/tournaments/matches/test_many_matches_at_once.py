"""Linking tables and recording results of several matches in one command: all or none."""

from dataclasses import replace

import pytest

from domain.tournaments.commands import StartTournament
from domain.tournaments.rounds.commands import Link, LinkTables, RecordResult, RecordResults
from domain.tournaments.rounds.events import ResultRecorded, RoundClosed, TableLinked
from tests.support.tournament import (
    ANN,
    BEN,
    CAT,
    DAN,
    LOST,
    OPEN_NOW,
    OWNER,
    WON,
    Given,
    created,
    link_table,
    registers,
    table,
)

BOTH = LinkTables(1, (Link(1, table(1, 1)), Link(2, table(1, 2), ("1",))))


def paired() -> Given:
    given = created(OPEN_NOW).after(*registers((ANN, BEN, CAT, DAN)), StartTournament(OWNER))
    return given.after(given.pair())


def results(*matches: int) -> RecordResults:
    return RecordResults(tuple(RecordResult(1, match, (WON, LOST)[match - 1], (table(1, match),)) for match in matches))


def test_all_tables_of_a_round_can_be_linked_at_once():
    assert paired().when(BOTH) == (TableLinked(1, 1, table(1, 1), ()), TableLinked(1, 2, table(1, 2), ("1",)))
    assert paired().after(BOTH).tournament == (
        paired().after(link_table(1, 1, table(1, 1)), link_table(1, 2, table(1, 2), ("1",))).tournament
    )


@pytest.mark.parametrize(
    ("links", "code"),
    [
        ((Link(1, table(1, 1)), Link(3, table(1, 3))), "no_such_match"),
        ((Link(1, table(1, 1)), Link(2, table(1, 1))), "table_linked_already"),
    ],
)
def test_if_one_table_cannot_be_linked_none_is(links: tuple[Link, ...], code: str):
    assert paired().refused(LinkTables(1, links)) == code
    assert paired().refused(replace(BOTH, round=2)) == "no_such_round"
    assert paired().after(BOTH).refused(LinkTables(1, (Link(1, table(1, 2)),))) == "table_linked_already"


def test_all_results_of_a_round_can_be_recorded_at_once_and_close_it():
    linked = paired().after(BOTH)
    events = linked.when(results(1, 2))
    assert [type(event) for event in events] == [ResultRecorded, ResultRecorded, RoundClosed]
    assert linked.after(results(1, 2)).results() == (WON, LOST)


def test_if_one_result_cannot_be_recorded_none_is():
    linked = paired().after(BOTH).after(results(2))
    assert linked.refused(results(1, 2)) == "result_stands"
    assert linked.results() == (None, LOST)
