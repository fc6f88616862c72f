"""Grades follow from sessions of duplicate play; each change is explained and counted once."""

import dataclasses
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from fractions import Fraction
from random import Random
from typing import Any

import pytest

from domain.kernel.instants import HOUR_MS, Instant
from domain.kernel.players import PlayerId
from domain.ratings.grade import FULL, GradeRules, Grades, Pair, Session, SessionId
from domain.ratings.pools import Pool
from domain.tournaments.commands import FinishTournament, ReopenTournament, StartTournament
from domain.tournaments.entrants.commands import CallSubstitute, OfferToSubstitute
from domain.tournaments.entrants.gates import Applicant
from domain.tournaments.evolve import evolve
from domain.tournaments.rounds.commands import OverrideBoard
from domain.tournaments.rounds.events import BoardOverridden, ResultOverridden
from domain.tournaments.settings import Settings
from domain.tournaments.state import Tournament
from domain.tournaments.terms import LOSS, WIN, Result
from service.platform.sources import time_of_day
from service.platform.store.database import Database
from service.platform.store.sandbox_time import clock_of_sandboxes
from service.platform.store.stream_repository import Origin, StreamDecision, StreamRepository
from service.processes.rebuild import rebuild
from service.ratings.grades import projections as projected
from service.ratings.grades.projections import GradesProjection, SessionEvent, apply_events
from service.tournaments.events import TOURNAMENTS
from service.tournaments.handlers import VersionedTournament
from service.wiring import Service
from tests.service.tournaments.test_duplicate_tournaments import BOARDS, play_all, scores_at_tables
from tests.support.api import Api, User
from tests.support.fixtures import limited
from tests.support.replayed import replay_grades
from tests.support.tournaments import created, enters, of, player

POOL = Pool("sheng_ji", "duplicate", 4)
RATED = dataclasses.replace(BOARDS, is_rated=True, figures={"rounds": 1})
BY_HAND = dataclasses.replace(RATED, figures={"rounds": 2})
TABLES = ("grade_session", "grade_pool", "grade_change", "grade")


@pytest.fixture
def at_work(at_work: Service) -> Iterator[Service]:
    """The context of the jobs. No session was graded before."""
    catch_up(at_work)
    forget(at_work)
    yield at_work
    catch_up(at_work)
    forget(at_work)


def forget(service: Service) -> None:
    with service.database.session() as session:
        for name in TABLES:
            session.execute(f"DELETE FROM {name}")


def catch_up(service: Service) -> None:
    """Processes the log to its end in a process with an empty cache."""
    projection = GradesProjection(service.database, service.store)
    while projection.catch_up():
        pass


def from_the_start(service: Service) -> None:
    """Delivers the log again from its first event."""
    with service.database.session() as session:
        session.execute("UPDATE shengji.subscription SET transaction = 0, position = 0 WHERE name = 'grades'")


def stored(service: Service) -> dict[str, list[str]]:
    """Returns everything stored about grades except the version counters of pools."""
    found = {}
    with service.database.session() as session:
        for name in TABLES:
            what = "row(t.newest, t.graded, t.pool)::text" if name == "grade_pool" else "t::text"
            found[name] = [row[0] for row in session.execute(f"SELECT {what} FROM {name} AS t ORDER BY 1")]
    return found


def pairs_of(service: Service, count: int = 4) -> list[tuple[PlayerId, PlayerId]]:
    return [(player(service), player(service)) for _ in range(count)]


def begun(service: Service, pairs: Sequence[Sequence[PlayerId]], settings: Settings = RATED) -> tuple[str, PlayerId]:
    """Returns a started tournament of these pairs and its owner."""
    tournament, owner = created(service, settings)
    for pair in pairs:
        enters(service, tournament, *pair)
    service.tournaments.carry_out(tournament, StartTournament(owner))
    return tournament, owner


def played(
    service: Service,
    pairs: Sequence[Sequence[PlayerId]],
    settings: Settings = RATED,
    seed: str = "luck",
    status: str = "finished",
) -> tuple[str, PlayerId, Tournament]:
    """Returns a finished session of these pairs and its owner."""
    tournament, owner = begun(service, pairs, settings)
    ended = play_all(service, tournament, Random(seed))
    assert ended.status == status
    return tournament, owner, ended


