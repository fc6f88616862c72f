"""Long computations run in turns: short work does not wait for the pairing of a large field."""

import threading
from typing import Self

import pytest

from service.platform.computing import LARGE_FIELD, Computing, ComputingBusy


class BlockedPairing:
    """A pairing that runs in another thread until it is released."""

    def __init__(self, computing: Computing, entrants: int) -> None:
        self.begun, self._let_go = threading.Event(), threading.Event()
        self._thread = threading.Thread(target=lambda: computing.pairing(entrants, self._work))

    def _work(self) -> None:
        self.begun.set()
        assert self._let_go.wait(30)

    def __enter__(self) -> Self:
        self._thread.start()
        assert self.begun.wait(30)
        return self

    def __exit__(self, *_: object) -> None:
        self._let_go.set()
        self._thread.join(30)
        assert not self._thread.is_alive()


def test_short_work_and_small_fields_do_not_wait_for_the_pairing_of_a_large_field():
    compute = Computing(patience_s=0.1)

    with BlockedPairing(compute, LARGE_FIELD + 1):
        assert compute(lambda: "standings") == "standings"
        assert compute.pairing(LARGE_FIELD, lambda: "a round") == "a round"


def test_large_fields_are_paired_one_at_a_time():
    compute = Computing(patience_s=0.1)

    with BlockedPairing(compute, LARGE_FIELD + 1), pytest.raises(ComputingBusy):
        compute.pairing(LARGE_FIELD + 1, lambda: "a round")
    assert compute.pairing(LARGE_FIELD + 1, lambda: "a round") == "a round"


def test_short_work_runs_one_at_a_time():
    compute = Computing(patience_s=0.1)

    with BlockedPairing(compute, LARGE_FIELD), pytest.raises(ComputingBusy):
        compute(lambda: "standings")


def test_failed_work_releases_its_slot():
    compute = Computing(patience_s=0.1)

    for _ in range(2):
        with pytest.raises(ZeroDivisionError):
            compute(lambda: 1 / 0)
