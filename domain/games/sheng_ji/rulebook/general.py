"""What the game is about: seats, teams, visibility, the course of a hand."""

from domain.games.sheng_ji.levels import LEVEL_NAMES, NO_TRUMP_LEVEL
from domain.games.sheng_ji.rulebook.wording import level_name
from domain.games.sheng_ji.rules import Rules
from domain.rulebook.entries import Chapter, rule
from domain.rulebook.wording import counted, listed, number


def _family(rules: Rules) -> str:
    form = "friends called anew in every hand" if rules.friends else "fixed teams"
    return f"This is a table of {number(rules.players)} players with {counted(rules.decks, 'deck')} and {form}."


def _teams(rules: Rules) -> str:
    if rules.friends:
        return f"There are seats 0 to {rules.players - 1}. Nobody has a fixed partner: see FF-NUM-01."
    sides = (range(first, rules.players, 2) for first in (0, 1))
    one, other = (listed(map(str, side)) for side in sides)
    return (
        f"Seats 0 to {rules.players - 1} alternate between two teams that stay together for the whole match: "
        f"seats {one} against seats {other}."
    )


def _phases(rules: Rules) -> str:
    steps = ["preparing and shuffling", "drawing and declaring trumps"]
    if rules.redeals:
        steps.append("asking for a new deal")
    steps.append("setting the kitty aside")
    if rules.chao_di_pi != "off":
        steps.append("bidding for the kitty")
    if rules.friends:
        steps.append("calling friends")
    steps.append("the tricks")
    if rules.enforcement == "honor":
        steps.append("looking at the hand once more")
    steps.append("scoring")
    return (
        f"A hand goes through its stages in one order: {listed(steps)}. What belongs to another stage is refused, and "
        "the refusal says what is being done."
    )


def _seen(rules: Rules) -> str:
    past = "every past trick" if rules.history_view == "all" else "the last trick, and no earlier one"
    added = (
        "nobody adds up the points for you (EX-HIDE-01)"
        if rules.hide_points
        else "the points that the opponents have taken, with their cards"
    )
    return (
        "Your hand is yours alone; the kitty is known to whoever set it aside last. Everybody sees what is declared "
        "and "
        "played, kitty cards that are turned, whose turn it is and how many cards each hand has. During a hand views "
        f"show {past}; {added}."
    )


def _object(rules: Rules) -> str:
    who = "player" if rules.friends else "team"
    final = level_name(rules.levels.final_level)
    laps = f" {counted(rules.levels.laps, 'time')}" if rules.levels.laps > 1 else ""
    return f"The match goes to the {who} that first gets past level {final}{laps}. Levels are won hand by hand."


def _ladder(rules: Rules) -> str:
    top = LEVEL_NAMES if rules.levels.final_level == NO_TRUMP_LEVEL else LEVEL_NAMES[:-1]
    return f"From low to high the levels are {' '.join(top)}."


def _laps(rules: Rules) -> str:
    final, laps = level_name(rules.levels.final_level), rules.levels.laps
    if laps == 1:
        return f"The match ends as soon as somebody passes level {final}."
    return f"Whoever passes level {final} goes on at level 2; the match ends when that was done {laps} times."


GENERAL: Chapter[Rules] = Chapter(
    "general",
    "The game",
    (
        rule(
            "SJ-GEN-01",
            "A family of games",
            "Sheng Ji is a family of trick-taking games played for levels: with one, two or more decks, in fixed teams "
            "or with friends who are found by the cards they play.",
            _family,
        ),
        rule("SJ-GEN-02", "Seats and teams", _teams),
        rule(
            "SJ-GEN-03",
            "Declarers and opponents",
            "In each hand one side are the declarers, the dealer among them, and the other side the opponents. Who is "
            "who, the trump rank and the trump suit hold for that hand only.",
        ),
        rule(
            "SJ-GEN-04",
            "Everything goes to the right",
            "Drawing, speaking, playing and the next deal all pass counter-clockwise: after seat s comes seat s + 1, "
            "after the last seat comes seat 0. Acting before your turn is refused.",
        ),
        rule(
            "SJ-GEN-05",
            "No talk about cards",
            "Players do not tell each other about their hands while a hand is played.",
        ),
        rule("SJ-GEN-06", "Who sees what", _seen),
        rule("SJ-GEN-07", "What it is about", _object),
        rule("SJ-GEN-08", "The course of a hand", _phases),
        rule(
            "SJ-GEN-09",
            "Who wins a hand",
            lambda rules: (
                f"The opponents win a hand with {rules.threshold} points or more, the declarers when they keep them "
                "below that."
            ),
        ),
        rule(
            "DEC-93",
            "What bots may know",
            "A bot sees what a player in its seat would see, and asks for nothing else.",
        ),
        rule(
            "DEC-94",
            "Past tricks",
            lambda rules: (
                "While a hand runs, the view of a seat keeps "
                f"{'all its tricks' if rules.history_view == 'all' else 'the last trick'}. After the hand everything "
                "that was played can be read."
            ),
        ),
        rule(
            "DEC-96",
            "How silence is kept",
            "There is no room in which a side could talk by itself, and the times of others are told to the minute, so "
            "that nobody learns how long they took to think.",
        ),
        rule(
            "DEC-91",
            "Who is away",
            "After missing several turns in succession, or on leaving, a player is replaced by a bot until they are "
            "back. A seat that stays away for as long as the table says forfeits the match for its side.",
        ),
        rule(
            "DEC-92",
            "A turn that is missed",
            "Where a player does not act in time one move is made for them: they pass where they can, and play the "
            "lowest legal cards without points.",
        ),
        rule(
            "DEC-21",
            "A kitty that is not set",
            "Where the dealer does not set cards aside in time, the lowest side cards without points are.",
        ),
        rule(
            "DEC-116",
            "Games that are not played to the end",
            "A match that is forfeited is lost by the whole side; one that all agree to abandon counts for nobody.",
        ),
    ),
)

LEVELS: Chapter[Rules] = Chapter(
    "levels",
    "Levels",
    (
        rule("SJ-LEVEL-01", "The ladder", _ladder),
        rule("SJ-LEVEL-02", "The start", lambda rules: f"All begin at level {level_name(rules.initial_level)}."),
        rule(
            "SJ-LEVEL-03",
            "The trump rank",
            lambda rules: (
                "The trump rank of a hand is the level of "
                f"{'its dealer' if rules.friends else 'its declarers'}; in the first hand it is "
                f"{level_name(rules.initial_level)}."
            ),
        ),
        rule(
            "SJ-LEVEL-04",
            "Whose level it is",
            lambda rules: (
                "Every player has a level of their own." if rules.friends else "A team has one level for all its seats."
            ),
        ),
        rule(
            "SJ-LEVEL-05",
            "The final level",
            lambda rules: (
                f"The level to pass is {level_name(rules.levels.final_level)}. It cannot lie below the level at which "
                "all start."
            ),
        ),
        rule("SJ-LEVEL-06", "After the final level", _laps),
        rule(
            "DEC-87",
            "Laps and shorter ladders",
            "Laps are counted for each side. A final level below ace has to be won as ace would have to be.",
        ),
    ),
)