def corrected(service: Service, tournament: str, owner: PlayerId, result: Result) -> None:
    """Changes the result of the first match after the end; no command does this, but the log could contain it."""
    at = service.tournaments.at(tournament)
    event = ResultOverridden(1, 1, owner, *result, "as seen")
    appended(service, tournament, at, owner, event)


def appended(service: Service, tournament: str, at: VersionedTournament, owner: PlayerId, event: Any) -> None:
    """Appends an event without a command."""
    decided = StreamDecision((event,), evolve(at.tournament, event), at.tournament.world)
    repository = StreamRepository(
        service.store, service.notifier, TOURNAMENTS, clock_of_sandboxes(service.database, service.clock)
    )
    assert repository.append(tournament, at.version, decided, Origin(owner, None, time_of_day())).outcome == "appended"


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


def graded(service: Service, who: PlayerId) -> tuple[int, int]:
    """Returns the grade of a player and its number of boards."""
    [found] = service.grades.of_player(who)
    return found.own.grade, found.own.boards


def seen(user: User, path: str) -> Any:
    answered = user.get(path)
    assert answered.status_code == 200, answered.text
    return answered.json


# -- graded sessions ---------------------------------------------------------------------------------------------------


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
def test_other_tournaments_are_not_sessions(at_work: Service, plan: Settings):
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


# ------------------------------------------------------------------------------------------------ corrections


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


# -- repeated delivery -------------------------------------------------------------------------------------------------


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


def in_log(service: Service, *session_event: SessionEvent) -> None:
    service.database.together(lambda run: apply_events(run, session_event))


def session_event(number: int, session: Session | None) -> SessionEvent:
    at = datetime.fromtimestamp(number * HOUR_MS / 1000, UTC)
    return SessionEvent(f"trn_{number:026d}", POOL.name, at, session, None)


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


# ------------------------------------------------------------------------------------------------ over HTTP


