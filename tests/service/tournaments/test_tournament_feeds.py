"""The feeds of a tournament: all events, and results only, as pages and as streams."""

import json
import threading
from collections.abc import Iterator

import pytest

from service import feed_answers as feeds
from service.tournaments.feeds import ResultsFeed, TournamentFeed
from service.wiring import Service
from tests.support.api import Api, Json, User
from tests.support.tournaments_served import PAIRS, Tournament


@pytest.fixture
def tournament(api: Api) -> Tournament:
    """Returns a tournament of four pairs with round 1 paired."""
    running = Tournament(api)
    running.start()
    running.pair()
    return running


@pytest.fixture
def sealed(api: Api) -> Tournament:
    """The same with sealed results."""
    running = Tournament(api, is_sealed=True)
    running.start()
    running.pair()
    return running


def results(tournament: Tournament, user: User | None = None, query: str = "") -> Json:
    answered = (user or tournament.owner).get(f"{tournament.path}/results{query}")
    assert answered.status_code == 200, answered.text
    return dict(answered.json)


def results_in(page: Json) -> list[tuple[int, bool, list[tuple[int, int, int]]]]:
    """Returns for each entry the round, whether it is closed, and its results."""
    return [
        (
            each["round"],
            each["is_closed"],
            [(match["number"], match["result"]["first"], match["result"]["second"]) for match in each["matches"]],
        )
        for each in page["results"]
    ]


def test_results_arrive_one_by_one_and_together_when_the_round_is_closed(tournament: Tournament):
    tournament.win(1, 2)
    tournament.win(1, 1)
    tournament.done(tournament.owner, "close_round", round=1)

    page = results(tournament)

    assert results_in(page) == [
        (1, False, [(2, 100, 0)]),
        (1, False, [(1, 100, 0)]),
        (1, True, [(1, 100, 0), (2, 100, 0)]),
    ]
    paired = tournament.round(1)["matches"]
    assert [(each["first"], each["second"]) for each in page["results"][2]["matches"]] == [
        (each["first"], each["second"]) for each in paired
    ]
    assert page["more"] is False


def test_a_display_continues_after_its_last_event(tournament: Tournament):
    tournament.win(1, 1)
    first = results(tournament)
    assert len(first["results"]) == 1
    tournament.win(1, 2)
    second = results(tournament, query=f"?after={first['next_after']}")
    assert results_in(second) == [(1, False, [(2, 100, 0)])]
    assert results_in(results(tournament, query=f"?after={second['next_after']}")) == []
    one = results(tournament, query="?limit=1")
    assert (len(one["results"]), one["more"]) == (1, True)


def test_an_overridden_result_is_sent_again_and_closing_sends_the_latest(tournament: Tournament):
    tournament.win(1, 1)
    tournament.win(1, 2)
    setting = {"round": 1, "match": 1, "first": 50, "second": 50, "reason": "seen wrongly"}
    tournament.done(tournament.owner, "override_result", **setting)
    tournament.done(tournament.owner, "close_round", round=1)
    assert results_in(results(tournament))[2:] == [(1, False, [(1, 50, 50)]), (1, True, [(1, 50, 50), (2, 100, 0)])]


def test_sealed_results_are_sent_to_staff_at_once_and_to_others_when_the_round_is_closed(api: Api, sealed: Tournament):
    outsider, (_, captain, _) = api.sign_up(), sealed.pairs[0]
    before = results(sealed, outsider)["next_after"]
    sealed.win(1, 1)
    for user in (outsider, captain):
        assert results_in(results(sealed, user)) == []
        events = user.get(f"{sealed.path}/events?limit=1000").json["events"]
        [hidden] = [each for each in events if each["type"] == "result_overridden"]
        assert (hidden["data"]["first"], hidden["data"]["second"]) == (None, None)
    assert results_in(results(sealed)) == [(1, False, [(1, 100, 0)])]

    sealed.win(1, 2)
    sealed.done(sealed.owner, "close_round", round=1)

    for user in (outsider, captain):
        assert results_in(results(sealed, user, f"?after={before}"))[-1] == (1, True, [(1, 100, 0), (2, 100, 0)])


def test_results_of_a_re_paired_round_are_sent_only_to_staff(tournament: Tournament):
    """The new round has other matches and may have fewer."""
    sides = tournament.round(1)["matches"][1]
    entrant, captain, _ = next(each for each in tournament.pairs if each[0] in (sides["first"], sides["second"]))
    tournament.done(captain, "withdraw_entrant", entrant=entrant)
    assert [each["matches"][0]["number"] for each in results(tournament)["results"]] == [2]

    tournament.done(tournament.owner, "pair_again", reason="one has gone home")

    assert len(tournament.round(1)["matches"]) == 1
    assert results(tournament)["results"] == []
    tournament.win(1, 1)
    assert results_in(results(tournament)) == [(1, False, [(1, 100, 0)])]


