"""What the jobs of one worker process work with."""

from service.jobs.mail_sender import MailSender
from service.jobs.queue import JobQueue
from service.jobs.webhook_sender import Sender
from service.wiring import Service

PLAY_FOR_S = 0.5
"""After so long a job makes way for those of other tables, where people may be waiting."""
BOTS_PLAY_FOR_S = 0.1
"""After so long a job for a table of bots alone does; so long may a person wait behind it."""
BOT_TABLES_AT_ONCE = 6
"""So many tables of bots alone does a job play at once, since each spends most of its time waiting for the disk."""


class Workshop:
    """The parts of the service, the queue, and what sends messages; set once, when the worker starts.

    Without `mail_sender` this worker sends no mails.
    """

    service: Service
    queue: JobQueue
    sender: Sender
    mail_sender: MailSender | None = None
