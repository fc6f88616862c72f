-- The whole schema, as all migrations together leave it. Written by tests/store/write_schema.py; the service never
-- runs this file. To change the schema, add a migration and run that program.

CREATE SCHEMA shengji;

CREATE SCHEMA shengji_read;

CREATE FUNCTION shengji.append(in_stream text, in_expected integer, in_command_id uuid, in_types text[], in_revisions smallint[], in_data jsonb[], in_metadata jsonb, in_state json, in_state_revision smallint, in_asked json, in_due_at timestamp with time zone, in_clock_step integer, in_clock_seconds integer, in_turn_due_at timestamp with time zone, in_world text, in_at timestamp with time zone, OUT outcome text, OUT out_stream text, OUT version integer, OUT first_version integer, OUT recorded_at timestamp with time zone, OUT metadata jsonb) RETURNS record
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

CREATE FUNCTION shengji.clock_due(before_step integer, before_due timestamp with time zone, step integer, seconds integer) RETURNS timestamp with time zone
    LANGUAGE sql STABLE
    AS $$
SELECT CASE
    WHEN step IS NULL THEN NULL
    WHEN step = before_step THEN before_due
    ELSE statement_timestamp() + make_interval(secs => seconds)
END
$$;

CREATE FUNCTION shengji.clock_due(before_step integer, before_due timestamp with time zone, step integer, seconds integer, at_now timestamp with time zone) RETURNS timestamp with time zone
    LANGUAGE sql STABLE
    AS $$
SELECT CASE
    WHEN step IS NULL THEN NULL
    WHEN step = before_step THEN before_due
    ELSE at_now + make_interval(secs => seconds)
END
$$;

CREATE FUNCTION shengji.command(in_command_id uuid, OUT stream text, OUT version integer, OUT first_version integer, OUT recorded_at timestamp with time zone, OUT metadata jsonb) RETURNS SETOF record
    LANGUAGE sql STABLE
    AS $$
SELECT e.stream, e.version + (e.metadata->>'events')::integer - 1, e.version, e.recorded_at, e.metadata
FROM shengji.event AS e
WHERE e.command_id = in_command_id
$$;

CREATE FUNCTION shengji.events_between(in_stream text, after_version integer, until_version integer) RETURNS jsonb
    LANGUAGE sql STABLE
    AS $$
SELECT coalesce(jsonb_agg(jsonb_build_array(version, type, revision, data, recorded_at) ORDER BY version), '[]')
FROM shengji.event WHERE stream = in_stream AND version > after_version AND version <= until_version
$$;

CREATE FUNCTION shengji.feed_base() RETURNS bigint
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $$SELECT 0::bigint$$;

CREATE FUNCTION shengji.feed_safe() RETURNS bigint
    LANGUAGE sql STABLE
    AS $$SELECT pg_snapshot_xmin(pg_current_snapshot())::text::bigint + shengji.feed_base()$$;

CREATE FUNCTION shengji.feed_transaction() RETURNS bigint
    LANGUAGE sql
    AS $$SELECT pg_current_xact_id()::text::bigint + shengji.feed_base()$$;

CREATE FUNCTION shengji.is_due_in_world(in_stream text, in_version integer, in_due_at timestamp with time zone, in_clock timestamp with time zone) RETURNS boolean
    LANGUAGE sql STABLE
    AS $$
SELECT in_due_at <= in_clock AND NOT EXISTS (
    SELECT FROM shengji.tournament_at_a_stand AS s
    WHERE s.stream = in_stream AND s.version = in_version AND s.clock = in_clock
)
$$;

CREATE FUNCTION shengji.is_left_alone(in_stream text) RETURNS boolean
    LANGUAGE sql STABLE
    AS $$
SELECT EXISTS (
    SELECT FROM shengji.set_aside
    WHERE follower = 'jobs' AND stream = in_stream AND next_at > statement_timestamp()
)
$$;

CREATE TABLE shengji.seek (
    created_at timestamp with time zone DEFAULT statement_timestamp() NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    agreed_at timestamp with time zone,
    withdrawn_at timestamp with time zone,
    id text NOT NULL,
    player_id text NOT NULL,
    partner_id text,
    meeting_id text,
    table_id text,
    wishes jsonb NOT NULL,
    command_id uuid,
    fingerprint text,
    world text,
    keep integer,
    waits_since timestamp with time zone,
    CONSTRAINT seek_keep_check CHECK (((keep >= 1) AND (keep <= 10)))
);

COMMENT ON COLUMN shengji.seek.agreed_at IS 'when the partner agreed; not needed without a partner';

COMMENT ON COLUMN shengji.seek.meeting_id IS 'the planned table for which it is reserved';

COMMENT ON COLUMN shengji.seek.table_id IS 'the table that was opened for it, which ends it';

COMMENT ON COLUMN shengji.seek.command_id IS 'derived from the idempotency key with which it was posted, if there was one';

COMMENT ON COLUMN shengji.seek.world IS 'the sandbox of the player; it never changes';

COMMENT ON COLUMN shengji.seek.keep IS 'how many games a recurring seek keeps going; null for a seek that ends with its table';

COMMENT ON COLUMN shengji.seek.waits_since IS 'when the last table of a recurring seek was opened';

CREATE FUNCTION shengji.is_open(seek shengji.seek) RETURNS boolean
    LANGUAGE sql STABLE
    AS $$
SELECT shengji.is_open_at(seek, shengji.time_in(seek.world))
$$;

CREATE FUNCTION shengji.is_open_at(seek shengji.seek, at_now timestamp with time zone) RETURNS boolean
    LANGUAGE sql STABLE
    AS $$
SELECT seek.withdrawn_at IS NULL AND seek.table_id IS NULL AND seek.meeting_id IS NULL
    AND seek.expires_at > at_now AND (seek.partner_id IS NULL OR seek.agreed_at IS NOT NULL)
    AND shengji.rest_of_seek(seek, at_now) IS NULL
$$;

CREATE FUNCTION shengji.last_of(numbers integer[], most integer) RETURNS integer[]
    LANGUAGE sql IMMUTABLE
    AS $$
SELECT numbers[greatest(1, cardinality(numbers) - most + 1):]
$$;

CREATE FUNCTION shengji.oldest_writer() RETURNS double precision
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog'
    AS $$
        SELECT coalesce(max(extract(epoch FROM now() - xact_start)), 0)::float8
        FROM pg_stat_activity
        WHERE backend_xid IS NOT NULL AND pid <> pg_backend_pid() AND datname = current_database()
    $$;

CREATE FUNCTION shengji.quarter_of(in_at timestamp with time zone) RETURNS text
    LANGUAGE sql STABLE
    AS $$
SELECT to_char(in_at AT TIME ZONE 'UTC', 'YYYY"-Q"Q')
$$;

COMMENT ON FUNCTION shengji.quarter_of(in_at timestamp with time zone) IS 'the same as in domain/ratings';

CREATE FUNCTION shengji.refuse_change() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    RAISE EXCEPTION 'events are never changed or deleted' USING ERRCODE = 'restrict_violation';
END
$$;

CREATE FUNCTION shengji.rest_of_seek(seek shengji.seek, at_now timestamp with time zone) RETURNS text
    LANGUAGE sql STABLE
    AS $$
SELECT CASE
    WHEN seek.keep IS NULL THEN NULL
    WHEN EXISTS (
        SELECT FROM shengji.vacation AS v
        WHERE v.player_id IN (seek.player_id, seek.partner_id)
            AND v.starts_at <= at_now AND at_now < coalesce(v.came_back_at, v.ends_at)
    ) THEN 'away'
    WHEN cardinality(shengji.running_tables(seek)) >= seek.keep THEN 'enough_games'
END
$$;

CREATE FUNCTION shengji.running_tables(seek shengji.seek) RETURNS text[]
    LANGUAGE sql STABLE
    AS $$
SELECT coalesce(array_agg(k.table_id ORDER BY k.table_id), '{}')
FROM shengji.seek_table AS k LEFT JOIN shengji_read.table_summary AS t ON t.id = k.table_id
WHERE k.seek_id = seek.id AND coalesce(t.status, 'playing') IN ('open', 'playing')
$$;

CREATE FUNCTION shengji.time_in(in_world text) RETURNS timestamp with time zone
    LANGUAGE sql STABLE
    AS $$
SELECT CASE WHEN in_world IS NULL THEN statement_timestamp() ELSE (SELECT clock FROM shengji.world WHERE id = in_world) END
$$;

CREATE FUNCTION shengji.time_of(in_player text) RETURNS timestamp with time zone
    LANGUAGE sql STABLE
    AS $$
SELECT shengji.time_in(shengji.world_of(in_player))
$$;

CREATE FUNCTION shengji.ulid(moment timestamp with time zone DEFAULT statement_timestamp()) RETURNS text
    LANGUAGE sql
    AS $$
SELECT string_agg(substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', digit + 1, 1), '' ORDER BY place)
FROM (
    SELECT place, ((extract(epoch FROM moment) * 1000)::bigint >> (5 * (9 - place)) & 31)::integer AS digit
    FROM generate_series(0, 9) AS place
    UNION ALL
    -- The last eight bytes of a random UUID have five random bits each and more.
    SELECT 10 + 8 * half + place, get_byte(chance, 8 + place) & 31
    FROM (SELECT half, uuid_send(gen_random_uuid()) AS chance FROM generate_series(0, 1) AS half) AS halves,
        generate_series(0, 7) AS place
) AS digits
$$;

CREATE FUNCTION shengji.world_of(in_player text) RETURNS text
    LANGUAGE sql STABLE
    AS $$
SELECT world FROM shengji.player WHERE id = in_player
$$;

CREATE TABLE shengji.account_event (
    recorded_at timestamp with time zone NOT NULL,
    number integer NOT NULL,
    player_id text NOT NULL,
    table_id text,
    type text NOT NULL,
    data jsonb NOT NULL,
    written_at timestamp with time zone DEFAULT statement_timestamp() NOT NULL
);

COMMENT ON COLUMN shengji.account_event.data IS 'the public data of the event, never a card';

COMMENT ON COLUMN shengji.account_event.written_at IS 'in real time; recorded_at is the time of the sandbox, if there is one';

CREATE TABLE shengji.attempt_count (
    attempts bigint NOT NULL,
    outcome text NOT NULL
);

CREATE TABLE shengji.availability (
    since timestamp with time zone NOT NULL,
    player_id text NOT NULL,
    quiet_start smallint,
    quiet_end smallint,
    automatic_vacation boolean NOT NULL,
    weekend smallint[] NOT NULL,
    time_zone text NOT NULL,
    CONSTRAINT availability_check CHECK (((quiet_start IS NULL) = (quiet_end IS NULL)))
);

COMMENT ON TABLE shengji.availability IS 'the last row of a player applies; earlier ones apply to turns that began under them';

COMMENT ON COLUMN shengji.availability.quiet_start IS 'in minutes since local midnight, like quiet_end';

COMMENT ON COLUMN shengji.availability.weekend IS 'days of the week, 0 for Monday';

CREATE TABLE shengji.block (
    blocked_at timestamp with time zone DEFAULT statement_timestamp() NOT NULL,
    player_id text NOT NULL,
    blocked_id text NOT NULL
);

COMMENT ON COLUMN shengji.block.blocked_id IS 'not a foreign key: two players who block each other at the same time would wait for each other''s locks';

CREATE TABLE shengji.board (
    created_at timestamp with time zone DEFAULT statement_timestamp() NOT NULL,
    closes_at timestamp with time zone NOT NULL,
    number integer NOT NULL,
    id text NOT NULL,
    match_id text,
    pool text NOT NULL,
    setting jsonb NOT NULL,
    secret bytea NOT NULL
);

COMMENT ON COLUMN shengji.board.pool IS 'identifies the rules, their revision and the bots';

COMMENT ON COLUMN shengji.board.secret IS 'the secret of the deal; its hash is public at once, and the secret when the board is closed';

CREATE TABLE shengji.board_match (
    created_at timestamp with time zone DEFAULT statement_timestamp() NOT NULL,
    closes_at timestamp with time zone NOT NULL,
    boards integer NOT NULL,
    id text NOT NULL,
    challenger text,
    opponent text,
    setting jsonb NOT NULL,
    command_id uuid,
    fingerprint text,
    challenger_partner text,
    opponent_partner text,
    agreed text[] DEFAULT '{}'::text[] NOT NULL
);

COMMENT ON COLUMN shengji.board_match.closes_at IS 'when its time ends; set to the current time when everything was played';

COMMENT ON COLUMN shengji.board_match.challenger IS 'null: the account is closed';

COMMENT ON COLUMN shengji.board_match.challenger_partner IS 'the partner of the challenger; null if there is none, or the account is closed';

COMMENT ON COLUMN shengji.board_match.agreed IS 'the players who agreed to play, in a match of pairs';

CREATE TABLE shengji.board_play (
    begun_at timestamp with time zone DEFAULT statement_timestamp() NOT NULL,
    ended_at timestamp with time zone,
    unsealed_at timestamp with time zone,
    excess integer,
    levels integer,
    step integer,
    board_id text NOT NULL,
    player_id text,
    table_id text,
    partner_id text
);

COMMENT ON COLUMN shengji.board_play.excess IS 'with levels and step the score of the side of the seat; null if there is none';

COMMENT ON COLUMN shengji.board_play.player_id IS 'null: the account is closed';

COMMENT ON COLUMN shengji.board_play.table_id IS 'null: the player has only seen the board, by taking a seat over';

COMMENT ON COLUMN shengji.board_play.partner_id IS 'the player opposite at the table; they also have a row of their own, because they have seen the board';

CREATE TABLE shengji.chat_message (
    said_at timestamp with time zone DEFAULT statement_timestamp() NOT NULL,
    command_id uuid,
    number integer NOT NULL,
    table_id text NOT NULL,
    room text NOT NULL,
    player_id text,
    words text,
    canned text,
    removed_by text,
    fingerprint text,
    CONSTRAINT chat_message_check CHECK ((num_nonnulls(words, canned, removed_by) = 1)),
    CONSTRAINT chat_message_removed_by_check CHECK ((removed_by = ANY (ARRAY['author'::text, 'moderator'::text, 'closing'::text])))
);

COMMENT ON COLUMN shengji.chat_message.command_id IS 'derived from the idempotency key, which identifies repetitions';

COMMENT ON COLUMN shengji.chat_message.player_id IS 'the author; null if the account is closed';

CREATE TABLE shengji.chat_reader (
    told_at timestamp with time zone DEFAULT '-infinity'::timestamp with time zone NOT NULL,
    read_to integer DEFAULT 0 NOT NULL,
    told_to integer DEFAULT 0 NOT NULL,
    muted boolean DEFAULT false NOT NULL,
    player_id text NOT NULL,
    table_id text NOT NULL,
    room text NOT NULL
);

COMMENT ON COLUMN shengji.chat_reader.told_to IS 'the last message that the feed of the account has reported; no other is reported until it is read';

CREATE TABLE shengji.chat_room (
    messages integer NOT NULL,
    table_id text NOT NULL,
    room text NOT NULL,
    CONSTRAINT chat_room_room_check CHECK ((room = ANY (ARRAY['seats'::text, 'spectators'::text])))
);

COMMENT ON COLUMN shengji.chat_room.messages IS 'the number of the last message; the row is locked while a message is added, so that numbers have no gaps';

CREATE TABLE shengji.delivery (
    created_at timestamp with time zone DEFAULT statement_timestamp() NOT NULL,
    next_attempt_at timestamp with time zone,
    number integer,
    step integer DEFAULT 0 NOT NULL,
    attempts integer DEFAULT 0 NOT NULL,
    id text NOT NULL,
    webhook_id text NOT NULL,
    player_id text NOT NULL,
    type text NOT NULL,
    state text DEFAULT 'pending'::text NOT NULL,
    CONSTRAINT delivery_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'delivered'::text, 'failed'::text])))
);

