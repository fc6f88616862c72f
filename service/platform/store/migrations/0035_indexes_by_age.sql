-- Finds what is old enough to be deleted. This is a step of its own, because it locks out writers only, not readers.

-- With the number, because rows from before the previous step all have the same time.
CREATE INDEX account_event_age ON shengji.account_event (written_at, number);
CREATE INDEX view_snapshot_age ON shengji.view_snapshot (written_at);
CREATE INDEX token_ended ON shengji.token (least(revoked_at, expires_at))
    WHERE revoked_at IS NOT NULL OR expires_at IS NOT NULL;
