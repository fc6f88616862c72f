"""A bot for a table of Sheng Ji, to begin one's own with: it sits down, follows the feed, and plays to the end.

    python tests/bots/reference_bot.py --server http://127.0.0.1:8080 --token sj_… --table tbl_…

It knows no rule of the game. When something has happened it asks the server what it could do now, and does one of
these things. To make it play well, change `choose`.
"""

import argparse
from collections import Counter

from service.client import ApiProblem, Client
from service.client.documents import Card, Command, LegalMoves, TableView

POINTS = {"5": 5, "10": 10, "K": 10}


def choose(answer: LegalMoves, view: TableView) -> Command | None:
    """The command for what is asked of this seat; None when nothing is."""
    moves = answer["moves"]
    match moves["asked"]:
        case None:
            return None
        case "declare":
            # All cards that can be shown are of trumps that this seat would like; the first are as good as any.
            return {"type": "declare", "cards": moves["cards"][0]} if moves["cards"] else {"type": "pass"}
        case "bury" if "count" in moves:
            match = view["match"]
            assert match is not None
            return {"type": "bury", "cards": sorted(own_cards(view), key=worth)[: moves["count"]]}
        case "call_friends" if "calls" in moves:
            return {"type": "call_friends", "calls": moves["calls"][: moves["count"]]}
        case "play":
            # What is listed is legal, and there is always something; give away as few points as possible.
            return {"type": "play", "cards": min(moves["cards"], key=lambda cards: sum(map(worth, cards)))}
        case "consent":
            return {"type": "consent", "agree": True}
        case _:  # plans, redeals, bids for the kitty, challenges: nobody has to
            return {"type": "pass"}
