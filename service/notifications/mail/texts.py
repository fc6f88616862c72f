"""The sentences of mails, all in one place. They are English, and hold no time or address.

Every function returns a text for people. Names come from `service/notifications/names.py` and are safe to show.
"""

import re
from collections.abc import Mapping, Sequence

from domain.games.rulebooks import BOOKS
from domain.kernel.wording import listed
from service.notifications.about import MatchAbout, SeatAbout, TableAbout
from service.notifications.inbox.handlers import Urgency
from service.notifications.mail.handlers import DIGEST

Labels = Mapping[int, str]
"""How a mail calls each seat inside a sentence, such as "your partner"."""
QUARTET = 4
_SLOT = re.compile(r"\{(who|reason|why|outcome)\}")
MOST_NAMED = 8

ASKED = {
    "declare": "declare trumps, or pass",
    "plan": "file your plan of declarations",
    "redeal": "claim a redeal, or pass",
    "bury": "bury the kitty",
    "bid": "bid for the kitty, or pass",
    "call_friends": "call your friends",
    "play": "play",
    "review": "look at the last trick, or pass",
    "consent": "say whether you agree",
    "pay_tribute": "pay tribute",
    "take": "take a card of the tribute",
    "discard": "give a card back",
}
"""The actions of players in words. Other actions are shown by name."""
URGENCIES: dict[Urgency, str] = {
    "overdue": ": this is overdue",
    "urgent": ": less than a fifth of your time is left",
    "soon": ": less than half of your time is left",
    "calm": "",
    "no_clock": "",
}
STOPPED: dict[str, str] = {
    "turn": "about your turns",
    "reminder": "with reminders",
    "invitation": "about invitations",
    "match": "about tables and results",
    DIGEST: "with the digest",
    "all": "of any kind",
}
"""What an unsubscribe link stops."""
SHARES = {"half": "Half", "fifth": "A fifth"}
SENTENCES = {
    "challenged": "{who} invites you to a table",
    "partner_asked": "{who} asks you to seek a match together as a pair",
    "board_challenged": "{who} challenges you to a match on the same boards",
    "board_challenge_answered": "{who} has answered your challenge to a match on boards",
    "tournament_registration_opened": "Registration is open for the next tournament of a series in which you play",
    "tournament_registration_closing": "Registration for a tournament ends soon, and your answer is missing",
    "tournament_place_offered": "A place is free for you in a tournament, if you accept it",
    "tournament_time_proposed": "{who} proposes times for your match",
    "tournament_time_agreed": "The time of your match is agreed",
    "tournament_match_soon": "Your match is played within an hour",
    "tournament_match_open": "Your match is paired, and its players report the result",
    "tournament_result_reported": "{who} has reported the result of your match",
    "tournament_result_disputed": "{who} disputes the reported result of a match",
    "tournament_ladder": "{ladder}",
    "league_partner_asked": "{who} asks you to play together in a league",
    "league_continue_asked": "A league asks whether you play in its next season",
    "league_registration_closing": "Registration for the next season of a league ends soon, and your answer is missing",
    "match_ended": "Your match is over, and {outcome}",
    "match_found": "Players were found for the match that you seek",
    "challenge_accepted": "{who} has accepted your invitation and taken a seat",
    "challenge_declined": "{who} has declined your invitation: {reason}",
    "table_started": "A match has begun",
    "table_cancelled": "A table was cancelled",
    "table_expired": "A table has expired, because its match did not begin in time",
    "table_called_off": "{why}",
    "vacation_began": "Your time was about to run out, so your vacation has begun",
    "vacation_ending": "Your vacation ends soon",
    "turn_missed": "Your time ran out, and a bot made your move",
    "stand_in_seated": "A bot plays your seat until you come back",
    "seat_resumed": "A player is back at the table",
    "substitute_seated": "{who} has taken over a seat at your table",
}
"""The sentence for each type of event, without its full stop."""
REASONS = {
    "no_time": "no time",
    "not_now": "not now",
    "rules": "other rules are preferred",
    "pace": "another pace is preferred",
    "too_fast": "the clock is too fast",
    "too_slow": "the clock is too slow",
    "partner": "the partner",
    "opponents": "the opponents",
    "bots": "no bots, please",
    "other": "no reason given",
}
ENDS = {
    "hands_played": "All hands were played.",
    "conceded": "It was conceded.",
    "drawn": "The players agreed on a draw.",
    "abandoned": "The players agreed to end it early.",
    "forfeited": "It ended by a forfeit.",
}
CALLED_OFF = {
    "result_given": "Your match has ended, because staff gave it a result",
    "match_called_off": "Your match was called off by the staff of the tournament",
    "tournament_over": "Your match has ended, because its tournament is over",
}
LADDER = {
    "challenged": "There is a challenge between your entrant and another one in a ladder",
    "withdrawn": "A challenge in a ladder was withdrawn",
    "accepted": "A challenge in a ladder was accepted, and your match is paired",
    "declined": "A challenge in a ladder was declined, so the challenger has the place",
    "unanswered": "A challenge in a ladder was not answered in time, so the challenger has the place",
}
DEADLINES = {
    "stand_in_seated": ("forfeits_at", "If you are not back by {}, you forfeit the match."),
    "tournament_registration_opened": ("closes_at", "It ends at {}."),
    "tournament_registration_closing": ("closes_at", "It ends at {}."),
    "tournament_place_offered": ("until", "You have time until {}."),
    "tournament_time_proposed": ("deadline", "Its round ends at {}."),
    "tournament_time_agreed": ("plays_at", "You play at {}."),
    "tournament_match_soon": ("plays_at", "You play at {}."),
    "tournament_match_open": ("deadline", "Its round ends at {}."),
    "tournament_result_reported": ("deadline", "Without an answer the result counts at {}."),
    "tournament_ladder": ("until", "The challenged entrant has time to answer until {}."),
    "league_registration_closing": ("closes_at", "It ends at {}."),
    "board_challenged": ("closes_at", "You have time until {}."),
    "vacation_began": ("ends_at", "It ends at {}, or when you end it."),
    "vacation_ending": ("ends_at", "It ends at {}. Then your clocks run again, except in your quiet hours."),
}
"""The member of an event that has a deadline, and the sentence about it."""
TIME_UNTIL = "You have time until {}."
WHO_OF = ("by", "player")
"""The members of events that name the player of `{who}`."""


