"""Hands of Sheng Ji: what is asked, what is played, and what is refused."""

from collections.abc import Callable
from typing import Any

from service.tables.draw_ticks import tick_draw
from tests.contract.recording.following import follow_all
from tests.contract.recording.meeting import NAMES, four
from tests.contract.recording.recorder import Recorder
from tests.support.api import Json, User
from tests.support.live_draws import LIVE
from tests.support.play import legal_command
from tests.support.sandboxes import joined

SHOWN = 4
"""The most cards or moves in an example, where a player has more."""
Moment = Callable[[User, Json], None]
"""Keeps examples when a player is asked. Takes the player and the moves."""


class Game:
    """A table and its players in the order of their seats."""

    def __init__(self, api: Recorder, players: list[User], **members: Any) -> None:
        self.api = api
        self.players = players
        self.id = players[0].open_table(**members)
        self.path = f"/v1/tables/{self.id}"

    def sit(self) -> None:
        """Seats all players."""
        for seat, player in enumerate(self.players):
            assert player.command(self.id, "sit", seat=seat, entropy=f"dice {seat}").status_code == 200

    def begun(self) -> "Game":
        """Seats all players and starts the match."""
        self.sit()
        assert self.players[0].command(self.id, "start").status_code == 200
        return self

    def mover(self) -> User | None:
        """Returns the player who is asked, or `None` after the match."""
        view = self.players[0].view(self.id)
        return self.players[view["asked"][0]["seat"]] if view["status"] == "playing" else None

    def moves(self, player: User) -> Json:
        """Returns the legal moves of a player."""
        return dict(player.get(f"{self.path}/moves").json["moves"])

    def keep_moves(self, name: str, player: User) -> None:
        """Keeps the legal moves of a player, some of them if there are many."""
        moves = self.moves(player)
        lists = [key for key in ("cards", "combinations") if len(moves.get(key, ())) > SHOWN]
        shorter = {key: moves[key][:SHOWN] for key in lists} | ({"complete": False} if lists else {})
        self.api.keep(name, player.get(f"{self.path}/moves"), moves={**moves, **shorter})

    def play(self, moments: dict[str, Moment], until: str = "") -> None:
        """Plays with legal moves. At the first time of each moment, keeps its examples. Stops after `until`.

        A moment is what is asked: `lead` and `follow` for plays, else such as `bury`.
        """
        waiting = dict(moments)
        while waiting or not until:
            player = self.mover()
            if player is None:
                break
            moves = self.moves(player)
            moment = moves["asked"]
            if moment == "play":
                moment = "lead" if moves.get("lead") else "follow"
            if keeps := waiting.pop(moment, None):
                keeps(player, moves)
                if moment == until:
                    return
                continue
            self.act(player)
        assert not waiting, f"{self.id} never came to {', '.join(waiting)}"

    def act(self, player: User) -> Any:
        """Sends a legal command and returns the answer."""
        answered = player.post(f"{self.path}/commands", legal_command(player, self.id))
        assert answered.status_code == 200, answered.text
        return answered

    def seen(self, player: User) -> Any:
        """Returns the answer with the player's view."""
        return player.get(self.path)


def sheng_ji(api: Recorder) -> None:
    """A hand of Sheng Ji, from the open table to its end."""
    players = four(api)
    ada, ben, *_ = players
    opened = ada.post("/v1/tables", {"profile": "zhang-2021", "hands": 1})
    api.keep("one_hand", opened)
    game = Game(api, players, hands=1)
    api.keep("open", game.seen(ada))
    asked = {"type": "sit", "seat": 0, "entropy": "correct horse battery staple"}
    api.keep("sit", ada.post(f"{game.path}/commands", asked))
    api.keep("seats_free", ada.command(game.id, "start"))
    api.keep("host_only", ben.command(game.id, "cancel"))
    follow_all(api.service)
    api.keep("one", ada.get("/v1/tables?limit=1"))
    for seat, player in enumerate(players[1:], 1):
        assert player.command(game.id, "sit", seat=seat).status_code == 200
    api.keep("start", ada.command(game.id, "start"))
    api.keep("too_early", ada.get(f"{game.path}/record"))
    _declaring(game)
    game.play({"bury": lambda player, _: _burying(game, player)}, until="bury")
    game.play({"lead": lambda player, moves: _leading(game, player, moves)}, until="lead")
    game.play({"follow": lambda player, _: _following(game, player)}, until="follow")
    _to_the_end(game)


