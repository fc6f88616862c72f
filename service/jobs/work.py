"""The process `shengji work`: an RQ worker for turns of bots, ticks of clocks, webhooks and mails."""

import logging
from collections.abc import Sequence
from typing import Any

from rq import SimpleWorker
from rq.exceptions import DeserializationError
from rq.job import Job

from domain.newer_release import NewerRelease
from service.jobs.mail_sender import MailSender
from service.jobs.queue import QUEUES, WORKS, JobQueue, Work
from service.jobs.webhook_sender import Sender
from service.jobs.workshop import Workshop
from service.wiring import Service

_log = logging.getLogger(__name__)


class TableWorker(SimpleWorker):
    """A worker that runs jobs in its own process, so that the tables it has at hand stay at hand.

    The jobs are our own and short; a job that takes the process with it is found due again, and the supervisor starts
    another worker. So does one at a stream that a newer release has written: a worker of that release gets it then.
    """

    def handle_exception(self, job: Job, *exc_info: Any) -> None:
        """Logs that a job has failed, as our logs tell of exceptions; of itself RQ writes all that they say.

        That it is for a newer release is no defect.
        """
        if isinstance(exc_info[1], NewerRelease):
            _log.warning("%s is left to a newer release: %s", job.id, exc_info[1])
        else:
            _log.error("job %s failed: %s", job.id, _called(job), exc_info=exc_info)

    def handle_job_failure(self, job: Job, *given: Any, **more: Any) -> None:
        """Keeps in Redis that the job has failed, and not what the exception says."""
        super().handle_job_failure(job, *given, **{**more, "exc_string": "see the logs"})


def _called(job: Job) -> str:
    """What a job calls, which a release may not know."""
    try:
        return str(job.func_name)
    except DeserializationError:
        return "it cannot be read"


def work(service: Service, works: Sequence[Work] = WORKS, *, burst: bool = False) -> None:
    """Does these works, earlier ones first, until the process is told to stop; with `burst`, until nothing waits."""
    queue = JobQueue(service.settings.redis_url)
    Workshop.service = service
    Workshop.queue = queue
    Workshop.sender = Sender(service.webhooks.guard, service.settings.webhook_timeout_s)
    Workshop.mail_sender = MailSender(service.settings) if service.settings.smtp_host else None
    service.doorbell.start()
    worker = TableWorker(
        [queue.queues[name] for each in works for name in QUEUES[each]], connection=queue.redis, serializer="json"
    )
    # Its own chatter about every job is for debugging; ours is in the logs of the service.
    logging.getLogger("rq").setLevel(logging.WARNING)
    worker.work(burst=burst, logging_level="WARNING")
