"""Corrections: overriding results after the last one, reopening, and independence of their order."""

from dataclasses import replace
from random import Random
from typing import Any, get_args

import pytest
from hypothesis import given as hypothesis_given
from hypothesis import strategies as st

from domain.clocks.rules import NO_CLOCK, ClockRules
from domain.kernel.instants import DAY_MS, SECOND_MS, Instant, write_instant
from domain.tournaments.commands import (
    CancelTournament,
    FinishTournament,
    PauseTournament,
    ReopenTournament,
    StartTournament,
    TournamentTimePasses,
)
from domain.tournaments.decide import decide
from domain.tournaments.entrants.commands import LeaveEntrant, Register
from domain.tournaments.entrants.gates import Applicant
from domain.tournaments.events import CorrectionsOpened, TournamentCancelled, TournamentFinished, TournamentReopened
from domain.tournaments.evolve import fold
from domain.tournaments.formats.kinds import KnockOut
from domain.tournaments.matches.corrections import (
    CORRESPONDENCE_S,
    LIVE_S,
    REOPEN_DAYS,
    corrected_since,
    default_corrections_s,
)
from domain.tournaments.pairing.knock_out import KnockOutRules
from domain.tournaments.parts import Correction, ReplacedMatch
from domain.tournaments.recorder import TournamentContext
from domain.tournaments.rounds.commands import OverrideResult, PairRound
from domain.tournaments.rounds.due import awaited_round
from domain.tournaments.rounds.events import ResultOverridden
from domain.tournaments.schedule import due_at
from domain.tournaments.settings_checks import check_settings
from domain.tournaments.staff import AppointStaff, LeaveStaff
from domain.tournaments.standings.by_format import tournament_standings
from domain.tournaments.standings.rank_forecast import possible_final_ranks
from domain.tournaments.terms import EntrantId, Match, Result, ResultKind, Round
from tests.support.tournament import (
    ANN,
    ASSISTANT,
    BEN,
    CAT,
    DAN,
    DIRECTOR,
    DRAWN,
    LOST,
    OPEN_NOW,
    OWNER,
    SEED,
    WON,
    Given,
    Ladder,
    created,
    registers,
)

A, B, C, D = map(EntrantId, ("ANN", "BEN", "CAT", "DAN"))
PERIOD_S = 900
WITH_TIME = replace(OPEN_NOW, corrections_s=PERIOD_S)
CORRECTS = OverrideResult(OWNER, 2, 1, LOST, "the sheet was read the wrong way round")
REOPENS = ReopenTournament(OWNER, "a result was entered wrong")
Settings = type(OPEN_NOW)


def played(settings: Settings = WITH_TIME, *, rounds: int = 2) -> Given:
    """All rounds have been played, and the service has not ended the tournament yet."""
    given = created(settings, Ladder(rounds)).after(
        AppointStaff(OWNER, DIRECTOR, "director"),
        AppointStaff(OWNER, ASSISTANT, "assistant"),
        *registers((ANN, BEN, CAT, DAN)),
        StartTournament(OWNER),
    )
    for _ in range(rounds):
        given = given.played(WON, WON)
    return given


def ended(settings: Settings = WITH_TIME) -> Given:
    """The service has ended the tournament."""
    return played(settings).after(FinishTournament(None))


FINISHING = ended()
UNTIL = Instant(FINISHING.now + PERIOD_S * SECOND_MS)
FINISHED = FINISHING.at(UNTIL)


def after_days(given: Given, days: float) -> Given:
    return given.late(Instant(given.now + int(days * DAY_MS)))


# -- the correction period ---------------------------------------------------------------------------------------------


def test_after_the_last_result_there_is_a_correction_period_and_then_the_end():
    over = played()
    assert over.when(FinishTournament(None)) == (CorrectionsOpened(None, over.now, None, UNTIL),)
    assert FINISHING.tournament.status == "finishing"
    assert due_at(FINISHING.tournament) == UNTIL
    assert awaited_round(FINISHING.tournament, UNTIL) is None
    assert FINISHING.late(Instant(UNTIL - 1)).when(TournamentTimePasses()) == ()
    assert FINISHING.late(UNTIL).when(TournamentTimePasses()) == (
        TournamentFinished(None, None, None, UNTIL, ends_play=False),
    )
    assert FINISHED.tournament.status == "finished"
    assert FINISHED.tournament.finished_at == UNTIL
    assert due_at(FINISHED.tournament) is None


def test_without_a_correction_period_the_tournament_finishes_at_once():
    over = played(OPEN_NOW)
    assert over.when(FinishTournament(None)) == (TournamentFinished(None, None, None, over.now),)


