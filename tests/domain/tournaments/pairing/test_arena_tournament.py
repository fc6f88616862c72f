"""An arena in decisions: rounds overlap, free entrants wait, and nobody is paired after its time."""

from collections import Counter
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.kernel.instants import MINUTE_MS, Instant
from domain.kernel.players import PlayerId
from domain.tournaments.commands import (
    FinishTournament,
    PauseTournament,
    ResumeTournament,
    StartTournament,
    TournamentTimePasses,
)
from domain.tournaments.entrants.commands import AskForBye, EndBreak, KeepApart, TakeBreak, WithdrawEntrant
from domain.tournaments.entrants.events import EntrantEntered, EntrantsFree
from domain.tournaments.events import PairingEnded
from domain.tournaments.formats.catalogue import format_of
from domain.tournaments.rounds.commands import MatchReport, OverrideResult, PairAgain, PairRound, RecordResult
from domain.tournaments.rounds.due import awaited_round
from domain.tournaments.rounds.events import ResultAdjudicated, RoundClosed, RoundPaired
from domain.tournaments.rounds.proposed_rounds import proposed_round
from domain.tournaments.rounds.refusals import NobodyFree
from domain.tournaments.schedule import due_at
from domain.tournaments.settings import PLAYERS, RoundPlan
from domain.tournaments.standings.by_format import tournament_standings
from domain.tournaments.state import pairing_context
from domain.tournaments.terms import Bye, EntrantId, Match, Result, Round
from tests.support.cases import cases
from tests.support.formats import ARENA
from tests.support.tournament import DRAWN, LOST, OWNER, WON, Given, created, link_table, register, table

SETTINGS = replace(ARENA, figures={"minutes": 60, "patience_s": 60})
NAMES = [PlayerId(name) for name in "abcdefgh"]
A, B, C, D, E = map(EntrantId, "ABCDE")


def begun(entrants: int = 4, plan: RoundPlan | None = None) -> Given:
    """A newly started arena of players, with the settings that it needs."""
    settings = replace(SETTINGS, entrants=PLAYERS, rounds=plan or SETTINGS.rounds)
    before = created(settings, format_of(SETTINGS)).after(*(register(name) for name in NAMES[:entrants]))
    return before.after(StartTournament(OWNER))


def later(before: Given, minutes: float) -> Given:
    return before.late(Instant(before.now + int(minutes * MINUTE_MS)))


def paired(before: Given) -> Given:
    """Lets the service pair all entrants that can be paired."""
    made = proposed_round(pairing_context(before.tournament, before.now), before.format_, b"seed")
    assert made is not None
    return before.after(PairRound(None, made, b"seed"))


def over(before: Given, number: int, match: int, result: Result = WON) -> Given:
    linked = table(number, match)
    return before.after(link_table(number, match, linked), RecordResult(number, match, result, (linked,)))


def waiting(before: Given) -> dict[EntrantId, int]:
    return dict(before.tournament.waiting)


def test_at_the_start_all_entrants_wait_and_are_paired():
    start = begun(5)
    assert waiting(start) == dict.fromkeys((A, B, C, D, E), start.now)
    assert awaited_round(start.tournament, start.now) == 1

    first = paired(start)

    assert [set(match) for match in first.tournament.rounds[0].paired.matches] == [{A, B}, {C, D}]
    assert list(waiting(first)) == [E]
    assert awaited_round(first.tournament, first.now) is None


def test_a_finished_entrant_is_paired_while_other_matches_continue():
    first = later(paired(begun(5)), 10)
    done = over(first, 1, 1)
    assert waiting(done)[A] == waiting(done)[B] == first.now
    assert awaited_round(done.tournament, done.now) == 2

    second = paired(done)

    [match] = second.tournament.rounds[1].paired.matches
    assert E in match
    assert [each.paired.number for each in second.tournament.open_rounds] == [1, 2]
    third = over(over(second, 2, 1), 1, 2)
    assert [each.closed_at is None for each in third.tournament.rounds] == [False, False]


def test_two_entrants_who_have_just_met_are_paired_after_the_maximum_wait():
    met = over(later(paired(begun(2)), 5), 1, 1)
    assert due_at(met.tournament) == met.now + MINUTE_MS
    with pytest.raises(NobodyFree):
        proposed_round(pairing_context(met.tournament, met.now), met.format_, b"seed")
    too_early = PairRound(None, Round(2, (Match(A, B),)), b"seed")
    assert met.refused(too_early) == "too_early"

    again = later(met, 1)

    assert awaited_round(again.tournament, again.now) == 2
    assert again.told(too_early) == (RoundPaired,)


