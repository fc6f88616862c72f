"""Corrections: the period in which results can be overridden after the last one, and reopening.

| status | begins | what can be done | ends |
|---|---|---|---|
| `finishing` | when play ends | results are overridden | at `corrections_until`, or by `finish_tournament` |
| `finished` | when that period ends | the owner reopens it, within 30 days | by `reopen_tournament` |
| `finishing` again | by `reopen_tournament` | results are overridden | as the first time |

The length of the period is `corrections_s`. With 0 there is no period, and the tournament finishes at once. If such a
tournament is reopened, the default applies: a quarter of an hour where tables are live, and a day elsewhere.

While a tournament is finishing, nobody plays, enters or leaves, so nothing is sealed. Lots are drawn when it finishes
for the first time, and they are kept when it finishes again. A correction therefore affects only the entrants
concerned. The 30 days count from the first finish, even after several reopenings.

A corrected result updates everything that depends on it. Standings, cross tables and reports use the current results.
Ratings and grades are recalculated from the game or session on. A league takes over the new standings of a division
(`domain/tournaments/leagues/corrections.py`). To undo a correction, override the result again.

In a knock-out, the winner of a match cannot change once a later match was paired with it. When play has ended, every
match has a winner, or neither side played it.
"""

from typing import Any, Final

from domain.clocks.rules import ClockRules
from domain.kernel.instants import DAY_MS, SECOND_MS, Instant, later, write_instant
from domain.kernel.messages import message
from domain.kernel.players import PlayerId
from domain.kernel.shuffle import SECRET_BYTES
from domain.ratings.pools import pace_of
from domain.tournaments.boards.records import Place
from domain.tournaments.commands import FinishTournament, ReopenTournament, UndoStaffAct
from domain.tournaments.events import CorrectionsOpened, TournamentFinished, TournamentReopened
from domain.tournaments.formats.kinds import GroupsKnockOut, KnockOut
from domain.tournaments.pairing import knock_out
from domain.tournaments.parts import Correction
from domain.tournaments.recorder import TournamentRecorder
from domain.tournaments.refusals import ReopeningTooLate, TournamentFinishing, TournamentNotFinished, TournamentOver
from domain.tournaments.rounds.commands import OverrideBoard, OverrideResult
from domain.tournaments.rounds.refusals import BracketPlayedOn, InvalidResult
from domain.tournaments.staff import AppointStaff, DismissStaff, LeaveStaff, checked_reason
from domain.tournaments.state import Tournament, pairing_context

LIVE_S: Final = 900
CORRESPONDENCE_S: Final = 86_400
REOPEN_DAYS: Final = 30

WHILE_FINISHING = (
    OverrideResult,
    OverrideBoard,
    FinishTournament,
    AppointStaff,
    DismissStaff,
    LeaveStaff,
    UndoStaffAct,
)
"""The commands that a finishing tournament accepts."""


def default_corrections_s(clock: ClockRules) -> int:
    """Returns the default length of the period for corrections in seconds, by the clock of the tables."""
    return LIVE_S if pace_of(clock, has_given_deals=False) == "live" else CORRESPONDENCE_S


def reopen_until(tournament: Tournament) -> Instant | None:
    """Returns until when the owner can reopen a tournament; `None` if it is not finished, or was cancelled."""
    if tournament.status != "finished" or tournament.finished_at is None:
        return None
    return later(tournament.finished_at, REOPEN_DAYS * DAY_MS)


def check_possible_after_play(tournament: Tournament, command: Any, now: Instant) -> None:
    """Checks that a command is possible when play has ended.

    Raises:
        TournamentOver: it is finished or was cancelled; the refusal says until when it can be reopened.
        TournamentFinishing: only results can be corrected.
    """
    if isinstance(command, ReopenTournament):
        return
    if tournament.is_over:
        raise _tournament_over(tournament, now)
    if tournament.finishing is not None and not isinstance(command, WHILE_FINISHING):
        raise _tournament_finishing(tournament.finishing.until)


def _tournament_over(tournament: Tournament, now: Instant) -> TournamentOver:
    until = reopen_until(tournament)
    facts: dict[str, Any] = {"status": tournament.status}
    hint = message("you can still read it")
    if until is not None and now <= until:
        facts["reopen_until"] = write_instant(until)
        hint = message(
            "to correct results, the owner can send reopen_tournament until {facts}", facts=facts["reopen_until"]
        )
    return TournamentOver(message("the tournament is {status}", status=tournament.status), hint=hint, facts=facts)


def _tournament_finishing(until: Instant) -> TournamentFinishing:
    at = write_instant(until)
    return TournamentFinishing(
        message("all matches are played, and the tournament is finishing"),
        hint=message("until {at} staff can send override_result, override_board or finish_tournament", at=at),
        facts={"corrections_until": at},
    )


# ------------------------------------------------------------------------------------------------ the end, and back


