"""The form of mails: plain text and HTML side by side (RFC 2046, section 5.1.4), with all headers of RFC 5322.

The HTML is escaped, has no styles but a few of the body, and loads nothing. All mails except confirmations have an
unsubscribe link (RFC 8058).
"""

from collections.abc import Sequence
from datetime import datetime
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime, parseaddr
from html import escape
from typing import Literal, NamedTuple

from domain.kernel.messages import message
from service.notifications.mail.kinds import MailKind
from service.notifications.mail.texts import STOPPED
from service.platform.languages import in_language
from service.platform.settings import Settings

BODY_STYLE = "max-width: 36em; font: 16px/1.5 sans-serif"


class Link(NamedTuple):
    """An address and what it leads to."""

    label: str
    url: str


class Item(NamedTuple):
    """An item of a list."""

    text: str


class Block(NamedTuple):
    """A part of a text: a heading, lines that belong together, a list, or a link on a line of its own."""

    what: Literal["heading", "lines", "list", "link"]
    content: Sequence[str] | Sequence[Item] | Sequence[Link]


class Said(NamedTuple):
    """The content of a mail."""

    subject: str
    blocks: Sequence[Block]


class Letter(NamedTuple):
    """The recipient of a mail, and its unsubscribe link.

    Attributes:
        id: id of the mail.
        to: address of the recipient.
        at: when it is sent.
        kinds: the kinds that its links stop; none for a mail that was just requested.
        code: code of the mailbox in unsubscribe links.
    """

    id: str
    to: str
    at: datetime
    kinds: Sequence[MailKind | Literal["digest"]]
    code: str


def heading(text: str) -> Block:
    """Returns a heading."""
    return Block("heading", [text])


def lines(*each: str | None) -> Block:
    """Returns lines that belong together, without those that are `None`."""
    return Block("lines", [line for line in each if line is not None])


def message_with(settings: Settings, letter: Letter, said: Said, language: str) -> EmailMessage:
    """Returns the message with all headers, in a language."""
    said = in_language(said, language)
    mail = EmailMessage(policy=SMTP)
    mail["From"] = settings.mail_from
    mail["To"] = letter.to
    mail["Subject"] = said.subject
    mail["Date"] = format_datetime(letter.at)
    mail["Message-ID"] = f"<{letter.id}@{parseaddr(settings.mail_from)[1].partition('@')[2]}>"
    mail["Auto-Submitted"] = "auto-generated"
    mail["Content-Language"] = language
    stops = in_language(_stops(settings, letter), language)
    if stops:
        # One click has to stop all that is in this mail.
        mail["List-Unsubscribe"] = f"<{stops[0 if len(letter.kinds) == 1 else -1].url}>"
        mail["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    mail.set_content(_plain(said.blocks, stops), cte="quoted-printable")
    mail.add_alternative(_html(said, stops, language), subtype="html", cte="quoted-printable")
    # Another attempt sends the same bytes.
    mail.set_boundary(f"=_{letter.id}")
    return mail


def _stops(settings: Settings, letter: Letter) -> list[Link]:
    """Returns the links that stop mails: of each kind in this one, and at last of all kinds."""
    if not letter.kinds:
        return []
    to = f"{settings.public_address}/mail/stop/{letter.code}"
    stops = [Link(message("Stop mails {which}", which=STOPPED[kind]), f"{to}/{kind}") for kind in letter.kinds]
    return [*stops, Link(message("Stop all mails"), f"{to}/all")]


def _plain(blocks: Sequence[Block], stops: Sequence[Link]) -> str:
    told = [block for block in blocks if block.content]
    text = "".join(f"{_plain_block(block)}\n" + "\n" * (block.what != "heading") for block in told)
    # The line before is the usual mark of a signature.
    return text + "\n".join(["-- ", *map(_plain_line, stops), ""]) if stops else text.rstrip("\n") + "\n"


def _plain_block(block: Block) -> str:
    return "\n".join(_plain_line(each) for each in block.content)


def _plain_line(each: str | Item | Link) -> str:
    match each:
        case Link(label, url):
            return f"{label}: {url}"
        case Item(text):
            return f"* {text}"
        case _:
            return each


def _html(said: Said, stops: Sequence[Link], language: str) -> str:
    parts = [_html_block(block) for block in said.blocks if block.content]
    if stops:
        parts.append(f"<hr>\n<p><small>{'<br>'.join(map(_anchor, stops))}</small></p>")
    body = "\n".join(parts)
    return (
        f'<!DOCTYPE html>\n<html lang="{language}">\n<head><meta charset="utf-8">'
        f"<title>{escape(said.subject)}</title></head>\n"
        f'<body style="{BODY_STYLE}">\n{body}\n</body>\n</html>\n'
    )


def _html_block(block: Block) -> str:
    written = [_html_line(each) for each in block.content]
    match block.what:
        case "heading":
            return f"<p><strong>{'<br>'.join(written)}</strong></p>"
        case "list":
            return "<ul>\n" + "\n".join(f"<li>{each}</li>" for each in written) + "\n</ul>"
        case _:
            return f"<p>{'<br>'.join(written)}</p>"


def _html_line(each: str | Item | Link) -> str:
    match each:
        case Link():
            return _anchor(each)
        case Item(text):
            return escape(text)
        case _:
            return escape(each)


def _anchor(link: Link) -> str:
    return f'<a href="{escape(link.url)}">{escape(link.label)}</a>'
