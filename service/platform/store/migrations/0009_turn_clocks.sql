-- When time alone brings something about at a table: a turn is missed, a seat forfeits, a table expires. The moment follows
-- from the events, which hold it; it stands in the head so that any worker finds it. It is written from 0015 on.

ALTER TABLE shengji.head ADD COLUMN turn_due_at timestamptz, ADD COLUMN world text;

CREATE INDEX head_turn ON shengji.head (turn_due_at) WHERE turn_due_at IS NOT NULL;

COMMENT ON COLUMN shengji.head.turn_due_at IS 'when time alone brings about something next, by the time of its world';
COMMENT ON COLUMN shengji.head.world IS 'the sandbox world of the table; null: the world of everybody';
