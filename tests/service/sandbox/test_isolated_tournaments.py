"""Tournaments in sandboxes are invisible from outside and end with their sandbox."""

import re
from typing import Any

import psycopg
import pytest

from service.platform.store.checks import check_store, refold
from service.processes.rebuild import rebuild
from service.ratings.projections import RatingsProjection
from service.tournaments.events import stream_of
from service.tournaments.jobs import TournamentDispatch
from service.wiring import Service
from service.worker_context import WorkerContext
from tests.support.api import Api, Json, User
from tests.support.clocked_sandboxes import ClockedSandbox
from tests.support.tournaments import follow
from tests.support.tournaments_in_sandboxes import WINDOWS, held, of
from tests.support.tournaments_served import Tournament

NO_TOURNAMENT = "trn_" + "0" * 26


@pytest.mark.slow
def test_rebuilt_heads_and_lists_keep_the_sandbox(at_work: Service, sandbox: ClockedSandbox):
    tournament = held(sandbox, **WINDOWS)
    stream = stream_of(tournament.id)
    with psycopg.connect(at_work.settings.database_url or "", autocommit=True) as connection:
        connection.execute("DELETE FROM shengji.head WHERE stream = %s", [stream])
    assert refold(at_work.database, lambda *_: None) == [stream]
    assert check_store(at_work.database, lambda *_: None) == []
    assert at_work.database.read("stream_sandbox", {"stream": stream}) == [(sandbox.id,)]

    rebuild(at_work.settings.database_url or "", at_work.settings.database_role, lambda *_: None)
    assert _listed(sandbox.author) == {tournament.id}
    sandbox.advance("2027-03-20T18:00:00Z")
    assert of(at_work, tournament).status == "running"


def _listed(user: User) -> set[str]:
    return {each["id"] for each in user.get("/v1/tournaments?limit=100").json["tournaments"]}


def document_of(response: Any) -> tuple[int, Json]:
    """Returns status and document of an answer without request-specific values and ids."""
    document = {**response.json, "request_id": "", "instance": ""}
    return response.status_code, {name: re.sub(r"trn_[0-9A-Z]{26}", "…", str(each)) for name, each in document.items()}


def _everything(user: User, tournament: str) -> list[Any]:
    """Every request about a tournament."""
    path = f"/v1/tournaments/{tournament}"
    read = ("", "/entrants", "/rounds/1", "/standings", "/standings?format=csv", "/events", "/report", "/calendar")
    read += ("/cross-table", "/cross-table?format=csv")
    commands: list[Json] = [
        {"type": "register"},
        {"type": "cancel_tournament", "reason": "no"},
        {"type": "pair_round", "round": 1},
        {"type": "accept_partner", "entrant": "ent_" + "0" * 26},
        {"type": "nonsense"},
    ]
    return [
        *(user.get(f"{path}{each}") for each in read),
        user.get(f"{path}/entry-codes/{user.id}"),
        *(user.post(f"{path}/commands", each) for each in commands),
        *(user.post(f"{path}/commands?dry_run=true", each) for each in commands),
    ]


def test_a_tournament_of_another_sandbox_looks_like_a_missing_one(api: Api, sandbox: ClockedSandbox):
    inside = held(sandbox)
    outside = Tournament(api)
    elsewhere = api.sign_up().in_sandbox()
    for user, tournament in (
        (outside.owner, inside.id),
        (elsewhere, inside.id),
        (sandbox.author, outside.id),
        (elsewhere, outside.id),
    ):
        asked, nothing = _everything(user, tournament), _everything(user, NO_TOURNAMENT)
        assert [document_of(each) for each in asked] == [document_of(each) for each in nothing]
        assert asked[0].status_code == 404
    assert sandbox.author.get(inside.path).status_code == 200


def test_lists_contain_only_tournaments_of_the_players_sandbox(api: Api, at_work: Service, sandbox: ClockedSandbox):
    inside, outside = held(sandbox), Tournament(api)
    elsewhere = Tournament(api, owner=api.sign_up().in_sandbox())
    follow(at_work)

    assert _listed(sandbox.author) == {inside.id}
    assert outside.id in _listed(outside.owner)
    assert not {inside.id, elsewhere.id} & _listed(outside.owner)
    mine = sandbox.author.get("/v1/tournaments?mine=true").json["tournaments"]
    assert [each["id"] for each in mine] == [inside.id]


