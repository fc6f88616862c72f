-- The state of a stream need not be written with each command. It may be older than the stream, and readers fold the
-- events after it. A conflict returns the first events that the writer has missed.

ALTER TABLE shengji.head ADD COLUMN state_version integer;

COMMENT ON COLUMN shengji.head.state_version IS 'the version of the stream to which the state belongs; NULL means the version of the head';

CREATE FUNCTION shengji.events_between(in_stream text, after_version integer, until_version integer) RETURNS jsonb
    LANGUAGE sql STABLE
    AS $$
SELECT coalesce(jsonb_agg(jsonb_build_array(version, type, revision, data, recorded_at) ORDER BY version), '[]')
FROM shengji.event WHERE stream = in_stream AND version > after_version AND version <= until_version
$$;

-- Changed: in_state may be NULL, which keeps the stored state; metadata of a conflict.
CREATE OR REPLACE FUNCTION shengji.append(
    in_stream text, in_expected integer, in_command_id uuid, in_types text[], in_revisions smallint[],
    in_data jsonb[], in_metadata jsonb, in_state json, in_state_revision smallint, in_asked json,
    in_due_at timestamp with time zone, in_clock_step integer, in_clock_seconds integer,
    in_turn_due_at timestamp with time zone, in_world text, in_at timestamp with time zone, OUT outcome text,
    OUT out_stream text, OUT version integer, OUT first_version integer, OUT recorded_at timestamp with time zone,
    OUT metadata jsonb
) RETURNS record
    LANGUAGE plpgsql
    AS $$
DECLARE
    new_version integer := in_expected + cardinality(in_types);
    at_now timestamptz := coalesce(in_at, statement_timestamp());
    anew timestamptz := shengji.clock_due(NULL, NULL, in_clock_step, in_clock_seconds, at_now);
BEGIN
    IF in_command_id IS NOT NULL THEN
        SELECT d.* INTO out_stream, version, first_version, recorded_at, metadata FROM shengji.command(in_command_id) AS d;
        IF FOUND THEN
            outcome := 'duplicate';
            RETURN;
        END IF;
    END IF;
    IF in_expected = 0 THEN
        INSERT INTO shengji.head
            (stream, version, state, state_version, state_revision, asked, due_at, clock_step, clock_due_at, turn_due_at,
             world, updated_at)
        VALUES (in_stream, new_version, in_state, new_version, in_state_revision, in_asked,
            CASE WHEN in_world IS NULL THEN least(in_due_at, anew) ELSE in_due_at END, in_clock_step, anew,
            in_turn_due_at, in_world, at_now)
        ON CONFLICT (stream) DO NOTHING;
    ELSE
        UPDATE shengji.head AS h
        SET version = new_version,
            state = coalesce(in_state, h.state),
            state_version = CASE WHEN in_state IS NULL THEN coalesce(h.state_version, h.version) ELSE new_version END,
            -- No release reads a state of revision 0. Another release would take the kept state for one of this version.
            state_revision = CASE
                WHEN in_state IS NULL AND h.state_revision <> in_state_revision THEN 0 ELSE in_state_revision END,
            asked = in_asked,
            due_at = CASE WHEN in_world IS NULL THEN
                least(in_due_at, shengji.clock_due(h.clock_step, h.clock_due_at, in_clock_step, in_clock_seconds, at_now))
                ELSE in_due_at END,
            clock_due_at = shengji.clock_due(h.clock_step, h.clock_due_at, in_clock_step, in_clock_seconds, at_now),
            clock_step = in_clock_step, turn_due_at = in_turn_due_at, world = in_world, updated_at = at_now
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
        metadata := jsonb_build_object('missed', shengji.events_between(in_stream, in_expected, in_expected + 100));
        RETURN;
    END IF;
    INSERT INTO shengji.event (stream, version, type, revision, data, metadata, command_id, recorded_at)
    SELECT in_stream, in_expected + e.place, e.type, e.revision, e.data,
           CASE WHEN e.place = 1 THEN in_metadata || jsonb_build_object('events', cardinality(in_types)) ELSE '{}' END,
           CASE WHEN e.place = 1 THEN in_command_id END, at_now
    FROM unnest(in_types, in_revisions, in_data) WITH ORDINALITY AS e (type, revision, data, place);
    outcome := 'appended';
    recorded_at := at_now;
    out_stream := in_stream;
    version := new_version;
    first_version := in_expected + 1;
END
$$;
