"""The commands of Sheng Ji, and the moves that they make."""

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
    Pass,
    Play,
    TakeBack,
)
from domain.games.sheng_ji.friends import Call
from domain.games.sheng_ji.plans import PlannedShow
from domain.kernel.cards import FACE_OF_NAME, read_cards
from domain.kernel.cards import Cards as Faces
from domain.kernel.seats import Seat
from service.tables.moves.reading import Body, GameMove, game_move


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
    "challenge": game_move("trick seat", lambda body: Challenge(body["trick"], Seat(body["seat"]))),
    "end_hand": game_move("", lambda _: EndHand()),
    "claim": game_move("leads", lambda body: Claim(tuple(map(read_cards, body.get("leads", ()))))),
    "take_back": game_move("", lambda _: TakeBack()),
    "consent": game_move("agree", lambda body: Consent(body["agree"])),
}
