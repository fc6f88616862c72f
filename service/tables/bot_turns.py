"""The job that plays the turns of house bots. It plays on while bots have to move and time is left.

A bot sees nothing but the view of its seat. Every move is a separate command. Its id is derived from the table, the
version and the seat. So a second copy of the job finds the moves made and stops.
"""

import logging
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, wait
from uuid import NAMESPACE_URL, uuid5

from domain.games.bots import BOTS, Bot, is_slow, versioned
from domain.kernel.newer_release import NewerRelease
from domain.kernel.refusals import Refusal
from domain.kernel.seats import Seat
from domain.kernel.viewers import Onlooker
from domain.table.asking import Asking, asking, of_bots_alone
from domain.table.commands import Act, ActFor
from domain.table.state import Occupant
from service.platform.queue.unreadable_streams import set_stream_aside_for_jobs
from service.platform.sources import Randomness
from service.platform.store.database import DatabaseUnavailable
from service.platform.store.folding import UnreadableStream
from service.platform.store.idempotency import Key
from service.platform.store.sandbox_time import last_recorded_at
from service.platform.store.stream_repository import StaleVersion, StreamBusy
from service.tables.bot_queue import queue_bot_turns
from service.tables.events import VersionedTable, stream_of
from service.wiring import Service
from service.worker_context import WorkerContext

FINGERPRINT = "bot"

_log = logging.getLogger(__name__)


def play_bot_turns(table_id: str, version: int) -> int:
    """Plays at a table until no bot has to move, or until the time limit.

    A table with bots alone has a shorter limit, so that no person waits long behind it. Other such tables are played at
    the same time. While this job runs, no other job for the table can be queued. `queue_next_turns` runs after it.

    Args:
        table_id: id of the table.
        version: version when the job was queued. The job plays at the current version.

    Returns:
        The number of moves.
    """
    del version
    began = time.monotonic()
    at = WorkerContext.service.table_cache.newest(table_id)
    first = next((each.bot for each in asking(at.table) if each.bot), None)
    if of_bots_alone(at.table.seats) and not is_slow(first):
        moves = _play_together(at, table_id, began)
    else:
        moves = play_bot_moves(WorkerContext.service, at, table_id, began + WorkerContext.service.limits.job_s)
    _remove_job_copies(began, table_id)
    return moves


def _remove_job_copies(began: float, *table_ids: str) -> None:
    """Removes waiting jobs of these tables if this job took so long that it may count as lost.

    They share its id, which is freed next. Afterwards they could not be found by the id.
    """
    if time.monotonic() - began > WorkerContext.service.limits.lost_after_s:
        for table_id in table_ids:
            WorkerContext.queue.remove_waiting(table_id)


def queue_next_turns(*table_ids: str) -> int:
    """Queues tables whose job has ended and where a bot has to move again. Returns their number.

    Raises:
        redis.RedisError: Redis does not answer.
        DatabaseUnavailable: the store does not answer.
    """
    return queue_bot_turns(WorkerContext.service.database, WorkerContext.queue, table_ids)


def _play_together(at: VersionedTable, table_id: str, began: float) -> int:
    """Plays at a table of bots alone, and at the next ones in the queue. Returns the number of moves.

    An error at one of the others is logged, and that table pauses as after a failed job.
    """
    until = began + WorkerContext.service.limits.bots_job_s
    others = WorkerContext.queue.take_bot_tables(WorkerContext.service.limits.bot_tables_at_once - 1)
    with ThreadPoolExecutor(max(len(others), 1)) as pool:
        played = {other: pool.submit(_play_other_table, other, until) for other in others}
        try:
            moves = play_bot_moves(WorkerContext.service, at, table_id, until)
        finally:
            wait(played.values())
            done = [other for other, turns in played.items() if turns.result() is not None]
            _remove_job_copies(began, *done)
            WorkerContext.queue.free_turns(done)
            queue_next_turns(*done)
    return moves + sum(turns.result() or 0 for turns in played.values())


def _play_other_table(table_id: str, until: float) -> int | None:
    """Plays at one of the other tables. Returns the number of moves, or `None` after an error."""
    try:
        return play_bot_moves(
            WorkerContext.service, WorkerContext.service.table_cache.newest(table_id), table_id, until
        )
    except (NewerRelease, DatabaseUnavailable) as error:
        _log.warning("bots at %s continue later: %s", table_id, error)
    except UnreadableStream as error:
        set_stream_aside_for_jobs(WorkerContext.service.database, error)
    except Exception:  # noqa: BLE001 - logged, with its trace; other tables continue
        _log.exception("bots at %s failed", table_id)
    WorkerContext.queue.keep_failed(table_id)
    return None


