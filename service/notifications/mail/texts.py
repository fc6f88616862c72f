"""The sentences of mails about events and turns. They hold no time or address.

Every function returns a text for people. Names come from `service/notifications/names.py` and are safe to show.
"""

from collections.abc import Mapping
from typing import Any

from domain.kernel.messages import Message, counted, message
from service.notifications.inbox.handlers import Urgency
from service.notifications.mail.handlers import DIGEST

ASKED = {
    "declare": message("declare trumps, or pass"),
    "plan": message("file your plan of declarations"),
    "redeal": message("claim a redeal, or pass"),
    "bury": message("bury the kitty"),
    "bid": message("bid for the kitty, or pass"),
    "call_friends": message("call your friends"),
    "play": message("play"),
    "review": message("look at the last trick, or pass"),
    "consent": message("say whether you agree"),
    "pay_tribute": message("pay tribute"),
    "take": message("take a card of the tribute"),
    "discard": message("give a card back"),
}
"""The actions of players in words. Other actions are shown by name."""
URGENCIES: dict[Urgency, Message] = {
    "overdue": message("This turn is overdue."),
    "urgent": message("Less than a fifth of your time is left."),
    "soon": message("Less than half of your time is left."),
}
"""What a digest says about the urgency of a turn."""
STOPPED: dict[str, Message] = {
    "turn": message("about your turns"),
    "reminder": message("with reminders"),
    "invitation": message("about invitations"),
    "match": message("about tables and results"),
    DIGEST: message("with the digest"),
    "all": message("of any kind"),
}
"""What an unsubscribe link stops."""
SHARES = {"half": message("Half of your time is left"), "fifth": message("A fifth of your time is left")}
LITTLE_LEFT = message("Little of your time is left")
SENTENCES = {
    "challenged": message("{who} invites you to a table"),
    "partner_asked": message("{who} asks you to seek a match together as a pair"),
    "board_challenged": message("{who} challenges you to a match on the same boards"),
    "board_challenge_answered": message("{who} has answered your challenge to a match on boards"),
    "tournament_registration_opened": message(
        "Registration is open for the next tournament of a series in which you play"
    ),
    "tournament_registration_closing": message("Registration for a tournament ends soon, and your answer is missing"),
    "tournament_place_offered": message("A place is free for you in a tournament, if you accept it"),
    "tournament_time_proposed": message("{who} proposes times for your match"),
    "tournament_time_agreed": message("The time of your match is agreed"),
    "tournament_match_soon": message("Your match is played within an hour"),
    "tournament_match_open": message("Your match is paired, and its players report the result"),
    "tournament_result_reported": message("{who} has reported the result of your match"),
    "tournament_result_disputed": message("{who} disputes the reported result of a match"),
    "league_partner_asked": message("{who} asks you to play together in a league"),
    "league_continue_asked": message("A league asks whether you play in its next season"),
    "league_registration_closing": message(
        "Registration for the next season of a league ends soon, and your answer is missing"
    ),
    "match_found": message("Players were found for the match that you seek"),
    "challenge_accepted": message("{who} has accepted your invitation and taken a seat"),
    "challenge_declined": message("{who} has declined your invitation: {reason}"),
    "table_started": message("A match has begun"),
    "table_cancelled": message("A table was cancelled"),
    "table_expired": message("A table has expired, because its match did not begin in time"),
    "vacation_began": message("Your time was about to run out, so your vacation has begun"),
    "vacation_ending": message("Your vacation ends soon"),
    "turn_missed": message("Your time ran out, and a bot made your move"),
    "stand_in_seated": message("A bot plays your seat until you come back"),
    "seat_resumed": message("A player is back at the table"),
    "substitute_seated": message("{who} has taken over a seat at your table"),
}
"""The sentence for each type of event that is no case of its own, without its full stop."""
REASONS = {
    "no_time": message("no time"),
    "not_now": message("not now"),
    "rules": message("other rules are preferred"),
    "pace": message("another pace is preferred"),
    "too_fast": message("the clock is too fast"),
    "too_slow": message("the clock is too slow"),
    "partner": message("the partner"),
    "opponents": message("the opponents"),
    "bots": message("no bots, please"),
    "other": message("no reason given"),
}
ORDERS_ENDED: Mapping[object, Message] = {
    "played": message("{count} of your standing orders acted and so ended"),
    "not_legal": message("{count} of your standing orders ended, because the move was not legal"),
    "card_gone": message("{count} of your standing orders ended, because you no longer held the cards"),
    "condition_impossible": message(
        "{count} of your standing orders ended, because the conditions could no longer hold"
    ),
    "overtaken": message("{count} of your standing orders ended, because what should end them happened"),
    "trick_over": message("{count} of your standing orders ended, because the trick was over"),
    "hand_over": message("{count} of your standing orders ended, because the hand was over"),
    "match_over": message("{count} of your standing orders ended, because the match was over"),
    "withdrawn": message("{count} of your standing orders ended, because your move was taken back"),
}
"""How standing orders have ended, by the reason."""
ENDS = {
    "hands_played": message("All hands were played."),
    "conceded": message("It was conceded."),
    "drawn": message("The players agreed on a draw."),
    "abandoned": message("The players agreed to end it early."),
    "forfeited": message("It ended by a forfeit."),
}
CALLED_OFF = {
    "result_given": message("Your match has ended, because staff gave it a result"),
    "match_called_off": message("Your match was called off by the staff of the tournament"),
    "tournament_over": message("Your match has ended, because its tournament is over"),
}
LADDER = {
    "challenged": message("There is a challenge between your entrant and another one in a ladder"),
    "withdrawn": message("A challenge in a ladder was withdrawn"),
    "accepted": message("A challenge in a ladder was accepted, and your match is paired"),
    "declined": message("A challenge in a ladder was declined, so the challenger has the place"),
    "unanswered": message("A challenge in a ladder was not answered in time, so the challenger has the place"),
}
DEADLINES = {
    "stand_in_seated": ("forfeits_at", message("If you are not back by {until}, you forfeit the match.")),
    "tournament_registration_opened": ("closes_at", message("It ends at {until}.")),
    "tournament_registration_closing": ("closes_at", message("It ends at {until}.")),
    "tournament_place_offered": ("until", message("You have time until {until}.")),
    "tournament_time_proposed": ("deadline", message("Its round ends at {until}.")),
    "tournament_time_agreed": ("plays_at", message("You play at {until}.")),
    "tournament_match_soon": ("plays_at", message("You play at {until}.")),
    "tournament_match_open": ("deadline", message("Its round ends at {until}.")),
    "tournament_result_reported": ("deadline", message("Without an answer the result counts at {until}.")),
    "tournament_ladder": ("until", message("The challenged entrant has time to answer until {until}.")),
    "league_registration_closing": ("closes_at", message("It ends at {until}.")),
    "board_challenged": ("closes_at", message("You have time until {until}.")),
    "vacation_began": ("ends_at", message("It ends at {until}, or when you end it.")),
    "vacation_ending": (
        "ends_at",
        message("It ends at {until}. Then your clocks run again, except in your quiet hours."),
    ),
}
"""The member of an event that has a deadline, and the sentence about it."""
TIME_UNTIL = message("You have time until {until}.")
ANSWER_UNTIL = message("You can answer until {until}.")
WEEKDAYS = (
    message("Mon"),
    message("Tue"),
    message("Wed"),
    message("Thu"),
    message("Fri"),
    message("Sat"),
    message("Sun"),
)
MONTHS = (
    message("Jan"),
    message("Feb"),
    message("Mar"),
    message("Apr"),
    message("May"),
    message("Jun"),
    message("Jul"),
    message("Aug"),
    message("Sep"),
    message("Oct"),
    message("Nov"),
    message("Dec"),
)
WHO_OF = ("by", "player")
"""The members of events that name the player of `{who}`."""