def happened(kind: str, data: Mapping[str, object], names: Mapping[str, str]) -> str:
    """Returns an event as a sentence without its full stop. `names` are those of players who may be named."""
    sentence = SENTENCES.get(kind, kind.replace("_", " ").capitalize())
    facts = {
        "who": next((names[str(data[each])] for each in WHO_OF if data.get(each) in names), "A player"),
        "reason": _word(REASONS, data.get("reason")),
        "why": _word(CALLED_OFF, data.get("why")),
        "ladder": _word(LADDER, data.get("what")),
        "outcome": "you have won"
        if data.get("won")
        else "you have not won"
        if data.get("winners")
        else "nobody has won",
    }
    # One pass, so that a name in braces stays as it is.
    return _SLOT.sub(lambda slot: facts[slot[1]], sentence)


def _word(words: Mapping[str, str], key: object) -> str:
    return words.get(str(key), str(key).replace("_", " "))


def ending(kind: str, data: Mapping[str, object]) -> str | None:
    """Returns how a match ended, or `None` for other events and where the outcome says it."""
    return ENDS.get(str(data.get("reason"))) if kind == "match_ended" else None


def asked(what: str) -> str:
    """Returns what a player is asked to do."""
    return ASKED.get(what, what.replace("_", " "))


# ------------------------------------------------------------------------------------------------ the table


def game_title(game: str) -> str:
    """Returns the title of a game."""
    return BOOKS[game].title if game in BOOKS else game.replace("_", " ").title()


def match_line(match: MatchAbout) -> str:
    """Returns the tournament, the round and the match."""
    parts = [match.name or "A tournament"]
    parts += [f"round {match.round}"] if match.round is not None else []
    parts += [f"match {match.match}"] if match.match is not None else []
    return ", ".join(parts)


def place(about: TableAbout | None) -> str:
    """Returns where something happens, for subjects: the tournament and its round, or the game and its hand."""
    if about is None:
        return ""
    if about.match is not None and about.match.name is not None:
        return match_line(about.match._replace(match=None))
    hand = f", hand {about.hand}" if about.hand else ""
    return f"{game_title(about.game)}{hand}"


def game_line(about: TableAbout) -> str:
    """Returns the game, the rules and the hand, like "Sheng Ji (rules zhang-2021), hand 3 of 8"."""
    title = f"{game_title(about.game)} (rules {about.profile})"
    if about.hand:
        return f"{title}, hand {about.hand}" + (f" of {about.hands}" if about.hands else "")
    return title + (f", {many(about.hands, 'hand', 'hands')}" if about.hands else "")


