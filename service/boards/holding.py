"""Locks players and boards for the rest of a transaction, and the account events about answers."""

from collections.abc import Sequence

import orjson

from domain.kernel.players import PlayerId
from domain.tournaments.boards.solo import BoardSetting
from service.accounts.handlers import AccountClosed
from service.boards.models import BoardMatch
from service.notifications.events import NewAccountEvent
from service.platform.store.checkpoints import Run


def lock_player(run: Run, player: PlayerId) -> None:
    """Locks a player until the transaction ends: no other board is assigned, and the account stays open.

    Raises `AccountClosed`.
    """
    if not run("hold_player", {"player_id": player}):
        raise AccountClosed(player)


def lock_players(run: Run, players: Sequence[PlayerId | None], *, others: Sequence[PlayerId | None] = ()) -> None:
    """Locks players, and the other players who are notified. A fixed order prevents deadlocks.

    Raises:
        AccountClosed: one of `players` has closed their account.
    """
    for each in sorted({each for each in (*players, *others) if each is not None}):
        if each in players:
            lock_player(run, each)
        else:
            run("hold_player", {"player_id": each})


def store_answer(run: Run, match: BoardMatch, player: PlayerId, *, agrees: bool) -> list[NewAccountEvent] | None:
    """Stores the answer of a pair and returns the notifications of the others; `None` if it answered before."""
    statement = "agree_to_board_match" if agrees else "decline_board_match"
    if not run(statement, {"id": match.id, "player_id": player}):
        return None
    return answer_notifications(match, player, agrees=agrees)


def answer_notifications(match: BoardMatch, player: PlayerId, *, agrees: bool) -> list[NewAccountEvent]:
    """Returns the notifications of the other players of a match about an answer."""
    about = {"match": match.id, "by": player, "agrees": agrees}
    named = (match.challenger, match.challenger_partner, match.opponent, match.opponent_partner)
    return [
        NewAccountEvent(each, "board_challenge_answered", about)
        for each in named
        if each is not None and each != player
    ]


def setting_json(setting: BoardSetting) -> str:
    """Returns the setting of a board as JSON text."""
    return orjson.dumps(setting._asdict()).decode()
