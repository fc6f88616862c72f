"""Commands that a process decides on an old table are counted, by what showed that the table was old."""

from prometheus_client import REGISTRY

from tests.support.api import Api, User, started_table
from tests.support.play import legal_command, play_commands


def elsewhere(other: Api, player: User) -> User:
    """Returns the same player at another process."""
    return User(other, player.id, player.token)


def counted() -> tuple[float, float]:
    """Returns the conflicts found by an append and by a refusal, in both processes."""
    found = [REGISTRY.get_sample_value("shengji_conflicts_total", {"found_by": by}) for by in ("append", "refusal")]
    return found[0] or 0.0, found[1] or 0.0


def test_a_move_that_an_old_table_refuses_is_a_conflict(api: Api, another_process: Api):
    table, players = started_table(api)
    there = [elsewhere(another_process, each) for each in players]
    there[0].view(table)
    play_commands(table, players, commands=1)
    seat = players[0].view(table)["asked"][0]["seat"]
    before = counted()

    answered = there[seat].post(f"/v1/tables/{table}/commands", legal_command(players[seat], table))

    assert answered.status_code == 200, answered.text
    assert counted() == (before[0], before[1] + 1)


def test_a_command_that_an_old_table_allows_is_a_conflict_when_it_is_appended(api: Api, another_process: Api):
    host, other = api.sign_up(), api.sign_up()
    table = host.open_table()
    assert elsewhere(another_process, host).command(table, "sit", seat=0).status_code == 200
    assert other.command(table, "sit", seat=1).status_code == 200
    last = api.sign_up()
    before = counted()

    answered = elsewhere(another_process, last).command(table, "sit", seat=2)

    assert answered.status_code == 200, answered.text
    assert counted() == (before[0] + 1, before[1])


def test_a_refusal_on_the_newest_table_is_no_conflict(api: Api):
    table, players = started_table(api)
    before = counted()

    assert players[0].command(table, "bury", cards=["AS"]).status_code == 409
    assert counted() == before
