"""Remarks about a pairing: what staff may want to know, although no rule forbids it.

| remark | meaning |
|---|---|
| `club` | two entrants of one club meet; a Swiss avoids this where it can |
"""

from collections.abc import Iterable, Iterator
from typing import Any, Literal, NamedTuple

from domain.kernel.messages import Message, message
from domain.tournaments.rounds.events import RoundPaired, RoundScheduled
from domain.tournaments.state import Tournament
from domain.tournaments.terms import EntrantId, Match


class Remark(NamedTuple):
    """A remark about a match.

    Attributes:
        rule: its name, for programs.
        detail: one sentence.
        match: the number of the match, from 1.
        entrants: the entrants concerned.
    """

    rule: Literal["club"]
    detail: Message
    match: int
    entrants: tuple[EntrantId, ...]


def remarks(tournament: Tournament, events: Iterable[Any]) -> Iterator[Remark]:
    """Yields the remarks about the rounds that these events pair. `tournament` is the state after them.

    There are none if results are hidden, because a pairing that nobody has published yet can follow from them.
    """
    if tournament.settings.is_sealed:
        return
    clubs = {entry.id: entry.club for entry in tournament.entries if entry.club is not None}
    for event in events:
        if isinstance(event, RoundPaired | RoundScheduled):
            for number, match in enumerate(event.matches or (), start=1):
                yield from _of_match(clubs, number, match)


def _of_match(clubs: dict[EntrantId, str], number: int, match: Match) -> Iterator[Remark]:
    first, second = match
    club = clubs.get(first)
    if club is not None and club == clubs.get(second):
        yield Remark(
            "club",
            message("{first} and {second} are of the club {club}.", first=first, second=second, club=club),
            number,
            (first, second),
        )
