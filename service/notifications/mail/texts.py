"""The texts of mails: plain text, written when a mail is sent, from public facts about a table and never about cards.

Mails contain no player names. The names of others are personal data, and any player could choose what a stranger reads.
Headers follow RFC 5322. All mails except confirmations have an unsubscribe link (RFC 8058).
"""

from collections.abc import Mapping, Sequence
from datetime import datetime
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime, parseaddr
from typing import Literal, NamedTuple
from zoneinfo import ZoneInfo

from service.notifications.events import Numbered
from service.notifications.inbox.handlers import Urgency, WaitingChallenge, WaitingTurn
from service.notifications.mail.handlers import DIGEST
from service.notifications.mail.kinds import MailKind
from service.platform.documents import Json
from service.platform.settings import Settings

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
    "overdue": "overdue",
    "urgent": "less than a fifth of your time is left",
    "soon": "less than half of your time is left",
    "calm": "",
    "no_clock": "",
}
KINDS: dict[str, str] = {
    "turn": "your turns",
    "reminder": "reminders",
    "invitation": "invitations",
    "match": "tables and results",
    DIGEST: "everything in the digest",
}


class Said(NamedTuple):
    """The content of a mail: a subject and lines."""

    subject: str
    lines: Sequence[str]


class Letter(NamedTuple):
    """The recipient of a mail, and its unsubscribe link.

    Attributes:
        id: id of the mail.
        to: address of the recipient.
        at: when it is sent.
        kind: the kind that its link stops; `None` for a mail that was just requested.
        code: code of the mailbox in unsubscribe links.
    """

    id: str
    to: str
    at: datetime
    kind: MailKind | Literal["digest"] | None
    code: str


