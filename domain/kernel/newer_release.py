"""What happens when two releases of the program use one store at the same time (see the operators' guide)."""


class NewerRelease(Exception):
    """A newer release has stored this, and this program cannot read it. It is neither a defect nor a refusal."""
