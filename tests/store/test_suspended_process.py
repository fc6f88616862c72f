"""A process that is suspended within a transaction holds up the commands of others for a few seconds at most."""

import os
import signal
import sys
import time
from pathlib import Path

import psutil
import pytest

from service.platform.limits import LIMITS
from service.platform.store.event_store import EventStore
from tests.support.children import child
from tests.support.commits import commit, new_stream
from tests.support.waiting import until

HOLDS = """
import os, signal, sys
from service.platform.store.database import Database

def hold(run):
    run("hold_head", {"stream": sys.argv[2]})
    os.kill(os.getpid(), signal.SIGSTOP)

Database(sys.argv[1], role="shengji_app").together(hold)
"""
"""Locks the head of a stream against commands, and suspends itself within the transaction."""


@pytest.mark.slow
def test_a_suspended_process_holds_up_a_command_only_until_its_transaction_ends(database_url: str, store: EventStore):
    stream, free = new_stream(), new_stream()
    for each in (stream, free):
        store.append(commit(each, 0, 1))
    with child([sys.executable, "-c", HOLDS, database_url, stream], cwd=Path(__file__).parents[2]) as holder:
        try:
            until(lambda: psutil.Process(holder.pid).status() == psutil.STATUS_STOPPED, "suspended")
            began = time.monotonic()
            assert store.append(commit(free, 1, 2)).outcome == "appended"
            at_once = time.monotonic() - began
            assert store.append(commit(stream, 1, 2)).outcome == "appended"
            waited = time.monotonic() - began
        finally:
            os.kill(holder.pid, signal.SIGCONT)

    assert at_once < waited
    assert waited < LIMITS.statement_s