COMMENT ON COLUMN shengji.delivery.next_attempt_at IS 'null: when the webhook is enabled again, or never';

COMMENT ON COLUMN shengji.delivery.number IS 'the number of the event in the feed of the account; null for a test call';

COMMENT ON COLUMN shengji.delivery.step IS 'the position in the schedule of attempts; it starts again when the delivery is sent again on request';

CREATE TABLE shengji.delivery_attempt (
    began_at timestamp with time zone NOT NULL,
    number integer NOT NULL,
    duration_ms integer NOT NULL,
    status integer,
    delivery_id text NOT NULL,
    error text
);

COMMENT ON COLUMN shengji.delivery_attempt.error IS 'our description of the failure; of the response, only the status is stored';

CREATE SEQUENCE shengji.event_position
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

CREATE TABLE shengji.event (
    transaction bigint DEFAULT shengji.feed_transaction() NOT NULL,
    "position" bigint DEFAULT nextval('shengji.event_position'::regclass) NOT NULL,
    recorded_at timestamp with time zone DEFAULT statement_timestamp() NOT NULL,
    command_id uuid,
    version integer NOT NULL,
    revision smallint NOT NULL,
    stream text NOT NULL,
    type text NOT NULL,
    data jsonb NOT NULL,
    metadata jsonb NOT NULL
);

COMMENT ON TABLE shengji.event IS 'the events; append-only: shengji.append writes them, and they are never changed or deleted';

CREATE TABLE shengji.hand_analysis (
    table_id text NOT NULL,
    hand integer NOT NULL,
    game text NOT NULL,
    teacher text NOT NULL,
    asked_at timestamp with time zone DEFAULT statement_timestamp() NOT NULL,
    decisions integer DEFAULT 0 NOT NULL,
    judged integer DEFAULT 0 NOT NULL,
    continued_at timestamp with time zone,
    finished_at timestamp with time zone,
    ended_at timestamp with time zone NOT NULL,
    deal text DEFAULT ''::text NOT NULL,
    players text[] DEFAULT '{}'::text[] NOT NULL,
    costs jsonb DEFAULT '[]'::jsonb NOT NULL,
    open_values jsonb,
    puzzles jsonb DEFAULT '[]'::jsonb NOT NULL
);

COMMENT ON COLUMN shengji.hand_analysis.teacher IS 'the bot that judges, with its version';

COMMENT ON COLUMN shengji.hand_analysis.decisions IS 'the number of decisions to judge; 0 until it is known';

COMMENT ON COLUMN shengji.hand_analysis.continued_at IS 'when a job last worked on it; null before the first';

COMMENT ON COLUMN shengji.hand_analysis.ended_at IS 'when the hand ended';

COMMENT ON COLUMN shengji.hand_analysis.deal IS 'a hash of the rules and all cards; equal at all tables of a board';

COMMENT ON COLUMN shengji.hand_analysis.players IS 'the player of each seat; the empty text for a bot';

COMMENT ON COLUMN shengji.hand_analysis.costs IS 'for each seat and phase, the cost of the mistakes of its player';

COMMENT ON COLUMN shengji.hand_analysis.open_values IS 'the value of each trick with all cards known; null if not solved';

COMMENT ON COLUMN shengji.hand_analysis.puzzles IS 'the clearest puzzles so far; they are listed when all is judged';

CREATE TABLE shengji.head (
    due_at timestamp with time zone,
    updated_at timestamp with time zone DEFAULT statement_timestamp() NOT NULL,
    version integer NOT NULL,
    state_revision smallint NOT NULL,
    stream text NOT NULL,
    asked json NOT NULL,
    state json NOT NULL,
    clock_step integer,
    clock_due_at timestamp with time zone,
    turn_due_at timestamp with time zone,
    world text,
    state_version integer
)
WITH (fillfactor='50');

COMMENT ON COLUMN shengji.head.due_at IS 'when the stream has to be examined again even without new events, in real time';

COMMENT ON COLUMN shengji.head.asked IS 'the pending turns: [{"seat", "player", "bot", "what"}]';

COMMENT ON COLUMN shengji.head.clock_step IS 'the step that the clock of the game waits in; null if it does not run';

COMMENT ON COLUMN shengji.head.clock_due_at IS 'when that wait ends; due_at is no later';

COMMENT ON COLUMN shengji.head.turn_due_at IS 'the next deadline with an effect, by the time of its sandbox';

COMMENT ON COLUMN shengji.head.world IS 'the sandbox of the stream; null outside sandboxes';

COMMENT ON COLUMN shengji.head.state_version IS 'the version of the stream to which the state belongs; NULL means the version of the head';

CREATE TABLE shengji.inbox_mark (
    snoozed_until timestamp with time zone,
    seen_version integer DEFAULT 0 NOT NULL,
    snoozed_version integer,
    player_id text NOT NULL,
    table_id text NOT NULL
);

COMMENT ON COLUMN shengji.inbox_mark.snoozed_until IS 'when the snooze ends; null for an hour before the deadline';

COMMENT ON COLUMN shengji.inbox_mark.seen_version IS 'the version up to which the player has seen the table';

COMMENT ON COLUMN shengji.inbox_mark.snoozed_version IS 'the version of the table for which its entry is snoozed; null if it is not';

CREATE TABLE shengji.invitation (
    created_at timestamp with time zone DEFAULT statement_timestamp() NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    uses integer NOT NULL,
    seat integer,
    id text NOT NULL,
    table_id text NOT NULL,
    player_id text NOT NULL,
    hash bytea NOT NULL
);

COMMENT ON COLUMN shengji.invitation.player_id IS 'the player who made it';

COMMENT ON COLUMN shengji.invitation.hash IS 'SHA-256 of the code, which has 128 random bits and is shown once';

CREATE TABLE shengji.invitation_use (
    used_at timestamp with time zone DEFAULT statement_timestamp() NOT NULL,
    invitation_id text NOT NULL,
    player_id text NOT NULL
);

CREATE TABLE shengji.judged_decision (
    table_id text NOT NULL,
    hand integer NOT NULL,
    number integer NOT NULL,
    document jsonb NOT NULL
);

CREATE SEQUENCE shengji.work_mark
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

CREATE TABLE shengji.league_work (
    since timestamp with time zone DEFAULT statement_timestamp() NOT NULL,
    mark bigint DEFAULT nextval('shengji.work_mark'::regclass) NOT NULL,
    league_id text NOT NULL,
    world text,
    moment timestamp with time zone
);

COMMENT ON COLUMN shengji.league_work.mark IS 'differs for each new event, so that work that arrives during processing is not lost';

COMMENT ON COLUMN shengji.league_work.moment IS 'when it happened, by the time of its sandbox';

CREATE TABLE shengji.login (
    changed_at timestamp with time zone DEFAULT statement_timestamp() NOT NULL,
    player_id text NOT NULL,
    login text NOT NULL,
    password text NOT NULL
);

COMMENT ON COLUMN shengji.login.password IS 'argon2id with its parameters, never the password';

CREATE TABLE shengji.mail (
    created_at timestamp with time zone DEFAULT statement_timestamp() NOT NULL,
    next_attempt_at timestamp with time zone,
    settled_at timestamp with time zone,
    number integer,
    until integer,
    claims integer DEFAULT 0 NOT NULL,
    step integer DEFAULT 0 NOT NULL,
    status integer,
    id text NOT NULL,
    player_id text NOT NULL,
    table_id text,
    kind text NOT NULL,
    state text DEFAULT 'pending'::text NOT NULL,
    sent_with text,
    CONSTRAINT mail_check CHECK (((state = 'pending'::text) = (settled_at IS NULL))),
    CONSTRAINT mail_check1 CHECK (((state = 'pending'::text) = (next_attempt_at IS NOT NULL))),
    CONSTRAINT mail_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'sent'::text, 'dropped'::text, 'failed'::text])))
);

COMMENT ON COLUMN shengji.mail.next_attempt_at IS 'while a worker has claimed it: when others may claim it';

COMMENT ON COLUMN shengji.mail.number IS 'the number of its event in the feed of the account; for a digest, the last event before it';

COMMENT ON COLUMN shengji.mail.until IS 'for a digest: the last event in it';

COMMENT ON COLUMN shengji.mail.claims IS 'the number of claims by workers; a worker identifies its claim by it';

COMMENT ON COLUMN shengji.mail.status IS 'the last reply of the server to a failed attempt';

COMMENT ON COLUMN shengji.mail.id IS 'the Message-ID, the same in every attempt';

COMMENT ON COLUMN shengji.mail.sent_with IS 'the mail that contains this one; its next attempt is never due while it waits';

CREATE TABLE shengji.mail_asked (
    asked_at timestamp with time zone DEFAULT statement_timestamp() NOT NULL,
    address bytea NOT NULL
);

COMMENT ON COLUMN shengji.mail_asked.address IS 'SHA-256 of the address';

CREATE TABLE shengji.mail_code (
    expires_at timestamp with time zone NOT NULL,
    hash bytea NOT NULL,
    player_id text NOT NULL,
    address text NOT NULL
);

COMMENT ON COLUMN shengji.mail_code.hash IS 'SHA-256 of the code, which has 256 random bits';

CREATE TABLE shengji.mail_count (
    mails bigint NOT NULL,
    outcome text NOT NULL
);

CREATE TABLE shengji.mail_server (
    rests_until timestamp with time zone DEFAULT '-infinity'::timestamp with time zone NOT NULL,
    failures integer DEFAULT 0 NOT NULL,
    is_one boolean DEFAULT true NOT NULL,
    CONSTRAINT mail_server_is_one_check CHECK (is_one)
);

CREATE TABLE shengji.mailbox (
    changed_at timestamp with time zone DEFAULT statement_timestamp() NOT NULL,
    confirmed_at timestamp with time zone,
    asked_at timestamp with time zone,
    failing_since timestamp with time zone,
    digest_at timestamp with time zone,
    digest_after integer DEFAULT 0 NOT NULL,
    failures integer DEFAULT 0 NOT NULL,
    failing_status integer,
    digest_hour smallint NOT NULL,
    player_id text NOT NULL,
    time_zone text NOT NULL,
    address text,
    asked_address text,
    code text NOT NULL,
    wishes jsonb DEFAULT '{}'::jsonb NOT NULL,
    names boolean DEFAULT false NOT NULL,
    CONSTRAINT mailbox_check CHECK (((address IS NULL) = (confirmed_at IS NULL))),
    CONSTRAINT mailbox_check1 CHECK (((asked_address IS NULL) = (asked_at IS NULL))),
    CONSTRAINT mailbox_check2 CHECK (((failing_since IS NULL) = (failing_status IS NULL))),
    CONSTRAINT mailbox_digest_hour_check CHECK (((digest_hour >= 0) AND (digest_hour <= 23)))
);

COMMENT ON COLUMN shengji.mailbox.failing_since IS 'since when nothing is sent, because the server answered failing_status';

COMMENT ON COLUMN shengji.mailbox.digest_at IS 'when the next digest is due; null for never';

COMMENT ON COLUMN shengji.mailbox.digest_after IS 'the last account event in a digest so far';

COMMENT ON COLUMN shengji.mailbox.failures IS 'the number of mails to the address that were given up in succession';

