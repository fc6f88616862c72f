"""The queues of jobs in Redis. They can be emptied at any moment: what is due is put into them again."""

import logging
from typing import Literal, get_args

import redis
from rq import Queue
from rq.exceptions import DuplicateJobError

Work = Literal["tables", "webhooks", "mail"]
WORKS: tuple[Work, ...] = get_args(Work)
"""What a worker can do; what it does first in front: receivers of webhooks may be slow, and turns do not wait."""
QueueName = Literal["tables", "webhooks", "failing-webhooks", "mail"]
QUEUES: dict[Work, tuple[QueueName, ...]] = {
    "tables": ("tables",),
    "webhooks": ("webhooks", "failing-webhooks"),
    "mail": ("mail",),
}
"""The queues for each; webhooks that have failed last time come last, so that dead ones do not hold up all others."""
StreamKind = Literal["tournament", "league", "series"]
_JOB_OF_STREAM: dict[StreamKind, str] = {
    "tournament": "service.jobs.tournaments.go_on",
    "league": "service.jobs.leagues.go_on",
    "series": "service.jobs.series.open_tournaments",
}
JOB_TIMEOUT_S = 60
RESULT_KEPT_S = 5
"""For so long an ended job still keeps its id from being queued again."""

_log = logging.getLogger(__name__)


class JobQueue:
    """Where turns of bots and ticks of clocks are put, webhooks with something to send, and mails."""

    def __init__(self, url: str) -> None:
        """Prepares the queues; `url` is that of Redis."""
        self.redis = redis.Redis.from_url(url, socket_timeout=10.0, socket_connect_timeout=2.0)
        self.queues = {name: Queue(name, connection=self.redis, serializer="json") for name in get_args(QueueName)}
        self.queue = self.queues["tables"]

    def put_bot_turn(self, table_id: str, version: int, *, again: str = "") -> bool:
        """Queues the turn of a bot at that version of a table, once.

        Args:
            table_id: at which table.
            version: the version at which a bot has to act.
            again: tells a later attempt from the first, whose job may have been lost with its id still taken.

        Returns:
            Whether it was queued; not when it is queued already.

        Raises:
            redis.RedisError: Redis does not answer.
        """
        job_id = f"bot-{table_id}-{version}{again and f'-{again}'}"
        return self._put("service.jobs.bot_turns.play_bot_turns", job_id, table_id, version)

    def put_clock(self, table_id: str, wait: str) -> bool:
        """Queues the clock of a table that has run down, once for each wait.

        Args:
            table_id: of which table.
            wait: tells the wait that is over, and how often it was tried, from all others.

        Returns:
            Whether it was queued; not when it is queued already.

        Raises:
            redis.RedisError: Redis does not answer.
        """
        return self._put("service.jobs.clock.run_clock", f"clock-{table_id}-{wait}", table_id)

    def put_matchmaking(self, turn: str) -> bool:
        """Queues the search for players who fit together, once for each turn.

        Args:
            turn: tells what there is to do from what there was before.

        Returns:
            Whether it was queued; not when it is queued already.

        Raises:
            redis.RedisError: Redis does not answer.
        """
        return self._put("service.jobs.matchmaking.match_seeks", f"matchmaking-{turn}")

    def put_time(self, table_id: str, wait: str) -> bool:
        """Queues a table where time alone brings something about, once for each wait.

        Args:
            table_id: which table.
            wait: tells what is due, and how often it was tried, from all else.

        Returns:
            Whether it was queued; not when it is queued already.

        Raises:
            redis.RedisError: Redis does not answer.
        """
        return self._put("service.jobs.time_passing.let_time_pass", f"time-{table_id}-{wait}", table_id)

    def put_world(self, world: str, wait: str) -> bool:
        """Queues a sandbox in which something is due by its clock, once for each thing.

        Args:
            world: which sandbox.
            wait: tells what is due, and how often it was tried, from all else.

        Returns:
            Whether it was queued; not when it is queued already.

        Raises:
            redis.RedisError: Redis does not answer.
        """
        return self._put("service.jobs.worlds.let_world_go_on", f"world-{world}-{wait}", world)

    def put_vacation(self, player: str, again: str) -> bool:
        """Queues a player whose clocks do not all know of a vacation, once for each attempt.

        Args:
            player: whose clocks.
            again: tells this attempt from others.

        Returns:
            Whether it was queued; not when it is queued already.

        Raises:
            redis.RedisError: Redis does not answer.
        """
        return self._put("service.jobs.vacations.apply_vacation", f"vacation-{player}-{again}", player)

    def put_stream(self, kind: StreamKind, its_id: str, wait: str) -> bool:
        """Queues a tournament, league or series that somebody has to look at, once for each thing.

        Args:
            kind: what it is.
            its_id: which one.
            wait: tells what there is to do, and how often it was tried, from all else.

        Returns:
            Whether it was queued; not when it is queued already.

        Raises:
            redis.RedisError: Redis does not answer.
        """
        return self._put(_JOB_OF_STREAM[kind], f"{kind}-{its_id}-{wait}", its_id)

    def put_webhook(self, webhook_id: str, turn: str, *, failing: bool) -> bool:
        """Queues a webhook with something to send, once for each turn.

        Args:
            webhook_id: for which webhook.
            turn: tells how often it was taken up before.
            failing: whether it has failed last time.

        Returns:
            Whether it was queued; not when it is queued already.

        Raises:
            redis.RedisError: Redis does not answer.
        """
        job_id = f"webhook-{webhook_id}-{turn}"
        return self._put("service.jobs.deliver.deliver_to", job_id, webhook_id, queue=_queue_of(failing=failing))

    def put_mail(self, turn: str) -> bool:
        """Queues a job that sends mails, once for each turn.

        Args:
            turn: tells the mail that is due first, and how often it was taken up before.

        Returns:
            Whether it was queued; not when it is queued already.

        Raises:
            redis.RedisError: Redis does not answer.
        """
        return self._put("service.jobs.mail.send_mails", f"mail-{turn}", queue="mail")

    def waiting_webhooks(self) -> int:
        """How many jobs for webhooks wait. Raises `redis.RedisError`."""
        return sum(self.queues[_queue_of(failing=failing)].count for failing in (False, True))

    def _put(self, job: str, job_id: str, *arguments: object, queue: QueueName = "tables") -> bool:
        """Queues a function by its name; whether there was no such job yet."""
        try:
            self.queues[queue].enqueue(
                job,
                *arguments,
                job_id=job_id,
                unique=True,
                job_timeout=JOB_TIMEOUT_S,
                result_ttl=RESULT_KEPT_S,
                failure_ttl=3600,
            )
        except DuplicateJobError:
            return False
        return True


def _queue_of(*, failing: bool) -> QueueName:
    """The queue of webhooks that have failed last time, and of all others."""
    return "failing-webhooks" if failing else "webhooks"
