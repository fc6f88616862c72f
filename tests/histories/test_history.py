"""The check of histories finds planted faults, and accepts histories that are linearizable."""

from hypothesis import given
from hypothesis import strategies as st

from tests.histories.history import History, Read, Write, faults


def event(version: int, kind: str = "cards_played") -> dict[str, object]:
    return {"version": version, "type": kind}


def write(key: str, asked_at: float, answered_at: float, *versions: int) -> Write:
    return Write(key, asked_at, answered_at, tuple(map(event, versions)))


FEED = [event(version) for version in range(1, 7)]


def found(reads: list[Read], writes: list[Write], feed: list[dict[str, object]] = FEED) -> list[str]:
    return list(faults(History(reads, writes, feed)))


def test_a_linearizable_history_has_no_fault():
    reads = [Read(0, 1, 1), Read(2.5, 6, 2), Read(2.5, 6, 5), Read(9, 10, 6)]
    writes = [write("a", 0, 5, 2, 3), write("b", 1, 5, 4), write("b", 7, 8, 4), write("c", 5.5, 6, 5, 6)]

    assert found(reads, writes) == []


def test_a_missing_acknowledged_event_is_found():
    assert "lost" in found([], [write("a", 0, 1, 7)])[0]
    assert "lost" in found([], [Write("a", 0, 1, (event(3, "declared"),))])[0]


def test_a_gap_in_a_feed_is_found():
    assert "gaps" in found([], [], [event(1), event(3)])[0]


def test_a_command_executed_twice_is_found():
    assert "more than once" in found([], [write("a", 0, 1, 2), write("a", 2, 3, 3)])[0]


def test_an_event_acknowledged_to_two_commands_is_found():
    assert "several commands" in found([], [write("a", 0, 3, 2), write("b", 0, 3, 2)])[0]


def test_a_stale_read_is_found():
    [fault] = found([Read(2, 3, 3)], [write("a", 0, 1, 4)])
    assert fault == "a read was sent when version 4 was known, but shows version 3"
    assert found([Read(0, 1, 5), Read(2, 3, 4)], []) != []
    assert found([Read(0, 2, 5), Read(1, 3, 4)], []) == []


def test_an_effect_before_its_command_is_found():
    assert found([Read(0, 1, 4)], [write("a", 2, 3, 4)]) != []
    assert found([], [write("a", 0, 1, 4), write("b", 2, 3, 3)]) != []


def test_a_repeated_command_may_get_its_old_answer():
    assert found([Read(5, 6, 6)], [write("a", 0, 1, 2), write("a", 7, 8, 2)]) == []


@given(st.lists(st.tuples(st.floats(0, 10), st.floats(0, 5), st.floats(0, 1), st.booleans()), min_size=1, max_size=30))
def test_effects_at_one_moment_during_each_command_are_linearizable(
    asked: list[tuple[float, float, float, bool]],
):
    moments = sorted((at + took * share, at, at + took, is_write) for at, took, share, is_write in asked)
    version, reads, writes = 1, [], []
    for number, (_, asked_at, answered_at, is_write) in enumerate(moments):
        if is_write:
            version += 1
            writes.append(write(f"key {number}", asked_at, answered_at, version))
        else:
            reads.append(Read(asked_at, answered_at, version))

    assert found(reads, writes, [event(each) for each in range(1, version + 1)]) == []
