"""What has happened at a table since a player's last move, in at most three lines.

It uses only events that spectators can already see, and as they see them, and the ends of the player's own standing
orders. So it holds no card that was not played.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import reduce
from typing import Any, NamedTuple

from domain.games.registry import GAMES
from domain.kernel.messages import Message, counted, message
from domain.kernel.players import PlayerId
from domain.kernel.viewers import Onlooker
from domain.kernel.wording import listed, seat_number, with_commas
from domain.table.game import Game
from domain.table.redact import redact
from service.notifications.about import TableAbout
from service.notifications.mail.texts import orders_ended, whole
from service.notifications.mail.texts_of_tables import Labels, points, seat_labels
from service.notifications.names import Read
from service.platform.store.events import record_of
from service.tables.handlers import Tables

LINES = 3
READ = 200
"""The number of newest events of a table that are looked at."""
ENDS_AMONG = 1000
"""The number of newest account events among which ends of standing orders are looked up."""
_SUITS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
_SUIT_NAMES = {
    "S": message("spades"),
    "H": message("hearts"),
    "D": message("diamonds"),
    "C": message("clubs"),
    "NT": message("no suit"),
}
_JOKERS = {"SJ": message("small joker"), "BJ": message("big joker"), "FC": message("flower card")}
_ORDER = ("hand", "begin", "out", "tricks", "plays")
"""The order of the lines. Of more than three, the first are left out."""

Facts = Mapping[str, Any]
Document = tuple[str, Facts]
"""An event as spectators see it: its type and its data."""


def last_move(game: Game, seat: int, events: Sequence[Any]) -> int:
    """Returns the index after the last event that begins a move of the seat; 0 if there is none."""
    own = (place for place in range(len(events) - 1, -1, -1) if game.moving_seat(events[place]) == seat)
    return next(own, -1) + 1


class EndOfOrders(NamedTuple):
    """When and why standing orders of the player have ended: the version of the table, and a sentence."""

    version: int
    sentence: str


def last_ends_of_orders(read: Read, player: PlayerId, tables: Collection[str]) -> dict[str, EndOfOrders]:
    """Returns how standing orders of a player ended last, by table, as far as it happened lately."""
    asked = {"player_id": player, "tables": sorted(tables), "newest": ENDS_AMONG}
    rows = read("last_ends_of_orders", asked) if tables else []
    return {table: EndOfOrders(data["version"], whole(orders_ended(data))) for table, data in rows}


def told_since(tables: Tables, about: TableAbout, ended: EndOfOrders | None, seen: int = 0) -> list[str]:
    """Returns what has happened since the last move of the player, or since they saw the table.

    Args:
        tables: the tables.
        about: what the player knows about the table.
        ended: how standing orders of the player ended last, or `None`.
        seen: the version up to which the player has seen it; 0 for none.
    """
    if about.own is None:
        return []
    visible = tables.visible_events(about.table, READ)
    moved = last_move(GAMES[about.game], about.own, [each.event for each in visible])
    newer = [each.event for each in visible[moved:] if each.version > seen]
    records = [record_of(redact(GAMES[about.game], each, Onlooker.SPECTATOR)) for each in newer]
    lines = lines_since(((each.type, each.data) for each in records), seat_labels(about))
    known = max(seen, visible[moved - 1].version if moved else 0)
    return lines if ended is None or ended.version <= known else [*lines[1 - LINES :], ended.sentence]


def lines_since(events: Iterable[Document], labels: Labels) -> list[str]:
    """Returns what the events tell, in at most `LINES` sentences."""
    account = _Account(labels)
    for kind, data in events:
        tell = _TOLD.get(kind)
        if tell is not None:
            tell(account, data)
    return account.lines()


class _Account:
    """The account so far: a line for each theme of `_ORDER`."""

    def __init__(self, labels: Labels) -> None:
        self._labels = labels
        self.told: dict[str, str] = {}
        self.tricks = 0
        self.plays: list[Message] = []

    def name(self, seat: int) -> str:
        return self._labels.get(seat) or message("seat {seat}", seat=seat_number(seat))

    def lines(self) -> list[str]:
        told = dict(self.told)
        if self.plays:
            plays = reduce(lambda before, play: message("{plays}, {play}", plays=before, play=play), self.plays)
            told["plays"] = whole(plays).as_sentence()
        return [told[each] for each in _ORDER if each in told][-LINES:]

    def new_hand(self, line: Message | None) -> None:
        """Begins a hand; a line tells how the last one ended."""
        self.told = {} if line is None else {"hand": line}
        self.tricks, self.plays = 0, []


def _cards(names: Sequence[str]) -> str:
    cards = [_JOKERS.get(each) or f"{each[:-1]}{_SUITS.get(each[-1], each[-1])}" for each in names]
    return reduce(lambda before, card: message("{before} {card}", before=before, card=card), cards)


def _scored(account: _Account, data: Facts) -> None:
    won = _hand_won(_side(account, data), data["levels_won"]).as_sentence()
    had = points(data["opponent_points"])
    account.new_hand(
        message("{won}. The opponents of the declarers had {points}.", won=won, points=had)
        if data["winners"] == "declarers"
        else message("{won}. They had {points}.", won=won, points=had)
    )


def _hand_won(side: Message, levels: int) -> Message:
    if not levels:
        return message("{side} won the hand", side=side)
    return counted(
        "{side} won the hand and went up {count} level",
        "{side} won the hand and went up {count} levels",
        levels,
        side=side,
    )


def _side(account: _Account, data: Facts) -> Message:
    """Returns the side that won: by its players if there are at most two."""
    if data["winners"] != "declarers":
        return message("the opponents of the declarers")
    named = [account.name(seat) for seat in data["declarers"]]
    if len(named) > 2:
        return message("the declarers")
    return message("the declarers, {players},", players=listed(named))


def _places(account: _Account, data: Facts) -> None:
    named = [account.name(seat) for seat in data["order"]]
    account.new_hand(message("A hand ended. The places: {players}.", players=with_commas(named)))


def _redealt(account: _Account, _data: Facts) -> None:
    account.new_hand(message("The cards were thrown in and dealt again."))


def _declared(account: _Account, data: Facts) -> None:
    suit = _SUIT_NAMES.get(data["trump_suit"] or "NT", message("trumps"))
    player = account.name(data["seat"])
    account.told["begin"] = message("{player} declared {suit}.", player=player, suit=suit).as_sentence()


def _trumps(account: _Account, data: Facts) -> None:
    suit, dealer = data["trump_suit"], account.name(data["dealer"])
    account.told["begin"] = (
        message("There is no trump suit. The dealer: {dealer}.", dealer=dealer)
        if suit in (None, "NT")
        else message("{suit} are trumps. The dealer: {dealer}.", suit=_SUIT_NAMES[suit], dealer=dealer).as_sentence()
    )


def _won(account: _Account, data: Facts) -> None:
    account.tricks += 1
    winner = account.name(data["seat"])
    if account.tricks == 1:
        account.told["tricks"] = _first_trick(winner, data["points"]).as_sentence()
    else:
        account.told["tricks"] = _later_trick(account.tricks, winner, data["points"])
    account.plays = []


def _first_trick(winner: str, taken: int) -> Message:
    if not taken:
        return message("{winner} won the trick.", winner=winner)
    return message("{winner} won the trick with {points}.", winner=winner, points=points(taken))


def _later_trick(tricks: int, winner: str, taken: int) -> Message:
    if not taken:
        return message("{tricks} tricks were completed. The last one went to {winner}.", tricks=tricks, winner=winner)
    return message(
        "{tricks} tricks were completed. The last one went to {winner} with {points}.",
        tricks=tricks,
        winner=winner,
        points=points(taken),
    )


def _played(account: _Account, data: Facts) -> None:
    player, cards = account.name(data["seat"]), _cards(data["cards"])
    account.plays.append(
        message("{player} played {cards}", player=player, cards=cards)
        if account.plays
        else message("{player} led {cards}", player=player, cards=cards)
    )


def _passed(account: _Account, data: Facts) -> None:
    account.plays.append(message("{player} passed", player=account.name(data["seat"])))


def _combined(account: _Account, data: Facts) -> None:
    player = account.name(data["seat"])
    account.plays = [message("{player} played {cards}", player=player, cards=_cards(data["cards"]))]


def _round_over(account: _Account, _data: Facts) -> None:
    account.plays = []


def _ran_out(account: _Account, data: Facts) -> None:
    player = account.name(data["seat"])
    account.told["out"] = message(
        "{player} ran out of cards in place {place}.", player=player, place=data["place"]
    ).as_sentence()


_TOLD: Mapping[str, Callable[[_Account, Facts], None]] = {
    "hand_scored": _scored,
    "places_scored": _places,
    "hand_redealt": _redealt,
    "declared": _declared,
    "trump_fixed": _trumps,
    "trick_won": _won,
    "cards_played": _played,
    "turn_passed": _passed,
    "combination_played": _combined,
    "round_ended": _round_over,
    "ran_out": _ran_out,
    "taken_back": _round_over,
    "move_undone": _round_over,
}
"""The function for each type of event. Other types are left out."""
