"""What all features build on: HTTP, the event store, feeds, job queues, settings and logs. It imports no feature."""
