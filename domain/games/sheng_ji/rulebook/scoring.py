"""The score of a hand, the last trick and the kitty bonus."""

from itertools import groupby

from domain.games.sheng_ji.early_end import score_of
from domain.games.sheng_ji.kitty_bonus import factor_of_lead, kitty_factor
from domain.games.sheng_ji.rulebook.entries import teams_fixed
from domain.games.sheng_ji.rulebook.wording import result_in_words, shape_name
from domain.games.sheng_ji.rules import Rules
from domain.games.sheng_ji.scoring import Score
from domain.games.sheng_ji.units import Unit
from domain.kernel.messages import Message, message
from domain.rulebook.entries import Chapter, Grid, rule

POINTS_STEP = 5
"""All points are multiples of five."""


def score_grid(rules: Rules) -> Grid:
    """Lists the result for every number of points."""
    lowest, highest = -2 * rules.score_step, rules.total_points + 2 * rules.score_step
    scored = [(points, score_of(points, rules)) for points in range(lowest, highest, POINTS_STEP)]
    groups = [(result, [points for points, _ in each]) for result, each in groupby(scored, key=lambda each: each[1])]
    rows: list[tuple[str, Message]] = [(_span(points), result_in_words(result)) for result, points in groups]
    rows[0] = _first_row(rules, *groups[0])
    rows[-1] = _last_row(rules, *groups[-1])
    return Grid(
        message("The result of a hand, by the points of the opponents"),
        (message("points"), message("result")),
        tuple(rows),
    )


def _span(points: list[int]) -> str:
    first, last = points[0], points[-1]
    return str(first) if first == last else message("{first} to {last}", first=first, last=last)


def _first_row(rules: Rules, result: Score, points: list[int]) -> tuple[str, Message]:
    """Returns the row of the fewest points. Its result is the last one, or further rows follow the same pattern."""
    goes_on = score_of(points[0] - 2 * rules.score_step, rules) == result
    return (
        message("{points} or less", points=points[-1]),
        result_in_words(result)
        if goes_on
        else message("{result_in_words}, or more", result_in_words=result_in_words(result)),
    )


def _last_row(rules: Rules, result: Score, points: list[int]) -> tuple[str, Message]:
    goes_on = score_of(points[-1] + 2 * rules.score_step, rules) == result
    return (
        message("{points} or more", points=points[0]),
        result_in_words(result)
        if goes_on
        else message("{result_in_words}, or more", result_in_words=result_in_words(result)),
    )


def _simple(rules: Rules) -> Message:
    if rules.advancement == "simple":
        return message("Declarers who win gain one level. Opponents who win become declarers.")
    return message("The levels won depend on the points of the opponents.")


def _below(rules: Rules) -> Message:
    if rules.advancement == "simple":
        return message("Only penalties can bring points below zero. They change nothing at this table.")
    if rules.below_zero_row:
        return message(
            "Only penalties can bring points below zero. The declarers then gain one level more than with zero "
            "points, and another for each full {score_step} points below zero.",
            score_step=rules.score_step,
        )
    return message("Only penalties can bring points below zero. They count as zero points.")


SCORE: Chapter[Rules] = Chapter(
    "score",
    message("Scoring a hand"),
    (
        rule("SJ-SCORE-01", message("How levels are won"), _simple, score_grid),
        rule(
            "SJ-SCORE-02",
            message("The next declarers"),
            lambda rules: message(
                "Opponents with {threshold} points or more become declarers. Otherwise the declarers stay declarers.",
                threshold=rules.threshold,
            ),
            when=teams_fixed,
        ),
        rule(
            "SJ-SCORE-03",
            message("The table"),
            lambda rules: message(
                "At this table, a level is {score_step} points and the threshold {threshold}.",
                score_step=rules.score_step,
                threshold=rules.threshold,
            ),
            when=lambda rules: rules.advancement == "table",
        ),
        rule(
            "SJ-SCORE-04",
            message("The calculation"),
            lambda rules: message(
                "The opponents gain a level for each full {score_step} points above {threshold}. Below the "
                "threshold, the declarers gain a level for each {score_step} points that are missing, rounded up. "
                "They gain one more if the opponents have no points.",
                score_step=rules.score_step,
                threshold=rules.threshold,
            ),
            when=lambda rules: rules.advancement == "table",
        ),
        rule("SJ-SCORE-05", message("Below zero"), _below),
        rule(
            "SJ-SCORE-06",
            message("The step"),
            lambda rules: message(
                "A level is {score_step} points. A step is a multiple of {points_step} that divides the "
                "threshold. It does not change the threshold.",
                score_step=rules.score_step,
                points_step=POINTS_STEP,
            ),
        ),
        rule(
            "SJ-SCORE-07",
            message("The maximum"),
            lambda rules: message(
                "Tricks are worth at most {total_points} points. The kitty can add more.",
                total_points=rules.total_points,
            ),
        ),
        rule(
            "DEC-80",
            message("The order of scoring"),
            message(
                "A hand is scored in this order: trick points, kitty bonus, penalties, table, must-play levels, "
                "hooks, and the next dealer."
            ),
        ),
        rule(
            "DEC-81",
            message("Possible steps"),
            message("A step must be a multiple of five and divide the threshold. Other steps are refused."),
        ),
    ),
)


