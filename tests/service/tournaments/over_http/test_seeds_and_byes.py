"""Seeds by hand and by lot, and the worth of byes, over HTTP."""

import hashlib

from tests.support.api import Api
from tests.support.tournament_requests import refused
from tests.support.tournaments_served import BOARDS, PAIRS, Tournament

THREE_PAIRS = {"entrants": {"kind": "pair", "least": 3}, "figures": {"rounds": 3}, "tie_breaks": []}


def seeds(tournament: Tournament) -> list[str]:
    """Returns the entrants in the order of their seeds."""
    found = tournament.read("/entrants")["entrants"]
    return [each["id"] for each in sorted(found, key=lambda each: each["seed"])]


def entered(tournament: Tournament, pairs: int = 4) -> list[str]:
    """Enters this many pairs and returns their ids."""
    for number in range(1, pairs + 1):
        tournament.enter(f"Pair {number}")
    return [each["id"] for each in tournament.read("/entrants")["entrants"]]


def test_staff_seed_pairs_by_hand(tournament: Tournament):
    first, second, third, fourth = entered(tournament)

    (event,) = tournament.done(tournament.owner, "seed_entrants", entrants=[fourth, second])
    assert (event["type"], event["data"]) == ("entrants_seeded", {"by": tournament.owner.id, "order": [fourth, second]})
    refused(tournament, tournament.owner, 422, "cannot_seed", "seed_entrants", entrants=[first, first])
    refused(tournament, tournament.pairs[0][1], 403, "staff_only", "seed_entrants", entrants=[first])
    started = tournament.done(tournament.owner, "start_tournament")[-1]

    assert started["data"]["order"] == [fourth, second, first, third] == seeds(tournament)
    refused(tournament, tournament.owner, 409, "tournament_begun", "seed_entrants", entrants=[first])


def test_seeds_can_be_drawn_by_lot(api: Api):
    tournament = Tournament(api, entrants={"kind": "pair", "seeding": "lot"})
    pairs = entered(tournament)
    started = tournament.done(tournament.owner, "start_tournament")[-1]["data"]

    seed = bytes.fromhex(started["seed"])
    drawn = sorted(pairs, key=lambda entrant: hashlib.sha256(seed + entrant.encode()).digest())
    assert started["order"] == drawn == seeds(tournament)


def test_an_average_bye_follows_the_results_of_its_entrant(api: Api):
    tournament = Tournament(api, **THREE_PAIRS, byes={"pairing": "average"})
    entered(tournament, 3)
    tournament.done(tournament.owner, "start_tournament")
    tournament.play(1)
    (alone,) = tournament.round(1)["byes"]
    points = {each["entrant"]: each["points"] for each in tournament.standings()}
    assert points[alone["entrant"]] == "0.5"
    tournament.play(2)

    wins = {match["first"] for match in tournament.round(2)["matches"]}
    points = {each["entrant"]: each["points"] for each in tournament.standings()}
    assert points[alone["entrant"]] == ("2" if alone["entrant"] in wins else "0")
    report = tournament.owner.get(f"{tournament.path}/report")
    assert "average" in report.json["detail"]


def test_boards_that_are_sat_out_have_no_worth_to_choose(api: Api):
    answered = api.sign_up().post(
        "/v1/tournaments", {**PAIRS, **BOARDS, "figures": {"rounds": 1}, "byes": {"pairing": "half"}}
    )

    assert (answered.status_code, answered.json["code"]) == (422, "format_does_not_fit")
    assert answered.json["facts"]["option"] == "byes.pairing"