COMMENT ON COLUMN shengji.mailbox.address IS 'the address, confirmed by a mailed code; null: nothing is sent';

COMMENT ON COLUMN shengji.mailbox.asked_address IS 'the address to which an unconfirmed code was mailed';

COMMENT ON COLUMN shengji.mailbox.code IS 'contained in every mail; it can only stop mails, so it is stored unhashed';

COMMENT ON COLUMN shengji.mailbox.wishes IS 'each, digest or off, by kind of mail; missing kinds have the default';

COMMENT ON COLUMN shengji.mailbox.names IS 'whether mails and webhooks name this player to others, and name others to this player';

CREATE TABLE shengji.matching (
    after_at timestamp with time zone NOT NULL,
    after_id text NOT NULL,
    world text
);

COMMENT ON COLUMN shengji.matching.after_at IS 'the waiting time of the last seek that was compared: since when it waited';

CREATE TABLE shengji.meeting (
    created_at timestamp with time zone DEFAULT statement_timestamp() NOT NULL,
    is_opening boolean DEFAULT false NOT NULL,
    id text NOT NULL,
    table_id text NOT NULL,
    plan jsonb NOT NULL
);

COMMENT ON COLUMN shengji.meeting.is_opening IS 'whether the table is being opened; from then on players cannot withdraw';

CREATE TABLE shengji.migration (
    number integer NOT NULL,
    name text NOT NULL,
    applied_at timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE shengji.moderation_action (
    done_at timestamp with time zone DEFAULT statement_timestamp() NOT NULL,
    until timestamp with time zone,
    number integer,
    id text NOT NULL,
    moderator_id text,
    action text NOT NULL,
    report_id text,
    player_id text,
    table_id text,
    room text,
    note text
);

COMMENT ON COLUMN shengji.moderation_action.moderator_id IS 'the moderator; null for the operator, or if the account is closed';

COMMENT ON COLUMN shengji.moderation_action.player_id IS 'the player concerned; null for a table, or if the account is closed';

CREATE TABLE shengji.note (
    changed_at timestamp with time zone DEFAULT statement_timestamp() NOT NULL,
    player_id text NOT NULL,
    table_id text NOT NULL,
    words text NOT NULL
);

CREATE TABLE shengji.oauth_client (
    created_at timestamp with time zone DEFAULT statement_timestamp() NOT NULL,
    id text NOT NULL,
    player_id text NOT NULL,
    name text NOT NULL,
    redirect_uris text[] NOT NULL
);

CREATE TABLE shengji.oauth_code (
    expires_at timestamp with time zone NOT NULL,
    hash bytea NOT NULL,
    client_id text NOT NULL,
    player_id text NOT NULL,
    redirect_uri text NOT NULL,
    challenge text NOT NULL,
    scopes text[] NOT NULL,
    grant_id text
);

COMMENT ON COLUMN shengji.oauth_code.grant_id IS 'the grant for which it was exchanged; null before';

CREATE TABLE shengji.oauth_device (
    expires_at timestamp with time zone NOT NULL,
    polled_at timestamp with time zone,
    interval_s integer NOT NULL,
    allowed boolean,
    hash bytea NOT NULL,
    user_code bytea NOT NULL,
    client_id text NOT NULL,
    player_id text,
    scopes text[] NOT NULL,
    grant_id text
);

COMMENT ON COLUMN shengji.oauth_device.allowed IS 'the decision of the person; null before';

COMMENT ON COLUMN shengji.oauth_device.user_code IS 'SHA-256 of what the person types; valid for minutes';

CREATE TABLE shengji.oauth_grant (
    created_at timestamp with time zone DEFAULT statement_timestamp() NOT NULL,
    revoked_at timestamp with time zone,
    id text NOT NULL,
    client_id text NOT NULL,
    player_id text NOT NULL,
    scopes text[] NOT NULL
);

CREATE TABLE shengji.oauth_refresh (
    expires_at timestamp with time zone NOT NULL,
    used_at timestamp with time zone,
    hash bytea NOT NULL,
    grant_id text NOT NULL
);

COMMENT ON TABLE shengji.oauth_refresh IS 'each can be used once; a second use means that it was stolen, and ends its grant';

CREATE TABLE shengji.world (
    created_at timestamp with time zone DEFAULT statement_timestamp() NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    ended_at timestamp with time zone,
    clock timestamp with time zone NOT NULL,
    moved_at timestamp with time zone DEFAULT statement_timestamp() NOT NULL,
    id text NOT NULL,
    owner text,
    advances_until timestamp with time zone,
    CONSTRAINT world_of_nobody_when_ended CHECK (((ended_at IS NULL) OR (owner IS NULL)))
);

COMMENT ON COLUMN shengji.world.ended_at IS 'when it ended; its tables stay in the log, but no request can read them';

COMMENT ON COLUMN shengji.world.clock IS 'the current time of the sandbox; it moves forward only, and only on request';

COMMENT ON COLUMN shengji.world.moved_at IS 'when the clock was last moved, in real time';

COMMENT ON COLUMN shengji.world.advances_until IS 'until when at the latest a request moves the clock and waits; null if none does';

CREATE VIEW shengji.open_seek AS
 SELECT s.created_at,
    s.expires_at,
    s.agreed_at,
    s.withdrawn_at,
    s.id,
    s.player_id,
    s.partner_id,
    s.meeting_id,
    s.table_id,
    s.wishes,
    s.command_id,
    s.fingerprint,
    s.world,
    s.keep,
    s.waits_since
   FROM shengji.seek s
  WHERE ((s.world IS NULL) AND shengji.is_open_at(s.*, statement_timestamp()))
UNION ALL
 SELECT s.created_at,
    s.expires_at,
    s.agreed_at,
    s.withdrawn_at,
    s.id,
    s.player_id,
    s.partner_id,
    s.meeting_id,
    s.table_id,
    s.wishes,
    s.command_id,
    s.fingerprint,
    s.world,
    s.keep,
    s.waits_since
   FROM (shengji.world w
     JOIN shengji.seek s ON ((s.world = w.id)))
  WHERE ((w.ended_at IS NULL) AND (s.world IS NOT NULL) AND shengji.is_open_at(s.*, w.clock));

COMMENT ON VIEW shengji.open_seek IS 'the seeks that can be matched, each by the clock of its sandbox';

CREATE TABLE shengji.passkey (
    id text NOT NULL,
    player_id text NOT NULL,
    credential_id bytea NOT NULL,
    public_key bytea NOT NULL,
    sign_count bigint NOT NULL,
    created_at timestamp with time zone DEFAULT statement_timestamp() NOT NULL,
    last_used_at timestamp with time zone
);

COMMENT ON TABLE shengji.passkey IS 'public keys with which browsers sign in';

COMMENT ON COLUMN shengji.passkey.credential_id IS 'the id by which the device finds its private key';

COMMENT ON COLUMN shengji.passkey.public_key IS 'the public key, as COSE writes it';

COMMENT ON COLUMN shengji.passkey.sign_count IS 'how often the device has signed; 0 for a device that does not count';

CREATE TABLE shengji.player (
    created_at timestamp with time zone DEFAULT statement_timestamp() NOT NULL,
    id text NOT NULL,
    name text,
    kind text NOT NULL,
    events integer DEFAULT 0 NOT NULL,
    closed_at timestamp with time zone,
    moderator_since timestamp with time zone,
    world text,
    guest_of text,
    claim_hash bytea,
    language text,
    CONSTRAINT player_kind_check CHECK ((kind = ANY (ARRAY['human'::text, 'bot'::text, 'house'::text]))),
    CONSTRAINT player_named_until_closed CHECK (((name IS NULL) = (closed_at IS NOT NULL)))
);

COMMENT ON COLUMN shengji.player.kind IS 'human; bot: a program of a third party; house: a bot of this server';

COMMENT ON COLUMN shengji.player.events IS 'the number of the last event in the feed of the account';

COMMENT ON COLUMN shengji.player.closed_at IS 'when the account was closed; its id stays in events, and all its other data is deleted';

COMMENT ON COLUMN shengji.player.moderator_since IS 'since when the player is a moderator, by decision of the operator; only then tokens have the scope';

COMMENT ON COLUMN shengji.player.world IS 'the sandbox of the player; null outside sandboxes; it never changes';

COMMENT ON COLUMN shengji.player.guest_of IS 'the tournament whose staff entered the player as a guest; null for all others, and once the account is claimed';

COMMENT ON COLUMN shengji.player.claim_hash IS 'SHA-256 of the claim code, which has 80 random bits; the code itself is shown once and not stored';

COMMENT ON COLUMN shengji.player.language IS 'the tag of the language of texts for the player; null if requests say it';

CREATE TABLE shengji.preference (
    player_id text NOT NULL,
    settings jsonb NOT NULL
);

COMMENT ON TABLE shengji.preference IS 'settings of clients, which the service does not interpret';

CREATE TABLE shengji.puzzle (
    id text NOT NULL,
    table_id text NOT NULL,
    hand integer NOT NULL,
    number integer NOT NULL,
    game text NOT NULL,
    profile text NOT NULL,
    phase text NOT NULL,
    "position" jsonb NOT NULL,
    solution jsonb NOT NULL
);

COMMENT ON COLUMN shengji.puzzle."position" IS 'what the seat saw, and what it could do';

COMMENT ON COLUMN shengji.puzzle.solution IS 'the moves that were considered, best first, and the reason';

CREATE TABLE shengji.registration (
    closes_at timestamp with time zone NOT NULL,
    told_at timestamp with time zone NOT NULL,
    is_told boolean DEFAULT false NOT NULL,
    stream text NOT NULL,
    world text
);

COMMENT ON COLUMN shengji.registration.told_at IS 'when players are or were to be reminded';

COMMENT ON COLUMN shengji.registration.world IS 'the sandbox whose clock applies; null for real time';

CREATE TABLE shengji.rehearsal (
    world text NOT NULL,
    tournament_id text NOT NULL,
    changed text[] NOT NULL,
    made_at timestamp with time zone DEFAULT statement_timestamp() NOT NULL,
    ended_at timestamp with time zone
);

COMMENT ON TABLE shengji.rehearsal IS 'sandboxes whose clocks the service moves, until their tournament is over';

COMMENT ON COLUMN shengji.rehearsal.changed IS 'the settings that differ from those that were given';

COMMENT ON COLUMN shengji.rehearsal.ended_at IS 'when it ended, in real time; null while it goes on';

CREATE TABLE shengji.reminder (
    at timestamp with time zone NOT NULL,
    deadline_at timestamp with time zone NOT NULL,
    version integer NOT NULL,
    seat integer NOT NULL,
    player_id text NOT NULL,
    table_id text NOT NULL,
    asked text NOT NULL,
    left_share text NOT NULL,
    world text,
    left_s integer,
    CONSTRAINT reminder_left_share_check CHECK ((left_share = ANY (ARRAY['half'::text, 'fifth'::text, 'vacation'::text])))
);

COMMENT ON COLUMN shengji.reminder.version IS 'the version of the table when the turn began';

COMMENT ON COLUMN shengji.reminder.left_share IS 'the share of the time that is left; vacation: a vacation of the player ends';

COMMENT ON COLUMN shengji.reminder.left_s IS 'the seconds that the clock runs on after the vacation, without pauses';

CREATE TABLE shengji.report (
    made_at timestamp with time zone DEFAULT statement_timestamp() NOT NULL,
    closed_at timestamp with time zone,
    command_id uuid,
    number integer,
    id text NOT NULL,
    reporter_id text,
    reported_id text,
    table_id text,
    room text,
    reason text NOT NULL,
    words text,
    said text,
    action text,
    fingerprint text
);

COMMENT ON COLUMN shengji.report.reported_id IS 'the player, or the author of the message; null if a table is reported';

COMMENT ON COLUMN shengji.report.said IS 'the text of the message when it was reported';

CREATE TABLE shengji.sandbox_mail (
    created_at timestamp with time zone NOT NULL,
    due_at timestamp with time zone NOT NULL,
    settled_at timestamp with time zone,
    number integer,
    until integer,
    id text NOT NULL,
    world text NOT NULL,
    player_id text NOT NULL,
    table_id text,
    kind text NOT NULL,
    state text DEFAULT 'pending'::text NOT NULL,
    address text,
    subject text,
    body text,
    sent_with text,
    html text,
    CONSTRAINT sandbox_mail_check CHECK (((state = 'pending'::text) = (settled_at IS NULL))),
    CONSTRAINT sandbox_mail_check1 CHECK (((state = 'sent'::text) = (body IS NOT NULL))),
    CONSTRAINT sandbox_mail_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'sent'::text, 'dropped'::text, 'failed'::text])))
);

COMMENT ON TABLE shengji.sandbox_mail IS 'like shengji.mail, with the text of each; times are those of the sandbox';

COMMENT ON COLUMN shengji.sandbox_mail.address IS 'the address to which it would have been sent, for mails that are sent';

COMMENT ON COLUMN shengji.sandbox_mail.sent_with IS 'the mail that contains this one; its text is empty then';

CREATE TABLE shengji.sandbox_mailbox (
    given_at timestamp with time zone NOT NULL,
    digest_at timestamp with time zone,
    digest_after integer DEFAULT 0 NOT NULL,
    player_id text NOT NULL,
    world text NOT NULL,
    address text NOT NULL
);

COMMENT ON TABLE shengji.sandbox_mailbox IS 'the address of a player of a sandbox; the rest of the mailbox is in shengji.mailbox';

