"""The job queues in Redis. They may be emptied at any time, because due work is queued again.

The id of a job describes its work, and Redis accepts an id once. So work is queued once while its job waits or runs.
When a process dies, the id of its job stays taken. If the work is still due later and the job is not in a queue, the id
is freed.
"""

from collections.abc import Collection, Sequence
from typing import Literal, cast, get_args

import redis
from rq import Queue
from rq.exceptions import DuplicateJobError
from rq.job import Job

WorkKind = Literal["tables", "webhooks", "mail"]
WORKS: tuple[WorkKind, ...] = get_args(WorkKind)
"""The kinds of work of a worker, in order of priority. Webhooks come later, because their receivers may be slow."""
QueueName = Literal[
    "tables", "slow-bots", "bots", "slow-bots-alone", "webhooks", "failing-webhooks", "mail", "analysis"
]
QUEUES: dict[WorkKind, tuple[QueueName, ...]] = {
    "tables": ("tables", "slow-bots", "bots", "slow-bots-alone", "analysis"),
    "webhooks": ("webhooks", "failing-webhooks"),
    "mail": ("mail",),
}
"""The queues of each kind of work, in order. Webhooks that failed last time come last, so they do not delay the others.

`bots` has the tables on which only bots play. Where a bot that searches has to move, the table is in `slow-bots`, or in
`slow-bots-alone` if only bots play there. `analysis` has finished hands to analyse. All other work of tables is in
`tables`.
"""
BACKGROUND: tuple[QueueName, ...] = ("bots", "slow-bots-alone", "analysis")
"""The queues for which nobody waits, in order. They come after all others."""
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
    "service.jobs.analysis.continue_analysis",
]
"""The names of jobs in Redis. They are not modules; `service/processes/jobs.py` has the function of each."""
DueKind = Literal["clock", "time", "sandbox", "vacation", "tournament", "league", "series"]
_DUE_JOBS: dict[DueKind, JobName] = {
    "clock": "service.jobs.clock.run_clock",
    "time": "service.jobs.time_passing.let_time_pass",
    "sandbox": "service.jobs.worlds.let_world_go_on",
    "vacation": "service.jobs.vacations.apply_vacation",
    "tournament": "service.jobs.tournaments.go_on",
    "league": "service.jobs.leagues.go_on",
    "series": "service.jobs.series.open_tournaments",
}
"""The job for each kind of work that falls due: live draws, deadlines of tables, sandboxes, vacations, and streams."""
JOB_TIMEOUT_S = 60
RESULT_KEPT_S = 5
"""Seconds for which the id of an ended job stays taken."""
TURNS = "bots-"
"""Prefix of the ids of jobs for the turns of bots."""
TURNS_BEFORE = "bot-"
"""The same prefix in the previous release."""
TURN_FAILED_S = 5
"""Seconds before a failed job for the turns of bots can be queued again."""


