"""The score of a hand, the last trick and the kitty bonus."""

from itertools import groupby

from domain.games.sheng_ji.early_end import score_of
from domain.games.sheng_ji.kitty_bonus import factor_of_lead, kitty_factor
from domain.games.sheng_ji.rulebook.entries import teams_fixed
from domain.games.sheng_ji.rulebook.wording import result_in_words, shape_name
from domain.games.sheng_ji.rules import Rules
from domain.games.sheng_ji.scoring import Score
from domain.games.sheng_ji.units import Unit
from domain.rulebook.entries import Chapter, Grid, rule

POINTS_STEP = 5
"""All points are multiples of five."""


def score_grid(rules: Rules) -> Grid:
    """Lists the result for every number of points."""
    lowest, highest = -2 * rules.score_step, rules.total_points + 2 * rules.score_step
    scored = [(points, score_of(points, rules)) for points in range(lowest, highest, POINTS_STEP)]
    groups = [(result, [points for points, _ in each]) for result, each in groupby(scored, key=lambda each: each[1])]
    rows = [(_span(points), result_in_words(result)) for result, points in groups]
    rows[0] = _first_row(rules, *groups[0])
    rows[-1] = _last_row(rules, *groups[-1])
    return Grid("The result of a hand, by the points of the opponents", ("points", "result"), tuple(rows))


def _span(points: list[int]) -> str:
    first, last = points[0], points[-1]
    return str(first) if first == last else f"{first} to {last}"


def _first_row(rules: Rules, result: Score, points: list[int]) -> tuple[str, str]:
    """Returns the row of the fewest points. Its result is the last one, or further rows follow the same pattern."""
    goes_on = score_of(points[0] - 2 * rules.score_step, rules) == result
    return (f"{points[-1]} or less", result_in_words(result) if goes_on else f"{result_in_words(result)}, or more")


def _last_row(rules: Rules, result: Score, points: list[int]) -> tuple[str, str]:
    goes_on = score_of(points[-1] + 2 * rules.score_step, rules) == result
    return (f"{points[0]} or more", result_in_words(result) if goes_on else f"{result_in_words(result)}, or more")


def _simple(rules: Rules) -> str:
    if rules.advancement == "simple":
        return "Declarers who win gain one level. Opponents who win become declarers."
    return "The levels won depend on the points of the opponents."


def _below(rules: Rules) -> str:
    if rules.advancement == "simple":
        return "Only penalties can bring points below zero. They change nothing at this table."
    if rules.below_zero_row:
        return (
            "Only penalties can bring points below zero. The declarers then gain one level more than with zero "
            f"points, and another for each full {rules.score_step} points below zero."
        )
    return "Only penalties can bring points below zero. They count as zero points."


