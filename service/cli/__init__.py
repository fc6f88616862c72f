"""The command `shengji`."""
