"""Installs packages of Node for tests and benchmarks, pinned by a lock file with hashes."""

import fcntl
import shutil
import subprocess
from pathlib import Path

LOCK = "package-lock.json"


def is_there() -> bool:
    """Returns whether Node and npm are installed."""
    return bool(shutil.which("node") and shutil.which("npm"))


def install(sources: Path, installed: Path) -> None:
    """Copies a folder and installs the packages of its lock file there, unless the same ones are installed.

    Several processes may ask for it at the same time.
    """
    installed.mkdir(parents=True, exist_ok=True)
    with (installed / ".installing").open("w") as alone:
        fcntl.flock(alone, fcntl.LOCK_EX)
        lock = installed / LOCK
        same = lock.exists() and lock.read_bytes() == (sources / LOCK).read_bytes()
        is_installed = same and (installed / "node_modules" / ".package-lock.json").exists()
        shutil.copytree(sources, installed, dirs_exist_ok=True)
        if not is_installed:
            command = ["npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel", "error"]
            subprocess.run(command, cwd=installed, check=True)
