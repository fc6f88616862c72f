import pytest

from tests.bench.figures import longest_stall, percentile


@pytest.mark.parametrize(("share", "value"), [(0.0, 1), (0.5, 3), (0.99, 5), (1.0, 5)])
def test_a_percentile_is_one_of_the_values(share: float, value: float):
    assert percentile([5, 1, 4, 2, 3], share) == value


def test_a_stall_runs_from_one_answer_to_the_next_while_a_command_is_under_way():
    assert longest_stall([(0, 10), (1, 3), (4, 5)]) == 5


def test_no_stall_is_counted_while_nothing_is_under_way():
    assert longest_stall([(0, 1), (100, 102)]) == 2


def test_a_stall_begins_with_the_first_command_that_waits():
    assert longest_stall([(0, 1), (10, 30), (20, 31)]) == 20


def test_without_commands_nothing_stalls():
    assert longest_stall([]) == 0