def happened(kind: str, data: Mapping[str, Any], names: Mapping[str, str]) -> str:
    """Returns an event as a sentence without its full stop. `names` are those of players who may be named."""
    match kind:
        case "table_called_off":
            return _word(CALLED_OFF, data.get("why"))
        case "tournament_ladder":
            return _word(LADDER, data.get("what"))
        case "orders_ended":
            return orders_ended(data)
        case "match_ended":
            return _match_ended(data)
    sentence = SENTENCES.get(kind)
    if sentence is None:
        return kind.replace("_", " ").capitalize()
    who = next((names[str(data[each])] for each in WHO_OF if data.get(each) in names), message("A player"))
    return sentence.about(who=who, reason=_word(REASONS, data.get("reason")))


def _match_ended(data: Mapping[str, Any]) -> Message:
    if data.get("won"):
        return message("Your match is over, and you have won")
    if data.get("winners"):
        return message("Your match is over, and you have not won")
    return message("Your match is over, and nobody has won")


def orders_ended(data: Mapping[str, Any]) -> Message:
    """Returns that standing orders have ended and why, as a sentence without its full stop."""
    sentence = ORDERS_ENDED.get(data.get("reason"), message("{count} of your standing orders ended"))
    return sentence.about(count=len(data.get("orders", ())))