COMMENT ON COLUMN shengji.sandbox_mailbox.given_at IS 'by the clock of the sandbox, like digest_at';

CREATE TABLE shengji.seek_table (
    seek_id text NOT NULL,
    table_id text NOT NULL
);

COMMENT ON TABLE shengji.seek_table IS 'the tables that were opened for recurring seeks';

CREATE TABLE shengji.set_aside (
    since timestamp with time zone DEFAULT statement_timestamp() NOT NULL,
    tried_at timestamp with time zone DEFAULT statement_timestamp() NOT NULL,
    next_at timestamp with time zone NOT NULL,
    version integer NOT NULL,
    attempts integer DEFAULT 1 NOT NULL,
    follower text NOT NULL,
    stream text NOT NULL,
    error text NOT NULL,
    release text NOT NULL
);

COMMENT ON COLUMN shengji.set_aside.version IS 'the first event of the stream that the follower has not applied';

COMMENT ON COLUMN shengji.set_aside.follower IS 'the name of a subscription; or jobs: deadlines, bots and tournaments of a stream';

COMMENT ON COLUMN shengji.set_aside.error IS 'the class of the error; the message is left out, because it may contain cards';

COMMENT ON COLUMN shengji.set_aside.release IS 'the release that tried last; another release tries at once';

CREATE TABLE shengji.silence (
    ends_at timestamp with time zone NOT NULL,
    player_id text NOT NULL
);

CREATE TABLE shengji.subscription (
    name text NOT NULL,
    transaction bigint DEFAULT 0 NOT NULL,
    "position" bigint DEFAULT 0 NOT NULL,
    updated_at timestamp with time zone DEFAULT statement_timestamp() NOT NULL
);

CREATE TABLE shengji.token (
    created_at timestamp with time zone DEFAULT statement_timestamp() NOT NULL,
    expires_at timestamp with time zone,
    revoked_at timestamp with time zone,
    id text NOT NULL,
    player_id text NOT NULL,
    name text NOT NULL,
    hash bytea NOT NULL,
    scopes text[] NOT NULL,
    grant_id text,
    last_used_at timestamp with time zone,
    made_by text,
    browser boolean DEFAULT false NOT NULL
);

COMMENT ON COLUMN shengji.token.hash IS 'SHA-256 of the token, which has 256 random bits; the token itself is shown once and not stored';

COMMENT ON COLUMN shengji.token.grant_id IS 'the grant of a client''s token';

COMMENT ON COLUMN shengji.token.last_used_at IS 'the hour of the last use; written at most once an hour';

COMMENT ON COLUMN shengji.token.made_by IS 'the member of staff who made the token of a guest';

COMMENT ON COLUMN shengji.token.browser IS 'whether a browser keeps the token in a cookie';

CREATE TABLE shengji.tournament_at_a_stand (
    clock timestamp with time zone NOT NULL,
    version integer NOT NULL,
    stream text NOT NULL,
    world text NOT NULL
);

COMMENT ON COLUMN shengji.tournament_at_a_stand.clock IS 'the time of the sandbox when it was tried';

CREATE TABLE shengji.tournament_template (
    player_id text NOT NULL,
    name text NOT NULL,
    settings jsonb NOT NULL,
    saved_at timestamp with time zone DEFAULT statement_timestamp() NOT NULL
);

COMMENT ON COLUMN shengji.tournament_template.settings IS 'the settings of a tournament, as the API shows them';

CREATE TABLE shengji.tournament_work (
    since timestamp with time zone DEFAULT statement_timestamp() NOT NULL,
    mark bigint DEFAULT nextval('shengji.work_mark'::regclass) NOT NULL,
    tournament_id text NOT NULL,
    world text,
    moment timestamp with time zone
);

COMMENT ON COLUMN shengji.tournament_work.mark IS 'differs for each new event, so that work that arrives during processing is not lost';

COMMENT ON COLUMN shengji.tournament_work.moment IS 'when it happened, by the time of its sandbox';

CREATE TABLE shengji.vacation (
    starts_at timestamp with time zone NOT NULL,
    ends_at timestamp with time zone NOT NULL,
    came_back_at timestamp with time zone,
    is_applied boolean DEFAULT false NOT NULL,
    is_automatic boolean NOT NULL,
    player_id text NOT NULL,
    id text NOT NULL,
    is_warned boolean DEFAULT false NOT NULL,
    CONSTRAINT vacation_check CHECK (((starts_at < ends_at) AND ((came_back_at IS NULL) OR ((came_back_at >= starts_at) AND (came_back_at < ends_at)))))
);

COMMENT ON COLUMN shengji.vacation.came_back_at IS 'when the player ended it early';

COMMENT ON COLUMN shengji.vacation.is_applied IS 'whether it is applied to all clocks of the player';

COMMENT ON COLUMN shengji.vacation.is_warned IS 'whether the player has been warned that it ends soon';

CREATE TABLE shengji.view_snapshot (
    version integer NOT NULL,
    state_revision smallint NOT NULL,
    stream text NOT NULL,
    viewer text NOT NULL,
    state json NOT NULL,
    written_at timestamp with time zone DEFAULT statement_timestamp() NOT NULL
);

CREATE TABLE shengji.webhook (
    created_at timestamp with time zone DEFAULT statement_timestamp() NOT NULL,
    disabled_at timestamp with time zone,
    former_until timestamp with time zone,
    leased_until timestamp with time zone DEFAULT '-infinity'::timestamp with time zone NOT NULL,
    rests_until timestamp with time zone DEFAULT '-infinity'::timestamp with time zone NOT NULL,
    claims bigint DEFAULT 0 NOT NULL,
    failures integer DEFAULT 0 NOT NULL,
    id text NOT NULL,
    player_id text NOT NULL,
    url text NOT NULL,
    types text[] NOT NULL,
    disabled_by text,
    secret text NOT NULL,
    former_secret text,
    tournament_id text,
    CONSTRAINT webhook_check CHECK (((disabled_at IS NULL) = (disabled_by IS NULL))),
    CONSTRAINT webhook_disabled_by_check CHECK ((disabled_by = ANY (ARRAY['owner'::text, 'gone'::text, 'failing'::text])))
);

COMMENT ON COLUMN shengji.webhook.leased_until IS 'until when a worker has claimed it, unless it releases it earlier';

COMMENT ON COLUMN shengji.webhook.rests_until IS 'until when nothing is sent, after failures';

COMMENT ON COLUMN shengji.webhook.claims IS 'the number of claims by workers; a worker identifies its claim by it';

COMMENT ON COLUMN shengji.webhook.failures IS 'the number of failed attempts since the last success';

COMMENT ON COLUMN shengji.webhook.types IS 'the types of events to send; empty for all';

COMMENT ON COLUMN shengji.webhook.secret IS 'the secret that signs messages; it must be readable, and is shown to its owner once';

COMMENT ON COLUMN shengji.webhook.former_secret IS 'the previous secret, which also signs messages until former_until';

COMMENT ON COLUMN shengji.webhook.tournament_id IS 'the tournament whose events are sent; null for those of the account';

CREATE TABLE shengji_read.challenge (
    version integer NOT NULL,
    seat integer,
    player_id text NOT NULL,
    table_id text NOT NULL,
    challenger text NOT NULL
);

CREATE TABLE shengji_read.grade (
    at timestamp with time zone NOT NULL,
    grade integer NOT NULL,
    boards integer NOT NULL,
    sessions integer NOT NULL,
    is_provisional boolean NOT NULL,
    who text NOT NULL,
    pool text NOT NULL,
    one text NOT NULL,
    other text
);

COMMENT ON COLUMN shengji_read.grade.grade IS 'in millionths of a percent';

CREATE TABLE shengji_read.grade_change (
    at timestamp with time zone NOT NULL,
    place bigint NOT NULL,
    grade integer NOT NULL,
    boards integer NOT NULL,
    is_provisional boolean NOT NULL,
    who text NOT NULL,
    pool text NOT NULL,
    tournament_id text NOT NULL,
    one text NOT NULL,
    other text,
    pair text NOT NULL,
    change jsonb NOT NULL
);

COMMENT ON TABLE shengji_read.grade_change IS 'the changes of grades by each session, with their figures; the other columns are those after the session';

COMMENT ON COLUMN shengji_read.grade_change.who IS 'the player, or both players of a partnership in the order of their ids, separated by a plus sign';

COMMENT ON COLUMN shengji_read.grade_change.other IS 'the second player of a partnership; null for the grade of a player';

COMMENT ON COLUMN shengji_read.grade_change.pair IS 'the partnership that played the session';

CREATE TABLE shengji_read.grade_pool (
    newest bigint NOT NULL,
    graded bigint DEFAULT 0 NOT NULL,
    mark bigint DEFAULT 1 NOT NULL,
    pool text NOT NULL
);

COMMENT ON COLUMN shengji_read.grade_pool.mark IS 'increases whenever that place moves, so that no process writes results computed from earlier grades';

COMMENT ON COLUMN shengji_read.grade_pool.pool IS 'the name; in a sandbox followed by a slash and the sandbox''s id';

CREATE TABLE shengji_read.grade_session (
    ended_at timestamp with time zone NOT NULL,
    place bigint NOT NULL,
    tournament_id text NOT NULL,
    pool text NOT NULL,
    session jsonb,
    transaction bigint,
    "position" bigint
);

COMMENT ON COLUMN shengji_read.grade_session.place IS 'the order in which sessions of all pools count';

COMMENT ON COLUMN shengji_read.grade_session.session IS 'the players and their scores; null if there was nothing to compare';

CREATE TABLE shengji_read.league (
    updated_at timestamp with time zone NOT NULL,
    due_at timestamp with time zone,
    version integer NOT NULL,
    season integer NOT NULL,
    members integer NOT NULL,
    id text NOT NULL,
    owner text NOT NULL,
    name text NOT NULL,
    status text NOT NULL,
    game text NOT NULL,
    players text[] NOT NULL,
    world text,
    staff jsonb DEFAULT '{}'::jsonb NOT NULL,
    is_public boolean DEFAULT true NOT NULL
);

COMMENT ON COLUMN shengji_read.league.season IS 'the number of the last season that was settled or cancelled, or 0';

COMMENT ON COLUMN shengji_read.league.players IS 'the staff, and the players who are members or have registered';

COMMENT ON COLUMN shengji_read.league.staff IS 'for staff appointed before this column existed, only the owner, until the next event or a rebuild';

CREATE TABLE shengji_read.league_division (
    season integer NOT NULL,
    division integer NOT NULL,
    league_id text NOT NULL,
    tournament_id text,
    status text NOT NULL,
    sides jsonb,
    standings jsonb
);

CREATE TABLE shengji_read.league_season (
    starts_at timestamp with time zone,
    ended_at timestamp with time zone,
    season integer NOT NULL,
    league_id text NOT NULL,
    status text NOT NULL,
    moves jsonb
);

COMMENT ON COLUMN shengji_read.league_season.moves IS 'the moves of entrants into the season, once it has begun';

CREATE TABLE shengji_read.proposal (
    version integer NOT NULL,
    seat integer NOT NULL,
    proposer integer NOT NULL,
    player_id text NOT NULL,
    table_id text NOT NULL,
    what text NOT NULL
);

CREATE TABLE shengji_read.rated_game (
    ended_at timestamp with time zone NOT NULL,
    place bigint,
    round integer NOT NULL,
    match integer NOT NULL,
    part integer NOT NULL,
    is_annulled boolean DEFAULT false NOT NULL,
    game text NOT NULL,
    tournament_id text NOT NULL,
    pool text NOT NULL,
    season text,
    handicap text,
    unrated text,
    players text NOT NULL,
    result jsonb NOT NULL,
    handicap_skill jsonb,
    transaction bigint,
    "position" bigint,
    recorded jsonb
);

COMMENT ON COLUMN shengji_read.rated_game.place IS 'the order in which games of all pools count; null until it is known how the game ended';

COMMENT ON COLUMN shengji_read.rated_game.part IS 'the number of the table in its match, from 1';

COMMENT ON COLUMN shengji_read.rated_game.handicap IS 'the role and size of the side with an offset, and the size of the other side';

COMMENT ON COLUMN shengji_read.rated_game.unrated IS 'why the game has changed no rating, once it has been processed';

COMMENT ON COLUMN shengji_read.rated_game.players IS 'their ids in order, separated by spaces';

COMMENT ON COLUMN shengji_read.rated_game.handicap_skill IS 'the estimate of that offset after the game';

COMMENT ON COLUMN shengji_read.rated_game.transaction IS 'with position the place in the log; null if it is older than this column, which sorts before all others';

COMMENT ON COLUMN shengji_read.rated_game.recorded IS 'the game as recorded at its table; null while its result was not corrected';

CREATE TABLE shengji_read.rating (
    at timestamp with time zone NOT NULL,
    elo integer,
    elo_games integer NOT NULL,
    elo_won integer NOT NULL,
    shown integer NOT NULL,
    team_games integer NOT NULL,
    team_won integer NOT NULL,
    mu integer NOT NULL,
    sigma integer NOT NULL,
    elo_provisional boolean,
    team_provisional boolean NOT NULL,
    season text NOT NULL,
    pool text NOT NULL,
    player_id text NOT NULL
);

COMMENT ON COLUMN shengji_read.rating.elo_games IS 'the number in the season, like the other numbers of games';

COMMENT ON COLUMN shengji_read.rating.season IS 'empty for the ratings of all time';

