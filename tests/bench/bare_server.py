"""A Flask view that does nothing, behind the same server as the API. It shows the cost of the frameworks alone.

Run as `python -m tests.bench.bare_server PORT`.
"""

import sys
from typing import Any

SIZE = 2000
"""Size of the answer in bytes, about that of a table's view."""


def serve(port: int) -> None:
    """Serves until the process is stopped."""
    from gevent import monkey

    monkey.patch_all()
    from flask import Flask, Response

    from service.platform.runtime.sockets import listening_socket
    from service.platform.settings import Settings
    from service.processes.server import Api

    class Bare(Api):
        def load(self) -> Any:
            app = Flask("bare")

            @app.get("/v1/tables/<table_id>")
            def nothing(table_id: str) -> Response:
                del table_id
                return Response(b"x" * SIZE, content_type="application/json")

            return app

    Bare(Settings()).serve([listening_socket("127.0.0.1", port)])


if __name__ == "__main__":
    serve(int(sys.argv[1]))
