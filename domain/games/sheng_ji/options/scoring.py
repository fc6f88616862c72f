"""Points, levels won, and the bonus of the kitty."""

from typing import Any, Literal

from domain.games.sheng_ji.deal_shape import threshold, usual_step
from domain.kernel.messages import message
from domain.kernel.options import ConflictingOptions, Options, choice, number, switch

Advancement = Literal["table", "simple"]
KittyMultiplier = Literal[
    "pow2_pairs", "pow2_cards", "twice_cards", "twice_len_plus_one", "twice_total_cards", "flat_2"
]
KittyUnitSource = Literal["lead", "any_play", "winner"]


def _threshold(_: int | str, rules: Any) -> int:
    """Returns the threshold in points, which follows from the decks (SJ-DECK-06)."""
    return threshold(rules.decks)


def _check_threshold(chosen: int | str, rules: Any) -> None:
    """Checks that a number given is the threshold. Naming it is allowed, changing it is not."""
    if chosen not in ("40d", rules.threshold):
        raise ConflictingOptions(
            message(
                "with {decks} decks, the threshold is {threshold}, not {chosen}",
                decks=rules.decks,
                threshold=rules.threshold,
                chosen=chosen,
            ),
            hint=message("give 40d or {threshold}", threshold=rules.threshold),
            rule="SJ-DECK-06",
            facts={"options": ["threshold", "decks"]},
        )


def _step(chosen: int | str, rules: Any) -> int:
    return usual_step(rules.decks) if isinstance(chosen, str) else chosen


def _check_step(_: int | str, rules: Any) -> None:
    """Checks that the step is a multiple of five and divides the threshold (DEC-81)."""
    possible = [size for size in range(5, rules.threshold + 1, 5) if rules.threshold % size == 0]
    if rules.score_step not in possible:
        raise ConflictingOptions(
            message(
                "score_step {score_step} does not divide the threshold {threshold} in steps of five",
                score_step=rules.score_step,
                threshold=rules.threshold,
            ),
            hint=message("give one of {possible}", possible=", ".join(map(str, possible))),
            rule="SJ-SCORE-06",
            facts={"options": ["score_step", "threshold"]},
        )


class ScoringOptions(Options):
    advancement: Advancement = choice(
        message("whether a hand wins levels by the table of points, or one level"),
        {
            "table": message("levels by the table of points"),
            "simple": message("declarers who win gain one level; opponents who win only take the deal"),
        },
        default="table",
        rules="SJ-SCORE-01",
    )
    threshold: int = number(
        message("the points that the opponents need to win: 40 a deck"),
        {"40d": message("the opponents need 40 points a deck")},
        default="40d",
        rules="SJ-DECK-06",
        others=(40, 240, message("the opponents need {n} points")),
        typed=_threshold,
        check=_check_threshold,
    )
    score_step: int = number(
        message("the points for one level: 20 a deck, or a multiple of 5 that divides the threshold"),
        {
            "20d": message("one level for every 20 points a deck"),
            10: message("one level for every 10 points"),
            20: message("one level for every 20 points"),
        },
        default="20d",
        rules="SJ-SCORE-06 DEC-81",
        others=(5, 240, message("one level for every {n} points")),
        typed=_step,
        check=_check_step,
    )
    below_zero_row: bool = switch(
        message("whether points below zero give the declarers further levels"),
        off=message("points below zero count as zero"),
        on=message("points below zero give the declarers further levels"),
        default="on",
        rules="SJ-SCORE-05",
    )
    kitty_multiplier: KittyMultiplier = choice(
        message("how many times the points of the kitty count"),
        {
            "pow2_pairs": message("twice the width of the unit, doubled for each further tuple of a run"),
            "pow2_cards": message("doubled for each card of the unit"),
            "twice_cards": message("twice the number of cards of the unit"),
            "twice_len_plus_one": message(
                "the number of tuples of the unit plus one, times two; a single card doubles"
            ),
            "twice_total_cards": message("twice the number of cards of the whole play"),
            "flat_2": message("always doubled"),
        },
        default="pow2_pairs",
        rules="SJ-BONUS-02",
    )
    kitty_multiplier_singles_throw: int = number(
        message("the factor for the kitty if only single cards were thrown"),
        {
            2: message("single cards thrown together double the kitty"),
            3: message("single cards thrown together triple the kitty"),
        },
        default=2,
        rules="SJ-BONUS-04",
    )
    kitty_unit_source: KittyUnitSource = choice(
        message("which play of the last trick gives the factor for the kitty"),
        {
            "lead": message("the lead of the last trick gives the factor"),
            "any_play": message("the largest unit that any player played to the last trick gives the factor"),
            "winner": message("the play that won the last trick gives the factor"),
        },
        default="lead",
        rules="SJ-BONUS-03 DEC-77",
    )
    kitty_awarded_to: Literal["opponents", "last_trick_winner_team"] = choice(
        message("who can win the points of the kitty"),
        {
            "opponents": message("only the opponents can win the points of the kitty"),
            "last_trick_winner_team": message(
                "the side that wins the last trick wins the kitty; for declarers it adds nothing"
            ),
        },
        default="opponents",
        rules="SJ-BONUS-05",
    )