def play_bot_moves(service: Service, at: VersionedTable, table_id: str, until: float) -> int:
    """Plays for bots while one has to move. Makes at least one move.

    A bot that searches moves only first. Otherwise the job ends before its turn. Another job makes its move, and waits
    behind the turns of quicker bots.

    Args:
        service: the service.
        at: the current table.
        table_id: id of the table.
        until: the time limit, by `time.monotonic`.

    Returns:
        The number of moves.
    """
    moves = 0
    while asked := next((each for each in asking(at.table) if each.bot), None):
        if moves and (is_slow(asked.bot) or time.monotonic() > until):
            break
        if _move(service, table_id, at.version, asked):
            # This process has cached the table after its own move, so the store is not read.
            at, moves = service.table_cache.cached(table_id), moves + 1
        else:
            at = service.table_cache.newest(table_id)
            if time.monotonic() > until:
                break
    return moves


def _move(service: Service, table_id: str, version: int, asked: Asking) -> bool:
    """Makes one move for a bot. Returns false if the table has changed meanwhile."""
    at = service.table_cache.view(table_id, asked.seat, from_version=version)
    if asked not in asking(at.table):
        return False
    bot, move = _choose(service.randomness, at, asked)
    occupant = at.table.seats[asked.seat]
    is_of_the_house = occupant is not None and occupant.bot is not None
    act = Act(asked.player, move, asked.seat) if is_of_the_house else ActFor(asked.seat, move)
    return _carry_out(service, table_id, at, act, bot)


def _carry_out(service: Service, table_id: str, at: VersionedTable, act: Act | ActFor, bot: Bot) -> bool:
    """Returns whether the move was made. It is not if the table has changed, or if a copy of the job made it."""
    command_id = uuid5(NAMESPACE_URL, f"shengji:bot:{table_id}:{at.version}:{act.seat}")
    # In a sandbox bots move at the time of the last event, which may be earlier than its clock.
    now = last_recorded_at(service.database, stream_of(table_id)) if at.table.sandbox else None
    try:
        done = service.tables.carry_out(
            table_id, act, expected=at.version, key=Key(command_id, FINGERPRINT), now=now, bot=versioned(bot)
        )
    except (StaleVersion, StreamBusy):
        return False
    return not done.replayed


def _choose(randomness: Randomness, at: VersionedTable, asked: Asking) -> tuple[Bot, object]:
    """Returns the bot and its move. If the bot fails, `random` replaces it, so that the game continues."""
    bot, luck = _bot(at, asked.bot), randomness.generator()
    move = _checked_choice(at, bot, asked.seat, lambda: bot.choose(at.table, asked.seat, luck))
    if move is None:
        bot = BOTS[at.table.game.name]["random"]
        move = bot.choose(at.table, asked.seat, luck)
    return bot, move


def let_bots_interject(service: Service, table_id: str) -> int:
    """Lets each bot that is not asked to move act out of turn. Returns the number of bots that did.

    If another player acts first, the bot does nothing.
    """
    table = service.table_cache.view(table_id, Onlooker.SPECTATOR).table
    if table.paused_at is not None:
        return 0
    asked = {each.seat for each in asking(table)}
    seated = ((Seat(seat), occupant) for seat, occupant in enumerate(table.seats))
    bots = ((seat, occupant) for seat, occupant in seated if occupant and occupant.bot and seat not in asked)
    return sum(_interject(service, table_id, seat, occupant) for seat, occupant in bots)


def _interject(service: Service, table_id: str, seat: Seat, occupant: Occupant) -> bool:
    at = service.table_cache.view(table_id, seat)
    bot, luck = _bot(at, occupant.bot), service.randomness.generator()
    move = _checked_choice(at, bot, seat, lambda: bot.interject(at.table, seat, luck))
    return move is not None and _carry_out(service, table_id, at, Act(occupant.player, move, seat), bot)


def _bot(at: VersionedTable, name: str | None) -> Bot:
    bots = BOTS[at.table.game.name]
    return bots.get(name or "", bots["random"])


def _checked_choice(at: VersionedTable, bot: Bot, seat: Seat, choose: Callable[[], object]) -> object:
    """Returns the bot's choice, or `None` if it chose nothing, chose an illegal move, or failed."""
    try:
        move = choose()
        if move is not None:
            at.table.game.preview(at.table.match, seat, move)
    except Refusal:
        _log.exception("bot %s chose a move that is refused", bot.name)
    except Exception:  # noqa: BLE001 - any defect is logged with its trace
        _log.exception("bot %s failed", bot.name)
    else:
        return move
    return None
