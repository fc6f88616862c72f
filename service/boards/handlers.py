"""Boards that players play at any time with house bots, each at a separate sealed table.

| request | action | what makes it happen once |
|---|---|---|
| a board | a board that no linked account has seen is assigned, or a new one is dealt | the row |
| a board, while the player is playing one | that board is returned, and its table opened if needed | the table id |
| a match | its boards are dealt, and the challenged players are notified | the idempotency key |
| a match of pairs | the same; the other three players agree, or one declines and ends it | the stored answers |
| the next board of a match | the first board that the side has not played is returned | the row, and the table id |

The row of a play is committed before its table is opened. If the process stops in between, the next request opens the
table. Accounts are linked if they share a confirmed e-mail address or the address of a webhook, directly or through
other accounts.
"""

from collections.abc import Sequence
from contextlib import suppress
from typing import Any
from uuid import NAMESPACE_URL, uuid5

from domain.kernel.messages import message
from domain.kernel.players import PlayerId, house_player
from domain.kernel.scores import BoardScore
from domain.kernel.shuffle import SECRET_BYTES
from domain.table.challenges import OwnChallenge
from domain.table.commands import UnsealTable
from domain.table.sealing import NotSealed
from domain.tournaments.boards.pools import AccountLinks, DealPool, PooledDeal, deal_for
from domain.tournaments.boards.solo import BoardSetting, check_pairs, every_deal, solo_board, solo_opening
from domain.tournaments.boards.solo_matches import AllAgreed, AllBoardsPlayed, MatchClosed, NotAgreed
from service.accounts.handlers import Accounts, CannotBeChallenged
from service.boards.holding import answer_notifications, lock_player, lock_players, setting_json, store_answer
from service.boards.models import (
    AssignedBoard,
    BoardMatch,
    BoardMatchRequest,
    BoardPlay,
    NoSuchBoard,
    StoredBoard,
    board_of_row,
    pool_of,
    scale_of_board,
)
from service.notifications.events import NewAccountEvent
from service.notifications.handlers import AccountEventWriter
from service.platform.documents import timestamp
from service.platform.sources import Randomness
from service.platform.store.checkpoints import Run
from service.platform.store.database import Database
from service.platform.store.idempotency import Key, KeyReused
from service.sandbox.handlers import InSandbox
from service.tables.events import NoSuchTable
from service.tables.handlers import Tables

BOARD_DAYS = 7
"""The time during which a board outside matches can be played."""
CHOICES = 100
"""The maximum number of unseen boards from which one is chosen."""
UNSEAL_LIMIT = 100
ENTROPY_BYTES = 16
FINGERPRINT = "board"
DAY_S = 24 * 3600