def _word(words: Mapping[str, Message], key: object) -> str:
    return words.get(str(key), str(key).replace("_", " "))


def ending(kind: str, data: Mapping[str, object]) -> Message | None:
    """Returns how a match ended, or `None` for other events and where the outcome says it."""
    return ENDS.get(str(data.get("reason"))) if kind == "match_ended" else None


def asked(what: str) -> str:
    """Returns what a player is asked to do."""
    return ASKED.get(what, what.replace("_", " "))


def your_turn(what: str) -> Message:
    """Returns that it is the player's turn, and what to do."""
    return message("It is your turn to {what}.", what=asked(what))


def whole(sentence: str) -> Message:
    """Returns a sentence with its full stop."""
    return message("{sentence}.", sentence=sentence)


def subject_of_digest(turns: int, challenges: int) -> Message:
    """Returns the subject of a digest with so many waiting turns and challenges."""
    if turns and challenges:
        return message(
            "{turns} and {challenges} wait for you",
            turns=counted("{count} turn", "{count} turns", turns),
            challenges=counted("{count} challenge", "{count} challenges", challenges),
        )
    if challenges:
        return counted("{count} challenge waits for you", "{count} challenges wait for you", challenges)
    if turns:
        return counted("{count} turn waits for you", "{count} turns wait for you", turns)
    return message("What has happened at your tables")


def lasting(seconds: int) -> Message:
    """Returns a duration with its verb, like "1 hour is", in minutes, hours or days."""
    count, unit = _rounded(seconds)
    match unit:
        case "day":
            return counted("{count} day is", "{count} days are", count)
        case "hour":
            return counted("{count} hour is", "{count} hours are", count)
        case _:
            return counted("{count} minute is", "{count} minutes are", count)


def duration(seconds: float) -> Message:
    """Returns a duration, like "2 days", in minutes, hours or days."""
    count, unit = _rounded(seconds)
    match unit:
        case "day":
            return counted("{count} day", "{count} days", count)
        case "hour":
            return counted("{count} hour", "{count} hours", count)
        case _:
            return counted("{count} minute", "{count} minutes", count)


def _rounded(seconds: float) -> tuple[int, str]:
    minutes = round(seconds / 60)
    for unit, one, most in (("day", 24 * 60, 2), ("hour", 60, 2)):
        if minutes >= most * one or minutes == one:
            return minutes // one, unit
    return minutes, "minute"
