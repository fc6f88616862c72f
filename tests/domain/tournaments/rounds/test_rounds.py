"""Rounds: paired in order, checked, paired again, and closed once."""

from dataclasses import replace

import pytest

from domain.tournaments.commands import FinishTournament, StartTournament, TournamentTimePasses
from domain.tournaments.entrants.commands import AskForBye, LeaveEntrant
from domain.tournaments.events import TournamentFinished
from domain.tournaments.formats.kinds import IndividualSwiss, Night, Swiss
from domain.tournaments.pairing.individual_swiss import IndividualSwissRules
from domain.tournaments.pairing.night import NightRules
from domain.tournaments.pairing.swiss import SwissRules
from domain.tournaments.rounds.commands import CloseRound, OverrideResult, PairAgain, PairRound, RecordResult
from domain.tournaments.rounds.due import awaited_round
from domain.tournaments.rounds.events import RoundCalledOff, RoundClosed, RoundPaired, TableLinked
from domain.tournaments.rounds.proposed_rounds import checked_round, has_rounds_left, proposed_round
from domain.tournaments.rounds.refusals import OddField
from domain.tournaments.schedule import due_at
from domain.tournaments.settings import RoundPlan
from domain.tournaments.state import pairing_context
from domain.tournaments.terms import Bye, EntrantId, Match, PairingContext, PlayedRound, Round
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
    SEED,
    WINDOW,
    WON,
    Ladder,
    created,
    hours,
    link_table,
    registers,
    table,
)

A, B, C, D, E = map(EntrantId, ("ANN", "BEN", "CAT", "DAN", "EVE"))
FOUR = created(OPEN_NOW).after(*registers((ANN, BEN, CAT, DAN)), StartTournament(OWNER))
FIVE = created(OPEN_NOW).after(*registers((ANN, BEN, CAT, DAN, EVE)), StartTournament(OWNER))
BY_HAND = created(replace(OPEN_NOW, rounds=BY_DIRECTOR)).after(*registers((ANN, BEN, CAT, DAN)), StartTournament(OWNER))
TWO_MATCHES = (Match(A, B), Match(C, D))
FIRST = FOUR.after(PairRound(None, Round(1, TWO_MATCHES), SEED))


def by_owner(number, *matches, byes=()):
    return PairRound(OWNER, Round(number, matches, byes), SEED)


def test_a_round_publishes_its_pairings_and_the_seed_of_the_draw():
    assert FOUR.when(PairRound(None, Round(1, TWO_MATCHES), b"\x01\xff")) == (
        RoundPaired(1, None, hours(1), "01ff", TWO_MATCHES, (), None),
    )


def test_no_round_is_paired_before_the_start():
    registered = created(OPEN_NOW).after(*registers((ANN, BEN)))

    assert registered.refused(by_owner(1, Match(A, B))) == "tournament_not_running"


def test_a_round_is_paired_once_and_the_next_one_when_it_is_over():
    assert FIRST.refused(by_owner(1, *TWO_MATCHES)) == "wrong_round_number"
    refusal = FIRST.refusal(by_owner(2, *TWO_MATCHES))
    assert (refusal.code(), refusal.facts) == ("round_not_over", {"round": 1, "matches": [1, 2]})
    over = FOUR.played(WON, WON)
    assert over.refused(by_owner(1, *TWO_MATCHES)) == "wrong_round_number"
    assert over.refused(by_owner(3, *TWO_MATCHES)) == "wrong_round_number"
    assert over.told(by_owner(2, *TWO_MATCHES)) == (RoundPaired,)


def test_a_completed_round_has_to_be_closed_before_the_next():
    over = BY_HAND.played(WON, WON, by=OWNER)

    assert over.refused(by_owner(2, *TWO_MATCHES)) == "round_still_open"
    assert over.after(CloseRound(OWNER, 1)).told(by_owner(2, *TWO_MATCHES)) == (RoundPaired,)


@pytest.mark.parametrize(
    ("matches", "byes", "code", "facts"),
    [
        ((Match(A, B), Match(C, EntrantId("FAY"))), (), "unknown_entrant", {"entrants": ["FAY"], "matches": [2]}),
        ((Match(A, B), Match(C, A)), (Bye(D, "pairing"),), "named_twice", {"entrants": ["ANN"], "matches": [1, 2]}),
        ((Match(A, A), Match(C, B)), (Bye(D, "pairing"),), "named_twice", {"entrants": ["ANN"], "matches": [1]}),
        ((Match(A, B), Match(C, D)), (Bye(D, "pairing"),), "named_twice", {"entrants": ["DAN"], "matches": [2]}),
        ((Match(A, B),), (), "entrant_missing", {"entrants": ["CAT", "DAN"]}),
        ((Match(A, B),), (Bye(C, "pairing"),), "entrant_missing", {"entrants": ["DAN"]}),
    ],
)
def test_every_present_entrant_is_listed_once(matches, byes, code, facts):
    refusal = FOUR.refusal(by_owner(1, *matches, byes=byes))

    assert (refusal.code(), refusal.facts) == (code, facts)


