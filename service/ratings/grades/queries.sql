-- name: add_grade_session
-- Adds a session with the next place, unless it is stored. Nothing is added if its sandbox has ended.
WITH added AS (
    INSERT INTO grade_session (tournament_id, place, pool, ended_at, session, transaction, position)
    SELECT %(tournament_id)s, (SELECT coalesce(max(place), 0) + 1 FROM grade_session), %(pool)s, %(ended_at)s,
        %(session)s::jsonb, %(transaction)s, %(position)s
    WHERE %(sandbox)s::text IS NULL OR EXISTS (
        SELECT FROM shengji.world WHERE id = %(sandbox)s AND ended_at IS NULL AND expires_at > statement_timestamp()
    )
    ON CONFLICT (tournament_id) DO NOTHING RETURNING pool, place
)
INSERT INTO grade_pool (pool, newest) SELECT pool, place FROM added
ON CONFLICT (pool) DO UPDATE SET newest = excluded.newest;

-- name: sessions_counted_later
-- Returns the pool of a session that was applied late, and the place of the first session in that pool that follows
-- it in the log.
SELECT g.pool, min(later.place) FROM grade_session AS g
JOIN grade_session AS later ON later.pool = g.pool AND (later.transaction, later.position) > (g.transaction, g.position)
WHERE g.tournament_id = %(tournament_id)s GROUP BY g.pool;

-- name: lift_sessions
UPDATE grade_session SET place = -place WHERE pool = %(pool)s AND place >= %(place)s;

-- name: lower_sessions
-- Puts these sessions back in order, with the given session before all others.
UPDATE grade_session AS r SET place = free.place
FROM (
    SELECT tournament_id, row_number() OVER (ORDER BY tournament_id <> %(tournament_id)s, place DESC) AS nth
    FROM grade_session WHERE pool = %(pool)s AND place < 0
) AS ordered JOIN (
    SELECT -place AS place, row_number() OVER (ORDER BY place DESC) AS nth FROM grade_session
    WHERE pool = %(pool)s AND place < 0
) AS free USING (nth)
WHERE r.tournament_id = ordered.tournament_id;

-- name: correct_grade_session
UPDATE grade_session SET session = %(session)s::jsonb WHERE tournament_id = %(tournament_id)s;

-- name: put_grade_pool_back
-- Moves a pool back before a place. No row if it is not beyond it.
UPDATE grade_pool SET graded = %(place)s - 1, mark = mark + 1 WHERE pool = %(pool)s AND graded >= %(place)s
RETURNING pool;

-- name: drop_grades_since
-- Deletes all grades that sessions at or after a place of a pool have changed.
DELETE FROM grade WHERE pool = %(pool)s AND who IN (
    SELECT who FROM grade_change WHERE pool = %(pool)s AND place >= %(place)s
);

-- name: restore_grades
-- Restores these grades as they were before the place.
INSERT INTO grade (who, pool, one, other, at, grade, boards, sessions, is_provisional)
SELECT who, pool, one, other, (array_agg(at ORDER BY place DESC))[1], (array_agg(grade ORDER BY place DESC))[1],
    (array_agg(boards ORDER BY place DESC))[1], count(*), (array_agg(is_provisional ORDER BY place DESC))[1]
FROM grade_change
WHERE pool = %(pool)s AND place < %(place)s AND who IN (
    SELECT who FROM grade_change WHERE pool = %(pool)s AND place >= %(place)s
)
GROUP BY who, pool, one, other;

-- name: drop_grade_changes_since
DELETE FROM grade_change WHERE pool = %(pool)s AND place >= %(place)s;

-- name: grades_behind
-- Returns the pool with the fewest ungraded sessions, but at least one.
SELECT pool, newest, graded, mark FROM grade_pool WHERE graded < newest ORDER BY newest - graded, pool LIMIT 1;

-- name: sessions_to_grade
SELECT place, session FROM grade_session WHERE pool = %(pool)s AND place > %(after)s ORDER BY place LIMIT %(limit)s;

