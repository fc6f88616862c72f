"""A simple bot for one table of Sheng Ji, as a starting point for your own. It sits down and plays to the end.

    python tests/bots/reference_bot.py --server http://127.0.0.1:8080 --token sj_… --table tbl_…

It knows no rules of the game. The server sends it the legal moves when its seat is asked, and it picks one of them. To
make it play well, change `choose`.
"""

import argparse

from service.clients.python.shengji_client import ApiProblem, Client
from service.clients.python.shengji_client.documents import Card, Command, Moves, TableView

POINTS = {"5": 5, "10": 10, "K": 10}


def worth(card: Card) -> int:
    """Points of a card for the side that wins it."""
    return POINTS.get(card[:-1], 0)


def choose(moves: Moves, view: TableView) -> Command:
    """Picks the command for the decision asked of this seat."""
    match moves["asked"]:
        case "declare" if moves["cards"]:
            return {"type": "declare", "cards": moves["cards"][0]}
        case "bury":
            match = view["match"]
            hand = match["hand"] if match and match["phase"] == "burying" else None
            # Keep points out of the kitty, because the opponents can win it with the last trick.
            return {"type": "bury", "cards": sorted(hand or [], key=worth)[: moves["count"]]}
        case "call_friends":
            return {"type": "call_friends", "calls": [{**call} for call in moves["calls"][: moves["count"]]]}
        case "play":
            # All listed plays are legal, and there is always at least one. Give away as few points as possible.
            return {"type": "play", "cards": min(moves["cards"], key=lambda cards: sum(map(worth, cards)))}
        case "consent":
            return {"type": "consent", "agree": True}
        case _:
            # Declaring, filing a plan, redealing, bidding and challenging are optional.
            return {"type": "pass"}


def give(client: Client, table: str, command: Command, version: int) -> None:
    """Sends a command that is valid for that version of the table only."""
    try:
        # If the connection breaks, the client retries with the same idempotency key, so the command is carried out
        # once.
        client.command(table, command, expected_version=version)
    except ApiProblem as problem:
        # 412: another player was faster, and the feed will show what happened. Any other problem is an error of this
        # bot.
        if problem.status != 412:
            raise


def sit_down(client: Client, table: str) -> None:
    """Takes the first free seat, unless this bot has one. The bot that sees a full table starts the match."""
    while (view := client.view(table))["status"] == "open":
        free = [seat["seat"] for seat in view["seats"] if seat["player"] is None]
        if view["you"] is None:
            give(client, table, {"type": "sit", "seat": free[0]}, view["version"])
        elif free:
            return
        else:
            give(client, table, {"type": "start"}, view["version"])


def play(client: Client, table: str) -> None:
    """Plays until the match is over. A restarted bot continues where it was."""
    # One stream brings each turn with the moves and the view, so a turn costs a single request.
    for turn in client.turns(table):
        give(client, table, choose(turn.moves, turn.view), turn.version)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Plays Sheng Ji at one table.")
    parser.add_argument("--server", required=True, help="address of the server, without /v1")
    parser.add_argument("--token", required=True, help="token with the scopes table:read and table:play")
    parser.add_argument("--table", required=True, help="id of the table")
    given = parser.parse_args()
    with Client(given.server, given.token) as client:
        sit_down(client, given.table)
        play(client, given.table)
        print(client.view(given.table)["result"])