def test_results_can_be_overridden_while_finishing_and_the_correction_is_recorded():
    corrected = FINISHING.after(CORRECTS)
    assert corrected.tournament.rounds[1].results[0] == LOST
    assert corrected.tournament.finishing == FINISHING.tournament.finishing
    noted = Correction(2, 1, OWNER, corrected.now, CORRECTS.reason, WON, LOST, replaced=ReplacedMatch((), (), (), None))
    assert corrected.tournament.corrected == (noted,)


def test_commands_after_the_correction_period_are_too_late_even_if_no_worker_has_run():
    late = FINISHING.late(UNTIL)
    refusal = late.refusal(CORRECTS)
    assert refusal.code() == "tournament_over"
    assert "reopen_tournament" in refusal.hint
    until = write_instant(Instant(UNTIL + REOPEN_DAYS * DAY_MS))
    assert until in refusal.hint
    assert refusal.facts == {"status": "finished", "reopen_until": until}


@pytest.mark.parametrize("who", [OWNER, DIRECTOR])
def test_staff_who_run_rounds_can_end_the_correction_period(who):
    assert FINISHING.when(FinishTournament(who)) == (
        TournamentFinished(who, None, None, FINISHING.now, ends_play=False),
    )


def test_an_assistant_cannot_end_the_correction_period():
    assert FINISHING.refused(FinishTournament(ASSISTANT)) == "staff_only"
    assert FINISHING.refused(replace(CORRECTS, by=ASSISTANT)) == "staff_only"


def test_the_reason_for_an_early_end_is_given_when_the_tournament_finishes():
    early = played(replace(WITH_TIME), rounds=1).after(FinishTournament(OWNER, "it rains"))
    assert early.events[-1] == CorrectionsOpened(OWNER, early.now, "it rains", UNTIL)
    assert early.at(UNTIL).events[-1] == TournamentFinished(None, "it rains", None, UNTIL, ends_play=False)


@pytest.mark.parametrize(
    "command",
    [
        Register(DAN, EntrantId("LATE"), Applicant(DAN)),
        LeaveEntrant(ANN),
        PauseTournament(OWNER, "tea"),
        CancelTournament(OWNER, "we give up"),
        PairRound(OWNER, Round(3, (Match(A, B), Match(C, D))), SEED),
    ],
    ids=lambda command: type(command).__name__,
)
def test_no_other_command_is_possible_while_finishing(command):
    refusal = FINISHING.refusal(command)
    assert refusal.code() == "tournament_finishing"
    assert refusal.facts == {"corrections_until": write_instant(UNTIL)}
    assert "override_result" in refusal.hint


def test_when_the_owner_leaves_a_finishing_tournament_it_ends_automatically_or_passes_to_a_director():
    left = FINISHING.after(LeaveStaff(OWNER, "gone", (DIRECTOR,)))
    assert left.tournament.status == "finishing"
    assert left.at(UNTIL).tournament.status == "finished"
    assert FINISHING.after(LeaveStaff(OWNER, "gone")).tournament.role_of(DIRECTOR) == "owner"


def test_when_the_owner_leaves_a_played_tournament_paired_by_hand_is_not_called_off():
    by_hand = replace(WITH_TIME, rounds=replace(WITH_TIME.rounds, is_automatic=False))
    running = created(by_hand).after(*registers((ANN, BEN)), StartTournament(OWNER))
    assert running.told(LeaveStaff(OWNER, "gone")) == (TournamentCancelled,)
    finishing = running.after(FinishTournament(OWNER, "nobody wants to"))
    assert finishing.when(LeaveStaff(OWNER, "gone")) == ()


@pytest.mark.parametrize(
    ("clock", "usual"),
    [
        (NO_CLOCK, CORRESPONDENCE_S),
        (ClockRules("simple", per_move_s=60), LIVE_S),
        (ClockRules("simple", per_move_s=3600), LIVE_S),
        (ClockRules("simple", per_move_s=3601), CORRESPONDENCE_S),
    ],
)
def test_the_default_correction_period_follows_from_the_clock_of_the_tables(clock, usual):
    assert default_corrections_s(clock) == usual


@pytest.mark.parametrize("corrections_s", [-1, 30 * 24 * 3600 + 1])
def test_the_correction_period_has_bounds(corrections_s):
    from domain.tournaments.refusals import InvalidSettings

    check_settings(replace(WITH_TIME, corrections_s=30 * 24 * 3600))
    with pytest.raises(InvalidSettings, match="corrections_s"):
        check_settings(replace(WITH_TIME, corrections_s=corrections_s))