def test_a_withdrawn_entrant_is_not_paired():
    gone = FIVE.after(LeaveEntrant(EVE))

    refusal = gone.refusal(by_owner(1, *TWO_MATCHES, byes=(Bye(E, "absent"),)))
    assert (refusal.code(), refusal.facts) == ("absent_paired", {"entrants": [E], "matches": []})
    assert gone.told(by_owner(1, *TWO_MATCHES)) == (RoundPaired,)


def test_an_entrant_with_a_granted_bye_is_not_paired_whether_or_not_the_bye_is_listed():
    away = FIVE.after(AskForBye(EVE, E, 1, "zero"))

    assert away.refused(by_owner(1, *TWO_MATCHES, byes=(Bye(E, "full"),))) == "absent_paired"
    assert away.refused(by_owner(1, Match(A, E), Match(C, D), byes=(Bye(B, "pairing"),))) == "absent_paired"
    for byes in ((), (Bye(E, "zero"),)):
        paired = away.after(by_owner(1, *TWO_MATCHES, byes=byes)).tournament.rounds[0].paired
        assert paired.byes == (Bye(E, "zero"),)


def test_a_round_has_at_least_one_match():
    assert FOUR.refused(by_owner(1, byes=tuple(Bye(each, "pairing") for each in (A, B, C, D)))) == "empty_round"


def test_a_round_that_breaks_a_rule_of_the_format_is_refused_for_any_author():
    first = FIVE.after(by_owner(1, *TWO_MATCHES, byes=(Bye(E, "pairing"),)))
    for match in (1, 2):
        first = first.after(OverrideResult(OWNER, 1, match, WON, "seen"))
    refusal = first.refusal(by_owner(2, *TWO_MATCHES, byes=(Bye(E, "pairing"),)))

    assert refusal.code() == "breaks_format"
    assert refusal.facts == {
        "violations": [{"rule": "sits_out_again", "detail": "EVE sits out again.", "entrants": [E], "matches": []}]
    }


def test_a_format_that_cannot_pair_an_odd_field_is_not_asked_to():
    even_only = replace(FIVE, format_=Ladder(takes_odd=False))

    refusal = even_only.refusal(by_owner(1, *TWO_MATCHES, byes=(Bye(E, "pairing"),)))
    assert (refusal.code(), refusal.facts) == ("odd_field", {"entrants": 5})
    with pytest.raises(OddField):
        proposed_round(pairing_context(even_only.tournament), even_only.format_, SEED)
    assert even_only.after(LeaveEntrant(EVE)).told(by_owner(1, *TWO_MATCHES)) == (RoundPaired,)


def test_a_course_admits_only_the_round_that_follows():
    with pytest.raises(Exception, match="is not the next round"):
        checked_round(pairing_context(FOUR.tournament), FOUR.format_, Round(2, TWO_MATCHES))


def test_the_next_round_starts_automatically_when_the_last_is_over():
    assert awaited_round(FOUR.tournament, hours(1)) == 1
    assert awaited_round(FIRST.tournament, hours(1)) is None
    over = FOUR.played(WON, DRAWN)
    assert over.events[-1] == RoundClosed(1, None, hours(1))
    assert awaited_round(over.tournament, hours(1)) == 2


def test_between_rounds_there_is_an_interval():
    slow = replace(OPEN_NOW, format="swiss", figures={"rounds": 2}, rounds=RoundPlan(interval_s=3600))
    over = created(slow).after(*registers((ANN, BEN)), StartTournament(OWNER)).played(WON)

    assert due_at(over.tournament) == hours(2)
    assert awaited_round(over.tournament, hours(1.9)) is None
    assert over.refused(over.pair()) == "too_early"
    assert over.late(hours(2)).told(over.pair()) == (RoundPaired,)
    assert over.told(over.pair(OWNER)) == (RoundPaired,)


@pytest.mark.parametrize(
    ("format_", "figures", "entrants"),
    [("swiss", {"rounds": 1}, (ANN, BEN)), ("round_robin", {}, (ANN, BEN)), ("knock_out", {}, (ANN, BEN))],
)
def test_no_interval_follows_the_last_round(format_: str, figures: dict[str, int], entrants: tuple[str, ...]):
    slow = replace(OPEN_NOW, format=format_, figures=figures, rounds=RoundPlan(interval_s=3600))
    last = created(slow).after(*registers(entrants), StartTournament(OWNER)).played(WON)

    assert due_at(last.tournament) == hours(1)
    assert awaited_round(last.tournament, hours(1)) == 2


