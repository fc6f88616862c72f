"""Commands of staff that keep entrants apart, such as members of one household, or let them meet again.

| format | effect on two that are kept apart |
|---|---|
| `swiss` | never meet |
| `night`, `individual_swiss` | never share a table, as partners or opponents; chosen partners are parted |
| all others | not possible: their pairings follow from the field |

An exclusion applies from the next round on, and is public.
"""

from collections.abc import Callable, Sequence
from itertools import combinations
from typing import Any

from domain.kernel.messages import message
from domain.tournaments.entrants.commands import KeepApart, LetMeet
from domain.tournaments.entrants.events import EntrantsKeptApart, EntrantsLetMeet, PartnersParted
from domain.tournaments.formats.kinds import KEEPING_APART
from domain.tournaments.recorder import TournamentRecorder
from domain.tournaments.refusals import CannotKeepApart, EntrantOut, NoSuchEntrant, NotKeptApart
from domain.tournaments.state import Tournament
from domain.tournaments.terms import EntrantId

GROUP_LIMIT = 20
"""The largest number of entrants in one command."""
APART_LIMIT = 1000
"""The largest number of excluded pairs in a tournament."""


def _keep_apart(recorder: TournamentRecorder, command: KeepApart) -> None:
    tournament = recorder.tournament
    if tournament.settings.format not in KEEPING_APART:
        raise CannotKeepApart(
            message("the entrants determine all pairings of a {format}", format=tournament.settings.format),
            hint=message("use a Swiss or a night"),
            facts={"known": sorted(KEEPING_APART)},
        )
    entrants = _checked_entrants(tournament, command.entrants)
    twos = set(map(frozenset, combinations(entrants, 2)))
    if len(tournament.kept_apart() | twos) > APART_LIMIT:
        raise CannotKeepApart(
            message("there are too many exclusions"),
            hint=message("keep at most {apart_limit} pairs of entrants apart", apart_limit=APART_LIMIT),
        )
    if twos <= tournament.kept_apart():
        raise CannotKeepApart(message("they are already kept apart"), hint=message("no action is needed"))
    for one, other in combinations(entrants, 2):
        if tournament.partner_of(one) == other:
            recorder.record(PartnersParted(one, command.by, other))
    recorder.record(EntrantsKeptApart(command.by, entrants))


def _let_meet(recorder: TournamentRecorder, command: LetMeet) -> None:
    entrants = _checked_entrants(recorder.tournament, command.entrants)
    if not recorder.tournament.kept_apart().intersection(map(frozenset, combinations(entrants, 2))):
        raise NotKeptApart(message("no two of these are kept apart"), hint=message("no action is needed"))
    recorder.record(EntrantsLetMeet(command.by, entrants))


def _checked_entrants(tournament: Tournament, entrants: Sequence[EntrantId]) -> tuple[EntrantId, ...]:
    """Returns two or more entrants, each once. Raises `CannotKeepApart`, `NoSuchEntrant` or `EntrantOut`."""
    if not 2 <= len(entrants) <= GROUP_LIMIT or len(set(entrants)) < len(entrants):
        raise CannotKeepApart(
            message("the command does not name several different entrants"),
            hint=message("name 2 to {group_limit}, each once", group_limit=GROUP_LIMIT),
        )
    for each in entrants:
        entry = tournament.entry(each)
        if entry is None:
            raise NoSuchEntrant(
                message("there is no entrant {each}", each=each),
                hint=message("read the list of entrants for their ids"),
            )
        if entry.status == "out":
            raise EntrantOut(message("{each} has withdrawn", each=each), hint=message("omit it"))
    return tuple(entrants)


COMMANDS: dict[type, Callable[[TournamentRecorder, Any], None]] = {KeepApart: _keep_apart, LetMeet: _let_meet}
"""The handler of each command about exclusions."""
