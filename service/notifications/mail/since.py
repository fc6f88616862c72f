"""What has happened at a table since a player's last move, in at most three lines.

It uses only events that spectators can already see, and as they see them. So it holds no card that was not played.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from domain.games.registry import GAMES
from domain.kernel.viewers import Onlooker
from domain.table.game import Game
from domain.table.redact import redact
from service.notifications.about import TableAbout
from service.notifications.mail.texts import Labels, capital, many, seat_labels
from service.platform.store.events import record_of
from service.tables.handlers import Tables

LINES = 3
READ = 200
"""The number of newest events of a table that are looked at."""
_SUITS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
_SUIT_NAMES = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs", "NT": "no suit"}
_JOKERS = {"SJ": "small joker", "BJ": "big joker", "FC": "flower card"}
_ORDER = ("hand", "begin", "out", "tricks", "plays")
"""The order of the lines. Of more than three, the first are left out."""

Facts = Mapping[str, Any]
Document = tuple[str, Facts]
"""An event as spectators see it: its type and its data."""


def last_move(game: Game, seat: int, events: Sequence[Any]) -> int:
    """Returns the index after the last event that begins a move of the seat; 0 if there is none."""
    own = (place for place in range(len(events) - 1, -1, -1) if game.moving_seat(events[place]) == seat)
    return next(own, -1) + 1


def told_since(tables: Tables, about: TableAbout, seen: int = 0) -> list[str]:
    """Returns what spectators can see of the events since the last move of the player, or since they saw the table.

    Args:
        tables: the tables.
        about: what the player knows about the table.
        seen: the version up to which the player has seen it; 0 for none.
    """
    if about.own is None:
        return []
    visible = tables.visible_events(about.table, READ)
    moved = last_move(GAMES[about.game], about.own, [each.event for each in visible])
    newer = [each.event for each in visible[moved:] if each.version > seen]
    records = [record_of(redact(GAMES[about.game], each, Onlooker.SPECTATOR)) for each in newer]
    return lines_since(((each.type, each.data) for each in records), seat_labels(about))


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
        self.plays: list[str] = []

    def name(self, seat: int) -> str:
        return self._labels.get(seat, f"seat {seat}")

    def lines(self) -> list[str]:
        told = {**self.told, **({"plays": capital(f"{', '.join(self.plays)}.")} if self.plays else {})}
        return [told[each] for each in _ORDER if each in told][-LINES:]

    def new_hand(self, line: str | None) -> None:
        """Begins a hand; a line tells how the last one ended."""
        self.told = {} if line is None else {"hand": line}
        self.tricks, self.plays = 0, []


def _cards(names: Sequence[str]) -> str:
    return " ".join(_JOKERS.get(each) or f"{each[:-1]}{_SUITS.get(each[-1], each[-1])}" for each in names)


def _scored(account: _Account, data: Facts) -> None:
    won = f"{capital(_side(account, data))} won the hand"
    levels = data["levels_won"]
    gain = f" and went up {many(levels, 'level', 'levels')}" if levels else ""
    points = many(data["opponent_points"], "point", "points")
    whose = "The opponents of the declarers" if data["winners"] == "declarers" else "They"
    account.new_hand(f"{won}{gain}. {whose} had {points}.")


def _side(account: _Account, data: Facts) -> str:
    """Returns the side that won: by its players if there are at most two."""
    if data["winners"] != "declarers":
        return "the opponents of the declarers"
    named = [account.name(seat) for seat in data["declarers"]]
    return f"the declarers, {' and '.join(named)}," if len(named) <= 2 else "the declarers"


def _places(account: _Account, data: Facts) -> None:
    named = [account.name(seat) for seat in data["order"]]
    account.new_hand(f"A hand ended. The places: {', '.join(named)}.")


def _redealt(account: _Account, _data: Facts) -> None:
    account.new_hand("The cards were thrown in and dealt again.")


def _declared(account: _Account, data: Facts) -> None:
    suit = _SUIT_NAMES.get(data["trump_suit"] or "NT", "trumps")
    account.told["begin"] = capital(f"{account.name(data['seat'])} declared {suit}.")


def _trumps(account: _Account, data: Facts) -> None:
    suit = data["trump_suit"]
    trumps = "There is no trump suit" if suit in (None, "NT") else f"{capital(_SUIT_NAMES[suit])} are trumps"
    account.told["begin"] = f"{trumps}. The dealer: {account.name(data['dealer'])}."


def _won(account: _Account, data: Facts) -> None:
    account.tricks += 1
    points = f" with {many(data['points'], 'point', 'points')}" if data["points"] else ""
    winner = account.name(data["seat"])
    account.told["tricks"] = (
        capital(f"{winner} won the trick{points}.")
        if account.tricks == 1
        else f"{account.tricks} tricks were completed. The last one went to {winner}{points}."
    )
    account.plays = []


def _played(account: _Account, data: Facts) -> None:
    verb = "played" if account.plays else "led"
    account.plays.append(f"{account.name(data['seat'])} {verb} {_cards(data['cards'])}")


def _passed(account: _Account, data: Facts) -> None:
    account.plays.append(f"{account.name(data['seat'])} passed")


def _combined(account: _Account, data: Facts) -> None:
    account.plays = [f"{account.name(data['seat'])} played {_cards(data['cards'])}"]


def _round_over(account: _Account, _data: Facts) -> None:
    account.plays = []


def _ran_out(account: _Account, data: Facts) -> None:
    account.told["out"] = capital(f"{account.name(data['seat'])} ran out of cards in place {data['place']}.")


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
