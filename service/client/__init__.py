"""A client of the HTTP API for Python programs. It depends on the API only, not on the service."""

from service.client import documents
from service.client.client import Client, Turn
from service.client.problems import ApiProblem, ClientError, FeedBroken, Unreachable
from service.client.transport import Patience

__all__ = ["ApiProblem", "Client", "ClientError", "FeedBroken", "Patience", "Turn", "Unreachable", "documents"]
