"""The event store on PostgreSQL. The SQL of a feature stands beside the feature, in its `queries.sql`."""
