"""Lost and doubled commands are counted, and tables go on while one API process is suspended and killed."""

from uuid import UUID

import pytest

from tests.bench.addresses import Address
from tests.bench.apart_server import apart_server
from tests.bench.http_player import Acknowledged, Command
from tests.bench.killed_process import VICTIM, Faults, KillRun, Phase, compared, examined, others_ms, stall_ms
from tests.bench.loads import Setting, played
from tests.bench.steady_player import Feed, SteadyListener, TableRecord

FIRST, SECOND, THIRD = ((UUID(int=number), number) for number in (1, 2, 3))
HERE, THERE = Address("127.0.0.1", 1), Address("127.0.0.1", 2)


@pytest.mark.parametrize(
    ("logged", "lost", "doubled"),
    [
        ([FIRST, SECOND], 0, 0),
        ([FIRST], 1, 0),
        ([], 2, 0),
        ([FIRST, SECOND, SECOND], 0, 1),
        ([FIRST, SECOND, THIRD], 0, 1),
        ([FIRST, (SECOND[0], 9)], 1, 1),
    ],
)
def test_lost_and_doubled_commands_are_counted(logged: list[tuple[UUID, int]], lost: int, doubled: int):
    assert compared([FIRST, SECOND], logged) == (lost, doubled)


def test_a_command_that_was_answered_twice_is_expected_once():
    assert compared([FIRST, FIRST], [FIRST]) == (0, 0)


def acknowledged(sent: float, answered: float, address: Address = HERE) -> Acknowledged:
    return Acknowledged("ply_1", str(sent), 1, Command(sent, answered), address)


def record(*commands: Acknowledged) -> TableRecord:
    return TableRecord("tbl_1", apart=True, acknowledged=list(commands), feeds=[])


def test_a_stall_counts_in_the_phase_in_which_it_ends():
    at = record(acknowledged(0, 1), acknowledged(1, 4), acknowledged(4, 4.5))

    assert stall_ms([at], Phase("first", 0, 2, 0)) == 1000
    assert stall_ms([at], Phase("second", 2, 5, 0)) == 3000
    assert stall_ms([at], Phase("third", 5, 9, 0)) == 0


def test_the_time_of_the_others_is_divided_by_their_own_commands():
    at = record(
        acknowledged(0, 1, HERE), acknowledged(1, 2, THERE), acknowledged(2, 3, THERE), acknowledged(9, 9, THERE)
    )
    phase = Phase("first", 0, 5, others=0.01)

    assert others_ms(KillRun([phase], [at], Faults(0, 0, 0, 0)), phase, victim=HERE) == 5


class Told(SteadyListener):
    """A listener without a connection, whose events are not folded but noted."""

    def __init__(self) -> None:
        self._last_of_stream = self._missing = self._twice = 0
        self.folded: list[int] = []

    @property
    def version(self) -> int:
        return self.folded[-1] if self.folded else 0

    def told_of(self, *versions: int) -> Feed:
        for version in versions:
            self.take_in({"version": version})
        return self.told()

    def fold(self, event: dict[str, int]) -> None:
        self.folded += [event["version"]] if event["version"] > self.version else []


@pytest.mark.parametrize(
    ("versions", "feed"),
    [((1, 2, 3), Feed(3, 0, 0)), ((1, 4), Feed(1, 2, 0)), ((1, 2, 2, 3), Feed(3, 0, 1)), ((1, 2, 1), Feed(2, 0, 1))],
)
def test_missing_and_repeated_events_of_a_stream_are_counted(versions: tuple[int, ...], feed: Feed):
    assert Told().told_of(*versions) == feed


@pytest.mark.slow
def test_nothing_is_lost_or_doubled_while_a_process_is_suspended_and_killed():
    with apart_server(2, hosts=False) as server:
        before = server.pids()[VICTIM]
        made = played(server, Setting("streams", 2, 8.0, kill=True))

        assert examined(server, made.load.records) == Faults(0, 0, 0, 0)
        assert server.pids()[VICTIM] != before
        # A fast machine finishes a match within the time, and then its place gets another table.
        used: dict[bool, set[str]] = {True: set(), False: set()}
        for record in made.load.records:
            used[record.apart] |= {each.address for each in record.acknowledged}
        victim = server.addresses[0]
        assert victim in used[False]
        assert used[True]
        assert victim not in used[True]
        forgotten = made.load.records[0]._replace(acknowledged=made.load.records[0].acknowledged[1:])
        assert examined(server, [forgotten]).doubled == 1
    assert [each.name for each in made.phases] == ["before", "suspended", "continued", "killed"]
