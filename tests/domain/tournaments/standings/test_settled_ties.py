"""Ties that cannot change any more narrow the possible ranks, and never exclude a rank that is still possible."""

from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st

from domain.tournaments.standings.possible_ranks import USUAL_OUTCOMES, RemainingPlay, possible_ranks
from domain.tournaments.standings.ranking import standings
from domain.tournaments.standings.settled_ties import with_settled_ties
from domain.tournaments.standings.tie_break_values import TieBreak, TieBreakInput
from domain.tournaments.terms import DRAW, LOSS, WIN, Bye, Match, PairingContext, PlayedRound, Result, Round
from tests.support.cases import cases
from tests.support.pairing_contexts import of_entrants, pairing_contexts

CHOICE: tuple[TieBreak, ...] = (
    *("wins", "wins_played", "progressive", "direct_encounter", "performance", "average_rating"),
    *("buchholz", "buchholz_cut_1", "buchholz_cut_2", "buchholz_median", "sonneborn_berger"),
)
NOTHING_TO_PAIR = RemainingPlay()
WON, DRAWN, LOST = Result(WIN, LOSS), Result(DRAW, DRAW), Result(LOSS, WIN)


def ranges(context: PairingContext, tie_breaks: Sequence[TieBreak], *, has_lots: bool = False):
    """Returns the best and the worst rank of each entrant."""
    ranked = standings(context, tie_breaks)
    by_points = possible_ranks(context, NOTHING_TO_PAIR)
    found = with_settled_ties(by_points, context, NOTHING_TO_PAIR, ranked, len(tie_breaks) + has_lots)
    return {each.entrant: (each.best, each.worst) for each in found}


@given(
    context=pairing_contexts(rounds=3),
    tie_breaks=st.lists(st.sampled_from(CHOICE), unique=True, max_size=3),
    has_lots=st.booleans(),
    has_mean_byes=st.booleans(),
    data=st.data(),
)
@cases(200)
def test_no_final_rank_is_excluded(
    context: PairingContext, tie_breaks: list[TieBreak], data: st.DataObject, *, has_lots: bool, has_mean_byes: bool
):
    context = context._replace(has_mean_byes=has_mean_byes)
    before = ranges(context, tie_breaks, has_lots=has_lots)
    finished = context._replace(rounds=tuple(_finished(played, data) for played in context.rounds))

    chosen: list[TieBreak] = [*tie_breaks, "lots"] if has_lots else tie_breaks
    for each in standings(finished, chosen, given=TieBreakInput(seed=b"lots")):
        best, worst = before[each.entrant]
        assert best <= each.rank <= worst


def _finished(played: PlayedRound, data: st.DataObject) -> PlayedRound:
    results = (data.draw(st.sampled_from(USUAL_OUTCOMES)) for _ in played.results)
    return played._replace(results=tuple(was or Result(*now) for was, now in zip(played.results, results, strict=True)))


def course(*rounds: tuple[tuple[tuple[str, str, Result | None], ...], str | None]) -> PairingContext:
    """Returns six entrants after these rounds: the matches with results, and who has a half bye."""
    context = PairingContext(of_entrants(6))
    ids = {letter: entrant.id for letter, entrant in zip("ABCDEF", context.entrants, strict=True)}
    played = []
    for number, (matches, resting) in enumerate(rounds, start=1):
        pairs = tuple(Match(ids[one], ids[other]) for one, other, _ in matches)
        byes = () if resting is None else (Bye(ids[resting], "half"),)
        played.append(PlayedRound(Round(number, pairs, byes), tuple(result for *_, result in matches)))
    return context._replace(rounds=tuple(played))


