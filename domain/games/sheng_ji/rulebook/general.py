"""The aim of the game: seats, teams, visibility, the course of a hand, and levels."""

from domain.games.sheng_ji.levels import LEVEL_NAMES, NO_TRUMP_LEVEL
from domain.games.sheng_ji.rulebook.wording import level_name
from domain.games.sheng_ji.rules import Rules
from domain.kernel.messages import Message, counted, message
from domain.kernel.wording import listed, number, seat_number
from domain.rulebook.entries import Chapter, rule


def _family(rules: Rules) -> Message:
    form = message("friends called in every hand") if rules.friends else message("fixed teams")
    return message(
        "This table has {players} players, {decks} and {form}.",
        players=number(rules.players),
        decks=counted("{count} deck", "{count} decks", rules.decks),
        form=form,
    )


def _teams(rules: Rules) -> Message:
    if rules.friends:
        return message(
            "The seats are 1 to {players}. Nobody has a fixed partner: see FF-NUM-01.", players=rules.players
        )
    sides = (range(first, rules.players, 2) for first in (0, 1))
    one, other = (listed(str(seat_number(seat)) for seat in side) for side in sides)
    return message(
        "The seats are 1 to {players}. Two teams sit in alternate seats for the whole match: seats {one} against "
        "seats {other}.",
        players=rules.players,
        one=one,
        other=other,
    )


def _phases(rules: Rules) -> Message:
    steps = [message("preparing and shuffling"), message("drawing and declaring trumps")]
    if rules.redeals:
        steps.append(message("asking for a new deal"))
    steps.append(message("burying the kitty"))
    if rules.chao_di_pi != "off":
        steps.append(message("bidding for the kitty"))
    if rules.friends:
        steps.append(message("calling friends"))
    steps.append(message("the tricks"))
    if rules.enforcement == "honor":
        steps.append(message("reviewing the hand"))
    steps.append(message("scoring"))
    return message(
        "Each hand has these stages in this order: {steps}.",
        steps=listed(steps),
    )


def _seen(rules: Rules) -> Message:
    past = message("every past trick") if rules.history_view == "all" else message("only the last trick")
    added = (
        message("No total of points is shown: see EX-HIDE-01.")
        if rules.hide_points
        else message("The opponents' points and the cards that hold them are shown too.")
    )
    return message(
        "Only you see your hand. Only the player who buried the kitty last knows it. All players see "
        "declarations, plays, turned kitty cards, whose turn it is, and how many cards each hand has. During a "
        "hand you see {past}. {added}",
        past=past,
        added=added,
    )


def _object(rules: Rules) -> Message:
    who = message("player") if rules.friends else message("team")
    final = level_name(rules.levels.final_level)
    laps = (
        message(" {times}", times=counted("{count} time", "{count} times", rules.levels.laps))
        if rules.levels.laps > 1
        else ""
    )
    return message(
        "Hands are played for levels. The first {who} to pass level {final}{laps} wins the match.",
        who=who,
        final=final,
        laps=laps,
    )


def _ladder(rules: Rules) -> Message:
    top = LEVEL_NAMES if rules.levels.final_level == NO_TRUMP_LEVEL else LEVEL_NAMES[:-1]
    return message("From low to high, the levels are {top}.", top=" ".join(top))


def _laps(rules: Rules) -> Message:
    final, laps = level_name(rules.levels.final_level), rules.levels.laps
    if laps == 1:
        return message("The match ends when somebody passes level {final}.", final=final)
    return message(
        "A side or player that passes level {final} continues at level 2. The match ends when one of them has "
        "passed it {laps} times.",
        final=final,
        laps=laps,
    )


def _past_tricks(rules: Rules) -> Message:
    kept = message("all its tricks") if rules.history_view == "all" else message("only the last trick")
    return message("During a hand you see {kept}. After it, everybody can read all plays.", kept=kept)


def _trump_rank(rules: Rules) -> Message:
    whose = message("dealer") if rules.friends else message("declarers")
    return message(
        "The trump rank of a hand is the level of its {whose}. In the first hand it is {level_name}.",
        whose=whose,
        level_name=level_name(rules.initial_level),
    )


