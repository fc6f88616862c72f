"""The event store on PostgreSQL: the only package that speaks SQL."""
