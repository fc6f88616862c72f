"""Graded sessions and their corrections change grades, and other tournaments do not count."""

import dataclasses
from fractions import Fraction
from random import Random

import pytest

from domain.kernel.instants import Instant
from domain.kernel.players import PlayerId
from domain.ratings.grade import FULL, GradeRules, Pair, Session, SessionId
from domain.tournaments.entrants.commands import CallSubstitute, OfferToSubstitute
from domain.tournaments.entrants.gates import Applicant
from domain.tournaments.rounds.events import BoardOverridden
from domain.tournaments.settings import TournamentSettings
from domain.tournaments.state import Tournament
from domain.tournaments.terms import LOSS, WIN, Result
from service.wiring import Service
from tests.support.duplicate_tournaments import play_all, scores_at_tables
from tests.support.graded_sessions import (
    BY_HAND,
    POOL,
    RATED,
    appended,
    begun,
    catch_up,
    corrected,
    forget,
    from_the_start,
    graded,
    pairs_of,
    played,
    stored,
)
from tests.support.replayed import replay_grades
from tests.support.tournaments import of, player


def shares(service: Service, ended: Tournament) -> dict[frozenset[PlayerId], tuple[Fraction, int]]:
    """Returns each pair's score as a share of the maximum and its number of boards, computed from the tables."""
    entries = {entry.id: frozenset(entry.players) for entry in ended.entries}
    points: dict[frozenset[PlayerId], list[int]] = {}
    for tables in scores_at_tables(service, ended).values():
        for even, odd, score in tables:
            others = [other for each, _, other in tables if each != even]
            own = sum(2 * (score > other) + (score == other) for other in others)
            points.setdefault(entries[even], []).append(own)
            points.setdefault(entries[odd], []).append(2 * len(others) - own)
    top = 2 * (len(tables) - 1)
    return {pair: (Fraction(sum(each), top * len(each)), len(each)) for pair, each in points.items()}


def session_seen(service: Service, tournament: str, ended: Tournament) -> Session:
    """Returns the session according to the tables."""
    found = shares(service, ended)
    pairs = [frozenset(entry.players) for entry in ended.entries]
    scored = tuple(
        Pair(next(e.players for e in ended.entries if frozenset(e.players) == pair), round(found[pair][0] * FULL))
        for pair in pairs
    )
    (boards,) = {boards for _, boards in found.values()}
    return Session(SessionId(tournament), Instant(0), boards, scored)


def test_a_session_changes_the_grade_of_every_player_by_their_score(at_work: Service):
    pairs = pairs_of(at_work)
    sessions = []
    for seed in ("one", "two"):
        tournament, _, ended = played(at_work, pairs, seed=seed)
        sessions.append(session_seen(at_work, tournament, ended))
    catch_up(at_work)

    expected, changes = replay_grades(sessions, GradeRules())
    assert len(changes) == 24
    for pair in pairs:
        for who, other in (pair, pair[::-1]):
            assert graded(at_work, who) == expected.players[who]
            [found] = at_work.grades.of_player(who)
            [(partner, together)] = found.partnerships
            assert (found.pool, partner) == (POOL, other)
            assert (together.grade, together.boards) == expected.partnerships[frozenset(pair)]
            assert found.own.sessions == together.sessions == 2


INDIVIDUALS = dataclasses.replace(
    RATED,
    format="duplicate_individual",
    entrants=dataclasses.replace(RATED.entrants, kind="player", members_least=1, members_most=1, least=8, capacity=8),
)


@pytest.mark.parametrize(
    "plan", [dataclasses.replace(RATED, is_rated=False), INDIVIDUALS], ids=["casual", "individual"]
)
def test_other_tournaments_are_not_sessions(at_work: Service, plan: TournamentSettings):
    size = plan.entrants.members_least
    field = [tuple(player(at_work) for _ in range(size)) for _ in range(plan.entrants.least)]
    played(at_work, field, plan)
    catch_up(at_work)

    assert stored(at_work)["grade_session"] == []
    assert at_work.grades.of_player(field[0][0]) == ()


def test_a_session_counts_only_when_it_is_finished(at_work: Service):
    pairs = pairs_of(at_work)
    tournament, _ = begun(at_work, pairs)
    catch_up(at_work)
    assert stored(at_work)["grade_session"] == []
    play_all(at_work, tournament, Random("luck"))
    catch_up(at_work)
    assert len(stored(at_work)["grade_session"]) == 1


def test_pairs_with_a_program_have_their_own_pool(at_work: Service):
    pairs = pairs_of(at_work)
    program = at_work.accounts.sign_up("program", "bot")[0].id
    played(at_work, [*pairs[:3], (pairs[3][0], program)])
    catch_up(at_work)

    [found] = at_work.grades.of_player(program)
    assert found.pool == POOL._replace(among="programs")
    assert at_work.grades.leaderboard(POOL, of_players=True).rows == ()


def test_a_result_corrected_after_the_end_is_regraded_in_chronological_order(at_work: Service):
    from_the_start(at_work)
    pairs = pairs_of(at_work)
    first, owner, _ = played(at_work, pairs, BY_HAND, "one")
    played(at_work, pairs, RATED, "two")
    catch_up(at_work)
    before = {who: graded(at_work, who) for pair in pairs for who in pair}

    corrected(at_work, first, owner, Result(WIN, LOSS))
    catch_up(at_work)

    after = {who: graded(at_work, who) for pair in pairs for who in pair}
    assert after != before
    now = of(at_work, first)
    out = {player for side in now.rounds[0].paired.matches[0] for player in now.entry(side).players}
    # Their boards of that match no longer count.
    assert {who: before[who][1] - after[who][1] for who in before} == {who: 2 * (who in out) for who in before}
    live = stored(at_work)
    forget(at_work)
    from_the_start(at_work)
    catch_up(at_work)
    assert stored(at_work) == live


def test_a_board_overridden_after_the_end_no_longer_counts_for_its_players(at_work: Service):
    pairs = pairs_of(at_work)
    tournament, owner, ended = played(at_work, pairs)
    catch_up(at_work)
    before = {who: graded(at_work, who) for pair in pairs for who in pair}

    at = at_work.tournaments.at(tournament)
    board = ended.rounds[0].boards[0][0].board
    what = ("score", 40, 1, 40, None, None, None, None, WIN, LOSS, "played", "as seen")
    event = BoardOverridden(1, 1, board, 1, owner, *what)
    appended(at_work, tournament, at, owner, event)
    catch_up(at_work)

    after = {who: graded(at_work, who) for pair in pairs for who in pair}
    out = {who for side in ended.rounds[0].paired.matches[0] for who in ended.entry(side).players}
    assert {who: before[who][1] - after[who][1] for who in before} == {who: who in out for who in before}


def test_a_pair_with_a_substitute_is_not_graded(at_work: Service):
    pairs, substitute = pairs_of(at_work), player(at_work)
    tournament, _ = begun(at_work, pairs)
    entrant = of(at_work, tournament).entry_of(pairs[0][0])
    at_work.tournaments.carry_out(tournament, OfferToSubstitute(substitute, Applicant(substitute)))
    called = CallSubstitute(pairs[0][0], entrant.id, substitute, pairs[0][1])
    at_work.tournaments.carry_out(tournament, called)
    assert play_all(at_work, tournament, Random("luck")).status == "finished"
    catch_up(at_work)

    assert [at_work.grades.of_player(who) for who in (*pairs[0], substitute)] == [()] * 3
    assert all(len(at_work.grades.of_player(who)) == 1 for pair in pairs[1:] for who in pair)
