"""Boards and matches on boards, as they are read from the database."""

import hashlib
from collections.abc import Sequence
from datetime import datetime
from typing import Any, NamedTuple

import orjson

from domain.games.registry import GAMES
from domain.kernel.messages import message
from domain.kernel.players import PlayerId
from domain.kernel.scale import Scale
from domain.kernel.scores import BoardScore
from domain.kernel.seats import Seat
from domain.kernel.shuffle import commitment
from domain.tournaments.boards.scales import scale_of
from domain.tournaments.boards.solo import BoardSetting, seat_of
from domain.tournaments.boards.solo_matches import NoScale, SoloMatchResult, solo_match_result


class NoSuchBoard(Exception):
    """No board, or no match of the player on boards, has this id. The argument is the id."""


class BoardPlay(NamedTuple):
    """A play of a board by a player, or by a pair.

    Attributes:
        player: `None` if the account is closed.
        partner: the player opposite; `None` if the player is alone, or the partner's account is closed.
        score: the score of the side of the seat; `None` while the board is being played, and if it has no score.
    """

    player: PlayerId | None
    partner: PlayerId | None
    table_id: str
    begun_at: datetime
    ended_at: datetime | None
    score: BoardScore | None


class StoredBoard(NamedTuple):
    """A board, as stored.

    Attributes:
        match_id: the match; `None` for a board outside matches.
        number: the number of the board in its match, from 1.
        is_closed: whether the deal and all scores are public.
        plays: the plays, one per table.
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
        """The commitment to the secret."""
        return commitment(self.secret)

    @property
    def seat(self) -> Seat:
        """The seat of all who play the board."""
        return seat_of(self.secret, self.id, self.setting.seats)

    def play_of(self, player: PlayerId | None) -> BoardPlay | None:
        """Returns the play of a player, or `None`."""
        return next((each for each in self.plays if player in (each.player, each.partner)), None)

    def scores(self) -> list[BoardPlay]:
        """Returns the plays that have a score."""
        return [each for each in self.plays if each.score is not None]

    def shows_scores_to(self, player: PlayerId) -> bool:
        """Returns whether a player sees all scores: on closed boards, and outside matches once they have a score."""
        own = self.play_of(player)
        return self.is_closed or (self.match_id is None and own is not None and own.score is not None)


class BoardMatch(NamedTuple):
    """A match on the same boards. Players with closed accounts are `None`.

    Attributes:
        challenger_partner, opponent_partner: their partners; `None` in a match of single players.
        agreed: the players who agreed to play, in a match of pairs.
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
    boards: tuple[StoredBoard, ...]

    @property
    def waits_for(self) -> tuple[PlayerId, ...]:
        """The players who have not agreed yet. Empty in matches of single players, who agree by playing."""
        partners = (self.challenger_partner, self.opponent_partner)
        named = (*((self.challenger, self.opponent) if any(partners) else ()), *partners)
        return tuple(each for each in named if each is not None and each not in self.agreed)

    def side_of(self, player: PlayerId) -> tuple[PlayerId | None, PlayerId | None]:
        """Returns the side of a player: its first player, under whose id plays are stored, and the partner."""
        if player in (self.challenger, self.challenger_partner):
            return self.challenger, self.challenger_partner
        return self.opponent, self.opponent_partner

    def result(self) -> SoloMatchResult | None:
        """Returns the result for the challenger and the opponent, or `None` before the match is over."""
        if not self.is_over:
            return None
        totals = [(_total(each, self.challenger), _total(each, self.opponent)) for each in self.boards]
        return solo_match_result(totals, scale_of_board(self.setting))


def scale_of_board(setting: BoardSetting) -> Scale:
    """Returns the scale that converts differences on boards to IMPs. Raises `NoScale`."""
    found = scale_of(setting.game, setting.profile, setting.options)
    if found is None:
        hint = message("play boards of Sheng Ji, or of Zheng Shangyou with partners")
        raise NoScale(message("{game} has no scale of IMPs if everybody plays alone", game=setting.game), hint=hint)
    return found


def board_of_row(row: Sequence[Any], plays: Sequence[BoardPlay]) -> StoredBoard:
    """Returns the board of a database row, with its plays."""
    board_id, match_id, number, setting, secret, created_at, closes_at, is_closed = row
    return StoredBoard(
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


def _total(board: StoredBoard, player: PlayerId | None) -> int | None:
    play = board.play_of(player)
    return None if play is None or play.score is None else play.score.total


class AssignedBoard(NamedTuple):
    """The board assigned to a player, its table, and whether this request assigned it."""

    board_id: str
    table_id: str
    is_new: bool


class BoardMatchRequest(NamedTuple):
    """A request for a match: opponent, number of boards, setting, and duration in days.

    Both partners are given, or none.
    """

    opponent: PlayerId
    boards: int
    setting: BoardSetting
    days: int
    partner: PlayerId | None = None
    opponent_partner: PlayerId | None = None

    @property
    def others(self) -> tuple[PlayerId, ...]:
        """The players of the other side."""
        return (self.opponent,) if self.opponent_partner is None else (self.opponent, self.opponent_partner)

    @property
    def partners(self) -> tuple[PlayerId, ...]:
        """The partner of the author, if any."""
        return () if self.partner is None else (self.partner,)


def pool_of(setting: BoardSetting) -> str:
    """Returns the pool of boards with this setting: a hash of its rules, their revision and the bot."""
    game = GAMES[setting.game]
    identity = [setting.game, game.rules_revision, game.rules_document(setting.rules), setting.bot]
    return hashlib.sha256(orjson.dumps(identity, option=orjson.OPT_SORT_KEYS)).hexdigest()
