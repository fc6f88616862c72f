"""Bots of the house take their turns: one job plays on as long as bots have to move at its table.

A bot is given its seat's view and nothing else. Every move is a command of its own, with an id that follows from table,
version and seat; a second copy of the job finds its moves made and stops.
"""

import logging
import random
import secrets
import time
from uuid import NAMESPACE_URL, uuid5

from domain.bots import BOTS
from domain.refusals import Refusal
from domain.table.asking import Asking, asking
from domain.table.commands import Act
from domain.viewers import Onlooker
from service.application.tables import Key, StaleVersion, TableBusy
from service.jobs.queue import BotQueue
from service.projections.streams import At
from service.wiring import Service

PLAY_FOR_S = 0.5
"""After so long the job queues another one behind those of other tables, where people may be waiting for a bot."""
FINGERPRINT = "bot"

_log = logging.getLogger(__name__)


class Workshop:
    """What the jobs of one worker process work with; set once, when the worker starts."""

    service: Service
    queue: BotQueue


def play_bot_turns(table_id: str, version: int) -> int:
    """Plays until no bot has to move at the table, or time is up.

    Args:
        table_id: at which table.
        version: the version for which the job was queued. When the table has moved on there is nothing to do: whoever
            moved it plays on, has queued another job, or is found by the subscription that queues jobs.

    Returns:
        How many moves were made.
    """
    service = Workshop.service
    until = time.monotonic() + PLAY_FOR_S
    moves = 0
    while True:
        at = service.streams.view(table_id, Onlooker.SPECTATOR)
        asked = next((each for each in asking(at.table) if each.bot), None)
        if asked is None or (not moves and at.version != version):
            return moves
        if moves and time.monotonic() > until:
            Workshop.queue.put(table_id, at.version)
            return moves
        moves += _move(service, table_id, asked)


def _move(service: Service, table_id: str, asked: Asking) -> bool:
    """Makes one move for a bot, and says whether it was made; it is not when the table has moved meanwhile."""
    at = service.streams.view(table_id, asked.seat)
    if asked not in asking(at.table):
        return False
    move = _choose(at, asked)
    command_id = uuid5(NAMESPACE_URL, f"shengji:bot:{table_id}:{at.version}:{asked.seat}")
    try:
        service.tables.carry_out(
            table_id, Act(asked.player, move, asked.seat), expected=at.version, key=Key(command_id, FINGERPRINT)
        )
    except (StaleVersion, TableBusy):
        return False
    return True


def _choose(at: At, asked: Asking) -> object:
    """The bot's move; a bot with a defect is replaced by one that plays anything, so that the table goes on."""
    bots = BOTS[at.table.game.name]
    luck = random.Random(secrets.randbits(64))  # noqa: S311 - seeded from the system; it decides no cards
    bot = bots.get(asked.bot or "", bots["random"])
    try:
        move = bot.choose(at.table, asked.seat, luck)
        at.table.game.check(at.table.match, asked.seat, move)
    except Refusal:
        _log.exception("bot %s chose a move that is refused", bot.name)
    except Exception:  # noqa: BLE001 - whatever the defect, it is logged with its trace
        _log.exception("bot %s failed", bot.name)
    else:
        return move
    return bots["random"].choose(at.table, asked.seat, luck)