def end_play(recorder: TournamentRecorder, by: PlayerId | None, reason: str | None) -> None:
    """Ends play. The tournament finishes after the period for corrections, or at once if there is none."""
    corrections_s = recorder.tournament.settings.corrections_s
    if corrections_s:
        recorder.record(CorrectionsOpened(by, recorder.now, reason, later(recorder.now, corrections_s * SECOND_MS)))
    else:
        finish_tournament(recorder, by, reason)


def finish_tournament(recorder: TournamentRecorder, by: PlayerId | None, reason: str | None = None) -> None:
    """Finishes a tournament after its corrections."""
    finishing = recorder.tournament.finishing
    early = finishing.early if finishing is not None else None
    recorder.record(
        TournamentFinished(by, reason or early, _key_of_lots(recorder), recorder.now, ends_play=finishing is None)
    )


def finish_if_due(recorder: TournamentRecorder) -> None:
    """Finishes a tournament whose period for corrections is over."""
    finishing = recorder.tournament.finishing
    if finishing is not None and finishing.until <= recorder.now:
        finish_tournament(recorder, None)


def _key_of_lots(recorder: TournamentRecorder) -> str | None:
    """Returns the key of the draw of lots if lots are used: fresh, and so unknown before the end.

    A tournament that was reopened keeps the key of its first end.
    """
    tournament = recorder.tournament
    if tournament.finished_at is not None:
        return tournament.lots
    if "lots" not in tournament.settings.tie_breaks:
        return None
    check_secret(recorder.context.secret)
    return recorder.context.secret.hex()


def check_secret(secret: bytes) -> None:
    """Checks the length of the random bytes. Raises `ValueError`."""
    if len(secret) < SECRET_BYTES:
        raise ValueError(f"a secret cannot have {len(secret)} bytes")


def reopen_tournament(recorder: TournamentRecorder, command: ReopenTournament) -> None:
    """Reopens the tournament for another period for corrections.

    Raises:
        TournamentNotFinished: it is not finished.
        TournamentOver: it was cancelled.
        ReopeningTooLate: it finished too long ago.
        ReasonNeeded: no reason was given.
    """
    tournament = recorder.tournament
    if tournament.status == "cancelled":
        raise _tournament_over(tournament, recorder.now)
    until = reopen_until(tournament)
    if until is None:
        raise TournamentNotFinished(
            message("the tournament is {status}", status=tournament.status),
            hint=(
                message("override its results instead")
                if tournament.has_begun
                else message("wait until it is finished")
            ),
            facts={"status": tournament.status},
        )
    if recorder.now > until:
        raise ReopeningTooLate(
            message("a tournament can be reopened within {reopen_days} days after its end", reopen_days=REOPEN_DAYS),
            hint=message("its results have been final since {write_instant}", write_instant=write_instant(until)),
            facts={"reopen_until": write_instant(until)},
        )
    settings = tournament.settings
    corrections_s = settings.corrections_s or default_corrections_s(settings.play.clock)
    recorder.record(
        TournamentReopened(
            command.by, recorder.now, checked_reason(command.reason), later(recorder.now, corrections_s * SECOND_MS)
        )
    )


def corrected_since(tournament: Tournament, since: Instant) -> int:
    """Returns how many results and board scores have changed since that moment. Undone corrections do not count."""
    spans: dict[tuple[int, int, Place | None], tuple[Correction, Correction]] = {}
    for each in tournament.corrected:
        if each.at is not None and each.at >= since:
            key = (each.round, each.match, each.place)
            spans[key] = (spans.get(key, (each, each))[0], each)
    return sum((first.before, first.was) != (last.after, last.now) for first, last in spans.values())


# ------------------------------------------------------------------------------------------------ brackets


def check_bracket_holds(recorder: TournamentRecorder) -> None:
    """Checks that an overridden result leaves the pairings of later rounds of a bracket valid.

    Raises:
        BracketPlayedOn: a later match was paired with another winner of this one.
        InvalidResult: play has ended, and a match has no winner.
    """
    format_, tournament = recorder.context.format_, recorder.tournament
    if not isinstance(format_, KnockOut | GroupsKnockOut):
        return
    known = format_.bracket_context(pairing_context(tournament))
    if known is None:
        return
    try:
        states = knock_out.bracket_states(known, format_.bracket_rules)
    except knock_out.NotOfTheBracket as refusal:
        raise _bracket_played_on(refusal.facts) from None
    undecided = [state.match for state in states if state.state == "undecided"]
    if any(match.round < len(known.rounds) for match in undecided):
        raise _bracket_played_on({"matches": [match.number for match in undecided]})
    if undecided and tournament.play_is_over:
        raise InvalidResult(
            message(
                "match {number} of the bracket has no winner, but all matches are played", number=undecided[0].number
            ),
            hint=message("give one side more points, or use the kind double_forfeit"),
        )


def _bracket_played_on(facts: dict[str, object]) -> BracketPlayedOn:
    return BracketPlayedOn(
        message("a later round is already paired with the winner of this match"),
        hint=message("override the result of the last round that either side has played"),
        facts=facts,
    )
