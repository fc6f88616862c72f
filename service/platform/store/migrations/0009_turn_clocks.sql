-- The next time at which a deadline has an effect at a table: a missed turn, a forfeit, or an expired table. It follows
-- from the events. It is in the head, so that any worker finds it. Written since 0015.

ALTER TABLE shengji.head ADD COLUMN turn_due_at timestamptz, ADD COLUMN world text;

CREATE INDEX head_turn ON shengji.head (turn_due_at) WHERE turn_due_at IS NOT NULL;

COMMENT ON COLUMN shengji.head.turn_due_at IS 'the next deadline with an effect, by the time of its sandbox';
COMMENT ON COLUMN shengji.head.world IS 'the sandbox of the stream; null outside sandboxes';
