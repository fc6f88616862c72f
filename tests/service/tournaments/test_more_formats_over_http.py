"""Individual Swiss, chosen partners, pairing exclusions and arenas over HTTP: views and refusals."""

from typing import Any

import pytest

from tests.support.api import Api, Json, User
from tests.support.tournament_requests import refused, token
from tests.support.tournaments_served import PAIRS, Tournament

ALONE = {"entrants": {"kind": "player", "least": 4}, "format": "night", "figures": {"rounds": 2}, "tie_breaks": []}
INDIVIDUALS = {**ALONE, "format": "individual_swiss"}
ARENA = {
    "format": "arena",
    "figures": {"minutes": 60},
    "tie_breaks": ["wins"],
    "rounds": {"window_s": 3600},
}


def enters(tournament: Tournament, name: str, **members: Any) -> tuple[User, str]:
    """Returns a new player who enters alone, and the id of the entrant."""
    user = tournament.api.sign_up(name)
    happened = tournament.done(user, "register", **members)
    return user, str(happened[0]["data"]["entrant"])


def entrants(tournament: Tournament) -> dict[str, Json]:
    found = tournament.owner.get(f"{tournament.path}/entrants").json["entrants"]
    return {each["id"]: each for each in found}


@pytest.mark.parametrize(
    ("changes", "code", "option"),
    [
        ({**INDIVIDUALS, "figures": {}}, "invalid_settings", "figures.rounds"),
        ({**INDIVIDUALS, "entrants": {"kind": "pair"}}, "format_does_not_fit", "entrants"),
        ({**INDIVIDUALS, "tie_breaks": ["buchholz"]}, "format_does_not_fit", "tie_breaks"),
        ({**ALONE, "figures": {"rounds": 2, "partners": "both"}}, "invalid_settings", "figures.partners"),
        ({"format": "round_robin", "figures": {"by_lot": 1}}, "invalid_settings", "figures.by_lot"),
        ({**ARENA, "figures": {"minutes": 0}}, "invalid_settings", "figures.minutes"),
        ({**ARENA, "rounds": {"is_automatic": False}}, "format_does_not_fit", "rounds.is_automatic"),
        ({**ARENA, "late": {"until_round": 3}}, "format_does_not_fit", "late.until_round"),
        ({**ARENA, "byes": {"half": 1}}, "format_does_not_fit", "byes"),
        ({**ARENA, "tie_breaks": ["buchholz"]}, "format_does_not_fit", "tie_breaks"),
    ],
)
def test_settings_that_do_not_fit_a_format_are_refused_by_name(api: Api, changes: Json, code: str, option: str):
    answered = api.sign_up().post("/v1/tournaments", {**PAIRS, **changes})
    assert (answered.status_code, answered.json["code"]) == (422, code), answered.text
    assert answered.json["facts"]["option"] == option


# ------------------------------------------------------------------------------------------------ partners


def test_players_of_a_night_become_partners_by_request_and_consent(api: Api):
    night = Tournament(api, **ALONE)
    ben = api.sign_up("Ben")
    ann, entrant = enters(night, "Ann", partners=[ben.id])
    assert night.view(ben)["you"]["invited_to"] == [entrant]
    assert entrants(night)[entrant]["partner"] is None

    happened = night.done(ben, "accept_partner", entrant=entrant)

    assert [each["type"] for each in happened] == ["entrant_registered", "entrant_entered", "partners_agreed"]
    own = happened[0]["data"]["entrant"]
    assert happened[2]["data"] == {"entrant": entrant, "by": ben.id, "partner": own, "round": None}
    found = entrants(night)
    assert (found[entrant]["partner"], found[own]["partner"]) == (own, entrant)
    for name in ("Cat", "Dan"):
        enters(night, name)
    night.done(night.owner, "start_tournament")
    [match] = night.pair()["matches"]
    assert {entrant, own} in ({*match["first"].split("+")}, {*match["second"].split("+")})
    night.done(ann, "part_from_partner")
    assert entrants(night)[own]["partner"] is None


def test_a_partnership_needs_a_request_and_can_be_made_only_once(api: Api):
    night = Tournament(api, **ALONE)
    (ann, a), (ben, b), (cat, c) = (enters(night, name) for name in ("Ann", "Ben", "Cat"))
    refused(night, ben, 403, "not_invited", "accept_partner", entrant=a)
    refused(night, ann, 422, "partner_not_possible", "invite_partner", entrant=a, player=ann.id)
    night.done(ann, "invite_partner", entrant=a, player=ben.id)
    refused(night, cat, 403, "not_invited", "accept_partner", entrant=a)
    night.done(ben, "accept_partner", entrant=a)
    problem = refused(night, cat, 409, "has_partner", "invite_partner", entrant=c, player=ben.id)
    assert problem["facts"] == {"entrant": b}
    refused(night, cat, 409, "no_partner", "part_from_partner")
    drawn = Tournament(api, **{**ALONE, "figures": {"rounds": 2, "partners": "drawn"}})
    refused(drawn, ann, 422, "no_partners", "register", partners=[ben.id])


# ------------------------------------------------------------------------------------------------ kept apart


