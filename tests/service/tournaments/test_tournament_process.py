"""Workers run tournaments: they find due work in the store and do it once."""

import dataclasses
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from itertools import combinations

import pytest

from domain.clocks.rules import ClockRules
from domain.kernel.instants import HOUR_MS, Instant
from domain.kernel.refusals import Refusal
from domain.kernel.seats import Seat
from domain.tournaments.commands import CancelTournament, PauseTournament, ResumeTournament, StartTournament
from domain.tournaments.entrants.commands import CallSubstitute, OfferToSubstitute, WithdrawEntrant
from domain.tournaments.entrants.gates import Applicant
from domain.tournaments.rounds.commands import LinkTables, PairAgain, PairRound
from domain.tournaments.settings import RoundPlan, Schedule, Settings
from domain.tournaments.terms import Match, Round
from service.platform.queue.job_queue import JobQueue
from service.platform.sources import time_of_day
from service.platform.store.checks import check_store, refold
from service.processes.rebuild import rebuild
from service.processes.worker import work
from service.ratings.projections import RatingsProjection
from service.tables.dispatch import TableDispatch
from service.tournaments.handlers import Tournaments
from service.tournaments.jobs import TournamentDispatch, continue_tournament
from service.tournaments.process import TournamentStep
from service.wiring import Service
from service.worker_context import WorkerContext
from tests.service.platform.test_schedule import scheduling
from tests.support.clock import MovableClock
from tests.support.fixtures import limited
from tests.support.stored import catch_up
from tests.support.tournament import PAIRS
from tests.support.tournaments import (
    KNOCK_OUT,
    NIGHT,
    ROUND_ROBIN,
    SWISS,
    by_id,
    created,
    end,
    enters,
    follow,
    noted,
    of,
    open_tables,
    play_to_the_end,
    player,
    proposal,
    seated,
    settle,
    started,
)
from tests.support.waiting import until

EVENS = (Seat(0), Seat(2))


def opened(service: Service, tournament: str) -> Counter[frozenset[str]]:
    """Returns the number of tables ever opened for these players of a tournament."""
    players = {each for entry in of(service, tournament).entries for each in entry.players}
    with service.database.session() as session:
        streams = [
            stream.decode() if isinstance(stream, bytes) else stream
            for (stream,) in session.execute("SELECT stream FROM shengji.event WHERE type = 'table_opened'").fetchall()
        ]
    tables = [service.table_cache.newest(stream.removeprefix("table-")).table for stream in streams]
    return Counter(frozenset(seated(table)) for table in tables if players.issuperset(seated(table)))


