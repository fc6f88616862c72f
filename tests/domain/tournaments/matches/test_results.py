"""Results from finished tables, from staff and from withdrawals."""

from dataclasses import replace

import pytest

from domain.tournaments.commands import StartTournament, TournamentTimePasses
from domain.tournaments.entrants.commands import AcceptPartner, CallSubstitute, LeaveEntrant, OfferToSubstitute
from domain.tournaments.entrants.events import EntrantWithdrawn, MemberLeft
from domain.tournaments.entrants.gates import Applicant
from domain.tournaments.rounds.commands import OverrideResult, PairAgain, PairRound, RecordResult
from domain.tournaments.rounds.events import ResultAdjudicated, ResultOverridden, ResultRecorded, RoundClosed
from domain.tournaments.settings import UNSCHEDULED
from domain.tournaments.terms import Match, Result, Round
from tests.support.paired_rounds import DEADLINE, FIRST, ONE, PAIRED, TWO, A, C, record
from tests.support.tournament import (
    ANN,
    BEN,
    BY_DIRECTOR,
    CAT,
    DAN,
    DRAWN,
    EVE,
    LOST,
    OPEN_NOW,
    OWNER,
    PAIRS_PLAN,
    SEED,
    WINDOW,
    WON,
    created,
    hours,
    link_table,
    register,
    registers,
    table,
)


def test_a_finished_table_gives_its_match_a_result():
    assert FIRST.when(record(1, LOST, ONE)) == (ResultRecorded(1, 1, 0, 100, "played"),)
    assert FIRST.after(record(1, LOST, ONE)).results() == (LOST, None)


def test_the_last_result_closes_the_round():
    assert FIRST.after(record(1, WON, ONE)).when(record(2, WON, TWO))[-1] == RoundClosed(1, None, hours(1))


def test_an_unfinished_table_gives_no_result():
    refusal = FIRST.refusal(record(1, WON, unfinished=(ONE,)))

    assert (refusal.code(), refusal.facts) == ("table_not_finished", {"tables": [ONE]})
    assert FIRST.refused(record(1, WON, ONE, unfinished=(ONE,))) == "table_not_finished"


def test_a_result_needs_all_tables_of_its_match():
    both = FIRST.after(link_table(1, 1, table(1, 9)))

    assert both.refusal(record(1, WON, ONE)).facts == {"tables": [table(1, 9)]}
    assert both.told(record(1, WON, ONE, table(1, 9))) == (ResultRecorded,)


def test_results_of_other_tables_are_ignored():
    refusal = FIRST.refusal(record(1, WON, TWO))

    assert (refusal.code(), refusal.facts) == ("table_not_linked", {"linked": [ONE]})
    assert FIRST.refused(record(1, WON, ONE, TWO)) == "table_not_linked"
    assert FIRST.refused(record(1, WON)) == "table_not_finished"
    without = created(OPEN_NOW).after(*registers((ANN, BEN, CAT, DAN)), StartTournament(OWNER), PAIRED)
    assert without.refused(record(1, WON)) == "table_not_linked"


def test_a_match_has_only_one_result():
    assert FIRST.after(record(1, WON, ONE)).refused(record(1, LOST, ONE)) == "result_stands"


def test_results_of_unknown_rounds_and_matches_are_refused():
    assert FIRST.refused(record(3, WON, ONE)) == "no_such_match"
    assert FIRST.refused(RecordResult(2, 1, WON, (ONE,))) == "no_such_round"
    assert FIRST.refused(OverrideResult(OWNER, 0, 1, WON, "seen")) == "no_such_round"


@pytest.mark.parametrize("result", [Result(-1, 0), Result(0, 1_000_001)])
def test_a_table_cannot_give_an_impossible_result(result):
    assert FIRST.refused(record(1, result, ONE)) == "invalid_result"


def test_staff_can_replace_a_result_with_a_reason():
    recorded = FIRST.after(record(1, WON, ONE))
    override = OverrideResult(OWNER, 1, 1, Result(0, 100, "forfeit"), "phone")

    assert recorded.when(override) == (ResultOverridden(1, 1, OWNER, 0, 100, "forfeit", "phone", recorded.now),)
    assert recorded.after(override).results() == ((0, 100, "forfeit"), None)
    assert recorded.refused(OverrideResult(OWNER, 1, 1, LOST, "")) == "reason_needed"
    assert recorded.refused(OverrideResult(OWNER, 1, 1, Result(-1, 0), "phone")) == "invalid_result"