def test_pairing_exclusions_are_shown_and_respected_by_manual_and_automatic_pairing(api: Api):
    swiss = Tournament(api)
    one, other, *rest = (swiss.enter(f"Pair {number}") for number in range(4))
    swiss.done(swiss.owner, "keep_apart", entrants=[one, other])
    assert swiss.view()["apart"] == [[one, other]]
    swiss.done(swiss.owner, "start_tournament")

    matches = [{"first": one, "second": other}, {"first": rest[0], "second": rest[1]}]
    problem = refused(swiss, swiss.owner, 422, "breaks_format", "pair_round", round=1, matches=matches)
    assert problem["facts"]["violations"] == [
        {"rule": "forbidden", "detail": f"{one} and {other} are kept apart.", "entrants": [one, other], "matches": [1]}
    ]
    assert {one, other} not in [{each["first"], each["second"]} for each in swiss.pair()["matches"]]

    swiss.done(swiss.owner, "let_meet", entrants=[one, other])
    assert swiss.view()["apart"] == []


def test_an_invalid_pairing_exclusion_is_refused_with_a_reason(api: Api, service: Any):
    swiss = Tournament(api)
    one, other = swiss.enter("One"), swiss.enter("Other")
    both = [one, other]
    refused(swiss, swiss.pairs[0][1], 403, "staff_only", "keep_apart", entrants=both)
    narrow = token(service, swiss.owner, "tournament:write", "table:read")
    refused(swiss, narrow, 403, "missing_scope", "keep_apart", entrants=both)
    refused(swiss, swiss.owner, 422, "no_such_entrant", "keep_apart", entrants=[one, "ent_nobody"])
    refused(swiss, swiss.owner, 422, "cannot_keep_apart", "keep_apart", entrants=[one, one])
    refused(swiss, swiss.owner, 409, "not_kept_apart", "let_meet", entrants=both)
    assert swiss.ask(swiss.owner, "keep_apart", entrants=[one]).json["code"] == "invalid_request"
    cup = Tournament(api, format="knock_out", figures={})
    pairs = [cup.enter("One"), cup.enter("Other")]
    problem = refused(cup, cup.owner, 422, "cannot_keep_apart", "keep_apart", entrants=pairs)
    assert problem["facts"]["known"] == ["arena", "individual_swiss", "night", "swiss"]


# ------------------------------------------------------------------------------------------------ the others


def test_an_individual_swiss_has_standings_and_no_report(api: Api):
    swiss = Tournament(api, **INDIVIDUALS)
    for name in ("Ann", "Ben", "Cat", "Dan", "Eve"):
        enters(swiss, name)
    swiss.done(swiss.owner, "start_tournament")
    swiss.play(1)
    swiss.play(2)
    standings = swiss.standings()
    assert len(standings) == 5
    csv = swiss.owner.get(f"{swiss.path}/standings?format=csv")
    assert csv.status_code == 200
    assert len(csv.text.splitlines()) == 6
    answered = swiss.owner.get(f"{swiss.path}/report")
    assert (answered.status_code, answered.json["code"]) == (422, "not_for_trf")
    swiss.done(swiss.owner, "finish_tournament")


def test_an_arena_shows_the_waiting_players_and_since_when(api: Api):
    arena = Tournament(api, **ARENA)
    arena.start(3)
    view = arena.view()
    assert {each["entrant"] for each in view["waiting"]} == {entrant for entrant, _, _ in arena.pairs}
    assert view["ends_at"] > view["started_at"]
    assert view["due_at"] <= view["ends_at"]

    [match] = arena.pair()["matches"]
    [waiting] = arena.view()["waiting"]
    resting = next(captain for entrant, captain, _ in arena.pairs if entrant == waiting["entrant"])
    happened = arena.done(resting, "take_break", entrant=waiting["entrant"])
    assert [each["type"] for each in happened] == ["break_taken"]
    assert arena.view()["waiting"] == []
    assert entrants(arena)[waiting["entrant"]]["is_resting"]
    refused(arena, resting, 409, "break_not_possible", "take_break", entrant=waiting["entrant"])
    refused(arena, resting, 403, "not_of_entrant", "take_break", entrant=match["first"])
    refused(arena, resting, 422, "bye_not_possible", "ask_for_bye", entrant=waiting["entrant"], round=2, kind="zero")
    refused(arena, arena.owner, 409, "nobody_free", "pair_round", round=2)
    answered = arena.owner.get(f"{arena.path}/report")
    assert (answered.status_code, answered.json["code"]) == (422, "not_for_trf")
    arena.done(resting, "end_break", entrant=waiting["entrant"])
    assert [each["entrant"] for each in arena.view()["waiting"]] == [waiting["entrant"]]


def test_staff_can_pair_waiting_arena_players_but_not_playing_ones(api: Api):
    arena = Tournament(api, **ARENA)
    arena.start(4)
    [one, two, three, four] = [entrant for entrant, _, _ in arena.pairs]
    arena.done(arena.owner, "pair_round", round=1, matches=[{"first": one, "second": four}])
    problem = refused(
        arena, arena.owner, 422, "breaks_format", "pair_round", round=2, matches=[{"first": one, "second": two}]
    )
    assert [each["rule"] for each in problem["facts"]["violations"]] == ["busy"]
    arena.done(arena.owner, "pair_round", round=2, matches=[{"first": two, "second": three}])
    arena.win(1, 1)
    assert {each["entrant"] for each in arena.view()["waiting"]} == {one, four}
    again = arena.done(arena.owner, "pair_again", reason="wrong sides", matches=[{"first": three, "second": two}])
    assert "round_paired" in [each["type"] for each in again]
    standings = {each["entrant"]: each["points"] for each in arena.standings()}
    assert standings == {one: "1", two: "0", three: "0", four: "0"}
