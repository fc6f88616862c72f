"""Boards outside tournaments, each with a secret of its own.

| part of a board | derivation |
|---|---|
| commitment | SHA-256(secret), published before the board is played |
| key | HMAC-SHA-256(key = secret, the id of the board) |
| cards | `dealing`, from the key |
| first drawer | a number below the seats, from dice of the key and the label `first` |
| seat of all players of the board | the same with the label `seat` |
| level, if the options name none (`initial_level`) | the same for the possible levels in order, label `level` |

A hand that was given up, or taken over by another player, has no score and is not compared. Zheng Shangyou has no IMP
scale if all play alone.

The same house bot has all other seats at every table, so that only the players differ. In a match of pairs the partner
has the other seat of the side.
"""

import hmac
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any, NamedTuple

from domain.games.registry import GAMES
from domain.kernel.cards import RANK_NAMES
from domain.kernel.messages import message
from domain.kernel.players import PlayerId
from domain.kernel.refusals import InvalidRules
from domain.kernel.scale import Scale
from domain.kernel.scores import BoardScore
from domain.kernel.seats import Seat
from domain.kernel.shuffle import Dice
from domain.table.commands import OpenTable, SeatBot, Sit, Start, TableCommand
from domain.table.game import EveryDeal
from domain.table.state import Table
from domain.tournaments.boards.comparison import BoardValue, Comparison, compare
from domain.tournaments.boards.dealing import LEVEL, DealtBoard, card_orders
from domain.tournaments.boards.scores import scores_of_seats

OUTLIERS_IN = 10
"""One score in this many is left out of the datum at each end."""


class NotABoard(InvalidRules):
    """Deals cannot be recorded with these rules."""


class NotOfTwo(InvalidRules):
    """Pairs need rules for two against two."""


class BoardSetting(NamedTuple):
    """How a board is played: the game, the rule profile with options, and the bot on all other seats."""

    game: str
    profile: str
    options: Mapping[str, Any]
    bot: str

    @property
    def rules(self) -> Any:
        """The rules of the profile with the options. Raises `InvalidRules`."""
        return GAMES[self.game].rules(self.profile, self.options)

    @property
    def seats(self) -> int:
        """The number of seats of a table."""
        return GAMES[self.game].seats(self.rules)


class SoloBoard(NamedTuple):
    """A board outside tournaments: the seat of all its players, and its deal."""

    seat: Seat
    board: DealtBoard


def every_deal(setting: BoardSetting) -> EveryDeal:
    """Returns the pack and the hand size of every board of the setting.

    Raises:
        InvalidRules: there are no such rules.
        NotABoard: the pack differs from hand to hand.
    """
    every = GAMES[setting.game].every_deal(setting.rules)
    if every is None:
        raise NotABoard(
            message("with these rules, the pack depends on the trump rank of a hand"),
            hint=message("choose a kitty_size that does not remove cards"),
        )
    return every


def solo_board(secret: bytes, board_id: str, setting: BoardSetting) -> SoloBoard:
    """Returns a board, derived from its secret. Raises `InvalidRules` as `every_deal` does."""
    every, key, levels = every_deal(setting), _key(secret, board_id), _levels(setting)
    level = levels[Dice(key, b"level").below(len(levels))] if levels else None
    first_drawer = Seat(Dice(key, b"first").below(setting.seats))
    order, *again = card_orders(every.pack, key)
    return SoloBoard(seat_of(secret, board_id, setting.seats), DealtBoard(level, first_drawer, order, tuple(again)))


def seat_of(secret: bytes, board_id: str, seats: int) -> Seat:
    """Returns the seat of all players of a board."""
    return Seat(Dice(_key(secret, board_id), b"seat").below(seats))


def _key(secret: bytes, board_id: str) -> bytes:
    return hmac.digest(secret, board_id.encode(), "sha256")


def _levels(setting: BoardSetting) -> list[str]:
    """Returns the levels at which a board can be played; empty if the options set it, or the game has none."""
    if not GAMES[setting.game].has_levels or LEVEL in setting.options:
        return []
    levels = []
    for level in RANK_NAMES:
        # The rules decide what fits a level, such as the level at which a match ends.
        with suppress(InvalidRules):
            GAMES[setting.game].rules(setting.profile, {**setting.options, LEVEL: level})
            levels.append(level)
    return levels


class SoloOpening(NamedTuple):
    """The commands that open the table of a player on a board and seat all players."""

    opened: OpenTable
    then: tuple[TableCommand, ...]


def solo_opening(
    solo: SoloBoard,
    setting: BoardSetting,
    players: Sequence[PlayerId],
    house: Callable[[str], PlayerId],
    entropy: Callable[[], str],
) -> SoloOpening:
    """Returns the commands for the sealed table of a player on a board: one hand, with bots on all other seats.

    Args:
        solo: the board.
        setting: how the board is played.
        players: the player, and the partner if there is one.
        house: returns the player id of a bot.
        entropy: returns fresh entropy for a seat; no result depends on it.
    """
    player, *_ = players
    seated = dict(zip((solo.seat, *_partner_seats(setting, solo.seat)), players, strict=False))
    opened = OpenTable(
        by=player,
        game=setting.game,
        profile=setting.profile,
        overrides={**setting.options, **({LEVEL: solo.board.level} if solo.board.level else {})},
        listed=False,
        hands=1,
        chat="off",
        deals=solo.board.deals(),
        sealed=True,
    )
    bots = (
        SeatBot(player, Seat(seat), setting.bot, house(setting.bot), entropy())
        for seat in range(setting.seats)
        if Seat(seat) not in seated
    )
    return SoloOpening(opened, (*(Sit(who, seat, entropy()) for seat, who in seated.items()), *bots, Start(player)))


def check_pairs(setting: BoardSetting) -> None:
    """Checks that two partners can play a board against two others. Raises `NotOfTwo` or `InvalidRules`."""
    rules = setting.rules
    if sorted(len(side) for side in GAMES[setting.game].teams(rules)) != [2, 2]:
        raise NotOfTwo(
            message("these rules do not have two teams of two"),
            hint=message("choose rules with fixed teams of two, or play alone"),
        )


def _partner_seats(setting: BoardSetting, seat: Seat) -> tuple[Seat, ...]:
    """Returns the other seats of the side of a seat; empty without teams."""
    sides = GAMES[setting.game].teams(setting.rules)
    return tuple(other for side in sides if seat in side for other in side if other != seat)


# ------------------------------------------------------------------------------------------------ comparison


def score_at(table: Table, seat: Seat, player: PlayerId | None) -> BoardScore | None:
    """Returns the score of a finished table from the view of a seat; `None` if it has none.

    Args:
        table: the state of the table.
        seat: the seat of the player of the board.
        player: the player of the board; `None` if the account is closed. A score of another player does not count.
    """
    occupant = table.occupant(seat)
    if table.match is None or occupant is None or (player is not None and occupant.player != player):
        return None
    scores = scores_of_seats(table)
    return None if scores is None else scores[seat]


def compare_scores(scores: Sequence[int], scale: Scale | None) -> Comparison:
    """Returns the comparison of all scores of a board.

    Args:
        scores: the scores of all players of the board; at least one.
        scale: the IMP scale; `None` for no IMPs.
    """
    return compare([BoardValue(each) for each in scores], len(scores), scale, len(scores) // OUTLIERS_IN)
