"""`python -m service` is the command `shengji`."""

from service.cli.main import main

main(prog_name="shengji")