def listener(service: Service, feed: TournamentFeed, after: int = 0) -> Iterator[bytes]:
    """Returns what a listener of a feed gets after the opening event."""
    pieces = feeds.Listener(feed, feeds.Lines(), service.notifier, lambda: True).pieces(after)
    next(pieces)
    return pieces


def test_no_feed_contains_the_secret_of_entry_codes(api: Api, service: Service):
    tournament = Tournament(api, gates={"by_code": True})
    secret = tournament.view()["code_secret"]
    assert secret
    for user in (tournament.owner, api.sign_up()):
        stream = listener(service, TournamentFeed(service.tournaments, tournament.id, user.id))
        assert secret not in user.get(f"{tournament.path}/events").text + next(stream).decode()


@pytest.mark.parametrize(("where", "last"), [("events", "result_overridden"), ("results", None)])
def test_a_waiting_request_is_answered_as_soon_as_something_happens(
    tournament: Tournament, where: str, last: str | None
):
    version = tournament.version()
    acting = threading.Timer(0.3, lambda: tournament.win(1, 1))
    acting.start()
    page = tournament.owner.get(f"{tournament.path}/{where}?after={version}&wait=30").json
    acting.join()
    [one] = page[where]
    assert one["version"] == page["next_after"] == version + 1
    assert one.get("type") == last


def test_a_stream_continues_after_the_last_known_event(tournament: Tournament, service: Service):
    version, owner = tournament.version(), tournament.owner
    stream = listener(service, TournamentFeed(service.tournaments, tournament.id, owner.id), version - 1)
    assert json.loads(next(stream))["version"] == version
    tournament.win(1, 1)
    assert json.loads(next(stream))["type"] == "result_overridden"


def test_a_stream_of_results_skips_other_events(tournament: Tournament, service: Service):
    owner = tournament.owner
    stream = listener(service, ResultsFeed(service.tournaments, tournament.id, owner.id))
    tournament.done(owner, "pause_tournament", reason="tea")
    tournament.done(owner, "resume_tournament")
    tournament.win(1, 2)
    first = json.loads(next(stream))
    assert (first["round"], [each["number"] for each in first["matches"]]) == (1, [2])


@pytest.mark.parametrize("where", ["events", "results"])
@pytest.mark.parametrize("query", ["?after=x", "?limit=0", "?limit=1001", "?wait=-1", "?since=2", "?after=1&after=2"])
def test_an_invalid_feed_request_says_what_is_expected(tournament: Tournament, where: str, query: str):
    answered = tournament.owner.get(f"{tournament.path}/{where}{query}")
    assert (answered.status_code, answered.json["code"]) == (400, "invalid_request")
    assert list(answered.json["facts"]["fields"]) == [query[1:].partition("=")[0]]


# ------------------------------------------------------------------------------------------------ a dry run


def test_a_dry_run_of_a_creation_creates_no_tournament(api: Api, service: Service):
    user, before = api.sign_up(), set(service.store.streams())
    answered = user.post("/v1/tournaments?dry_run=true", PAIRS)
    assert (answered.status_code, answered.json) == (
        200,
        {"legal": True, "events": ["tournament_created", "registration_opened"]},
    )
    assert "Location" not in answered.headers
    assert set(service.store.streams()) == before


def test_an_invalid_tournament_is_refused_by_a_dry_run_too(api: Api):
    user = api.sign_up()
    for body in ({**PAIRS, "figures": {}}, {**PAIRS, "format": "ladder"}, {**PAIRS, "name": ""}):
        tried, made = (user.post(f"/v1/tournaments{query}", body) for query in ("?dry_run=true", ""))
        assert (tried.status_code, tried.json["code"]) == (made.status_code, made.json["code"])
        assert tried.status_code in (400, 422)


def test_a_dry_run_does_not_use_up_an_idempotency_key(api: Api):
    user, key = api.sign_up(), {"Idempotency-Key": "once"}
    assert user.post("/v1/tournaments?dry_run=true", PAIRS, headers=key).status_code == 200
    assert user.post("/v1/tournaments", PAIRS, headers=key).status_code == 201
    answered = user.post("/v1/tournaments?dry_run=perhaps", PAIRS)
    assert list(answered.json["facts"]["fields"]) == ["dry_run"]
