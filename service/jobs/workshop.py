"""What the jobs of one worker process work with."""

from service.jobs.mail_sender import MailSender
from service.jobs.queue import JobQueue
from service.jobs.webhook_sender import Sender
from service.wiring import Service

PLAY_FOR_S = 0.5
"""After so long a job makes way for those of other tables, where people may be waiting."""


class Workshop:
    """The parts of the service, the queue, and what sends messages; set once, when the worker starts.

    Without `mail_sender` this worker sends no mails.
    """

    service: Service
    queue: JobQueue
    sender: Sender
    mail_sender: MailSender | None = None
