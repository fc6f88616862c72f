"""Scenes of correspondence play for the page of the inbox: two people and bots, made by requests to the API."""

from collections.abc import Callable
from typing import Any

from tests.support.pages import PHONE, Visitor
from tests.support.waiting import until

Json = dict[str, Any]
Visit = Callable[..., Visitor]
WAIT_S = 30
POLL_S = 0.1
DAY_S = 86400
PROFILE = "zhang-2021"


def sign_in(visitor: Visitor, name: str) -> str:
    """Signs in as a new guest who speaks the language of the browser, and returns the id of the player."""
    visitor.open().get_by_test_id("play-now").wait_for()
    language = visitor.page.locator("html").get_attribute("lang")
    return str(visitor.send("/session/guest", {"name": name, "language": language})["player"]["id"])


def command(visitor: Visitor, table: str, type_: str, **body: Any) -> Json:
    """Sends a command to a table, and returns the answer."""
    return dict(visitor.send(f"/tables/{table}/commands", {"type": type_, **body}))


def table_of(host: Visitor, guest: Visitor, per_move_s: int | None = 3 * DAY_S, **more: Any) -> str:
    """Starts a game of the host and the guest, who are opponents, with two bots. Returns the id of the table."""
    clock = {"kind": "simple", "per_move_s": per_move_s} if per_move_s else {"kind": "none"}
    options = {"deal_mode": "plan", "take_back": "on"}
    body = {"profile": PROFILE, "starts_when_full": True, "clock": clock, "options": options, "hands": 4, **more}
    table = str(host.send("/tables", body)["id"])
    command(host, table, "sit", seat=0)
    command(guest, table, "sit", seat=1)
    for seat in (2, 3):
        command(host, table, "seat_bot", seat=seat, bot="steady")
    return table


def answer(visitor: Visitor, table: str) -> str | None:
    """Answers what a table asks of a person with the first legal move. Returns what was asked, or `None`."""
    moves = visitor.get(f"/tables/{table}/moves")["moves"]
    if not moves or not moves["asked"]:
        return None
    body: Json = {"type": "pass"}
    if moves["asked"] == "play":
        body = {"type": "play", "cards": moves["cards"][0]}
    elif moves["asked"] == "bury":
        hand = visitor.get(f"/tables/{table}")["match"]["hand"]
        body = {"type": "bury", "cards": hand[: moves["count"]]}
    visitor.send(f"/tables/{table}/commands", body)
    return str(moves["asked"])


def play_until(players: list[Visitor], table: str, is_enough: Callable[[], bool]) -> None:
    """Lets these people answer until it is enough."""

    def comes() -> bool:
        # Players who are asked answer at once, without a pause between.
        while not is_enough():
            if not any(answer(each, table) for each in players):
                return False
        return True

    until(comes, "position", within_s=WAIT_S, every_s=POLL_S)


def asked_to_play(visitor: Visitor, table: str) -> bool:
    """Returns whether it is this person's turn to play cards."""
    moves = visitor.get(f"/tables/{table}/moves")["moves"]
    return bool(moves and moves["asked"] == "play")


def my_turn(me: Visitor, other: Visitor, table: str) -> None:
    """Plays until I have played once, and it is my turn again."""
    play_until([me, other], table, lambda: asked_to_play(me, table))
    answer(me, table)
    play_until([other], table, lambda: asked_to_play(me, table))


def entries(visitor: Visitor) -> dict[str, list[Json]]:
    """Returns the entries of the inbox, by group."""
    return {each["name"]: each["entries"] for each in visitor.get("/me/inbox")["groups"]}


def await_entry(visitor: Visitor, kind: str, table: str | None = None, what: str | None = None) -> Json:
    """Waits until the inbox has an entry of this kind, about this table and decision if given, and returns it."""

    def found() -> Json | None:
        for each in (entry for group in entries(visitor).values() for entry in group):
            if each["kind"] == kind and table in (None, each["table"]) and what in (None, each["what"]):
                return dict(each)
        return None

    return until(found, what or kind, within_s=WAIT_S, every_s=POLL_S)


def await_none(visitor: Visitor, table: str) -> None:
    """Waits until nothing waits at a table."""

    def is_gone() -> bool:
        return all(each["table"] != table for group in entries(visitor).values() for each in group)

    until(is_gone, "inbox without the entry", within_s=WAIT_S, every_s=POLL_S)


def challenge(host: Visitor, player: str, **more: Any) -> str:
    """Opens a table and challenges a player. Returns the id of the table."""
    body = {"profile": "zhao-peng-you", "clock": {"kind": "simple", "per_move_s": DAY_S}, **more}
    table = str(host.send("/tables", body)["id"])
    command(host, table, "sit", seat=0)
    command(host, table, "challenge_player", player=player, seat=1)
    return table


def opened(visitor: Visitor) -> Any:
    """Opens the inbox, and returns the page once it shows what waits."""
    page = visitor.open("/inbox")
    page.get_by_test_id("section-pace").wait_for()
    return page


def two_people(visit: Visit, **options: Any) -> tuple[Visitor, Visitor, str]:
    """Returns Mei, who has a phone, Ben, and the id of Mei."""
    me, ben = visit(**{"viewport": PHONE, **options}), visit()
    mine = sign_in(me, "Mei")
    sign_in(ben, "Ben")
    return me, ben, mine
