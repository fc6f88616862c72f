"""What is masked wherever something is logged or repeated: tokens, codes and secrets, by their form or their place."""

import re

SECRET_AFTER = ("/v1/invitations/", "/mail/confirm/", "/mail/stop/")
"""Paths behind which a code follows; a test holds every route against these."""
SECRET_PARAMETERS = frozenset(
    {"access_token", "code", "code_challenge", "code_verifier", "device_code", "login", "password", "refresh_token"}
    | {"state", "token", "user_code"}
)
"""Parameters of queries and forms that are secret, or belong to a secret; a test holds all operations against these."""

_FORM = re.compile(r"\b(?:(sj[a-z]?_)[^/\s\"']*|(whsec_)[A-Za-z0-9+/=]*)", re.IGNORECASE)
"""Secrets of ours begin with what they are (`new_secret`)."""
_PLACE = re.compile(rf"((?:{'|'.join(map(re.escape, SECRET_AFTER))}))[^/?\s\"']+")
_PARAMETER = re.compile(rf"([?&](?:{'|'.join(sorted(SECRET_PARAMETERS))})=)[^&\s\"']+")
_RANDOM = re.compile(r"(?<=/)(?![a-z]{3}_[0-9A-HJKMNP-TV-Z]{26}(?:/|$))(?=[^/]*[0-9A-Z])[A-Za-z0-9_-]{16,}(?=/|$)")


def masked(text: str) -> str:
    """A text of any kind with `…` in place of what is secret by its form, its place in a path or its parameter."""
    for pattern in (_PLACE, _PARAMETER):
        text = pattern.sub(r"\1…", text)
    return _FORM.sub(lambda found: f"{found[1] or found[2]}…", text)


def masked_unknown_path(path: str) -> str:
    """A path that no route has, without what looks drawn by chance: it may be a code that was put there by mistake.

    Ids are left: they are no secrets, and tell what somebody was looking for.
    """
    return _RANDOM.sub("…", masked(path))
