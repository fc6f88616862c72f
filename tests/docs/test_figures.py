"""The guide on figures shows the counts that the test of instructions compares with."""

from tests.architecture.test_instructions import FIGURES
from tests.support.guides import guide, section


def test_the_newest_counts_of_instructions_are_in_the_guide():
    rows = [line.strip("| \n").split(" | ") for line in section(guide("figures"), "Instructions").splitlines()]
    newest = {name: int(counts[-1].replace(",", "")) for name, *counts in rows if name in FIGURES}

    assert newest == FIGURES
