"""Entity tags: `{version}-{viewer}-{representation}`."""

import re

_TAG = re.compile(r"([0-9]{1,9})-[a-z0-9]+-[0-9]+")


def version_of_tag(tag: str) -> int | None:
    """Returns the version in an entity tag, or `None` if the tag is not ours."""
    ours = _TAG.fullmatch(tag)
    return int(ours[1]) if ours else None