class Writer:
    """Writes mails for one player, with times in their time zone."""

    def __init__(self, settings: Settings, time_zone: str) -> None:
        self._settings = settings
        self._zone = time_zone
        self._place = ZoneInfo(time_zone)

    # ------------------------------------------------------------------------------------------------ what is said

    def confirmation(self, code: str, player: str) -> Said:
        """Returns the question whether an address wants mails.

        A stranger may have entered it, so it has no text of theirs.
        """
        return Said(
            "Confirm your e-mail address",
            [
                f"The player {player} of the card server at {self._settings.public_address} has entered this address.",
                "If that was you, confirm it within a day to get mails about your turns here:",
                "",
                f"{self._settings.public_address}/mail/confirm/{code}",
                "",
                "Or enter this code in the program that you play with:",
                "",
                code,
                "",
                "If it was not you, ignore this mail, and nothing more will be sent to you.",
            ],
        )

    def turn(self, table: str, asked: str, deadline: datetime | None) -> Said:
        """Returns the text about a new turn."""
        return Said(
            f"Your turn: {ASKED.get(asked, asked)}",
            [f"A table waits for you: {ASKED.get(asked, asked)}.", *self._until(deadline), *self._table(table)],
        )

    def reminder(self, table: str, asked: str, deadline: datetime | None, left: str) -> Said:
        """Returns the text about a turn of which a `half` or a `fifth` of the time is left."""
        share = {"half": "Half", "fifth": "A fifth"}.get(left, "Little")
        return Said(
            f"{share} of your time is left",
            [f"A table still waits for you: {ASKED.get(asked, asked)}.", *self._until(deadline), *self._table(table)],
        )

    def resumed(self, table: str, asked: str, deadline: datetime | None, left_s: int) -> Said:
        """Returns the text about a turn after a vacation. Its clock runs on for `left_s` seconds."""
        return Said(
            f"Your vacation is over, and {_lasting(left_s)} left",
            [f"A table still waits for you: {ASKED.get(asked, asked)}.", *self._until(deadline), *self._table(table)],
        )

    def happened(self, kind: str, table: str | None, data: Json) -> Said:
        """Returns the text about an event, by its type."""
        said = _happened(kind, data)
        return Said(said, [f"{said}.", *(self._table(table) if table else [])])

    def digest(
        self, turns: Sequence[WaitingTurn], count: int, asked: Sequence[WaitingChallenge], news: Sequence[Numbered]
    ) -> Said:
        """Returns the digest: waiting turns, the most urgent first, challenges, and events since the last digest."""
        lines: list[str] = []
        if count:
            lines += [f"{_many(count, 'table waits', 'tables wait')} for you, the most urgent first:", ""]
            lines += [line for turn in turns for line in self._waiting(turn)]
            if count > len(turns):
                lines += [f"and {count - len(turns)} more", ""]
        if asked:
            lines += [f"{_many(len(asked), 'challenge waits', 'challenges wait')} for an answer:", ""]
            lines += [line for each in asked for line in (*self._table(each.table_id)[1:], "")]
        if news:
            lines += ["What has happened:", ""]
            lines += [
                f"{self._time(each.recorded_at)}: {_happened(each.type, each.data)}"
                + (f" ({each.table_id})" if each.table_id else "")
                for each in news
            ]
        parts = [_many(count, "turn waits", "turns wait")] if count else []
        parts += [_many(len(asked), "challenge", "challenges")] if asked else []
        return Said(", ".join(parts) or "What has happened at your tables", lines)

    def _waiting(self, turn: WaitingTurn) -> list[str]:
        urgency = URGENCIES[turn.urgency]
        by = [f"  until {self._time(turn.deadline_at)}{urgency and f' ({urgency})'}"] if turn.deadline_at else []
        return [
            f"* {ASKED.get(turn.what, turn.what)}",
            *by,
            *(f"  {line}" for line in self._table(turn.table_id)[1:]),
            "",
        ]

    def _until(self, deadline: datetime | None) -> list[str]:
        return [f"You have time until {self._time(deadline)}."] if deadline else []

    def _table(self, table: str) -> list[str]:
        link = self._settings.mail_table_link
        return ["", link.replace("{table}", table) if link else f"Table {table}"]

    def _time(self, at: datetime) -> str:
        """Returns a time in the player's time zone, to the minute."""
        return f"{at.astimezone(self._place):%a %d %b %Y, %H:%M} ({self._zone})"

    # ------------------------------------------------------------------------------------------------ the mail

    def message(self, letter: Letter, said: Said) -> EmailMessage:
        """Returns the message with all headers."""
        message = EmailMessage(policy=SMTP)
        message["From"] = self._settings.mail_from
        message["To"] = letter.to
        message["Subject"] = said.subject
        message["Date"] = format_datetime(letter.at)
        message["Message-ID"] = f"<{letter.id}@{parseaddr(self._settings.mail_from)[1].partition('@')[2]}>"
        message["Auto-Submitted"] = "auto-generated"
        message["Content-Language"] = "en"
        lines = list(said.lines)
        if letter.kind is not None:
            stop, stop_all = (self._way_out(letter.code, kind) for kind in (letter.kind, "all"))
            message["List-Unsubscribe"] = f"<{stop}>"
            message["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
            lines += [
                "",
                "-- ",
                f"No more mails about {KINDS[letter.kind]}: {stop}",
                f"No more mails at all: {stop_all}",
            ]
        message.set_content("\n".join(lines) + "\n", cte="quoted-printable")
        return message

    def _way_out(self, code: str, kind: str) -> str:
        return f"{self._settings.public_address}/mail/stop/{code}/{kind}"


def _lasting(seconds: int) -> str:
    """Returns a duration with its verb, like "1 hour is", in minutes, hours or days."""
    minutes = round(seconds / 60)
    for unit, one, most in (("day", 24 * 60, 2), ("hour", 60, 2)):
        if minutes >= most * one or minutes == one:
            return _are(minutes // one, unit)
    return _are(minutes, "minute")


def _are(count: int, unit: str) -> str:
    return f"1 {unit} is" if count == 1 else f"{count} {unit}s are"


def _many(count: int, one: str, more: str) -> str:
    return f"{count} {one if count == 1 else more}"


def _happened(kind: str, data: Mapping[str, object]) -> str:
    """Returns an event as a sentence without its full stop."""
    if kind == "match_ended":
        return f"A match is over: {'you have won' if data.get('won') else 'you have not won'}"
    if kind == "challenge_declined":
        return f"Your challenge was declined: {str(data.get('reason')).replace('_', ' ')}"
    return SENTENCES.get(kind, kind.replace("_", " ").capitalize())


SENTENCES = {
    "challenged": "You are challenged to take a seat",
    "partner_asked": "A player asks you to seek a match together as a pair",
    "board_challenged": "A player challenges you to a match on the same boards",
    "board_challenge_answered": "A player has answered a challenge to a match on boards",
    "tournament_registration_opened": "Registration is open for the next tournament of a series in which you play",
    "tournament_registration_closing": "Registration for a tournament ends soon, and your answer is missing",
    "league_partner_asked": "A player asks you to play with them in a league",
    "league_continue_asked": "A league asks whether you play in its next season",
    "league_registration_closing": "Registration for the next season of a league ends soon, and your answer is missing",
    "match_found": "Players were found for the match that you seek",
    "challenge_accepted": "Your challenge was accepted",
    "table_started": "A match has begun",
    "table_cancelled": "A table was cancelled",
    "table_called_off": "Your match was decided or cancelled by its tournament",
    "turn_missed": "Your time ran out, and you missed a turn",
    "stand_in_seated": "A bot plays your seat until you come back",
    "seat_resumed": "A player is back at the table",
    "substitute_called": "You are called as a substitute",
}
"""The sentence for each type of event."""
