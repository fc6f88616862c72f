-- Sessions of the processes work as a role that may not see what other sessions do, so the question is asked for them.
-- Only the age of the oldest transaction that has written is told.
CREATE FUNCTION shengji.oldest_writer() RETURNS double precision
    LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog
    AS $$
        SELECT coalesce(max(extract(epoch FROM now() - xact_start)), 0)::float8
        FROM pg_stat_activity
        WHERE backend_xid IS NOT NULL AND pid <> pg_backend_pid() AND datname = current_database()
    $$;
