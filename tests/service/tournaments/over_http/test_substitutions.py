"""A player on vacation lends the seat to a substitute who agrees, and gets it back."""

from typing import Any

import pytest

from service.wiring import Service
from tests.support.api import Api, Json, User
from tests.support.clocked_sandboxes import ClockedSandbox
from tests.support.tournament_requests import refused
from tests.support.tournaments_in_sandboxes import held
from tests.support.tournaments_served import Tournament

LONG: Json = {
    "schedule": {"starts_at": "2027-03-20T18:00:00Z", "check_in_s": None},
    "rounds": {"pace": "window", "window_s": 20 * 86_400, "interval_s": 3600, "adjudication": "draw"},
    "play": {
        "profile": "zhang-2021",
        "clock": {"kind": "simple", "per_move_s": 10 * 86_400},
        "pauses": {"vacation": True},
        "hands": 1,
    },
}
BEGINS = "2027-03-22T12:00:00.000Z"
BACK, VACATION_ENDS = "2027-03-22T00:00:00.000Z", "2027-03-23T00:00:00.000Z"


class Lent:
    """A tournament in a sandbox with a round in play, a captain who goes on vacation, and a substitute."""

    def __init__(self, api: Api, service: Service, **settings: Any) -> None:
        self.sandbox = ClockedSandbox(api, service)
        self.tournament = held(self.sandbox, **{**LONG, **settings})
        self.sandbox.advance("2027-03-20T18:00:00Z")
        self.entrant, self.captain, self.partner = self.tournament.pairs[0]
        self.sue = self.sandbox.sign_up("Sue")
        match = next(
            each for each in self.tournament.round(1)["matches"] if self.entrant in (each["first"], each["second"])
        )
        self.number, [self.table] = match["number"], match["tables"]
        self.seat = self.view(self.captain)["you"]
        assert self.seat is not None

    def view(self, user: User) -> Json:
        return dict(user.get(f"/v1/tables/{self.table}").json)

    def go_on_vacation(self, ends_at: str = VACATION_ENDS) -> None:
        assert self.captain.post("/v1/me/vacation", {"ends_at": ends_at}).status_code == 201

    def lend(self, until: str = BACK, **more: Any) -> Json:
        body = {"entrant": self.entrant, "player": self.sue.id, "until": until, **more}
        [event] = self.tournament.done(self.captain, "call_substitute", **body)
        self.sandbox.settle()
        return event

    def refused(self, user: User, status: int, code: str, **members: Any) -> Json:
        body = {"entrant": self.entrant, "player": self.sue.id, "until": BACK, **members}
        return refused(self.tournament, user, status, code, "call_substitute", **body)

    @property
    def holder(self) -> str:
        return str(self.view(self.partner)["seats"][self.seat]["player"])

    @property
    def members(self) -> list[str]:
        return [each["player"] for each in self.document["members"]]

    @property
    def document(self) -> Json:
        found: list[Json] = self.tournament.read("/entrants")["entrants"]
        return next(each for each in found if each["id"] == self.entrant)


@pytest.fixture
def lent(api: Api, at_work: Service) -> Lent:
    return Lent(api, at_work)


def test_the_substitute_takes_over_when_an_announced_vacation_begins(lent: Lent):
    lent.tournament.done(lent.sue, "offer_to_substitute")
    span = {"starts_at": BEGINS, "ends_at": "2027-03-25T00:00:00.000Z"}
    assert lent.captain.post("/v1/me/vacation", span).status_code == 201

    event = lent.lend(until="2027-03-24T00:00:00.000Z")

    assert (event["type"], event["data"]["begins_at"]) == ("substitution_arranged", BEGINS)
    assert lent.holder == lent.captain.id
    [arranged] = lent.document["arranged_substitutions"]
    assert arranged == {
        "player": lent.sue.id,
        "instead_of": lent.captain.id,
        "begins_at": BEGINS,
        "until": "2027-03-24T00:00:00.000Z",
    }
    lent.sandbox.advance(BEGINS)
    assert (lent.holder, lent.document["arranged_substitutions"]) == (lent.sue.id, [])
    lent.sandbox.advance("2027-03-24T00:00:00.000Z")
    assert lent.holder == lent.captain.id


