-- Read models, maintained by the subscription `grades`: sessions of duplicate play, and the grades that follow from
-- them.

CREATE TABLE shengji_read.grade_session (
    ended_at timestamptz NOT NULL,
    place bigint NOT NULL UNIQUE,
    tournament_id text PRIMARY KEY,
    pool text NOT NULL,
    session jsonb
);

CREATE INDEX grade_session_pool ON shengji_read.grade_session (pool, place);

COMMENT ON COLUMN shengji_read.grade_session.place IS 'the order in which sessions of all pools count';
COMMENT ON COLUMN shengji_read.grade_session.session IS
    'the players and their scores; null if there was nothing to compare';

-- The place up to which the sessions of each pool are graded. A correction moves the pool back before that session.
CREATE TABLE shengji_read.grade_pool (
    newest bigint NOT NULL,
    graded bigint NOT NULL DEFAULT 0,
    mark bigint NOT NULL DEFAULT 1,
    pool text PRIMARY KEY
);

CREATE INDEX grade_pool_behind ON shengji_read.grade_pool (pool) WHERE graded < newest;
CREATE INDEX grade_pool_world ON shengji_read.grade_pool (split_part(pool, '/', 2));

COMMENT ON COLUMN shengji_read.grade_pool.mark IS
    'increases whenever that place moves, so that no process writes results computed from earlier grades';
COMMENT ON COLUMN shengji_read.grade_pool.pool IS 'the name; in a sandbox followed by a slash and the sandbox''s id';

CREATE TABLE shengji_read.grade_change (
    at timestamptz NOT NULL,
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
    change jsonb NOT NULL,
    PRIMARY KEY (who, pool, place)
);

CREATE INDEX grade_change_place ON shengji_read.grade_change (pool, place);

COMMENT ON TABLE shengji_read.grade_change IS
    'the changes of grades by each session, with their figures; the other columns are those after the session';
COMMENT ON COLUMN shengji_read.grade_change.who IS
    'the player, or both players of a partnership in the order of their ids, separated by a plus sign';
COMMENT ON COLUMN shengji_read.grade_change.other IS
    'the second player of a partnership; null for the grade of a player';
COMMENT ON COLUMN shengji_read.grade_change.pair IS 'the partnership that played the session';

CREATE TABLE shengji_read.grade (
    at timestamptz NOT NULL,
    grade integer NOT NULL,
    boards integer NOT NULL,
    sessions integer NOT NULL,
    is_provisional boolean NOT NULL,
    who text NOT NULL,
    pool text NOT NULL,
    one text NOT NULL,
    other text,
    PRIMARY KEY (who, pool)
);

CREATE INDEX grade_leaderboard ON shengji_read.grade (pool, (other IS NULL), grade DESC, who);
CREATE INDEX grade_one ON shengji_read.grade (one, pool);
CREATE INDEX grade_other ON shengji_read.grade (other, pool) WHERE other IS NOT NULL;

COMMENT ON COLUMN shengji_read.grade.grade IS 'in millionths of a percent';

-- The subscription need not read events before the first tournament.
INSERT INTO shengji.subscription AS s (name, transaction, position)
SELECT 'grades', coalesce(first.transaction, shengji.feed_safe()), coalesce(first.position - 1, 0)
FROM (VALUES (1)) AS always LEFT JOIN LATERAL (
    SELECT e.transaction, e.position FROM shengji.head AS h JOIN shengji.event AS e ON e.stream = h.stream AND e.version = 1
    WHERE h.stream LIKE 'tournament-%' ORDER BY e.transaction, e.position LIMIT 1
) AS first ON true
ON CONFLICT (name) DO NOTHING;
