"""Claims and proposals over HTTP: visibility, effects, and the length of a match."""

from collections import Counter
from typing import Any

import pytest

from domain.tools.verification import verify
from service.tables.records import events_of_record
from service.wiring import Service
from tests.service.notifications.test_account_events import events_of, process_log
from tests.support.api import Api, User, started_table
from tests.support.play import play_commands


def propose(user: User, table: str, what: str) -> Any:
    return user.command(table, "propose", what=what)


def agree(user: User, table: str, what: str) -> Any:
    return user.command(table, "agree", what=what)


def types(answer: Any) -> list[str]:
    assert answer.status_code == 200, answer.text
    return [event["type"] for event in answer.json["events"]]


def until(table: str, players: list[User], what: str) -> User:
    """Plays until a seat is asked for this and returns its player."""
    for _ in range(300):
        asked = players[0].view(table)["asked"]
        if asked and asked[0]["what"] == what:
            return players[asked[0]["seat"]]
        play_commands(table, players, 1)
    raise AssertionError(f"nobody is asked to {what}")


# Proposals -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("what", "reason"), [("draw", "drawn"), ("abandon", "abandoned")])
def test_a_match_ends_by_agreement_of_all_and_its_record_verifies(api: Api, what: str, reason: str):
    table, players = started_table(api)
    until(table, players, "play")
    play_commands(table, players, 2)

    assert types(propose(players[1], table, what)) == ["proposal_made"]
    wanted = {"what": what, "by": 1, "agreed": [1], "waits_for": [0, 2, 3]}
    assert [player.view(table)["proposal"] for player in (*players, api.sign_up())] == [wanted] * 5
    assert types(agree(players[0], table, what)) == ["proposal_agreed"]
    assert types(agree(players[2], table, what)) == ["proposal_agreed"]
    assert types(agree(players[3], table, what)) == ["proposal_agreed", "secret_published", "match_ended"]

    view = players[0].view(table)
    assert (view["status"], view["proposal"]) == ("finished", None)
    assert view["result"] == {"reason": reason, "winners": [], "forfeited_by": None}
    record = players[0].get(f"/v1/tables/{table}/record").json
    assert record["complete"]
    assert verify(events_of_record(record)).disagreements == ()


def test_a_side_concedes_the_hand_and_the_match(api: Api):
    table, players = started_table(api, options={"final_level": "A"})
    until(table, players, "play")
    play_commands(table, players, 4)

    assert propose(players[0], table, "concede_hand").status_code == 200
    assert agree(players[1], table, "concede_hand").json["code"] == "not_your_proposal"
    happened = types(agree(players[2], table, "concede_hand"))
    assert happened[:2] == ["proposal_agreed", "hand_conceded"]
    assert {"hand_scored", "secret_published", "cards_dealt"} <= set(happened)

    propose(players[3], table, "concede_match")
    assert types(agree(players[1], table, "concede_match"))[-1] == "match_ended"
    assert players[0].view(table)["result"] == {"reason": "conceded", "winners": [0, 2], "forfeited_by": None}
    record = players[0].get(f"/v1/tables/{table}/record").json
    assert verify(events_of_record(record)).disagreements == ()


def test_undoing_a_bury_restores_every_view(api: Api):
    table, players = started_table(api)
    dealer = until(table, players, "bury")
    before = [player.view(table)["match"] for player in players]
    play_commands(table, players, 1)
    assert players[0].view(table)["undoable_by"] == players.index(dealer)
    others = [player for player in players if player is not dealer]
    assert propose(others[0], table, "undo").json["code"] == "cannot_undo"

    assert propose(dealer, table, "undo").status_code == 200
    for other in others[:2]:
        assert agree(other, table, "undo").status_code == 200
    assert types(agree(others[2], table, "undo")) == ["proposal_agreed", "move_undone"]

    assert [player.view(table)["match"] for player in players] == before
    assert dealer.view(table)["asked"] == [{"seat": players.index(dealer), "what": "bury", "deadline_at": None}]
    play_commands(table, players, 2)
    assert players[0].view(table)["undoable_by"] is None
    assert propose(dealer, table, "undo").json["status"] == 409


def test_a_player_with_only_bots_needs_no_agreement(api: Api):
    user = api.sign_up()
    table = user.open_table()
    user.command(table, "sit", seat=0)
    for seat in (1, 2, 3):
        user.command(table, "seat_bot", seat=seat, bot="random")
    user.command(table, "start")

    assert types(propose(user, table, "draw")) == ["proposal_made", "secret_published", "match_ended"]


def test_players_are_notified_of_proposals_and_their_outcome(api: Api, service: Service):
    table, players = started_table(api)
    until(table, players, "play")
    process_log(service)
    seen = [events_of(player)[-1]["number"] for player in players]
    propose(players[0], table, "concede_match")
    players[2].command(table, "disagree")
    propose(players[1], table, "draw")
    players[1].command(table, "withdraw_proposal")
    process_log(service)

    news = [
        [(each["type"], {**each["data"], "version": 0}) for each in events_of(player, number)]
        for player, number in zip(players, seen, strict=True)
    ]
    conceding = [
        ("proposal_made", {"seat": 0, "what": "concede_match", "asks_you": seat == 2, "version": 0})
        for seat in range(4)
    ]
    declined = ("proposal_ended", {"seat": 2, "outcome": "declined", "version": 0})
    draw = ("proposal_made", {"seat": 1, "what": "draw", "asks_you": True, "version": 0})
    withdrawn = ("proposal_ended", {"seat": 1, "outcome": "withdrawn", "version": 0})
    assert news == [
        [declined, draw, withdrawn],
        [conceding[1], declined],
        [conceding[2], draw, withdrawn],
        [conceding[3], declined, draw, withdrawn],
    ]


