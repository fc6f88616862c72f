"""A program that plays in tournaments over the API: what it knows of its hand it leaves to standing orders.

It leads its cards one by one in an order of its own, follows with the lowest that it may, and passes when it is asked
to declare. So a hand is played by the rules from the first trick to the last, in some sixteen requests. How well is no
matter here.
"""

import random
from collections.abc import Callable, Mapping, Sequence
from http import HTTPStatus
from typing import Any, cast

from service.client import ApiProblem, Client
from service.client.documents import Command

KITTY = 8
LONGEST = 400
"""No hand takes so many looks at the table."""
PASSED_BY = (HTTPStatus.CONFLICT, HTTPStatus.PRECONDITION_FAILED)
"""Somebody, an order or the end of the match was quicker."""

_ASKED: Mapping[str, Callable[[Sequence[str]], dict[str, Any]]] = {
    "bury": lambda hand: {"type": "bury", "cards": list(hand[:KITTY])},
    "declare": lambda _: {"type": "pass"},
    "play": lambda hand: {"type": "play", "cards": list(hand[:1])},
}


class Program:
    """An account with a plan for every hand."""

    def __init__(self, client: Client, player_id: str) -> None:
        """Begins without tables; `player_id` is that of the client's account."""
        self.client = client
        self.id = player_id
        self._luck = random.Random(player_id)

    def plan(self, table: str) -> None:
        """Gives orders for the whole hand that it holds at a table."""
        match = self.client.view(table).get("match")
        hand = cast("Sequence[str]", match["hand"]) if match else ()
        leads = [{"do": "lead", "cards": [card]} for card in self._luck.sample(hand, len(hand))]
        orders = [{"do": "pass", "until": "match"}, {"do": "follow_lowest", "until": "match"}, *leads]
        self._say(table, {"type": "give_orders", "orders": orders, "auto_forced": True})

    def answer(self, table: str) -> None:
        """Does what is asked of it at a table, if anything is."""
        view = self.client.view(table)
        asked = next((each["what"] for each in view["asked"] if each["seat"] == view["you"]), None)
        if asked is not None:
            self._say(table, _ASKED[asked](view["match"]["hand"]))

    def _say(self, table: str, command: Mapping[str, Any]) -> None:
        try:
            self.client.command(table, cast("Command", command))
        except ApiProblem as problem:
            if problem.status not in PASSED_BY:
                raise


def play_out(table: str, players: Sequence[Program]) -> None:
    """Plays a table to its end: all who sit there give their orders, and answer what these leave to them.

    Raises:
        AssertionError: it does not come to an end.
    """
    for each in players:
        each.plan(table)
    for _ in range(LONGEST):
        if players[0].client.view(table)["status"] != "playing":
            return
        for each in players:
            each.answer(table)
    raise AssertionError(f"{table} does not come to an end")