def pace_line(about: TableAbout) -> str | None:
    """Returns how much time players have, or `None` for clocks that take longer to explain."""
    clock = about.clock
    match clock["kind"]:
        case "none":
            return "There is no clock."
        case "simple":
            return f"Each move has {duration(clock['per_move_s'])}."
        case "fischer":
            more = duration(clock["increment_s"])
            return f"Each player begins with {duration(clock['initial_s'])}, and gets {more} more for each move."
        case _:
            return None


def who_line(about: TableAbout) -> str | None:
    """Returns who plays with whom, or `None` if nobody is known by name."""
    others = [each for each in about.seats if each.side != "you" and each.player is not None]
    if not any(each.name or each.bot for each in others):
        return None
    if any(each.side == "other" for each in others):
        return f"At the table: {_listed(others)}."
    partners = [each for each in others if each.side == "partner"]
    opponents = [each for each in others if each.side == "opponent"]
    together = f" with {_listed(partners)}" if partners else ""
    return f"You play{together} against {_listed(opponents)}." if opponents else None


def _listed(seats: Sequence[SeatAbout]) -> str:
    """Returns the names of the players and bots of these seats, and the number of the others."""
    known = [each.name or f"the bot {each.bot}" for each in seats[:MOST_NAMED] if each.name or each.bot]
    unnamed = len(seats) - len(known)
    rest = "another player" if known else "a player"
    known += [rest if unnamed == 1 else f"{unnamed}{' other' if known else ''} players"] if unnamed else []
    return listed(known)


def standing_lines(about: TableAbout, *, is_short: bool = False) -> list[str]:
    """Returns how the match stands: levels, points, and unless it `is_short` the points taken in the hand."""
    lines = []
    if about.levels:
        lines.append(_by_side(about, [f"at level {level}" for level in about.levels], ("is", "are"), "Levels"))
    if about.totals:
        scores = [many(total, "point", "points") for total in about.totals]
        lines.append(_by_side(about, scores, ("has", "have"), "Score"))
    if about.taken is not None and not is_short:
        points = many(about.taken, "point", "points")
        lines.append(f"In this hand the opponents of the declarers have {points} so far.")
    return lines


def _by_side(about: TableAbout, values: Sequence[str], verbs: tuple[str, str], title: str) -> str:
    """Returns what each side has: two sides as a sentence, others as a list."""
    other = next((each.seat for each in about.seats if each.side == "opponent"), None)
    if about.own is not None and other is not None:
        own, theirs = values[about.own], values[other]
        is_same = own == theirs
        return f"Both sides {verbs[1]} {own}." if is_same else f"Your side {verbs[0]} {own}, the other side {theirs}."
    labels = seat_labels(about)
    return f"{title}: {', '.join(f'{labels[seat]} {value}' for seat, value in enumerate(values))}."


def seat_labels(about: TableAbout) -> dict[int, str]:
    """Returns how a mail calls each seat inside a sentence."""
    bots = [each.bot for each in about.seats]
    return {each.seat: _label(each, about, is_only=bots.count(each.bot) == 1) for each in about.seats}


def _label(each: SeatAbout, about: TableAbout, *, is_only: bool) -> str:
    if each.side == "you":
        return "you"
    if each.name is not None:
        return each.name
    if each.bot is not None and is_only:
        return f"the bot {each.bot}"
    if each.side == "partner" and len(about.seats) == QUARTET:
        return "your partner"
    if about.own is not None and len(about.seats) == QUARTET and (each.seat - about.own) % 2:
        return f"the player {'after' if (each.seat - about.own) % QUARTET == 1 else 'before'} you"
    return f"seat {each.seat}"


def capital(text: str) -> str:
    """Returns a text with a capital first letter."""
    return text[:1].upper() + text[1:]


def many(count: int | None, one: str, more: str) -> str:
    """Returns a number with its noun."""
    return f"{count} {one if count == 1 else more}"


def lasting(seconds: int) -> str:
    """Returns a duration with its verb, like "1 hour is", in minutes, hours or days."""
    count, unit = _rounded(seconds)
    return f"1 {unit} is" if count == 1 else f"{count} {unit}s are"


def duration(seconds: float) -> str:
    """Returns a duration, like "2 days", in minutes, hours or days."""
    count, unit = _rounded(seconds)
    return many(count, unit, f"{unit}s")


def _rounded(seconds: float) -> tuple[int, str]:
    minutes = round(seconds / 60)
    for unit, one, most in (("day", 24 * 60, 2), ("hour", 60, 2)):
        if minutes >= most * one or minutes == one:
            return minutes // one, unit
    return minutes, "minute"
