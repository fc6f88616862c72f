-- Streams that a follower of the log could not apply. The follower skips them, retries each, and then applies the
-- missing events: those from `version` up to its checkpoint. A row changes only while the checkpoint is locked.

CREATE TABLE shengji.set_aside (
    since timestamptz NOT NULL DEFAULT statement_timestamp(),
    tried_at timestamptz NOT NULL DEFAULT statement_timestamp(),
    next_at timestamptz NOT NULL,
    version integer NOT NULL,
    attempts integer NOT NULL DEFAULT 1,
    follower text NOT NULL,
    stream text NOT NULL,
    error text NOT NULL,
    release text NOT NULL,
    PRIMARY KEY (follower, stream)
);

CREATE INDEX set_aside_next ON shengji.set_aside (follower, next_at);
CREATE INDEX set_aside_stream ON shengji.set_aside (stream);

COMMENT ON COLUMN shengji.set_aside.follower IS
    'the name of a subscription; or jobs: deadlines, bots and tournaments of a stream';
COMMENT ON COLUMN shengji.set_aside.version IS 'the first event of the stream that the follower has not applied';
COMMENT ON COLUMN shengji.set_aside.error IS
    'the class of the error; the message is left out, because it may contain cards';
COMMENT ON COLUMN shengji.set_aside.release IS 'the release that tried last; another release tries at once';

-- Returns whether jobs leave a stream alone for now, because it could not be read. Such a stream has no due work.
CREATE FUNCTION shengji.is_left_alone(in_stream text)
    RETURNS boolean
    LANGUAGE sql STABLE
    AS $$
SELECT EXISTS (
    SELECT FROM shengji.set_aside
    WHERE follower = 'jobs' AND stream = in_stream AND next_at > statement_timestamp()
)
$$;

-- The position in the log of the event that reports a game or session. If it is applied late, it still gets its
-- original place.
ALTER TABLE shengji_read.rated_game ADD COLUMN transaction bigint, ADD COLUMN position bigint;
ALTER TABLE shengji_read.grade_session ADD COLUMN transaction bigint, ADD COLUMN position bigint;

CREATE INDEX rated_game_told ON shengji_read.rated_game (pool, transaction, position) WHERE transaction IS NOT NULL;

COMMENT ON COLUMN shengji_read.rated_game.transaction IS
    'with position the place in the log; null if it is older than this column, which sorts before all others';
