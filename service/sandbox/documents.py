"""The document of a sandbox."""

from service.platform.documents import timestamp
from service.sandbox import document_types
from service.sandbox.handlers import Sandbox


def sandbox_document(sandbox: Sandbox) -> document_types.Sandbox:
    """Returns a sandbox with its time."""
    return {
        "id": sandbox.id,
        "now": timestamp(sandbox.clock),
        "created_at": timestamp(sandbox.created_at),
        "expires_at": timestamp(sandbox.expires_at),
    }
