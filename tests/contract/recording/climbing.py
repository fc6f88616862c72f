"""Hands of Zheng Shangyou."""

from tests.contract.recording.games import Game
from tests.contract.recording.meeting import four
from tests.contract.recording.recorder import Recorder
from tests.support.api import Json, User

TWO_HANDS = {"profile": "zheng-shangyou-4-partners", "hands": 2}


def zheng_shangyou(api: Recorder) -> None:
    """Two hands, with the exchange of cards between them."""
    game = Game(api, four(api), **TWO_HANDS).begun()
    api.keep("not_in_this_game", game.players[0].command(game.id, "bury", cards=["3C"]))
    game.play({"lead": lambda player, moves: _leading(game, player, moves)}, until="lead")
    game.play({"follow": lambda player, _: _following(game, player)}, until="follow")
    game.play({"take": lambda player, _: _taking(game, player)}, until="take")


def _leading(game: Game, player: User, moves: Json) -> None:
    """Keeps how a combination is read, before and after it is played."""
    wanted = (
        number for number, each in enumerate(moves["combinations"]) if (each["pattern"], each["width"]) == ("set", 2)
    )
    body = {"type": "play", "cards": moves["cards"][next(wanted)]}
    game.api.keep("dry_run_of_a_combination", player.post(f"{game.path}/commands?dry_run=true", body))
    game.api.keep("combination", player.post(f"{game.path}/commands", body))


def _following(game: Game, player: User) -> None:
    """Keeps what is asked after a lead, and a play that is not higher."""
    game.keep_moves("to_climb", player)
    game.api.keep("climbing", game.seen(player))
    hand = player.view(game.id)["match"]["hand"]
    count = len(game.seen(player).json["match"]["standing"]["cards"])
    while True:
        for place in range(len(hand) - count + 1):
            refused = player.command(game.id, "play", cards=hand[place : place + count])
            if refused.status_code == 422 and refused.json["code"] == "not_higher":
                game.api.keep("not_higher", refused)
                return
            assert refused.status_code == 422, "a legal play came before a wrong one"


def _taking(game: Game, player: User) -> None:
    """Keeps what is asked during the exchange."""
    game.keep_moves("to_take", player)
    game.api.keep("exchange", game.seen(player))


SCENES = (zheng_shangyou,)
