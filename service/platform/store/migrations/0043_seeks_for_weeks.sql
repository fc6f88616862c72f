-- How long a player takes for a turn, for seeks that ask for it.
ALTER TABLE shengji_read.reliability ADD COLUMN seconds integer[] NOT NULL DEFAULT '{}';

COMMENT ON COLUMN shengji_read.reliability.seconds IS 'how many seconds the last turns in time took, newest last';

CREATE FUNCTION shengji.last_of(numbers integer[], most integer) RETURNS integer[] LANGUAGE sql IMMUTABLE AS $$
SELECT numbers[greatest(1, cardinality(numbers) - most + 1):]
$$;

-- A recurring seek stays open until enough of its games are going.
ALTER TABLE shengji.seek ADD COLUMN keep integer CONSTRAINT seek_keep_check CHECK (keep BETWEEN 1 AND 10);
ALTER TABLE shengji.seek ADD COLUMN waits_since timestamptz;

COMMENT ON COLUMN shengji.seek.keep IS 'how many games a recurring seek keeps going; null for a seek that ends with its table';
COMMENT ON COLUMN shengji.seek.waits_since IS 'when the last table of a recurring seek was opened';

CREATE TABLE shengji.seek_table (
    seek_id text NOT NULL REFERENCES shengji.seek (id) ON DELETE CASCADE,
    table_id text NOT NULL,
    PRIMARY KEY (seek_id, table_id)
);

COMMENT ON TABLE shengji.seek_table IS 'the tables that were opened for recurring seeks';

CREATE FUNCTION shengji.running_tables(seek shengji.seek) RETURNS text[] LANGUAGE sql STABLE AS $$
SELECT coalesce(array_agg(k.table_id ORDER BY k.table_id), '{}')
FROM shengji.seek_table AS k LEFT JOIN shengji_read.table_summary AS t ON t.id = k.table_id
-- A table that no list has yet was opened a moment ago.
WHERE k.seek_id = seek.id AND coalesce(t.status, 'playing') IN ('open', 'playing')
$$;

CREATE FUNCTION shengji.rest_of_seek(seek shengji.seek, at_now timestamptz) RETURNS text LANGUAGE sql STABLE AS $$
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

CREATE OR REPLACE FUNCTION shengji.is_open_at(seek shengji.seek, at_now timestamptz) RETURNS boolean
LANGUAGE sql STABLE AS $$
SELECT seek.withdrawn_at IS NULL AND seek.table_id IS NULL AND seek.meeting_id IS NULL
    AND seek.expires_at > at_now AND (seek.partner_id IS NULL OR seek.agreed_at IS NOT NULL)
    AND shengji.rest_of_seek(seek, at_now) IS NULL
$$;

CREATE OR REPLACE VIEW shengji.open_seek AS
SELECT s.* FROM shengji.seek AS s WHERE s.world IS NULL AND shengji.is_open_at(s, statement_timestamp())
UNION ALL
SELECT s.* FROM shengji.world AS w JOIN shengji.seek AS s ON s.world = w.id
WHERE w.ended_at IS NULL AND s.world IS NOT NULL AND shengji.is_open_at(s, w.clock);
