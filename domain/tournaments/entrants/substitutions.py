"""Substitutions for a time: a player on vacation lends the seat, and gets it back.

| step | when |
|---|---|
| the replaced player calls the substitute with `until` | on vacation, or a day before it; at most to its end |
| the substitute has agreed | by an offer: a player of the list, or a member of the same team without a seat |
| the replaced player gets the seat back | at `until`, or when somebody ends the substitution before |
| the substitute leaves the tournament | the replaced player gets the seat back at once |
| the replaced player leaves the tournament | the substitute plays on, as if called without `until` |

Only pairs and teams have such substitutions. The replaced player still takes part: they cannot enter again, and see no
boards in play. A substitute is never the captain. Someone who was a substitute of a side cannot play for another side
until the open matches of the first one are over, because they have seen its cards.
"""

from collections.abc import Callable, Iterator
from functools import partial

from domain.kernel.instants import DAY_MS, Instant, later, write_instant
from domain.kernel.players import PlayerId
from domain.tournaments import refusals
from domain.tournaments.boards import line_ups
from domain.tournaments.boards.choosing import check_knows_no_deals, check_remembers_no_deals
from domain.tournaments.entrants.commands import CallSubstitute, EndSubstitution
from domain.tournaments.entrants.events import SubstitutionBegun, SubstitutionEnd, SubstitutionEnded
from domain.tournaments.formats.format import entrants_of_match
from domain.tournaments.matches.results import check_running
from domain.tournaments.parts import Entry, Substitute, Substitution
from domain.tournaments.recorder import TournamentRecorder
from domain.tournaments.staff import has_right
from domain.tournaments.state import Tournament


def is_without_seat(tournament: Tournament, player: PlayerId) -> bool:
    """Returns whether a player is a member of a team that seats others, and could substitute for these."""
    entry = tournament.entry_of(player)
    if entry is None or player not in entry.players or any(player == each.away.player for each in _open(entry)):
        return False
    return entry.players.index(player) >= _seats(tournament)


def _seats(tournament: Tournament) -> int:
    """Returns the number of players of an entrant who are seated in a match."""
    settings = tournament.settings
    if settings.entrants.kind != "team":
        return settings.entrants.members_most
    side = line_ups.side_size(settings.play)
    return side * line_ups.rooms_of(settings, side)


def _open(entry: Entry) -> tuple[Substitution, ...]:
    return entry.open_substitutions


def check_replaced_by_nobody(entry: Entry, player: PlayerId | None) -> None:
    """Checks that a player neither substitutes for a time nor is replaced. Raises `SubstitutionNotPossible`."""
    for each in _open(entry):
        if player in (each.substitute, each.away.player):
            raise refusals.SubstitutionNotPossible(
                f"{each.substitute} replaces {each.away.player} for a time",
                hint="send end_substitution first",
                facts={"player": each.away.player},
            )


def check_may_be_replaced(recorder: TournamentRecorder, entry: Entry, command: CallSubstitute, until: Instant) -> None:
    """Checks that the sender can be replaced for a time.

    Raises:
        TournamentNotRunning, PlayPaused: nobody plays now.
        NotOfEntrant: the sender is not the replaced player, or has no seat of the entrant.
        SubstitutionNotPossible: entrants are single players, or the sender is not on vacation for that time.
    """
    tournament, by, now = recorder.tournament, command.by, recorder.now
    check_running(tournament)
    if by is None or by not in entry.players[: _seats(tournament)] or command.instead_of not in (None, by):
        raise refusals.NotOfEntrant(
            f"{by} can lend only a seat of their own", hint="omit until to replace another player for good"
        )
    if tournament.settings.entrants.kind == "player":
        raise _not_possible("each entrant is a single player", "leave the seat to a substitute for good")
    check_replaced_by_nobody(entry, by)
    ends = max((end for start, end in command.vacations if start <= later(now, DAY_MS) and end > now), default=None)
    if ends is None:
        raise _not_possible("you are not on vacation, nor within a day", "begin a vacation with POST /v1/me/vacation")
    if not now < until <= ends:
        raise refusals.SubstitutionNotPossible(
            "until is not within your vacation",
            hint="give a time in the future, at most the end of the vacation",
            facts={"at": write_instant(ends)},
        )


