"""What two releases of the program do not know of each other, while both work on one store (the operators' guide)."""


class NewerRelease(Exception):
    """A newer release has stored this, and this program cannot read it; no defect, and never a refusal."""
