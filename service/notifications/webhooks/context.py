"""The objects that the jobs of webhooks use."""

from service.notifications.webhooks.sender import Sender
from service.platform.basics import Basics


class WebhookContext:
    """The basic parts and the sender of messages. They are set once, when the worker starts."""

    basics: Basics
    sender: Sender
