"""Where the command `shengji` begins."""

import sys


def shengji() -> None:
    """Runs the command; the API works on gevent, which has to take its places before anything else is imported."""
    if sys.argv[1:2] == ["serve"]:
        from gevent import monkey  # noqa: PLC0415

        monkey.patch_all()
    from service.cli.main import main  # noqa: PLC0415

    main(prog_name="shengji")
