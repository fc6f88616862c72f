"""Stored grades follow from the log: each session counts once."""

import dataclasses
from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

from domain.kernel.instants import HOUR_MS, Instant
from domain.kernel.players import PlayerId
from domain.ratings.grade import FULL, GradeRules, Grades, Pair, Session, SessionId
from domain.tournaments.commands import FinishTournament, ReopenTournament
from domain.tournaments.rounds.commands import OverrideBoard
from domain.tournaments.terms import LOSS, WIN, Result
from service.processes.rebuild import rebuild
from service.ratings.grades.projections import GradesProjection
from service.wiring import Service
from tests.support.fixtures import limited
from tests.support.graded_sessions import (
    BY_HAND,
    POOL,
    RATED,
    catch_up,
    corrected,
    forget,
    from_the_start,
    graded,
    in_log,
    pairs_of,
    played,
    session_event,
    stored,
)
from tests.support.replayed import replay_grades
from tests.support.tournaments import player


def some_sessions(service: Service) -> list[tuple[PlayerId, PlayerId]]:
    """Sessions with changing partners, one of them corrected."""
    pairs = pairs_of(service)
    first, owner, _ = played(service, pairs, BY_HAND, "one")
    crossed = [(one[0], other[1]) for one, other in zip(pairs, [*pairs[1:], pairs[0]], strict=True)]
    played(service, crossed, RATED, "two")
    catch_up(service)
    corrected(service, first, owner, Result(LOSS, WIN))
    played(service, pairs, RATED, "three")
    return pairs


@pytest.mark.slow
def test_rebuilt_grades_equal_live_grades_for_any_batch_size_and_for_repeated_events(
    at_work: Service, database_url: str
):
    from_the_start(at_work)
    pairs = some_sessions(at_work)
    catch_up(at_work)
    live = stored(at_work)
    assert all(live.values())

    from_the_start(at_work)
    catch_up(at_work)
    assert stored(at_work) == live
    forget(at_work)
    from_the_start(at_work)
    catch_up(limited(at_work, sessions_at_once=1))
    assert stored(at_work) == live
    rebuild(database_url, "shengji_app", lambda *_: None, limits=limited(at_work, sessions_at_once=1).limits)
    assert stored(at_work) == live
    before = graded(at_work, pairs[0][0])
    played(at_work, pairs)
    catch_up(at_work)
    assert graded(at_work, pairs[0][0])[1] == before[1] + 2


class Killed(BaseException):
    """The process dies here."""


