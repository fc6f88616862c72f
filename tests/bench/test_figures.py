import pytest

from tests.bench.figures import growth, longest_stall, percentile


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


def test_growth_compares_the_last_third_with_the_one_before_it():
    assert growth([1, 1, 1, 10, 10, 10, 11, 12, 13]) == pytest.approx(0.2)


@pytest.mark.parametrize("values", [[1, 5, 5], [1, 2, 3, 4, 4, 4, 4]])
def test_what_has_become_flat_does_not_grow(values: list[float]):
    assert growth(values) == 0