CREATE TABLE shengji_read.rating_change (
    at timestamp with time zone NOT NULL,
    place bigint NOT NULL,
    elo integer,
    elo_games integer,
    shown integer,
    mu integer,
    sigma integer,
    team_games integer,
    elo_won boolean,
    team_won boolean,
    elo_provisional boolean,
    team_provisional boolean,
    player_id text NOT NULL,
    pool text NOT NULL,
    game text NOT NULL,
    season text,
    unrated text,
    elo_change jsonb,
    team_change jsonb
);

COMMENT ON TABLE shengji_read.rating_change IS 'the changes by each game for each player, with the figures that explain them; the others are those after the game';

CREATE TABLE shengji_read.rating_pool (
    newest bigint NOT NULL,
    rated bigint DEFAULT 0 NOT NULL,
    mark bigint DEFAULT 1 NOT NULL,
    pool text NOT NULL
);

COMMENT ON COLUMN shengji_read.rating_pool.newest IS 'the place of its last game';

COMMENT ON COLUMN shengji_read.rating_pool.rated IS 'the place up to which its games are rated';

COMMENT ON COLUMN shengji_read.rating_pool.mark IS 'increases whenever that place moves, so that no process writes results computed from earlier ratings';

COMMENT ON COLUMN shengji_read.rating_pool.pool IS 'the name; in a sandbox followed by a slash and the sandbox''s id';

CREATE TABLE shengji_read.rating_season (
    place bigint NOT NULL,
    pool text NOT NULL,
    season text NOT NULL
);

COMMENT ON COLUMN shengji_read.rating_season.place IS 'the place of its first game';

CREATE TABLE shengji_read.reliability (
    player_id text NOT NULL,
    turns text NOT NULL,
    hands text NOT NULL,
    seconds integer[] DEFAULT '{}'::integer[] NOT NULL
);

COMMENT ON COLUMN shengji_read.reliability.turns IS 'the last turns, newest last: 1 for answered in time, 0 for missed';

COMMENT ON COLUMN shengji_read.reliability.hands IS 'the last hands, newest last: 1 for finished, 0 for not';

COMMENT ON COLUMN shengji_read.reliability.seconds IS 'how many seconds the last turns in time took, newest last';

CREATE TABLE shengji_read.series (
    updated_at timestamp with time zone NOT NULL,
    opens_next_at timestamp with time zone,
    version integer NOT NULL,
    rated boolean NOT NULL,
    id text NOT NULL,
    owner text NOT NULL,
    name text NOT NULL,
    status text NOT NULL,
    game text NOT NULL,
    format text NOT NULL,
    rule text NOT NULL,
    zone text NOT NULL,
    world text,
    is_public boolean DEFAULT true NOT NULL
);

COMMENT ON COLUMN shengji_read.series.opens_next_at IS 'when the tournament after the open ones opens';

CREATE TABLE shengji_read.table_summary (
    opened_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    version integer NOT NULL,
    free_seats integer NOT NULL,
    listed boolean NOT NULL,
    id text NOT NULL,
    status text NOT NULL,
    players text[] NOT NULL,
    summary jsonb NOT NULL,
    world text,
    facts jsonb
);

COMMENT ON COLUMN shengji_read.table_summary.players IS 'the host and all seated players';

COMMENT ON COLUMN shengji_read.table_summary.facts IS 'the teams, the tournament match, and how the match stands; null in rows of an older release';

CREATE TABLE shengji_read.tournament (
    updated_at timestamp with time zone NOT NULL,
    starts_at timestamp with time zone,
    version integer NOT NULL,
    entrants integer NOT NULL,
    rated boolean NOT NULL,
    id text NOT NULL,
    owner text NOT NULL,
    name text NOT NULL,
    status text NOT NULL,
    game text NOT NULL,
    format text NOT NULL,
    players text[] NOT NULL,
    series text,
    world text,
    staff jsonb DEFAULT '{}'::jsonb NOT NULL,
    is_public boolean DEFAULT true NOT NULL
);

COMMENT ON COLUMN shengji_read.tournament.entrants IS 'the number of entrants with a place';

COMMENT ON COLUMN shengji_read.tournament.players IS 'the staff, and the players who take part or have registered';

COMMENT ON COLUMN shengji_read.tournament.staff IS 'for staff appointed before this column existed, only the owner, until the next event or a rebuild';

CREATE TABLE shengji_read.tournament_table (
    round integer NOT NULL,
    match integer NOT NULL,
    table_id text NOT NULL,
    tournament_id text NOT NULL,
    is_over boolean DEFAULT false NOT NULL,
    is_sealed boolean DEFAULT false NOT NULL
);

COMMENT ON TABLE shengji_read.tournament_table IS 'the tables of matches, including those of cancelled rounds';

COMMENT ON COLUMN shengji_read.tournament_table.is_over IS 'whether the table is over';

COMMENT ON COLUMN shengji_read.tournament_table.is_sealed IS 'whether only the players of the table can see it';

CREATE TABLE shengji_read.tournament_waiting (
    deadline_at timestamp with time zone,
    player_id text NOT NULL,
    tournament_id text NOT NULL,
    entrant text NOT NULL,
    what text NOT NULL,
    round integer,
    match integer,
    times text
);

COMMENT ON COLUMN shengji_read.tournament_waiting.deadline_at IS 'the deadline of the answer; null if it is not known yet';

COMMENT ON COLUMN shengji_read.tournament_waiting.round IS 'the round of the match that the decision is about; null if it is about none';

COMMENT ON COLUMN shengji_read.tournament_waiting.times IS 'the times that the other side proposes, separated by spaces';

CREATE TABLE shengji_read.turn (
    since timestamp with time zone NOT NULL,
    version integer NOT NULL,
    seat integer NOT NULL,
    player_id text NOT NULL,
    table_id text NOT NULL,
    asked text NOT NULL,
    started_at timestamp with time zone,
    deadline_at timestamp with time zone,
    is_grace boolean DEFAULT false NOT NULL
);

COMMENT ON COLUMN shengji_read.turn.started_at IS 'when the turn began, counted back from the deadline without pauses';

ALTER TABLE ONLY shengji.account_event
    ADD CONSTRAINT account_event_pkey PRIMARY KEY (player_id, number);

ALTER TABLE ONLY shengji.attempt_count
    ADD CONSTRAINT attempt_count_pkey PRIMARY KEY (outcome);

ALTER TABLE ONLY shengji.availability
    ADD CONSTRAINT availability_pkey PRIMARY KEY (player_id, since);

ALTER TABLE ONLY shengji.block
    ADD CONSTRAINT block_pkey PRIMARY KEY (player_id, blocked_id);

ALTER TABLE ONLY shengji.board_match
    ADD CONSTRAINT board_match_command_id_key UNIQUE (command_id);

ALTER TABLE ONLY shengji.board_match
    ADD CONSTRAINT board_match_pkey PRIMARY KEY (id);

ALTER TABLE ONLY shengji.board
    ADD CONSTRAINT board_pkey PRIMARY KEY (id);

ALTER TABLE ONLY shengji.board_play
    ADD CONSTRAINT board_play_board_id_player_id_key UNIQUE (board_id, player_id);

ALTER TABLE ONLY shengji.board_play
    ADD CONSTRAINT board_play_table_id_key UNIQUE (table_id);

ALTER TABLE ONLY shengji.chat_message
    ADD CONSTRAINT chat_message_command_id_key UNIQUE (command_id);

ALTER TABLE ONLY shengji.chat_message
    ADD CONSTRAINT chat_message_pkey PRIMARY KEY (table_id, room, number);

ALTER TABLE ONLY shengji.chat_reader
    ADD CONSTRAINT chat_reader_pkey PRIMARY KEY (player_id, table_id, room);

ALTER TABLE ONLY shengji.chat_room
    ADD CONSTRAINT chat_room_pkey PRIMARY KEY (table_id, room);

ALTER TABLE ONLY shengji.delivery_attempt
    ADD CONSTRAINT delivery_attempt_pkey PRIMARY KEY (delivery_id, number);

ALTER TABLE ONLY shengji.delivery
    ADD CONSTRAINT delivery_pkey PRIMARY KEY (id);

ALTER TABLE ONLY shengji.delivery
    ADD CONSTRAINT delivery_webhook_id_number_key UNIQUE (webhook_id, number);

ALTER TABLE ONLY shengji.event
    ADD CONSTRAINT event_pkey PRIMARY KEY (stream, version);

ALTER TABLE ONLY shengji.hand_analysis
    ADD CONSTRAINT hand_analysis_pkey PRIMARY KEY (table_id, hand);

ALTER TABLE ONLY shengji.head
    ADD CONSTRAINT head_pkey PRIMARY KEY (stream);

ALTER TABLE ONLY shengji.inbox_mark
    ADD CONSTRAINT inbox_mark_pkey PRIMARY KEY (player_id, table_id);

ALTER TABLE ONLY shengji.invitation
    ADD CONSTRAINT invitation_hash_key UNIQUE (hash);

ALTER TABLE ONLY shengji.invitation
    ADD CONSTRAINT invitation_pkey PRIMARY KEY (id);

ALTER TABLE ONLY shengji.invitation_use
    ADD CONSTRAINT invitation_use_pkey PRIMARY KEY (invitation_id, player_id);

ALTER TABLE ONLY shengji.judged_decision
    ADD CONSTRAINT judged_decision_pkey PRIMARY KEY (table_id, hand, number);

ALTER TABLE ONLY shengji.league_work
    ADD CONSTRAINT league_work_pkey PRIMARY KEY (league_id);

ALTER TABLE ONLY shengji.login
    ADD CONSTRAINT login_pkey PRIMARY KEY (player_id);

ALTER TABLE ONLY shengji.mail_code
    ADD CONSTRAINT mail_code_pkey PRIMARY KEY (hash);

ALTER TABLE ONLY shengji.mail_count
    ADD CONSTRAINT mail_count_pkey PRIMARY KEY (outcome);

ALTER TABLE ONLY shengji.mail
    ADD CONSTRAINT mail_pkey PRIMARY KEY (id);

ALTER TABLE ONLY shengji.mail_server
    ADD CONSTRAINT mail_server_pkey PRIMARY KEY (is_one);

ALTER TABLE ONLY shengji.mailbox
    ADD CONSTRAINT mailbox_code_key UNIQUE (code);

ALTER TABLE ONLY shengji.mailbox
    ADD CONSTRAINT mailbox_pkey PRIMARY KEY (player_id);

ALTER TABLE ONLY shengji.matching
    ADD CONSTRAINT matching_world_key UNIQUE NULLS NOT DISTINCT (world);

ALTER TABLE ONLY shengji.meeting
    ADD CONSTRAINT meeting_pkey PRIMARY KEY (id);

ALTER TABLE ONLY shengji.meeting
    ADD CONSTRAINT meeting_table_id_key UNIQUE (table_id);

ALTER TABLE ONLY shengji.migration
    ADD CONSTRAINT migration_pkey PRIMARY KEY (number);

ALTER TABLE ONLY shengji.moderation_action
    ADD CONSTRAINT moderation_action_pkey PRIMARY KEY (id);

ALTER TABLE ONLY shengji.note
    ADD CONSTRAINT note_pkey PRIMARY KEY (player_id, table_id);

ALTER TABLE ONLY shengji.oauth_client
    ADD CONSTRAINT oauth_client_pkey PRIMARY KEY (id);

ALTER TABLE ONLY shengji.oauth_code
    ADD CONSTRAINT oauth_code_pkey PRIMARY KEY (hash);

ALTER TABLE ONLY shengji.oauth_device
    ADD CONSTRAINT oauth_device_pkey PRIMARY KEY (hash);

ALTER TABLE ONLY shengji.oauth_device
    ADD CONSTRAINT oauth_device_user_code_key UNIQUE (user_code);

ALTER TABLE ONLY shengji.oauth_grant
    ADD CONSTRAINT oauth_grant_pkey PRIMARY KEY (id);

ALTER TABLE ONLY shengji.oauth_refresh
    ADD CONSTRAINT oauth_refresh_pkey PRIMARY KEY (hash);

ALTER TABLE ONLY shengji.passkey
    ADD CONSTRAINT passkey_credential_id_key UNIQUE (credential_id);

ALTER TABLE ONLY shengji.passkey
    ADD CONSTRAINT passkey_pkey PRIMARY KEY (id);

ALTER TABLE ONLY shengji.player
    ADD CONSTRAINT player_pkey PRIMARY KEY (id);

ALTER TABLE ONLY shengji.preference
    ADD CONSTRAINT preference_pkey PRIMARY KEY (player_id);

ALTER TABLE ONLY shengji.puzzle
    ADD CONSTRAINT puzzle_pkey PRIMARY KEY (id);

ALTER TABLE ONLY shengji.puzzle
    ADD CONSTRAINT puzzle_table_id_hand_number_key UNIQUE (table_id, hand, number);

ALTER TABLE ONLY shengji.registration
    ADD CONSTRAINT registration_pkey PRIMARY KEY (stream);

ALTER TABLE ONLY shengji.rehearsal
    ADD CONSTRAINT rehearsal_pkey PRIMARY KEY (world);

ALTER TABLE ONLY shengji.reminder
    ADD CONSTRAINT reminder_pkey PRIMARY KEY (table_id, seat, left_share);

ALTER TABLE ONLY shengji.report
    ADD CONSTRAINT report_command_id_key UNIQUE (command_id);

ALTER TABLE ONLY shengji.report
    ADD CONSTRAINT report_pkey PRIMARY KEY (id);

ALTER TABLE ONLY shengji.sandbox_mail
    ADD CONSTRAINT sandbox_mail_pkey PRIMARY KEY (id);

