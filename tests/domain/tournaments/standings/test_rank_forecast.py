"""Possible ranks of tournaments contain every final rank, and exact ones are reached."""

from dataclasses import replace
from itertools import combinations, product
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.clocks.rules import ClockRules
from domain.kernel.players import PlayerId
from domain.kernel.refusals import Refusal
from domain.tournaments.commands import CancelTournament, CreateTournament, FinishTournament, StartTournament
from domain.tournaments.decide import decide
from domain.tournaments.entrants.commands import AcceptPartner, AskForBye, Register, WithdrawEntrant
from domain.tournaments.entrants.gates import Applicant
from domain.tournaments.formats.catalogue import format_of
from domain.tournaments.recorder import TournamentContext
from domain.tournaments.rounds.commands import CloseRound, OverrideResult, PairRound
from domain.tournaments.settings import (
    PLAYERS,
    BoardSettings,
    Byes,
    EntrantSettings,
    LateEntry,
    RoundPlan,
    TableGame,
    TournamentSettings,
)
from domain.tournaments.standings.by_format import tournament_standings
from domain.tournaments.standings.possible_ranks import EXACT_MATCHES
from domain.tournaments.standings.rank_forecast import possible_final_ranks
from domain.tournaments.state import pairing_context
from domain.tournaments.terms import EntrantId, Points, Result
from tests.support.cases import cases
from tests.support.tournament import DRAWN, FIRST_HOUR, LOST, OWNER, SECRET, WON

PLAY = TableGame("sheng_ji", "zhang-2021", clock=ClockRules("simple", per_move_s=60))
BY_HAND = RoundPlan(is_automatic=False)
SWISS = TournamentSettings("Friday", PLAY, "swiss", {"rounds": 2}, EntrantSettings("pair", 2, 2), rounds=BY_HAND)
ROUND_ROBIN = replace(SWISS, format="round_robin", figures={})
NIGHT = replace(SWISS, format="night", entrants=replace(PLAYERS, least=4))
INDIVIDUALS = replace(NIGHT, format="individual_swiss")
THREE_TWO_ONE = replace(BY_HAND, win=Points(300), draw=Points(200), loss=Points(100))
IN_WINDOWS = RoundPlan("window", window_s=3600, adjudication="both_lose", is_automatic=False)


class ForecastTournament:
    """A running tournament after commands."""

    def __init__(self, tournament):
        self.tournament = tournament

    def after(self, *commands):
        """Sends commands, each of which must be accepted."""
        tournament = self.tournament
        for command in commands:
            format_ = format_of(tournament.settings) if tournament else format_of(command.settings)
            tournament = decide(tournament, command, TournamentContext(FIRST_HOUR, format_, SECRET)).state
        return ForecastTournament(tournament)

    def paired(self):
        """Pairs the next round. `None` if there is none."""
        format_, seed = format_of(self.tournament.settings), b"seed"
        known = pairing_context(self.tournament)
        number = len(known.rounds) + 1
        paired = format_.next_round(known, seed if format_ != "night" else seed + bytes([number]))
        return None if paired is None else self.after(PairRound(OWNER, paired, seed))

    def with_results(self, *results):
        """Gives the open matches of the last round these results, and closes the round."""
        number = len(self.tournament.rounds)
        matches = self.tournament.rounds[-1].open_matches()
        given = (
            OverrideResult(OWNER, number, match, result, "as seen")
            for match, result in zip(matches, results, strict=True)
        )
        return self.after(*given, CloseRound(OWNER, number))

    def finished(self):
        """Ends the tournament, if necessary before all rounds were played."""
        return self.after(FinishTournament(OWNER, "enough"))

    def possible(self):
        """Best and worst rank of every entrant, and whether they are exact. `None` if there are no possible ranks."""
        found = possible_final_ranks(self.tournament, tournament_standings(self.tournament))
        return None if found is None else {each.entrant: each[1:] for each in found}

    def points(self):
        """Points of every entrant, added match by match and bye by bye."""
        format_, plan = format_of(self.tournament.settings), self.tournament.settings.rounds
        worth = {"pairing": plan.win, "full": plan.win, "half": plan.draw, "zero": plan.loss, "absent": plan.loss}
        total = dict.fromkeys(self.tournament.order, 0)
        for round_ in self.tournament.rounds:
            for match, result in zip(round_.paired.matches, round_.results, strict=True):
                for side, points in zip(match, result[:2] if result else (0, 0), strict=True):
                    for entrant in format_.entrants_of(side):
                        total[entrant] += points
            for bye in round_.paired.byes:
                total[bye.entrant] += worth[bye.kind]
        return total

    def ranks_by_points(self):
        """First and last rank of every entrant that their points allow."""
        points = self.points()
        return {
            each: (
                1 + sum(points[other] > points[each] for other in points),
                sum(points[other] >= points[each] for other in points),
            )
            for each in points
        }


