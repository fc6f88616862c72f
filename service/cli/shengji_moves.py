"""How a move of Sheng Ji is written as a command of the API."""

from typing import Any

from domain.games.sheng_ji.commands import (
    Bury,
    CallFriends,
    Challenge,
    Claim,
    ClaimRedeal,
    Consent,
    Declare,
    EndHand,
    FilePlan,
    Move,
    Pass,
    Play,
    TakeBack,
)
from domain.games.sheng_ji.friends import Call
from domain.kernel.cards import write_cards


def command_of(move: Move) -> tuple[str, dict[str, Any]]:  # noqa: C901, PLR0911 - one case for each move
    """The type of the command, and its other members."""
    match move:
        case Declare(cards):
            return "declare", {"cards": write_cards(cards)}
        case FilePlan(shows):
            return "plan", {"shows": [{"cards": write_cards(cards), "over": over} for cards, over in shows]}
        case Pass():
            return "pass", {}
        case ClaimRedeal():
            return "claim_redeal", {}
        case Bury(cards):
            return "bury", {"cards": write_cards(cards)}
        case CallFriends(calls, solo):
            return "call_friends", {"calls": list(map(_call, calls)), "solo": solo}
        case Play(cards, units):
            named = {"units": [write_cards(unit) for unit in units]} if units else {}
            return "play", {"cards": write_cards(cards), **named}
        case Challenge(trick, seat):
            return "challenge", {"trick": trick, "seat": seat}
        case Claim(leads):
            return "claim", {"leads": [write_cards(lead) for lead in leads]} if leads else {}
        case EndHand():
            return "end_hand", {}
        case TakeBack():
            return "take_back", {}
        case Consent(agree):
            return "consent", {"agree": agree}


def _call(call: Call) -> dict[str, Any]:
    return {"card": write_cards((call.card,))[0], "word": call.word, "ordinal": call.ordinal}
