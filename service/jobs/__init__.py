"""Work outside requests, by RQ: jobs carry ids and versions, never state, and are safe to run twice."""
