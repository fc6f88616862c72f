"""The queues of jobs in Redis. They can be emptied at any moment: what is due is put into them again.

The id of a job says what there is to do, and Redis takes an id once. So one thing is queued once, as long as its job
waits or runs. A job keeps its id when its process dies. So for a thing that is still due after a while
the id is freed, unless the job still waits.
"""

import logging
from collections.abc import Collection, Sequence
from typing import Literal, cast, get_args

import redis
from rq import Queue
from rq.exceptions import DuplicateJobError
from rq.job import Job

Work = Literal["tables", "webhooks", "mail"]
WORKS: tuple[Work, ...] = get_args(Work)
"""What a worker can do; what it does first in front: receivers of webhooks may be slow, and turns do not wait."""
QueueName = Literal["tables", "bots", "webhooks", "failing-webhooks", "mail"]
QUEUES: dict[Work, tuple[QueueName, ...]] = {
    "tables": ("tables", "bots"),
    "webhooks": ("webhooks", "failing-webhooks"),
    "mail": ("mail",),
}
"""The queues for each; webhooks that have failed last time come last, so that dead ones do not hold up all others.

`bots` has the tables of bots alone, which nobody waits for; all other work of tables is in `tables`.
"""
JobName = Literal[
    "service.jobs.tournaments.go_on",
    "service.jobs.leagues.go_on",
    "service.jobs.series.open_tournaments",
    "service.jobs.bot_turns.play_bot_turns",
    "service.jobs.clock.run_clock",
    "service.jobs.matchmaking.match_seeks",
    "service.jobs.time_passing.let_time_pass",
    "service.jobs.worlds.let_world_go_on",
    "service.jobs.vacations.apply_vacation",
    "service.jobs.deliver.deliver_to",
    "service.jobs.mail.send_mails",
]
"""The names of jobs; `service/processes/jobs.py` has the function of each."""
StreamKind = Literal["tournament", "league", "series"]
_JOB_OF_STREAM: dict[StreamKind, JobName] = {
    "tournament": "service.jobs.tournaments.go_on",
    "league": "service.jobs.leagues.go_on",
    "series": "service.jobs.series.open_tournaments",
}
JOB_TIMEOUT_S = 60
RESULT_KEPT_S = 5
"""Seconds for which the id of an ended job stays taken."""
TURNS = "bots-"
"""Prefix of the ids of jobs for the turns of bots."""
TURNS_BEFORE = "bot-"
"""The same prefix in the previous release."""
LOST_AFTER_S = 2.0
"""A job for the turns of bots is over long before; one that has begun, and is no further after so long, is lost."""
TURN_FAILED_S = 5
"""Seconds before a failed job for the turns of bots can be queued again."""

_log = logging.getLogger(__name__)