def _declaring(game: Game) -> None:
    """Keeps what is asked and answered while trumps are declared."""
    api, command = game.api, f"{game.path}/commands"
    first = game.mover()
    assert first
    other = game.players[game.players.index(first) - 1]
    game.keep_moves("to_declare", first)
    game.keep_moves("nothing", other)
    api.keep("declaring", game.seen(first))
    api.keep("dry_run", first.post(f"{command}?dry_run=true", {"type": "pass"}))
    api.keep("not_your_turn", other.command(game.id, "pass"))
    api.keep("stale", first.post(command, {"type": "pass", "expected_version": 2}))
    key = {"Idempotency-Key": "3f0a6f0e-4c1e-4f57-9f9b-1d0a3b5c7e21"}
    cards = game.moves(first)["cards"]
    declared = {"type": "declare", "cards": cards[0]} if cards else {"type": "pass"}
    assert first.post(command, declared, headers=key).status_code == 200
    api.keep("key_reused", first.post(command, {"type": "pass"}, headers=key))


def _burying(game: Game, player: User) -> None:
    """Keeps the events of the passes, and what the dealer is asked."""
    api, version = game.api, game.seen(player).json["version"]
    other = game.players[game.players.index(player) - 1]
    api.keep("three_passes", player.get(f"{game.path}/events?after={version - 5}"))
    api.keep("kitty_of_another", other.get(f"{game.path}/events?after={version - 1}"))
    game.keep_moves("to_bury", player)
    api.keep("burying", game.seen(player))
    watcher = api.sign_up("Eve")
    api.keep("not_seated", watcher.get(f"{game.path}/moves"))


def _leading(game: Game, player: User, moves: Json) -> None:
    """Keeps what is asked of the leader, who then leads a pair."""
    game.keep_moves("to_lead", player)
    pair = next(cards for cards in moves["cards"] if len(cards) == 2 and cards[0] == cards[1])
    assert player.command(game.id, "play", cards=pair).status_code == 200


def _following(game: Game, player: User) -> None:
    """Keeps the views of a follow, right and wrong plays, and a finished trick."""
    api, command = game.api, f"{game.path}/commands"
    game.keep_moves("to_follow", player)
    api.keep("playing", game.seen(player))
    api.keep("spectator", game.seen(api.sign_up("Eve")))
    right = legal_command(player, game.id)
    api.keep("dry_run_of_a_follow", player.post(f"{command}?dry_run=true", right))
    hand = player.view(game.id)["match"]["hand"]
    missing = next(card for card in ("3C", "3D", "3H", "3S", "4C", "4D", "4H") if card not in hand)
    api.keep("cards_not_held", player.command(game.id, "play", cards=[missing]))
    wrong = (player.command(game.id, "play", cards=[card] * len(right["cards"])) for card in hand)
    while (refused := next(wrong)).json["code"] != "must_follow":
        assert refused.status_code == 422, "a legal card came before a wrong one"
    api.keep("must_follow", refused)
    while (answered := game.act(game.mover() or player)).json["events"][-1]["type"] != "trick_won":
        pass
    api.keep("play", answered)


def _to_the_end(game: Game) -> None:
    """Plays on, and keeps the end of the match."""
    api, ada = game.api, game.players[0]
    game.play({})
    api.keep("finished", game.seen(ada))
    last = ada.view(game.id)["version"]
    api.keep("end_of_a_match", ada.get(f"{game.path}/events?after={last - 4}"))
    api.keep("nothing", ada.get(f"{game.path}/events?after={last}"))
    record = ada.get(f"{game.path}/record")
    api.keep("shortened", record, events=record.json["events"][-2:])
    follow_all(api.service)
    exported = ada.get("/v1/me/records")
    api.keep_text("one", exported, exported.text.replace(_middle(exported.text), ""))
    start = {**record.json, "events": record.json["events"][:2]}
    short = {key: start[key] for key in ("format", "revision", "events")}
    api.keep("opened", ada.post("/v1/records", short), body="opened")
    api.keep("other", ada.post("/v1/records", {**short, "revision": 2}))


def _middle(record: str) -> str:
    """Returns the text of all events of a record but the last."""
    start = record.index('{"version":1,')
    return record[start : record.rindex('{"version":')]


def streams(api: Recorder) -> None:
    """Two passes in a stream."""
    game = Game(api, four(api), hands=1).begun()
    for _ in range(2):
        player = game.mover()
        assert player
        assert player.command(game.id, "pass").status_code == 200
    version = game.players[0].view(game.id)["version"]
    api.keep_streams(f"{game.path}/events?after={version - 2}", game.players[0])


def in_sandbox(api: Recorder) -> list[User]:
    """Returns four players of a sandbox."""
    author = api.sign_up(NAMES[0]).in_sandbox(now="2026-11-21T15:25:00Z")
    return [author, *(joined(author, name) for name in NAMES[1:])]


