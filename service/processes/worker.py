"""The process `shengji work`: an RQ worker for all jobs, such as turns of bots, clocks, webhooks and mails."""

import logging
from collections.abc import Sequence
from typing import Any

import redis
from rq import Queue
from rq.executions import Execution
from rq.job import Job

from service.notifications.mail.sender import MailSender
from service.platform.queue.job_queue import TURNS, TURNS_BEFORE, WORKS, JobQueue, WorkKind
from service.platform.queue.unreadable_streams import set_stream_aside_for_jobs
from service.platform.store.database import DatabaseUnavailable
from service.platform.store.folding import UnreadableStream
from service.processes.job_worker import JobWorker, run_jobs
from service.processes.jobs import AnyJob
from service.processes.webhook_worker import prepare_webhooks
from service.tables.bot_turns import queue_next_turns
from service.wiring import Service
from service.worker_context import WorkerContext

_log = logging.getLogger(__name__)


class TableWorker(JobWorker):
    """A worker for all kinds of work. It runs jobs in its own process, so that cached tables are reused.

    A job on a stream of a newer release fails until a worker of that release gets it.
    """

    job_class = AnyJob

    def perform_job(self, job: Job, queue: Queue, execution: Execution) -> bool:
        """Runs a job. After a job for the turns of bots, whose id is free then, queues their next turns."""
        is_done = super().perform_job(job, queue, execution)
        if is_done and job.id.startswith((TURNS, TURNS_BEFORE)):
            _queue_next(job)
        return is_done

    def handle_exception(self, job: Job, *exc_info: Any) -> None:
        """Logs a failed job. A stream that cannot be read is left alone for a while."""
        error = exc_info[1]
        if isinstance(error, UnreadableStream):
            _set_aside(error)
        else:
            super().handle_exception(job, *exc_info)


def _set_aside(error: UnreadableStream) -> None:
    try:
        set_stream_aside_for_jobs(WorkerContext.service.database, error)
    except DatabaseUnavailable as away:
        # The job is queued again and fails again.
        _log.warning("%s cannot be read, and this could not be recorded: %s", error.stream, away)


def _queue_next(job: Job) -> None:
    """Queues the next turns after a job for the turns of bots. If this fails, a later poll finds the table."""
    try:
        queue_next_turns(job.args[0])
    except UnreadableStream as error:
        _set_aside(error)
    except (DatabaseUnavailable, redis.RedisError) as error:
        _log.warning("%s: its next turns are queued later: %s", job.id, error)
    except Exception:  # noqa: BLE001 - logged; RQ would end the worker, which other tables need
        _log.exception("%s: its next turns cannot be queued", job.id)


def work(service: Service, works: Sequence[WorkKind] = WORKS, *, burst: bool = False) -> None:
    """Runs the given kinds of work, in order of priority, until the process is stopped.

    With `burst`, it returns when no job waits.
    """
    queue = JobQueue(service.settings.redis_url)
    WorkerContext.service = service
    WorkerContext.queue = queue
    WorkerContext.mail_sender = MailSender(service.settings) if service.settings.smtp_host else None
    prepare_webhooks(service)
    service.notifier.start_publishing()
    run_jobs(TableWorker, queue, works, burst=burst)