ALTER TABLE ONLY shengji.sandbox_mailbox
    ADD CONSTRAINT sandbox_mailbox_pkey PRIMARY KEY (player_id);

ALTER TABLE ONLY shengji.seek
    ADD CONSTRAINT seek_command_id_key UNIQUE (command_id);

ALTER TABLE ONLY shengji.seek
    ADD CONSTRAINT seek_pkey PRIMARY KEY (id);

ALTER TABLE ONLY shengji.seek_table
    ADD CONSTRAINT seek_table_pkey PRIMARY KEY (seek_id, table_id);

ALTER TABLE ONLY shengji.set_aside
    ADD CONSTRAINT set_aside_pkey PRIMARY KEY (follower, stream);

ALTER TABLE ONLY shengji.silence
    ADD CONSTRAINT silence_pkey PRIMARY KEY (player_id);

ALTER TABLE ONLY shengji.subscription
    ADD CONSTRAINT subscription_pkey PRIMARY KEY (name);

ALTER TABLE ONLY shengji.token
    ADD CONSTRAINT token_hash_key UNIQUE (hash);

ALTER TABLE ONLY shengji.token
    ADD CONSTRAINT token_pkey PRIMARY KEY (id);

ALTER TABLE ONLY shengji.tournament_at_a_stand
    ADD CONSTRAINT tournament_at_a_stand_pkey PRIMARY KEY (stream);

ALTER TABLE ONLY shengji.tournament_template
    ADD CONSTRAINT tournament_template_pkey PRIMARY KEY (player_id, name);

ALTER TABLE ONLY shengji.tournament_work
    ADD CONSTRAINT tournament_work_pkey PRIMARY KEY (tournament_id);

ALTER TABLE ONLY shengji.vacation
    ADD CONSTRAINT vacation_pkey PRIMARY KEY (id);

ALTER TABLE ONLY shengji.view_snapshot
    ADD CONSTRAINT view_snapshot_pkey PRIMARY KEY (stream, viewer);

ALTER TABLE ONLY shengji.webhook
    ADD CONSTRAINT webhook_pkey PRIMARY KEY (id);

ALTER TABLE ONLY shengji.world
    ADD CONSTRAINT world_pkey PRIMARY KEY (id);

ALTER TABLE ONLY shengji_read.challenge
    ADD CONSTRAINT challenge_pkey PRIMARY KEY (player_id, table_id);

ALTER TABLE ONLY shengji_read.grade_change
    ADD CONSTRAINT grade_change_pkey PRIMARY KEY (who, pool, place);

ALTER TABLE ONLY shengji_read.grade
    ADD CONSTRAINT grade_pkey PRIMARY KEY (who, pool);

ALTER TABLE ONLY shengji_read.grade_pool
    ADD CONSTRAINT grade_pool_pkey PRIMARY KEY (pool);

ALTER TABLE ONLY shengji_read.grade_session
    ADD CONSTRAINT grade_session_pkey PRIMARY KEY (tournament_id);

ALTER TABLE ONLY shengji_read.grade_session
    ADD CONSTRAINT grade_session_place_key UNIQUE (place);

ALTER TABLE ONLY shengji_read.league_division
    ADD CONSTRAINT league_division_pkey PRIMARY KEY (league_id, season, division);

ALTER TABLE ONLY shengji_read.league
    ADD CONSTRAINT league_pkey PRIMARY KEY (id);

ALTER TABLE ONLY shengji_read.league_season
    ADD CONSTRAINT league_season_pkey PRIMARY KEY (league_id, season);

ALTER TABLE ONLY shengji_read.proposal
    ADD CONSTRAINT proposal_pkey PRIMARY KEY (player_id, table_id);

ALTER TABLE ONLY shengji_read.rated_game
    ADD CONSTRAINT rated_game_pkey PRIMARY KEY (game);

ALTER TABLE ONLY shengji_read.rated_game
    ADD CONSTRAINT rated_game_place_key UNIQUE (place);

ALTER TABLE ONLY shengji_read.rating_change
    ADD CONSTRAINT rating_change_pkey PRIMARY KEY (player_id, pool, place);

ALTER TABLE ONLY shengji_read.rating
    ADD CONSTRAINT rating_pkey PRIMARY KEY (player_id, pool, season);

ALTER TABLE ONLY shengji_read.rating_pool
    ADD CONSTRAINT rating_pool_pkey PRIMARY KEY (pool);

ALTER TABLE ONLY shengji_read.rating_season
    ADD CONSTRAINT rating_season_pkey PRIMARY KEY (pool, season);

ALTER TABLE ONLY shengji_read.reliability
    ADD CONSTRAINT reliability_pkey PRIMARY KEY (player_id);

ALTER TABLE ONLY shengji_read.series
    ADD CONSTRAINT series_pkey PRIMARY KEY (id);

ALTER TABLE ONLY shengji_read.table_summary
    ADD CONSTRAINT table_summary_pkey PRIMARY KEY (id);

ALTER TABLE ONLY shengji_read.tournament
    ADD CONSTRAINT tournament_pkey PRIMARY KEY (id);

ALTER TABLE ONLY shengji_read.tournament_table
    ADD CONSTRAINT tournament_table_pkey PRIMARY KEY (table_id);

ALTER TABLE ONLY shengji_read.tournament_waiting
    ADD CONSTRAINT tournament_waiting_pkey PRIMARY KEY (player_id, tournament_id, entrant, what);

ALTER TABLE ONLY shengji_read.turn
    ADD CONSTRAINT turn_pkey PRIMARY KEY (player_id, table_id, seat);

CREATE INDEX account_event_age ON shengji.account_event USING btree (written_at, number);

CREATE INDEX block_blocked ON shengji.block USING btree (blocked_id);

CREATE INDEX board_match_challenger ON shengji.board_match USING btree (challenger, id);

CREATE INDEX board_match_challenger_partner ON shengji.board_match USING btree (challenger_partner, id) WHERE (challenger_partner IS NOT NULL);

CREATE INDEX board_match_opponent ON shengji.board_match USING btree (opponent, id);

CREATE INDEX board_match_opponent_partner ON shengji.board_match USING btree (opponent_partner, id) WHERE (opponent_partner IS NOT NULL);

CREATE INDEX board_of_match ON shengji.board USING btree (match_id, number) WHERE (match_id IS NOT NULL);

CREATE INDEX board_play_partner ON shengji.board_play USING btree (partner_id, board_id) WHERE (partner_id IS NOT NULL);

CREATE INDEX board_play_player ON shengji.board_play USING btree (player_id, board_id);

CREATE INDEX board_play_sealed ON shengji.board_play USING btree (board_id) WHERE ((unsealed_at IS NULL) AND (table_id IS NOT NULL));

CREATE INDEX board_pool ON shengji.board USING btree (pool, closes_at) WHERE (match_id IS NULL);

CREATE INDEX chat_message_player ON shengji.chat_message USING btree (player_id, table_id, room, number);

CREATE INDEX delivery_due ON shengji.delivery USING btree (next_attempt_at, webhook_id) WHERE (state = 'pending'::text);

CREATE INDEX delivery_event ON shengji.delivery USING btree (player_id, number);

CREATE INDEX delivery_next ON shengji.delivery USING btree (webhook_id, next_attempt_at) WHERE (state = 'pending'::text);

CREATE INDEX delivery_webhook ON shengji.delivery USING btree (webhook_id, id);

CREATE UNIQUE INDEX event_command ON shengji.event USING btree (command_id) WHERE (command_id IS NOT NULL);

CREATE INDEX event_feed ON shengji.event USING btree (transaction, "position");

CREATE INDEX hand_analysis_going_on ON shengji.hand_analysis USING btree (asked_at) WHERE (finished_at IS NULL);

CREATE INDEX hand_analysis_of_deal ON shengji.hand_analysis USING btree (deal) WHERE (finished_at IS NOT NULL);

CREATE INDEX hand_analysis_of_player ON shengji.hand_analysis USING gin (players) WHERE (finished_at IS NOT NULL);

CREATE INDEX head_bots_in_world ON shengji.head USING btree (world) WHERE ((world IS NOT NULL) AND (due_at IS NOT NULL));

CREATE INDEX head_clock ON shengji.head USING btree (clock_due_at) WHERE (clock_due_at IS NOT NULL);

CREATE INDEX head_clock_in_world ON shengji.head USING btree (world, clock_due_at) WHERE ((world IS NOT NULL) AND (clock_due_at IS NOT NULL));

CREATE INDEX head_due ON shengji.head USING btree (due_at) WHERE (due_at IS NOT NULL);

CREATE INDEX head_league_due ON shengji.head USING btree (turn_due_at) WHERE ((turn_due_at IS NOT NULL) AND (stream ~~ 'league-%'::text));

CREATE INDEX head_series_due ON shengji.head USING btree (turn_due_at) WHERE ((turn_due_at IS NOT NULL) AND (stream ~~ 'series-%'::text));

CREATE INDEX head_tournament_due ON shengji.head USING btree (turn_due_at) WHERE ((turn_due_at IS NOT NULL) AND (stream ~~ 'tournament-%'::text));

CREATE INDEX head_turn ON shengji.head USING btree (turn_due_at) WHERE (turn_due_at IS NOT NULL);

CREATE INDEX head_turn_in_world ON shengji.head USING btree (world, turn_due_at) WHERE (world IS NOT NULL);

CREATE INDEX invitation_over ON shengji.invitation USING btree (expires_at);

CREATE INDEX invitation_player ON shengji.invitation USING btree (player_id, id);

CREATE INDEX invitation_table ON shengji.invitation USING btree (table_id, id);

CREATE INDEX invitation_use_player ON shengji.invitation_use USING btree (player_id, invitation_id);

CREATE INDEX league_work_since ON shengji.league_work USING btree (since);

CREATE INDEX league_work_world ON shengji.league_work USING btree (world, since) WHERE (world IS NOT NULL);

CREATE UNIQUE INDEX login_of_any_case ON shengji.login USING btree (lower(login));

CREATE INDEX mail_asked_address ON shengji.mail_asked USING btree (address, asked_at);

CREATE INDEX mail_asked_at ON shengji.mail_asked USING btree (asked_at);

CREATE INDEX mail_code_expiry ON shengji.mail_code USING btree (expires_at);

CREATE INDEX mail_code_player ON shengji.mail_code USING btree (player_id);

CREATE INDEX mail_due ON shengji.mail USING btree (next_attempt_at) WHERE (state = 'pending'::text);

CREATE INDEX mail_player ON shengji.mail USING btree (player_id, id);

CREATE INDEX mail_sent_with ON shengji.mail USING btree (sent_with) WHERE ((state = 'pending'::text) AND (sent_with IS NOT NULL));

CREATE INDEX mail_settled ON shengji.mail USING btree (settled_at) WHERE (state <> 'pending'::text);

CREATE INDEX mail_turn ON shengji.mail USING btree (player_id, table_id, settled_at) WHERE (kind = 'turn'::text);

CREATE UNIQUE INDEX mail_waiting_turn ON shengji.mail USING btree (player_id, table_id) WHERE ((kind = 'turn'::text) AND (state = 'pending'::text) AND (claims = 0));

CREATE INDEX mailbox_address ON shengji.mailbox USING btree (address) WHERE (address IS NOT NULL);

CREATE INDEX mailbox_digest ON shengji.mailbox USING btree (digest_at) WHERE (digest_at IS NOT NULL);

CREATE INDEX moderation_action_moderator ON shengji.moderation_action USING btree (moderator_id);

CREATE INDEX moderation_action_player ON shengji.moderation_action USING btree (player_id, id);

CREATE INDEX oauth_client_player ON shengji.oauth_client USING btree (player_id, id);

CREATE INDEX oauth_code_expiry ON shengji.oauth_code USING btree (expires_at);

CREATE INDEX oauth_device_expiry ON shengji.oauth_device USING btree (expires_at);

CREATE INDEX oauth_grant_client ON shengji.oauth_grant USING btree (client_id);

CREATE INDEX oauth_grant_player ON shengji.oauth_grant USING btree (player_id, id);

CREATE INDEX oauth_refresh_expiry ON shengji.oauth_refresh USING btree (expires_at);

CREATE INDEX oauth_refresh_grant ON shengji.oauth_refresh USING btree (grant_id);

CREATE INDEX passkey_player ON shengji.passkey USING btree (player_id, id);

CREATE UNIQUE INDEX player_claim ON shengji.player USING btree (claim_hash) WHERE (claim_hash IS NOT NULL);

CREATE INDEX player_guest ON shengji.player USING btree (guest_of) WHERE (guest_of IS NOT NULL);

CREATE INDEX player_name ON shengji.player USING btree (lower((name COLLATE "C")), id) WHERE (name IS NOT NULL);

CREATE INDEX player_world ON shengji.player USING btree (world, id) WHERE (world IS NOT NULL);

CREATE INDEX registration_told_at ON shengji.registration USING btree (told_at) WHERE ((NOT is_told) AND (world IS NULL));

CREATE INDEX registration_world ON shengji.registration USING btree (world, told_at) WHERE (world IS NOT NULL);

CREATE INDEX rehearsal_going_on ON shengji.rehearsal USING btree (world) WHERE (ended_at IS NULL);

CREATE INDEX reminder_at ON shengji.reminder USING btree (at) WHERE (world IS NULL);

CREATE INDEX reminder_at_in_world ON shengji.reminder USING btree (world, at) WHERE (world IS NOT NULL);

CREATE INDEX reminder_player ON shengji.reminder USING btree (player_id);

CREATE INDEX report_open ON shengji.report USING btree (id) WHERE (closed_at IS NULL);