def test_an_arranged_substitution_is_dropped_if_the_vacation_was_called_off(lent: Lent):
    lent.tournament.done(lent.sue, "offer_to_substitute")
    span = {"starts_at": BEGINS, "ends_at": "2027-03-25T00:00:00.000Z"}
    assert lent.captain.post("/v1/me/vacation", span).status_code == 201
    lent.lend(until="2027-03-24T00:00:00.000Z")
    over = lent.captain.api.call("DELETE", "/v1/me/vacation", token=lent.captain.token)
    assert over.status_code == 204

    lent.sandbox.advance(BEGINS)

    assert (lent.holder, lent.document["arranged_substitutions"]) == (lent.captain.id, [])
    [dropped] = [each for each in lent.tournament.read("/events")["events"] if each["type"] == "substitution_dropped"]
    assert dropped["data"]["by"] is None


def test_the_seat_goes_to_the_substitute_and_comes_back_at_the_end_of_the_time(lent: Lent):
    lent.tournament.done(lent.sue, "offer_to_substitute")
    lent.go_on_vacation()
    hand = lent.view(lent.captain)["match"]["hand"]

    event = lent.lend()

    assert event["type"] == "substitution_begun"
    assert {name: event["data"][name] for name in ("by", "player", "until")} == {
        "by": lent.captain.id,
        "player": lent.sue.id,
        "until": BACK,
    }
    assert (lent.holder, lent.members) == (lent.sue.id, [lent.sue.id, lent.partner.id])
    assert lent.document["substitutions"] == [{"player": lent.sue.id, "instead_of": lent.captain.id, "until": BACK}]
    assert lent.view(lent.sue)["match"]["hand"] == hand
    away = lent.view(lent.captain)
    assert (away["you"], away["match"].get("hand") or None) == (None, None)
    assert lent.tournament.view(lent.captain)["you"]["entrant"] == lent.entrant
    assert lent.tournament.view()["due_at"] == BACK

    lent.sandbox.advance("2027-03-21T23:59:00Z")
    assert lent.holder == lent.sue.id
    lent.sandbox.advance(BACK)

    assert (lent.holder, lent.members) == (lent.captain.id, [lent.captain.id, lent.partner.id])
    assert lent.document["substitutions"] == []
    assert lent.view(lent.captain)["match"]["hand"] == hand
    assert lent.view(lent.sue)["you"] is None
    last = [each for each in lent.tournament.read("/events")["events"] if each["type"] == "substitution_ended"]
    assert [(each["data"]["by"], each["data"]["why"]) for each in last] == [(None, "time")]


def test_the_player_returns_earlier_and_others_cannot_send_the_substitute_away(lent: Lent):
    lent.tournament.done(lent.sue, "offer_to_substitute")
    lent.go_on_vacation()
    lent.lend(instead_of=lent.captain.id)
    stranger = lent.tournament.pairs[1][1]
    refused(lent.tournament, stranger, 403, "not_of_entrant", "end_substitution", player=lent.captain.id)
    refused(lent.tournament, lent.sue, 409, "no_substitution", "end_substitution")

    [ended] = lent.tournament.done(lent.captain, "end_substitution")
    lent.sandbox.settle()

    assert (ended["data"]["why"], lent.holder) == ("returned", lent.captain.id)
    refused(lent.tournament, lent.captain, 409, "no_substitution", "end_substitution")


def test_a_substitute_who_leaves_gives_the_seat_back_and_is_no_captain(lent: Lent):
    lent.tournament.done(lent.sue, "offer_to_substitute")
    lent.go_on_vacation()
    lent.lend()
    refused(lent.tournament, lent.sue, 403, "captain_only", "withdraw_entrant", entrant=lent.entrant)

    [ended] = lent.tournament.done(lent.sue, "leave_entrant")
    lent.sandbox.settle()

    assert (ended["data"]["why"], lent.holder) == ("left", lent.captain.id)
    assert lent.view(lent.sue)["you"] is None


def test_a_replaced_player_who_leaves_the_tournament_leaves_the_seat_to_the_substitute(lent: Lent):
    lent.tournament.done(lent.sue, "offer_to_substitute")
    lent.go_on_vacation()
    lent.lend()

    [ended] = lent.tournament.done(lent.captain, "leave_entrant")
    lent.sandbox.advance(VACATION_ENDS)

    assert (ended["data"]["why"], lent.holder) == ("kept", lent.sue.id)
    assert lent.tournament.view(lent.captain)["you"]["entrant"] is None