def any_session(luck: Random, players: Sequence[PlayerId], number: int) -> Session:
    """A hypothetical session."""
    drawn = luck.sample(list(players), 2 * luck.randint(2, len(players) // 2))
    boards = luck.randint(1, 30)
    pairs = tuple(
        Pair((one, other), luck.randint(0, FULL), luck.randint(1, boards))
        for one, other in zip(drawn[::2], drawn[1::2], strict=True)
    )
    return Session(SessionId(f"trn_{number:026d}"), Instant(number * HOUR_MS), boards, pairs)


@pytest.mark.parametrize("seed", range(4))
def test_stored_grades_follow_from_the_current_sessions(at_work: Service, seed: int):
    at_work = limited(at_work, sessions_at_once=1 + seed)
    luck, players = Random(seed), [player(at_work) for _ in range(8)]
    now: dict[int, Session | None] = {}
    projection = GradesProjection(at_work.database, at_work.store)
    for number in range(1, 25):
        which = luck.choice(list(now)) if now and luck.random() < 0.4 else number
        now[which] = any_session(luck, players, which) if luck.random() < 0.9 else None
        in_log(at_work, session_event(which, now[which]))
        for _ in range(luck.randint(0, 2)):
            projection.catch_up()
    catch_up(at_work)

    # Sessions count in the order of their arrival.
    expected, changes = replay_grades([each for each in now.values() if each is not None], GradeRules())
    for who in players:
        found = at_work.grades.of_player(who)
        assert [(each.own.grade, each.own.boards) for each in found] == [
            tuple(expected.players[each]) for each in players if each == who and who in expected.players
        ]
        own = [change for change in changes if who in change.who]
        assert [
            change
            for each in at_work.grades.changes(who, POOL, None, 100)[::-1]
            for change in (each.own, each.partnership)
        ] == own
        assert [each.own.sessions for each in found] == ([len(own) // 2] if own else [])
        assert {(partner, graded.grade, graded.boards) for each in found for partner, graded in each.partnerships} == {
            (next(iter(pair - {who})), *grade) for pair, grade in expected.partnerships.items() if who in pair
        }


@pytest.mark.parametrize("statement", ["add_grade_session", "move_grade_pool", "add_grade_changes", "put_grades"])
def test_a_crash_leaves_no_partial_update(at_work: Service, monkeypatch: pytest.MonkeyPatch, statement: str):
    luck, players = Random(7), [player(at_work) for _ in range(8)]
    first, second = (session_event(number, any_session(luck, players, number)) for number in (1, 2))
    together = at_work.database.together

    def dying(work: Any) -> Any:
        def until(run: Any) -> Any:
            def statements(name: str, asked: Any = None) -> Any:
                answered = run(name, asked)
                if name == statement:
                    raise Killed
                return answered

            return work(statements)

        return together(until)

    def goes_on() -> None:
        in_log(at_work, second)
        catch_up(at_work)

    in_log(at_work, first)
    catch_up(at_work)
    if statement != "add_grade_session":
        in_log(at_work, second)
    before = stored(at_work)
    with monkeypatch.context() as patched:
        patched.setattr(at_work.database, "together", dying)
        with pytest.raises(Killed):
            goes_on()
    assert stored(at_work) == before
    goes_on()
    grades = Grades()
    for each in (first, second):
        if each.session is not None:
            grades.grade(GradeRules(), each.session)
    assert {who: graded(at_work, who) for who in grades.players} == {
        who: tuple(grade) for who, grade in grades.players.items()
    }


@pytest.mark.slow
def test_a_session_corrected_before_and_after_its_end_is_the_same_after_a_rebuild(at_work: Service, database_url: str):
    pairs = pairs_of(at_work)
    tournament, owner, _ = played(at_work, pairs, dataclasses.replace(RATED, corrections_s=3600), status="finishing")
    catch_up(at_work)
    assert not stored(at_work)["grade_session"], "the session does not count while the tournament is finishing"
    board = 1
    override = OverrideBoard(owner, 1, 1, board, "the table was noisy", averages=("average", "average"))
    at_work.tournaments.carry_out(tournament, override)
    catch_up(at_work)
    assert not stored(at_work)["grade_session"]
    played(at_work, pairs, seed="the same evening")
    at_work.tournaments.carry_out(tournament, FinishTournament(owner))
    played(at_work, pairs, seed="later")
    catch_up(at_work)
    first = stored(at_work)

    at_work.tournaments.carry_out(tournament, ReopenTournament(owner, "a score was entered wrong"))
    catch_up(at_work)
    assert stored(at_work)["grade"] == first["grade"], "the old result counts until the correction"
    at_work.tournaments.carry_out(tournament, dataclasses.replace(override, match=2))
    catch_up(at_work)
    corrected_now = stored(at_work)
    assert corrected_now["grade"] != first["grade"]
    rebuild(database_url, "shengji_app", lambda *_: None)
    everybody = [each for pair in pairs for each in pair]
    mine = [row for row in stored(at_work)["grade"] if any(each in row for each in everybody)]
    assert mine == corrected_now["grade"], "it also counts while the tournament is reopened"
    at_work.tournaments.carry_out(tournament, FinishTournament(owner))
    catch_up(at_work)
    assert [row for row in stored(at_work)["grade"] if any(each in row for each in everybody)] == mine