CREATE INDEX report_reported ON shengji.report USING btree (reported_id);

CREATE INDEX report_reporter ON shengji.report USING btree (reporter_id, id);

CREATE INDEX sandbox_mail_due ON shengji.sandbox_mail USING btree (world, due_at) WHERE (state = 'pending'::text);

CREATE INDEX sandbox_mail_player ON shengji.sandbox_mail USING btree (player_id, id);

CREATE INDEX sandbox_mail_sent ON shengji.sandbox_mail USING btree (world, settled_at, id) WHERE (state = 'sent'::text);

CREATE UNIQUE INDEX sandbox_mail_waiting_turn ON shengji.sandbox_mail USING btree (player_id, table_id) WHERE ((kind = 'turn'::text) AND (state = 'pending'::text));

CREATE INDEX sandbox_mailbox_digest ON shengji.sandbox_mailbox USING btree (world, digest_at);

CREATE INDEX seek_meeting ON shengji.seek USING btree (meeting_id) WHERE (meeting_id IS NOT NULL);

CREATE INDEX seek_open ON shengji.seek USING btree (expires_at) WHERE ((withdrawn_at IS NULL) AND (table_id IS NULL) AND (world IS NULL));

CREATE INDEX seek_open_in_world ON shengji.seek USING btree (world, expires_at) WHERE ((withdrawn_at IS NULL) AND (table_id IS NULL) AND (world IS NOT NULL));

CREATE INDEX seek_over ON shengji.seek USING btree (expires_at);

CREATE INDEX seek_partner ON shengji.seek USING btree (partner_id, id) WHERE (partner_id IS NOT NULL);

CREATE INDEX seek_player ON shengji.seek USING btree (player_id, id);

CREATE INDEX set_aside_next ON shengji.set_aside USING btree (follower, next_at);

CREATE INDEX set_aside_stream ON shengji.set_aside USING btree (stream);

CREATE INDEX token_ended ON shengji.token USING btree (LEAST(revoked_at, expires_at)) WHERE ((revoked_at IS NOT NULL) OR (expires_at IS NOT NULL));

CREATE INDEX token_grant ON shengji.token USING btree (grant_id) WHERE (grant_id IS NOT NULL);

CREATE INDEX token_made_by ON shengji.token USING btree (made_by) WHERE (made_by IS NOT NULL);

CREATE INDEX token_player ON shengji.token USING btree (player_id, id);

CREATE INDEX tournament_at_a_stand_world ON shengji.tournament_at_a_stand USING btree (world);

CREATE INDEX tournament_work_since ON shengji.tournament_work USING btree (since);

CREATE INDEX tournament_work_world ON shengji.tournament_work USING btree (world, since) WHERE (world IS NOT NULL);

CREATE INDEX vacation_not_applied ON shengji.vacation USING btree (player_id) WHERE (NOT is_applied);

CREATE INDEX vacation_player ON shengji.vacation USING btree (player_id, id);

CREATE INDEX vacation_to_warn ON shengji.vacation USING btree (ends_at) WHERE ((NOT is_warned) AND (came_back_at IS NULL));

CREATE INDEX view_snapshot_age ON shengji.view_snapshot USING btree (written_at);

CREATE INDEX webhook_player ON shengji.webhook USING btree (player_id, id);

CREATE INDEX webhook_tournament ON shengji.webhook USING btree (tournament_id) WHERE (tournament_id IS NOT NULL);

CREATE INDEX webhook_url ON shengji.webhook USING btree (url);

CREATE INDEX world_expiry ON shengji.world USING btree (expires_at) WHERE (ended_at IS NULL);

CREATE INDEX world_owner ON shengji.world USING btree (owner, id) WHERE (owner IS NOT NULL);

CREATE INDEX challenge_table ON shengji_read.challenge USING btree (table_id);

CREATE INDEX grade_change_place ON shengji_read.grade_change USING btree (pool, place);

CREATE INDEX grade_leaderboard ON shengji_read.grade USING btree (pool, ((other IS NULL)), grade DESC, who);

CREATE INDEX grade_one ON shengji_read.grade USING btree (one, pool);

CREATE INDEX grade_other ON shengji_read.grade USING btree (other, pool) WHERE (other IS NOT NULL);

CREATE INDEX grade_pool_behind ON shengji_read.grade_pool USING btree (pool) WHERE (graded < newest);

CREATE INDEX grade_pool_world ON shengji_read.grade_pool USING btree (split_part(pool, '/'::text, 2));

CREATE INDEX grade_session_pool ON shengji_read.grade_session USING btree (pool, place);

CREATE INDEX league_division_tournament ON shengji_read.league_division USING btree (tournament_id);

CREATE INDEX league_players ON shengji_read.league USING gin (players);

CREATE INDEX league_status ON shengji_read.league USING btree (status, id);

CREATE INDEX league_world ON shengji_read.league USING btree (world, id) WHERE (world IS NOT NULL);

CREATE INDEX proposal_table ON shengji_read.proposal USING btree (table_id);

CREATE INDEX rated_game_ended ON shengji_read.rated_game USING btree (pool, ended_at) WHERE ((place IS NOT NULL) AND (NOT is_annulled));

CREATE INDEX rated_game_handicap ON shengji_read.rated_game USING btree (pool, handicap, place DESC) WHERE (handicap_skill IS NOT NULL);

CREATE INDEX rated_game_match ON shengji_read.rated_game USING btree (tournament_id, round, match, part);

CREATE INDEX rated_game_players ON shengji_read.rated_game USING btree (pool, players, ended_at);

CREATE INDEX rated_game_pool ON shengji_read.rated_game USING btree (pool, place);

CREATE INDEX rated_game_season ON shengji_read.rated_game USING btree (pool, season, ended_at) WHERE ((season IS NOT NULL) AND (place IS NOT NULL) AND (NOT is_annulled));

CREATE INDEX rated_game_told ON shengji_read.rated_game USING btree (pool, transaction, "position") WHERE (transaction IS NOT NULL);

CREATE INDEX rating_by_elo ON shengji_read.rating USING btree (pool, season, elo DESC, player_id) WHERE (elo IS NOT NULL);

CREATE INDEX rating_by_shown ON shengji_read.rating USING btree (pool, season, shown DESC, player_id);

CREATE INDEX rating_change_place ON shengji_read.rating_change USING btree (pool, place);

CREATE INDEX rating_pool_behind ON shengji_read.rating_pool USING btree (pool) WHERE (rated < newest);

CREATE INDEX rating_pool_world ON shengji_read.rating_pool USING btree (split_part(pool, '/'::text, 2));

CREATE INDEX series_owner ON shengji_read.series USING btree (owner, id);

CREATE INDEX series_status ON shengji_read.series USING btree (status, id);

CREATE INDEX series_world ON shengji_read.series USING btree (world, id) WHERE (world IS NOT NULL);

CREATE INDEX table_summary_listed ON shengji_read.table_summary USING btree (id) WHERE (listed AND (world IS NULL));

CREATE INDEX table_summary_players ON shengji_read.table_summary USING gin (players);

CREATE INDEX table_summary_world ON shengji_read.table_summary USING btree (world, id) WHERE (world IS NOT NULL);

CREATE INDEX tournament_players ON shengji_read.tournament USING gin (players);

CREATE INDEX tournament_series ON shengji_read.tournament USING btree (series, id) WHERE (series IS NOT NULL);

CREATE INDEX tournament_status ON shengji_read.tournament USING btree (status, id);

CREATE INDEX tournament_table_not_over ON shengji_read.tournament_table USING btree (tournament_id) WHERE (NOT is_over);

CREATE INDEX tournament_table_sealed ON shengji_read.tournament_table USING btree (tournament_id) WHERE is_sealed;

CREATE INDEX tournament_table_tournament ON shengji_read.tournament_table USING btree (tournament_id, round, match);

CREATE INDEX tournament_waiting_tournament ON shengji_read.tournament_waiting USING btree (tournament_id);

CREATE INDEX tournament_world ON shengji_read.tournament USING btree (world, id) WHERE (world IS NOT NULL);

CREATE INDEX turn_table ON shengji_read.turn USING btree (table_id);

CREATE TRIGGER event_is_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON shengji.event FOR EACH STATEMENT EXECUTE FUNCTION shengji.refuse_change();

ALTER TABLE ONLY shengji.account_event
    ADD CONSTRAINT account_event_player_id_fkey FOREIGN KEY (player_id) REFERENCES shengji.player(id);

ALTER TABLE ONLY shengji.availability
    ADD CONSTRAINT availability_player_id_fkey FOREIGN KEY (player_id) REFERENCES shengji.player(id);

ALTER TABLE ONLY shengji.block
    ADD CONSTRAINT block_player_id_fkey FOREIGN KEY (player_id) REFERENCES shengji.player(id);

ALTER TABLE ONLY shengji.board_match
    ADD CONSTRAINT board_match_challenger_fkey FOREIGN KEY (challenger) REFERENCES shengji.player(id);

ALTER TABLE ONLY shengji.board_match
    ADD CONSTRAINT board_match_challenger_partner_fkey FOREIGN KEY (challenger_partner) REFERENCES shengji.player(id);

ALTER TABLE ONLY shengji.board
    ADD CONSTRAINT board_match_id_fkey FOREIGN KEY (match_id) REFERENCES shengji.board_match(id);

ALTER TABLE ONLY shengji.board_match
    ADD CONSTRAINT board_match_opponent_fkey FOREIGN KEY (opponent) REFERENCES shengji.player(id);

ALTER TABLE ONLY shengji.board_match
    ADD CONSTRAINT board_match_opponent_partner_fkey FOREIGN KEY (opponent_partner) REFERENCES shengji.player(id);

ALTER TABLE ONLY shengji.board_play
    ADD CONSTRAINT board_play_board_id_fkey FOREIGN KEY (board_id) REFERENCES shengji.board(id);

ALTER TABLE ONLY shengji.board_play
    ADD CONSTRAINT board_play_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES shengji.player(id);

ALTER TABLE ONLY shengji.board_play
    ADD CONSTRAINT board_play_player_id_fkey FOREIGN KEY (player_id) REFERENCES shengji.player(id);

ALTER TABLE ONLY shengji.chat_message
    ADD CONSTRAINT chat_message_player_id_fkey FOREIGN KEY (player_id) REFERENCES shengji.player(id);

ALTER TABLE ONLY shengji.chat_message
    ADD CONSTRAINT chat_message_table_id_room_fkey FOREIGN KEY (table_id, room) REFERENCES shengji.chat_room(table_id, room);

ALTER TABLE ONLY shengji.chat_reader
    ADD CONSTRAINT chat_reader_player_id_fkey FOREIGN KEY (player_id) REFERENCES shengji.player(id);

ALTER TABLE ONLY shengji.delivery_attempt
    ADD CONSTRAINT delivery_attempt_delivery_id_fkey FOREIGN KEY (delivery_id) REFERENCES shengji.delivery(id) ON DELETE CASCADE;

ALTER TABLE ONLY shengji.delivery
    ADD CONSTRAINT delivery_player_id_number_fkey FOREIGN KEY (player_id, number) REFERENCES shengji.account_event(player_id, number) ON DELETE CASCADE;

ALTER TABLE ONLY shengji.delivery
    ADD CONSTRAINT delivery_webhook_id_fkey FOREIGN KEY (webhook_id) REFERENCES shengji.webhook(id) ON DELETE CASCADE;

ALTER TABLE ONLY shengji.inbox_mark
    ADD CONSTRAINT inbox_mark_player_id_fkey FOREIGN KEY (player_id) REFERENCES shengji.player(id);

ALTER TABLE ONLY shengji.invitation
    ADD CONSTRAINT invitation_player_id_fkey FOREIGN KEY (player_id) REFERENCES shengji.player(id);

ALTER TABLE ONLY shengji.invitation_use
    ADD CONSTRAINT invitation_use_invitation_id_fkey FOREIGN KEY (invitation_id) REFERENCES shengji.invitation(id) ON DELETE CASCADE;

ALTER TABLE ONLY shengji.invitation_use
    ADD CONSTRAINT invitation_use_player_id_fkey FOREIGN KEY (player_id) REFERENCES shengji.player(id);

ALTER TABLE ONLY shengji.judged_decision
    ADD CONSTRAINT judged_decision_table_id_hand_fkey FOREIGN KEY (table_id, hand) REFERENCES shengji.hand_analysis(table_id, hand) ON DELETE CASCADE;

ALTER TABLE ONLY shengji.login
    ADD CONSTRAINT login_player_id_fkey FOREIGN KEY (player_id) REFERENCES shengji.player(id);

ALTER TABLE ONLY shengji.mail_code
    ADD CONSTRAINT mail_code_player_id_fkey FOREIGN KEY (player_id) REFERENCES shengji.player(id);

ALTER TABLE ONLY shengji.mail
    ADD CONSTRAINT mail_player_id_fkey FOREIGN KEY (player_id) REFERENCES shengji.player(id);

ALTER TABLE ONLY shengji.mailbox
    ADD CONSTRAINT mailbox_player_id_fkey FOREIGN KEY (player_id) REFERENCES shengji.player(id);

ALTER TABLE ONLY shengji.matching
    ADD CONSTRAINT matching_world_fkey FOREIGN KEY (world) REFERENCES shengji.world(id);

ALTER TABLE ONLY shengji.note
    ADD CONSTRAINT note_player_id_fkey FOREIGN KEY (player_id) REFERENCES shengji.player(id);

