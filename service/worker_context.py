"""The objects that the jobs of one worker process use."""

from service.notifications.mail.sender import MailSender
from service.platform.queue.job_queue import JobQueue
from service.wiring import Service


class WorkerContext:
    """The service, the queue and the sender of mails. They are set once, when the worker starts.

    Without `mail_sender`, this worker sends no mails.
    """

    service: Service
    queue: JobQueue
    mail_sender: MailSender | None = None
