"""HTTP routes for e-mail notifications: the preferences of a player, and the pages behind the links in mails.

The pages need no token. The code in a link permits one action and nothing else. Programs that scan mail also follow
links, so only the button on the page performs the action (RFC 8058, section 3.2).
"""

from flask import Blueprint, Response
from werkzeug.routing import BaseConverter

from domain.kernel.messages import message
from service.notifications.mail.handlers import NoSuchCode, Preferences, mailbox_document
from service.notifications.mail.kinds import MAIL_KINDS
from service.notifications.mail.schemas import MailAddressSchema, MailCodeSchema, PreferencesSchema
from service.notifications.mail.texts import STOPPED
from service.platform.http import requests
from service.platform.http.answers import answer
from service.platform.http.fields import load
from service.platform.http.language import spoken_html
from service.platform.http.pages import message_page, page
from service.platform.http.problems import Problem
from service.platform.http.rate_limits import rate_class
from service.request_context import identity, needs, player, service


class StoppedConverter(BaseConverter):
    """What a link in a mail stops: one kind of mail, the digest, or all mails."""

    regex = "|".join([*MAIL_KINDS, "digest", "all"])


notifications = Blueprint("notifications", __name__, url_prefix="/v1/me/notifications")
mail_pages = Blueprint("mail_pages", __name__, url_prefix="/mail")

_PREFERENCES = PreferencesSchema()
_ADDRESS = MailAddressSchema()
_CODE = MailCodeSchema()


@notifications.get("")
@rate_class("account")
@needs("account:read")
def view_notifications() -> Response:
    requests.check_parameters()
    return _shown()


@notifications.patch("")
@rate_class("account")
@needs("account:write")
def change_notifications() -> Response:
    requests.check_parameters()
    body = load(_PREFERENCES, requests.body())
    if not body:
        raise Problem(
            "invalid_request",
            message("the request changes nothing"),
            hint=message("give kinds, time_zone, digest_hour or names"),
        )
    service().notifications.change(player(), Preferences(**body))
    return _shown()


@notifications.put("/address")
@rate_class("login")
@needs("account:write", own_token=True)
def put_mail_address() -> Response:
    requests.check_parameters()
    address = load(_ADDRESS, requests.body())["address"]
    if identity().sandbox is not None:
        service().notifications.give(player(), address)
        return _shown()
    service().notifications.ask(player(), address)
    return _shown(202)


@notifications.delete("/address")
@rate_class("account")
@needs("account:write", own_token=True)
def drop_mail_address() -> Response:
    requests.check_parameters()
    service().notifications.drop(player())
    return Response(status=204)


@notifications.post("/confirmation")
@rate_class("login")
@needs("account:write", own_token=True)
def confirm_mail_address() -> Response:
    requests.check_parameters()
    service().notifications.confirm(load(_CODE, requests.body())["code"], player())
    return _shown()


def _shown(status: int = 200) -> Response:
    kept = service().notifications
    sends_mail = kept.sends_mail or identity().sandbox is not None
    return answer({"sends_mail": sends_mail, **mailbox_document(kept.of(player()))}, status)


@mail_pages.get("/confirm/<mail_code:mail_code>")
@rate_class("account")
def show_confirmation(mail_code: str) -> Response:
    del mail_code  # checked only when the player confirms
    return page(message("Confirm your e-mail address"), _form(message("Send mails about my turns to this address")))


@mail_pages.post("/confirm/<mail_code:mail_code>")
@rate_class("login")
def confirm_by_link(mail_code: str) -> Response:
    try:
        service().notifications.confirm(mail_code)
    except NoSuchCode:
        text = message(
            "It was used already, is older than a day, or another address was entered since. Enter the address again."
        )
        return message_page(message("This link is no longer valid"), text, 410)
    return message_page(
        message("Your address is confirmed"),
        message("You get mails about your turns here. Each mail has a link to stop them."),
    )


@mail_pages.get("/stop/<mail_code:mail_code>/<stopped:stopped>")
@rate_class("read")
def show_stop(mail_code: str, stopped: str) -> Response:
    more = (
        ""
        if stopped == "all"
        else f'<p><a href="/mail/stop/{mail_code}/all">{spoken_html(message("Stop all mails"))}</a></p>'
    )
    return page(message("Stop mails {about}?", about=STOPPED[stopped]), _form(message("Stop them")) + more)


@mail_pages.post("/stop/<mail_code:mail_code>/<stopped:stopped>")
@rate_class("read")
def stop_mails(mail_code: str, stopped: str) -> Response:
    service().notifications.unsubscribe(mail_code, stopped)
    return message_page(message("Done"), message("You get no more mails {about}.", about=STOPPED[stopped]))


def _form(button: str) -> str:
    """Returns a form that posts to the address of its own page."""
    return f'<form method="post"><button class="go">{spoken_html(button)}</button></form>'
