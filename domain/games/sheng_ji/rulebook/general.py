"""The aim of the game: seats, teams, visibility, the course of a hand, and levels."""

from domain.games.sheng_ji.levels import LEVEL_NAMES, NO_TRUMP_LEVEL
from domain.games.sheng_ji.rulebook.wording import level_name
from domain.games.sheng_ji.rules import Rules
from domain.kernel.wording import counted, listed, number
from domain.rulebook.entries import Chapter, rule


def _family(rules: Rules) -> str:
    form = "friends called in every hand" if rules.friends else "fixed teams"
    return f"This table has {number(rules.players)} players, {counted(rules.decks, 'deck')} and {form}."


def _teams(rules: Rules) -> str:
    if rules.friends:
        return f"The seats are 0 to {rules.players - 1}. Nobody has a fixed partner: see FF-NUM-01."
    sides = (range(first, rules.players, 2) for first in (0, 1))
    one, other = (listed(map(str, side)) for side in sides)
    return (
        f"The seats are 0 to {rules.players - 1}. Two teams sit in alternate seats for the whole match: "
        f"seats {one} against seats {other}."
    )


def _phases(rules: Rules) -> str:
    steps = ["preparing and shuffling", "drawing and declaring trumps"]
    if rules.redeals:
        steps.append("asking for a new deal")
    steps.append("burying the kitty")
    if rules.chao_di_pi != "off":
        steps.append("bidding for the kitty")
    if rules.friends:
        steps.append("calling friends")
    steps.append("the tricks")
    if rules.enforcement == "honor":
        steps.append("reviewing the hand")
    steps.append("scoring")
    return (
        f"Each hand has these stages in this order: {listed(steps)}. A move that belongs to another stage is refused, "
        "and the refusal names the current stage."
    )


def _seen(rules: Rules) -> str:
    past = "every past trick" if rules.history_view == "all" else "only the last trick"
    added = (
        "They do not show a total of points (EX-HIDE-01)."
        if rules.hide_points
        else "They also show the opponents' points and the cards that hold them."
    )
    return (
        "Only you see your hand. Only the player who buried the kitty last knows it. All players see declarations, "
        "plays, turned kitty cards, whose turn it is, and how many cards each hand has. "
        f"During a hand, views show {past}. {added}"
    )


def _object(rules: Rules) -> str:
    who = "player" if rules.friends else "team"
    final = level_name(rules.levels.final_level)
    laps = f" {counted(rules.levels.laps, 'time')}" if rules.levels.laps > 1 else ""
    return f"Hands are played for levels. The first {who} to pass level {final}{laps} wins the match."


def _ladder(rules: Rules) -> str:
    top = LEVEL_NAMES if rules.levels.final_level == NO_TRUMP_LEVEL else LEVEL_NAMES[:-1]
    return f"From low to high, the levels are {' '.join(top)}."


def _laps(rules: Rules) -> str:
    final, laps = level_name(rules.levels.final_level), rules.levels.laps
    if laps == 1:
        return f"The match ends when somebody passes level {final}."
    return (
        f"A side or player that passes level {final} continues at level 2. The match ends when one of them has passed "
        f"it {laps} times."
    )


def _past_tricks(rules: Rules) -> str:
    kept = "all its tricks" if rules.history_view == "all" else "only the last trick"
    return f"During a hand, the view of a seat shows {kept}. After the hand, all plays can be read."


def _trump_rank(rules: Rules) -> str:
    whose = "dealer" if rules.friends else "declarers"
    return (
        f"The trump rank of a hand is the level of its {whose}. In the first hand it is "
        f"{level_name(rules.initial_level)}."
    )


GENERAL: Chapter[Rules] = Chapter(
    "general",
    "The game",
    (
        rule(
            "SJ-GEN-01",
            "A family of games",
            "Sheng Ji is a family of trick-taking games in which players win levels. It is played with one or more "
            "decks. Teams are fixed, or players find their friends by the cards they play.",
            _family,
        ),
        rule("SJ-GEN-02", "Seats and teams", _teams),
        rule(
            "SJ-GEN-03",
            "Declarers and opponents",
            "In each hand, the dealer and their side are the declarers. The other side are the opponents. The sides, "
            "the trump rank and the trump suit apply to that hand only.",
        ),
        rule(
            "SJ-GEN-04",
            "Order of play",
            "Drawing, declaring, playing and the deal all move to the right, which is counter-clockwise. Seat s is "
            "followed by seat s + 1, and the last seat by seat 0. A move out of turn is refused.",
        ),
        rule(
            "SJ-GEN-05",
            "No talk about cards",
            "Players must not talk about their hands while a hand is played.",
        ),
        rule("SJ-GEN-06", "Who sees what", _seen),
        rule("SJ-GEN-07", "The aim", _object),
        rule("SJ-GEN-08", "The course of a hand", _phases),
        rule(
            "SJ-GEN-09",
            "Who wins a hand",
            lambda rules: (
                f"The opponents win a hand with {rules.threshold} points or more. With fewer, the declarers win it."
            ),
        ),
        rule(
            "DEC-93",
            "What bots may know",
            "A bot sees only what a player in its seat would see.",
        ),
        rule("DEC-94", "Past tricks", _past_tricks),
        rule(
            "DEC-96",
            "How silence is kept",
            "There is no chat for one side only. The times of other players' moves are rounded to the minute, so that "
            "they do not show how long a player thought.",
        ),
        rule(
            "DEC-91",
            "Absent players",
            "A bot replaces a player who misses several turns in succession, or leaves. The player may return at any "
            "time. If they stay away for the time that the table sets, their side forfeits the match.",
        ),
        rule(
            "DEC-92",
            "A missed turn",
            "If a player does not act in time, the server makes one move for them. It passes if possible, and "
            "otherwise plays the lowest legal cards without points.",
        ),
        rule(
            "DEC-21",
            "If the kitty is not buried",
            "If the dealer does not bury in time, the server buries the lowest side cards without points.",
        ),
        rule(
            "DEC-116",
            "Unfinished matches",
            "If a match is forfeited, the whole side loses it. If all players agree to abandon a match, it does not "
            "count for anybody.",
        ),
    ),
)

LEVELS: Chapter[Rules] = Chapter(
    "levels",
    "Levels",
    (
        rule("SJ-LEVEL-01", "The ladder", _ladder),
        rule(
            "SJ-LEVEL-02", "The start", lambda rules: f"All players start at level {level_name(rules.initial_level)}."
        ),
        rule("SJ-LEVEL-03", "The trump rank", _trump_rank),
        rule(
            "SJ-LEVEL-04",
            "Who has a level",
            lambda rules: (
                "Each player has their own level." if rules.friends else "All players of a team share a level."
            ),
        ),
        rule(
            "SJ-LEVEL-05",
            "The final level",
            lambda rules: (
                f"The final level is {level_name(rules.levels.final_level)}. It cannot be lower than the level at the "
                "start."
            ),
        ),
        rule("SJ-LEVEL-06", "After the final level", _laps),
        rule(
            "DEC-87",
            "Laps and shorter ladders",
            "Laps are counted for each side separately. A final level below ace must be won like ace.",
        ),
    ),
)
