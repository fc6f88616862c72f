"""Functions that return the same result for the same object again."""

from service.platform.per_object import KEPT, once_per_object


def test_a_result_is_computed_once_for_an_object_and_again_for_an_equal_one():
    asked: list[list[int]] = []

    @once_per_object
    def copy_of(of: list[int]) -> list[int]:
        asked.append(of)
        return list(of)

    one, equal = [1], [1]
    assert copy_of(one) is copy_of(one)
    assert copy_of(equal) is not copy_of(one)
    assert len(asked) == 2


def test_at_most_some_objects_are_remembered_and_no_result_belongs_to_another():
    @once_per_object
    def first_of(of: tuple[int, ...]) -> int:
        return of[0]

    for number in range(KEPT * 3):
        # Each object is freed at once, if nothing keeps it, and the next one then has its id.
        assert first_of((number, 0)) == number
    known = first_of.__closure__ and next(
        each.cell_contents for each in first_of.__closure__ if isinstance(each.cell_contents, dict)
    )
    assert known
    assert len(known) <= KEPT