def test_staff_can_pair_waiting_entrants_earlier_but_no_others():
    met = over(later(paired(begun(4)), 5), 1, 1)

    def by_hand(*match: EntrantId, byes: tuple[Bye, ...] = ()) -> PairRound:
        return PairRound(OWNER, Round(2, (Match(*match),), byes), b"seed")

    assert met.told(by_hand(A, B)) == (RoundPaired,)
    busy = met.refusal(by_hand(A, C))
    assert busy.facts["violations"][0]["rule"] == "busy"
    assert met.refusal(by_hand(A, B, byes=(Bye(C, "pairing"),))).facts["violations"][0]["rule"] == "bye"
    assert met.refused(by_hand(A, EntrantId("X"))) == "unknown_entrant"
    apart = met.after(KeepApart(OWNER, (A, B)))
    assert apart.refusal(by_hand(A, B)).facts["violations"][0]["rule"] == "forbidden"
    assert due_at(apart.tournament) is not None
    assert due_at(apart.tournament) == apart.tournament.ends_at or apart.tournament.open_round


def test_an_entrant_can_join_a_running_arena_and_waits_from_then_on():
    first = later(paired(begun(2)), 5)
    come = first.after(register(NAMES[2]))
    assert EntrantEntered(C, None) in first.when(register(NAMES[2]))
    assert waiting(come) == {C: first.now}
    assert come.tournament.rounds[0].paired.byes == ()
    both = come.after(register(NAMES[3]))
    assert set(paired(both).tournament.rounds[1].paired.matches[0]) == {C, D}


def test_after_the_time_span_nobody_enters_or_is_paired():
    end = later(paired(begun(4)), 60)
    assert end.tournament.ends_at == due_at(end.tournament) == end.now
    assert end.told(TournamentTimePasses()) == (PairingEnded,)
    assert end.refused(register(NAMES[4])) == "registration_not_open"
    done = over(over(end, 1, 1), 1, 2)
    assert done.tournament.waiting == ()
    by_hand = PairRound(OWNER, Round(2, (Match(A, C),)), b"seed")
    assert done.refusal(by_hand).facts["violations"][0]["rule"] == "span"
    assert proposed_round(pairing_context(done.tournament, done.now), done.format_, b"seed") is None


def test_running_matches_are_completed_before_the_arena_finishes():
    end = later(paired(begun(4)), 61).after(TournamentTimePasses())
    assert due_at(end.tournament) is None
    half = over(end, 1, 1)
    assert half.refused(FinishTournament(None)) == "round_not_over"
    done = over(half, 1, 2, LOST)
    assert awaited_round(done.tournament, done.now) == 2
    finished = done.after(FinishTournament(None))
    assert finished.tournament.status == "finished"
    assert sum(each.points for each in tournament_standings(finished.tournament)) == 200


def test_only_staff_can_finish_an_arena_early_and_only_with_a_reason():
    done = over(over(later(paired(begun(4)), 5), 1, 1), 1, 2)
    assert done.refused(FinishTournament(None)) == "rounds_left"
    assert done.refused(FinishTournament(OWNER)) == "reason_needed"
    assert done.after(FinishTournament(OWNER, "storm")).tournament.status == "finished"
    alone = done.after(*(WithdrawEntrant(OWNER, each, "ill") for each in (A, B, C)))
    assert due_at(alone.tournament) == alone.tournament.ends_at


def test_an_entrant_on_a_break_is_not_paired():
    first = later(paired(begun(4)), 5)
    resting = first.after(TakeBreak(NAMES[0], A))
    done = over(over(resting, 1, 1), 1, 2)
    assert list(waiting(done)) == [B, C, D]
    back = later(done, 3).after(EndBreak(NAMES[0], A))
    assert waiting(back)[A] == back.now
    assert done.after(TakeBreak(OWNER, B)).tournament.waiting == done.tournament.waiting[1:]


def test_an_invalid_break_is_refused():
    start = begun(4)
    assert start.refused(EndBreak(NAMES[0], A)) == "break_not_possible"
    assert start.after(TakeBreak(NAMES[0], A)).refused(TakeBreak(NAMES[0], A)) == "break_not_possible"
    assert start.refused(TakeBreak(NAMES[1], A)) == "not_of_entrant"
    assert start.refused(TakeBreak(NAMES[0], EntrantId("X"))) == "no_such_entrant"
    assert start.refused(AskForBye(NAMES[0], A, 3, "zero")) == "bye_not_possible"
    swiss = created(replace(SETTINGS, format="swiss", figures={"rounds": 3}, entrants=PLAYERS))
    assert swiss.after(register(NAMES[0])).refused(TakeBreak(NAMES[0], A)) == "break_not_possible"


def test_an_entrant_who_withdraws_forfeits_the_match_and_stops_waiting():
    first = later(paired(begun(5)), 5)
    gone = first.after(WithdrawEntrant(NAMES[0], A), WithdrawEntrant(NAMES[4], E))
    assert gone.results()[0] is not None
    assert gone.results()[0].kind == "forfeit"
    assert list(waiting(gone)) == [B]


