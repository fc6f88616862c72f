"""Corrections: for how long results can be overridden after the last one, and how an end is taken back.

| status | how it comes about | what can be done | how it ends |
|---|---|---|---|
| `finishing` | nothing is left to play | results are overridden | at `corrections_until`, or by `finish_tournament` |
| `finished` | that time is over | the owner reopens it, within 30 days | by `reopen_tournament` |
| `finishing` again | by `reopen_tournament` | results are overridden | as the first time |

The time is `corrections_s`, where 0 is none: the tournament is finished at once. If one without it is reopened, it is
the usual time: a quarter of an hour where tables are live, and a day elsewhere.

Nobody plays, enters or leaves any more while a tournament is finishing, so nothing is sealed. Lots are drawn when it is
finished for the first time, and stay as they were drawn when it is finished again: a correction moves those whom it
concerns. The 30 days are counted from the first end, however often it is reopened.

What follows from a result follows from its correction: standings, cross tables and reports are made of the results as
they stand, ratings and grades put their pools back to the place of the game or the session, and a league takes the new
standings of a division over (`domain/tournament/leagues/corrections.py`). To undo a correction, override the result
once more.

In a knock-out a result cannot be given to the other side once a later match was paired by it: who has played the final
has played it. Once nothing is left to play a match has a winner, or was not played by either side.
"""

from typing import Any, Final

from domain.clocks.rules import ClockRules
from domain.instants import DAY_MS, LAST, SECOND_MS, Instant, write_instant
from domain.rating.pools import pace_of
from domain.shuffle import SECRET_BYTES
from domain.table.events import PlayerId
from domain.tournament.commands import (
    AppointStaff,
    DismissStaff,
    FinishTournament,
    LeaveStaff,
    OverrideBoard,
    OverrideResult,
    ReopenTournament,
)
from domain.tournament.duplicate.records import Place
from domain.tournament.events import CorrectionsOpened, TournamentFinished, TournamentReopened
from domain.tournament.formats import KnockOut
from domain.tournament.pairing import knock_out
from domain.tournament.refusals import (
    BracketPlayedOn,
    InvalidResult,
    ReopeningTooLate,
    TournamentFinishing,
    TournamentNotFinished,
    TournamentOver,
)
from domain.tournament.state import Correction, Tournament, course
from domain.tournament.story import Story, checked_reason

LIVE_S: Final = 900
CORRESPONDENCE_S: Final = 86_400
REOPEN_DAYS: Final = 30

WHILE_FINISHING = (OverrideResult, OverrideBoard, FinishTournament, AppointStaff, DismissStaff, LeaveStaff)
"""What can be asked of a tournament that is finishing."""


def usual_corrections_s(clock: ClockRules) -> int:
    """For how many seconds results are corrected where nothing else is said, by the clock of the tables."""
    return LIVE_S if pace_of(clock, has_given_deals=False) == "live" else CORRESPONDENCE_S


def reopen_until(tournament: Tournament) -> Instant | None:
    """Until when the owner can reopen a finished tournament; none where it is not finished, or was called off."""
    if tournament.status != "finished" or tournament.finished_at is None:
        return None
    return min(Instant(tournament.finished_at + REOPEN_DAYS * DAY_MS), LAST)


def check_possible(tournament: Tournament, command: Any, now: Instant) -> None:
    """Whether a command can be asked of the tournament after its play.

    Raises:
        TournamentOver: it is finished or was called off; the refusal says until when it can be reopened.
        TournamentFinishing: results can be corrected, and nothing else be done.
    """
    if isinstance(command, ReopenTournament):
        return
    if tournament.is_over:
        raise _over(tournament, now)
    if tournament.finishing is not None and not isinstance(command, WHILE_FINISHING):
        raise _finishing(tournament.finishing.until)


def _over(tournament: Tournament, now: Instant) -> TournamentOver:
    until = reopen_until(tournament)
    facts: dict[str, Any] = {"status": tournament.status}
    hint = "it can still be read"
    if until is not None and now <= until:
        facts["reopen_until"] = write_instant(until)
        hint = f"to correct its results the owner can ask for reopen_tournament until {facts['reopen_until']}"
    return TournamentOver(f"the tournament is {tournament.status}", hint=hint, facts=facts)


def _finishing(until: Instant) -> TournamentFinishing:
    at = write_instant(until)
    return TournamentFinishing(
        "nothing is left to play: the tournament is finishing",
        hint=f"until {at} staff can ask for override_result and override_board, or for finish_tournament",
        facts={"corrections_until": at},
    )


# ------------------------------------------------------------------------------------------------ the end, and back


