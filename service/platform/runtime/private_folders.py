"""Folders for the embedded servers that only the server's user and root may enter."""

import hashlib
import os
import stat
import tempfile
from pathlib import Path
from typing import NamedTuple, TypedDict

LONGEST_SOCKET_PATH = 103
"""The longest path of a socket in bytes. macOS allows 103 and Linux 107, each followed by a zero byte."""
PRIVATE = 0o700
READ_AND_SEARCH = 0o5


class CannotStart(Exception):
    """An embedded server cannot start. The message says why and what to do."""


class Credentials(TypedDict, total=False):
    """Arguments of `subprocess` for a process of another user. Empty for the same user."""

    user: int
    group: int
    extra_groups: list[int]


class ServerUser(NamedTuple):
    """The system user of a server."""

    uid: int
    gid: int

    def credentials(self) -> Credentials:
        """Returns the arguments of `subprocess` for a process of this user, without the caller's groups."""
        if self.uid == os.geteuid():
            return {}
        return {"user": self.uid, "group": self.gid, "extra_groups": []}


def this_user() -> ServerUser:
    """Returns the user of this process."""
    return ServerUser(os.geteuid(), os.getegid())


def socket_folder(data: Path, socket_name: str, user: ServerUser) -> Path:
    """Returns the folder for the socket of a server: its data folder, or a folder with a shorter path derived from it.

    Args:
        data: the absolute path of the server's data.
        socket_name: the name of the socket in the folder.
        user: the user of the server.

    Raises:
        CannotStart: the path of the temporary directory is too long as well.
    """
    short = Path(tempfile.gettempdir()) / f"shengji-{user.uid}-{hashlib.sha256(bytes(data)).hexdigest()[:16]}"
    for folder in (data, short):
        if len(bytes(folder / socket_name)) <= LONGEST_SOCKET_PATH:
            return folder
    raise CannotStart(f"{short} is too long for the path of a socket: set TMPDIR or DATA_DIR to a shorter path")


def make_private(folder: Path, user: ServerUser) -> None:
    """Creates the folder if needed, gives it to the user, and closes it to all others (mode 0700).

    The folder may be in a directory where all users can write, such as /tmp. It is therefore opened once, without
    following links, and all changes are made to the open folder.

    Raises:
        CannotStart: it is a link or not a folder, belongs to another user, or cannot be closed to others.
    """
    try:
        folder.mkdir(mode=PRIVATE, parents=True, exist_ok=True)
        opened = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
    except OSError as error:
        raise CannotStart(f"{folder} has to be a folder that only user {user.uid} can use: {error.strerror}") from error
    try:
        owner = os.fstat(opened).st_uid
        if owner not in (user.uid, os.geteuid()):
            raise CannotStart(
                f"{folder} belongs to user {owner}, not to user {user.uid}: start as {owner}, or remove it"
            )
        if owner != user.uid:
            os.fchown(opened, user.uid, user.gid)
        os.fchmod(opened, PRIVATE)
        if os.fstat(opened).st_mode & 0o077:
            raise CannotStart(f"{folder} cannot be made private: set DATA_DIR to a file system with access modes")
    finally:
        os.close(opened)


def grant_search(path: Path, user: ServerUser) -> None:
    """Lets the user reach `path`, by adding the right to search to the parent folders that lack it."""
    for folder in path.parents:
        state = folder.stat()
        right = 1 << (6 if state.st_uid == user.uid else 3 if state.st_gid == user.gid else 0)
        if not state.st_mode & right:
            folder.chmod(stat.S_IMODE(state.st_mode) | right)


def grant_execution(folder: Path) -> None:
    """Lets all users read and execute the contents of a folder of programs, as far as its owner can."""
    for path in (folder, *folder.rglob("*")):
        if not path.is_symlink():
            mode = stat.S_IMODE(path.stat().st_mode)
            wanted = mode | mode >> 6 & READ_AND_SEARCH
            if mode != wanted:
                path.chmod(wanted)
