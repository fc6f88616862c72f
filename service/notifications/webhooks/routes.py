"""HTTP routes for webhooks, which push the events of an account, and for their deliveries."""

from typing import get_args

from flask import Blueprint, Response

from service.notifications.webhooks.handlers import Attempt, Changes, Delivery, DeliveryState, Webhook
from service.notifications.webhooks.schemas import RotationSchema, WebhookChangesSchema, WebhookSchema
from service.platform.documents import Json, timestamp
from service.platform.http import requests
from service.platform.http.answers import answer, page_of
from service.platform.http.fields import load
from service.platform.http.problems import Problem
from service.platform.http.rate_limits import counts_as
from service.request_context import needs, player, service

webhooks = Blueprint("webhooks", __name__, url_prefix="/v1/me/webhooks")

STATES: tuple[str, ...] = get_args(DeliveryState)

_WEBHOOK = WebhookSchema()
_CHANGES = WebhookChangesSchema()
_ROTATION = RotationSchema()


@webhooks.post("")
@counts_as("account")
@needs("webhook:manage", own_token=True)
def create_webhook() -> Response:
    requests.known_parameters()
    requests.no_idempotency_key()
    asked = load(_WEBHOOK, requests.body())
    made, secret = service().webhooks.create(player(), asked["url"], asked["types"])
    return new_webhook_answer(made, secret)


def new_webhook_answer(made: Webhook, secret: str) -> Response:
    """Returns the response that shows a new webhook with its secret."""
    document = {**webhook_document(made), "secret": secret}
    return answer(document, 201, location=f"/v1/me/webhooks/{made.id}", cache="no-store")


@webhooks.get("")
@counts_as("account")
@needs("webhook:manage")
def list_webhooks() -> Response:
    requests.known_parameters()
    return answer({"webhooks": [webhook_document(each) for each in service().webhooks.all_of(player())]})


@webhooks.get("/<webhook_id:webhook_id>")
@counts_as("account")
@needs("webhook:manage")
def view_webhook(webhook_id: str) -> Response:
    requests.known_parameters()
    return answer(webhook_document(service().webhooks.one(player(), webhook_id)))


@webhooks.patch("/<webhook_id:webhook_id>")
@counts_as("account")
@needs("webhook:manage", own_token=True)
def change_webhook(webhook_id: str) -> Response:
    requests.known_parameters()
    asked = load(_CHANGES, requests.body())
    if not asked:
        raise Problem("invalid_request", "the request changes nothing", hint="give url, types or enabled")
    return answer(webhook_document(service().webhooks.change(player(), webhook_id, Changes(**asked))))


@webhooks.delete("/<webhook_id:webhook_id>")
@counts_as("account")
@needs("webhook:manage")
def delete_webhook(webhook_id: str) -> Response:
    requests.known_parameters()
    service().webhooks.drop(player(), webhook_id)
    return Response(status=204)


@webhooks.post("/<webhook_id:webhook_id>/secret")
@counts_as("account")
@needs("webhook:manage", own_token=True)
def rotate_webhook_secret(webhook_id: str) -> Response:
    requests.known_parameters()
    requests.no_idempotency_key()
    asked = load(_ROTATION, requests.body())
    secret, former_until = service().webhooks.rotate(player(), webhook_id, asked["former_lives_s"])
    return answer({"secret": secret, "former_secret_until": timestamp(former_until)}, cache="no-store")


@webhooks.post("/<webhook_id:webhook_id>/test")
@counts_as("account")
@needs("webhook:manage")
def test_webhook(webhook_id: str) -> Response:
    requests.known_parameters()
    return answer(delivery_document(service().webhooks.test(player(), webhook_id)), 202)


@webhooks.get("/<webhook_id:webhook_id>/deliveries")
@counts_as("account")
@needs("webhook:manage")
def list_deliveries(webhook_id: str) -> Response:
    requests.known_parameters("state", "limit", "cursor")
    state, count = requests.word("state", STATES), requests.limit()
    found = service().webhooks.deliveries(player(), webhook_id, state, requests.cursor(), count + 1)
    return page_of("deliveries", [delivery_document(each) for each in found], count)


@webhooks.get("/<webhook_id:webhook_id>/deliveries/<delivery_id:delivery_id>")
@counts_as("account")
@needs("webhook:manage")
def view_delivery(webhook_id: str, delivery_id: str) -> Response:
    requests.known_parameters()
    made, payload, history = service().webhooks.delivery(player(), webhook_id, delivery_id)
    return answer(
        {**delivery_document(made), "payload": payload, "history": [_attempt_document(each) for each in history]}
    )


@webhooks.post("/<webhook_id:webhook_id>/deliveries/<delivery_id:delivery_id>/redeliver")
@counts_as("account")
@needs("webhook:manage")
def redeliver(webhook_id: str, delivery_id: str) -> Response:
    requests.known_parameters()
    return answer(delivery_document(service().webhooks.redeliver(player(), webhook_id, delivery_id)), 202)


def webhook_document(webhook: Webhook) -> Json:
    """Returns a webhook as its owner sees it."""
    disabled = (
        {"by": webhook.disabled_by, "at": timestamp(webhook.disabled_at)} if webhook.disabled_at is not None else None
    )
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


def delivery_document(delivery: Delivery) -> Json:
    """Returns the list entry of a delivery."""
    return {
        "id": delivery.id,
        "webhook": delivery.webhook_id,
        "type": delivery.type,
        "number": delivery.number,
        "state": delivery.state,
        "attempts": delivery.attempts,
        "created_at": timestamp(delivery.created_at),
        "next_attempt_at": timestamp(delivery.next_attempt_at) if delivery.next_attempt_at else None,
    }


def _attempt_document(attempt: Attempt) -> Json:
    return {
        "at": timestamp(attempt.began_at),
        "status": attempt.status,
        "duration_ms": attempt.duration_ms,
        "error": attempt.error,
    }