# ------------------------------------------------------------------------------------------------ reopening


def test_the_owner_can_reopen_the_tournament_and_it_ends_again():
    late = after_days(FINISHED, 3)
    again = Instant(late.now + PERIOD_S * SECOND_MS)
    assert late.when(REOPENS) == (TournamentReopened(OWNER, late.now, REOPENS.reason, again),)
    reopened = late.after(REOPENS)
    assert reopened.tournament.status == "finishing"
    corrected = reopened.after(CORRECTS).at(again)
    assert corrected.tournament.status == "finished"
    assert corrected.tournament.finished_at == UNTIL, "the first end counts"
    assert [each.reason for each in corrected.tournament.reopened] == [REOPENS.reason]
    assert corrected.events[-1] == TournamentFinished(None, None, None, again, ends_play=False)


def test_a_tournament_can_be_reopened_for_thirty_days_after_its_first_end():
    at_last = after_days(FINISHED, REOPEN_DAYS)
    once_more = at_last.after(REOPENS, FinishTournament(OWNER))
    assert once_more.told(REOPENS) == (TournamentReopened,)
    refusal = once_more.late(Instant(at_last.now + 1)).refusal(REOPENS)
    assert refusal.code() == "reopening_too_late"
    assert refusal.facts == {"reopen_until": write_instant(at_last.now)}
    over = once_more.late(Instant(at_last.now + 1)).refusal(CORRECTS)
    assert over.code() == "tournament_over"
    assert over.facts == {"status": "finished"}


def test_only_the_owner_can_reopen_and_a_reason_is_required():
    assert FINISHED.refused(replace(REOPENS, by=DIRECTOR)) == "staff_only"
    assert FINISHED.refused(replace(REOPENS, reason=" ")) == "reason_needed"
    assert FINISHED.refused(replace(REOPENS, reason="x" * 501)) == "reason_needed"


def test_only_a_finished_tournament_can_be_reopened():
    assert FINISHING.refused(REOPENS) == "tournament_not_finished"
    assert played().refused(REOPENS) == "tournament_not_finished"
    assert created(OPEN_NOW).refused(REOPENS) == "tournament_not_finished"
    assert created(OPEN_NOW).after(CancelTournament(OWNER, "rain")).refused(REOPENS) == "tournament_over"


def test_an_expired_correction_period_is_finished_and_reopened_in_one_step():
    assert FINISHING.late(UNTIL).told(REOPENS) == (TournamentFinished, TournamentReopened)


def test_reopening_without_a_configured_correction_period_uses_the_default():
    at_once = ended(OPEN_NOW)
    reopened = at_once.after(REOPENS)
    assert reopened.events[-1].until == at_once.now + CORRESPONDENCE_S * SECOND_MS


def test_an_old_tournament_without_a_stored_end_counts_from_its_last_round():
    old = replace(played(OPEN_NOW), events=(*played(OPEN_NOW).events, TournamentFinished(None, None)))
    assert old.tournament.finished_at == old.tournament.rounds[-1].closed_at
    assert after_days(old, REOPEN_DAYS).told(REOPENS) == (TournamentReopened,)
    assert after_days(old, REOPEN_DAYS + 1).refused(REOPENS) == "reopening_too_late"


def test_lots_are_drawn_at_the_first_end_and_kept():
    settings = replace(WITH_TIME, tie_breaks=("lots",))
    finishing = ended(settings)
    assert finishing.tournament.lots is None
    finished = finishing.at(UNTIL)
    assert finished.tournament.lots is not None
    reopened = finished.after(REOPENS)
    other_chance = TournamentContext(reopened.now, reopened.format_, bytes(32))
    again = decide(reopened.tournament, FinishTournament(OWNER), other_chance).state
    assert (again.status, again.lots) == ("finished", finished.tournament.lots)


def test_ranks_are_final_when_nothing_is_left_to_play_unless_lots_are_still_to_be_drawn():
    for tie_breaks, is_known in (((), True), (("lots",), False)):
        finishing = ended(replace(WITH_TIME, tie_breaks=tie_breaks))
        swiss = replace(finishing.tournament.settings, format="swiss", figures={"rounds": 2})
        now = finishing.tournament._replace(settings=swiss)
        assert (possible_final_ranks(now, tournament_standings(now)) is not None) == is_known


def test_undoing_a_result_is_not_a_correction():
    reopened = FINISHED.after(REOPENS)
    since = reopened.tournament.reopened[-1].at
    there = reopened.after(CORRECTS)
    assert corrected_since(there.tournament, since) == 1
    back = there.after(replace(CORRECTS, result=WON, reason="it was right"))
    assert corrected_since(back.tournament, since) == 0
    assert [each.reason for each in back.tournament.corrected] == [CORRECTS.reason, "it was right"]


