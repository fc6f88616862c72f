"""The problem documents with which the API reports errors of webhooks (RFC 9457)."""

from domain.kernel.messages import message
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
    NoSuchWebhook: lambda error: problem_response("not_found", message("you have no webhook {error}", error=error)),
    NoSuchDelivery: lambda error: problem_response(
        "not_found",
        message("the webhook has no delivery {error}", error=error),
        hint=message("old deliveries are deleted"),
    ),
    TooManyWebhooks: lambda _: problem_response(
        "too_many_webhooks",
        message("you have {webhooks_limit} webhooks already", webhooks_limit=WEBHOOKS_LIMIT),
        hint=message("delete one, or change its url"),
    ),
    WebhookDisabled: lambda error: problem_response(
        "webhook_disabled",
        message("the webhook is disabled: {error}", error=error),
        hint=message('enable it first: PATCH with {"enabled": true}'),
    ),
    RefusedUrl: lambda error: problem_response(
        "webhook_url_refused", message("url: {error}", error=error.args[0]), hint=error.hint
    ),
}
