-- Streams that a follower of the log could not take in. It passes over them, tries each again, and takes in then what it
-- lacks: the events from `version` on, up to its checkpoint. A row changes only while the checkpoint is held.

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

COMMENT ON COLUMN shengji.set_aside.follower IS 'the name of a subscription, or jobs: what time, bots and tournaments do at a stream';
COMMENT ON COLUMN shengji.set_aside.version IS 'the first event of the stream that the follower lacks';
COMMENT ON COLUMN shengji.set_aside.error IS 'the class of the error; what it says may hold cards';
COMMENT ON COLUMN shengji.set_aside.release IS 'which release has tried last; another one tries at once';

-- Whether jobs leave a stream alone for now, since it could not be read; then it is due for nothing.
CREATE FUNCTION shengji.is_left_alone(in_stream text)
    RETURNS boolean
    LANGUAGE sql STABLE
    AS $$
SELECT EXISTS (
    SELECT FROM shengji.set_aside
    WHERE follower = 'jobs' AND stream = in_stream AND next_at > statement_timestamp()
)
$$;

-- Where the log has what tells of a game or a session, so that one that is taken in late gets the place that it had had.
ALTER TABLE shengji_read.rated_game ADD COLUMN transaction bigint, ADD COLUMN position bigint;
ALTER TABLE shengji_read.grade_session ADD COLUMN transaction bigint, ADD COLUMN position bigint;

CREATE INDEX rated_game_told ON shengji_read.rated_game (pool, transaction, position) WHERE transaction IS NOT NULL;

COMMENT ON COLUMN shengji_read.rated_game.transaction IS 'with position the place in the log; null: before this was kept, and before all others';