-- name: grades_in_pool
-- Returns the grades of players and partnerships.
SELECT who, grade, boards FROM grade WHERE pool = %(pool)s AND who = ANY(%(who)s);

-- name: move_grade_pool
-- Succeeds only if the pool has not changed since it was read.
UPDATE grade_pool SET graded = %(to)s, mark = mark + 1 WHERE pool = %(pool)s AND graded = %(after)s AND mark = %(mark)s
RETURNING pool;

-- name: add_grade_changes
INSERT INTO grade_change (who, pool, place, tournament_id, at, one, other, pair, grade, boards, is_provisional, change)
SELECT c.who, %(pool)s, c.place, c.tournament_id, c.at, c.one, c.other, c.pair, c.grade, c.boards, c.is_provisional, c.change
FROM jsonb_to_recordset(%(changes)s::jsonb) AS c (who text, place bigint, tournament_id text, at timestamptz, one text,
    other text, pair text, grade integer, boards integer, is_provisional boolean, change jsonb);

-- name: put_grades
-- Writes grades after some sessions. The number of sessions is added to the stored one, and all else is replaced.
INSERT INTO grade AS g (who, pool, one, other, at, grade, boards, sessions, is_provisional)
SELECT n.who, %(pool)s, n.one, n.other, n.at, n.grade, n.boards, n.sessions, n.is_provisional
FROM jsonb_to_recordset(%(grades)s::jsonb) AS n (who text, one text, other text, at timestamptz, grade integer,
    boards integer, sessions integer, is_provisional boolean)
ON CONFLICT (who, pool) DO UPDATE
SET at = excluded.at, grade = excluded.grade, boards = excluded.boards, sessions = g.sessions + excluded.sessions,
    is_provisional = excluded.is_provisional;

-- name: leaderboard_of_grades
-- reads: late
-- Returns a page of the leaderboard of players or partnerships, after a grade. Closed accounts are left out.
SELECT g.who, g.one, g.other, g.grade, g.boards, g.sessions, g.is_provisional, g.at
FROM grade AS g JOIN shengji.player AS p ON p.id = g.one LEFT JOIN shengji.player AS q ON q.id = g.other
WHERE g.pool = %(pool)s AND (g.other IS NULL) = %(of_players)s AND p.closed_at IS NULL AND q.closed_at IS NULL
    AND g.grade <= %(figure)s AND (g.grade < %(figure)s OR g.who > %(after)s)
ORDER BY g.grade DESC, g.who LIMIT %(limit)s;

-- name: grades_of_player
-- reads: late
-- Returns the individual grades of a player in every pool.
SELECT pool, at, grade, boards, sessions, is_provisional FROM grade
WHERE who = %(player_id)s AND other IS NULL ORDER BY pool;

-- name: partnerships_of_player
-- reads: late
-- Returns the grades of the partnerships of a player in every pool. Those with the most boards come first, and
-- partners with closed accounts are left out.
SELECT g.pool, p.id, g.at, g.grade, g.boards, g.sessions, g.is_provisional
FROM (
    SELECT pool, other AS partner, at, grade, boards, sessions, is_provisional FROM grade
    WHERE one = %(player_id)s AND other IS NOT NULL
    UNION ALL
    SELECT pool, one, at, grade, boards, sessions, is_provisional FROM grade WHERE other = %(player_id)s
) AS g JOIN shengji.player AS p ON p.id = g.partner
WHERE p.closed_at IS NULL ORDER BY g.pool, g.boards DESC, p.id LIMIT %(limit)s;

-- name: grade_changes
-- reads: late
-- Returns a page of the grade changes of a player and of the partnership in each session, the newest first, before a
-- given session.
SELECT c.tournament_id, c.at, c.pair, c.change, p.change
FROM grade_change AS c JOIN grade_change AS p ON p.who = c.pair AND p.pool = c.pool AND p.place = c.place
WHERE c.who = %(player_id)s AND c.pool = %(pool)s AND (
    %(before)s::text IS NULL OR c.place < (SELECT place FROM grade_session WHERE tournament_id = %(before)s)
)
ORDER BY c.place DESC LIMIT %(limit)s;
