"""Boards and matches on boards, as they are read from the database."""

import hashlib
from collections.abc import Sequence
from datetime import datetime
from typing import Any, NamedTuple

import orjson

from domain.games.registry import GAMES
from domain.kernel.players import PlayerId
from domain.kernel.scale import Scale
from domain.kernel.scores import BoardScore
from domain.kernel.seats import Seat
from domain.kernel.shuffle import commitment
from domain.tournaments.boards.dealing import BoardSetting, seat_of
from domain.tournaments.boards.matches import (
    NoScale,
    Result,
    result,
)
from domain.tournaments.scoring.scales import scale_of


class NoSuchBoard(Exception):
    """There is no board, or no match on boards of the player, of this id, its argument."""


class BoardPlay(NamedTuple):
    """Who plays a board, or has played it.

    Attributes:
        player: none when the account is closed.
        partner: who sits opposite them; none where they play alone, or the account is closed.
        score: from the side of the seat; none as long as it is played, and where there is none.
    """

    player: PlayerId | None
    partner: PlayerId | None
    table_id: str
    begun_at: datetime
    ended_at: datetime | None
    score: BoardScore | None


class Board(NamedTuple):
    """A board as the service knows it.

    Attributes:
        match_id, number: of which match, if of one, and which of its boards, from 1.
        is_closed: whether everything of it may be told.
        plays: of all who play it or have played it, by table.
    """

    id: str
    match_id: str | None
    number: int
    setting: BoardSetting
    secret: bytes
    created_at: datetime
    closes_at: datetime
    is_closed: bool
    plays: tuple[BoardPlay, ...]

    @property
    def commitment(self) -> str:
        """To its secret."""
        return commitment(self.secret)

    @property
    def seat(self) -> Seat:
        """On which all sit who play it."""
        return seat_of(self.secret, self.id, self.setting.seats)

    def play_of(self, player: PlayerId | None) -> BoardPlay | None:
        """How a player plays it, or has played it."""
        return next((each for each in self.plays if player in (each.player, each.partner)), None)

    def scores(self) -> list[BoardPlay]:
        """Those that have a score."""
        return [each for each in self.plays if each.score is not None]

    def shows_scores_to(self, player: PlayerId) -> bool:
        """Whether a player sees the scores: when the board is closed; outside matches also with an own score."""
        own = self.play_of(player)
        return self.is_closed or (self.match_id is None and own is not None and own.score is not None)


class BoardMatch(NamedTuple):
    """A match on the same boards; a player whose account is closed is none.

    Attributes:
        challenger_partner, opponent_partner: who plays with them; none where players are alone.
        agreed: who has agreed to play, in a match of pairs.
    """

    id: str
    challenger: PlayerId | None
    opponent: PlayerId | None
    challenger_partner: PlayerId | None
    opponent_partner: PlayerId | None
    agreed: tuple[PlayerId, ...]
    setting: BoardSetting
    created_at: datetime
    closes_at: datetime
    is_over: bool
    boards: tuple[Board, ...]

    @property
    def waits_for(self) -> tuple[PlayerId, ...]:
        """The players who have not agreed to play yet; empty where players are alone, who agree by playing."""
        partners = (self.challenger_partner, self.opponent_partner)
        named = (*((self.challenger, self.opponent) if any(partners) else ()), *partners)
        return tuple(each for each in named if each is not None and each not in self.agreed)

    def side_of(self, player: PlayerId) -> tuple[PlayerId | None, PlayerId | None]:
        """Who plays on the side of a player: its first, under whose name its boards are kept, and the partner."""
        if player in (self.challenger, self.challenger_partner):
            return self.challenger, self.challenger_partner
        return self.opponent, self.opponent_partner

    def result(self) -> Result | None:
        """What it was worth to the challenger and the opponent; none before it is over."""
        if not self.is_over:
            return None
        totals = [(_total(each, self.challenger), _total(each, self.opponent)) for each in self.boards]
        return result(totals, scale_of_board(self.setting))


def scale_of_board(setting: BoardSetting) -> Scale:
    """By which differences on boards are turned into IMPs. Raises `NoScale`."""
    found = scale_of(setting.game, setting.profile, setting.options)
    if found is None:
        hint = "play boards of Sheng Ji, or of Zheng Shangyou with partners"
        raise NoScale(f"where everybody plays alone {setting.game} has no scale of IMPs", hint=hint)
    return found


def board_of_row(row: Sequence[Any], plays: Sequence[BoardPlay]) -> Board:
    """A board as it is kept, and who plays it."""
    board_id, match_id, number, setting, secret, created_at, closes_at, is_closed = row
    return Board(
        id=board_id,
        match_id=match_id,
        number=number,
        setting=BoardSetting(**setting),
        secret=bytes(secret),
        created_at=created_at,
        closes_at=closes_at,
        is_closed=is_closed,
        plays=tuple(plays),
    )


def _total(board: Board, player: PlayerId | None) -> int | None:
    play = board.play_of(player)
    return None if play is None or play.score is None else play.score.total


class AssignedBoard(NamedTuple):
    """A board that a player plays, the table at which they do, and whether it was given by this request."""

    board_id: str
    table_id: str
    is_new: bool


class BoardMatchRequest(NamedTuple):
    """A match that a player asks for: with whom, on how many boards, how they are played, and for how many days.

    Of partners there are two, or none.
    """

    opponent: PlayerId
    boards: int
    setting: BoardSetting
    days: int
    partner: PlayerId | None = None
    opponent_partner: PlayerId | None = None

    @property
    def others(self) -> tuple[PlayerId, ...]:
        """Who is on the other side."""
        return (self.opponent,) if self.opponent_partner is None else (self.opponent, self.opponent_partner)

    @property
    def partners(self) -> tuple[PlayerId, ...]:
        """Who is on the side of the player, without them."""
        return () if self.partner is None else (self.partner,)


def pool_of(setting: BoardSetting) -> str:
    """Returns the pool of boards with this setting: a hash of its rules, their revision and the bot."""
    game = GAMES[setting.game]
    said = [setting.game, game.rules_revision, game.rules_document(setting.rules), setting.bot]
    return hashlib.sha256(orjson.dumps(said, option=orjson.OPT_SORT_KEYS)).hexdigest()
