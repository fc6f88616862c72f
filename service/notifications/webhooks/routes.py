"""HTTP routes for webhooks, which push the events of an account, and for their deliveries."""

from typing import get_args

from flask import Blueprint, Response

from domain.kernel.messages import message
from service.notifications.webhooks.documents import attempt_document, delivery_document, webhook_document
from service.notifications.webhooks.handlers import DeliveryState, WebhookChanges
from service.notifications.webhooks.schemas import RotationSchema, WebhookChangesSchema, WebhookSchema
from service.platform.documents import timestamp
from service.platform.http import requests
from service.platform.http.answers import answer, page_of
from service.platform.http.deprecation import renamed_parameter
from service.platform.http.fields import load
from service.platform.http.problems import Problem
from service.platform.http.rate_limits import rate_class
from service.request_context import needs, player, service

webhooks = Blueprint("webhooks", __name__, url_prefix="/v1/me/webhooks")

STATES: tuple[str, ...] = get_args(DeliveryState)

SENDS_AGAIN = message("each request sends a delivery")
_WEBHOOK = WebhookSchema()
_CHANGES = WebhookChangesSchema()
_ROTATION = RotationSchema()


@webhooks.post("")
@rate_class("account")
@needs("webhook:manage", own_token=True)
def create_webhook() -> Response:
    requests.check_parameters()
    requests.refuse_idempotency_key()
    body = load(_WEBHOOK, requests.body())
    made, secret = service().webhooks.create(player(), body["url"], body["types"])
    document = {**webhook_document(made), "secret": secret}
    return answer(document, 201, location=f"/v1/me/webhooks/{made.id}", cache="no-store")


@webhooks.get("")
@rate_class("account")
@needs("webhook:manage")
def list_webhooks() -> Response:
    requests.check_parameters()
    return answer({"webhooks": [webhook_document(each) for each in service().webhooks.all_of(player())]})


@webhooks.get("/<webhook_id:webhook_id>")
@rate_class("account")
@needs("webhook:manage")
def view_webhook(webhook_id: str) -> Response:
    requests.check_parameters()
    return answer(webhook_document(service().webhooks.one(player(), webhook_id)))


@webhooks.patch("/<webhook_id:webhook_id>")
@rate_class("account")
@needs("webhook:manage", own_token=True)
def change_webhook(webhook_id: str) -> Response:
    requests.check_parameters()
    body = load(_CHANGES, requests.body())
    if not body:
        raise Problem(
            "invalid_request", message("the request changes nothing"), hint=message("give url, types or enabled")
        )
    return answer(webhook_document(service().webhooks.change(player(), webhook_id, WebhookChanges(**body))))


@webhooks.delete("/<webhook_id:webhook_id>")
@rate_class("account")
@needs("webhook:manage")
def delete_webhook(webhook_id: str) -> Response:
    requests.check_parameters()
    service().webhooks.drop(player(), webhook_id)
    return Response(status=204)


@webhooks.post("/<webhook_id:webhook_id>/secret")
@rate_class("account")
@needs("webhook:manage", own_token=True)
def rotate_webhook_secret(webhook_id: str) -> Response:
    requests.check_parameters()
    requests.refuse_idempotency_key()
    body = load(_ROTATION, requests.body())
    secret, former_until = service().webhooks.rotate(player(), webhook_id, body["former_lives_s"])
    return answer({"secret": secret, "former_secret_until": timestamp(former_until)}, cache="no-store")


@webhooks.post("/<webhook_id:webhook_id>/test")
@rate_class("account")
@needs("webhook:manage")
def test_webhook(webhook_id: str) -> Response:
    requests.check_parameters()
    requests.refuse_idempotency_key(SENDS_AGAIN)
    made = service().webhooks.test(player(), webhook_id)
    location = f"/v1/me/webhooks/{webhook_id}/deliveries/{made.id}"
    return answer(delivery_document(made), 202, location=location)


@webhooks.get("/<webhook_id:webhook_id>/deliveries")
@rate_class("account")
@needs("webhook:manage")
@renamed_parameter("state")
def list_deliveries(webhook_id: str) -> Response:
    requests.check_parameters("status", "state", "limit", "cursor")
    status, count = requests.renamed_word_parameter("status", "state", STATES), requests.page_limit()
    found = service().webhooks.deliveries(player(), webhook_id, status, requests.page_cursor(), count + 1)
    return page_of("deliveries", [delivery_document(each) for each in found], count)


@webhooks.get("/<webhook_id:webhook_id>/deliveries/<delivery_id:delivery_id>")
@rate_class("account")
@needs("webhook:manage")
def view_delivery(webhook_id: str, delivery_id: str) -> Response:
    requests.check_parameters()
    made, payload, history = service().webhooks.delivery(player(), webhook_id, delivery_id)
    return answer(
        {**delivery_document(made), "payload": payload, "history": [attempt_document(each) for each in history]}
    )


@webhooks.post("/<webhook_id:webhook_id>/deliveries/<delivery_id:delivery_id>/redeliver")
@rate_class("account")
@needs("webhook:manage")
def redeliver(webhook_id: str, delivery_id: str) -> Response:
    requests.check_parameters()
    requests.refuse_idempotency_key(SENDS_AGAIN)
    return answer(delivery_document(service().webhooks.redeliver(player(), webhook_id, delivery_id)), 202)
