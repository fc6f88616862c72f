"""Webhooks and their deliveries, as JSON for their owners."""

from service.notifications.webhooks.document_types import Delivery as DeliveryDocument
from service.notifications.webhooks.document_types import DeliveryAttempt, WebhookDisabled
from service.notifications.webhooks.document_types import Webhook as WebhookDocument
from service.notifications.webhooks.handlers import Attempt, Delivery, Webhook
from service.platform.documents import timestamp


def webhook_document(webhook: Webhook) -> WebhookDocument:
    """Returns a webhook as its owner sees it."""
    disabled: WebhookDisabled | None = None
    if webhook.disabled_at is not None and webhook.disabled_by is not None:
        disabled = {"by": webhook.disabled_by, "at": timestamp(webhook.disabled_at)}
    return {
        "id": webhook.id,
        "url": webhook.url,
        "types": webhook.types,
        "tournament": webhook.tournament_id,
        "enabled": disabled is None,
        "disabled": disabled,
        "created_at": timestamp(webhook.created_at),
        "former_secret_until": timestamp(webhook.former_until) if webhook.former_until else None,
    }


def delivery_document(delivery: Delivery) -> DeliveryDocument:
    """Returns the list entry of a delivery."""
    return {
        "id": delivery.id,
        "webhook": delivery.webhook_id,
        "type": delivery.type,
        "number": delivery.number,
        "status": delivery.state,
        "state": delivery.state,
        "attempts": delivery.attempts,
        "created_at": timestamp(delivery.created_at),
        "next_attempt_at": timestamp(delivery.next_attempt_at) if delivery.next_attempt_at else None,
    }


def attempt_document(attempt: Attempt) -> DeliveryAttempt:
    """Returns an attempt to deliver an event."""
    return {
        "at": timestamp(attempt.began_at),
        "status": attempt.status,
        "duration_ms": attempt.duration_ms,
        "error": attempt.error,
    }