SCORE: Chapter[Rules] = Chapter(
    "score",
    "Scoring a hand",
    (
        rule("SJ-SCORE-01", "How levels are won", _simple, score_grid),
        rule(
            "SJ-SCORE-02",
            "The next declarers",
            lambda rules: (
                f"Opponents with {rules.threshold} points or more become declarers. Otherwise the declarers stay "
                "declarers."
            ),
            when=teams_fixed,
        ),
        rule(
            "SJ-SCORE-03",
            "The table",
            lambda rules: f"At this table, a level is {rules.score_step} points and the threshold {rules.threshold}.",
            when=lambda rules: rules.advancement == "table",
        ),
        rule(
            "SJ-SCORE-04",
            "The calculation",
            lambda rules: (
                f"The opponents gain a level for each full {rules.score_step} points above {rules.threshold}. Below "
                f"the threshold, the declarers gain a level for each {rules.score_step} points that are missing, "
                "rounded up. They gain one more if the opponents have no points."
            ),
            when=lambda rules: rules.advancement == "table",
        ),
        rule("SJ-SCORE-05", "Below zero", _below),
        rule(
            "SJ-SCORE-06",
            "The step",
            lambda rules: (
                f"A level is {rules.score_step} points. A step is a multiple of {POINTS_STEP} that divides the "
                "threshold. It does not change the threshold."
            ),
        ),
        rule(
            "SJ-SCORE-07",
            "The maximum",
            lambda rules: f"Tricks are worth at most {rules.total_points} points. The kitty can add more.",
        ),
        rule(
            "DEC-80",
            "The order of scoring",
            "A hand is scored in this order: trick points, kitty bonus, penalties, table, must-play levels, hooks, and "
            "the next dealer.",
        ),
        rule(
            "DEC-81",
            "Possible steps",
            "A step must be a multiple of five and divide the threshold. Other steps are refused.",
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
    rows.append(("throw of two single cards", str(thrown)))
    return Grid("The factor of the kitty, by the largest unit", ("unit", "times"), tuple(rows))


def _narrowest(rules: Rules) -> int:
    return rules.ordering.narrowest_run


def _source(rules: Rules) -> str:
    whose = {
        "lead": "The lead of the last trick decides. It keeps the units in which it was led.",
        "any_play": "The play with the largest unit in the last trick decides. Of equal plays, the earliest does.",
        "winner": "The play that wins the last trick decides.",
    }[rules.kitty_unit_source]
    return f"{whose} The unit with the most cards counts. Among equally large units, the widest counts."


BONUS: Chapter[Rules] = Chapter(
    "bonus",
    "The last trick and the kitty",
    (
        rule(
            "SJ-BONUS-01",
            "The last trick",
            "If the opponents win the last trick, they add the points of the kitty times the factor. If the declarers "
            "win it, the kitty adds nothing to the opponents' points.",
        ),
        rule("SJ-BONUS-02", "The factor", factor_grid),
        rule("SJ-BONUS-03", "Which unit", _source),
        rule(
            "SJ-BONUS-04",
            "Only single cards",
            lambda rules: (
                "Single cards thrown together are counted like other plays. The factor is twice their number."
                if rules.kitty_multiplier == "twice_total_cards"
                else f"A throw of single cards only has the factor {rules.kitty_multiplier_singles_throw}."
            ),
        ),
        rule(
            "SJ-BONUS-05",
            "Who gets the kitty",
            lambda rules: (
                "The side that wins the last trick takes the kitty with its factor. Points of the declarers are not "
                "counted, so the kitty changes the result only if the opponents win it."
                if rules.kitty_awarded_to == "last_trick_winner_team"
                else "Only the opponents can gain the kitty."
            ),
        ),
        rule(
            "DEC-78",
            "A kitty that the declarers take",
            "The score shows what the declarers take with it. The result does not change.",
            when=lambda rules: rules.kitty_awarded_to == "last_trick_winner_team",
        ),
        rule(
            "SJ-BONUS-06",
            "With one deck",
            "With one deck there are only single cards, so the factor of single cards always applies.",
            when=lambda rules: rules.decks == 1,
        ),
        rule("DEC-77", "Plays of several suits", "Each suit of a play is divided into units for itself."),
    ),
)


def advance_grid(rules: Rules) -> Grid:
    """Where declarers and opponents who win land, by level and levels won."""
    ladder = range(rules.initial_level, rules.levels.final_level + 1)
    rows = []
    for start in ladder:
        position = Position(type(rules.initial_level)(start))
        cells = []
        for declares in (True, False):
            hand_level = position.level
            advances = [
                advance_by(rules.levels, position, HandPlayed(levels, hand_level, declares, won=True))
                for levels in (1, 2, 3)
            ]
            cells += ["wins" if each.won else level_name(each.level) for each in advances]
        rows.append((level_name(position.level), *cells))
    head = ("level", *(f"{side} +{n}" for side in ("declarers", "opponents") for n in (1, 2, 3)))
    return Grid("From which level one comes where", head, tuple(rows))


def _must_play(rules: Rules) -> str:
    levels = sorted({*rules.levels.must_play, ACE, rules.levels.final_level})
    names = listed([level_name(level) for level in levels if level <= max(rules.levels.final_level, ACE)])
    return f"Nobody passes over {names}: whoever would gain more stops there."


def _attempts(rules: Rules) -> str:
    if rules.levels.must_play_needs_win:
        return "Such a level is left only by winning a hand at it as declarers."
    return (
        "One hand at such a level as declarers is enough, won or lost; ace and the final level have to be won. Whoever "
        "is thrown back has to attempt the level anew, and so has whoever begins a new lap."
    )


def hook_grid(rules: Rules) -> Grid:
    """What the last trick can do at each level that has a hook."""
    rows = []
    for rank in (JACK, QUEEN, ACE):
        caught = face(rank, EXAMPLE_SUIT)
        last = LastTrick(won_by_opponents=True, cards=(caught,), longest_unit=(caught,), threshold_reached=True)
        back = hooked_back(rules, rank, EXAMPLE_SUIT, last)
        low = hooked_back(rules, rank, EXAMPLE_SUIT, last._replace(threshold_reached=False))
        loose = hooked_back(rules, rank, EXAMPLE_SUIT, last._replace(longest_unit=()))
        rows.append(
            (RANK_NAMES[rank], *("stay" if level is None else level_name(level) for level in (back, low, loose)))
        )
    head = ("trump rank", "trump suit, in the longest unit", "the same below the threshold", "beside the longest unit")
    return Grid("The declarers' level after opponents won the last trick with such a card", head, tuple(rows))


def _hook(value: str, rank: str) -> str:
    if value == "off":
        return f"A last trick won with {rank} is like any other."
    which = (
        f"{rank} of the trump suit in the unit that answers the longest one led"
        if value == "matching_suit_longest_unit"
        else f"{rank} among the cards"
    )
    points = "whatever their points" if value.endswith("_no_threshold") else "and have reached the threshold"
    return (
        "In a hand of that trump rank the declarers are thrown back when the opponents win the last trick with "
        f"{which}, {points}."
    )


def _hooks(rules: Rules) -> bool:
    return any(hook_is_on(rules, rank) for rank in (JACK, QUEEN, ACE))


VARIANTS: Chapter[Rules] = Chapter(
    "advancing",
    "Advancing and winning the match",
    (
        rule("SJ-ADV-01", "One side advances", "The winners go up by the levels won; the losers stay."),
        rule(
            "SJ-ADV-02",
            "Ace has to be won",
            "Nobody gets past ace, or past the final level, but by winning a hand at it as a declarer. Opponents stop "
            "there.",
        ),
        rule("SJ-ADV-03", "Winning the match", "Whoever passes the final level has won the match, or a lap of it."),
        rule(
            "SJ-ADV-04",
            "Step by step",
            "Levels are gone up one by one. At a must-play level one stops, unless one began the hand there and has "
            "earned it by that hand.",
            advance_grid,
        ),
        rule("SJ-VAR-01", "Must-play levels", _must_play),
        rule("SJ-VAR-02", "Whether they have to be won", _attempts),
        rule(
            "SJ-VAR-03",
            "Getting out of bed",
            "So it is called to leave level 2 where it is a must-play level.",
            when=lambda rules: 0 in rules.levels.must_play,
            example={"must_play": ["2", "A"]},
        ),
        rule("SJ-VAR-04", "All together", "Must-play levels and hooks may be combined freely."),
        rule(
            "SJ-VAR-05",
            "Hooked to the bottom, at J",
            lambda rules: _hook(rules.gou_dao_di, "a jack"),
            hook_grid,
            when=lambda rules: hook_is_on(rules, JACK),
            example={"gou_dao_di": "any_trump_jack"},
        ),
        rule(
            "SJ-VAR-06",
            "Looped by half, at Q",
            lambda rules: _hook(rules.quan_yi_ban, "a queen"),
            hook_grid,
            when=lambda rules: hook_is_on(rules, QUEEN),
            example={"quan_yi_ban": "any_trump_queen"},
        ),
        rule(
            "SJ-VAR-07",
            "The needle, at A",
            lambda rules: _hook(rules.ace_hook, "an ace"),
            hook_grid,
            when=lambda rules: hook_is_on(rules, ACE),
            example={"ace_hook": "any_ace_no_threshold"},
        ),
        rule(
            "DEC-83",
            "What counts as an attempt",
            "A hand at the level, as declarers. Being thrown back makes it forgotten.",
            when=lambda rules: not rules.levels.must_play_needs_win,
            example={"must_play_needs_win": "off"},
        ),
        rule(
            "DEC-84",
            "Hook and levels in one hand",
            "The opponents advance as usual, and the declarers are thrown back.",
            when=_hooks,
            example={"gou_dao_di": "any_trump_jack"},
        ),
        rule(
            "DEC-85",
            "Hooks in no-trump",
            "There is no trump suit to match; where any card of the rank will do, it does so there too.",
            when=_hooks,
            example={"gou_dao_di": "any_trump_jack"},
        ),
        rule(
            "DEC-86",
            "From A to J to 2",
            "Whoever fell from ace to J can fall on to 2 only by the hook at J.",
            when=lambda rules: hook_is_on(rules, ACE),
            example={"ace_hook": "any_ace_no_threshold"},
        ),
    ),
)


def dealer_grid(rules: Rules) -> Grid:
    """Who deals next after seat 0."""
    if rules.friends is None:
        declarers = tuple(Seat(seat) for seat in range(0, rules.players, 2))
    else:
        declarers = (Seat(0), Seat(2))
    rows = []
    for won in (True, False):
        seat = next_dealer(Seat(0), rules.players, declarers_won=won, declarers=declarers, succession=rules.succession)
        rows.append(("declarers" if won else "opponents", f"seat {seat}"))
    caption = f"After a hand that seat 0 dealt, with {listed(map(str, declarers))} as declarers"
    return Grid(caption, ("hand won by", "next dealer"), tuple(rows))


DEALER: Chapter[Rules] = Chapter(
    "dealer",
    "The next dealer",
    (
        rule(
            "SJ-DEALER-01",
            "The first dealer",
            "The dealer of the first hand is found by declaring (SJ-BID-12); the dealer's side are the declarers.",
        ),
        rule(
            "SJ-DEALER-02",
            "Declarers who win",
            "They stay declarers, and the next of them to the dealer's right deals.",
            when=lambda rules: rules.succession == "fixed",
        ),
        rule(
            "SJ-DEALER-03",
            "Opponents who win",
            "They become declarers, and the player on the dealer's right deals.",
            when=lambda rules: rules.succession == "fixed",
        ),
        rule(
            "SJ-DEALER-04",
            "The next trump rank",
            "It is the level that the new declarers have after the hand.",
            when=teams_fixed,
        ),
        rule("SJ-DEALER-05", "Who deals next", dealer_grid),
        rule(
            "DEC-88",
            "Teams of three",
            "Of two partners it is the one who comes first to the right, two seats on.",
            when=lambda rules: rules.friends is None and rules.players == 6,
        ),
        rule(
            "SIX-02",
            "Six players in two teams",
            lambda rules: f"{counted(rules.players, 'seat')} alternate, so the next declarer sits two seats on.",
            when=lambda rules: rules.friends is None and rules.players == 6,
        ),
    ),
)
