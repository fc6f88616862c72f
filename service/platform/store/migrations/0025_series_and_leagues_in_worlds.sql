-- Series and leagues in sandboxes: they are visible only there, and use the sandbox's clock.

ALTER TABLE shengji_read.series ADD COLUMN world text;

CREATE INDEX series_world ON shengji_read.series (world, id) WHERE world IS NOT NULL;

ALTER TABLE shengji_read.league ADD COLUMN world text;

CREATE INDEX league_world ON shengji_read.league (world, id) WHERE world IS NOT NULL;

ALTER TABLE shengji.league_work ADD COLUMN world text, ADD COLUMN moment timestamptz;

CREATE INDEX league_work_world ON shengji.league_work (world, since) WHERE world IS NOT NULL;

COMMENT ON COLUMN shengji.league_work.moment IS 'when it happened, by the time of its sandbox';

-- Each sandbox has its own ratings: the name of its pools ends with a slash and the sandbox's id.
CREATE INDEX rating_pool_world ON shengji_read.rating_pool (split_part(pool, '/', 2));

COMMENT ON COLUMN shengji_read.rating_pool.pool IS 'the name; in a sandbox followed by a slash and the sandbox''s id';

-- The subscription `leagues` need not read events before the first league, as in 0023.
INSERT INTO shengji.subscription AS s (name, transaction, position)
SELECT 'leagues', coalesce(first.transaction, shengji.feed_safe()), coalesce(first.position - 1, 0)
FROM (VALUES (1)) AS always LEFT JOIN LATERAL (
    SELECT e.transaction, e.position FROM shengji.head AS h JOIN shengji.event AS e ON e.stream = h.stream AND e.version = 1
    WHERE h.stream LIKE 'league-%' ORDER BY e.transaction, e.position LIMIT 1
) AS first ON true
ON CONFLICT (name) DO UPDATE SET transaction = excluded.transaction, position = excluded.position
WHERE (s.transaction, s.position) < (excluded.transaction, excluded.position);