def begun(settings, number):
    """A started tournament of `number` entrants."""
    entering = []
    for entrant in map(EntrantId, "ABCDEFGH"[:number]):
        members = [PlayerId(f"{entrant}{place}") for place in range(settings.entrants.members_least)]
        entering.append((entrant, members))
    given = ForecastTournament(None).after(CreateTournament(OWNER, settings))
    for entrant, (captain, *others) in entering:
        given = given.after(Register(captain, entrant, Applicant(captain), partners=tuple(others)))
        for other in others:
            given = given.after(accept(other, entrant))
    return given.after(StartTournament(OWNER))


def accept(player, entrant):
    return AcceptPartner(player, entrant, Applicant(player))


def every_end(given, *, byes=False):
    """Every way to finish: all results of the remaining rounds. With `byes`, also every set of zero-point byes."""
    here = [entry.id for entry in given.tournament.entries if entry.status == "entered"]
    away = [each for size in range(len(here) + 1) for each in combinations(here, size)] if byes else [()]
    number = given.tournament.next_number
    for out in away:
        asked = given.after(*(AskForBye(OWNER, each, number, "zero") for each in out))
        paired = asked.paired()
        if paired is None:
            yield given.finished()
            return
        for results in product((WON, DRAWN, LOST), repeat=len(paired.tournament.rounds[-1].open_matches())):
            yield from every_end(paired.with_results(*results), byes=byes)


def check_ranks(given, ends):
    """Checks that final ranks are within the possible ranks, and that both ends of exact ranks are reached."""
    possible = given.possible()
    reached = {each: [len(possible), 1] for each in possible}
    for end in ends:
        for entrant, (first, last) in end.ranks_by_points().items():
            reached[entrant] = [min(reached[entrant][0], first), max(reached[entrant][1], last)]
        for standing in tournament_standings(end.tournament):
            best, worst, _ = possible[standing.entrant]
            assert best <= standing.rank <= worst
    for entrant, (best, worst, is_exact) in possible.items():
        assert best <= reached[entrant][0]
        assert reached[entrant][1] <= worst
        if is_exact:
            assert [best, worst] == reached[entrant]
    return {is_exact for *_, is_exact in possible.values()}


RESULTS = st.sampled_from((WON, DRAWN, LOST))


@given(first=st.tuples(RESULTS, RESULTS))
@cases(9)
def test_in_a_swiss_final_ranks_stay_within_the_possible_ranks(first):
    before = begun(SWISS, 4)
    paired = before.paired()
    after = paired.with_results(*first)

    assert check_ranks(after, list(every_end(after))) == {False}
    last = after.paired()
    ends = [last.with_results(*results).finished() for results in product((WON, DRAWN, LOST), repeat=2)]
    assert check_ranks(last, ends) == {True}


def test_in_a_swiss_of_an_odd_number_byes_are_taken_into_account():
    given = begun(SWISS, 5)
    for results in product((WON, DRAWN), repeat=2):
        after = given.paired().with_results(*results)
        check_ranks(after, list(every_end(after)))


@given(rounds=st.tuples(*[RESULTS] * 4))
@cases(8)
def test_in_a_round_robin_possible_ranks_are_exact_when_few_matches_are_left(rounds):
    given = begun(ROUND_ROBIN, 4)
    for two in (rounds[:2], rounds[2:]):
        given = given.paired().with_results(*two)

    assert check_ranks(given, [*every_end(given, byes=True), given.finished()]) == {True}
    last = given.paired()
    ends = [last.with_results(*results).finished() for results in product((WON, DRAWN, LOST), repeat=2)]
    assert check_ranks(last, ends) == {True}


@pytest.mark.parametrize("first", [WON, DRAWN, LOST])
def test_withdrawing_from_a_round_robin_loses_future_byes(first):
    """Each of the three entrants has one bye. The one whose bye is in the last round may withdraw before."""
    after = begun(ROUND_ROBIN, 3).paired().with_results(first)
    after = after.paired().with_results(WON)
    ends = list(every_end(after))
    for entrant in "ABC":
        ends += every_end(after.after(WithdrawEntrant(OWNER, EntrantId(entrant), "ill")))

    assert check_ranks(after, ends) == {False}