def end_play(story: Story, by: PlayerId | None, reason: str | None) -> None:
    """Ends a tournament in which nothing is left to play: after the time for corrections, if there is one."""
    corrections_s = story.tournament.settings.corrections_s
    if corrections_s:
        story.tell(CorrectionsOpened(by, story.now, reason, _later(story.now, corrections_s)))
    else:
        finish(story, by, reason)


def finish(story: Story, by: PlayerId | None, reason: str | None = None) -> None:
    """Finishes a tournament, whose corrections are over."""
    finishing = story.tournament.finishing
    early = finishing.early if finishing is not None else None
    story.tell(TournamentFinished(by, reason or early, _lots(story), story.now, ends_play=finishing is None))


def finish_if_due(story: Story) -> None:
    """Finishes a tournament whose time for corrections is over."""
    finishing = story.tournament.finishing
    if finishing is not None and finishing.until <= story.now:
        finish(story, None)


def _lots(story: Story) -> str | None:
    """The key with which lots are drawn, where they decide: fresh, and known to nobody before the end.

    A tournament that was reopened keeps what was drawn at its first end.
    """
    tournament = story.tournament
    if tournament.finished_at is not None:
        return tournament.lots
    if "lots" not in tournament.settings.tie_breaks:
        return None
    check_secret(story.moment.secret)
    return story.moment.secret.hex()


def check_secret(secret: bytes) -> None:
    """Whether chance has given enough. Raises `ValueError`."""
    if len(secret) < SECRET_BYTES:
        raise ValueError(f"{len(secret)} bytes are no secret")


def reopen(story: Story, command: ReopenTournament) -> None:
    """Takes the end of a tournament back, for as long as corrections take.

    Raises:
        TournamentNotFinished: there is no end to be taken back.
        TournamentOver: it was called off.
        ReopeningTooLate: it ended too long ago.
        ReasonNeeded: nobody says why.
    """
    tournament = story.tournament
    if tournament.status == "cancelled":
        raise _over(tournament, story.now)
    until = reopen_until(tournament)
    if until is None:
        raise TournamentNotFinished(
            f"the tournament is {tournament.status}",
            hint="its results can be overridden without that" if tournament.has_begun else "wait until it is finished",
            facts={"status": tournament.status},
        )
    if story.now > until:
        raise ReopeningTooLate(
            f"a tournament can be reopened for {REOPEN_DAYS} days after its end",
            hint=f"its results have been final since {write_instant(until)}",
            facts={"reopen_until": write_instant(until)},
        )
    settings = tournament.settings
    corrections_s = settings.corrections_s or usual_corrections_s(settings.play.clock)
    story.tell(
        TournamentReopened(command.by, story.now, checked_reason(command.reason), _later(story.now, corrections_s))
    )


def _later(at: Instant, by_s: int) -> Instant:
    return min(Instant(at + by_s * SECOND_MS), LAST)


def corrected_since(tournament: Tournament, since: Instant) -> int:
    """How many results, and scores of boards, are others now than at that moment; what was undone does not count."""
    spans: dict[tuple[int, int, Place | None], tuple[Correction, Correction]] = {}
    for each in tournament.corrected:
        if each.at is not None and each.at >= since:
            key = (each.round, each.match, each.place)
            spans[key] = (spans.get(key, (each, each))[0], each)
    return sum((first.before, first.was) != (last.after, last.now) for first, last in spans.values())


# ------------------------------------------------------------------------------------------------ brackets


def check_bracket_holds(story: Story) -> None:
    """Whether a bracket is still that by which its later rounds were paired, after a result was overridden.

    Raises:
        BracketPlayedOn: a later match was paired with another winner of this one.
        InvalidResult: nothing is left to play, and a match has no winner.
    """
    form, tournament = story.moment.form, story.tournament
    if not isinstance(form, KnockOut):
        return
    try:
        states = knock_out.standing(course(tournament), form.rules)
    except knock_out.NotOfTheBracket as refusal:
        raise _played_on(refusal.facts) from None
    undecided = [state.match for state in states if state.state == "undecided"]
    if any(match.round < len(tournament.rounds) for match in undecided):
        raise _played_on({"matches": [match.number for match in undecided]})
    if undecided and tournament.play_is_over:
        raise InvalidResult(
            f"match {undecided[0].number} of the bracket has no winner, and nothing is left to play",
            hint="give one side more points, or the kind double_forfeit",
        )


def _played_on(facts: dict[str, object]) -> BracketPlayedOn:
    return BracketPlayedOn(
        "a later round was paired with who has won this match so far",
        hint="override a result of the last round that either side has played",
        facts=facts,
    )