def test_players_of_another_sandbox_cannot_be_partners_or_staff(api: Api, sandbox: ClockedSandbox):
    inside, stranger = held(sandbox), api.sign_up()
    for what, members in (
        ("register", {"partners": [stranger.id]}),
        ("appoint_staff", {"player": stranger.id, "role": "director"}),
    ):
        answered = inside.ask(inside.owner, what, **members)
        assert (answered.status_code, answered.json["code"]) == (422, "cannot_be_challenged")


def test_tables_of_matches_are_opened_in_the_sandbox(api: Api, at_work: Service, sandbox: ClockedSandbox):
    tournament = held(sandbox)
    tournament.done(tournament.owner, "start_tournament")
    tournament.pair()
    sandbox.settle()
    [table] = tournament.round(1)["matches"][0]["tables"]
    assert sandbox.author.get(f"/v1/tables/{table}").status_code == 200
    assert api.sign_up().get(f"/v1/tables/{table}").status_code == 404


def test_due_times_of_tournaments_are_listed_with_those_of_tables(sandbox: ClockedSandbox):
    tournament = held(sandbox, **WINDOWS)
    sandbox.settle()
    state = sandbox.author.get("/v1/sandbox").json
    assert state["due"] == [{"tournament": tournament.id, "at": "2027-03-20T18:00:00.000Z"}]


def test_games_in_a_sandbox_count_for_the_gates_of_its_tournaments(at_work: Service, sandbox: ClockedSandbox):
    """Gates use the ratings of the sandbox in which the player is."""
    tournament = held(sandbox, is_rated=True)
    tournament.done(tournament.owner, "start_tournament")
    tournament.pair()
    sandbox.settle()
    [table] = tournament.round(1)["matches"][0]["tables"]
    seats = [seat["player"] for seat in sandbox.author.view(table)["seats"]]
    users = {user.id: user for _, *two in tournament.pairs for user in two}
    users[seats[0]].command(table, "propose", what="concede_match")
    users[seats[2]].command(table, "agree", what="concede_match")
    assert sandbox.author.view(table)["status"] == "finished"
    sandbox.settle()
    ratings = RatingsProjection(at_work.database, at_work.store)
    while ratings.catch_up():
        pass

    night: Json = {"format": "night", "entrants": {"kind": "player", "least": 4}, "tie_breaks": []}
    gated = held(sandbox, pairs=0, gates={"games": 1}, **night)
    assert gated.ask(users[seats[0]], "register").status_code == 200
    assert gated.ask(sandbox.sign_up(), "register").json["code"] == "too_few_games"


def test_an_ended_sandbox_ends_its_tournaments(api: Api, at_work: Service, sandbox: ClockedSandbox):
    tournament = held(sandbox, **WINDOWS)
    follow(at_work)
    sandbox.move("2027-03-20T18:00:00Z")
    assert sandbox.author.api.call("DELETE", "/v1/sandbox", token=sandbox.author.token).status_code == 204
    while at_work.database.read("expired_sandboxes", {"limit": 1}):
        at_work.sandboxes.sweep()

    assert sandbox.id not in {row[0] for row in at_work.database.read("due_sandboxes", {"limit": 1000})}
    TournamentDispatch(at_work.database, WorkerContext.queue, 1.0).poll()
    assert not [each for each in WorkerContext.queue.queues["tables"].job_ids if tournament.id in each]
    [(left,)] = at_work.database.read("stream_sandbox", {"stream": stream_of(tournament.id)})
    assert left == sandbox.id
    with psycopg.connect(at_work.settings.database_url or "") as connection:
        rows = connection.execute(
            "SELECT tournament_id FROM shengji.tournament_work WHERE world = %s", [sandbox.id]
        ).fetchall()
    assert rows == []
    assert tournament.id not in _listed(api.sign_up())