ALTER TABLE ONLY shengji.oauth_client
    ADD CONSTRAINT oauth_client_player_id_fkey FOREIGN KEY (player_id) REFERENCES shengji.player(id);

ALTER TABLE ONLY shengji.oauth_code
    ADD CONSTRAINT oauth_code_client_id_fkey FOREIGN KEY (client_id) REFERENCES shengji.oauth_client(id) ON DELETE CASCADE;

ALTER TABLE ONLY shengji.oauth_code
    ADD CONSTRAINT oauth_code_grant_id_fkey FOREIGN KEY (grant_id) REFERENCES shengji.oauth_grant(id) ON DELETE CASCADE;

ALTER TABLE ONLY shengji.oauth_code
    ADD CONSTRAINT oauth_code_player_id_fkey FOREIGN KEY (player_id) REFERENCES shengji.player(id);

ALTER TABLE ONLY shengji.oauth_device
    ADD CONSTRAINT oauth_device_client_id_fkey FOREIGN KEY (client_id) REFERENCES shengji.oauth_client(id) ON DELETE CASCADE;

ALTER TABLE ONLY shengji.oauth_device
    ADD CONSTRAINT oauth_device_grant_id_fkey FOREIGN KEY (grant_id) REFERENCES shengji.oauth_grant(id) ON DELETE CASCADE;

ALTER TABLE ONLY shengji.oauth_device
    ADD CONSTRAINT oauth_device_player_id_fkey FOREIGN KEY (player_id) REFERENCES shengji.player(id);

ALTER TABLE ONLY shengji.oauth_grant
    ADD CONSTRAINT oauth_grant_client_id_fkey FOREIGN KEY (client_id) REFERENCES shengji.oauth_client(id) ON DELETE CASCADE;

ALTER TABLE ONLY shengji.oauth_grant
    ADD CONSTRAINT oauth_grant_player_id_fkey FOREIGN KEY (player_id) REFERENCES shengji.player(id);

ALTER TABLE ONLY shengji.oauth_refresh
    ADD CONSTRAINT oauth_refresh_grant_id_fkey FOREIGN KEY (grant_id) REFERENCES shengji.oauth_grant(id) ON DELETE CASCADE;

ALTER TABLE ONLY shengji.passkey
    ADD CONSTRAINT passkey_player_id_fkey FOREIGN KEY (player_id) REFERENCES shengji.player(id);

ALTER TABLE ONLY shengji.player
    ADD CONSTRAINT player_world_fkey FOREIGN KEY (world) REFERENCES shengji.world(id);

ALTER TABLE ONLY shengji.preference
    ADD CONSTRAINT preference_player_id_fkey FOREIGN KEY (player_id) REFERENCES shengji.player(id);

ALTER TABLE ONLY shengji.rehearsal
    ADD CONSTRAINT rehearsal_world_fkey FOREIGN KEY (world) REFERENCES shengji.world(id);

ALTER TABLE ONLY shengji.report
    ADD CONSTRAINT report_reporter_id_fkey FOREIGN KEY (reporter_id) REFERENCES shengji.player(id);

ALTER TABLE ONLY shengji.sandbox_mail
    ADD CONSTRAINT sandbox_mail_player_id_fkey FOREIGN KEY (player_id) REFERENCES shengji.player(id);

ALTER TABLE ONLY shengji.sandbox_mail
    ADD CONSTRAINT sandbox_mail_world_fkey FOREIGN KEY (world) REFERENCES shengji.world(id);

ALTER TABLE ONLY shengji.sandbox_mailbox
    ADD CONSTRAINT sandbox_mailbox_player_id_fkey FOREIGN KEY (player_id) REFERENCES shengji.player(id);

ALTER TABLE ONLY shengji.sandbox_mailbox
    ADD CONSTRAINT sandbox_mailbox_world_fkey FOREIGN KEY (world) REFERENCES shengji.world(id);

ALTER TABLE ONLY shengji.seek
    ADD CONSTRAINT seek_meeting_id_fkey FOREIGN KEY (meeting_id) REFERENCES shengji.meeting(id) ON DELETE SET NULL;

ALTER TABLE ONLY shengji.seek
    ADD CONSTRAINT seek_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES shengji.player(id);

ALTER TABLE ONLY shengji.seek
    ADD CONSTRAINT seek_player_id_fkey FOREIGN KEY (player_id) REFERENCES shengji.player(id);

ALTER TABLE ONLY shengji.seek_table
    ADD CONSTRAINT seek_table_seek_id_fkey FOREIGN KEY (seek_id) REFERENCES shengji.seek(id) ON DELETE CASCADE;

ALTER TABLE ONLY shengji.seek
    ADD CONSTRAINT seek_world_fkey FOREIGN KEY (world) REFERENCES shengji.world(id);

ALTER TABLE ONLY shengji.silence
    ADD CONSTRAINT silence_player_id_fkey FOREIGN KEY (player_id) REFERENCES shengji.player(id);

ALTER TABLE ONLY shengji.token
    ADD CONSTRAINT token_grant_id_fkey FOREIGN KEY (grant_id) REFERENCES shengji.oauth_grant(id) ON DELETE CASCADE;

ALTER TABLE ONLY shengji.token
    ADD CONSTRAINT token_made_by_fkey FOREIGN KEY (made_by) REFERENCES shengji.player(id);

ALTER TABLE ONLY shengji.token
    ADD CONSTRAINT token_player_id_fkey FOREIGN KEY (player_id) REFERENCES shengji.player(id);

ALTER TABLE ONLY shengji.tournament_at_a_stand
    ADD CONSTRAINT tournament_at_a_stand_world_fkey FOREIGN KEY (world) REFERENCES shengji.world(id);

ALTER TABLE ONLY shengji.tournament_template
    ADD CONSTRAINT tournament_template_player_id_fkey FOREIGN KEY (player_id) REFERENCES shengji.player(id);

ALTER TABLE ONLY shengji.vacation
    ADD CONSTRAINT vacation_player_id_fkey FOREIGN KEY (player_id) REFERENCES shengji.player(id);

ALTER TABLE ONLY shengji.webhook
    ADD CONSTRAINT webhook_player_id_fkey FOREIGN KEY (player_id) REFERENCES shengji.player(id);

ALTER TABLE ONLY shengji.world
    ADD CONSTRAINT world_owner_fkey FOREIGN KEY (owner) REFERENCES shengji.player(id);

GRANT USAGE ON SCHEMA shengji TO shengji_app;

GRANT USAGE ON SCHEMA shengji_read TO shengji_app;

GRANT ALL ON FUNCTION shengji.append(in_stream text, in_expected integer, in_command_id uuid, in_types text[], in_revisions smallint[], in_data jsonb[], in_metadata jsonb, in_state json, in_state_revision smallint, in_asked json, in_due_at timestamp with time zone, in_clock_step integer, in_clock_seconds integer, in_turn_due_at timestamp with time zone, in_world text, in_at timestamp with time zone, OUT outcome text, OUT out_stream text, OUT version integer, OUT first_version integer, OUT recorded_at timestamp with time zone, OUT metadata jsonb) TO shengji_app;

GRANT ALL ON FUNCTION shengji.clock_due(before_step integer, before_due timestamp with time zone, step integer, seconds integer) TO shengji_app;

GRANT ALL ON FUNCTION shengji.clock_due(before_step integer, before_due timestamp with time zone, step integer, seconds integer, at_now timestamp with time zone) TO shengji_app;

GRANT ALL ON FUNCTION shengji.command(in_command_id uuid, OUT stream text, OUT version integer, OUT first_version integer, OUT recorded_at timestamp with time zone, OUT metadata jsonb) TO shengji_app;

GRANT ALL ON FUNCTION shengji.events_between(in_stream text, after_version integer, until_version integer) TO shengji_app;

GRANT ALL ON FUNCTION shengji.feed_base() TO shengji_app;

GRANT ALL ON FUNCTION shengji.feed_safe() TO shengji_app;

GRANT ALL ON FUNCTION shengji.feed_transaction() TO shengji_app;

GRANT ALL ON FUNCTION shengji.is_due_in_world(in_stream text, in_version integer, in_due_at timestamp with time zone, in_clock timestamp with time zone) TO shengji_app;

GRANT ALL ON FUNCTION shengji.is_left_alone(in_stream text) TO shengji_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE shengji.seek TO shengji_app;

GRANT ALL ON FUNCTION shengji.is_open(seek shengji.seek) TO shengji_app;

GRANT ALL ON FUNCTION shengji.is_open_at(seek shengji.seek, at_now timestamp with time zone) TO shengji_app;

GRANT ALL ON FUNCTION shengji.last_of(numbers integer[], most integer) TO shengji_app;

GRANT ALL ON FUNCTION shengji.oldest_writer() TO shengji_app;

GRANT ALL ON FUNCTION shengji.quarter_of(in_at timestamp with time zone) TO shengji_app;

GRANT ALL ON FUNCTION shengji.refuse_change() TO shengji_app;

GRANT ALL ON FUNCTION shengji.rest_of_seek(seek shengji.seek, at_now timestamp with time zone) TO shengji_app;

GRANT ALL ON FUNCTION shengji.running_tables(seek shengji.seek) TO shengji_app;

GRANT ALL ON FUNCTION shengji.time_in(in_world text) TO shengji_app;

GRANT ALL ON FUNCTION shengji.time_of(in_player text) TO shengji_app;

GRANT ALL ON FUNCTION shengji.ulid(moment timestamp with time zone) TO shengji_app;

GRANT ALL ON FUNCTION shengji.world_of(in_player text) TO shengji_app;

GRANT SELECT,INSERT,DELETE ON TABLE shengji.account_event TO shengji_app;

GRANT SELECT,INSERT,UPDATE ON TABLE shengji.attempt_count TO shengji_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE shengji.availability TO shengji_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE shengji.block TO shengji_app;

GRANT SELECT,INSERT,UPDATE ON TABLE shengji.board TO shengji_app;

GRANT SELECT,INSERT,UPDATE ON TABLE shengji.board_match TO shengji_app;

GRANT SELECT,INSERT,UPDATE ON TABLE shengji.board_play TO shengji_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE shengji.chat_message TO shengji_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE shengji.chat_reader TO shengji_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE shengji.chat_room TO shengji_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE shengji.delivery TO shengji_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE shengji.delivery_attempt TO shengji_app;

GRANT USAGE ON SEQUENCE shengji.event_position TO shengji_app;

GRANT SELECT,INSERT ON TABLE shengji.event TO shengji_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE shengji.hand_analysis TO shengji_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE shengji.head TO shengji_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE shengji.inbox_mark TO shengji_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE shengji.invitation TO shengji_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE shengji.invitation_use TO shengji_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE shengji.judged_decision TO shengji_app;

GRANT USAGE ON SEQUENCE shengji.work_mark TO shengji_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE shengji.league_work TO shengji_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE shengji.login TO shengji_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE shengji.mail TO shengji_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE shengji.mail_asked TO shengji_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE shengji.mail_code TO shengji_app;

GRANT SELECT,INSERT,UPDATE ON TABLE shengji.mail_count TO shengji_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE shengji.mail_server TO shengji_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE shengji.mailbox TO shengji_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE shengji.matching TO shengji_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE shengji.meeting TO shengji_app;

GRANT SELECT ON TABLE shengji.migration TO shengji_app;

GRANT SELECT,INSERT,UPDATE ON TABLE shengji.moderation_action TO shengji_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE shengji.note TO shengji_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE shengji.oauth_client TO shengji_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE shengji.oauth_code TO shengji_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE shengji.oauth_device TO shengji_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE shengji.oauth_grant TO shengji_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE shengji.oauth_refresh TO shengji_app;

GRANT SELECT,INSERT,UPDATE ON TABLE shengji.world TO shengji_app;

GRANT SELECT ON TABLE shengji.open_seek TO shengji_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE shengji.passkey TO shengji_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE shengji.player TO shengji_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE shengji.preference TO shengji_app;

GRANT SELECT,INSERT ON TABLE shengji.puzzle TO shengji_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE shengji.registration TO shengji_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE shengji.rehearsal TO shengji_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE shengji.reminder TO shengji_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE shengji.report TO shengji_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE shengji.sandbox_mail TO shengji_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE shengji.sandbox_mailbox TO shengji_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE shengji.seek_table TO shengji_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE shengji.set_aside TO shengji_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE shengji.silence TO shengji_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE shengji.subscription TO shengji_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE shengji.token TO shengji_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE shengji.tournament_at_a_stand TO shengji_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE shengji.tournament_template TO shengji_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE shengji.tournament_work TO shengji_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE shengji.vacation TO shengji_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE shengji.view_snapshot TO shengji_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE shengji.webhook TO shengji_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE shengji_read.challenge TO shengji_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE shengji_read.grade TO shengji_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE shengji_read.grade_change TO shengji_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE shengji_read.grade_pool TO shengji_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE shengji_read.grade_session TO shengji_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE shengji_read.league TO shengji_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE shengji_read.league_division TO shengji_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE shengji_read.league_season TO shengji_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE shengji_read.proposal TO shengji_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE shengji_read.rated_game TO shengji_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE shengji_read.rating TO shengji_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE shengji_read.rating_change TO shengji_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE shengji_read.rating_pool TO shengji_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE shengji_read.rating_season TO shengji_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE shengji_read.reliability TO shengji_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE shengji_read.series TO shengji_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE shengji_read.table_summary TO shengji_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE shengji_read.tournament TO shengji_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE shengji_read.tournament_table TO shengji_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE shengji_read.tournament_waiting TO shengji_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE shengji_read.turn TO shengji_app;
