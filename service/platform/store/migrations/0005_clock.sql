-- The clock of a game that continues without commands: its step, and the time at which it runs down. It is in the head
-- and written with the events, so no process has to remember it.

ALTER TABLE shengji.head ADD COLUMN clock_step integer, ADD COLUMN clock_due_at timestamptz;

CREATE INDEX head_clock ON shengji.head (clock_due_at) WHERE clock_due_at IS NOT NULL;

COMMENT ON COLUMN shengji.head.clock_step IS 'the step that the clock of the game waits in; null if it does not run';
COMMENT ON COLUMN shengji.head.clock_due_at IS 'when that wait ends; due_at is no later';

-- The time at which the clock runs down. Events within a step do not postpone it; a new step starts a new wait.
CREATE FUNCTION shengji.clock_due(before_step integer, before_due timestamptz, step integer, seconds integer)
    RETURNS timestamptz
    LANGUAGE sql STABLE
    AS $$
SELECT CASE
    WHEN step IS NULL THEN NULL
    WHEN step = before_step THEN before_due
    ELSE statement_timestamp() + make_interval(secs => seconds)
END
$$;

DROP FUNCTION shengji.append(
    text, integer, uuid, text[], smallint[], jsonb[], jsonb, json, smallint, json, timestamptz
);

-- As before (0001), with the clock.
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
    in_clock_step integer,
    in_clock_seconds integer,
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
    anew timestamptz := shengji.clock_due(NULL, NULL, in_clock_step, in_clock_seconds);
BEGIN
    IF in_command_id IS NOT NULL THEN
        SELECT d.* INTO out_stream, version, first_version, recorded_at, metadata FROM shengji.command(in_command_id) AS d;
        IF FOUND THEN
            outcome := 'duplicate';
            RETURN;
        END IF;
    END IF;
    IF in_expected = 0 THEN
        INSERT INTO shengji.head (stream, version, state, state_revision, asked, due_at, clock_step, clock_due_at)
        VALUES (in_stream, new_version, in_state, in_state_revision, in_asked, least(in_due_at, anew), in_clock_step, anew)
        ON CONFLICT (stream) DO NOTHING;
    ELSE
        UPDATE shengji.head AS h
        SET version = new_version, state = in_state, state_revision = in_state_revision, asked = in_asked,
            due_at = least(in_due_at, shengji.clock_due(h.clock_step, h.clock_due_at, in_clock_step, in_clock_seconds)),
            clock_due_at = shengji.clock_due(h.clock_step, h.clock_due_at, in_clock_step, in_clock_seconds),
            clock_step = in_clock_step, updated_at = statement_timestamp()
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