def test_a_window_lasts_its_full_time_even_if_all_is_played_earlier():
    plan = replace(OPEN_NOW, format="swiss", figures={"rounds": 2}, rounds=WINDOW)
    over = created(plan).after(*registers((ANN, BEN)), StartTournament(OWNER)).played(WON)

    assert over.tournament.rounds[0].deadline == hours(25)
    assert due_at(over.tournament) == hours(26)
    assert over.late(hours(25)).refused(over.pair()) == "too_early"
    assert over.late(hours(26)).told(over.pair()) == (RoundPaired,)


def test_without_automatic_rounds_a_director_pairs_and_closes():
    assert awaited_round(BY_HAND.tournament, hours(99)) is None
    assert BY_HAND.refused(BY_HAND.pair()) == "too_early"
    over = BY_HAND.played(WON, WON, by=OWNER)
    assert over.late(hours(99)).when(TournamentTimePasses()) == ()
    assert over.when(CloseRound(OWNER, 1)) == (RoundClosed(1, OWNER, hours(1)),)


def test_a_round_is_closed_once_and_when_it_is_over():
    paired = BY_HAND.after(BY_HAND.pair(OWNER))

    assert paired.refusal(CloseRound(OWNER, 1)).facts == {"round": 1, "matches": [1, 2]}
    assert paired.refused(CloseRound(OWNER, 2)) == "no_such_round"
    assert FOUR.played(WON, WON).refused(CloseRound(OWNER, 1)) == "already_closed"
    assert BY_HAND.played(WON, WON, by=OWNER).after(CloseRound(OWNER, 1)).refused(CloseRound(None, 1))


def test_a_round_without_results_can_be_paired_again_with_a_reason():
    other = Round(1, (Match(A, C), Match(B, D)))
    linked = FIRST.after(link_table(1, 1, table(1, 1)))

    assert linked.when(PairAgain(OWNER, other, b"new", "wrong order")) == (
        RoundCalledOff(1, OWNER, "wrong order"),
        RoundPaired(1, OWNER, hours(1), b"new".hex(), other.matches, (), None),
    )
    again = linked.after(PairAgain(OWNER, other, b"new", "wrong order"))
    assert again.tournament.rounds[0].tables == ((), ())
    assert linked.refused(PairAgain(OWNER, other, b"new", "")) == "reason_needed"


def test_a_round_with_a_result_cannot_be_paired_again():
    linked = FIRST.after(link_table(1, 2, table(1, 2)), RecordResult(1, 2, WON, (table(1, 2),)))
    refusal = linked.refusal(PairAgain(OWNER, Round(1, TWO_MATCHES), SEED, "wrong order"))

    assert (refusal.code(), refusal.facts) == ("results_in", {"matches": [2]})


def test_a_round_can_be_paired_again_after_a_withdrawal():
    gone = FIRST.after(LeaveEntrant(DAN))
    again = gone.after(PairAgain(OWNER, Round(1, (Match(A, B),), (Bye(C, "pairing"),)), SEED, "dan has left"))

    assert again.tournament.rounds[0].paired.byes == (Bye(C, "pairing"),)


def test_a_round_cannot_be_paired_again_if_a_withdrawn_entrant_has_played_a_match():
    """The match was rated, so its result must remain."""
    played = FIRST.after(link_table(1, 2, table(1, 2)), RecordResult(1, 2, WON, (table(1, 2),)))
    gone = played.after(LeaveEntrant(DAN))
    refusal = gone.refusal(PairAgain(OWNER, Round(1, (Match(A, B),), (Bye(C, "pairing"),)), SEED, "dan has left"))
    assert (refusal.code(), refusal.facts) == ("results_in", {"matches": [2]})


def test_only_the_current_round_can_be_paired_again():
    assert FOUR.refused(PairAgain(OWNER, Round(1, TWO_MATCHES), SEED, "why not")) == "no_round_open"
    assert FIRST.refused(PairAgain(OWNER, Round(2, TWO_MATCHES), SEED, "why not")) == "wrong_round_number"


def test_a_re_paired_round_is_checked_like_any_other():
    assert FIRST.refused(PairAgain(OWNER, Round(1, (Match(A, B),)), SEED, "oops")) == "entrant_missing"


def test_a_match_is_linked_to_its_tables_with_their_boards():
    assert FIRST.when(link_table(1, 2, table(1, 2), ("brd_1", "brd_2"))) == (
        TableLinked(1, 2, table(1, 2), ("brd_1", "brd_2")),
    )
    two = FIRST.after(link_table(1, 2, table(1, 2)), link_table(1, 2, table(1, 3)))
    assert two.tournament.rounds[0].tables == ((), (table(1, 2), table(1, 3)))


