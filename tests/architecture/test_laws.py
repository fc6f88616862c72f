"""A law runs all of its cases, and a failure names those that break it."""

import pytest

from tests.support.laws import law


def test_a_failure_names_each_case_that_breaks_the_law():
    seen = []

    @law
    @pytest.mark.parametrize("second", [1, pytest.param(2, id="two")])
    @pytest.mark.parametrize("first", [1, 2])
    def equal(first: int, second: int) -> None:
        seen.append((first, second))
        assert first == second

    with pytest.raises(ExceptionGroup, match="2 of 4 cases") as raised:
        equal()

    assert sorted(seen) == [(1, 1), (1, 2), (2, 1), (2, 2)]
    assert sorted(note for error in raised.value.exceptions for note in error.__notes__) == [
        "case: 1-two",
        "case: 2-1",
    ]


def test_a_law_without_cases_is_refused():
    with pytest.raises(AssertionError, match="has no case"):

        @law
        @pytest.mark.parametrize("number", [])
        def holds(number: int) -> None:
            assert number


@pytest.mark.parametrize("numbers", [[1], [1, 2]])
def test_a_law_takes_fixtures(numbers: list[int], tmp_path):
    @law
    @pytest.mark.parametrize("number", numbers)
    def holds(number: int, folder) -> None:
        assert number
        assert folder == tmp_path

    holds(folder=tmp_path)
