"""Arranges what a mail says: what happened, at which table, who plays, how it stands, and where to go."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from itertools import groupby
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo

from service.notifications.about import MatchAbout, TableAbout
from service.notifications.events import Numbered
from service.notifications.inbox.handlers import Inbox, WaitingTurn
from service.notifications.mail import texts
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
        since: what has happened since the player's last move.
    """

    rank: int
    number: int
    subject: str
    sentence: str
    more: str | None = None
    until: datetime | None = None
    deadline: str = texts.TIME_UNTIL
    table: str | None = None
    match: MatchAbout | None = None
    link: Link | None = None
    since: Sequence[str] = ()

    @property
    def urgency(self) -> tuple[int, float]:
        """The order of parts in a mail."""
        return self.rank, self.until.timestamp() if self.until else _LATEST


class News(NamedTuple):
    """The content of a digest.

    Attributes:
        inbox: the waiting turns and challenges.
        turns_count: the number of all waiting turns; 0 if the digest does not have turns.
        events: what has happened since the last digest.
        abouts: the tables, by id.
        names: the names of players, by id.
    """

    inbox: Inbox
    turns_count: int
    events: Sequence[Numbered]
    abouts: Mapping[str, TableAbout]
    names: Mapping[str, str]


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
            "Confirm your e-mail address",
            [
                lines(
                    f"The player {player} of the card server at {here} has entered this address.",
                    "If that was you, confirm it within a day to get mails about your turns here.",
                ),
                Block("link", [Link("Confirm this address", f"{here}/mail/confirm/{code}")]),
                lines("Or enter this code in the program that you play with:", code),
                lines("If it was not you, ignore this mail, and nothing more will be sent to you."),
            ],
        )

    # ------------------------------------------------------------------------------------------------ events

    def report(self, parts: Sequence[Part], abouts: Mapping[str, TableAbout]) -> Said:
        """Returns what has happened, the most important first. Parts about the same table stand together."""
        first = min(parts, key=lambda part: part.urgency)
        place = texts.match_line(first.match._replace(match=None)) if first.match else ""
        place = texts.place(abouts.get(first.table)) if first.table else place
        subject = f"{first.subject} ({place})" if place else first.subject
        more = f", and {len(parts) - 1} more" if len(parts) > 1 else ""
        blocks = [block for group in _by_table(parts) for block in self._group(group, abouts)]
        return Said(subject + more, blocks)

    def _group(self, parts: Sequence[Part], abouts: Mapping[str, TableAbout]) -> Iterable[Block]:
        """Yields the blocks of parts about one table, or of one part without a table."""
        first = parts[0]
        yield lines(*(line for part in parts for line in (part.sentence, part.more, self._until(part))))
        if first.table is not None:
            yield lines(*self._about(abouts.get(first.table), is_new=first.rank == INVITATION))
            since = next((part.since for part in parts if part.since), ())
            if since:
                yield heading("Since your last move:")
                yield Block("list", [Item(line) for line in since])
            yield Block("link", [Link("Open the table", self.table_link(first.table))])
            return
        yield lines(texts.match_line(first.match) if first.match else None)
        yield Block("link", [first.link] if first.link else [])

    def _about(self, about: TableAbout | None, *, is_short: bool = False, is_new: bool = False) -> list[str | None]:
        """Returns the lines about a table: tournament, game, players and standing. A new one has its pace too."""
        if about is None:
            return []
        match = texts.match_line(about.match) if about.match else None
        pace = texts.pace_line(about) if is_new else None
        standing = texts.standing_lines(about, is_short=is_short)
        return [match, texts.game_line(about), pace, texts.who_line(about), *standing]

    def link_of(self, kind: str, data: Mapping[str, Any]) -> Link | None:
        """Returns where to read about an event without a table."""
        here = self._settings.public_address
        if "tournament" in data:
            return Link("Open the tournament", f"{here}/v1/tournaments/{data['tournament']}")
        if "league" in data:
            return Link("Open the league", f"{here}/v1/leagues/{data['league']}")
        if kind == "partner_asked":
            return Link("How to answer", f"{here}{GUIDE}#finding-a-game")
        return Link("How to answer", f"{here}{GUIDE}#boards") if kind.startswith("board_") else None

    # ------------------------------------------------------------------------------------------------ digests

    def digest(self, news: News) -> Said:
        """Returns the digest: waiting turns, the most urgent first, challenges, and events since the last digest."""
        turns, challenges = news.inbox.turns, news.inbox.challenges
        parts = [texts.many(news.turns_count, "turn waits", "turns wait")] if news.turns_count else []
        parts += [texts.many(len(challenges), "challenge", "challenges")] if challenges else []
        blocks: list[Block] = []
        if news.turns_count:
            count = texts.many(news.turns_count, "table waits", "tables wait")
            blocks.append(heading(f"{count} for you, the most urgent first:"))
            blocks += [block for turn in turns for block in self._waiting(turn, news.abouts.get(turn.table_id))]
            rest = news.turns_count - len(turns)
            blocks.append(lines(f"and {rest} more" if rest else None))
        if challenges:
            blocks.append(
                heading(f"{texts.many(len(challenges), 'challenge waits', 'challenges wait')} for an answer:")
            )
            blocks.append(Block("list", [self._challenge(each.table_id, each.by, news) for each in challenges]))
        if news.events:
            blocks.append(heading("What has happened:"))
            blocks.append(Block("list", [self._event(each, news) for each in news.events]))
        return Said(", ".join(parts) or "What has happened at your tables", blocks)

    def _waiting(self, turn: WaitingTurn, about: TableAbout | None) -> Iterable[Block]:
        by = f", until {self._time(turn.deadline_at)}" if turn.deadline_at else ""
        first = f"Your turn to {texts.asked(turn.what)}{by}{texts.URGENCIES[turn.urgency]}."
        yield lines(first, *self._about(about, is_short=True))
        yield Block("link", [Link("Open the table", self.table_link(turn.table_id))])

    def _challenge(self, table: str, by: str, news: News) -> Item:
        about = news.abouts.get(table)
        sentence = texts.happened("challenged", {"by": by}, news.names)
        return Item(f"{sentence}: {texts.game_line(about)}" if about else sentence, self.table_link(table))

    def _event(self, each: Numbered, news: News) -> Item:
        place = texts.place(news.abouts.get(each.table_id)) if each.table_id else ""
        sentence = texts.happened(each.type, each.data, news.names)
        link = self.link_of(each.type, each.data)
        url = self.table_link(each.table_id) if each.table_id else link and link.url
        return Item(f"{self._time(each.recorded_at)}: {sentence}{place and f' ({place})'}", url)

    # ------------------------------------------------------------------------------------------------ parts of them

    def table_link(self, table: str) -> str:
        """Returns the address of a table: of the setting, or its page here."""
        template = self._settings.mail_table_link or f"{self._settings.public_address}/v1/tables/{{table}}"
        return template.replace("{table}", table)

    def _until(self, part: Part) -> str | None:
        return part.deadline.format(self._time(part.until)) if part.until else None

    def _time(self, at: datetime) -> str:
        """Returns a time in the player's time zone, to the minute."""
        return f"{at.astimezone(self._place):%a %d %b %Y, %H:%M} ({self._zone})"


def _by_table(parts: Sequence[Part]) -> list[list[Part]]:
    """Returns the parts in groups of one table, or of one part; the most urgent group first, each in order of time."""
    keyed = sorted(parts, key=lambda part: (part.table or f"~{part.number}", part.number))
    groups = [list(group) for _, group in groupby(keyed, key=lambda part: part.table or f"~{part.number}")]
    return sorted(groups, key=lambda group: min(part.urgency for part in group))
