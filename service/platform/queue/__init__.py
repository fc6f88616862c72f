"""The queues of RQ jobs. Jobs carry ids and versions, never state, and are idempotent."""