def test_a_result_of_a_closed_round_can_be_overridden_without_reopening_it():
    over = FIRST.after(record(1, WON, ONE), record(2, WON, TWO))

    assert over.told(OverrideResult(OWNER, 1, 2, DRAWN, "counted wrong")) == (ResultOverridden,)


# ------------------------------------------------------------------------------------------------ withdrawal


def test_withdrawing_forfeits_the_unfinished_match():
    assert FIRST.when(LeaveEntrant(ANN)) == (
        EntrantWithdrawn(A, ANN, "left", None),
        ResultAdjudicated(1, 1, 0, 100, "forfeit", "withdrawal", (), left=ANN),
    )
    assert FIRST.after(LeaveEntrant(DAN)).results() == (None, (100, 0, "forfeit"))


def test_a_played_result_remains_after_a_withdrawal():
    played = FIRST.after(record(1, WON, ONE))

    assert played.told(LeaveEntrant(ANN)) == (EntrantWithdrawn,)


def test_a_table_that_continues_after_a_withdrawal_gives_no_result():
    assert FIRST.after(LeaveEntrant(ANN)).refused(record(1, WON, ONE)) == "result_stands"


def test_when_both_sides_withdraw_the_last_forfeit_closes_the_round():
    over = FIRST.after(LeaveEntrant(ANN), LeaveEntrant(BEN), LeaveEntrant(CAT))

    assert over.results() == ((0, 100, "forfeit"), (0, 100, "forfeit"))
    assert over.tournament.open_round is None


def test_a_substitute_takes_over_and_nothing_is_forfeited():
    offered = FIRST.after(OfferToSubstitute(EVE, Applicant(EVE)), CallSubstitute(ANN, A, EVE, ANN))

    assert offered.results() == (None, None)
    assert offered.entry("ANN").players == (EVE,)


# -- missing players ---------------------------------------------------------------------------------------------------


def begun_pairs(plan=UNSCHEDULED):
    pairs = created(replace(PAIRS_PLAN, rounds=plan)).after(register(ANN, BEN), register(CAT, DAN))
    pairs = pairs.after(AcceptPartner(BEN, A, Applicant(BEN)), AcceptPartner(DAN, C, Applicant(DAN)))
    return pairs.after(StartTournament(OWNER), PairRound(OWNER, Round(1, (Match(A, C),)), SEED))


def test_a_side_that_loses_a_player_before_its_table_opens_forfeits_the_match():
    assert begun_pairs().when(LeaveEntrant(DAN)) == (
        MemberLeft(C, DAN, "left"),
        ResultAdjudicated(1, 1, 100, 0, "forfeit", "withdrawal", ()),
        RoundClosed(1, None, hours(1)),
    )
    assert begun_pairs().after(LeaveEntrant(BEN)).results() == ((0, 100, "forfeit"),)


def test_a_player_who_leaves_a_match_with_a_table_forfeits_nothing_for_the_partner():
    assert begun_pairs().after(link_table(1, 1, ONE)).told(LeaveEntrant(DAN)) == (MemberLeft,)


def test_before_a_deadline_a_substitute_can_save_the_match():
    plan = replace(WINDOW, adjudication="absent_loses")
    alone = begun_pairs(plan).after(LeaveEntrant(DAN))

    assert alone.results() == (None,)
    assert alone.late(DEADLINE).when(TournamentTimePasses())[0] == ResultAdjudicated(
        1, 1, 100, 0, "forfeit", "deadline", ()
    )
    saved = alone.after(OfferToSubstitute(EVE, Applicant(EVE)), CallSubstitute(CAT, C, EVE))
    assert saved.late(DEADLINE).when(TournamentTimePasses())[0].kind == "adjudicated"


def test_when_both_sides_lack_a_player_both_lose_at_the_deadline():
    plan = replace(WINDOW, adjudication="absent_loses")
    alone = begun_pairs(plan).after(LeaveEntrant(DAN), LeaveEntrant(ANN)).late(DEADLINE)

    assert alone.after(TournamentTimePasses()).results() == ((0, 0, "double_forfeit"),)


def test_a_round_with_an_incomplete_side_without_a_table_can_be_paired_again():
    alone = begun_pairs(BY_DIRECTOR).after(LeaveEntrant(DAN))

    assert alone.refused(PairAgain(OWNER, Round(1, (Match(A, C),)), SEED, "without them")) == "absent_paired"
    played = begun_pairs(BY_DIRECTOR).after(link_table(1, 1, ONE), record(1, WON, ONE), LeaveEntrant(DAN))
    assert played.refused(PairAgain(OWNER, Round(1, (Match(A, C),)), SEED, "without them")) == "results_in"
