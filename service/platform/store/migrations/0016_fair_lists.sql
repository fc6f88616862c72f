-- Indexes that find the seeks of one sandbox, and due work outside sandboxes, without reading other rows.

ALTER TABLE shengji.seek ADD COLUMN world text REFERENCES shengji.world (id);

UPDATE shengji.seek AS s SET world = p.world FROM shengji.player AS p WHERE p.id = s.player_id AND p.world IS NOT NULL;

COMMENT ON COLUMN shengji.seek.world IS 'the sandbox of the player; it never changes';

DROP INDEX shengji.seek_open;

CREATE INDEX seek_open ON shengji.seek (expires_at) WHERE withdrawn_at IS NULL AND table_id IS NULL AND world IS NULL;
CREATE INDEX seek_open_in_world ON shengji.seek (world, expires_at)
    WHERE withdrawn_at IS NULL AND table_id IS NULL AND world IS NOT NULL;

-- Defines whether a seek can be matched: it has not ended, is not reserved, and the partner has agreed. It contains no
-- query, so that PostgreSQL inlines its conditions and uses indexes.
CREATE FUNCTION shengji.is_open_at(seek shengji.seek, at_now timestamptz) RETURNS boolean
    LANGUAGE sql STABLE
    AS $$
SELECT seek.withdrawn_at IS NULL AND seek.table_id IS NULL AND seek.meeting_id IS NULL
    AND seek.expires_at > at_now AND (seek.partner_id IS NULL OR seek.agreed_at IS NOT NULL)
$$;

-- As in 0015, but efficient for a few seeks.
CREATE OR REPLACE FUNCTION shengji.is_open(seek shengji.seek) RETURNS boolean
    LANGUAGE sql STABLE
    AS $$
SELECT shengji.is_open_at(seek, shengji.time_in(seek.world))
$$;

CREATE VIEW shengji.open_seek AS
SELECT s.* FROM shengji.seek AS s WHERE s.world IS NULL AND shengji.is_open_at(s, statement_timestamp())
UNION ALL
SELECT s.* FROM shengji.world AS w JOIN shengji.seek AS s ON s.world = w.id
WHERE w.ended_at IS NULL AND s.world IS NOT NULL AND shengji.is_open_at(s, w.clock);

COMMENT ON VIEW shengji.open_seek IS 'the seeks that can be matched, each by the clock of its sandbox';

-- The position at which the next search in the seeks of a sandbox starts, if the last one did not reach the end.
CREATE TABLE shengji.matching (
    after_at timestamptz NOT NULL,
    after_id text NOT NULL,
    world text UNIQUE NULLS NOT DISTINCT REFERENCES shengji.world (id)
);

COMMENT ON COLUMN shengji.matching.after_at IS
    'the waiting time of the last seek that was compared: since when it waited';

-- Summaries of tables without new events lack the new columns until the read models are rebuilt.
UPDATE shengji.subscription SET transaction = 0, position = 0 WHERE name = 'tables';

-- Lists and reminders outside sandboxes do not read the rows of sandboxes.
-- After a rebuild of the read models, the old index has another name and stays beside this one.
DROP INDEX IF EXISTS shengji_read.table_summary_listed;
CREATE INDEX table_summary_listed ON shengji_read.table_summary (id) WHERE listed AND world IS NULL;

DROP INDEX shengji.reminder_at;
CREATE INDEX reminder_at ON shengji.reminder (at) WHERE world IS NULL;
CREATE INDEX reminder_at_in_world ON shengji.reminder (world, at) WHERE world IS NOT NULL;
