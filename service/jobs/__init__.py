"""RQ jobs for work outside requests. Jobs carry ids and versions, never state, and are idempotent."""
