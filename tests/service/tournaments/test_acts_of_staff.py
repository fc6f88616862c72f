"""The log of a tournament's staff: who has done what, when and why."""

from tests.support.api import Api, Json, User
from tests.support.tournaments_served import Tournament


def acts(tournament: Tournament, query: str = "", user: User | None = None) -> list[Json]:
    """Returns the acts of staff as a reader sees them."""
    found: list[Json] = tournament.read(f"/events?by=staff{query}", user)["events"]
    return found


def test_the_log_has_the_acts_of_staff_with_their_reasons_and_nothing_else(api: Api):
    tournament = Tournament(api)
    tournament.start(4)
    tournament.pair()
    tournament.win(1, 1)
    tournament.done(tournament.owner, "pause_tournament", reason="a fire alarm")

    found = acts(tournament)
    assert [each["type"] for each in found] == [
        "tournament_started",
        "round_paired",
        "result_overridden",
        "tournament_paused",
    ]
    assert {each["data"]["by"] for each in found} == {tournament.owner.id}
    assert [each["data"]["reason"] for each in found[2:]] == ["as seen", "a fire alarm"]
    every = {each["version"]: each for each in tournament.read("/events")["events"]}
    assert all(every[each["version"]] == each for each in found)


def test_staff_who_act_for_others_are_in_the_log_and_players_who_act_for_themselves_are_not(api: Api):
    tournament = Tournament(api, byes={"half": 1})
    tournament.start(5)
    first, second = (each["id"] for each in tournament.read("/entrants")["entrants"][:2])
    tournament.done(tournament.owner, "ask_for_bye", entrant=first, round=1, kind="half")
    _, captain, _ = tournament.pairs[1]
    tournament.done(captain, "ask_for_bye", entrant=second, round=1, kind="half")
    tournament.done(captain, "leave_entrant")
    tournament.done(tournament.owner, "withdraw_entrant", entrant=first, reason="ill")

    assert [each["type"] for each in acts(tournament)] == ["tournament_started", "bye_granted", "entrant_withdrawn"]


def test_a_page_of_the_log_continues_where_the_last_one_ended(api: Api):
    tournament = Tournament(api)
    tournament.start(4)
    tournament.pair()

    (first,) = acts(tournament, "&limit=1")
    (second,) = acts(tournament, f"&limit=1&after={first['version']}")
    assert (first["type"], second["type"]) == ("tournament_started", "round_paired")
    assert acts(tournament, f"&after={second['version']}", api.sign_up()) == []


def test_the_filter_has_one_value(api: Api):
    tournament = Tournament(api)
    answered = tournament.owner.get(f"{tournament.path}/events?by=players")

    assert (answered.status_code, answered.json["code"]) == (400, "invalid_request")
