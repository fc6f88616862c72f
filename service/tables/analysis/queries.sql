-- name: finished_hands
-- The finished hands of a table in order: the version of the last event, the number of the hand, and its end.
SELECT version, (data->>'hand')::integer, recorded_at FROM shengji.event
WHERE stream = %(stream)s AND type = 'secret_published' ORDER BY version;

-- name: ask_for_analysis
-- Records that a hand is to be analysed. An analysis by another teacher, or by an older version, is begun again.
INSERT INTO shengji.hand_analysis AS a (table_id, hand, game, teacher, ended_at)
VALUES (%(table_id)s, %(hand)s, %(game)s, %(teacher)s, %(ended_at)s)
ON CONFLICT (table_id, hand) DO UPDATE
SET teacher = excluded.teacher, asked_at = statement_timestamp(), decisions = 0, judged = 0, continued_at = NULL,
    finished_at = NULL, costs = '[]', puzzles = '[]'
WHERE a.teacher <> excluded.teacher
RETURNING hand;

-- name: drop_judgements
DELETE FROM shengji.judged_decision WHERE table_id = %(table_id)s AND hand = %(hand)s;

-- name: analysis
SELECT teacher, decisions, judged, finished_at IS NOT NULL, deal, players, costs, open_values, puzzles
FROM shengji.hand_analysis
WHERE table_id = %(table_id)s AND hand = %(hand)s;

-- name: judgements
SELECT document FROM shengji.judged_decision WHERE table_id = %(table_id)s AND hand = %(hand)s ORDER BY number;

-- name: progress_of_analyses
-- How far the analyses of some tables are: the number of decisions that are judged, and one more once it is finished.
SELECT table_id, hand, judged + (finished_at IS NOT NULL)::integer FROM shengji.hand_analysis
WHERE table_id = ANY(%(tables)s::text[]);

-- name: waiting_analyses
-- The number of analyses that are not finished.
SELECT count(*) FROM shengji.hand_analysis WHERE finished_at IS NULL;

-- name: due_analyses
-- Analyses that no job is working on, with the number of decisions that are judged and whether a job has begun.
SELECT table_id, hand, judged, continued_at IS NOT NULL FROM shengji.hand_analysis
WHERE finished_at IS NULL AND (continued_at IS NULL OR continued_at < now() - interval '15 seconds')
ORDER BY asked_at LIMIT 100;

-- name: add_judgements
INSERT INTO shengji.judged_decision (table_id, hand, number, document)
SELECT %(table_id)s, %(hand)s, (document->>'number')::integer, document
FROM jsonb_array_elements(%(documents)s::jsonb) AS document
ON CONFLICT DO NOTHING;

-- name: continue_analysis
-- Another copy of the job may have judged more.
UPDATE shengji.hand_analysis
SET decisions = %(decisions)s, judged = greatest(judged, %(judged)s), continued_at = statement_timestamp(),
    puzzles = CASE WHEN judged < %(judged)s THEN %(puzzles)s::jsonb ELSE puzzles END
WHERE table_id = %(table_id)s AND hand = %(hand)s AND teacher = %(teacher)s;

-- name: finish_analysis
UPDATE shengji.hand_analysis
SET finished_at = statement_timestamp(), deal = %(deal)s, players = %(players)s, costs = %(costs)s::jsonb,
    open_values = %(open_values)s::jsonb, puzzles = '[]'
WHERE table_id = %(table_id)s AND hand = %(hand)s AND teacher = %(teacher)s;

-- name: same_deal
-- Other analysed hands with the same deal: table, hand, and the costs.
SELECT table_id, hand, costs FROM shengji.hand_analysis
WHERE deal = %(deal)s AND finished_at IS NOT NULL AND table_id <> %(table_id)s ORDER BY finished_at DESC LIMIT 50;

-- name: own_costs
-- The cost of a player's mistakes, by game and phase.
SELECT a.game, c.phase, sum(c.decisions)::bigint, sum(c.mistakes)::bigint, sum(c.points)::float8
FROM shengji.hand_analysis AS a
CROSS JOIN LATERAL jsonb_to_recordset(a.costs) AS c(seat integer, phase text, decisions integer, mistakes integer,
    points float8)
WHERE a.players @> ARRAY[%(player_id)s::text] AND a.players[c.seat + 1] = %(player_id)s AND a.finished_at IS NOT NULL
GROUP BY a.game, c.phase;

-- name: own_months
-- The number of a player's analysed hands and the cost of the mistakes, by game and month, the newest first.
SELECT game, to_char(ended_at AT TIME ZONE 'UTC', 'YYYY-MM') AS month, count(*), sum(points)::float8
FROM (
    SELECT a.game, a.ended_at, (
        SELECT coalesce(sum(c.points), 0) FROM jsonb_to_recordset(a.costs) AS c(seat integer, points float8)
        WHERE a.players[c.seat + 1] = %(player_id)s
    ) AS points
    FROM shengji.hand_analysis AS a
    WHERE a.players @> ARRAY[%(player_id)s::text] AND a.finished_at IS NOT NULL
) AS hands
GROUP BY game, month ORDER BY game, month DESC;

-- name: add_puzzle
INSERT INTO shengji.puzzle (id, table_id, hand, number, game, profile, phase, position, solution)
VALUES (%(id)s, %(table_id)s, %(hand)s, %(number)s, %(game)s, %(profile)s, %(phase)s, %(position)s::jsonb,
    %(solution)s::jsonb)
ON CONFLICT DO NOTHING;

-- name: puzzles
-- Puzzles, newest first.
SELECT id, game, profile, phase FROM shengji.puzzle
WHERE id < %(before)s AND (%(game)s::text IS NULL OR game = %(game)s) ORDER BY id DESC LIMIT %(limit)s;

-- name: puzzle
SELECT id, game, profile, phase, position, solution, table_id, hand, number FROM shengji.puzzle WHERE id = %(id)s;
