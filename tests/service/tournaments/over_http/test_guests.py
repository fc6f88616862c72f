"""An evening with guests over HTTP: entering them, acting for them, and claiming their accounts."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from service.platform.queue.job_queue import JobQueue
from service.tournaments.jobs import continue_tournament
from service.wiring import Service
from service.worker_context import WorkerContext
from tests.support.api import Api, Json, User
from tests.support.guests import Guest, acting, ask_for_token, claim, claimed, entered, problem
from tests.support.tournament_requests import catch_up, refused, token
from tests.support.tournaments_served import Tournament

TWO_PAIRS = {"format": "round_robin", "figures": {}, "tie_breaks": ["wins"], "entrants": {"kind": "pair", "least": 2}}


class Evening:
    """A round robin of two pairs: Ada with a guest, and two guests. Round 1 is at its table."""

    def __init__(self, api: Api, service: Service, **settings: Any) -> None:
        self.api = api
        self.tournament = Tournament(api, **{**TWO_PAIRS, **settings})
        self.owner = self.tournament.owner
        self.ada = api.sign_up("Ada")
        pair = [{"players": [self.ada.id], "guests": ["Mrs Wang"], "name": "Pandas"}]
        table = "guest;guest 2;name\nMr Li;Mr Xu;Cranes"
        self.wang, self.li, self.xu = (
            *entered(self.tournament, self.owner, entrants=pair),
            *entered(self.tournament, self.owner, csv=table),
        )
        self.tournament.done(self.owner, "start_tournament")
        self.tournament.pair()
        self.work(service)
        [match] = self.tournament.round(1)["matches"]
        [self.table] = match["tables"]

    def work(self, service: Service) -> None:
        """Lets a worker continue the tournament."""
        WorkerContext.service, WorkerContext.queue = service, JobQueue(service.settings.redis_url)
        continue_tournament(self.tournament.id)
        catch_up(service)

    def acting(self, guest: Guest) -> User:
        """Returns a guest with a token that the owner made."""
        return acting(self.tournament, self.owner, guest)


@contextmanager
def stream(api: Api, address: str) -> Iterator[Any]:
    """Yields the answer to a request for a stream, and closes it."""
    given = api.app.test_client().get(address, headers={"Accept": "text/event-stream"}, buffered=False)
    try:
        yield given
    finally:
        given.close()


@pytest.fixture
def evening(api: Api, service: Service) -> Evening:
    return Evening(api, service)


@pytest.fixture
def guest(tournament: Tournament) -> Guest:
    """Returns a guest whose pair has another guest."""
    return entered(tournament, tournament.owner, entrants=[{"guests": ["Mrs Wang", "Mr Wang"]}])[0]


def test_an_evening_with_guests_from_the_entry_to_the_claim(evening: Evening, service: Service):
    wang, li, xu = map(evening.acting, (evening.wang, evening.li, evening.xu))
    players = {wang.id: wang, li.id: li, xu.id: xu, evening.ada.id: evening.ada}
    seats = [each["player"] for each in wang.view(evening.table)["seats"]]
    assert set(seats) == set(players)

    for _ in range(2):
        # Ada may be first.
        [asked] = wang.view(evening.table)["asked"]
        mover = players[seats[asked["seat"]]]
        assert mover.get(f"/v1/tables/{evening.table}/moves").json["seat"] == asked["seat"]
        assert mover.command(evening.table, "pass").status_code == 200
    assert li.command(evening.table, "propose", what="concede_match").status_code == 200
    assert xu.command(evening.table, "agree", what="concede_match").status_code == 200
    evening.work(service)

    winner, loser = evening.tournament.standings()
    assert (winner["entrant"], winner["points"], loser["points"]) == (evening.wang.entrant, "1", "0")
    mrs_wang = claimed(evening.api, evening.wang)
    assert wang.get("/v1/token").status_code == 401
    assert mrs_wang.get("/v1/me").json["player"]["name"] == "Mrs Wang"
    assert evening.tournament.view(mrs_wang)["you"]["entrant"] == evening.wang.entrant
    login = {"login": f"wang-{evening.wang.id[-10:]}", "password": "correct horse battery"}
    assert evening.api.call("PUT", "/v1/me/login", login, token=mrs_wang.token).status_code == 204
    assert evening.tournament.standings()[0]["entrant"] == evening.wang.entrant


def test_lists_show_who_is_a_guest(tournament: Tournament, guest: Guest):
    shown = tournament.read("/entrants")["players"]
    assert shown[guest.id] == {"name": "Mrs Wang", "is_bot": False, "is_guest": True}
    claimed(tournament.api, guest)
    assert tournament.read("/entrants")["players"][guest.id] == {"name": "Mrs Wang", "is_bot": False}


def test_a_guest_token_is_refused_everywhere_else(evening: Evening):
    guest, other = evening.acting(evening.li), Tournament(evening.api)
    table = evening.ada.open_table()
    mine = f"/v1/tables/{evening.table}"
    refusals = [
        guest.get("/v1/me"),
        guest.get("/v1/tables"),
        guest.get(f"/v1/tables/{table}"),
        guest.get(f"/v1/tables/tbl_{'0' * 26}"),
        guest.command(table, "sit", seat=1),
        guest.get(other.path),
        guest.get("/v1/me/events"),
        guest.post("/v1/me/tokens", {"name": "more", "scopes": ["table:play"]}),
        guest.post("/v1/tables", {"profile": "zhang-2021"}),
        guest.post("/v1/seeks", {}),
        guest.post(f"{mine}/messages/seats", {"words": "hello"}),
        guest.get(f"/v1/players/{evening.ada.id}"),
        evening.tournament.ask(guest, "leave_entrant"),
        ask_for_token(evening.tournament, guest, evening.li),
    ]
    assert [problem(each) for each in refusals] == [(403, "guest_token")] * len(refusals)
    assert {each.json["facts"]["tournament"] for each in refusals} == {evening.tournament.id}
    allowed = [mine, f"{mine}/events?limit=1", "/v1/me/turns", "/v1/token", evening.tournament.path]
    allowed += [f"{evening.tournament.path}/{part}" for part in ("entrants", "rounds/1", "standings", "events")]
    assert [guest.get(each).status_code for each in allowed] == [200] * len(allowed)


def test_a_ticket_of_a_guest_opens_only_feeds_of_the_tournament(evening: Evening):
    guest, elsewhere = evening.acting(evening.li), evening.ada.open_table()

    def opened(table: str) -> int:
        feed = f"/v1/tables/{table}/events"
        address = guest.post("/v1/tickets", {"feed": feed}).json["url"]
        with stream(evening.api, address) as given:
            return int(given.status_code)

    assert opened(evening.table) == 200
    assert opened(elsewhere) == 403


def test_a_guest_token_sees_only_its_own_hand(evening: Evening):
    known: list[set[int]] = []
    for guest in map(evening.acting, (evening.wang, evening.li, evening.xu)):
        events = guest.get(f"/v1/tables/{evening.table}/events?limit=1000").json["events"]
        [dealt] = [each["data"] for each in events if each["type"] == "cards_dealt"]
        known.append({place for place, card in enumerate(dealt["order"]) if card != "??"})
    assert [len(each) for each in known] == [25] * 3
    assert not known[0] & known[1] | known[1] & known[2] | known[0] & known[2]


@pytest.mark.slow
@pytest.mark.parametrize("end", ["claim", "cancel"])
def test_a_stream_of_a_guest_token_ends_with_the_token(evening: Evening, end: str):
    guest = evening.acting(evening.wang)
    given = evening.api.app.test_client().get(
        f"{evening.tournament.path}/events",
        headers={"Accept": "text/event-stream", "Authorization": f"Bearer {guest.token}"},
        buffered=False,
    )
    parts = iter(given.response)
    assert b"retry" in next(parts)

    if end == "claim":
        claimed(evening.api, evening.wang)
    else:
        evening.tournament.done(evening.owner, "cancel_tournament", reason="it rains")

    # It ends with the next heartbeat.
    assert sum(1 for _ in parts) < 100
    given.close()


def test_only_staff_act_for_guests_and_only_of_the_named_entrant(evening: Evening, service: Service):
    assert problem(ask_for_token(evening.tournament, evening.ada, evening.li)) == (403, "staff_only")
    narrow = token(service, evening.owner, "tournament:write")
    assert problem(ask_for_token(evening.tournament, narrow, evening.li)) == (403, "missing_scope")
    stranger = Tournament(evening.api)
    assert problem(ask_for_token(evening.tournament, stranger.owner, evening.li)) == (403, "staff_only")
    other = evening.li._replace(entrant=evening.wang.entrant)
    assert problem(ask_for_token(evening.tournament, evening.owner, other)) == (403, "not_of_entrant")
    nowhere = evening.li._replace(entrant="ent_" + "0" * 26)
    assert problem(ask_for_token(evening.tournament, evening.owner, nowhere)) == (422, "no_such_entrant")
    no_guest = Guest(evening.ada.id, evening.wang.entrant, "")
    assert problem(ask_for_token(evening.tournament, evening.owner, no_guest)) == (409, "not_a_guest")


def test_staff_learn_that_a_guest_has_claimed_the_account(tournament: Tournament, guest: Guest):
    claimed(tournament.api, guest)

    asked = ask_for_token(tournament, tournament.owner, guest)
    code = tournament.owner.post(f"{tournament.path}/entrants/{guest.entrant}/claim-codes", {"player": guest.id})

    assert problem(asked) == problem(code) == (409, "not_a_guest")
    assert "has claimed the account" in asked.json["detail"]
    assert "a token of their own" in asked.json["hint"]


def test_staff_who_play_do_not_act_for_guests_and_their_tokens_end(api: Api, tournament: Tournament, guest: Guest):
    bea, partner = api.sign_up("Bea"), api.sign_up("Cy")
    tournament.done(tournament.owner, "appoint_staff", player=bea.id, role="assistant")
    acted = acting(tournament, bea, guest)
    assert acted.get(tournament.path).status_code == 200

    tournament.done(bea, "register", partners=[partner.id])

    assert problem(ask_for_token(tournament, bea, guest)) == (403, "staff_plays")
    assert problem(acted.get(tournament.path)) == (403, "guest_token")
    assert acting(tournament, tournament.owner, guest).get(tournament.path).status_code == 200


def test_staff_who_have_played_do_not_act_for_guests(tournament: Tournament, guest: Guest):
    tournament.start()
    tournament.pair()
    entrant, bea, _ = tournament.pairs[0]
    tournament.done(bea, "withdraw_entrant", entrant=entrant)
    tournament.done(tournament.owner, "appoint_staff", player=bea.id, role="assistant")
    assert problem(ask_for_token(tournament, bea, guest)) == (403, "staff_plays")


def test_tokens_end_when_the_member_of_staff_is_dismissed(api: Api, tournament: Tournament, guest: Guest):
    bea = api.sign_up("Bea")
    tournament.done(tournament.owner, "appoint_staff", player=bea.id, role="assistant")
    acted = acting(tournament, bea, guest)
    tournament.done(tournament.owner, "dismiss_staff", player=bea.id)
    assert problem(acted.get(tournament.path)) == (403, "guest_token")


def test_tokens_end_when_the_member_of_staff_closes_the_account(api: Api, tournament: Tournament, guest: Guest):
    bea = api.sign_up("Bea")
    tournament.done(tournament.owner, "appoint_staff", player=bea.id, role="assistant")
    acted = acting(tournament, bea, guest)
    assert api.call("DELETE", "/v1/me", {"confirm": bea.id}, token=bea.token).status_code == 204
    assert acted.get(tournament.path).status_code == 401


def test_tokens_end_with_the_tournament(tournament: Tournament, guest: Guest):
    acted = acting(tournament, tournament.owner, guest)
    tournament.done(tournament.owner, "cancel_tournament", reason="it rains")
    assert problem(acted.get(tournament.path)) == (403, "guest_token")
    assert problem(ask_for_token(tournament, tournament.owner, guest)) == (409, "tournament_over")
    assert claimed(tournament.api, guest).get("/v1/me").status_code == 200


def test_staff_list_and_revoke_tokens_of_guests(tournament: Tournament, guest: Guest):
    owner, path = tournament.owner, f"{tournament.path}/entrants/{guest.entrant}/tokens"
    acted = acting(tournament, owner, guest)
    [listed] = owner.get(path).json["tokens"]
    assert (listed["player"], listed["made_by"], listed["name"]) == (guest.id, owner.id, "tablet")

    other = entered(tournament, owner, entrants=[{"guests": ["Mr Li", "Mr Xu"]}])[0]
    elsewhere = f"{tournament.path}/entrants/{other.entrant}/tokens/{listed['id']}"
    assert problem(tournament.api.call("DELETE", elsewhere, token=owner.token)) == (404, "not_found")
    assert tournament.api.call("DELETE", f"{path}/{listed['id']}", token=owner.token).status_code == 204
    assert acted.get(tournament.path).status_code == 401
    assert owner.get(path).json["tokens"][0]["revoked_at"] is not None


def test_staff_do_not_see_or_end_the_tokens_of_a_claimed_account(tournament: Tournament, guest: Guest):
    person = claimed(tournament.api, guest)
    [mine] = person.get("/v1/me/tokens").json["tokens"]
    path = f"{tournament.path}/entrants/{guest.entrant}/tokens"
    assert tournament.owner.get(path).json["tokens"] == []
    assert tournament.api.call("DELETE", f"{path}/{mine['id']}", token=tournament.owner.token).status_code == 404
    renewed = tournament.owner.post(path.replace("tokens", "claim-codes"), {"player": guest.id})
    assert problem(renewed) == (409, "not_a_guest")
    assert problem(ask_for_token(tournament, tournament.owner, guest)) == (409, "not_a_guest")


def test_a_new_claim_code_replaces_the_lost_one(api: Api, tournament: Tournament, guest: Guest):
    path = f"{tournament.path}/entrants/{guest.entrant}/claim-codes"
    assert problem(api.sign_up().post(path, {"player": guest.id})) == (403, "staff_only")
    renewed = tournament.owner.post(path, {"player": guest.id}).json
    assert (renewed["player"], renewed["name"]) == (guest.id, "Mrs Wang")
    assert problem(claim(api, guest.code)) == (403, "wrong_claim_code")
    claimed(api, guest._replace(code=renewed["claim_code"]))


def test_a_claim_code_is_read_as_people_type_it_and_works_once(api: Api, guest: Guest):
    typed = guest.code.lower().replace("-", " ").replace("0", "o").replace("1", "l")
    claimed(api, guest._replace(code=typed))
    assert problem(claim(api, guest.code)) == (403, "wrong_claim_code")
    assert problem(claim(api, "\0")) == (400, "invalid_request")


def test_a_dry_run_creates_no_guest(api: Api, tournament: Tournament):
    name = f"Mrs {tournament.id[-20:]}"
    body = {"type": "enter_entrants", "entrants": [{"guests": [name, "Mr Xu"]}]}
    tried = tournament.owner.post(f"{tournament.path}/commands?dry_run=true", body)
    assert (tried.status_code, "guests" in tried.json) == (200, False)
    found = [{"players": [name, api.sign_up().id]}]
    refused(tournament, tournament.owner, 422, "unclear_player", "enter_entrants", entrants=found)


@pytest.mark.parametrize(
    ("wrong", "status", "code"),
    [
        ({"guests": ["one alone"]}, 422, "wrong_number_of_players"),
        ({"players": [], "guests": []}, 400, "invalid_request"),
        ({"guests": ["Mrs Wang", "x" * 41]}, 400, "invalid_request"),
        ({"guests": ["Mrs Wang", "\0"]}, 400, "invalid_request"),
        ({"guests": ["Mr Li"], "players": ["nobody has this name"]}, 422, "unclear_player"),
    ],
    ids=["too few", "nobody", "too long", "not printable", "a player of nobody"],
)
def test_all_guests_are_created_or_none(tournament: Tournament, wrong: Json, status: int, code: str):
    name = f"Mrs {tournament.id[-20:]}"
    both = [{"guests": [name, "Mr Xu"]}, wrong]
    refused(tournament, tournament.owner, status, code, "enter_entrants", entrants=both)
    found = [{"players": [name, tournament.owner.id]}]
    refused(tournament, tournament.owner, 422, "unclear_player", "enter_entrants", entrants=found)


@pytest.mark.parametrize("line", ["x" * 41 + ";Mr Xu", "Mrs Wang;Mr Xu;Mr Li"])
def test_a_table_with_a_wrong_line_of_guests_creates_none(tournament: Tournament, line: str):
    problem_ = refused(
        tournament, tournament.owner, 422, "unreadable_list", "enter_entrants", csv=f"guest;guest 2\nAnn;Ben\n{line}"
    )
    assert problem_["facts"]["line"] == 3


def test_a_repeated_command_creates_no_second_guest_and_shows_no_code_again(tournament: Tournament):
    body = {"type": "enter_entrants", "entrants": [{"guests": ["Mrs Wang", "Mr Xu"]}]}
    first, again = (
        tournament.owner.post(f"{tournament.path}/commands", body, headers={"Idempotency-Key": "evening"})
        for _ in range(2)
    )
    assert again.json["events"] == first.json["events"]
    assert len(first.json["guests"]) == 2
    assert first.headers["Cache-Control"] == "no-store"
    assert "guests" not in again.json
    assert len(tournament.read("/entrants")["entrants"]) == 1


def test_guests_are_not_challenged_found_by_name_or_entered_elsewhere(api: Api, tournament: Tournament):
    name = f"Mrs {tournament.id[-20:]}"
    guest = entered(tournament, tournament.owner, entrants=[{"guests": [name, "Mr Xu"]}])[0]
    stranger = api.sign_up()
    challenge = stranger.command(stranger.open_table(), "challenge_player", player=guest.id, seat=1)
    assert problem(challenge) == (422, "cannot_be_challenged")
    assert stranger.get(f"/v1/players?name={name.replace(' ', '%20')}").json["players"] == {}
    other = Tournament(api)
    pair = [{"players": [guest.id, stranger.id]}]
    refused(other, other.owner, 422, "cannot_be_challenged", "enter_entrants", entrants=pair)
    refused(tournament, stranger, 422, "cannot_be_challenged", "register", partners=[guest.id])

    claimed(api, guest)

    assert list(stranger.get(f"/v1/players?name={name.replace(' ', '%20')}").json["players"]) == [guest.id]
    other.done(other.owner, "enter_entrants", entrants=pair)


def test_a_guest_who_was_withdrawn_can_be_entered_again(api: Api, tournament: Tournament, guest: Guest):
    tournament.done(tournament.owner, "withdraw_entrant", entrant=guest.entrant, reason="with the wrong partner")
    tournament.done(tournament.owner, "enter_entrants", entrants=[{"players": [guest.id, api.sign_up().id]}])


def test_walk_ins_between_rounds_may_be_guests(api: Api):
    tournament = Tournament(api, late={"until_round": 2, "bye": "half"})
    tournament.start()
    tournament.play()
    [late, _] = entered(tournament, tournament.owner, csv="guest,guest 2\nMrs Wang,Mr Xu")
    standing = next(each for each in tournament.standings() if each["entrant"] == late.entrant)
    assert standing["points"] == "0.5"
