-- Sandboxes (worlds) for authors of clients. A sandbox has its own players and tables, which nobody else sees, and a
-- clock that only its owner moves.

CREATE TABLE shengji.world (
    created_at timestamptz NOT NULL DEFAULT statement_timestamp(),
    expires_at timestamptz NOT NULL,
    ended_at timestamptz,
    clock timestamptz NOT NULL,
    moved_at timestamptz NOT NULL DEFAULT statement_timestamp(),
    id text PRIMARY KEY,
    owner text REFERENCES shengji.player (id),
    CONSTRAINT world_of_nobody_when_ended CHECK (ended_at IS NULL OR owner IS NULL)
);

CREATE INDEX world_owner ON shengji.world (owner, id) WHERE owner IS NOT NULL;
CREATE INDEX world_expiry ON shengji.world (expires_at) WHERE ended_at IS NULL;

COMMENT ON COLUMN shengji.world.clock IS 'the current time of the sandbox; it moves forward only, and only on request';
COMMENT ON COLUMN shengji.world.moved_at IS 'when the clock was last moved, in real time';
COMMENT ON COLUMN shengji.world.ended_at IS 'when it ended; its tables stay in the log, but no request can read them';

ALTER TABLE shengji.player ADD COLUMN world text REFERENCES shengji.world (id);

CREATE INDEX player_world ON shengji.player (world, id) WHERE world IS NOT NULL;

COMMENT ON COLUMN shengji.player.world IS 'the sandbox of the player; null outside sandboxes; it never changes';

-- Returns when the clock of a game (0005) runs down, for a table whose time is `at_now`.
CREATE FUNCTION shengji.clock_due(
    before_step integer, before_due timestamptz, step integer, seconds integer, at_now timestamptz
)
    RETURNS timestamptz
    LANGUAGE sql STABLE
    AS $$
SELECT CASE
    WHEN step IS NULL THEN NULL
    WHEN step = before_step THEN before_due
    ELSE at_now + make_interval(secs => seconds)
END
$$;

-- Returns the current time at a table: that of its sandbox, or the real time.
CREATE FUNCTION shengji.time_in(in_world text)
    RETURNS timestamptz
    LANGUAGE sql STABLE
    AS $$
SELECT CASE WHEN in_world IS NULL THEN statement_timestamp() ELSE (SELECT clock FROM shengji.world WHERE id = in_world) END
$$;

CREATE FUNCTION shengji.world_of(in_player text)
    RETURNS text
    LANGUAGE sql STABLE
    AS $$
SELECT world FROM shengji.player WHERE id = in_player
$$;

-- Returns the current time of a player: that of their sandbox, or the real time.
CREATE FUNCTION shengji.time_of(in_player text)
    RETURNS timestamptz
    LANGUAGE sql STABLE
    AS $$
SELECT shengji.time_in(shengji.world_of(in_player))
$$;

-- As in 0011, but a seek expires by the time of its player.
CREATE OR REPLACE FUNCTION shengji.is_open(seek shengji.seek) RETURNS boolean
    LANGUAGE sql STABLE
    AS $$
SELECT seek.withdrawn_at IS NULL AND seek.table_id IS NULL AND seek.meeting_id IS NULL
    AND seek.expires_at > shengji.time_of(seek.player_id) AND (seek.partner_id IS NULL OR seek.agreed_at IS NOT NULL)
$$;

CREATE INDEX head_bots_in_world ON shengji.head (world) WHERE world IS NOT NULL AND due_at IS NOT NULL;
CREATE INDEX head_turn_in_world ON shengji.head (world, turn_due_at) WHERE world IS NOT NULL;
CREATE INDEX head_clock_in_world ON shengji.head (world, clock_due_at) WHERE world IS NOT NULL AND clock_due_at IS NOT NULL;

COMMENT ON COLUMN shengji.head.due_at IS
    'when the stream has to be examined again even without new events, in real time';

ALTER TABLE shengji_read.table_summary ADD COLUMN world text;

CREATE INDEX table_summary_world ON shengji_read.table_summary (world, id) WHERE world IS NOT NULL;

DROP FUNCTION shengji.append(
    text, integer, uuid, text[], smallint[], jsonb[], jsonb, json, smallint, json, timestamptz, integer, integer
);

-- As in 0005, with the deadlines of 0009 and the sandbox. A command to a table of a sandbox is recorded at the
-- sandbox's time `in_at`.
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
    in_turn_due_at timestamptz,
    in_world text,
    in_at timestamptz,
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
            (stream, version, state, state_revision, asked, due_at, clock_step, clock_due_at, turn_due_at, world, updated_at)
        VALUES (in_stream, new_version, in_state, in_state_revision, in_asked,
            CASE WHEN in_world IS NULL THEN least(in_due_at, anew) ELSE in_due_at END, in_clock_step, anew,
            in_turn_due_at, in_world, at_now)
        ON CONFLICT (stream) DO NOTHING;
    ELSE
        UPDATE shengji.head AS h
        SET version = new_version, state = in_state, state_revision = in_state_revision, asked = in_asked,
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
