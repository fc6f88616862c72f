"""Ladders: challenges, their answers, the order that follows from them, and their end."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from random import Random

import pytest

from domain.kernel.instants import DAY_MS, Instant
from domain.kernel.players import PlayerId
from domain.kernel.refusals import Refusal
from domain.tournaments.commands import (
    PauseTournament,
    ResumeTournament,
    StartTournament,
    TournamentTimePasses,
    UndoStaffAct,
)
from domain.tournaments.entrants.commands import LeaveEntrant, TakeBreak, WithdrawEntrant
from domain.tournaments.evolve import fold
from domain.tournaments.formats.catalogue import format_of
from domain.tournaments.ladder.commands import AnswerLadderChallenge, ChallengeEntrant, WithdrawLadderChallenge
from domain.tournaments.ladder.events import LadderChallengeAccepted, LadderChallengeMade, LadderPlaceLost
from domain.tournaments.ladder.order import busy_entrants, ladder_order
from domain.tournaments.rounds.commands import OverrideResult, PairRound, RecordResult
from domain.tournaments.rounds.due import awaited_round
from domain.tournaments.rounds.events import RoundPaired
from domain.tournaments.schedule import due_at, is_time_to_pass
from domain.tournaments.settings import PLAYERS, RoundPlan
from domain.tournaments.standings.by_format import tournament_standings
from domain.tournaments.state import pairing_context
from domain.tournaments.terms import EntrantId, Match, Result, Round
from tests.support.tournament import (
    ANN,
    BEN,
    CAT,
    DAN,
    DRAWN,
    EVE,
    FAY,
    LOST,
    OPEN_NOW,
    OWNER,
    SEED,
    WON,
    Given,
    created,
    link_table,
    register,
    registers,
    table,
)

PLAN = replace(
    OPEN_NOW,
    format="challenge_ladder",
    figures={"days": 60},
    entrants=PLAYERS,
    rounds=RoundPlan(window_s=7 * 86_400),
    tie_breaks=("wins",),
)
NAMES = (ANN, BEN, CAT, DAN, EVE, FAY)


def begun(players: Sequence[PlayerId] = NAMES, **figures: int) -> Given:
    """Returns a ladder in which `ann` has the first place, `ben` the second, and so on."""
    plan = replace(PLAN, figures={**PLAN.figures, **figures})
    return created(plan, format_of(plan)).after(*registers(players), StartTournament(OWNER))


def challenge(by: PlayerId, other: PlayerId) -> ChallengeEntrant:
    return ChallengeEntrant(by, EntrantId(other.upper()))


def order(given: Given) -> str:
    """Returns the order by the first letters of the players."""
    return "".join(each[0] for each in ladder_order(given.tournament))


def later(given: Given, days: float) -> Given:
    """Moves the time."""
    return given.late(Instant(given.now + int(days * DAY_MS)))


def accepted(given: Given, by: PlayerId, other: PlayerId) -> Given:
    return given.after(challenge(by, other), AnswerLadderChallenge(other, accepts=True))


def result(given: Given, outcome: Result, number: int | None = None) -> Given:
    """Records the result of a match; the challenged entrant is its first side."""
    of = number or len(given.tournament.rounds)
    given = given.after(link_table(of, 1, table(of, 1)))
    return given.after(RecordResult(of, 1, outcome, (table(of, 1),)))


LADDER = begun()


def test_the_order_begins_by_seed_and_late_entrants_begin_at_the_bottom():
    assert order(LADDER) == "ABCDEF"
    assert order(LADDER.after(register(PlayerId("gus"), rating=3000))) == "ABCDEFG"


@pytest.mark.parametrize(
    ("by", "other", "reach", "is_possible"),
    [
        (DAN, ANN, 3, True),
        (EVE, ANN, 3, False),
        (EVE, ANN, 4, True),
        (BEN, ANN, 1, True),
        (CAT, ANN, 1, False),
        (ANN, BEN, 3, False),
        (ANN, ANN, 3, False),
    ],
)
def test_an_entrant_can_challenge_at_most_so_many_places_above(
    by: PlayerId,
    other: PlayerId,
    reach: int,
    is_possible: bool,  # noqa: FBT001 - a case
):
    given = begun(reach=reach)
    if is_possible:
        assert given.told(challenge(by, other)) == (LadderChallengeMade,)
    else:
        refusal = given.refusal(challenge(by, other))
        place = NAMES.index(by)
        assert refusal.code() == "out_of_reach"
        assert refusal.facts["entrants"] == [each.upper() for each in NAMES[max(0, place - reach) : place]]


def test_an_accepted_challenge_is_a_match_and_the_winner_takes_the_place():
    given = LADDER.after(challenge(DAN, BEN))
    answered = given.when(AnswerLadderChallenge(BEN, accepts=True))
    assert [type(each) for each in answered] == [LadderChallengeAccepted, RoundPaired]
    assert answered[1].matches == (Match(EntrantId("BEN"), EntrantId("DAN")),)
    assert answered[1].deadline == given.now + 7 * DAY_MS

    played = accepted(LADDER, DAN, BEN)
    assert order(result(played, LOST)) == "ADBCEF"
    assert order(result(played, WON)) == order(result(played, DRAWN)) == "ABCDEF"
    assert [each.rank for each in tournament_standings(result(played, LOST).tournament)] == [1, 2, 3, 4, 5, 6]
    assert tournament_standings(result(played, LOST).tournament)[1].entrant == "DAN"


def test_who_declines_or_does_not_answer_in_time_loses_the_place():
    given = LADDER.after(challenge(DAN, BEN))
    declined = given.after(AnswerLadderChallenge(BEN, accepts=False))
    assert order(declined) == "ADBCEF"

    until = Instant(given.now + 3 * DAY_MS)
    assert due_at(given.tournament) == until
    early = given.late(Instant(until - 1))
    assert not is_time_to_pass(early.tournament, early.now)
    assert early.when(TournamentTimePasses()) == ()
    late = given.late(until)
    assert is_time_to_pass(late.tournament, until)
    [lost] = late.when(TournamentTimePasses())
    assert lost == LadderPlaceLost(EntrantId("DAN"), None, EntrantId("BEN"), "unanswered", until)
    assert order(late.at(until)) == "ADBCEF"
    assert late.refused(AnswerLadderChallenge(BEN, accepts=True)) == "no_ladder_challenge"


def test_an_entrant_has_one_challenge_or_match_at_a_time():
    given = LADDER.after(challenge(DAN, BEN))
    assert busy_entrants(given.tournament) == {"BEN", "DAN"}
    for by, other in ((DAN, CAT), (CAT, BEN), (EVE, DAN), (BEN, ANN)):
        assert given.refused(challenge(by, other)) == "has_challenge"
    playing = given.after(AnswerLadderChallenge(BEN, accepts=True))
    assert playing.refused(challenge(EVE, DAN)) == "has_challenge"
    both = accepted(playing, FAY, EVE)
    assert [each.is_over for each in both.tournament.rounds] == [False, False]
    assert result(playing, WON).told(challenge(EVE, DAN)) == (LadderChallengeMade,)
    assert given.after(WithdrawLadderChallenge(DAN)).told(challenge(DAN, CAT)) == (LadderChallengeMade,)


def test_only_the_challenged_answer_and_only_challengers_withdraw():
    given = LADDER.after(challenge(DAN, BEN))
    for by in (DAN, ANN):
        assert given.refused(AnswerLadderChallenge(by, accepts=True)) == "no_ladder_challenge"
    for by in (BEN, ANN):
        assert given.refused(WithdrawLadderChallenge(by)) == "no_ladder_challenge"
    assert given.refused(challenge(OWNER, ANN)) == "not_taking_part"
    assert given.refused(ChallengeEntrant(EVE, EntrantId("GUS"))) == "no_such_entrant"


def test_the_order_follows_from_corrected_results_at_the_place_of_the_first():
    given = result(accepted(LADDER, DAN, BEN), WON)
    given = result(accepted(given, EVE, BEN), LOST)
    assert order(given) == "AEBCDF"

    corrected = given.after(OverrideResult(OWNER, 1, 1, LOST, "entered the wrong way round"))
    assert order(corrected) == "ADEBCF"
    undone = corrected.after(UndoStaffAct(OWNER, len(corrected.events), "right after all", corrected.events))
    assert order(undone) == "AEBCDF"


def test_undoing_a_first_result_undoes_the_move():
    playing = accepted(LADDER, DAN, BEN)
    acted = playing.after(OverrideResult(OWNER, 1, 1, LOST, "as seen"))
    assert order(acted) == "ADBCEF"
    act = len(playing.events) + 1
    # The round is closed with its result, so the act has followers.
    assert acted.refused(UndoStaffAct(OWNER, act, "by mistake", acted.events)) == "act_has_followers"


def test_leaving_ends_the_challenge_and_the_others_move_up():
    given = LADDER.after(challenge(DAN, BEN))
    for left in (given.after(LeaveEntrant(BEN)), given.after(WithdrawEntrant(OWNER, EntrantId("BEN"), "ill"))):
        assert left.tournament.challenges == ()
        assert order(left) == "ACDEF"
        assert left.told(challenge(EVE, ANN)) == (LadderChallengeMade,)
        assert tournament_standings(left.tournament)[-1].entrant == "BEN"


def test_a_pause_moves_the_time_to_answer():
    given = LADDER.after(challenge(DAN, BEN), PauseTournament(OWNER, "storm"))
    assert due_at(given.tournament) is None
    assert given.refused(AnswerLadderChallenge(BEN, accepts=True)) == "play_paused"
    resumed = later(given, 10).after(ResumeTournament(OWNER))
    assert resumed.tournament.challenges[0].until == given.now + 13 * DAY_MS


def test_the_time_for_challenges_ends_and_open_matches_are_played_to_their_end():
    playing = accepted(later(LADDER, 58), DAN, BEN).after(challenge(FAY, EVE))
    ended = later(playing, 3).after(TournamentTimePasses())
    assert ended.tournament.has_paired_all
    assert ended.tournament.challenges == ()
    assert order(ended) == "ABCDEF"
    assert ended.refused(challenge(CAT, ANN)) == "ladder_ended"
    assert awaited_round(ended.tournament, ended.now) is None
    over = result(ended, LOST)
    assert order(over) == "ADBCEF"
    assert awaited_round(over.tournament, over.now) == 2
    assert over.format_.next_round(pairing_context(over.tournament, over.now), SEED) is None


def test_staff_do_not_pair_a_ladder_and_other_formats_have_no_challenges():
    by_hand = PairRound(OWNER, Round(1, (Match(EntrantId("ANN"), EntrantId("BEN")),)), SEED)
    assert LADDER.refused(by_hand) == "breaks_format"
    assert LADDER.refused(TakeBreak(ANN, EntrantId("ANN"))) == "break_not_possible"
    swiss = created(replace(OPEN_NOW, format="swiss")).after(*registers((ANN, BEN)), StartTournament(OWNER))
    assert swiss.refused(challenge(BEN, ANN)) == "no_ladder"


@pytest.mark.parametrize("seed", range(20))
def test_any_course_keeps_everybody_once_in_the_order_and_nobody_in_two_challenges(seed: int):
    """Random challenges, answers, results and passing time, compared with a plain list."""
    luck, given, expected = Random(seed), LADDER, list("ABCDEF")

    def take(challenger: str, challenged: str) -> None:
        expected.remove(challenger)
        expected.insert(expected.index(challenged), challenger)

    for _ in range(40):
        by, other = luck.sample(NAMES, 2)
        open_ = {each.challenged: each.challenger for each in given.tournament.challenges}
        command = luck.choice([challenge(by, other), AnswerLadderChallenge(by, accepts=luck.random() < 0.5)])
        try:
            given = given.after(command)
        except Refusal:
            pass
        else:
            if isinstance(command, AnswerLadderChallenge) and not command.accepts:
                take(open_[EntrantId(by.upper())][0], by[0].upper())
        for number, round_ in enumerate(given.tournament.rounds, start=1):
            if not round_.is_over and luck.random() < 0.3:
                outcome = luck.choice((WON, LOST, DRAWN))
                given = result(given, outcome, number)
                if outcome == LOST:
                    [match] = round_.paired.matches
                    take(match.second[0], match.first[0])
        two = [each for challenge_ in given.tournament.challenges for each in challenge_[:2]]
        assert len(set(two)) == len(two)
        assert order(given) == "".join(expected)
    assert given.tournament == fold(given.events)
    assert all(one.at <= two.at for one, two in pairwise(given.tournament.challenges))
