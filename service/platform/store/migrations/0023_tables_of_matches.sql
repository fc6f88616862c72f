-- The tables of matches that are not over. A tournament cancels those that it no longer needs.
ALTER TABLE shengji_read.tournament_table ADD COLUMN is_over boolean NOT NULL DEFAULT false;

UPDATE shengji_read.tournament_table AS t SET is_over = true FROM shengji.head AS h
WHERE h.stream = 'table-' || t.table_id AND h.state->>'status' IN ('finished', 'cancelled');

CREATE INDEX tournament_table_not_over ON shengji_read.tournament_table (tournament_id) WHERE NOT is_over;

COMMENT ON COLUMN shengji_read.tournament_table.is_over IS 'whether the table is over';

-- The subscription `tournaments` need not read events before the first tournament. It starts there, or at the end of
-- the log if there is none, unless it is already further.
INSERT INTO shengji.subscription AS s (name, transaction, position)
SELECT 'tournaments', coalesce(first.transaction, shengji.feed_safe()), coalesce(first.position - 1, 0)
FROM (VALUES (1)) AS always LEFT JOIN LATERAL (
    SELECT e.transaction, e.position FROM shengji.head AS h JOIN shengji.event AS e ON e.stream = h.stream AND e.version = 1
    WHERE h.stream LIKE 'tournament-%' ORDER BY e.transaction, e.position LIMIT 1
) AS first ON true
ON CONFLICT (name) DO UPDATE SET transaction = excluded.transaction, position = excluded.position
WHERE (s.transaction, s.position) < (excluded.transaction, excluded.position);