def chosen(first: str, second: str) -> Json:
    """Returns a deal in which the first two seats hold these cards, and everything else is dealt in order."""
    pack = [f"{rank}{suit}" for rank in ("2", *map(str, range(3, 11)), "J", "Q", "K", "A") for suit in "CDHS"]
    cards = [*pack, "SJ", "BJ"] * 2
    hands = [first.split(), second.split(), [], []]
    for card in (*hands[0], *hands[1]):
        cards.remove(card)
    for hand in hands:
        missing = 25 - len(hand)
        hand.extend(cards[:missing])
        del cards[:missing]
    return {"first_drawer": 0, "hands": hands, "kitty": cards}


def throws(api: Recorder) -> None:
    """A throw that fails, and the choice of the unit to lead."""
    deal = chosen("2H 4S 6S 7S AS AS", "5S 8S 9S 10S")
    for options, names in (({}, ("throw_that_failed",)), ({"throw_forced_lead": "leader_choice"}, ("to_choose",))):
        game = Game(api, in_sandbox(api), hands=1, deals=[deal], options=options).begun()
        ada = game.players[0]
        while game.moves(ada)["asked"] != "bury":
            player = game.mover()
            assert player
            declares = player is ada and ["2H"] in game.moves(ada)["cards"]
            sent = {"type": "declare", "cards": ["2H"]} if declares else {"type": "pass"}
            assert player.post(f"{game.path}/commands", sent).status_code == 200
        hand = ada.view(game.id)["match"]["hand"]
        buried = [card for card in hand if card[-1] in "CD"][:8]
        assert ada.command(game.id, "bury", cards=buried).status_code == 200
        throw = {"type": "play", "cards": ["7S", "6S", "4S"]}
        dry = ada.post(f"{game.path}/commands?dry_run=true", throw)
        answered = ada.post(f"{game.path}/commands", throw)
        if names == ("to_choose",):
            game.keep_moves("to_choose", ada)
        else:
            api.keep("dry_run_of_a_lead", dry)
            api.keep("throw_that_failed", answered)


def other_rules(api: Recorder) -> None:
    """What is asked in a live draw, for a plan, and of a dealer who calls friends."""
    live = Game(api, four(api), options={**LIVE, "draw_seconds": 2}, hands=1).begun()
    while not any(live.moves(player)["cards"] for player in live.players):
        api.clock.pass_time(2)
        assert tick_draw(live.id)
    live.keep_moves("while_drawing", next(each for each in live.players if live.moves(each)["cards"]))
    plans = Game(api, four(api), profile="zhang-2016", options={"deal_mode": "plan"}, hands=1).begun()
    planner = plans.mover()
    assert planner
    plans.keep_moves("to_plan", planner)
    five = [*four(api), api.sign_up("Eve")]
    friends = Game(api, five, profile="zhao-peng-you", hands=1).begun()
    friends.play({"call_friends": lambda player, _: friends.keep_moves("to_call", player)}, until="call_friends")


def refused_tables(api: Recorder) -> None:
    """Tables that cannot be opened, and requests that are wrong everywhere."""
    ada = api.sign_up("Ada")
    conflict = {"profile": "zhang-2021", "options": {"final_level": "5", "initial_level": "8"}}
    api.keep("conflict", ada.post("/v1/tables", conflict))
    api.keep("outside", ada.post("/v1/tables", {"profile": "zhang-2021", "deals": [chosen("2H", "3H")]}))
    api.keep_common("BadParameters", "unknown", ada.get("/v1/tables?statsu=open"))
    table = ada.open_table()
    api.keep_common("BadBody", "wrong_members", ada.command(table, "sit", seat=12, colour="red"))
    api.keep_common("BadBody", "not_json", api.call("POST", "/v1/players", b"{"))
    api.keep_common("NotFound", "no_such_table", ada.get(f"/v1/tables/tbl_{'0' * 25}1"))
    api.keep_common("MethodNotAllowed", "put", api.call("PUT", "/v1/tables", {}, token=ada.token))
    form = {"Content-Type": "application/x-www-form-urlencoded"}
    api.keep_common("NotJson", "form", api.call("POST", "/v1/players", b"name=Ada", headers=form))
    api.keep_common("BodyTooLarge", "too_large", ada.post("/v1/rules/throw", {"setup": "x" * 70_000}))
    key = {"Idempotency-Key": "3f0a6f0e-4c1e-4f57-9f9b-1d0a3b5c7e21"}
    ben = api.sign_up("Ben")
    asked = {"player": ben.id, "reason": "name"}
    assert ada.post("/v1/reports", asked, headers=key).status_code == 201
    api.keep_common("KeyReused", "key_reused", ada.post("/v1/reports", {**asked, "reason": "spam"}, headers=key))


SCENES = (sheng_ji, streams, throws, other_rules, refused_tables)