GENERAL: Chapter[Rules] = Chapter(
    "general",
    message("The game"),
    (
        rule(
            "SJ-GEN-01",
            message("A family of games"),
            message(
                "Sheng Ji is a family of trick-taking games in which players win levels. It is played with one or "
                "more decks. Teams are fixed, or players find their friends by the cards they play."
            ),
            _family,
        ),
        rule("SJ-GEN-02", message("Seats and teams"), _teams),
        rule(
            "SJ-GEN-03",
            message("Declarers and opponents"),
            message(
                "In each hand, the dealer and their side are the declarers. The other side are the opponents. The "
                "sides, the trump rank and the trump suit apply to that hand only."
            ),
        ),
        rule(
            "SJ-GEN-04",
            message("Order of play"),
            message(
                "Drawing, declaring, playing and the deal all move to the right, which is counter-clockwise. Nobody "
                "can move out of turn."
            ),
        ),
        rule(
            "SJ-GEN-05",
            message("No talk about cards"),
            message("Players must not talk about their hands while a hand is played."),
        ),
        rule("SJ-GEN-06", message("Who sees what"), _seen),
        rule("SJ-GEN-07", message("The aim"), _object),
        rule("SJ-GEN-08", message("The course of a hand"), _phases),
        rule(
            "SJ-GEN-09",
            message("Who wins a hand"),
            lambda rules: message(
                "The opponents win a hand with {threshold} points or more. With fewer, the declarers win it.",
                threshold=rules.threshold,
            ),
        ),
        rule(
            "DEC-93",
            message("What bots may know"),
            message("A bot sees only what a person in its place would see."),
        ),
        rule("DEC-94", message("Past tricks"), _past_tricks),
        rule(
            "DEC-96",
            message("How silence is kept"),
            message(
                "There is no chat for one side only. The times of other players' moves are rounded to the minute, "
                "so that they do not show how long a player thought."
            ),
        ),
        rule(
            "DEC-91",
            message("Absent players"),
            message(
                "A bot replaces a player who misses several turns in succession, or leaves. The player may return "
                "at any time. If they stay away for the time that the table sets, their side forfeits the match."
            ),
        ),
        rule(
            "DEC-92",
            message("A missed turn"),
            message(
                "If a player does not act in time, the server makes one move for them. It passes if possible, and "
                "otherwise plays the lowest legal cards without points."
            ),
        ),
        rule(
            "DEC-21",
            message("If the kitty is not buried"),
            message("If the dealer does not bury in time, the server buries the lowest side cards without points."),
        ),
        rule(
            "DEC-116",
            message("Unfinished matches"),
            message(
                "If a match is forfeited, the whole side loses it. If all players agree to abandon a match, it "
                "does not count for anybody."
            ),
        ),
    ),
)

LEVELS: Chapter[Rules] = Chapter(
    "levels",
    message("Levels"),
    (
        rule("SJ-LEVEL-01", message("The ladder"), _ladder),
        rule(
            "SJ-LEVEL-02",
            message("The start"),
            lambda rules: message(
                "All players start at level {level_name}.", level_name=level_name(rules.initial_level)
            ),
        ),
        rule("SJ-LEVEL-03", message("The trump rank"), _trump_rank),
        rule(
            "SJ-LEVEL-04",
            message("Who has a level"),
            lambda rules: (
                message("Each player has their own level.")
                if rules.friends
                else message("All players of a team share a level.")
            ),
        ),
        rule(
            "SJ-LEVEL-05",
            message("The final level"),
            lambda rules: message(
                "The final level is {level_name}. It cannot be lower than the level at the start.",
                level_name=level_name(rules.levels.final_level),
            ),
        ),
        rule("SJ-LEVEL-06", message("After the final level"), _laps),
        rule(
            "DEC-87",
            message("Laps and shorter ladders"),
            message("Laps are counted for each side separately. A final level below ace must be won like ace."),
        ),
    ),
)