class Boards:
    """Boards outside tournaments, and matches on them. They exist only outside sandboxes."""

    def __init__(
        self,
        database: Database,
        accounts: Accounts,
        tables: Tables,
        event_writer: AccountEventWriter,
        randomness: Randomness,
    ) -> None:
        """Takes the database, accounts, tables, the sender of notifications, and the source of deals and ids."""
        self._event_writer = event_writer
        self._database = database
        self._randomness = randomness
        self._accounts = accounts
        self._tables = tables

    # ------------------------------------------------------------------------------------- boards outside matches

    def play(self, player: PlayerId, setting: BoardSetting) -> AssignedBoard:
        """Returns the board that the player is playing, or assigns one that no linked account has seen.

        Raises:
            InSandbox: the player belongs to a sandbox.
            InvalidRules: these rules allow no deal.
            AccountClosed: the player closed their account meanwhile.
        """
        self._check_outside_sandboxes(player)
        every_deal(setting)
        pool = pool_of(setting)

        def give(run: Run) -> tuple[str, bool]:
            lock_player(run, player)
            for (running,) in run("running_board", {"player_id": player}):
                return running, False
            run("hold_boards", {"pool": pool})
            accounts = [PlayerId(each) for (each,) in run("linked_accounts", {"player_id": player})]
            unseen = run("unseen_boards", {"pool": pool, "accounts": accounts, "limit": CHOICES})
            board_id = self._chosen(unseen, accounts) or self._deal(run, setting, BOARD_DAYS * DAY_S)
            run("add_play", self._play(board_id, player, None))
            return board_id, True

        board_id, is_new = self._database.together(give)
        return self._seated(board_id, player, is_new=is_new)

    def board(self, board_id: str) -> StoredBoard:
        """Returns a board. Raises `NoSuchBoard`."""
        found = self._boards([board_id])
        if not found:
            raise NoSuchBoard(board_id)
        return found[0]

    def of(self, player: PlayerId, before: str, limit: int) -> list[StoredBoard]:
        """Returns a page of the boards of a player, newest first, after the id `before`.

        Plays of others are left out, because a board may have hundreds.
        """
        rows = self._database.read("boards_of_player", {"player_id": player, "before": before, "limit": limit})
        found = self._boards([board_id for (board_id,) in rows], player)
        return sorted(found, key=lambda each: each.id, reverse=True)

    # ---------------------------------------------------------------------------------------------- matches

    def challenge(self, player: PlayerId, request: BoardMatchRequest, key: Key | None) -> tuple[BoardMatch, bool]:
        """Creates a match and deals its boards.

        Returns:
            The match, and whether an earlier copy of the request created it.

        Raises:
            InSandbox: the player belongs to a sandbox.
            OwnChallenge: the request names the player, or a player twice.
            CannotBeChallenged: the player cannot challenge them, or accounts of both sides are linked.
            NotOfTwo: these rules allow no match of pairs.
            InvalidRules: these rules allow no deal, or have no scale of IMPs.
            KeyReused: the key was used for another command.
        """
        self._check_outside_sandboxes(player)
        before = self._match_by_key(key)
        if before is not None:
            return self.match(before, player), True
        every_deal(request.setting)
        scale_of_board(request.setting)
        self._check_players(player, request)
        match_id, lives_s, named = (
            self._randomness.new_id("bmt"),
            request.days * DAY_S,
            (*request.partners, *request.others),
        )
        row = {
            "id": match_id,
            "challenger": player,
            "opponent": request.opponent,
            "challenger_partner": request.partner,
            "opponent_partner": request.opponent_partner,
            "agreed": [player] if request.partner else [],
            "boards": request.boards,
            "setting": setting_json(request.setting),
            "lives_s": lives_s,
            "command_id": key.command_id if key else None,
            "fingerprint": key.fingerprint if key else None,
        }

        def add(run: Run) -> list[NewAccountEvent]:
            lock_players(run, [player], others=named)
            [(closes_at,)] = run("add_board_match", row)
            for number in range(1, request.boards + 1):
                self._deal(run, request.setting, lives_s, match_id, number)
            about = {"match": match_id, "by": player, "boards": request.boards, "closes_at": timestamp(closes_at)}
            return [NewAccountEvent(each, "board_challenged", about) for each in named]

        self._event_writer.transact(add)
        return self.match(match_id, player), False

    def _check_players(self, player: PlayerId, request: BoardMatchRequest) -> None:
        """Checks that the players can play against each other. Raises the same errors as `challenge`."""
        named = (*request.partners, *request.others)
        if len({player, *named}) <= len(named):
            raise OwnChallenge(
                message("you cannot challenge yourself, or a player twice"),
                hint=message("name other players, or play a board outside matches"),
            )
        if request.partners:
            check_pairs(request.setting)
        self._accounts.check_can_be_challenged(named, player)
        for own in (player, *request.partners):
            linked = {each for (each,) in self._database.read("linked_accounts", {"player_id": own})}
            for other in request.others:
                if other in linked:
                    raise CannotBeChallenged(other)

    def answer(self, match_id: str, player: PlayerId, *, agrees: bool) -> BoardMatch:
        """Agrees to play in a match of pairs, or declines and so ends it. A repeated answer changes nothing.

        Raises:
            NoSuchBoard: the player has no such match.
            MatchClosed: its time is over, or a player declined.
            AllAgreed: all players agreed, so declining is too late.
        """
        match = self.match(match_id, player)
        if match.is_over:
            raise MatchClosed(message("the match is over"), hint=message("read its result"))
        if not agrees and not match.waits_for:
            raise AllAgreed(
                message("all players have agreed, so the match can be played"),
                hint=message("play its boards, or leave them"),
            )
        if not agrees or player in match.waits_for:
            self._event_writer.transact(lambda run: store_answer(run, match, player, agrees=agrees))
        return self.match(match_id, player)

    def _match_by_key(self, key: Key | None) -> str | None:
        rows = self._database.read("board_match_by_key", {"command_id": key.command_id}) if key else []
        for match_id, fingerprint in rows:
            if key is None or fingerprint != key.fingerprint:
                raise KeyReused
            return str(match_id)
        return None

    def match(self, match_id: str, player: PlayerId) -> BoardMatch:
        """Returns a match of a player. Raises `NoSuchBoard`."""
        rows = self._database.read("board_match", {"id": match_id, "player_id": player})
        if not rows:
            raise NoSuchBoard(match_id)
        return self._match(rows[0])

    def matches(self, player: PlayerId, before: str, limit: int) -> list[BoardMatch]:
        """Returns a page of the matches of a player, newest first, after the id `before`."""
        rows = self._database.read("board_matches", {"player_id": player, "before": before, "limit": limit})
        return [self._match(row) for row in rows]

    def play_next(self, match_id: str, player: PlayerId) -> AssignedBoard:
        """Returns the board of a match that the player is playing, or else the first that they have not played.

        Raises:
            NoSuchBoard: the player has no such match.
            MatchClosed: its time is over, or the first player of the side closed their account.
            NotAgreed: not all players of a match of pairs have agreed.
            AllBoardsPlayed: the player has played all boards.
        """
        match = self.match(match_id, player)
        first, partner = match.side_of(player)
        if first is None:
            raise MatchClosed(message("your partner has closed their account"), hint=message("start another match"))
        if match.waits_for and not match.is_over:
            raise NotAgreed(
                message("{waits_for} have not agreed yet", waits_for=", ".join(match.waits_for)),
                hint=message("wait until all have agreed"),
                facts={"players": list(match.waits_for)},
            )
        for board in match.boards:
            own = board.play_of(player)
            if match.is_over or (own is not None and own.ended_at is not None):
                continue
            row = self._play(board.id, first, partner)
            is_new = own is None and self._begins(match, player, row)
            return self._seated(board.id, first, is_new=is_new)
        if match.is_over:
            raise MatchClosed(message("the match is over"), hint=message("read its result"))
        raise AllBoardsPlayed(
            message("you have played all boards"), hint=message("wait for your opponent, or for the end of the match")
        )

    def _begins(self, match: BoardMatch, player: PlayerId, row: dict[str, Any]) -> bool:
        """Records that a side plays a board. With the first board, a single opponent accepts the challenge."""
        first, partner = row["player_id"], row["partner_id"]

        def begin(run: Run) -> list[NewAccountEvent] | None:
            lock_players(run, [first, partner], others=[match.challenger])
            if not run("add_play", row):
                return None
            if partner is not None:
                run("add_partner_play", row)
                return []
            is_answer = player == match.opponent and all(each.play_of(player) is None for each in match.boards)
            return answer_notifications(match, player, agrees=True) if is_answer else []

        return self._event_writer.transact(begin)

    # ---------------------------------------------------------------------------------------------- tables and rows

    def unseal(self) -> int:
        """Unseals tables whose boards are closed. Returns their number, at most `UNSEAL_LIMIT`."""
        rows = self._database.read("sealed_boards", {"limit": UNSEAL_LIMIT})
        for (table_id,) in rows:
            # Another process may have unsealed the table and stopped before it recorded this.
            with suppress(NotSealed, NoSuchTable):
                self._tables.carry_out(table_id, UnsealTable())
            self._database.run("note_unsealed", {"table_id": table_id})
        return len(rows)

    def _seated(self, board_id: str, player: PlayerId, *, is_new: bool) -> AssignedBoard:
        """Opens the table at which the player plays a board, unless it is open. Raises `MatchClosed`."""
        board = self.board(board_id)
        own = board.play_of(player)
        if own is None:
            raise MatchClosed(message("the board was closed meanwhile"), hint=message("request another one"))
        deal = solo_board(board.secret, board.id, board.setting)
        players = (player,) if own.partner is None else (player, own.partner)
        opened, then = solo_opening(
            deal, board.setting, players, house_player, lambda: self._randomness.token_hex(ENTROPY_BYTES)
        )
        key = Key(uuid5(NAMESPACE_URL, f"shengji:board:{own.table_id}"), FINGERPRINT)
        if self._tables.earlier_result(key) is None:
            self._tables.open(opened, key, then=then, table_id=own.table_id)
        return AssignedBoard(board.id, own.table_id, is_new)

    def _check_outside_sandboxes(self, player: PlayerId) -> None:
        if self._accounts.sandbox_of(player) is not None:
            raise InSandbox

    def _boards(self, ids: Sequence[str], whose: PlayerId | None = None) -> list[StoredBoard]:
        """Returns boards with all their plays, or with those of one player."""
        plays: dict[str, list[BoardPlay]] = {}
        ids_only = {"ids": list(ids)}
        read = self._database.read
        rows = read("plays", ids_only) if whose is None else read("plays_of_player", {**ids_only, "player_id": whose})
        for board_id, player, partner, table_id, begun_at, ended_at, *score in rows:
            made = None if score[0] is None else BoardScore(*score)
            plays.setdefault(board_id, []).append(BoardPlay(player, partner, table_id, begun_at, ended_at, made))
        return [board_of_row(row, plays.get(row[0], [])) for row in self._database.read("boards", {"ids": list(ids)})]

    def _match(self, row: Sequence[Any]) -> BoardMatch:
        match_id, challenger, opponent, partner, other, agreed, *rest = row
        setting, created_at, closes_at, is_over = rest
        ids = [board_id for (board_id,) in self._database.read("boards_of_match", {"match_id": match_id})]
        boards = sorted(self._boards(ids), key=lambda each: each.number)
        return BoardMatch(
            id=match_id,
            challenger=challenger,
            opponent=opponent,
            challenger_partner=partner,
            opponent_partner=other,
            agreed=tuple(agreed),
            setting=BoardSetting(**setting),
            created_at=created_at,
            closes_at=closes_at,
            is_over=is_over,
            boards=tuple(boards),
        )

    def _play(self, board_id: str, player: PlayerId, partner: PlayerId | None) -> dict[str, Any]:
        """Returns the database row of a play, with a new table id."""
        return {
            "board_id": board_id,
            "player_id": player,
            "partner_id": partner,
            "table_id": self._randomness.new_id("tbl"),
        }

    def _chosen(self, unseen: Sequence[tuple[Any, ...]], accounts: Sequence[PlayerId]) -> str | None:
        """Returns the board to assign by the rules of deal pools, or `None` if there is no unseen board."""
        if not unseen:
            return None
        deals = [PooledDeal(1, number) for number in range(len(unseen))]
        seen = {(PlayerId(each), deal) for deal, (_, players) in zip(deals, unseen, strict=True) for each in players}
        pool = DealPool(frozenset(deals), frozenset(seen))
        deal = deal_for(pool, 1, accounts, AccountLinks(), self._randomness.token_bytes(SECRET_BYTES))
        return str(unseen[deal.number][0])

    def _deal(self, run: Run, setting: BoardSetting, lives_s: int, match_id: str | None = None, number: int = 1) -> str:
        """Stores a new board with a random secret. Returns its id."""
        board_id = self._randomness.new_id("brd")
        row = {
            "id": board_id,
            "match_id": match_id,
            "number": number,
            "pool": pool_of(setting),
            "setting": setting_json(setting),
            "secret": self._randomness.token_bytes(SECRET_BYTES),
            "lives_s": lives_s,
        }
        run("add_board", row)
        return board_id
