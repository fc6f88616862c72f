"""Moves of Sheng Ji as commands of the API: reads them from commands, and writes them as commands."""

from typing import Any

from domain.games.package import Body, GameMove, game_move
from domain.games.sheng_ji.commands import (
    Bury,
    CallFriends,
    ChallengePlay,
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
from domain.games.sheng_ji.plans import PlannedShow
from domain.kernel.cards import FACE_OF_NAME, read_cards, write_cards
from domain.kernel.cards import Cards as Faces
from domain.kernel.seats import Seat


def _faces(body: Body) -> Faces:
    return read_cards(body["cards"])


def _plan(body: Body) -> FilePlan:
    return FilePlan(tuple(PlannedShow(read_cards(show["cards"]), show["over"]) for show in body["shows"]))


def _calls(body: Body) -> CallFriends:
    calls = (Call(call["word"], FACE_OF_NAME[call["card"]], call["ordinal"]) for call in body["calls"])
    return CallFriends(tuple(calls), body["solo"])


def _play(body: Body) -> Play:
    return Play(_faces(body), tuple(map(read_cards, body.get("units", ()))))


MOVES: dict[str, GameMove] = {
    "declare": game_move("cards", lambda body: Declare(_faces(body))),
    "plan": game_move("shows", _plan),
    "pass": game_move("", lambda _: Pass()),
    "claim_redeal": game_move("", lambda _: ClaimRedeal()),
    "bury": game_move("cards", lambda body: Bury(_faces(body))),
    "call_friends": game_move("calls solo", _calls),
    "play": game_move("cards units", _play),
    "challenge": game_move("trick seat", lambda body: ChallengePlay(body["trick"], Seat(body["seat"]))),
    "end_hand": game_move("", lambda _: EndHand()),
    "claim": game_move("leads", lambda body: Claim(tuple(map(read_cards, body.get("leads", ()))))),
    "take_back": game_move("", lambda _: TakeBack()),
    "consent": game_move("agree", lambda body: Consent(body["agree"])),
}


def command_of(move: Move) -> tuple[str, dict[str, Any]]:  # noqa: C901, PLR0911 - one case for each move
    """Returns the type of the command for a move, and its other members."""
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
        case ChallengePlay(trick, seat):
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
