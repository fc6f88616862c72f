"""The process `shengji work webhooks`. It sends webhooks and does nothing else, so it imports nothing of the games."""

from collections.abc import Callable, Mapping

from service.notifications.webhooks.context import WebhookContext
from service.notifications.webhooks.guard import guard_of
from service.notifications.webhooks.jobs import deliver_to
from service.notifications.webhooks.sender import Sender
from service.platform.basics import Basics
from service.platform.queue.job_queue import JobName, JobQueue
from service.processes.job_worker import JobWorker, NamedJob, run_jobs

SENDING: Mapping[JobName, Callable[..., object]] = {"service.jobs.deliver.deliver_to": deliver_to}


class WebhookJob(NamedJob):
    """A job that sends the messages of one webhook."""

    functions = SENDING


class WebhookWorker(JobWorker):
    """A worker that only sends webhooks."""

    job_class = WebhookJob


def prepare_webhooks(basics: Basics) -> None:
    """Sets the objects that the jobs of webhooks use."""
    WebhookContext.basics = basics
    WebhookContext.sender = Sender(guard_of(basics.settings), basics.settings.webhook_timeout_s)


def send_webhooks(basics: Basics, *, burst: bool = False) -> None:
    """Sends webhooks until the process is stopped. With `burst`, it returns when none waits."""
    prepare_webhooks(basics)
    run_jobs(WebhookWorker, JobQueue(basics.settings.redis_url), ("webhooks",), burst=burst)
