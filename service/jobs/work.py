"""The process `shengji work`: an RQ worker that plays the turns of bots."""

import logging

from rq import SimpleWorker

from service.jobs.bot_turns import Workshop
from service.jobs.queue import BotQueue
from service.wiring import Service


class BotWorker(SimpleWorker):
    """A worker that runs jobs in its own process, so that the tables it has at hand stay at hand.

    The jobs are our own and short; a job that takes the process with it is found due again, and the supervisor starts
    another worker.
    """


def work(service: Service, *, burst: bool = False) -> None:
    """Works off the queue until the process is told to stop; with `burst`, until the queue is empty."""
    queue = BotQueue(service.settings.redis_url)
    Workshop.service = service
    Workshop.queue = queue
    service.doorbell.start()
    worker = BotWorker([queue.queue], connection=queue.redis, serializer="json")
    # Its own chatter about every job is for debugging; ours is in the logs of the service.
    logging.getLogger("rq").setLevel(logging.WARNING)
    worker.work(burst=burst, logging_level="WARNING")