def test_a_pause_postpones_the_end_and_every_deadline():
    plan = RoundPlan(window_s=1200, adjudication="both_lose")
    first = later(paired(begun(5, plan)), 10)
    second = paired(over(first, 1, 1))
    before = [each.deadline for each in second.tournament.rounds]
    paused = later(second.after(PauseTournament(OWNER, "storm")), 7)
    assert due_at(paused.tournament) is None
    on = paused.after(ResumeTournament(OWNER))
    assert on.tournament.ends_at == second.tournament.ends_at + 7 * MINUTE_MS
    assert [each.deadline for each in on.tournament.open_rounds] == [each + 7 * MINUTE_MS for each in before]


def test_each_match_has_its_own_deadline():
    plan = RoundPlan(window_s=1200, adjudication="current_score")
    first = later(paired(begun(5, plan)), 10)
    second = paired(over(first, 1, 1))
    assert due_at(second.tournament) == first.now + 10 * MINUTE_MS
    overdue = later(second, 10)
    events = overdue.when(TournamentTimePasses((MatchReport(2, 0, 1, round=1), MatchReport(1, 1, 0, round=2))))
    adjudicated = [event for event in events if isinstance(event, ResultAdjudicated)]
    assert [(each.round, each.match, each.first, each.second) for each in adjudicated] == [(1, 2, 0, 100)]
    assert [type(event) for event in events] == [ResultAdjudicated, RoundClosed, EntrantsFree]


def test_the_newest_pairings_can_be_repeated_while_they_have_no_result():
    first = paired(begun(4))
    other = Round(1, (Match(A, C), Match(B, D)))
    again = first.after(PairAgain(OWNER, other, b"again", "wrong"))
    assert again.tournament.rounds[0].paired.matches == other.matches
    assert again.tournament.waiting == ()


def test_winning_streaks_count_in_the_standings_and_nobody_has_a_bye():
    arena = later(paired(begun(2)), 1)
    for number in range(1, 4):
        won = WON if arena.tournament.rounds[-1].paired.matches[0].first == A else LOST
        arena = over(arena, number, 1, won)
        if number < 3:
            arena = paired(later(arena, 2))
    standings = tournament_standings(arena.tournament)
    assert [(each.rank, each.entrant, each.points, each.wins, each.byes) for each in standings] == [
        (1, A, 100 + 100 + 200, 3, 0),
        (2, B, 0, 0, 0),
    ]


@pytest.mark.slow
@given(st.integers(2, 8), st.integers(0, 2**32))
@cases(30)
def test_in_any_arena_nobody_is_in_two_matches_and_everything_ends(number: int, seed: int):
    """Simulates time: matches end, people come, go and rest, and the service acts whenever something is due."""
    luck = Random(seed)
    arena = begun(number)
    for _ in range(200):
        tournament = arena.tournament
        if tournament.status == "finished":
            break
        at = due_at(tournament)
        if at is not None and at <= arena.now:
            arena = arena.after(TournamentTimePasses())
            if awaited_round(arena.tournament, arena.now) is None:
                continue
            now = pairing_context(arena.tournament, arena.now)
            made = proposed_round(now, arena.format_, bytes([luck.randrange(256)]))
            arena = arena.after(FinishTournament(None) if made is None else PairRound(None, made, b"seed"))
        else:
            arena = later(something(arena, luck), luck.random() * 3)
        check_laws(arena)
    assert arena.tournament.status == "finished"
    results = [result for each in arena.tournament.rounds for result in each.results]
    assert sum(each.played for each in tournament_standings(arena.tournament)) == 2 * sum(
        result is not None and result.kind in ("played", "adjudicated") for result in results
    )


def something(arena: Given, luck: Random) -> Given:
    """Ends a match, or lets an entrant rest, come back or leave. Some commands are refused."""
    going_on = [(each.paired.number, match) for each in arena.tournament.open_rounds for match in each.open_matches()]
    entry = luck.choice(arena.tournament.entries)
    if entry.status == "entered" and luck.random() < 0.2:
        command = EndBreak if entry.is_resting else TakeBreak
        return arena.after(command(entry.captain, entry.id))
    if entry.status == "entered" and luck.random() < 0.02:
        return arena.after(WithdrawEntrant(entry.captain, entry.id))
    if going_on and luck.random() < 0.7:
        round_, match = luck.choice(going_on)
        return arena.after(OverrideResult(OWNER, round_, match, luck.choice([WON, LOST, DRAWN]), "seen"))
    return arena


def check_laws(arena: Given) -> None:
    tournament = arena.tournament
    playing = [
        each
        for round_ in tournament.open_rounds
        for match in round_.open_matches()
        for each in round_.paired.matches[match - 1]
    ]
    free = [each for each, _ in tournament.waiting]
    assert max(Counter([*playing, *free]).values(), default=1) == 1
    assert not any(round_.paired.byes for round_ in tournament.rounds)
    if tournament.status == "running" and not tournament.has_paired_all:
        here = {entry.id for entry in tournament.entries if entry.status == "entered" and not entry.is_resting}
        assert here <= {*playing, *free}
