"""Plays a table over the API with legal moves, for tests that need a match in progress."""

from collections.abc import Callable

from tests.support.api import Api, Json, User

WITH_THE_VIEW = {"Prefer": "return=representation"}
"""Headers that request the new view in the answer to a command."""


def legal_command(user: User, table: str) -> Json:
    """Returns a legal command for the user, who must be asked. Raises `AssertionError` otherwise."""
    return legal_move(user.get(f"/v1/tables/{table}/moves").json["moves"], lambda: user.view(table)["match"]["hand"])


def legal_move(moves: Json, hand: Callable[[], list[str]]) -> Json:
    """Returns one of the legal moves as a command. `hand` returns the cards of the seat."""
    match moves["asked"]:
        case "declare":
            return {"type": "pass"}
        case "bury":
            return {"type": "bury", "cards": hand()[-moves["count"] :]}
        case "play":
            # In Zheng Shangyou there may be no higher play.
            return {"type": "play", "cards": moves["cards"][0]} if moves["cards"] else {"type": "pass"}
        case "call_friends":
            return {"type": "call_friends", "calls": moves["calls"][: moves["count"]]}
        case "pay_tribute" | "take" | "discard" as what:
            return {"type": what, "card": moves["cards"][0][0]}
        case asked:
            raise AssertionError(f"nothing is asked: {asked}")


def play_commands(table: str, players: list[User], commands: int) -> None:
    """Makes this many legal moves, or fewer if the match ends."""
    view = players[0].view(table)
    for _ in range(commands):
        if view["status"] != "playing":
            return
        mover = players[view["asked"][0]["seat"]]
        answer = mover.post(f"/v1/tables/{table}/commands", legal_command(mover, table), headers=WITH_THE_VIEW)
        assert answer.status_code == 200, answer.text
        view = answer.json["view"]


def finished_table(api: Api, *players: User, **members: object) -> tuple[str, list[User]]:
    """Returns a table at which these players, and others on the remaining seats, have finished one hand."""
    seated = [*players, *(api.sign_up(f"player {seat}") for seat in range(len(players), 4))]
    table = seated[0].open_table(**{"profile": "zheng-shangyou-4-partners", "hands": 1, **members})
    for seat, player in enumerate(seated):
        assert player.command(table, "sit", seat=seat).status_code == 200
    assert seated[0].command(table, "start").status_code == 200
    play_commands(table, seated, 200)
    assert seated[0].view(table)["status"] == "finished"
    return table, seated
