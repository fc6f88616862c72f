"""The tables of a match: how they are opened, and what comes of them.

| seats | who sits there |
|---|---|
| of the side with seat 0 | who plays for `first`, in the order in which they joined; in a night the two partners |
| of the other side | who plays for `second` |

| how a table has ended | what the match is worth |
|---|---|
| one side has won, has conceded to the other, or was ahead after so many hands | won by it |
| a seat has forfeited | won by the other side; if no hand was played to its end that is a forfeit, otherwise a match |
| nobody has won | drawn; where the format needs winners, played on at another table |
| all have agreed to give it up | as if nobody had won, but as `adjudicated`, since nothing was played out |
| nobody has won at three tables, where the format needs winners | won by the better seed, as `adjudicated` |
| it has to be played on, no deadline will come, and a side lacks a player | forfeited by that side |

While a match is played on at another table only that one counts.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from domain.seats import Seat
from domain.table.asking import asking
from domain.table.commands import OpenTable, Sit
from domain.table.events import PlayerId
from domain.table.state import Table
from domain.tournament.adjudication import awarded, forfeited
from domain.tournament.commands import MatchReport
from domain.tournament.format import Format
from domain.tournament.formats import sides_of
from domain.tournament.rounds import EntrantId, Match, Result, ResultKind
from domain.tournament.state import Tournament, better_side, lacks_players

OVER = ("finished", "cancelled")
REPLAYS = 2
"""So many times a drawn match is played on at another table where the format needs winners."""


class Opening(NamedTuple):
    """How a table is opened at once with all its players, by which it begins."""

    opened: OpenTable
    seats: tuple[Sit, ...]


def opening(tournament: Tournament, form: Format, match: Match, entropy: Callable[[], str]) -> Opening | None:
    """How the table of a match is opened.

    Args:
        tournament: in which it is played.
        form: its format.
        match: who meets.
        entropy: gives some for each seat.

    Returns:
        Nothing while a side has not exactly the players who sit there.
    """
    play = tournament.settings.play
    seated: list[tuple[Seat, PlayerId]] = []
    for seats, side in zip(sides_of(play), match, strict=True):
        players = _players(tournament, form, side)
        if len(players) != len(seats):
            return None
        seated += zip(seats, players, strict=True)
    seated.sort()
    opened = OpenTable(
        by=seated[0][1],
        game=play.game,
        profile=play.profile,
        overrides=play.overrides,
        listed=True,
        hands=play.hands,
        clock=play.clock,
        pauses=play.pauses,
        ladder=play.ladder,
        starts_when_full=True,
        world=tournament.world,
    )
    return Opening(opened, tuple(Sit(player, seat, entropy()) for seat, player in seated))


def _players(tournament: Tournament, form: Format, side: EntrantId) -> list[PlayerId]:
    entries = (tournament.entry(entrant) for entrant in form.entrants_of(side))
    return [player for entry in entries if entry is not None for player in entry.players]


def wants_table(form: Format, tables: Sequence[Table]) -> bool:
    """Whether a match without a result has to be played at a table, or at another one.

    Args:
        form: the format of the tournament.
        tables: those of the match, in the order in which they were linked.
    """
    if not tables:
        return True
    last = tables[-1]
    if last.status == "cancelled":
        return True
    is_drawn = last.result is not None and not last.result.winners
    return form.needs_winners and is_drawn and sum(table.result is not None for table in tables) <= REPLAYS


def result_of(tournament: Tournament, form: Format, match: Match, tables: Sequence[Table]) -> Result | None:
    """What the tables of a match of the round that is played say it was worth; none while they say nothing."""
    if not tables:
        return None
    if wants_table(form, tables):
        return _without_players(tournament, form, match)
    last = tables[-1]
    if last.result is None:
        return None
    plan, winners = tournament.settings.rounds, set(last.result.winners)
    if not winners:
        better = better_side(tournament, form, match)
        if better is not None:
            return awarded(plan, to_first=better == "first")
        return Result(plan.draw, plan.draw, "adjudicated" if last.result.reason == "abandoned" else "played")
    first = set(sides_of(tournament.settings.play)[0])
    kind = _kind(last)
    return Result(plan.win, plan.loss, kind) if winners & first else Result(plan.loss, plan.win, kind)


def _without_players(tournament: Tournament, form: Format, match: Match) -> Result | None:
    """What a match is worth that cannot be played on for want of players; none where it can, or a deadline comes."""
    played = tournament.open_round
    if played is None or played.deadline is not None:
        return None
    lacking = [lacks_players(tournament, form, side) for side in match]
    if not any(lacking):
        return None
    return forfeited(tournament.settings.rounds, by_first=lacking[0], by_second=lacking[1])


def _kind(table: Table) -> ResultKind:
    is_forfeited = table.result is not None and table.result.reason == "forfeited"
    return "forfeit" if is_forfeited and not table.game.hands_played(table.match) else "played"


def report_of(tournament: Tournament, number: int, tables: Sequence[Table]) -> MatchReport:
    """How a match without a result stands: who is ahead at its last table, and for whom that waits.

    It waits for those who are to move, and for those for whom a bot plays until they are back.
    """
    last = tables[-1] if tables else None
    if last is None or last.match is None or last.status in OVER:
        return MatchReport(number)
    leaders, first = set(last.game.leaders(last.match)), set(sides_of(tournament.settings.play)[0])
    waited = {each.player for each in asking(last) if each.bot is None}
    seats = zip(last.seats, last.absences, strict=True)
    waited |= {who.player for who, absence in seats if who is not None and absence.bot is not None}
    return MatchReport(number, int(bool(leaders & first)), int(bool(leaders - first)), tuple(sorted(waited)))
