-- A player whose turn waits is notified when a vacation ends, with the time that is left.

ALTER TABLE shengji.reminder ADD COLUMN left_s integer;
ALTER TABLE shengji.reminder DROP CONSTRAINT reminder_left_share_check;
ALTER TABLE shengji.reminder ADD CONSTRAINT reminder_left_share_check CHECK (left_share IN ('half', 'fifth', 'vacation'));

COMMENT ON COLUMN shengji.reminder.left_share IS 'what is left of the time then; vacation: a vacation of the player is over';
COMMENT ON COLUMN shengji.reminder.left_s IS 'for how many seconds the clock runs on when the vacation is over, pauses apart';