# ------------------------------------------------------------------------------------------------ knock-out


def knocked_out(*results: tuple[Result, ...]) -> Given:
    """A knock-out of four with a correction period, played as far as there are results."""
    given = created(WITH_TIME, KnockOut(KnockOutRules())).after(
        *registers((ANN, BEN, CAT, DAN)), StartTournament(OWNER)
    )
    for of_round in results:
        given = given.played(*of_round)
    return given


def champion(given: Given) -> str:
    return tournament_standings(given.tournament._replace(settings=_of_knock_out(given)))[0].entrant


def _of_knock_out(given: Given) -> Any:
    return replace(given.tournament.settings, format="knock_out")


def test_a_corrected_final_gives_another_champion():
    finishing = knocked_out((WON, WON), (WON,)).after(FinishTournament(None))
    final = finishing.tournament.rounds[1].paired.matches[0]
    assert champion(finishing) == final.first
    assert champion(finishing.after(OverrideResult(OWNER, 2, 1, LOST, "revoke"))) == final.second


@pytest.mark.parametrize("result", [LOST, DRAWN, Result(WON.second, WON.second, "double_forfeit")])
def test_a_semi_final_cannot_change_its_winner_once_the_final_is_paired(result):
    override = OverrideResult(OWNER, 1, 1, result, "revoke")
    drawn_or_lost = knocked_out((WON, WON))
    assert drawn_or_lost.after(override).tournament.rounds[0].results[0] == result, "the final is not paired"
    for given in (drawn_or_lost.played(), drawn_or_lost.played(WON).after(FinishTournament(None))):
        refusal = given.refusal(override)
        assert refusal.code() == "bracket_played_on"


def test_the_margin_of_a_semi_final_can_be_corrected():
    finishing = knocked_out((WON, WON), (WON,)).after(FinishTournament(None))
    by_forfeit = Result(WON.first, WON.second, "forfeit")
    assert finishing.told(OverrideResult(OWNER, 1, 1, by_forfeit, "they were late")) == (ResultOverridden,)


def test_a_final_without_a_winner_stays_so_when_nothing_is_left_to_play():
    running = knocked_out((WON, WON), (WON,))
    drawn = OverrideResult(OWNER, 2, 1, DRAWN, "let them play on")
    assert running.told(drawn) == (ResultOverridden,)
    assert running.after(FinishTournament(None)).refused(drawn) == "invalid_result"


# ------------------------------------------------------------------------------------------------ any order


KINDS = get_args(ResultKind)
OVERRIDES = st.lists(
    st.tuples(
        st.integers(1, 2),
        st.integers(1, 2),
        st.builds(Result, st.sampled_from((0, 50, 100)), st.sampled_from((0, 50, 100)), st.sampled_from(KINDS)),
        st.sampled_from(("now", "finish", "reopen")),
    ),
    max_size=8,
)


@hypothesis_given(OVERRIDES, st.integers(0, 2**32))
def test_corrected_standings_equal_those_with_the_right_results_from_the_start(overrides, luck):
    settings = replace(WITH_TIME, tie_breaks=("wins", "lots"))
    corrected = ended(settings)
    last: dict[tuple[int, int], Result] = {}
    for number, match, result, moment in overrides:
        if moment == "finish" and not corrected.tournament.is_over:
            corrected = corrected.after(FinishTournament(OWNER))
        if corrected.tournament.is_over:
            corrected = corrected.after(REOPENS)
        corrected = corrected.after(OverrideResult(OWNER, number, match, result, "as seen"))
        last[number, match] = result
    corrected = corrected.after(FinishTournament(OWNER)) if not corrected.tournament.is_over else corrected
    right = played(settings)
    order = list(last.items())
    Random(luck).shuffle(order)
    for (number, match), result in order:
        right = right.after(OverrideResult(OWNER, number, match, result, "as seen"))
    right = right.after(FinishTournament(None), FinishTournament(OWNER))
    assert [each.results for each in corrected.tournament.rounds] == [each.results for each in right.tournament.rounds]
    swiss = {"format": "swiss", "figures": {"rounds": 2}}
    ranked = [
        tournament_standings(each.tournament._replace(settings=replace(each.tournament.settings, **swiss)))
        for each in (corrected, right)
    ]
    assert ranked[0] == ranked[1]


def test_folding_the_history_at_once_gives_the_same_state():
    whole = FINISHED.after(REOPENS, CORRECTS, FinishTournament(OWNER))
    assert fold(whole.events) == whole.tournament
