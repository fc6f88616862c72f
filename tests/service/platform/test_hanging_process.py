"""An API process whose event loop hangs logs where it hangs and exits."""

import subprocess
import sys

import pytest

from tests.support.children import WAIT_S, child

BLOCKED = """
from gevent import monkey
monkey.patch_all()
import socket
from service.platform.runtime import sockets
from service.processes import server
from service.platform.settings import Settings

server.HANGS_S = 2

class Blocked(server.Api):
    def load(self):
        def app(environ, start_response):
            while True:
                pass
        return app

listening = sockets.listening_socket("127.0.0.1", 0)
socket.create_connection(listening.getsockname()).sendall(b"GET / HTTP/1.1\\r\\nHost: x\\r\\n\\r\\n")
Blocked(Settings()).serve([listening])
"""


@pytest.mark.slow
def test_a_hanging_process_logs_where_it_hangs_and_exits():
    with child([sys.executable, "-c", BLOCKED], stderr=subprocess.PIPE, text=True) as process:
        _, said = process.communicate(timeout=WAIT_S)

    assert process.returncode == 1
    assert "Timeout (0:00:02)!" in said
    assert "in app" in said
