"""Arranges what a mail says: what happened, at which table, who plays, how it stands, and where to go."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from itertools import groupby
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo

from domain.kernel.messages import Message, counted, message
from service.notifications.about import MatchAbout, TableAbout
from service.notifications.mail import texts, texts_of_tables
from service.notifications.mail.message import Block, Item, Link, Said, heading, lines
from service.platform.settings import Settings

GUIDE = "/docs/guides/players"
_LATEST = float("inf")
TURN, REMINDER, INVITATION, NEWS = range(4)
"""The ranks of parts: the most important has the lowest."""


class Part(NamedTuple):
    """One thing that a mail reports.

    Attributes:
        rank: one of the ranks above. The part with the lowest begins the subject.
        number: the number of its event.
        subject: the part in a few words.
        sentence: the part as a sentence.
        more: a further sentence, or `None`.
        until: until when the player can act, or `None`.
        deadline: the sentence about this time.
        table: the id of its table, or `None`.
        match: the tournament, for parts without a table, or `None`.
        link: where to read more, for parts without a table, or `None`.
        since: what has happened since the player's last move or visit.
    """

    rank: int
    number: int
    subject: str
    sentence: str
    more: str | None = None
    until: datetime | None = None
    deadline: Message = texts.TIME_UNTIL
    table: str | None = None
    match: MatchAbout | None = None
    link: Link | None = None
    since: Sequence[str] = ()

    @property
    def urgency(self) -> tuple[int, float]:
        """The order of parts in a mail."""
        return self.rank, self.until.timestamp() if self.until else _LATEST


class Writer:
    """Writes mails for one player, with times in their time zone."""

    def __init__(self, settings: Settings, time_zone: str) -> None:
        self._settings = settings
        self._zone = time_zone
        self._place = ZoneInfo(time_zone)

    def confirmation(self, code: str, player: str) -> Said:
        """Returns the question whether an address wants mails.

        A stranger may have entered it, so it has no text of theirs.
        """
        here = self._settings.public_address
        return Said(
            message("Confirm your e-mail address"),
            [
                lines(
                    message(
                        "The player {player} of the card server at {address} has entered this address.",
                        player=player,
                        address=here,
                    ),
                    message("If that was you, confirm it within a day to get mails about your turns here."),
                ),
                Block("link", [Link(message("Confirm this address"), f"{here}/mail/confirm/{code}")]),
                lines(message("Or enter this code in the program that you play with:"), code),
                lines(message("If it was not you, ignore this mail, and nothing more will be sent to you.")),
            ],
        )

    # ------------------------------------------------------------------------------------------------ events

    def report(self, parts: Sequence[Part], abouts: Mapping[str, TableAbout]) -> Said:
        """Returns what has happened, the most important first. Parts about the same table stand together."""
        first = min(parts, key=lambda part: part.urgency)
        place = texts_of_tables.match_line(first.match._replace(match=None)) if first.match else ""
        place = texts_of_tables.place(abouts.get(first.table)) if first.table else place
        subject = message("{subject} ({place})", subject=first.subject, place=place) if place else first.subject
        if len(parts) > 1:
            subject = message("{subject}, and {count} more", subject=subject, count=len(parts) - 1)
        blocks = [block for group in _by_table(parts) for block in self._group(group, abouts)]
        return Said(subject, blocks)

    def _group(self, parts: Sequence[Part], abouts: Mapping[str, TableAbout]) -> Iterable[Block]:
        """Yields the blocks of parts about one table, or of one part without a table."""
        first = parts[0]
        yield lines(
            *(line for part in parts for line in (part.sentence, part.more, self._until(part.until, part.deadline)))
        )
        if first.table is not None:
            yield lines(*self._about(abouts.get(first.table), is_new=any(part.rank == INVITATION for part in parts)))
            since = next((part.since for part in parts if part.since), ())
            if since:
                yield heading(message("Since your last move or visit:"))
                yield Block("list", [Item(line) for line in since])
            yield Block("link", [Link(message("Open the table"), self.table_link(first.table))])
            return
        yield lines(texts_of_tables.match_line(first.match) if first.match else None)
        yield Block("link", [first.link] if first.link else [])

    def _about(self, about: TableAbout | None, *, is_new: bool) -> list[str | None]:
        """Returns the lines about a table: tournament, game, players and standing.

        If the player is invited to it, also its pace, and until when they can answer.
        """
        if about is None:
            return []
        match = texts_of_tables.match_line(about.match) if about.match else None
        pace = texts_of_tables.pace_line(about) if is_new else None
        answer = self._until(about.expires_at, texts.ANSWER_UNTIL) if is_new else None
        game, who = texts_of_tables.game_line(about), texts_of_tables.who_line(about)
        return [match, game, pace, who, *texts_of_tables.standing_lines(about), answer]

    def link_of(self, kind: str, data: Mapping[str, Any]) -> Link | None:
        """Returns where to read about an event without a table."""
        here = self._settings.public_address
        if "tournament" in data:
            return Link(message("Open the tournament"), f"{here}/v1/tournaments/{data['tournament']}")
        if "league" in data:
            return Link(message("Open the league"), f"{here}/v1/leagues/{data['league']}")
        if kind == "partner_asked":
            return Link(message("How to answer"), f"{here}{GUIDE}#finding-a-game")
        return Link(message("How to answer"), f"{here}{GUIDE}#boards") if kind.startswith("board_") else None

    # ------------------------------------------------------------------------------------------------ digests

    def digest(self, parts: Sequence[Part], turns: int, abouts: Mapping[str, TableAbout]) -> Said:
        """Returns the digest: waiting turns, the most urgent first, challenges, and events since the last digest.

        Args:
            parts: what it reports. What has happened at a table where a turn waits stands beside the turn.
            turns: the number of all waiting turns, which may be more than it reports.
            abouts: the tables, by id.
        """
        challenges = sum(part.rank == INVITATION for part in parts)
        titles = {
            TURN: counted(
                "{count} table waits for you, the most urgent first:",
                "{count} tables wait for you, the most urgent first:",
                turns,
            ),
            INVITATION: counted(
                "{count} challenge waits for an answer:", "{count} challenges wait for an answer:", challenges
            ),
            NEWS: message("What has happened, with times in {zone}:", zone=self._zone),
        }
        rest = turns - sum(part.rank == TURN for part in parts)
        blocks: list[Block] = []
        for rank, groups in groupby(_by_table(parts), key=lambda group: min(part.rank for part in group)):
            blocks.append(heading(titles[rank]))
            blocks += [block for group in groups for block in self._group(group, abouts)]
            if rank == TURN and rest:
                further = counted(
                    "{count} further turn waits in your inbox.", "{count} further turns wait in your inbox.", rest
                )
                blocks.append(lines(further))
        return Said(texts.subject_of_digest(turns, challenges), blocks)

    def dated(self, at: datetime, sentence: str) -> Message:
        """Returns a sentence with the time of what it says."""
        return message("{moment}: {sentence}", moment=self._moment(at), sentence=sentence)

    # ------------------------------------------------------------------------------------------------ parts of them

    def table_link(self, table: str) -> str:
        """Returns the address of a table: of the setting, or its page here."""
        template = self._settings.mail_table_link or f"{self._settings.public_address}/v1/tables/{{table}}"
        return template.replace("{table}", table)

    def _until(self, at: datetime | None, sentence: Message) -> Message | None:
        """Returns the sentence about a deadline, or `None` if there is none."""
        if at is None:
            return None
        return sentence.about(until=message("{moment} ({zone})", moment=self._moment(at), zone=self._zone))

    def _moment(self, at: datetime) -> Message:
        """Returns a time in the player's time zone, to the minute."""
        here = at.astimezone(self._place)
        return message(
            "{weekday} {day} {month} {year}, {time}",
            weekday=texts.WEEKDAYS[here.weekday()],
            day=f"{here:%d}",
            month=texts.MONTHS[here.month - 1],
            year=here.year,
            time=f"{here:%H:%M}",
        )


def _by_table(parts: Sequence[Part]) -> list[list[Part]]:
    """Returns the parts in groups of one table, or of one part; the most urgent group first, each in order of time."""
    keyed = sorted(parts, key=lambda part: (part.table or f"~{part.number}", part.number))
    groups = [list(group) for _, group in groupby(keyed, key=lambda part: part.table or f"~{part.number}")]
    return sorted(groups, key=lambda group: (min(part.urgency for part in group), min(part.number for part in group)))
