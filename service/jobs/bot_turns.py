"""Bots of the house take their turns: one job plays on as long as bots have to move at its table.

A bot is given its seat's view and nothing else. Every move is a command of its own, with an id that follows from table,
version and seat; a second copy of the job finds its moves made and stops.
"""

import logging
import random
import secrets
import time
from collections.abc import Callable
from uuid import NAMESPACE_URL, uuid5

from domain.bots import BOTS, Bot, Luck
from domain.refusals import Refusal
from domain.seats import Seat
from domain.table.asking import Asking, asking
from domain.table.commands import Act, ActFor
from domain.table.state import Occupant
from domain.viewers import Onlooker
from service.application.tables import Key, StaleVersion, TableBusy
from service.jobs import workshop
from service.jobs.workshop import Workshop
from service.projections.streams import At, stream_of
from service.projections.world_time import last_moment
from service.wiring import Service

FINGERPRINT = "bot"

_log = logging.getLogger(__name__)


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
    until = time.monotonic() + workshop.PLAY_FOR_S
    moves = 0
    while True:
        at = service.streams.view(table_id, Onlooker.SPECTATOR)
        asked = next((each for each in asking(at.table) if each.bot), None)
        if asked is None or (not moves and at.version != version):
            return moves
        if time.monotonic() > until:
            Workshop.queue.put_bot_turn(table_id, at.version)
            return moves
        moves += _move(service, table_id, asked)


def _move(service: Service, table_id: str, asked: Asking) -> bool:
    """Makes one move for a bot, and says whether it was made; it is not when the table has moved meanwhile."""
    at = service.streams.view(table_id, asked.seat)
    if asked not in asking(at.table):
        return False
    move = _choose(at, asked)
    occupant = at.table.seats[asked.seat]
    is_of_the_house = occupant is not None and occupant.bot is not None
    act = Act(asked.player, move, asked.seat) if is_of_the_house else ActFor(asked.seat, move)
    return _carried_out(service, table_id, at, act)


def _carried_out(service: Service, table_id: str, at: At, act: Act | ActFor) -> bool:
    """Whether a bot's move could be made; not when the table has moved since the bot looked at it."""
    command_id = uuid5(NAMESPACE_URL, f"shengji:bot:{table_id}:{at.version}:{act.seat}")
    # In a sandbox bots move at once: when what they answer has happened, which may be before what its clock shows now.
    now = last_moment(service.database, stream_of(table_id)) if at.table.world else None
    try:
        service.tables.carry_out(table_id, act, expected=at.version, key=Key(command_id, FINGERPRINT), now=now)
    except (StaleVersion, TableBusy):
        return False
    return True


def _choose(at: At, asked: Asking) -> object:
    """The bot's move; a bot with a defect is replaced by one that plays anything, so that the table goes on."""
    bot, luck = _bot(at, asked.bot), _luck()
    move = _checked(at, bot, asked.seat, lambda: bot.choose(at.table, asked.seat, luck))
    return BOTS[at.table.game.name]["random"].choose(at.table, asked.seat, luck) if move is None else move


def let_bots_interject(service: Service, table_id: str) -> int:
    """Lets every bot at the table that is not asked say something, as anybody may; returns how many did.

    A bot that was forestalled by somebody else says nothing this time.
    """
    table = service.streams.view(table_id, Onlooker.SPECTATOR).table
    asked = {each.seat for each in asking(table)}
    seated = ((Seat(seat), occupant) for seat, occupant in enumerate(table.seats))
    bots = ((seat, occupant) for seat, occupant in seated if occupant and occupant.bot and seat not in asked)
    return sum(_interject(service, table_id, seat, occupant) for seat, occupant in bots)


def _interject(service: Service, table_id: str, seat: Seat, occupant: Occupant) -> bool:
    at = service.streams.view(table_id, seat)
    bot, luck = _bot(at, occupant.bot), _luck()
    move = _checked(at, bot, seat, lambda: bot.interject(at.table, seat, luck))
    return move is not None and _carried_out(service, table_id, at, Act(occupant.player, move, seat))


def _bot(at: At, name: str | None) -> Bot:
    bots = BOTS[at.table.game.name]
    return bots.get(name or "", bots["random"])


def _luck() -> Luck:
    return random.Random(secrets.randbits(64))  # noqa: S311 - seeded from the system; it decides no cards


def _checked(at: At, bot: Bot, seat: Seat, choose: Callable[[], object]) -> object:
    """What the bot has chosen; none where that is nothing, or would be refused, or the bot has a defect."""
    try:
        move = choose()
        if move is not None:
            at.table.game.check(at.table.match, seat, move)
    except Refusal:
        _log.exception("bot %s chose a move that is refused", bot.name)
    except Exception:  # noqa: BLE001 - whatever the defect, it is logged with its trace
        _log.exception("bot %s failed", bot.name)
    else:
        return move
    return None