def test_victory_points_can_be_shared_in_any_way():
    teams = replace(
        ROUND_ROBIN,
        entrants=EntrantSettings("team", 4, 4),
        rounds=replace(BY_HAND, win=Points(1200), draw=Points(1000)),
        boards=BoardSettings(2, "victory_points"),
    )
    after = begun(teams, 4).paired().with_results(Result(1700, 300), Result(950, 1050))
    after = after.paired()
    first, second = after.tournament.rounds[-1].paired.matches

    possible = after.possible()

    # 3.00 can become 43.00 with 20 points from each of two matches, so no rank is certain.
    assert set(possible.values()) == {(1, 4, False)}
    last = after.with_results(Result(1900, 100), Result(2000, 0)).paired()
    points = last.points()
    for entrant, (best, worst, is_exact) in last.possible().items():
        assert not is_exact
        assert best == 1 + sum(points[each] > points[entrant] + 2000 for each in points)
        assert worst == sum(points[each] + 2000 >= points[entrant] for each in points)
    assert {first.first, second.first} <= {each for each, ranks in last.possible().items() if ranks[0] == 1}


def test_no_possible_ranks_are_given_before_the_start_or_during_late_entry():
    late = begun(replace(SWISS, figures={"rounds": 3}, late=LateEntry(2)), 4)
    assert late.possible() is None
    first = late.paired().with_results(WON, WON)
    assert first.possible() is None
    assert first.paired().possible() is not None
    registering = ForecastTournament(None).after(CreateTournament(OWNER, SWISS))
    assert registering.possible() is None


@pytest.mark.parametrize("settings", [replace(SWISS, format="knock_out", figures={}), SWISS])
def test_formats_without_predictable_points_and_cancelled_tournaments_give_no_possible_ranks(settings):
    given = begun(settings, 4).paired()
    assert (given.possible() is None) == (settings.format == "knock_out")
    assert given.after(CancelTournament(OWNER, "rain")).possible() is None


def test_an_arena_gives_no_possible_ranks():
    arena = replace(SWISS, format="arena", figures={"minutes": 5}, rounds=RoundPlan())
    assert begun(arena, 4).possible() is None


def test_after_the_end_possible_ranks_are_the_final_ones():
    given = begun(replace(SWISS, tie_breaks=("buchholz", "lots")), 4)
    for _ in range(2):
        given = given.paired().with_results(WON, WON)
    over = given.finished()
    assert over.possible() == {
        each.entrant: (each.rank, each.rank, True) for each in tournament_standings(over.tournament)
    }
    assert sorted(best for best, _, _ in over.possible().values()) == [1, 2, 3, 4]


def test_with_too_many_open_matches_possible_ranks_are_bounds():
    given = begun(ROUND_ROBIN, 6)
    exact = []
    while (paired := given.paired()) is not None:
        given = paired.with_results(WON, WON, WON)
        exact.append({is_exact for *_, is_exact in given.possible().values()})
    # After the first round 12 matches remain.
    assert EXACT_MATCHES == 12
    assert exact == [{True}] * 5
    eight = begun(ROUND_ROBIN, 8).paired().with_results(*[WON] * 4)
    assert {is_exact for *_, is_exact in eight.possible().values()} == {False}


def test_partial_points_for_byes_make_possible_ranks_bounds():
    given = begun(replace(ROUND_ROBIN, byes=Byes(half=1)), 4).paired().with_results(WON, WON)
    assert {is_exact for *_, is_exact in given.possible().values()} == {False}
    granted = begun(ROUND_ROBIN, 4).paired().with_results(WON, WON)
    assert {is_exact for *_, is_exact in granted.possible().values()} == {True}
    granted = granted.after(AskForBye(OWNER, EntrantId("A"), 3, "half"))
    assert {is_exact for *_, is_exact in granted.possible().values()} == {False}


def exactness(given):
    """Whether the possible ranks of a tournament are exact."""
    (found,) = {is_exact for *_, is_exact in given.possible().values()}
    return found


@pytest.mark.parametrize("rounds", [IN_WINDOWS, replace(IN_WINDOWS, adjudication="draw"), BY_HAND])
def test_where_a_deadline_can_find_both_absent_both_can_lose(rounds):
    given = begun(replace(SWISS, rounds=rounds), 4).paired().with_results(WON, WON).paired()
    ways = [WON, DRAWN, LOST, *([Result(0, 0, "double_forfeit")] if rounds.window_s else [])]
    ends = [given.with_results(*results).finished() for results in product(ways, repeat=2)]
    assert check_ranks(given, ends) == {True}