def settle_until_linking(service: Service, tournament: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Lets a worker open tables and die before linking them."""
    carry_out = Tournaments.carry_out

    def dies(self, tournament_id, command, **more):
        if type(command) is LinkTables:
            raise MemoryError
        return carry_out(self, tournament_id, command, **more)

    with monkeypatch.context() as patched:
        patched.setattr(Tournaments, "carry_out", dies)
        with pytest.raises(MemoryError):
            continue_tournament(tournament)


# ------------------------------------------------------------------------------------------------ whole tournaments


def test_a_swiss_of_eight_pairs_plays_three_rounds_automatically(at_work: Service):
    settings = dataclasses.replace(SWISS, tie_breaks=("buchholz", "wins"))
    tournament, field = started(at_work, settings, 8)

    ended = play_to_the_end(at_work, tournament, by_id)

    assert ended.status == "finished"
    matches = [match for round_ in ended.rounds for match in round_.paired.matches]
    assert len(matches) == 12
    assert len({frozenset(match) for match in matches}) == 12, "nobody meets twice"
    assert all(round_.closed_at is not None and round_.is_over for round_ in ended.rounds)
    met: dict[str, list[str]] = {entrant: [] for entrant in field}
    won: Counter[str] = Counter()
    for round_ in ended.rounds:
        for match, result in zip(round_.paired.matches, round_.results, strict=True):
            assert result is not None
            met[match.first].append(match.second)
            met[match.second].append(match.first)
            won[match.first if result.first > result.second else match.second] += 1
    expected = sorted(field, key=lambda each: (won[each], sum(won[other] for other in met[each])), reverse=True)
    ranked = at_work.tournaments.standings(tournament)
    assert [(each.points, each.values[0].value) for each in ranked] == [
        (100 * won[each], sum(won[other] for other in met[each])) for each in expected
    ]
    assert {each.entrant: each.points for each in ranked} == {each: 100 * won[each] for each in field}


def test_the_players_of_a_match_sit_on_their_sides_and_the_winning_side_wins_it(at_work: Service):
    tournament, _ = started(at_work, SWISS, 4)
    settle(at_work)
    before = of(at_work, tournament)
    [round_] = before.rounds

    for (table,), match in zip(round_.tables, round_.paired.matches, strict=True):
        players = seated(at_work.table_cache.newest(table).table)
        entries = [before.entry(side) for side in match]
        assert [entry.players for entry in entries if entry] == [tuple(players[::2]), tuple(players[1::2])]
        end(at_work, table, EVENS)
    settle(at_work)

    assert [
        result and (result.first, result.second, result.kind) for result in of(at_work, tournament).rounds[0].results
    ] == [(100, 0, "played")] * 2


def test_in_a_round_robin_all_entrants_meet(at_work: Service):
    tournament, field = started(at_work, ROUND_ROBIN, 5)

    ended = play_to_the_end(at_work, tournament, by_id)

    met = Counter(frozenset(match) for round_ in ended.rounds for match in round_.paired.matches)
    assert met == {frozenset(two): 1 for two in combinations(field, 2)}
    assert [len(round_.paired.byes) for round_ in ended.rounds] == [1] * 5
    captains = {entry.id: min(entry.players) for entry in ended.entries}
    ranked = [each.entrant for each in at_work.tournaments.standings(tournament)]
    assert ranked == sorted(field, key=captains.__getitem__)


def test_a_knock_out_ends_with_one_winner_and_replays_drawn_matches(at_work: Service):
    tournament, field = started(at_work, KNOCK_OUT, 5)
    drawn: set[frozenset[str]] = set()

    def drawn_at_first(table):
        meeting = frozenset(seated(table))
        if meeting in drawn:
            return by_id(table)
        drawn.add(meeting)
        return ()

    ended = play_to_the_end(at_work, tournament, drawn_at_first)

    assert ended.status == "finished"
    assert [len(linked) for round_ in ended.rounds for linked in round_.tables] == [2] * 4
    captains = {entry.id: min(entry.players) for entry in ended.entries}
    ranked = at_work.tournaments.standings(tournament)
    assert ranked[0].entrant == min(field, key=captains.__getitem__)
    assert sorted(each.rank for each in ranked) == [1, 2, 3, 3, 5]


def test_a_night_gives_eight_players_new_partners_in_every_round(at_work: Service):
    tournament, field = started(at_work, NIGHT, 8)

    ended = play_to_the_end(at_work, tournament, by_id)

    assert ended.status == "finished"
    partners = Counter(
        frozenset(side.split("+")) for each in ended.rounds for match in each.paired.matches for side in match
    )
    assert set(partners.values()) == {1}
    points: Counter[str] = Counter()
    for round_ in ended.rounds:
        assert {each for match in round_.paired.matches for side in match for each in side.split("+")} == set(field)
        for match, result in zip(round_.paired.matches, round_.results, strict=True):
            assert result is not None
            for side, worth in zip(match, result, strict=False):
                points.update(dict.fromkeys(side.split("+"), worth))
    standings = at_work.tournaments.standings(tournament)
    assert {each.entrant: each.points for each in standings} == {each: points[each] for each in field}
    assert all(each.played == 3 for each in standings)


@pytest.mark.slow
def test_scheduler_and_worker_complete_a_tournament(at_work: Service):
    tournament, _ = started(at_work, dataclasses.replace(SWISS, figures={"rounds": 2}), 4)

    def goes_on() -> bool:
        for table in open_tables(at_work, tournament):
            end(at_work, table, EVENS)
        work(at_work, ["tables"], burst=True)
        return of(at_work, tournament).status == "finished"

    with scheduling(at_work.settings):
        until(goes_on, "end of the tournament")
    assert [len(round_.paired.matches) for round_ in of(at_work, tournament).rounds] == [2, 2]


# -- repetitions and crashes -------------------------------------------------------------------------------------------


def test_two_concurrent_runs_of_a_job_open_one_table_per_match(at_work: Service):
    tournament, _ = started(at_work, SWISS, 8)

    with ThreadPoolExecutor(4) as at_once:
        list(at_once.map(continue_tournament, [tournament] * 4))

    now = of(at_work, tournament)
    assert [len(linked) for linked in now.rounds[0].tables] == [1] * 4
    assert list(opened(at_work, tournament).values()) == [1] * 4
    assert continue_tournament(tournament) == 0


def test_a_crash_between_opening_a_table_and_linking_it_leaves_no_second_table(
    at_work: Service, monkeypatch: pytest.MonkeyPatch
):
    tournament, _ = started(at_work, SWISS, 4)
    settle_until_linking(at_work, tournament, monkeypatch)
    assert list(opened(at_work, tournament).values()) == [1, 1]
    assert of(at_work, tournament).rounds[0].tables == ((), ())

    settle(at_work)

    assert list(opened(at_work, tournament).values()) == [1, 1]
    assert [len(linked) for linked in of(at_work, tournament).rounds[0].tables] == [1, 1]


def test_a_player_replaced_between_opening_a_table_and_linking_it_does_not_play(
    at_work: Service, monkeypatch: pytest.MonkeyPatch
):
    tournament, _ = started(at_work, SWISS, 2)
    entry = of(at_work, tournament).entries[0]
    captain, partner = entry.players
    substitute = player(at_work)
    at_work.tournaments.carry_out(tournament, OfferToSubstitute(substitute, Applicant(substitute)))
    settle_until_linking(at_work, tournament, monkeypatch)
    at_work.tournaments.carry_out(tournament, CallSubstitute(captain, entry.id, substitute, partner))

    settle(at_work)

    [[table]] = of(at_work, tournament).rounds[0].tables
    players = seated(at_work.table_cache.newest(table).table)
    assert substitute in players
    assert partner not in players


def test_nothing_is_lost_when_redis_is_emptied(at_work: Service, queue: JobQueue):
    tournament, _ = started(at_work, SWISS, 4)
    follow(at_work)
    assert TournamentDispatch(at_work.database, queue, 1.0).poll() >= 1
    queue.redis.flushall()

    TournamentDispatch(at_work.database, queue, 1.0).poll()
    work(at_work, burst=True)

    assert [len(linked) for linked in of(at_work, tournament).rounds[0].tables] == [1, 1]
    for table in open_tables(at_work, tournament):
        end(at_work, table, EVENS)
    follow(at_work)
    queue.redis.flushall()
    TournamentDispatch(at_work.database, queue, 1.0).poll()
    work(at_work, burst=True)

    assert of(at_work, tournament).rounds[0].closed_at is not None
    assert len(of(at_work, tournament).rounds) == 2


def test_a_job_is_queued_once_and_again_when_it_is_lost(at_work: Service, queue: JobQueue):
    settle(at_work)
    tournament, _ = started(at_work, SWISS, 4)
    follow(at_work)
    # Long enough that no job counts as lost at the third check.
    again_s = 3600.0
    dispatch = TournamentDispatch(at_work.database, queue, again_s)

    assert [dispatch.poll(), dispatch.poll(), TournamentDispatch(at_work.database, queue, again_s).poll()] == [1, 0, 0]
    [first] = queue.queue.job_ids
    assert tournament in first
    queue.queue.pop_job_id()  # A worker took the job and died with it: its id stays in use.
    with at_work.database.session() as session:
        session.execute("UPDATE shengji.tournament_work SET since = now() - interval '10 h'")
    assert dispatch.poll() == 1
    assert queue.queue.job_ids == [first]


def test_a_job_for_a_tournament_that_is_still_queued_is_not_queued_again(at_work: Service, queue: JobQueue):
    settle(at_work)
    tournament, _ = started(at_work, SWISS, 4)
    follow(at_work)
    dispatch = TournamentDispatch(at_work.database, queue, 1.0)
    assert dispatch.poll() == 1
    waiting = queue.queue.job_ids

    for hours in (1, 10, 100):
        with at_work.database.session() as session:
            session.execute("UPDATE shengji.tournament_work SET since = now() - make_interval(hours => $1)", [hours])
        assert dispatch.poll() == 0
    assert queue.queue.job_ids == waiting
    assert tournament in waiting[0]


def test_events_during_a_job_are_handled_by_another_job(at_work: Service, monkeypatch: pytest.MonkeyPatch):
    tournament, _ = started(at_work, SWISS, 4)
    follow(at_work)
    read = at_work.database.read

    def something_happens(statement, arguments=None):
        rows = read(statement, arguments)
        if statement == "tournament_mark":
            at_work.database.run("note_tournament_work", {"tournaments": [tournament], "tables": []})
        return rows

    monkeypatch.setattr(at_work.database, "read", something_happens)
    continue_tournament(tournament)
    monkeypatch.undo()

    assert tournament in noted(at_work)


def test_a_job_yields_after_a_while_and_continues_later(
    at_work: Service, queue: JobQueue, monkeypatch: pytest.MonkeyPatch
):
    tournament, _ = started(at_work, SWISS, 4)
    monkeypatch.setattr(WorkerContext, "service", limited(at_work, job_s=0.0))

    assert [continue_tournament(tournament), continue_tournament(tournament)] == [1, 1]
    assert sorted(len(linked) for linked in of(at_work, tournament).rounds[0].tables) == [0, 1]
    assert [job for job in queue.queue.job_ids if tournament in job]
    work(WorkerContext.service, burst=True)
    assert [len(linked) for linked in of(at_work, tournament).rounds[0].tables] == [1, 1]

    for table in open_tables(at_work, tournament):
        end(at_work, table, EVENS)
    assert continue_tournament(tournament) == 1
    assert of(at_work, tournament).rounds[0].open_matches() == [2]


# ------------------------------------------------------------------------------------------------ time


def test_a_tournament_opens_closes_and_starts_on_schedule(at_work: Service, clock: MovableClock):
    now = time_of_day()
    times = [Instant(now + hours * HOUR_MS) for hours in (1, 2, 3)]
    schedule = Schedule(opens_at=times[0], closes_at=times[1], starts_at=times[2])
    tournament, _ = created(at_work, dataclasses.replace(SWISS, schedule=schedule))
    statuses = [of(at_work, tournament).status]

    for hours in (1, 2, 3):
        clock.be_ahead(hours * 3600 + 60)
        continue_tournament(tournament)
        statuses.append(of(at_work, tournament).status)
        if hours == 1:
            for _ in range(2):
                enters(at_work, tournament, player(at_work), player(at_work))
        clock.be_ahead(0)

    assert statuses == ["announced", "registration", "closed", "running"]
    assert [len(linked) for linked in of(at_work, tournament).rounds[0].tables] == [1]


def test_due_tournaments_are_found_by_their_head_alone(at_work: Service, queue: JobQueue):
    starts = Schedule(starts_at=Instant(time_of_day() + HOUR_MS))
    tournament, _ = created(at_work, dataclasses.replace(SWISS, schedule=starts))
    settle(at_work)
    with at_work.database.session() as session:
        session.execute(
            "UPDATE shengji.head SET turn_due_at = now() - interval '1 s' WHERE stream = $1",
            [f"tournament-{tournament}"],
        )
    tables = TableDispatch(at_work.database, at_work.store, queue, bot_grace_s=1.0)

    tables.queue_expired(5.0)
    assert not [job for job in queue.queue.job_ids if tournament in job]
    TournamentDispatch(at_work.database, queue, 1.0).poll()
    assert [job for job in queue.queue.job_ids if tournament in job]
    assert refold(at_work.database, lambda *_: None) == [f"tournament-{tournament}"]


def test_a_match_that_is_not_played_in_time_is_lost_by_the_absent_side(at_work: Service, clock: MovableClock):
    plan = RoundPlan("window", window_s=3600, adjudication="absent_loses")
    tournament, _ = started(at_work, dataclasses.replace(SWISS, rounds=plan), 4)
    settle(at_work)
    first, second = open_tables(at_work, tournament)
    end(at_work, first, EVENS)
    [asked] = {
        at_work.table_cache.newest(second).table.game.asked(at_work.table_cache.newest(second).table.match)[0].seat % 2
    }
    clock.be_ahead(3700)

    continue_tournament(tournament)

    one, other = of(at_work, tournament).rounds[0].results
    assert one is not None
    assert other is not None
    assert (one.first, one.second, one.kind) == (100, 0, "played")
    assert other.kind in ("forfeit", "double_forfeit")
    assert (other.second if asked == 0 else other.first) in (100, 0)
    assert of(at_work, tournament).rounds[0].closed_at is not None


def test_a_paused_tournament_pairs_no_round_and_opens_no_table(at_work: Service):
    tournament, owner = created(at_work, SWISS)
    for _ in range(4):
        enters(at_work, tournament, player(at_work), player(at_work))
    at_work.tournaments.carry_out(tournament, StartTournament(owner))
    pause, resume = PauseTournament(owner, "lunch"), ResumeTournament(owner)

    at_work.tournaments.carry_out(tournament, pause)
    assert continue_tournament(tournament) == 0
    at_work.tournaments.carry_out(tournament, resume)
    proposed = proposal(at_work, tournament)
    assert proposed.round is not None
    at_work.tournaments.carry_out(tournament, PairRound(owner, proposed.round, proposed.seed))
    at_work.tournaments.carry_out(tournament, pause)
    assert continue_tournament(tournament) == 0
    at_work.tournaments.carry_out(tournament, resume)
    continue_tournament(tournament)

    assert [len(linked) for linked in of(at_work, tournament).rounds[0].tables] == [1, 1]


# -- concurrent commands -----------------------------------------------------------------------------------------------


def test_a_re_paired_round_gets_new_tables(at_work: Service):
    tournament, owner = created(at_work, SWISS)
    for _ in range(4):
        enters(at_work, tournament, player(at_work), player(at_work))
    at_work.tournaments.carry_out(tournament, StartTournament(owner))
    continue_tournament(tournament)
    [round_] = of(at_work, tournament).rounds
    (one, two), (three, four) = round_.paired.matches

    again = Round(1, (Match(one, three), Match(two, four)))
    at_work.tournaments.carry_out(tournament, PairAgain(owner, again, b"by hand", "they are sisters"))
    continue_tournament(tournament)

    [anew] = of(at_work, tournament).rounds
    assert anew.paired.matches == again.matches
    assert [len(linked) for linked in anew.tables] == [1, 1]
    assert not {table for linked in round_.tables for table in linked} & {
        each for linked in anew.tables for each in linked
    }


def test_an_outdated_job_links_no_table_after_a_round_is_re_paired(at_work: Service):
    tournament, owner = created(at_work, SWISS)
    for _ in range(4):
        enters(at_work, tournament, player(at_work), player(at_work))
    at_work.tournaments.carry_out(tournament, StartTournament(owner))
    proposed = proposal(at_work, tournament)
    assert proposed.round is not None
    at_work.tournaments.carry_out(tournament, PairRound(owner, proposed.round, proposed.seed))
    looked = TournamentStep(at_work, tournament)
    (one, two), (three, four) = proposed.round.matches
    again = Round(1, (Match(one, three), Match(two, four)))
    at_work.tournaments.carry_out(tournament, PairAgain(owner, again, b"by hand", "they are sisters"))

    assert looked.do(), "the tournament has changed"

    assert of(at_work, tournament).rounds[0].tables == ((), ())


def test_a_tournament_ends_when_all_but_one_have_withdrawn(at_work: Service):
    tournament, field = started(at_work, SWISS, 2)
    continue_tournament(tournament)
    captain = of(at_work, tournament).entries[0].captain
    at_work.tournaments.carry_out(tournament, WithdrawEntrant(captain, field[0]))

    continue_tournament(tournament)

    assert of(at_work, tournament).status == "finished"


def test_a_tournament_that_can_never_be_paired_again_ends_automatically(at_work: Service):
    tournament, _ = started(at_work, dataclasses.replace(SWISS, figures={"rounds": 2}), 2)

    ended = play_to_the_end(at_work, tournament, by_id)

    assert (ended.status, len(ended.rounds)) == ("finished", 1)
    assert continue_tournament(tournament) == 0


# ------------------------------------------------------------------------------------------------ the store


def test_heads_equal_the_fold_of_the_events_and_are_repaired_otherwise(at_work: Service):
    tournament, _ = started(at_work, SWISS, 4)
    settle(at_work)
    assert check_store(at_work.database, lambda *_: None) == []
    stream = f"tournament-{tournament}"
    with at_work.database.session() as session:
        session.execute(
            "UPDATE shengji.head SET state = '{\"tournament\": []}', turn_due_at = now() WHERE stream = $1", [stream]
        )

    assert [fault.partition(":")[0] for fault in check_store(at_work.database, lambda *_: None)] == [stream, stream]
    assert refold(at_work.database, lambda *_: None) == [stream]
    assert check_store(at_work.database, lambda *_: None) == []


def test_lists_contain_tournaments_and_tables_of_their_matches(at_work: Service):
    tournament, field = started(at_work, SWISS, 4)
    settle(at_work)
    members = [entry.players for entry in of(at_work, tournament).entries]

    [listed] = at_work.tournaments.list_page(player=members[0][1])
    assert (listed.id, listed.status, listed.entrants, listed.name) == (tournament, "running", len(field), "Friday")
    assert tournament in [each.id for each in at_work.tournaments.list_page(status="running")]
    assert tournament not in [each.id for each in at_work.tournaments.list_page(before=tournament)]
    [(table,), _] = of(at_work, tournament).rounds[0].tables
    assert (table,) in at_work.database.read("tables_not_over", {"tournament_id": tournament})


def test_lists_can_be_rebuilt_from_the_log(at_work: Service, database_url: str):
    tournament, _ = started(at_work, SWISS, 4)
    settle(at_work)
    before = at_work.tournaments.list_page(limit=1000)

    rebuild(database_url, "shengji_app", lambda *_: None)

    assert at_work.tournaments.list_page(limit=1000) == before
    [(table,), _] = of(at_work, tournament).rounds[0].tables
    assert (table,) in at_work.database.read("tables_not_over", {"tournament_id": tournament})


def test_no_work_is_lost_when_the_lists_are_rebuilt(at_work: Service, database_url: str):
    settle(at_work)
    running, _ = started(at_work, SWISS, 4)
    settle(at_work)
    called_off, owner = created(at_work, SWISS)
    at_work.tournaments.carry_out(called_off, CancelTournament(owner, "nobody comes"))
    for table in open_tables(at_work, running):
        end(at_work, table, EVENS)

    rebuild(database_url, "shengji_app", lambda *_: None)

    assert running in noted(at_work)
    assert called_off not in noted(at_work)
    settle(at_work)
    assert of(at_work, running).rounds[0].closed_at is not None


def test_only_rated_matches_in_the_same_pool_count_for_gates(at_work: Service):
    rated = dataclasses.replace(SWISS, is_rated=True)
    of_rated, _ = started(at_work, rated, 2)
    unrated, _ = started(at_work, SWISS, 2)
    settle(at_work)
    for tournament in (of_rated, unrated):
        [(table,)] = of(at_work, tournament).rounds[0].tables
        end(at_work, table, EVENS)
    settle(at_work)
    ratings = RatingsProjection(at_work.database, at_work.store)
    while ratings.catch_up():
        pass
    live = dataclasses.replace(rated, play=dataclasses.replace(rated.play, clock=ClockRules("simple", per_move_s=60)))

    def games(tournament: str, settings: Settings) -> set[int]:
        players = (each for entry in of(at_work, tournament).entries for each in entry.players)
        return {at_work.tournaments.applicants.facts_of(settings, each).games for each in players}

    assert [games(each, rated) for each in (of_rated, unrated)] == [{1}, {0}]
    assert games(of_rated, live) == {0}


def test_failing_tournaments_do_not_block_others(at_work: Service):
    with at_work.database.session() as session:
        session.execute(
            "INSERT INTO shengji.tournament_work (tournament_id, since) "
            "SELECT 'trn_stuck' || number, now() - interval '1 day' FROM generate_series(1, 5) AS number"
        )
    tournament, _ = started(at_work, SWISS, 2)
    follow(at_work)

    looks = (at_work.database.read("tournament_work", {"limit": 5}) for _ in range(200))
    assert any(tournament == each for look in looks for each, *_ in look)

    with at_work.database.session() as session:
        session.execute("DELETE FROM shengji.tournament_work WHERE tournament_id LIKE 'trn_stuck%%'")


def test_closing_an_account_withdraws_its_entries_without_loss_for_the_partner(at_work: Service):
    tournament, _ = created(at_work, SWISS)
    captain, partner, substitute = (player(at_work) for _ in range(3))
    enters(at_work, tournament, captain, partner)
    at_work.tournaments.carry_out(tournament, OfferToSubstitute(substitute, Applicant(substitute)))
    follow(at_work)

    for each in (captain, substitute):
        at_work.closing.close(each, None)

    [entry] = of(at_work, tournament).entries
    assert (entry.players, entry.status) == ((partner,), "spared")
    assert of(at_work, tournament).substitutes == ()


def test_closing_the_account_of_an_owner_calls_off_tournaments_that_have_not_started(at_work: Service):
    waiting, owner = created(at_work, SWISS)
    running, other = created(at_work, SWISS)
    for _ in range(2):
        enters(at_work, running, player(at_work), player(at_work))
    at_work.tournaments.carry_out(running, StartTournament(other))
    follow(at_work)

    for each in (owner, other):
        at_work.closing.close(each, None)

    assert (of(at_work, waiting).status, of(at_work, running).status) == ("cancelled", "running")


def test_other_followers_of_the_log_ignore_tournaments(at_work: Service, caplog: pytest.LogCaptureFixture):
    tournament, _ = started(at_work, SWISS, 4)
    continue_tournament(tournament)

    catch_up(at_work)

    # A lost notification costs some time; whether one is lost depends on the machine.
    lines = [record for record in caplog.records if record.name != "service.platform.feeds.notifier"]
    assert not [record for record in lines if record.levelname in ("ERROR", "WARNING")]
    table = open_tables(at_work, tournament)[0]
    assert at_work.table_cache.newest(table).table.status == "playing"


def test_a_refusal_names_the_settings_that_do_not_fit(at_work: Service):
    with pytest.raises(Refusal) as raised:
        created(at_work, dataclasses.replace(NIGHT, entrants=PAIRS))
    assert raised.value.code() == "format_does_not_fit"
    assert raised.value.facts["option"] == "entrants"
