"""The event store on PostgreSQL. Only this package contains SQL."""
