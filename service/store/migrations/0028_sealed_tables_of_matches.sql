-- Which tables of matches are sealed: these a tournament unseals when everybody may see them.
ALTER TABLE shengji_read.tournament_table ADD COLUMN is_sealed boolean NOT NULL DEFAULT false;

UPDATE shengji_read.tournament_table AS t SET is_sealed = true FROM shengji.head AS h
WHERE h.stream = 'table-' || t.table_id AND (h.state->>'sealed')::boolean;

CREATE INDEX tournament_table_sealed ON shengji_read.tournament_table (tournament_id) WHERE is_sealed;

COMMENT ON COLUMN shengji_read.tournament_table.is_sealed IS 'whether only those who sit there see anything of the table';
