-- name: silence
-- Silences a player until the later of the old and the new end. Returns that end.
INSERT INTO shengji.silence AS s (player_id, ends_at)
VALUES (%(player_id)s, statement_timestamp() + make_interval(days => %(days)s))
ON CONFLICT (player_id) DO UPDATE SET ends_at = greatest(s.ends_at, excluded.ends_at)
RETURNING ends_at;

-- name: report_by_key
SELECT fingerprint, id, made_at FROM shengji.report WHERE command_id = %(command_id)s;

-- name: open_reports_of
-- Returns the number of open reports of a player, and whether one of them has the same subject.
SELECT count(*), coalesce(bool_or(reported_id IS NOT DISTINCT FROM %(reported_id)s
    AND table_id IS NOT DISTINCT FROM %(table_id)s AND room IS NOT DISTINCT FROM %(room)s
    AND number IS NOT DISTINCT FROM %(number)s), false)
FROM shengji.report WHERE reporter_id = %(reporter_id)s AND closed_at IS NULL;

-- name: add_report
INSERT INTO shengji.report
    (id, reporter_id, reported_id, table_id, room, number, reason, words, said, command_id, fingerprint)
VALUES (%(id)s, %(reporter_id)s, %(reported_id)s, %(table_id)s, %(room)s, %(number)s, %(reason)s, %(words)s, %(said)s,
    %(command_id)s, %(fingerprint)s)
RETURNING id, made_at;

-- name: reports
SELECT id, made_at, closed_at, reporter_id, reported_id, table_id, room, number, reason, words, said, action
FROM shengji.report
WHERE id > %(after)s AND (%(state)s::text IS NULL OR (closed_at IS NULL) = (%(state)s = 'open'))
ORDER BY id LIMIT %(limit)s;

-- name: report_of_player
SELECT id, made_at, closed_at, reporter_id, reported_id, table_id, room, number, reason, words, said, action
FROM shengji.report WHERE id = %(id)s AND reporter_id = %(player_id)s;

-- name: hold_report
SELECT id, made_at, closed_at, reporter_id, reported_id, table_id, room, number, reason, words, said, action
FROM shengji.report WHERE id = %(id)s FOR UPDATE;

-- name: close_report
UPDATE shengji.report SET closed_at = statement_timestamp(), action = %(action)s WHERE id = %(id)s
RETURNING id, made_at, closed_at, reporter_id, reported_id, table_id, room, number, reason, words, said, action;

-- name: add_action
INSERT INTO shengji.moderation_action
    (id, moderator_id, action, report_id, player_id, table_id, room, number, until, note)
VALUES (%(id)s, %(moderator_id)s, %(action)s, %(report_id)s, %(player_id)s, %(table_id)s, %(room)s, %(number)s, %(until)s,
    %(note)s);

-- name: moderation_actions
-- Returns a page of the moderation log, the newest first.
SELECT id, done_at, moderator_id, action, report_id, player_id, table_id, room, number, until, note
FROM shengji.moderation_action WHERE id < %(before)s ORDER BY id DESC LIMIT %(limit)s;

-- name: appoint_moderator
UPDATE shengji.player SET moderator_since = coalesce(moderator_since, statement_timestamp())
WHERE id = %(player_id)s AND closed_at IS NULL AND kind <> 'house' AND world IS NULL RETURNING name;

-- name: dismiss_moderator
UPDATE shengji.player SET moderator_since = NULL WHERE id = %(player_id)s AND moderator_since IS NOT NULL RETURNING id;

-- name: moderators
SELECT id, name, moderator_since FROM shengji.player WHERE moderator_since IS NOT NULL ORDER BY moderator_since, id;

-- name: drop_reports
-- Deletes reports about the player. Reports by the player lose their author and text.
WITH about AS (DELETE FROM shengji.report WHERE reported_id = %(player_id)s)
UPDATE shengji.report SET reporter_id = NULL, words = NULL, command_id = NULL, fingerprint = NULL
WHERE reporter_id = %(player_id)s AND reported_id IS DISTINCT FROM %(player_id)s;

-- name: drop_moderation
-- Keeps the action, but not the names of the moderator and the player.
WITH silences AS (DELETE FROM shengji.silence WHERE player_id = %(player_id)s),
    office AS (UPDATE shengji.player SET moderator_since = NULL WHERE id = %(player_id)s)
UPDATE shengji.moderation_action
SET moderator_id = nullif(moderator_id, %(player_id)s), player_id = nullif(player_id, %(player_id)s),
    note = CASE WHEN player_id = %(player_id)s THEN NULL ELSE note END
WHERE %(player_id)s IN (moderator_id, player_id);