def test_a_change_is_shown_with_figures_and_text(at_work: Service, api: Api):
    user, other = api.sign_up(), api.sign_up()
    mine = (PlayerId(user.id), PlayerId(other.id))
    pairs = [mine, *pairs_of(at_work, 3)]
    for number, score in ((1, 55), (2, 40)):
        scores = [score, 100 - score, 50, 50]
        session = Session(
            SessionId(f"trn_{number:026d}"),
            Instant(number * HOUR_MS),
            25,
            tuple(Pair(pair, each * FULL // 100, 25) for pair, each in zip(pairs, scores, strict=True)),
        )
        in_log(at_work, session_event(number, session))
    catch_up(at_work)

    path = f"/v1/players/{user.id}/grades/{POOL.name}/changes"
    newest = seen(user, f"{path}?limit=1")
    [oldest] = (page := seen(user, f"{path}?limit=1&cursor={newest['next_cursor']}"))["changes"]
    assert page["next_cursor"] is None
    assert [each["id"] for each in newest["changes"]] == [f"trn_{2:026d}"]
    assert oldest == {
        "id": f"trn_{1:026d}",
        "at": "1970-01-01T01:00:00.000Z",
        "partner": other.id,
        "own": {
            "before": 50.0,
            "after": 53.333333,
            "partner_grade": 50.0,
            "field": 50.0,
            "expected": 50.0,
            "score": 55.0,
            "gain": 2,
            "boards": 25,
            "of_boards": 75,
            "boards_graded": 25,
            "provisional": True,
            "sentence": (
                "With a partner of 50.00 %, the pair was expected to score 50.00 % in a field of 50.00 %, and scored "
                "55.00 %. The difference of +5.00 %, times 2, weighted as 25 of 75 boards, is +3.33 %. The grade "
                "changed from 50.00 % to 53.33 %. Provisional."
            ),
        },
        "partnership": {
            **oldest["own"],
            "after": 51.666667,
            "partner_grade": None,
            "gain": 1,
            "sentence": (
                "The partnership was expected to score 50.00 % in a field of 50.00 %, and scored 55.00 %. The "
                "difference of +5.00 %, weighted as 25 of 75 boards, is +1.67 %. The grade changed from 50.00 % to "
                "51.67 %. Provisional."
            ),
        },
    }
    [grade] = seen(user, f"/v1/players/{user.id}/grades")["grades"]
    assert grade["pool"]["id"] == POOL.name
    assert grade["grade"] == newest["changes"][0]["own"]["after"]
    assert (grade["boards"], grade["sessions"], grade["provisional"], grade["inactive"]) == (50, 2, True, True)
    assert grade["last_session_at"] == "1970-01-01T02:00:00.000Z"
    [together] = grade["partnerships"]
    assert (together["partner"], together["grade"]) == (other.id, newest["changes"][0]["partnership"]["after"])


def test_leaderboards_of_players_and_partnerships_are_paginated(at_work: Service, api: Api):
    user, pairs = api.sign_up(), pairs_of(at_work, 3)
    for number, scores in ((1, (60, 60, 30)), (2, (55, 55, 40))):
        of_pairs = tuple(Pair(pair, each * FULL // 100) for pair, each in zip(pairs, scores, strict=True))
        in_log(at_work, session_event(number, Session(SessionId(f"trn_{number:026d}"), Instant(number), 20, of_pairs)))
    catch_up(at_work)
    for whom, ranks, who in (
        ("players", [1] * 4 + [5] * 2, [[each] for pair in pairs for each in pair]),
        ("partnerships", [1, 1, 3], [sorted(pair) for pair in pairs]),
    ):
        rows, cursor = [], ""
        while cursor is not None:
            path = f"/v1/grades/{POOL.name}?limit=2&of={whom}"
            page = seen(user, path + (cursor and f"&cursor={cursor}"))
            rows += page["grades"]
            cursor = page["next_cursor"]
        assert (page["of"], page["pool"]["id"]) == (whom, POOL.name)
        assert [row["rank"] for row in rows] == ranks
        assert sorted(row["players"] for row in rows) == sorted(who)
        assert [row["grade"] for row in rows] == sorted((row["grade"] for row in rows), reverse=True)
        assert {(row["boards"], row["sessions"]) for row in rows} == {(40, 2)}
    assert seen(user, f"/v1/grades/{POOL.name}")["of"] == "players"


def test_a_closed_account_is_on_no_leaderboard_and_others_keep_their_grades(at_work: Service, api: Api):
    user, first, pairs, last = api.sign_up(), api.sign_up(), pairs_of(at_work, 3), api.sign_up()
    # Ids increase with time, so the player may be first or second in the partnership.
    a, z = PlayerId(first.id), PlayerId(last.id)
    field = [(a, pairs[0][0]), (z, pairs[1][0]), pairs[2]]
    session = Session(SessionId(f"trn_{1:026d}"), Instant(1), 20, tuple(Pair(pair, FULL // 2) for pair in field))
    in_log(at_work, session_event(1, session))
    catch_up(at_work)
    exported = first.get("/v1/me/export").json["grade_changes"]
    assert [(each["pool"], each["partner"], each["own"]["score"]) for each in exported] == [
        (POOL.name, pairs[0][0], 50.0)
    ]
    for gone in (a, z):
        at_work.closing.close(gone, None)

    board = seen(user, f"/v1/grades/{POOL.name}")["grades"]
    assert {who for row in board for who in row["players"]} == {each for pair in field for each in pair} - {a, z}
    both = seen(user, f"/v1/grades/{POOL.name}?of=partnerships")["grades"]
    assert [row["players"] for row in both] == [sorted(pairs[2])]
    for gone, partner in ((a, pairs[0][0]), (z, pairs[1][0])):
        assert seen(user, f"/v1/players/{gone}/grades") == {"player": gone, "grades": []}
        assert seen(user, f"/v1/players/{gone}/grades/{POOL.name}/changes")["changes"] == []
        [left] = seen(user, f"/v1/players/{partner}/grades")["grades"]
        assert (left["boards"], left["partnerships"]) == (20, [])


def test_sandbox_players_and_others_do_not_see_each_others_grades(at_work: Service, api: Api):
    outside, inside = api.sign_up(), api.sign_up().in_sandbox()
    pairs = pairs_of(at_work, 2)
    world = at_work.accounts.sandbox_of(PlayerId(inside.id))
    theirs = [
        (PlayerId(inside.id), player(at_work, "b", world)),
        (player(at_work, "c", world), player(at_work, "d", world)),
    ]
    for number, (field, where) in enumerate(((pairs, None), (theirs, world)), start=1):
        made = Session(SessionId(f"trn_{number:026d}"), Instant(1), 20, tuple(Pair(pair, FULL // 2) for pair in field))
        in_log(at_work, session_event(number, made)._replace(pool=projected.stored_pool(POOL, where)))
    catch_up(at_work)

    for user, field in ((outside, pairs), (inside, theirs)):
        board = seen(user, f"/v1/grades/{POOL.name}")["grades"]
        assert sorted(who for row in board for who in row["players"]) == sorted(each for pair in field for each in pair)
    assert inside.get(f"/v1/players/{pairs[0][0]}/grades").status_code == 404
    [own] = seen(inside, f"/v1/players/{inside.id}/grades")["grades"]
    assert own["pool"]["id"] == POOL.name
    assert len(seen(inside, f"/v1/players/{inside.id}/grades/{POOL.name}/changes")["changes"]) == 1


def ended_in(service: Service, world: str | None, owner: PlayerId) -> tuple[str, list[tuple[PlayerId, PlayerId]]]:
    """Returns a sandbox tournament that ended without play, and its pairs."""
    plan = dataclasses.replace(RATED, rounds=dataclasses.replace(RATED.rounds, is_automatic=False))
    tournament = service.tournaments.create(owner, plan).id
    field = [(player(service, "one", world), player(service, "other", world)) for _ in range(4)]
    for pair in field:
        enters(service, tournament, *pair)
    for command in (StartTournament(owner), FinishTournament(owner, "rain")):
        service.tournaments.carry_out(tournament, command)
    return tournament, field


def taken_away(service: Service, api: Api, inside: User) -> None:
    """Ends the sandbox of a player and deletes its data."""
    assert api.call("DELETE", "/v1/sandbox", token=inside.token).status_code == 204
    while service.database.read("expired_sandboxes", {"limit": 1}):
        service.sandboxes.sweep()


def test_a_sandbox_session_is_stored_for_its_sandbox_only_and_deleted_with_it(at_work: Service, api: Api):
    inside = api.sign_up().in_sandbox()
    world = at_work.accounts.sandbox_of(PlayerId(inside.id))
    tournament, field = ended_in(at_work, world, PlayerId(inside.id))
    catch_up(at_work)
    name = projected.stored_pool(POOL, world)
    with at_work.database.session() as session:
        assert session.execute("SELECT pool, session FROM grade_session").fetchall() == [(name, None)]
    made = Session(SessionId(tournament), Instant(1), 20, tuple(Pair(pair, FULL // 2) for pair in field))
    in_log(at_work, SessionEvent(tournament, name, datetime.now(UTC), made, world))
    catch_up(at_work)
    assert all(stored(at_work).values())

    taken_away(at_work, api, inside)

    assert not any(stored(at_work).values())

    # Late events and rebuilds do not restore it.
    in_log(at_work, SessionEvent(tournament, name, datetime.now(UTC), made, world))
    catch_up(at_work)
    assert not any(stored(at_work).values())
    from_the_start(at_work)
    catch_up(at_work)
    assert not [row for row in stored(at_work)["grade_session"] if world in row]


def test_grades_of_a_sandbox_that_ends_during_a_rebuild_do_not_come_back(
    at_work: Service, api: Api, database_url: str, monkeypatch: pytest.MonkeyPatch
):
    inside = api.sign_up().in_sandbox()
    world = at_work.accounts.sandbox_of(PlayerId(inside.id))
    ended_in(at_work, world, PlayerId(inside.id))
    read, ended = Database.read, []

    def ending(self: Database, name: str, *given: Any) -> Any:
        """The last statement before the new read models replace the old ones."""
        if name == "all_set_aside":
            ended.append(taken_away(at_work, api, inside))
        return read(self, name, *given)

    monkeypatch.setattr(Database, "read", ending)
    rebuild(database_url, "shengji_app", lambda *_: None)
    assert len(ended) == 1

    found = stored(at_work)
    assert not any(world in row for name in ("grade_session", "grade_pool") for row in found[name])


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/v1/grades/sheng_ji.duplicate.4", 404),
        ("/v1/grades/chess.duplicate.2.people", 404),
        ("/v1/grades/sheng_ji.duplicate.4.people?of=teams", 400),
        ("/v1/grades/sheng_ji.duplicate.4.people?cursor=dGJs", 400),
        ("/v1/grades/sheng_ji.duplicate.4.people?limit=0", 400),
        ("/v1/players/ply_00000000000000000000000000/grades", 404),
        ("/v1/players/ply_00000000000000000000000000/grades/sheng_ji.duplicate.4.people/changes", 404),
    ],
)
def test_missing_grades_are_reported_as_not_found(api: Api, path: str, status: int):
    answered = api.sign_up().get(path)

    assert answered.status_code == status
    assert answered.content_type == "application/problem+json"


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