def factor_grid(rules: Rules) -> Grid:
    """Lists the factor of each unit."""
    widths = range(1, max(2, rules.decks) + 1) if rules.decks > 1 else range(1, 2)
    shapes = [(width, length) for width in widths for length in ((1,) if width == 1 else (1, 2, 3, 4))]
    shapes = [(w, n) for w, n in shapes if n == 1 or (n >= rules.ordering.shortest_run and w >= _narrowest(rules))]
    rows = [
        (shape_name(width, length), str(kitty_factor(rules.kitty_multiplier, width, length, width * length)))
        for width, length in shapes
    ]
    singles = (Unit(1, 1, 2, 4), Unit(1, 1, 1, 2))
    thrown = factor_of_lead(rules.kitty_multiplier, rules.kitty_multiplier_singles_throw, singles)
    rows.append((message("throw of two single cards"), str(thrown)))
    return Grid(
        message("The factor of the kitty, by the largest unit"), (message("unit"), message("times")), tuple(rows)
    )


def _narrowest(rules: Rules) -> int:
    return rules.ordering.narrowest_run


def _source(rules: Rules) -> Message:
    whose = {
        "lead": message("The lead of the last trick decides. It keeps the units in which it was led."),
        "any_play": message(
            "The play with the largest unit in the last trick decides. Of equal plays, the earliest does."
        ),
        "winner": message("The play that wins the last trick decides."),
    }[rules.kitty_unit_source]
    return message(
        "{whose} The unit with the most cards counts. Among equally large units, the widest counts.", whose=whose
    )


BONUS: Chapter[Rules] = Chapter(
    "bonus",
    message("The last trick and the kitty"),
    (
        rule(
            "SJ-BONUS-01",
            message("The last trick"),
            message(
                "If the opponents win the last trick, they add the points of the kitty times the factor. If the "
                "declarers win it, the kitty adds nothing to the opponents' points."
            ),
        ),
        rule("SJ-BONUS-02", message("The factor"), factor_grid),
        rule("SJ-BONUS-03", message("Which unit"), _source),
        rule(
            "SJ-BONUS-04",
            message("Only single cards"),
            lambda rules: (
                message("Single cards thrown together are counted like other plays. The factor is twice their number.")
                if rules.kitty_multiplier == "twice_total_cards"
                else message(
                    "A throw of single cards only has the factor {kitty_multiplier_singles_throw}.",
                    kitty_multiplier_singles_throw=rules.kitty_multiplier_singles_throw,
                )
            ),
        ),
        rule(
            "SJ-BONUS-05",
            message("Who gets the kitty"),
            lambda rules: (
                message(
                    "The side that wins the last trick takes the kitty with its factor. Points of the declarers "
                    "are not counted, so the kitty changes the result only if the opponents win it."
                )
                if rules.kitty_awarded_to == "last_trick_winner_team"
                else message("Only the opponents can gain the kitty.")
            ),
        ),
        rule(
            "DEC-78",
            message("A kitty that the declarers take"),
            message("The score shows what the declarers take with it. The result does not change."),
            when=lambda rules: rules.kitty_awarded_to == "last_trick_winner_team",
        ),
        rule(
            "SJ-BONUS-06",
            message("With one deck"),
            message("With one deck there are only single cards, so the factor of single cards always applies."),
            when=lambda rules: rules.decks == 1,
        ),
        rule(
            "DEC-77",
            message("Plays of several suits"),
            message("The cards of each suit are divided into units separately."),
        ),
    ),
)