@pytest.mark.parametrize(
    ("kind", "members", "field"),
    [
        ("propose", {}, "what"),
        ("propose", {"what": "resign"}, "what"),
        ("agree", {}, "what"),
        ("agree", {"what": "draw", "seat": 1}, "seat"),
        ("disagree", {"what": "draw"}, "what"),
        ("claim", {"leads": []}, "leads"),
        ("claim", {"leads": [["AS"], []]}, "leads.1"),
        ("claim", {"leads": [["1S"]]}, "leads.0.0"),
        ("claim", {"cards": ["AS"]}, "cards"),
    ],
)
def test_an_error_in_a_proposal_is_named(api: Api, kind: str, members: dict[str, Any], field: str):
    user = api.sign_up()
    refused = user.command(user.open_table(), kind, **members)

    assert (refused.status_code, refused.json["code"]) == (400, "invalid_request")
    assert field in refused.json["facts"]["fields"]


# Claims --------------------------------------------------------------------------------------------------------------


def test_an_unproven_claim_is_refused_and_leaves_no_trace(api: Api):
    table, players = started_table(api)
    leader = until(table, players, "play")
    version = leader.view(table)["version"]
    hand = leader.view(table)["match"]["hand"]

    for claimed in ({}, {"leads": [[card] for card in hand]}):
        for dry in ("", "?dry_run=true"):
            refused = leader.post(f"/v1/tables/{table}/commands{dry}", {"type": "claim", **claimed})
            assert (refused.status_code, refused.json["code"]) == (422, "claim_not_proven")
            assert refused.json["rule"] == "EX-CLAIM-01"
            may_be_out = refused.json["facts"]["may_be_out"]
            assert may_be_out
            # With two decks another seat may hold the second copy of a card of this hand, but there is no third.
            assert max(Counter([*hand, *may_be_out]).values()) <= 2
    assert leader.view(table)["version"] == version
    other = next(player for player in players if player is not leader)
    assert other.command(table, "claim").json["code"] == "not_on_lead"
    assert leader.command(table, "claim", leads=[hand[:1]]).json["code"] == "line_not_whole"


def test_a_claim_with_listed_plays_is_proven_and_ends_the_hand(api: Api):
    table, players = started_table(api, profile="si-shi-fen")
    for _ in range(3000):
        leader = until(table, players, "play")
        if leader.get(f"/v1/tables/{table}/moves").json["moves"].get("claim"):
            break
        play_commands(table, players, 1)
    foreseen = leader.post(f"/v1/tables/{table}/commands?dry_run=true", {"type": "claim"}).json["foreseen"]
    hand = leader.view(table)["match"]["hand"]
    assert sorted(card for lead in foreseen["leads"] for card in lead) == sorted(hand)

    happened = types(leader.command(table, "claim", leads=foreseen["leads"]))

    assert happened[0] == "claim_proven"
    assert happened.count("trick_won") == len(foreseen["leads"])
    assert "hand_scored" in happened
    record = leader.get(f"/v1/tables/{table}/record").json
    assert verify(events_of_record(record)).disagreements == ()


def test_zheng_shangyou_has_no_claims(api: Api):
    user = api.sign_up()
    refused = user.command(user.open_table(profile="zheng-shangyou"), "claim")

    assert (refused.status_code, refused.json["code"]) == (422, "not_in_this_game")


# Length of a match ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("said", "hands"),
    [
        ({}, None),
        ({"hands": None}, None),
        ({"hands": 3}, 3),
        ({"length": {"kind": "match"}}, None),
        ({"length": {"kind": "hands", "hands": 7}}, 7),
        ({"length": {"kind": "board"}}, 1),
    ],
)
def test_the_length_of_a_match_can_be_set_in_several_ways(api: Api, said: dict[str, Any], hands: int | None):
    user = api.sign_up()

    assert user.view(user.open_table(**said))["hands"] == hands


@pytest.mark.parametrize(
    ("said", "field"),
    [
        ({"length": {"kind": "board"}, "hands": 1}, "hands"),
        ({"length": {"kind": "hands"}}, "length.hands"),
        ({"length": {"kind": "hands", "hands": 0}}, "length.hands"),
        ({"length": {"kind": "match", "hands": 2}}, "length.hands"),
        ({"length": {"kind": "levels"}}, "length.kind"),
        ({"length": "match"}, "length"),
        ({"length": {}}, "length.kind"),
    ],
)
def test_an_invalid_length_is_refused_by_name(api: Api, said: dict[str, Any], field: str):
    refused = api.sign_up().post("/v1/tables", {"profile": "zhang-2021", **said})

    assert (refused.status_code, refused.json["code"]) == (400, "invalid_request")
    assert any(name.startswith(field) for name in refused.json["facts"]["fields"])


def test_a_match_can_be_played_to_any_level(api: Api):
    user = api.sign_up()
    table = user.open_table(options={"final_level": "6"}, length={"kind": "match"})

    assert user.view(table)["rules"]["options"]["final_level"] == "6"
