"""A worker of RQ that runs jobs by their names, in its own process."""

import logging
from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar

from rq import SimpleWorker
from rq.exceptions import DeserializationError
from rq.job import Job

from domain.kernel.newer_release import NewerRelease
from service.platform.queue.job_queue import JobName, JobQueue, WorkKind, queue_names

_log = logging.getLogger(__name__)


class NamedJob(Job):
    """A job that calls the function of its name.

    Attributes:
        functions: the functions by the names under which jobs are queued.
    """

    functions: ClassVar[Mapping[JobName, Callable[..., object]]]

    @property
    def func(self) -> Callable[..., Any]:
        """The function.

        Raises:
            NewerRelease: this release knows no job of this name.
        """
        for name, function in self.functions.items():
            if name == self.func_name:
                return function
        raise NewerRelease(f"there is no job {self.func_name}")


class JobWorker(SimpleWorker):
    """A worker that runs jobs in its own process.

    Jobs are short and trusted. If a job kills the process, its work is found due again and the supervisor starts
    another worker.
    """

    def handle_exception(self, job: Job, *exc_info: Any) -> None:
        """Logs a failed job in the format of our logs. RQ itself would log the whole message of the exception.

        A job or a stream of a newer release is no defect.
        """
        error = exc_info[1]
        if isinstance(error, NewerRelease):
            _log.warning("%s has to wait for a newer release: %s", job.id, error)
        else:
            _log.error("job %s failed: %s", job.id, _job_text(job), exc_info=exc_info)

    def handle_job_failure(self, job: Job, *given: Any, **more: Any) -> None:
        """Records in Redis that the job has failed, without the message of the exception."""
        super().handle_job_failure(job, *given, **{**more, "exc_string": "see the logs"})


def run_jobs(worker_class: type[JobWorker], queue: JobQueue, works: Sequence[WorkKind], *, burst: bool) -> None:
    """Runs the given kinds of work, in order of priority, until the process is stopped.

    With `burst`, it returns when no job waits.
    """
    queues = [queue.queues[name] for name in queue_names(works)]
    worker = worker_class(queues, connection=queue.redis, serializer="json")
    # RQ logs every job, which is only useful for debugging.
    logging.getLogger("rq").setLevel(logging.WARNING)
    worker.work(burst=burst, logging_level="WARNING")


def _job_text(job: Job) -> str:
    """Returns the function name of a job, which this release may not know."""
    try:
        return str(job.func_name)
    except DeserializationError:
        return "unreadable"
