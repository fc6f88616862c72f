"""`python -m service` is the command `shengji`."""

from service.entry import shengji

shengji()
