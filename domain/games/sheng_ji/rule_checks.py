"""Checks of options that depend on numbers, such as the sizes of decks and hands."""

from domain.games.sheng_ji.deal_shape import (
    threshold,
    usual_step,
)
from domain.kernel.cards import RANK_OF_NAME, Rank
from domain.kernel.options import (
    ConflictingOptions,
)


def check_decks(decks: int, jokers_removed: int, run_width: int) -> None:
    """Checks the options that depend on the number of decks.

    Raises:
        ConflictingOptions: an option does not fit the number of decks.
    """
    if jokers_removed > 2 * decks:
        raise ConflictingOptions(
            f"{decks} decks have {2 * decks} jokers; {jokers_removed} cannot be removed",
            hint=f"give at most {2 * decks}",
            rule="SJ-DECK-05",
            facts={"options": ["jokers_removed", "decks"]},
        )
    if run_width > max(2, decks):
        raise ConflictingOptions(
            f"{decks} decks do not have {run_width} equal cards",
            hint=f"give at most {max(2, decks)}",
            rule="EX-RUN-01",
            facts={"options": ["run_width", "decks"]},
        )


def final_level_of(initial: str, final: str) -> Rank:
    """Returns the final level, which must not be below the initial one."""
    if RANK_OF_NAME[final] < RANK_OF_NAME[initial]:
        raise ConflictingOptions(
            f"final_level {final} is below initial_level {initial}",
            hint="give a final_level of at least initial_level",
            rule="SJ-LEVEL-05",
            facts={"options": ["final_level", "initial_level"]},
        )
    return RANK_OF_NAME[final]


def threshold_of(decks: int, chosen: str | int) -> int:
    """Returns the threshold in points (SJ-DECK-06).

    It follows from the decks. Naming it is allowed, changing it is not.
    """
    if chosen not in ("40d", threshold(decks)):
        raise ConflictingOptions(
            f"with {decks} decks, the threshold is {threshold(decks)}, not {chosen}",
            hint=f"give 40d or {threshold(decks)}",
            rule="SJ-DECK-06",
            facts={"options": ["threshold", "decks"]},
        )
    return threshold(decks)


def step_of(decks: int, chosen: str | int) -> int:
    """Returns the step in points, which must be a multiple of five and divide the threshold (DEC-81)."""
    step, limit = usual_step(decks) if isinstance(chosen, str) else chosen, threshold(decks)
    possible = [size for size in range(5, limit + 1, 5) if limit % size == 0]
    if step not in possible:
        raise ConflictingOptions(
            f"score_step {step} does not divide the threshold {limit} in steps of five",
            hint=f"give one of {', '.join(map(str, possible))}",
            rule="SJ-SCORE-06",
            facts={"options": ["score_step", "threshold"]},
        )
    return step