class JobQueue:
    """Queues all jobs."""

    def __init__(self, url: str) -> None:
        """Creates the queues. `url` is the address of Redis."""
        self.redis = redis.Redis.from_url(url, socket_timeout=10.0, socket_connect_timeout=2.0)
        self.queues = {name: Queue(name, connection=self.redis, serializer="json") for name in get_args(QueueName)}

    def put_bot_turn(self, table_id: str, version: int, *, alone: bool, slow: bool = False) -> bool:
        """Queues the turns of the bots at a table, unless a job for them waits or runs.

        Args:
            table_id: id of the table.
            version: version of the table. Workers of an older release ignore the job at any other version.
            alone: whether only bots play there. Their turns come after those of all other tables.
            slow: whether the bot that has to move searches. Then its turn comes after those of other bots.

        Returns:
            Whether it was queued.

        Raises:
            redis.RedisError: Redis does not answer.
        """
        job: JobName = "service.jobs.bot_turns.play_bot_turns"
        queue: QueueName = ("slow-bots-alone" if slow else "bots") if alone else "slow-bots" if slow else "tables"
        # The id is free when the job ends, because the table may need another.
        return self._put(job, turn_job(table_id), table_id, version, queue=queue, kept_s=0, failed_kept_s=TURN_FAILED_S)

    def without_turn(self, table_ids: Sequence[str]) -> list[str]:
        """Returns those of the tables without a waiting, running or just failed job for bots.

        Raises `redis.RedisError`.
        """
        with self.redis.pipeline(transaction=False) as pipeline:
            for table_id in table_ids:
                pipeline.exists(Job.key_for(turn_job(table_id)))
            return [table_id for table_id, has_job in zip(table_ids, pipeline.execute(), strict=True) if not has_job]

    def turns_taken(self, table_ids: Collection[str]) -> dict[str, str]:
        """Returns the tables whose job for bots was taken but has not ended, with a value that identifies its run.

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

    def take_bot_tables(self, most: int) -> list[str]:
        """Takes tables of bots alone out of their queue, so that one job can play at all of them.

        Their ids stay taken. The caller has to call `free_turns` in the end.

        Args:
            most: maximum number of tables.

        Returns:
            The ids of the tables.

        Raises:
            redis.RedisError: Redis does not answer.
        """
        # redis-py declares one type for both forms of this call.
        taken = cast("list[bytes] | None", self.redis.lpop(self.queues["bots"].key, most)) or []
        return [job_id.decode().removeprefix(TURNS) for job_id in taken]

    def free_turns(self, table_ids: Collection[str]) -> None:
        """Frees the ids of the jobs for bots at these tables. Raises `redis.RedisError`."""
        if table_ids:
            self.redis.delete(*(Job.key_for(turn_job(table_id)) for table_id in table_ids))

    def keep_failed(self, table_id: str) -> None:
        """Keeps the id of a failed job for bots for a while. Raises `redis.RedisError`."""
        self.redis.expire(Job.key_for(turn_job(table_id)), TURN_FAILED_S)

    def remove_waiting(self, table_id: str) -> None:
        """Removes the table's job for bots from the queues. Raises `redis.RedisError`."""
        for name in QUEUES["tables"]:
            self.queues[name].remove(turn_job(table_id))

    def put_due(self, kind: DueKind, its_id: str, wait: str = "", *, again: bool = False) -> bool:
        """Queues what is due, once for each wait.

        Args:
            kind: what is due.
            its_id: id of the table, sandbox, player, tournament, league or series.
            wait: identifies the wait that is over, if there can be several.
            again: whether it was queued before. Then a job that no longer waits counts as lost.

        Returns:
            Whether it was queued; false if it already is.

        Raises:
            redis.RedisError: Redis does not answer.
        """
        return self._put(_DUE_JOBS[kind], "-".join(filter(None, (kind, its_id, wait))), its_id, again=again)

    def put_matchmaking(self, turn: str) -> bool:
        """Queues the search for matching seeks, once for each turn.

        Args:
            turn: identifies the state of the seeks.

        Returns:
            Whether it was queued; false if it already is.

        Raises:
            redis.RedisError: Redis does not answer.
        """
        return self._put("service.jobs.matchmaking.match_seeks", f"matchmaking-{turn}")

    def put_webhook(self, webhook_id: str, turn: str, *, failing: bool) -> bool:
        """Queues a webhook with due deliveries, once for each turn.

        Args:
            webhook_id: id of the webhook.
            turn: identifies the number of earlier claims, and the minute.
            failing: whether its last delivery failed.

        Returns:
            Whether it was queued; false if it already is.

        Raises:
            redis.RedisError: Redis does not answer.
        """
        job_id = f"webhook-{webhook_id}-{turn}"
        return self._put("service.jobs.deliver.deliver_to", job_id, webhook_id, queue=_queue_of(failing=failing))

    def put_mail(self, turn: str) -> bool:
        """Queues a job that sends mails, once for each turn.

        Args:
            turn: identifies the mail that is due first and the number of its earlier claims.

        Returns:
            Whether it was queued; false if it already is.

        Raises:
            redis.RedisError: Redis does not answer.
        """
        return self._put("service.jobs.mail.send_mails", f"mail-{turn}", queue="mail")

    def put_analysis(self, table_id: str, hand: int, judged: int, *, again: bool = False) -> bool:
        """Queues the next part of the analysis of a hand, once for each part.

        Args:
            table_id: id of the table.
            hand: the number of the hand.
            judged: the number of decisions that are judged already.
            again: whether it was queued before. Then a job that no longer waits counts as lost.

        Returns:
            Whether it was queued; false if it already is.

        Raises:
            redis.RedisError: Redis does not answer.
        """
        job_id = f"analysis-{table_id}-{hand}-{judged}"
        job: JobName = "service.jobs.analysis.continue_analysis"
        return self._put(job, job_id, table_id, hand, queue="analysis", again=again)

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
        """Queues a function by name. Returns false if the job exists.

        With `again`, a job that no longer waits is replaced.
        """
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


def queue_names(works: Sequence[WorkKind]) -> list[QueueName]:
    """Returns the queues of these kinds of work in order. Those for which nobody waits come last."""
    names = [name for work in works for name in QUEUES[work]]
    return sorted(names, key=lambda name: BACKGROUND.index(name) if name in BACKGROUND else -1)


def turn_job(table_id: str) -> str:
    """Returns the id of the job for the turns of the bots at a table."""
    return TURNS + table_id


def _queue_of(*, failing: bool) -> QueueName:
    """Returns the queue of webhooks whose last delivery failed, or that of all others."""
    return "failing-webhooks" if failing else "webhooks"
