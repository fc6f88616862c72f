"""Game packages: everything that a game offers to the rest of the program.

A game is a folder beside this file with a module `package.py`, whose `PACKAGE` is a `GamePackage`. The registry lists
the packages. Tables, tournaments, ratings, the rules lab, stored states and the names in the contract get everything
they need from the package of a game. `contract.yaml` in its folder has the texts of the contract. New types of commands
and its screen are in the service: README.md lists what a further game adds there.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from domain.games.lessons import NO_LESSONS, Lessons
from domain.games.question import Answer, Part
from domain.kernel.scale import Scale
from domain.kernel.scores import BoardScore
from domain.orders.library import CommonOrder
from domain.rulebook.book import Book
from domain.table.bot import Bot
from domain.table.game import Game

Body = Mapping[str, Any]
"""The members of a command, as read by its schema."""


class MatchStanding(NamedTuple):
    """How a match stands, as everyone at the table knows it. It holds no card.

    Attributes:
        hand: the number of the current hand, or of the last one that was scored; 0 before the first.
        levels: the level of each seat; empty without levels.
        totals: the points of each seat in the match; empty if the match is not scored in points.
        taken: the points that the opponents of the declarers have taken so far in the hand that is played, or `None`.
    """

    hand: int
    levels: tuple[str, ...] = ()
    totals: tuple[int, ...] = ()
    taken: int | None = None


class GameMove(NamedTuple):
    """A type of command that a game accepts as a move.

    Attributes:
        members: the members of the command in this game, besides those of every command.
        move: returns the move of the game from these members.
    """

    members: frozenset[str]
    move: Callable[[Body], Any]


def game_move(members: str, move: Callable[[Body], Any]) -> GameMove:
    """Returns a type of command; `members` are separated by spaces."""
    return GameMove(frozenset(members.split()), move)


class Notation(NamedTuple):
    """The JSON format of the events and states of a game, where it does not follow from their types.

    Attributes:
        state: the type of the match state.
        converters: for types with their own notation, a function that writes a value and one that reads it.
        objects: named tuples in events that are written as objects.
        components: the schema in the contract of a type in events, for types that have one.
        enumerations: the sets of words that the contract names, by the name.
    """

    state: type
    converters: Mapping[Any, tuple[Callable[[Any], Any], Callable[[Any], Any]]] = {}
    objects: frozenset[type] = frozenset()
    components: Mapping[Any, str] = {}
    enumerations: Mapping[str, Iterable[str]] = {}


def never(_: Any) -> bool:
    """Returns `False` for all rules."""
    return False


def always(_: Any) -> bool:
    """Returns `True` for all rules."""
    return True


def unlimited(_: Any) -> None:
    """Returns `None` for all rules: they do not limit the change of a rating."""


def no_standing(_: Any) -> None:
    """Returns `None` for all matches: the game does not say how they stand."""
    return


@dataclass(frozen=True)
class GamePackage:
    """Everything that a game offers.

    Attributes:
        game: its rules at a table; `domain/table/game.py` has the protocol.
        book: its rule book: options, profiles and chapters.
        bots: the bots of the house that play it.
        moves: the commands that are moves, by their type.
        command_of: returns the type of the command and its other members, for a move.
        notation: how its events and states are written.
        scores: returns the score of a hand for every seat, from the state of the match; `None` before it is scored.
            Partners have the same score.
        scale: returns the IMP scale for these rules; `None` if there is none.
        questions: the questions that the rules lab answers, by kind.
        order_words: the values of facts in its standing orders, such as the questions that an order can answer.
        may_redeal: returns whether a hand may be dealt again by these rules.
        is_competitive: returns whether rated games can be played by these rules.
        standing: returns how a match stands, from its state; `None` if the game does not say.
        common_orders: common standing orders, ready to give.
        move_events: the types of events with which the move of a seat begins.
        lessons: what it says about decisions when a hand is analysed.
        most_k: returns the limit of these rules for the change of an Elo; `None` for no limit.
    """

    game: Game
    book: Book[Any]
    bots: tuple[Bot, ...]
    moves: Mapping[str, GameMove]
    command_of: Callable[[Any], tuple[str, dict[str, Any]]]
    notation: Notation
    scores: Callable[[Any], tuple[BoardScore, ...] | None]
    scale: Callable[[Any], Scale | None]
    questions: Mapping[str, Callable[[Part, Part], Answer]]
    order_words: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    may_redeal: Callable[[Any], bool] = never
    is_competitive: Callable[[Any], bool] = always
    most_k: Callable[[Any], int | None] = unlimited
    standing: Callable[[Any], MatchStanding | None] = no_standing
    common_orders: tuple[CommonOrder, ...] = ()
    move_events: frozenset[type] = frozenset()
    lessons: Lessons = NO_LESSONS

    @property
    def name(self) -> str:
        """The name by which tables are opened for the game."""
        return self.game.name
