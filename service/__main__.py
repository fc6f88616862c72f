"""`python -m service` is the command `shengji`."""

from service.cli.entry import shengji

shengji()