def test_refusals_say_what_is_missing(lent: Lent):
    lent.refused(lent.captain, 422, "substitution_not_possible")
    lent.go_on_vacation()
    lent.refused(lent.captain, 409, "not_a_substitute")
    lent.tournament.done(lent.sue, "offer_to_substitute")
    problem = lent.refused(lent.captain, 422, "substitution_not_possible", until="2027-03-24T00:00:00Z")
    assert problem["facts"] == {"at": VACATION_ENDS}
    lent.refused(lent.captain, 422, "substitution_not_possible", until="2027-03-01T00:00:00Z")
    lent.refused(lent.captain, 400, "invalid_request", until="soon")
    lent.refused(lent.captain, 409, "nobody_missing", until=None)
    lent.refused(lent.partner, 403, "not_of_entrant", instead_of=lent.captain.id)
    lent.refused(lent.partner, 422, "substitution_not_possible")
    lent.refused(lent.tournament.owner, 403, "not_of_entrant", instead_of=lent.captain.id)
    lent.refused(lent.sue, 403, "not_of_entrant")


def test_a_replaced_player_cannot_take_part_elsewhere_and_the_substitute_not_for_an_opponent(lent: Lent):
    lent.tournament.done(lent.sue, "offer_to_substitute")
    lent.go_on_vacation()
    lent.lend()
    refused(lent.tournament, lent.captain, 409, "already_entered", "offer_to_substitute")
    again = {"entrant": lent.entrant, "player": lent.sue.id}
    refused(
        *(lent.tournament, lent.tournament.owner, 409, "not_a_substitute", "call_substitute"),
        **{**again, "player": lent.captain.id, "instead_of": lent.partner.id},
    )
    lent.tournament.done(lent.captain, "end_substitution")
    lent.sandbox.settle()
    lent.tournament.done(lent.sue, "offer_to_substitute")

    other, opponent, _ = lent.tournament.pairs[1]
    opposing = {"entrant": other, "player": lent.sue.id, "instead_of": opponent.id}
    refused(lent.tournament, opponent, 422, "substitution_not_possible", "call_substitute", **opposing)


@pytest.mark.parametrize("ends", ["time", "returned"])
def test_a_member_of_the_team_without_a_seat_agrees_by_an_offer(api: Api, at_work: Service, ends: str):
    sandbox = ClockedSandbox(api, at_work)
    team = {"kind": "team", "members_least": 4, "members_most": 5, "least": 2}
    tournament = Tournament(sandbox, owner=sandbox.author, **{**LONG, "entrants": team})  # type: ignore[arg-type]
    teams = []
    for name in ("Reds", "Blues"):
        players = [sandbox.sign_up(f"{name} {number}") for number in range(5)]
        entered = tournament.done(players[0], "register", name=name, partners=[each.id for each in players[1:]])
        teams.append((entered[0]["data"]["entrant"], players))
        for each in players[1:]:
            tournament.done(each, "accept_partner", entrant=teams[-1][0])
    sandbox.advance("2027-03-20T18:00:00Z")
    entrant, [ann, ben, _, _, eve] = teams[0]
    [match] = tournament.round(1)["matches"]
    [room] = [each for each in match["tables"] if ann.get(f"/v1/tables/{each}").json["you"] is not None]
    [other] = set(match["tables"]) - {room}

    def sitting(table: str) -> set[str]:
        return {each["player"] for each in tournament.owner.get(f"/v1/tables/{table}").json["seats"]}

    in_other = sitting(other)
    assert {ann.id, ben.id} < sitting(room)
    refused(tournament, ben, 409, "already_entered", "offer_to_substitute")
    tournament.done(eve, "offer_to_substitute")
    assert ann.post("/v1/me/vacation", {"ends_at": VACATION_ENDS}).status_code == 201
    call = {"entrant": entrant, "player": eve.id}
    blue, [captain, *_] = teams[1]
    wrong = {"entrant": blue, "player": eve.id, "instead_of": captain.id}
    refused(tournament, captain, 409, "already_entered", "call_substitute", **wrong)
    tournament.done(ann, "call_substitute", **call, until=BACK)
    sandbox.settle()

    assert eve.id in sitting(room)
    assert ann.id not in sitting(room)
    assert sitting(other) == in_other
    refused(tournament, ann, 409, "already_entered", "offer_to_substitute")
    if ends == "time":
        sandbox.advance(BACK)
    else:
        tournament.done(ann, "end_substitution")
        sandbox.settle()
    assert {ann.id, ben.id} < sitting(room)
    assert sitting(other) == in_other