def check_no_opponent(recorder: TournamentRecorder, entry: Entry, player: PlayerId) -> None:
    """Checks that a player has not substituted for another entrant in a match that is still open.

    Raises:
        SubstitutionNotPossible: they have, and have seen its cards.
    """
    tournament, format_ = recorder.tournament, recorder.context.format_
    helped = {
        other.id
        for other in tournament.entries
        if other.id != entry.id and any(each.substitute == player for each in other.substitutions)
    }
    playing = {
        entrant
        for round_ in tournament.open_rounds
        for number in round_.open_matches()
        for entrant in entrants_of_match(format_, round_.paired.matches[number - 1])
    }
    if helped & playing:
        raise _not_possible(f"{player} has played for another side in an open match", "call another player")


def begin_substitution(recorder: TournamentRecorder, entry: Entry, found: Substitute, command: CallSubstitute) -> None:
    """Records that a player on the list replaces the sender for a time.

    Raises:
        SubstitutionNotPossible: the substitute takes part elsewhere, or has a seat.
        KnowsTheDeals: the substitute knows boards in play.
    """
    tournament = recorder.tournament
    own = tournament.entry_of(found.player)
    if own is None:
        check_knows_no_deals(recorder, found.player, command.linked)
    elif own.id == entry.id and is_without_seat(tournament, found.player):
        check_remembers_no_deals(recorder, found.player, command.linked)
    else:
        raise _not_possible(f"{found.player} already takes part with {own.id}", "call another player")
    if command.by is None or command.until is None:
        raise ValueError("a substitution for a time has a replaced player and an end")
    recorder.record(SubstitutionBegun(entry.id, command.by, found.player, found.rating, command.until))


def end_substitution(recorder: TournamentRecorder, command: EndSubstitution) -> None:
    """Records that a replaced player has the seat back. Raises `NoSubstitution`, `NotOfEntrant`."""
    tournament = recorder.tournament
    check_running(tournament)
    for entry in tournament.entries:
        for each in _open(entry):
            if entry.status != "out" and each.away.player == command.player:
                is_one_of_both = command.by in (each.substitute, each.away.player)
                if not (is_one_of_both or command.by == entry.captain or has_right(tournament, command.by, "entrants")):
                    raise refusals.NotOfEntrant(
                        f"{command.by} has no part in this substitution", hint="ask one of its players, or staff"
                    )
                why: SubstitutionEnd = "left" if command.by == each.substitute else "returned"
                end(recorder, entry, each, command.by, why)
                return
    if tournament.entry_of(command.by) is None and not has_right(tournament, command.by, "entrants"):
        raise refusals.NotOfEntrant(f"{command.by} does not take part", hint="ask one of its players, or staff")
    raise refusals.NoSubstitution(f"nobody replaces {command.player} for a time", hint="no action is needed")


def end(
    recorder: TournamentRecorder, entry: Entry, each: Substitution, by: PlayerId | None, why: SubstitutionEnd
) -> None:
    """Records the end of an open substitution."""
    recorder.record(SubstitutionEnded(entry.id, by, each.substitute, each.away.player, why))


def end_by_leaving(recorder: TournamentRecorder, entry: Entry, player: PlayerId) -> bool:
    """Ends the substitution of a player who leaves the tournament, if there is one.

    Returns:
        Whether the player is no member any more, so that nothing else follows.
    """
    for each in _open(entry):
        if player in (each.substitute, each.away.player):
            end(recorder, entry, each, player, "left" if player == each.substitute else "kept")
    after = recorder.tournament.entry(entry.id)
    return after is None or player not in after.players


def ends_of_substitutions(tournament: Tournament) -> Iterator[tuple[Instant, Callable[[TournamentRecorder], None]]]:
    """Yields when each open substitution ends, and the step that then gives the seat back."""
    if tournament.status == "running" and tournament.paused_at is None:
        for entry in tournament.entries:
            if entry.status != "out":
                yield from ((each.until, partial(_end_in_time, entry, each)) for each in _open(entry))


def _end_in_time(entry: Entry, each: Substitution, recorder: TournamentRecorder) -> None:
    end(recorder, entry, each, None, "time")


def _not_possible(detail: str, hint: str) -> refusals.SubstitutionNotPossible:
    return refusals.SubstitutionNotPossible(detail, hint=hint)