def test_a_table_belongs_to_one_match():
    linked = FIRST.after(link_table(1, 1, table(1, 1)))

    assert linked.refused(link_table(1, 2, table(1, 1))) == "table_linked_already"
    assert FIRST.refused(link_table(1, 3, table(1, 1))) == "no_such_match"
    assert FIRST.refused(link_table(1, 0, table(1, 1))) == "no_such_match"
    assert FIRST.refused(link_table(2, 1, table(1, 1))) == "no_such_round"
    assert FOUR.refused(link_table(1, 1, table(1, 1))) == "no_round_open"


def test_a_match_with_a_result_needs_no_table():
    given = FIRST.after(OverrideResult(OWNER, 1, 1, WON, "seen"))

    assert given.refused(link_table(1, 1, table(1, 1))) == "result_stands"


def test_a_tournament_is_finished_when_all_rounds_were_played():
    over = FOUR.played(WON, WON).played(WON, LOST)

    assert over.refused(FinishTournament(None)) == "rounds_left"
    end = over.played(WON, WON)
    assert awaited_round(end.tournament, end.now) == 4
    assert proposed_round(pairing_context(end.tournament), end.format_, SEED) is None
    assert end.when(FinishTournament(None)) == (TournamentFinished(None, None, at=end.now),)
    finished = end.after(FinishTournament(None))
    assert (finished.tournament.status, due_at(finished.tournament)) == ("finished", None)
    assert finished.refused(FinishTournament(None)) == "tournament_over"


def test_staff_can_end_a_tournament_early_only_between_rounds_and_with_a_reason():
    assert FIRST.refused(FinishTournament(OWNER, "it rains")) == "round_not_over"
    over = FOUR.played(WON, WON)
    assert over.refused(FinishTournament(OWNER)) == "reason_needed"
    assert over.when(FinishTournament(OWNER, "it rains")) == (TournamentFinished(OWNER, "it rains", at=over.now),)


def test_a_tournament_that_has_not_started_cannot_be_finished():
    assert created(OPEN_NOW).refused(FinishTournament(OWNER, "why")) == "tournament_not_running"


def test_a_format_defines_the_points_of_results():
    over = FIVE.after(by_owner(1, *TWO_MATCHES, byes=(Bye(E, "pairing"),)))
    over = over.after(OverrideResult(OWNER, 1, 1, WON, "seen"), OverrideResult(OWNER, 1, 2, DRAWN, "seen"))

    assert pairing_context(over.tournament).points() == {A: 100, B: 0, C: 50, D: 50, E: 100}
    assert pairing_context(over.after(LeaveEntrant(EVE)).tournament).withdrawn == {E}


def test_byes_are_worth_as_much_as_matches():
    by_victory_points = replace(OPEN_NOW, rounds=RoundPlan(win=2000, draw=1000, loss=0))
    given = created(by_victory_points).after(
        *registers((ANN, BEN, CAT, DAN, EVE)), AskForBye(OWNER, D, 1, "half"), StartTournament(OWNER)
    )
    paired = given.after(by_owner(1, Match(A, B), Match(C, E)))

    assert pairing_context(paired.tournament).points()[D] == 1000


class SlowToPair(Ladder):
    """A format that knows its number of rounds, and takes minutes to pair one."""

    __slots__ = ()

    def next_round(self, context: PairingContext, seed: bytes) -> Round | None:
        """Fails, because the number of remaining rounds must be known without pairing."""
        raise AssertionError("a round is paired")


def test_remaining_rounds_are_known_without_pairing_if_the_format_has_a_fixed_number():
    format_ = SlowToPair(fixed_rounds=2)
    over = FOUR.played(WON, WON)
    again = over.played(WON, WON)

    assert has_rounds_left(pairing_context(over.tournament), format_)
    assert not has_rounds_left(pairing_context(again.tournament), format_)
    early = replace(over, format_=format_)
    assert early.refused(FinishTournament(OWNER)) == "reason_needed"
    assert early.when(FinishTournament(OWNER, "it rains")) == (TournamentFinished(OWNER, "it rains", at=over.now),)


@pytest.mark.parametrize(
    "format_",
    [Swiss(SwissRules(2)), IndividualSwiss(IndividualSwissRules(2)), Night(NightRules(2)), Night(NightRules())],
)
def test_a_format_with_a_fixed_number_of_rounds_pairs_that_many(format_):
    known = pairing_context(FOUR.tournament)
    if format_.fixed_rounds is None:
        assert has_rounds_left(known, format_)
        return
    while (made := format_.next_round(known, SEED)) is not None:
        assert has_rounds_left(known, format_)
        known = known._replace(rounds=(*known.rounds, PlayedRound(made, (WON,) * len(made.matches))))
    assert not has_rounds_left(known, format_)
    assert len(known.rounds) == format_.fixed_rounds == 2