def test_points_for_a_loss_make_the_possible_ranks_of_a_schedule_bounds():
    given = begun(replace(ROUND_ROBIN, rounds=THREE_TWO_ONE), 4).paired().with_results(WON, WON).paired()
    assert not exactness(given)
    given = given.with_results(WON, WON)
    assert not exactness(given)
    assert exactness(given.paired())


def test_an_open_match_that_both_cannot_lose_makes_possible_ranks_bounds_while_others_remain():
    given = begun(ROUND_ROBIN, 4).paired()
    assert not exactness(given)
    assert exactness(given.with_results(WON, WON))
    assert exactness(begun(replace(ROUND_ROBIN, rounds=IN_WINDOWS), 4).paired())


@pytest.mark.parametrize("settings", [NIGHT, INDIVIDUALS])
def test_two_entrants_who_share_their_points_have_bounds_until_all_is_played(settings):
    given = begun(replace(settings, figures={"rounds": 1}), 4).paired()
    assert not exactness(given)
    over = given.with_results(WON)
    assert exactness(over)
    assert sorted(over.possible().values()) == [(1, 1, True)] * 2 + [(3, 3, True)] * 2


# -- random pairing contexts -------------------------------------------------------------------------------------------

SETTINGS = [
    replace(plan, rounds=rounds, byes=Byes(half=1), tie_breaks=("wins",))
    for plan in (
        replace(SWISS, figures={"rounds": 4}),
        ROUND_ROBIN,
        replace(ROUND_ROBIN, figures={"cycles": 2, "by_lot": True}),
        replace(NIGHT, figures={"rounds": 3}),
        replace(INDIVIDUALS, figures={"rounds": 3}),
    )
    for rounds in (BY_HAND, THREE_TWO_ONE, IN_WINDOWS)
]


@pytest.mark.parametrize(
    "settings", SETTINGS, ids=lambda each: f"{each.format}-{len(each.figures)}-{each.rounds.pace}-{each.rounds.win}"
)
@given(seed=st.integers(0, 10**6), number=st.integers(4, 7))
@cases(12)
def test_the_final_rank_always_lies_within_earlier_possible_ranks(settings, seed, number):
    luck = Random(seed)
    given, said = begun(settings, number), []
    while given is not None:
        said.append(given.possible())
        before, given = given, any_round(given, luck, said)
    end = before.finished()

    ranks, by_points = {each.entrant: each.rank for each in tournament_standings(end.tournament)}, end.ranks_by_points()
    assert len(said) > 1
    for possible in said:
        for entrant, (best, worst, _) in possible.items():
            assert max(best, by_points[entrant][0]) <= ranks[entrant] <= min(worst, by_points[entrant][1])


def any_round(given, luck, said):
    """Plays the next round with random events before and during it. `None` if the tournament has ended."""
    for entry in given.tournament.entries:
        if luck.random() < 0.08:
            given = tried(given, WithdrawEntrant(OWNER, entry.id, "ill"))
        elif luck.random() < 0.15:
            kind = luck.choice(("half", "zero", "full"))
            given = tried(given, AskForBye(OWNER, entry.id, given.tournament.next_number, kind))
    said.append(given.possible())
    try:
        paired = given.paired() if luck.random() < 0.9 else None
    except Refusal:
        return None
    if paired is None:
        return None
    said.append(paired.possible())
    entry = luck.choice(paired.tournament.entries)
    if luck.random() < 0.2:
        paired = tried(paired, WithdrawEntrant(OWNER, entry.id, "ill"))
        said.append(paired.possible())
    plan, number = given.tournament.settings.rounds, given.tournament.next_number
    won, drawn, lost = Result(plan.win, plan.loss), Result(plan.draw, plan.draw), Result(plan.loss, plan.win)
    ways = [won, drawn, lost, *([Result(plan.loss, plan.loss, "double_forfeit")] if plan.window_s else [])]
    for match in paired.tournament.rounds[-1].open_matches():
        paired = paired.after(OverrideResult(OWNER, number, match, luck.choice(ways), "as seen"))
        said.append(paired.possible())
    return paired.after(CloseRound(OWNER, number))


def tried(given, command):
    try:
        return given.after(command)
    except Refusal:
        return given
