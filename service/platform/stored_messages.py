"""Messages in stored documents: how each was made, so that a later reader gets it in any language.

The store keeps the English text, and beside it the template with its values. If a later release no longer has the
template, readers get the English text.
"""

from collections.abc import Mapping
from typing import Any

from domain.kernel.messages import Message, counted, message
from service.platform.documents import Json


def made_of(text: Message) -> Json:
    """Returns how a message was made, as JSON."""
    made: Json = {"template": text.template, "values": {name: _value(each) for name, each in text.values.items()}}
    if text.plural is not None:
        made["plural"] = text.plural
    if text.begins:
        made["begins"] = True
    return made


def _value(value: Any) -> Any:
    return {"message": made_of(value)} if isinstance(value, Message) else value


def message_made(made: Mapping[str, Any]) -> Message:
    """Returns the message that was made in this way."""
    values = {name: _read(each) for name, each in made["values"].items()}
    if "plural" in made:
        text = counted(made["template"], made["plural"], values.pop("count"), **values)
    else:
        text = message(made["template"], **values)
    return text.as_sentence() if made.get("begins") else text


def _read(value: Any) -> Any:
    return message_made(value["message"]) if isinstance(value, dict) else value