def test_a_decided_tie_leaves_one_rank_less_to_both():
    # A has won and lost, B has drawn twice. E and F still play.
    last = course(
        ((("A", "C", WON), ("B", "D", DRAWN), ("E", "F", DRAWN)), None),
        ((("D", "A", WON), ("B", "C", DRAWN), ("E", "F", None)), None),
    )
    a, b = (last.entrants[place].id for place in (0, 1))
    by_points = {each.entrant: (each.best, each.worst) for each in possible_ranks(last, NOTHING_TO_PAIR)}
    assert by_points[a] == by_points[b]
    best, worst = by_points[a]

    assert ranges(last, ["wins"])[a] == (best, worst - 1)
    assert ranges(last, ["wins"])[b] == (best + 1, worst)
    # Both stand level without a tie-break, so neither takes a rank from the other.
    assert ranges(last, [])[a] == ranges(last, [])[b] == (best, worst - 1)
    assert ranges(last, [], has_lots=True)[a] == (best, worst)
    # E and F can end with as many points, so the group of the direct encounter is not known.
    assert ranges(last, ["direct_encounter"])[a] == (best, worst)


def test_scores_of_opponents_decide_a_tie_only_when_these_have_finished():
    # A has played C and D, B has played E and F. In the last round, only E and F play, or C and D.
    opened = course(
        ((("A", "C", DRAWN), ("B", "E", DRAWN), ("D", "F", WON)), None),
        ((("A", "D", DRAWN), ("B", "F", DRAWN)), None),
        ((("C", "E", None), ("D", "F", None)), None),
    )
    a, b = (opened.entrants[place].id for place in (0, 1))
    by_points = {each.entrant: (each.best, each.worst) for each in possible_ranks(opened, NOTHING_TO_PAIR)}
    assert ranges(opened, ["buchholz"])[a] == by_points[a]

    results = (WON, WON)
    done = opened._replace(rounds=(*opened.rounds[:2], opened.rounds[2]._replace(results=results)))
    by_points = {each.entrant: (each.best, each.worst) for each in possible_ranks(done, NOTHING_TO_PAIR)}
    assert ranges(done, ["buchholz"])[b][0] == by_points[b][0] + 1


def with_last(context: PairingContext, result: Result) -> PairingContext:
    """Returns the context with this result of the only open match."""
    last = context.rounds[-1]
    return context._replace(
        rounds=(*context.rounds[:-1], last._replace(results=tuple(each or result for each in last.results)))
    )


def test_an_entrant_whose_opponents_still_play_can_leave_a_tie_before_the_direct_encounter():
    # A, B and C have beaten each other in a circle. D still plays, and only C has met D.
    opened = course(
        ((("A", "B", WON), ("D", "C", WON)), None),
        ((("B", "C", WON), ("D", "E", WON)), "A"),
        ((("C", "A", WON),), "B"),
        ((("D", "E", None), ("F", "C", DRAWN)), None),
    )
    tie_breaks: list[TieBreak] = ["buchholz", "direct_encounter"]
    b = opened.entrants[1].id
    [at_the_end] = [each for each in standings(with_last(opened, WON), tie_breaks) if each.entrant == b]
    assert at_the_end.rank == 4
    assert ranges(opened, tie_breaks)[b][1] == 4


def test_a_lost_match_can_bring_an_entrant_with_a_mean_bye_into_a_tie():
    # E has won and sat out, and has 2 points. After a loss it has 1.5, as A and B have.
    opened = course(
        ((("A", "B", WON), ("E", "F", WON), ("C", "D", WON)), None),
        ((("B", "C", WON), ("D", "F", WON)), "A"),
        ((("E", "F", None),), "B"),
    )
    a, b, *_ = (each.id for each in opened.entrants)
    second = opened.rounds[1]
    byes = (*second.round.byes, Bye(opened.entrants[4].id, "pairing"))
    second = second._replace(round=second.round._replace(byes=byes))
    opened = opened._replace(rounds=(opened.rounds[0], second, opened.rounds[2]), has_mean_byes=True)

    ranked = {each.entrant: each.rank for each in standings(with_last(opened, LOST), ["direct_encounter"])}
    assert ranked[a] == ranked[b] == 1
    assert ranges(opened, ["direct_encounter"])[b][0] == 1