class JobQueue:
    """Queues turns of bots, expired clocks, webhook deliveries and mails."""

    def __init__(self, url: str) -> None:
        """Prepares the queues; `url` is that of Redis."""
        self.redis = redis.Redis.from_url(url, socket_timeout=10.0, socket_connect_timeout=2.0)
        self.queues = {name: Queue(name, connection=self.redis, serializer="json") for name in get_args(QueueName)}
        self.queue = self.queues["tables"]

    def put_bot_turn(self, table_id: str, version: int, *, alone: bool) -> bool:
        """Queues the turns of the bots at a table, unless a job for them waits or runs.

        Args:
            table_id: at which table.
            version: the version of the table, for workers of an older release, which do nothing at any other version.
            alone: whether only bots play there; then its turns come after those of all other tables.

        Returns:
            Whether it was queued.

        Raises:
            redis.RedisError: Redis does not answer.
        """
        job: JobName = "service.jobs.bot_turns.play_bot_turns"
        queue: QueueName = "bots" if alone else "tables"
        # Its id is free again as soon as it has ended, since the table may have a turn of a bot again.
        return self._put(job, turn_job(table_id), table_id, version, queue=queue, kept_s=0, failed_kept_s=TURN_FAILED_S)

    def without_turn(self, table_ids: Sequence[str]) -> list[str]:
        """Those of the tables for whose bots no job waits or runs, or has just failed. Raises `redis.RedisError`."""
        with self.redis.pipeline(transaction=False) as pipeline:
            for table_id in table_ids:
                pipeline.exists(Job.key_for(turn_job(table_id)))
            return [table_id for table_id, has_job in zip(table_ids, pipeline.execute(), strict=True) if not has_job]

    def turns_taken(self, table_ids: Collection[str]) -> dict[str, str]:
        """Those of the tables whose job does not wait, though it has not ended; with what tells one run from another.

        Raises:
            redis.RedisError: Redis does not answer.
        """
        waiting = {job_id for name in QUEUES["tables"] for job_id in self.queues[name].job_ids}
        taken = [table_id for table_id in table_ids if turn_job(table_id) not in waiting]
        with self.redis.pipeline(transaction=False) as pipeline:
            for table_id in taken:
                pipeline.hmget(Job.key_for(turn_job(table_id)), "status", "started_at")
            runs = zip(taken, pipeline.execute(), strict=True)
        return {
            table_id: repr((status, began)) for table_id, (status, began) in runs if status in (b"queued", b"started")
        }

    def take_along(self, most: int) -> list[str]:
        """Takes the next tables of bots alone out of their queue, so that one job plays at all of them.

        Their ids stay taken. Who has taken them calls `free_turns` in the end.

        Args:
            most: how many tables at the most.

        Returns:
            Their ids.

        Raises:
            redis.RedisError: Redis does not answer.
        """
        # redis-py has one type for this, whether it is asked for a number or not.
        taken = cast("list[bytes] | None", self.redis.lpop(self.queues["bots"].key, most)) or []
        return [job_id.decode().removeprefix(TURNS) for job_id in taken]

    def free_turns(self, table_ids: Collection[str]) -> None:
        """Frees the ids of the jobs for the turns of bots at these tables. Raises `redis.RedisError`."""
        if table_ids:
            self.redis.delete(*(Job.key_for(turn_job(table_id)) for table_id in table_ids))

    def let_rest(self, table_id: str) -> None:
        """Keeps the id of a job for the turns of bots, which has failed, for a while. Raises `redis.RedisError`."""
        self.redis.expire(Job.key_for(turn_job(table_id)), TURN_FAILED_S)

    def no_longer_waits(self, table_id: str) -> None:
        """Takes the table's job for the turns of bots out of the queues. Raises `redis.RedisError`."""
        for name in QUEUES["tables"]:
            self.queues[name].remove(turn_job(table_id))

    def put_clock(self, table_id: str, wait: str, *, again: bool = False) -> bool:
        """Queues the clock of a table that has run down, once for each wait.

        Args:
            table_id: of which table.
            wait: tells the wait that is over from all others.
            again: whether it was queued before, and a job that no longer waits counts as lost.

        Returns:
            Whether it was queued; not when it is queued already.

        Raises:
            redis.RedisError: Redis does not answer.
        """
        return self._put("service.jobs.clock.run_clock", f"clock-{table_id}-{wait}", table_id, again=again)

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

    def put_time(self, table_id: str, wait: str, *, again: bool = False) -> bool:
        """Queues a table where time alone brings something about, once for each wait.

        Args:
            table_id: which table.
            wait: tells what is due from all else.
            again: whether it was queued before, and a job that no longer waits counts as lost.

        Returns:
            Whether it was queued; not when it is queued already.

        Raises:
            redis.RedisError: Redis does not answer.
        """
        return self._put("service.jobs.time_passing.let_time_pass", f"time-{table_id}-{wait}", table_id, again=again)

    def put_world(self, world: str, wait: str, *, again: bool = False) -> bool:
        """Queues a sandbox in which something is due by its clock, once for each thing.

        Args:
            world: which sandbox.
            wait: tells what is due from all else.
            again: whether it was queued before, and a job that no longer waits counts as lost.

        Returns:
            Whether it was queued; not when it is queued already.

        Raises:
            redis.RedisError: Redis does not answer.
        """
        return self._put("service.jobs.worlds.let_world_go_on", f"world-{world}-{wait}", world, again=again)

    def put_vacation(self, player: str, *, again: bool = False) -> bool:
        """Queues a player whose clocks do not all know of a vacation.

        Args:
            player: whose clocks.
            again: whether it was queued before, and a job that no longer waits counts as lost.

        Returns:
            Whether it was queued; not when it is queued already.

        Raises:
            redis.RedisError: Redis does not answer.
        """
        return self._put("service.jobs.vacations.apply_vacation", f"vacation-{player}", player, again=again)

    def put_stream(self, kind: StreamKind, its_id: str, wait: str, *, again: bool = False) -> bool:
        """Queues a tournament, league or series that somebody has to look at, once for each thing.

        Args:
            kind: what it is.
            its_id: which one.
            wait: tells what there is to do from all else.
            again: whether it was queued before, and a job that no longer waits counts as lost.

        Returns:
            Whether it was queued; not when it is queued already.

        Raises:
            redis.RedisError: Redis does not answer.
        """
        return self._put(_JOB_OF_STREAM[kind], f"{kind}-{its_id}-{wait}", its_id, again=again)

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
        """Returns the number of waiting webhook jobs. Raises `redis.RedisError`."""
        return sum(self.queues[_queue_of(failing=failing)].count for failing in (False, True))

    def _put(
        self,
        job: JobName,
        job_id: str,
        *arguments: object,
        queue: QueueName = "tables",
        again: bool = False,
        kept_s: int = RESULT_KEPT_S,
        failed_kept_s: int = 3600,
    ) -> bool:
        """Queues a function by its name; whether there was no such job yet, or `again` only one that does not wait."""
        if again and self.queues[queue].get_job_position(job_id) is None:
            self.redis.delete(Job.key_for(job_id))
        try:
            self.queues[queue].enqueue(
                job,
                *arguments,
                job_id=job_id,
                unique=True,
                job_timeout=JOB_TIMEOUT_S,
                result_ttl=kept_s,
                failure_ttl=failed_kept_s,
            )
        except DuplicateJobError:
            return False
        return True


def queue_names(works: Sequence[Work]) -> list[QueueName]:
    """The queues of these works, those of earlier works first; tables of bots alone come after everything else."""
    names = [name for work in works for name in QUEUES[work]]
    return sorted(names, key=lambda name: name == "bots")


def turn_job(table_id: str) -> str:
    """Returns the id of the job for the turns of the bots at a table."""
    return TURNS + table_id


def _queue_of(*, failing: bool) -> QueueName:
    """The queue of webhooks that have failed last time, and of all others."""
    return "failing-webhooks" if failing else "webhooks"
