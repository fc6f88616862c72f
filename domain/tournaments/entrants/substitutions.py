"""Substitutions for a time: a player on vacation lends the seat, and gets it back.

| step | when |
|---|---|
| the replaced player calls the substitute with `until` | on vacation, or before an announced one; at most to its end |
| the substitute takes the seat | at once on vacation and a day before it; otherwise when the vacation begins |
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
from domain.kernel.messages import Message, message
from domain.kernel.players import PlayerId
from domain.tournaments import refusals
from domain.tournaments.boards import line_ups
from domain.tournaments.boards.choosing import check_knows_no_deals, check_remembers_no_deals
from domain.tournaments.entrants.commands import CallSubstitute, EndSubstitution
from domain.tournaments.entrants.substitution_events import (
    SubstitutionArranged,
    SubstitutionBegun,
    SubstitutionDropped,
    SubstitutionEnd,
    SubstitutionEnded,
)
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
                message(
                    "{substitute} replaces {player} for a time", substitute=each.substitute, player=each.away.player
                ),
                hint=message("send end_substitution first"),
                facts={"player": each.away.player},
            )


def start_of_substitution(
    recorder: TournamentRecorder, entry: Entry, command: CallSubstitute, until: Instant
) -> Instant | None:
    """Returns when the sender is replaced for a time; `None` for now. Later, an announced vacation begins then.

    Raises:
        TournamentNotRunning, PlayPaused: nobody plays now.
        NotOfEntrant: the sender is not the replaced player, or has no seat of the entrant.
        SubstitutionNotPossible: entrants are single players, or the sender is not on vacation for that time.
    """
    tournament, by, now = recorder.tournament, command.by, recorder.now
    check_running(tournament)
    if by is None or by not in entry.players[: _seats(tournament)] or command.instead_of not in (None, by):
        raise refusals.NotOfEntrant(
            message("{by} can lend only a seat of their own", by=by),
            hint=message("omit until to replace another player for good"),
        )
    if tournament.settings.entrants.kind == "player":
        raise _not_possible(
            message("each entrant is a single player"), message("leave the seat to a substitute for good")
        )
    check_replaced_by_nobody(entry, by)
    ahead = sorted(span for span in command.vacations if span[1] > now)
    if not ahead:
        raise _not_possible(
            message("you are not on vacation and announced none"), message("announce one with POST /v1/me/vacation")
        )
    starts, ends = next((span for span in ahead if span[1] >= until), ahead[-1])
    if not max(now, starts) < until <= ends:
        raise refusals.SubstitutionNotPossible(
            message("until is not within your vacation"),
            hint=message("give a time in the future, at most the end of the vacation"),
            facts={"at": write_instant(ends)},
        )
    return starts if starts > later(now, DAY_MS) else None


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
        raise _not_possible(
            message("{player} has played for another side in an open match", player=player),
            message("call another player"),
        )


def begin_substitution(
    recorder: TournamentRecorder, entry: Entry, found: Substitute, command: CallSubstitute, starts: Instant | None
) -> None:
    """Records that a player on the list replaces the sender for a time, now or from `starts` on.

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
        raise _not_possible(
            message("{player} already takes part with {id}", player=found.player, id=own.id),
            message("call another player"),
        )
    if command.by is None or command.until is None:
        raise ValueError("a substitution for a time has a replaced player and an end")
    if starts is not None:
        recorder.record(SubstitutionArranged(entry.id, command.by, found.player, starts, command.until))
        return
    recorder.record(SubstitutionBegun(entry.id, command.by, found.player, found.rating, command.until))


def end_substitution(recorder: TournamentRecorder, command: EndSubstitution) -> None:
    """Records that a replaced player has the seat back, or that an arranged substitution does not take place.

    Raises `NoSubstitution`, `NotOfEntrant`.
    """
    tournament, by = recorder.tournament, command.by
    check_running(tournament)
    for entry in tournament.entries:
        for each in _open(entry):
            if entry.status != "out" and each.away.player == command.player:
                _check_has_part(tournament, entry, (each.substitute, each.away.player), by)
                why: SubstitutionEnd = "left" if by == each.substitute else "returned"
                end(recorder, entry, each, by, why)
                return
        for arranged in entry.arranged:
            if arranged.player == command.player:
                _check_has_part(tournament, entry, (arranged.substitute, arranged.player), by)
                recorder.record(SubstitutionDropped(entry.id, by, arranged.substitute, arranged.player))
                return
    if by is not None and tournament.entry_of(by) is None and not has_right(tournament, by, "entrants"):
        raise refusals.NotOfEntrant(
            message("{by} does not take part", by=by), hint=message("ask one of its players, or staff")
        )
    raise refusals.NoSubstitution(
        message("nobody replaces {player} for a time", player=command.player), hint=message("no action is needed")
    )


def _check_has_part(tournament: Tournament, entry: Entry, both: tuple[PlayerId, PlayerId], by: PlayerId | None) -> None:
    """Checks that somebody may end a substitution of these two players. Raises `NotOfEntrant`."""
    if by is not None and by not in (*both, entry.captain) and not has_right(tournament, by, "entrants"):
        raise refusals.NotOfEntrant(
            message("{by} has no part in this substitution", by=by), hint=message("ask one of its players, or staff")
        )


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


def begins_of_substitutions(tournament: Tournament) -> Iterator[tuple[Instant, CallSubstitute, EndSubstitution]]:
    """Yields when each arranged substitution begins, the command that begins it, and the one that cancels it."""
    if tournament.status == "running" and tournament.paused_at is None:
        for entry in tournament.entries:
            for each in entry.arranged:
                if entry.status != "out":
                    call = CallSubstitute(each.player, entry.id, each.substitute, until=each.until)
                    yield each.begins_at, call, EndSubstitution(None, each.player)


def _end_in_time(entry: Entry, each: Substitution, recorder: TournamentRecorder) -> None:
    end(recorder, entry, each, None, "time")


def _not_possible(detail: Message, hint: Message) -> refusals.SubstitutionNotPossible:
    return refusals.SubstitutionNotPossible(detail, hint=hint)
