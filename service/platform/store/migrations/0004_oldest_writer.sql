-- The role of the processes may not see other sessions. This function runs with other rights and returns only the age
-- of the oldest transaction that has written.
CREATE FUNCTION shengji.oldest_writer() RETURNS double precision
    LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog
    AS $$
        SELECT coalesce(max(extract(epoch FROM now() - xact_start)), 0)::float8
        FROM pg_stat_activity
        WHERE backend_xid IS NOT NULL AND pid <> pg_backend_pid() AND datname = current_database()
    $$;
