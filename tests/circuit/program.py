"""A program that plays in tournaments over the API, with standing orders for each hand.

It leads its cards one by one in random order, follows with the lowest legal cards, and passes if it is asked to
declare. So a whole hand takes about 16 requests. It does not try to play well.
"""

import random
from collections.abc import Callable, Mapping, Sequence
from http import HTTPStatus
from typing import Any, cast

from service.clients.python.shengji_client import ApiProblem, Client
from service.clients.python.shengji_client.documents import Command

KITTY = 8
MAX_POLLS = 400
"""The number of rounds of polls after which a table has failed. No hand needs this many."""
TOO_LATE = (HTTPStatus.CONFLICT, HTTPStatus.PRECONDITION_FAILED)
"""The statuses of a command that came too late: another player, an order or the end of the match came first."""

_ASKED: Mapping[str, Callable[[Sequence[str]], dict[str, Any]]] = {
    "bury": lambda hand: {"type": "bury", "cards": list(hand[:KITTY])},
    "declare": lambda _: {"type": "pass"},
    "play": lambda hand: {"type": "play", "cards": list(hand[:1])},
}


class Program:
    """An account that plans every hand."""

    def __init__(self, client: Client, player_id: str) -> None:
        """Starts without tables. `player_id` belongs to the client's account."""
        self.client = client
        self.id = player_id
        self._luck = random.Random(player_id)

    def plan(self, table: str) -> None:
        """Gives orders for the whole hand at a table."""
        match = self.client.view(table).get("match")
        hand = cast("Sequence[str]", match["hand"]) if match else ()
        leads = [{"do": "lead", "cards": [card]} for card in self._luck.sample(hand, len(hand))]
        orders = [{"do": "pass", "until": "match"}, {"do": "follow_lowest", "until": "match"}, *leads]
        self._command(table, {"type": "give_orders", "orders": orders, "auto_forced": True})

    def answer(self, table: str) -> None:
        """Makes the decision that a table asks of this program, if there is one."""
        view = self.client.view(table)
        asked = next((each["what"] for each in view["asked"] if each["seat"] == view["you"]), None)
        if asked is not None:
            self._command(table, _ASKED[asked](view["match"]["hand"]))

    def _command(self, table: str, command: Mapping[str, Any]) -> None:
        try:
            self.client.command(table, cast("Command", command))
        except ApiProblem as problem:
            if problem.status not in TOO_LATE:
                raise


def play_out(table: str, players: Sequence[Program]) -> None:
    """Plays a table to its end. All players give their orders and answer the remaining decisions.

    Raises:
        AssertionError: the match does not end.
    """
    for each in players:
        each.plan(table)
    for _ in range(MAX_POLLS):
        if players[0].client.view(table)["status"] != "playing":
            return
        for each in players:
            each.answer(table)
    raise AssertionError(f"{table} does not end")
