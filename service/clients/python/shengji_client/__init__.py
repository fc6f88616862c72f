"""A client of the HTTP API for Python programs. It depends on the API only, not on the service."""

from . import documents
from .client import Client, Turn
from .problems import ApiProblem, ClientError, FeedBroken, Unreachable
from .transport import Patience

__all__ = ["ApiProblem", "Client", "ClientError", "FeedBroken", "Patience", "Turn", "Unreachable", "documents"]
