"""Processes that share a database never answer from a history with a gap, even after missed notifications.

A process caches the newest events of a table. The tests let it fall behind by less and by more than the cache, with
older events cached for every kind of reader.
"""

from collections.abc import Callable
from typing import Any

import pytest

from service.tables.cache import TAIL
from tests.support.api import Api, User, started_table
from tests.support.laws import law
from tests.support.play import legal_command, play_commands


def elsewhere(other: Api, players: list[User]) -> list[User]:
    """Returns the same players at another process."""
    return [User(other, player.id, player.token) for player in players]


def versions(user: User, table: str, after: int, limit: int = 1000) -> list[int]:
    """Returns the versions of the events on a page of the feed."""
    return [
        event["version"] for event in user.get(f"/v1/tables/{table}/events?after={after}&limit={limit}").json["events"]
    ]


def play_until(table: str, players: list[User], version: int) -> int:
    """Plays until the table has at least that version and returns its version."""
    while (now := players[0].view(table)["version"]) < version:
        play_commands(table, players, commands=1)
    return int(now)


Look = Callable[[list[User], str, int], Any]
LOOKS: dict[str, Look] = {
    "nothing": lambda _players, _table, _version: None,
    "the feed": lambda players, table, version: versions(players[0], table, version),
    "the feed from the start": lambda players, table, _version: versions(players[0], table, 0, limit=100),
    "a view": lambda players, table, _version: players[1].view(table),
    "a command's refusal": lambda players, table, _version: players[2].command(table, "bury", cards=["AS"]),
}
BEHIND = [1, TAIL // 2, TAIL - 1, TAIL, TAIL + 1, TAIL + 60]


@pytest.mark.slow
@law
@pytest.mark.parametrize("behind", BEHIND)
@pytest.mark.parametrize("look", LOOKS)
def test_a_process_that_fell_behind_catches_up_without_a_gap(api: Api, another_process: Api, look: str, behind: int):
    table, here = started_table(api)
    there = elsewhere(another_process, here)
    first = play_until(table, here, 12)
    assert [player.view(table)["version"] for player in there] == [first] * 4
    second = play_until(table, here, first + 30)
    LOOKS[look](there, table, first)
    last = play_until(table, here, second + behind)

    assert versions(there[0], table, first) == list(range(first + 1, last + 1))
    assert [player.view(table) for player in there] == [player.view(table) for player in here]
    play_commands(table, there, commands=12)
    assert [player.view(table) for player in there] == [player.view(table) for player in here]


@pytest.mark.slow
@pytest.mark.parametrize("behind", [5, TAIL + 5])
def test_a_command_to_a_process_that_fell_behind_is_decided_on_the_current_state(
    api: Api, another_process: Api, behind: int
):
    table, here = started_table(api)
    there = elsewhere(another_process, here)
    play_commands(table, there, commands=3)
    first = there[0].view(table)["version"]
    second = play_until(table, here, first + 120)
    versions(there[0], table, first)
    play_until(table, here, second + behind)
    seat = here[0].view(table)["asked"][0]["seat"]
    command = legal_command(here[seat], table)

    answered = there[seat].post(f"/v1/tables/{table}/commands", command)

    assert answered.status_code == 200, answered.text
    assert versions(here[0], table, 0) == list(range(1, here[0].view(table)["version"] + 1))


@pytest.mark.slow
def test_a_page_of_the_feed_says_that_there_is_more_for_every_page_size(api: Api):
    table, players = started_table(api)
    last = play_until(table, players, 1050)

    for after, limit in ((0, 1000), (0, 100), (50, 1000), (last - 1000, 1000), (last - 100, 100), (last - 1, 1)):
        page = players[0].get(f"/v1/tables/{table}/events?after={after}&limit={limit}").json
        assert [event["version"] for event in page["events"]] == list(range(after + 1, min(after + limit, last) + 1))
        assert page["more"] == (after + limit < last)
