-- The event store: events, heads, subscriptions.

CREATE SEQUENCE shengji.event_position;

-- Added to every stored transaction id. After a dump is restored into a younger cluster, stored ids would be higher
-- than new ones. `shengji db restored` then sets a base above them all.
CREATE FUNCTION shengji.feed_base() RETURNS bigint
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS 'SELECT 0::bigint';

CREATE FUNCTION shengji.feed_transaction() RETURNS bigint
    LANGUAGE sql VOLATILE
    AS 'SELECT pg_current_xact_id()::text::bigint + shengji.feed_base()';

-- Every transaction below this one has ended. So no event can appear behind a reader that has read up to it.
CREATE FUNCTION shengji.feed_safe() RETURNS bigint
    LANGUAGE sql STABLE
    AS 'SELECT pg_snapshot_xmin(pg_current_snapshot())::text::bigint + shengji.feed_base()';

CREATE TABLE shengji.event (
    transaction bigint NOT NULL DEFAULT shengji.feed_transaction(),
    position bigint NOT NULL DEFAULT nextval('shengji.event_position'),
    recorded_at timestamptz NOT NULL DEFAULT statement_timestamp(),
    command_id uuid,
    version integer NOT NULL,
    revision smallint NOT NULL,
    stream text NOT NULL,
    type text NOT NULL,
    data jsonb NOT NULL,
    metadata jsonb NOT NULL,
    PRIMARY KEY (stream, version)
);

CREATE INDEX event_feed ON shengji.event (transaction, position);

-- The first event of a command has the command's id; the others have none.
CREATE UNIQUE INDEX event_command ON shengji.event (command_id) WHERE command_id IS NOT NULL;

COMMENT ON TABLE shengji.event IS
    'the events; append-only: shengji.append writes them, and they are never changed or deleted';

CREATE FUNCTION shengji.refuse_change() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    RAISE EXCEPTION 'events are never changed or deleted' USING ERRCODE = 'restrict_violation';
END
$$;

CREATE TRIGGER event_is_append_only
    BEFORE UPDATE OR DELETE OR TRUNCATE ON shengji.event
    FOR EACH STATEMENT EXECUTE FUNCTION shengji.refuse_change();

-- One row for each stream: its version for optimistic locking, a snapshot of its state, and the index of clocks. It can
-- be deleted and folded again from the events at any time.
CREATE TABLE shengji.head (
    due_at timestamptz,
    updated_at timestamptz NOT NULL DEFAULT statement_timestamp(),
    version integer NOT NULL,
    state_revision smallint NOT NULL,
    stream text PRIMARY KEY,
    asked json NOT NULL,
    state json NOT NULL
) WITH (fillfactor = 50);

CREATE INDEX head_due ON shengji.head (due_at) WHERE due_at IS NOT NULL;

COMMENT ON COLUMN shengji.head.asked IS 'the pending turns: [{"seat", "player", "bot", "what"}]';
COMMENT ON COLUMN shengji.head.due_at IS 'when the stream has to be examined again even without new events';

-- Appends the events of one command in one round trip and one commit. It must be the first write of the transaction,
-- and the state must have been read in an earlier one. Then the order of transaction ids is the order of versions in a
-- stream.
--
--   outcome    version                  first_version             metadata
--   appended   the new version          of the first new event    -
--   conflict   the stream's version     -                         -         nothing written: expected was stale
--   duplicate  of the command's last    of the command's first    of the command's first event; stream as it was then
CREATE FUNCTION shengji.append(
    in_stream text,
    in_expected integer,
    in_command_id uuid,
    in_types text[],
    in_revisions smallint[],
    in_data jsonb[],
    in_metadata jsonb,
    in_state json,
    in_state_revision smallint,
    in_asked json,
    in_due_at timestamptz,
    OUT outcome text,
    OUT out_stream text,
    OUT version integer,
    OUT first_version integer,
    OUT recorded_at timestamptz,
    OUT metadata jsonb
)
    LANGUAGE plpgsql
    AS $$
DECLARE
    new_version integer := in_expected + cardinality(in_types);
BEGIN
    IF in_command_id IS NOT NULL THEN
        SELECT d.* INTO out_stream, version, first_version, recorded_at, metadata FROM shengji.command(in_command_id) AS d;
        IF FOUND THEN
            outcome := 'duplicate';
            RETURN;
        END IF;
    END IF;
    IF in_expected = 0 THEN
        INSERT INTO shengji.head (stream, version, state, state_revision, asked, due_at)
        VALUES (in_stream, new_version, in_state, in_state_revision, in_asked, in_due_at)
        ON CONFLICT (stream) DO NOTHING;
    ELSE
        UPDATE shengji.head AS h
        SET version = new_version, state = in_state, state_revision = in_state_revision, asked = in_asked,
            due_at = in_due_at, updated_at = statement_timestamp()
        WHERE h.stream = in_stream AND h.version = in_expected;
    END IF;
    IF NOT FOUND THEN
        -- A twin of this command may have been the one that moved the stream.
        IF in_command_id IS NOT NULL THEN
            SELECT d.* INTO out_stream, version, first_version, recorded_at, metadata FROM shengji.command(in_command_id) AS d;
            IF FOUND THEN
                outcome := 'duplicate';
                RETURN;
            END IF;
        END IF;
        outcome := 'conflict';
        out_stream := in_stream;
        SELECT h.version INTO version FROM shengji.head AS h WHERE h.stream = in_stream;
        RETURN;
    END IF;
    INSERT INTO shengji.event (stream, version, type, revision, data, metadata, command_id)
    SELECT in_stream, in_expected + e.place, e.type, e.revision, e.data,
           CASE WHEN e.place = 1 THEN in_metadata || jsonb_build_object('events', cardinality(in_types)) ELSE '{}' END,
           CASE WHEN e.place = 1 THEN in_command_id END
    FROM unnest(in_types, in_revisions, in_data) WITH ORDINALITY AS e (type, revision, data, place);
    outcome := 'appended';
    recorded_at := statement_timestamp();
    out_stream := in_stream;
    version := new_version;
    first_version := in_expected + 1;
END
$$;

-- Returns the events of a command that was carried out.
CREATE FUNCTION shengji.command(
    in_command_id uuid,
    OUT stream text,
    OUT version integer,
    OUT first_version integer,
    OUT recorded_at timestamptz,
    OUT metadata jsonb
)
    RETURNS SETOF record
    LANGUAGE sql STABLE
    AS $$
SELECT e.stream, e.version + (e.metadata->>'events')::integer - 1, e.version, e.recorded_at, e.metadata
FROM shengji.event AS e
WHERE e.command_id = in_command_id
$$;

-- The position up to which each subscription has read the log. A checkpoint moves in the transaction of its work.
CREATE TABLE shengji.subscription (
    name text PRIMARY KEY,
    transaction bigint NOT NULL DEFAULT 0,
    position bigint NOT NULL DEFAULT 0,
    updated_at timestamptz NOT NULL DEFAULT statement_timestamp()
);

-- A stream as a viewer may see it, folded up to a version. This cache saves reading long games from the start.
CREATE TABLE shengji.view_snapshot (
    version integer NOT NULL,
    state_revision smallint NOT NULL,
    stream text NOT NULL,
    viewer text NOT NULL,
    state json NOT NULL,
    PRIMARY KEY (stream, viewer)
);
