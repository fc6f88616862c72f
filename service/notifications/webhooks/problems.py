"""The problem documents with which the API reports errors of webhooks (RFC 9457)."""

from service.notifications.webhooks.guard import RefusedUrl
from service.notifications.webhooks.handlers import (
    WEBHOOKS_LIMIT,
    NoSuchDelivery,
    NoSuchWebhook,
    TooManyWebhooks,
    WebhookDisabled,
)
from service.platform.http.problems import Answers, problem_response

PROBLEMS: Answers = {
    NoSuchWebhook: lambda error: problem_response("not_found", f"you have no webhook {error}"),
    NoSuchDelivery: lambda error: problem_response(
        "not_found", f"the webhook has no delivery {error}", hint="old deliveries are deleted"
    ),
    TooManyWebhooks: lambda _: problem_response(
        "too_many_webhooks", f"you have {WEBHOOKS_LIMIT} webhooks already", hint="delete one, or change its url"
    ),
    WebhookDisabled: lambda error: problem_response(
        "webhook_disabled", f"the webhook is disabled: {error}", hint='enable it first: PATCH with {"enabled": true}'
    ),
    RefusedUrl: lambda error: problem_response("webhook_url_refused", f"url: {error}"),
}
