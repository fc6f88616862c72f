"""The deal of a board that is played outside tournaments, made of a secret that anybody can verify afterwards.

| of a board | where it comes from |
|---|---|
| commitment | SHA-256(secret), told before anybody plays the board |
| key | HMAC-SHA-256(key = secret, the id of the board) |
| cards | the pack of the rules, shuffled (`domain.shuffle`) with dice of the key and the label `board` |
| the cards where the hand is dealt anew | the same with the labels `again1`, `again2`, `again3` |
| first drawer | a number below the seats, from dice of the key and the label `first` |
| seat on which all sit who play it | the same with the label `seat` |
| level, where the options name none (`initial_level`) | one of those that go with them, in order, likewise, `level` |

On all other seats sits the same bot of the house, at every table, so that only who plays makes the difference. In a
match of pairs the partner has the other seat of that side.
"""

import hmac
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any, NamedTuple

from domain.cards import RANK_NAMES, Cards
from domain.games import GAMES
from domain.refusals import InvalidRules
from domain.seats import Seat
from domain.shuffle import Dice, shuffled
from domain.table.commands import OpenTable, SeatBot, Sit, Start, TableCommand
from domain.table.deals import GivenDeal
from domain.table.events import PlayerId
from domain.table.game import EveryDeal

LEVEL = "initial_level"
LABELS = (b"board", b"again1", b"again2", b"again3")
"""Of the deal, and of those that follow where it is dealt anew; it is not more often (SJ-DEAL)."""


class NotABoard(InvalidRules):
    """By these rules no deal can be recorded."""


class NotOfTwo(InvalidRules):
    """Pairs play by rules of two against two."""


class Setting(NamedTuple):
    """How a board is played: the game, the profile of its rules with options, and the bot on all other seats."""

    game: str
    profile: str
    options: Mapping[str, Any]
    bot: str

    @property
    def rules(self) -> Any:
        """The rules as the options have them. Raises `InvalidRules`."""
        return GAMES[self.game].rules(self.profile, self.options)

    @property
    def seats(self) -> int:
        """How many seats a table has."""
        return GAMES[self.game].seats(self.rules)


class Deal(NamedTuple):
    """What is dealt on a board.

    Attributes:
        seat: where everybody sits who plays it.
        level: at which it is played; none where the options say so, or the game has none.
        first_drawer: who draws first.
        orders: the cards from the first drawer on; and those where the hand is dealt anew, once and again.
    """

    seat: Seat
    level: str | None
    first_drawer: Seat
    orders: tuple[Cards, ...]


def every_deal(setting: Setting) -> EveryDeal:
    """What is dealt on every board of the setting.

    Raises:
        InvalidRules: there are no such rules.
        NotABoard: the pack differs from hand to hand.
    """
    every = GAMES[setting.game].every_deal(setting.rules)
    if every is None:
        raise NotABoard(
            "by these rules the pack depends on the trump rank of a hand",
            hint="choose a kitty_size for which no cards have to be removed",
        )
    return every


def dealt(secret: bytes, board_id: str, setting: Setting) -> Deal:
    """The deal of a board, from its secret. Raises `InvalidRules` as `every_deal`."""
    every, key, levels = every_deal(setting), _key(secret, board_id), _levels(setting)
    return Deal(
        seat=seat_of(secret, board_id, setting.seats),
        level=levels[Dice(key, b"level").below(len(levels))] if levels else None,
        first_drawer=Seat(Dice(key, b"first").below(setting.seats)),
        orders=tuple(shuffled(every.pack, Dice(key, label)) for label in LABELS),
    )


def seat_of(secret: bytes, board_id: str, seats: int) -> Seat:
    """On which of so many seats all sit who play a board."""
    return Seat(Dice(_key(secret, board_id), b"seat").below(seats))


def _key(secret: bytes, board_id: str) -> bytes:
    return hmac.digest(secret, board_id.encode(), "sha256")


def _levels(setting: Setting) -> list[str]:
    """The levels at which a board can be played; none where the options say it, or the game has none."""
    if setting.game != "sheng_ji" or LEVEL in setting.options:
        return []
    levels = []
    for level in RANK_NAMES:
        # What goes with a level, such as the level at which a match ends, is for the rules to say.
        with suppress(InvalidRules):
            GAMES[setting.game].rules(setting.profile, {**setting.options, LEVEL: level})
            levels.append(level)
    return levels


class Opening(NamedTuple):
    """How the table of a player on a board is opened, and what is said at it then."""

    opened: OpenTable
    then: tuple[TableCommand, ...]


def opening(
    deal: Deal,
    setting: Setting,
    players: Sequence[PlayerId],
    house: Callable[[str], PlayerId],
    entropy: Callable[[], str],
) -> Opening:
    """The sealed table at which a player plays a board, for one hand, with bots on all other seats.

    Args:
        deal: what is dealt.
        setting: how it is played.
        players: who plays it, and their partner, if they have one.
        house: as which player a bot sits down.
        entropy: gives fresh entropy for a seat; nothing that counts follows from it.
    """
    player, *_ = players
    seated = dict(zip((deal.seat, *_beside(setting, deal.seat)), players, strict=False))
    first, *again = deal.orders
    opened = OpenTable(
        by=player,
        game=setting.game,
        profile=setting.profile,
        overrides={**setting.options, **({LEVEL: deal.level} if deal.level else {})},
        listed=False,
        hands=1,
        chat="off",
        deals=(GivenDeal(first, (), (), deal.first_drawer), *(GivenDeal(each, (), (), None) for each in again)),
        sealed=True,
    )
    bots = (
        SeatBot(player, Seat(seat), setting.bot, house(setting.bot), entropy())
        for seat in range(setting.seats)
        if Seat(seat) not in seated
    )
    return Opening(opened, (*(Sit(who, seat, entropy()) for seat, who in seated.items()), *bots, Start(player)))


def check_pairs(setting: Setting) -> None:
    """Whether two can play a board together, against two others. Raises `NotOfTwo`, `InvalidRules`."""
    rules = setting.rules
    if sorted(len(side) for side in GAMES[setting.game].teams(rules)) != [2, 2]:
        raise NotOfTwo(
            "by these rules partners are not two against two", hint="choose fixed teams of two, or play alone"
        )


def _beside(setting: Setting, seat: Seat) -> tuple[Seat, ...]:
    """The other seats of the side of a seat; none without teams."""
    sides = GAMES[setting.game].teams(setting.rules)
    return tuple(other for side in sides if seat in side for other in side if other != seat)
