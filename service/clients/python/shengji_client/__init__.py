"""A client of the HTTP API of Sheng Ji servers: `Client` for threads, `AsyncClient` for asyncio.

`CONTRACT` is the version of the contract that it speaks. `documents` has the types of all documents.
"""

from . import documents
from .async_client import AsyncClient
from .client import Client
from .contract import CONTRACT
from .exchange import Patience
from .problems import ApiProblem, ClientError, FeedBroken, Unreachable
from .tables import Turn
from .version import VERSION

__all__ = [
    "CONTRACT",
    "VERSION",
    "ApiProblem",
    "AsyncClient",
    "Client",
    "ClientError",
    "FeedBroken",
    "Patience",
    "Turn",
    "Unreachable",
    "documents",
]
