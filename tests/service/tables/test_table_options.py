"""Options of a table over HTTP: plans, taking back, challenges, early ends and friends."""

from typing import Any

import pytest

from tests.support.api import Api, User, started_table
from tests.support.play import play_commands


def test_a_plan_is_filed_once_and_only_its_author_sees_it(api: Api):
    table, players = started_table(api, options={"deal_mode": "plan"})
    assert {(each["seat"], each["what"]) for each in players[0].view(table)["asked"]} == {
        (seat, "plan") for seat in range(4)
    }
    planner = next(
        player for player in players if player.get(f"/v1/tables/{table}/moves").json["moves"]["cards"]
    )  # some seat holds a card that can be shown
    moves = planner.get(f"/v1/tables/{table}/moves").json["moves"]
    assert (moves["asked"], moves["plan"], moves["pass"]) == ("plan", True, True)
    shows = [{"cards": moves["cards"][0], "over": "any"}]

    answer = planner.command(table, "plan", shows=shows)

    [event] = answer.json["events"]
    assert event["data"]["plan"] == shows
    assert planner.command(table, "plan", shows=shows).json["code"] == "not_your_turn"
    for player in players:
        [event] = player.get(f"/v1/tables/{table}/events?after=9").json["events"]
        assert event["data"]["plan"] == (shows if player is planner else [])
        way = player.view(table)["match"]["way"]
        assert way["plan"] == (shows if player is planner else None)
    for player in players:
        if player is not planner:
            assert player.command(table, "pass").status_code == 200
    declared = [
        event["data"]["cards"]
        for event in players[0].get(f"/v1/tables/{table}/events?after=9").json["events"]
        if event["type"] == "declared"
    ]
    assert declared == [shows[0]["cards"]]


def _until_phase(table: str, players: list[User], phase: str) -> dict[str, Any]:
    for _ in range(60):
        view = players[0].view(table)
        if view["match"]["phase"] == phase:
            return view
        play_commands(table, players, 1)
    raise AssertionError(f"never {phase}")


def _lead(table: str, players: list[User]) -> User:
    """Plays to the first trick and returns the leader."""
    view = _until_phase(table, players, "playing")
    leader = players[view["asked"][0]["seat"]]
    play_commands(table, players, 1)
    return leader


def test_a_play_is_taken_back_when_all_others_agree(api: Api):
    table, players = started_table(api, options={"take_back": "on"})
    leader = _lead(table, players)
    before = leader.view(table)["match"]
    assert leader.get(f"/v1/tables/{table}/moves").json["moves"]["take_back"] is True

    assert leader.command(table, "take_back").status_code == 200
    others = [player for player in players if player is not leader]
    assert [each["what"] for each in leader.view(table)["asked"]] == ["consent"] * 3
    for other in others[:2]:
        assert other.command(table, "consent", agree=True).status_code == 200
    types = [event["type"] for event in others[2].command(table, "consent", agree=True).json["events"]]

    assert types == ["take_back_answered", "taken_back"]
    after = leader.view(table)["match"]
    assert after["trick"] is None
    assert len(after["hand"]) == len(before["hand"]) + len(before["trick"]["plays"][0]["cards"])


def test_a_play_is_final_when_one_player_disagrees(api: Api):
    table, players = started_table(api, options={"take_back": "on"})
    leader = _lead(table, players)
    assert leader.command(table, "take_back").status_code == 200
    other = next(player for player in players if player is not leader)

    assert other.command(table, "consent", agree=False).status_code == 200

    view = leader.view(table)
    assert view["match"]["trick"] is not None
    assert [each["what"] for each in view["asked"]] == ["play"]
    assert other.command(table, "consent", agree=True).json["code"] == "nobody_asks"


@pytest.mark.parametrize(
    ("command", "code", "status"),
    [
        ({"type": "take_back"}, "not_at_this_table", 422),
        ({"type": "consent", "agree": True}, "not_at_this_table", 422),
        ({"type": "end_hand"}, "not_at_this_table", 422),
        ({"type": "challenge", "trick": 1, "seat": 0}, "not_at_this_table", 422),
        ({"type": "claim_redeal"}, "wrong_phase", 409),
        ({"type": "call_friends", "calls": [{"card": "AS"}]}, "wrong_phase", 409),
        ({"type": "plan", "shows": []}, "wrong_phase", 409),
    ],
)
def test_a_command_for_a_disabled_option_is_refused_by_name(api: Api, command: dict[str, Any], code: str, status: int):
    table, players = started_table(api)
    leader = _lead(table, players)

    answer = leader.post(f"/v1/tables/{table}/commands", command)

    assert (answer.status_code, answer.json["code"]) == (status, code)


def _suit(card: str) -> str | None:
    """Returns the suit of a card, or trumps if the card is a trump."""
    return None if card in ("SJ", "BJ") or card[:-1] == "2" else card[-1]


def test_at_an_honor_table_illegal_follows_are_accepted_and_can_be_challenged(api: Api):
    table, players = started_table(api, options={"enforcement": "honor"})
    seat = _until_phase(table, players, "playing")["asked"][0]["seat"]
    leader, follower = players[seat], players[(seat + 1) % 4]
    hand = follower.view(table)["match"]["hand"]
    # The next player holds this suit too, so some of their cards follow and others do not.
    led = next(
        card
        for card in leader.view(table)["match"]["hand"]
        if _suit(card) and _suit(card) in {_suit(held) for held in hand}
    )
    assert leader.command(table, "play", cards=[led]).status_code == 200
    view = players[0].view(table)
    assert view["asked"][0]["seat"] == (seat + 1) % 4

    def foreseen(cards: list[str]) -> dict[str, Any]:
        answer = follower.post(f"/v1/tables/{table}/commands?dry_run=true", {"type": "play", "cards": cards})
        assert answer.status_code == 200, answer.text
        found: dict[str, Any] = answer.json["foreseen"]
        return found

    follows = {foreseen([card])["follows"] for card in hand}

    assert follows == {True, False}
    accused = players[0].command(table, "challenge", trick=1, seat=(view["asked"][0]["seat"] + 1) % 4)
    assert accused.status_code in (409, 422)
    assert accused.json["code"] == "not_proven" or accused.json["status"] == 422


def test_friends_are_called_by_card_and_count(api: Api):
    players = [api.sign_up(f"player {seat}") for seat in range(5)]
    table = players[0].open_table(profile="zhao-peng-you", hands=1)
    for seat, player in enumerate(players):
        assert player.command(table, "sit", seat=seat).status_code == 200
    assert players[0].command(table, "start").status_code == 200
    view = _until_phase(table, players, "calling")
    dealer = players[view["asked"][0]["seat"]]
    moves = dealer.get(f"/v1/tables/{table}/moves").json["moves"]
    assert (moves["asked"], moves["count"], moves["solo"]) == ("call_friends", 1, False)
    call = moves["calls"][-1]

    assert dealer.command(table, "call_friends", calls=[]).json["code"] == "wrong_number_of_calls"
    assert dealer.command(table, "call_friends", calls=[{**call, "word": "owner"}]).json["code"] == "wrong_call_style"
    answer = dealer.command(table, "call_friends", calls=[call])

    [event] = answer.json["events"]
    assert event["data"]["calls"] == [call]
    friends = players[0].view(table)["match"]["friends"]
    assert friends == {"solo": False, "calls": [{**call, "seen": 0, "answered_by": None}]}
