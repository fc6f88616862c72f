"""Masks tokens, codes and secrets in logs and responses, by their form or their place."""

import re

SECRET_AFTER = ("/v1/invitations/", "/code/", "/mail/confirm/", "/mail/stop/")
"""Paths that are followed by a code. A test checks all routes against this list."""
SECRET_PARAMETERS = frozenset(
    {"access_token", "code", "code_challenge", "code_verifier", "device_code", "login", "password", "refresh_token"}
    | {"consent", "state", "then", "ticket", "token", "user_code"}
)
"""Secret parameters of queries and forms. A test checks all operations against this list."""

_FORM = re.compile(r"\b(?:(sj[a-z]?_)[^/\s\"']*|(whsec_)[A-Za-z0-9+/=]*)", re.IGNORECASE)
"""Our secrets begin with a prefix of their kind (`new_secret`)."""
_PLACE = re.compile(rf"((?:{'|'.join(map(re.escape, SECRET_AFTER))}))[^/?\s\"']+")
_PARAMETER = re.compile(rf"([?&](?:{'|'.join(sorted(SECRET_PARAMETERS))})=)[^&\s\"']+")
_RANDOM = re.compile(r"(?<=/)(?![a-z]{3}_[0-9A-HJKMNP-TV-Z]{26}(?:/|$))(?=[^/]*[0-9A-Z])[A-Za-z0-9_-]{16,}(?=/|$)")


def masked_text(text: str) -> str:
    """Returns a text with `…` in place of its secrets, found by form, by place in a path, or by parameter."""
    for pattern in (_PLACE, _PARAMETER):
        text = pattern.sub(r"\1…", text)
    return _FORM.sub(lambda found: f"{found[1] or found[2]}…", text)


def masked_unknown_path(path: str) -> str:
    """Returns a path that matches no route, without parts that look random: a client may have put a code there.

    Ids stay, because they are no secrets and help to find mistakes.
    """
    return _RANDOM.sub("…", masked_text(path))
