"""A bot for a table of Sheng Ji, to begin one's own with: it sits down, follows the feed, and plays to the end.

    python tests/bots/reference_bot.py --server http://127.0.0.1:8080 --token sj_… --table tbl_…

It knows no rule of the game. Whenever something has happened it asks the server what it could do now, and does one of
these things. To make it play well, change `choose`.
"""

import argparse

from service.client import ApiProblem, Client
from service.client.documents import Card, Command, Moves, TableView

POINTS = {"5": 5, "10": 10, "K": 10}


def worth(card: Card) -> int:
    """The points that a card brings to the side which wins it."""
    return POINTS.get(card[:-1], 0)


def choose(moves: Moves, view: TableView) -> Command:
    """The command for what is asked of this seat."""
    match moves["asked"]:
        case "declare" if moves["cards"]:
            return {"type": "declare", "cards": moves["cards"][0]}
        case "bury":
            match = view["match"]
            hand = match["hand"] if match and match["phase"] == "burying" else None
            # Points are worth more in the tricks: the opponents can win those of the kitty with the last one.
            return {"type": "bury", "cards": sorted(hand or [], key=worth)[: moves["count"]]}
        case "call_friends":
            return {"type": "call_friends", "calls": [{**call} for call in moves["calls"][: moves["count"]]]}
        case "play":
            # All that is listed is legal, and something always is. Give away as few points as possible.
            return {"type": "play", "cards": min(moves["cards"], key=lambda cards: sum(map(worth, cards)))}
        case "consent":
            return {"type": "consent", "agree": True}
        case _:
            # To show trumps, file a plan, have the cards dealt anew, bid for the kitty or challenge: nobody has to.
            return {"type": "pass"}


def give(client: Client, table: str, command: Command, version: int) -> None:
    """Gives a command that is meant for that version of the table, and for no other one."""
    try:
        # Should the connection break, the client asks again by the same idempotency key: it is carried out once.
        client.command(table, command, expected_version=version)
    except ApiProblem as problem:
        # 412: somebody was quicker, and the feed will say what has happened. Anything else is a mistake of this bot.
        if problem.status != 412:
            raise


def act(client: Client, table: str) -> int:
    """Does what is asked, if anything is; returns the version of the table up to which that is settled."""
    answer = client.legal_moves(table)
    if answer["moves"]["asked"] is not None:
        give(client, table, choose(answer["moves"], client.view(table)), answer["version"])
    return answer["version"]


def sit_down(client: Client, table: str) -> None:
    """Takes the first free seat, unless this bot has one already; whoever finds the table full starts the match."""
    while (view := client.view(table))["status"] == "open":
        free = [seat["seat"] for seat in view["seats"] if seat["player"] is None]
        if view["you"] is None:
            give(client, table, {"type": "sit", "seat": free[0]}, view["version"])
        elif free:
            return
        else:
            give(client, table, {"type": "start"}, view["version"])


def play(client: Client, table: str) -> None:
    """Plays until the match is over. A bot that is started anew finds its place by itself."""
    settled = 0
    for event in client.follow(table, until_over=True):
        # The feed tells of everything from the beginning on; what is older than our last look needs no second one.
        if event["version"] > settled:
            settled = act(client, table)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Plays Sheng Ji at one table.")
    parser.add_argument("--server", required=True, help="address of the server, without /v1")
    parser.add_argument("--token", required=True, help="with the scopes table:read and table:play")
    parser.add_argument("--table", required=True, help="id of the table")
    given = parser.parse_args()
    with Client(given.server, given.token) as client:
        sit_down(client, given.table)
        play(client, given.table)
        print(client.view(given.table)["result"])
