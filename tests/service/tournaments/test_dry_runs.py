"""Dry runs of commands show the standings and the round that would follow, and change nothing."""

from typing import Any

from tests.support.api import Api, Json
from tests.support.tournaments_served import BOARDS, Tournament


def foreseen(tournament: Tournament, what: str, **members: Any) -> Json:
    """Returns the answer to a dry run of the owner, and checks that it changes nothing."""
    before = tournament.view()
    answered = tournament.owner.post(f"{tournament.path}/commands?dry_run=true", {"type": what, **members})
    assert answered.status_code == 200, answered.text
    assert tournament.view() == before
    return dict(answered.json)


def points(standings: list[Json]) -> dict[str, str]:
    return {each["entrant"]: each["points"] for each in standings}


def test_a_director_sees_the_standings_after_another_result(api: Api):
    tournament = Tournament(api)
    tournament.start()
    tournament.pair()
    tournament.win(1, 1)
    result = {"round": 1, "match": 1, "first": 0, "second": 100, "reason": "the wrong way round"}

    then = foreseen(tournament, "override_result", **result)
    assert points(then["standings"]) != points(tournament.standings())
    tournament.done(tournament.owner, "override_result", **result)
    assert points(then["standings"]) == points(tournament.standings())
    assert then["round"]["matches"] == tournament.round(1)["matches"]


def test_the_pairing_of_the_engine_can_be_seen_adjusted_and_checked_before_it_is_published(api: Api):
    tournament = Tournament(api)
    tournament.start()
    tournament.play(1)

    proposed = foreseen(tournament, "pair_round", round=2)["round"]["matches"]
    assert [match["first"] for match in proposed]
    sides = [[match["first"], match["second"]] for match in proposed]
    again = [[match["first"], match["second"]] for match in tournament.round(1)["matches"]]
    rematch = tournament.ask(tournament.owner, "pair_round", round=2, matches=_as_matches(again))
    assert (rematch.status_code, rematch.json["code"]) == (422, "breaks_format")
    adjusted = _as_matches([sides[1], sides[0]])
    shown = foreseen(tournament, "pair_round", round=2, matches=adjusted)["round"]["matches"]
    tournament.done(tournament.owner, "pair_round", round=2, matches=adjusted)
    assert [match["first"] for match in shown] == [match["first"] for match in tournament.round(2)["matches"]]


def test_a_dry_run_shows_the_draw_that_the_command_makes_if_nothing_happens_in_between(api: Api):
    night = Tournament(
        api, format="night", figures={"rounds": 2}, entrants={"kind": "player", "least": 8}, tie_breaks=[]
    )
    for number in range(8):
        night.done(api.sign_up(f"Player {number}"), "register")
    night.done(night.owner, "start_tournament")

    shown, again = (foreseen(night, "pair_round", round=1)["round"]["matches"] for _ in range(2))
    assert again == shown
    night.done(night.owner, "pair_round", round=1)
    assert _sides(night.round(1)["matches"]) == _sides(shown)

    redrawn = foreseen(night, "pair_again", reason="somebody is late")["round"]["matches"]
    night.done(night.owner, "pair_again", reason="somebody is late")
    assert _sides(night.round(1)["matches"]) == _sides(redrawn)
    seeds = {
        event["data"]["seed"] for event in night.read("/events?limit=1000")["events"] if event["type"] == "round_paired"
    }
    assert len(seeds) == 2


def _sides(matches: list[Json]) -> list[tuple[str, str]]:
    return [(match["first"], match["second"]) for match in matches]


def test_a_pairing_by_hand_of_two_pairs_of_one_club_gets_a_remark(api: Api):
    tournament = Tournament(api)
    clubs = [{"players": [api.sign_up().id, api.sign_up().id], "club": club} for club in ("Pandas", "Pandas", "Cranes")]
    tournament.done(
        tournament.owner, "enter_entrants", entrants=[*clubs, {"players": [api.sign_up().id, api.sign_up().id]}]
    )
    tournament.done(tournament.owner, "start_tournament")
    one, two, three, four = (each["id"] for each in tournament.read("/entrants")["entrants"])

    assert "remarks" not in foreseen(tournament, "pair_round", round=1)
    [remark] = foreseen(tournament, "pair_round", round=1, matches=_as_matches([[three, four], [one, two]]))["remarks"]

    assert (remark["rule"], remark["match"], remark["entrants"]) == ("club", 2, [one, two])
    assert "Pandas" in remark["detail"]


def _as_matches(sides: list[list[str]]) -> list[Json]:
    return [{"first": first, "second": second} for first, second in sides]


def test_what_does_not_change_is_left_out(api: Api):
    tournament = Tournament(api)
    tournament.start()
    then = foreseen(tournament, "pause_tournament", reason="a fire alarm")

    assert not {"standings", "round"} & set(then)


def test_a_dry_run_reveals_nothing_where_results_or_deals_can_be_sealed(api: Api):
    sealed = Tournament(api, is_sealed=True)
    sealed.start()
    sealed.pair()
    assert not {"standings", "round"} & set(foreseen(sealed, "override_result", **_won(1)))

    boards = Tournament(api, **{**BOARDS, "figures": {"rounds": 1}})
    boards.start()
    assert not {"standings", "round"} & set(foreseen(boards, "pair_round", round=1))


def _won(match: int) -> Json:
    return {"round": 1, "match": match, "first": 100, "second": 0, "reason": "as seen"}
