-- name: say
-- Adds the next message of a room. The row of the room is locked until the end of the transaction, so readers see
-- the messages in order and without gaps.
WITH counted AS (
    INSERT INTO shengji.chat_room AS r (table_id, room, messages) VALUES (%(table_id)s, %(room)s, 1)
    ON CONFLICT (table_id, room) DO UPDATE SET messages = r.messages + 1 RETURNING messages
)
INSERT INTO shengji.chat_message (table_id, room, number, player_id, words, canned, command_id, fingerprint)
SELECT %(table_id)s, %(room)s, messages, %(player_id)s, %(words)s, %(canned)s, %(command_id)s::uuid, %(fingerprint)s FROM counted
RETURNING number, said_at, player_id, words, canned, removed_by, NULL;

-- name: said_by_key
SELECT fingerprint, number, said_at, player_id, words, canned, removed_by, NULL
FROM shengji.chat_message WHERE command_id = %(command_id)s;

-- name: messages
-- Returns the messages of a room after a number, as a player sees them. Messages of blocked players and of muted
-- rooms are hidden.
SELECT m.number, m.said_at, m.player_id,
    CASE WHEN h.why IS NULL THEN m.words END, CASE WHEN h.why IS NULL THEN m.canned END, m.removed_by, h.why
FROM shengji.chat_message AS m
LEFT JOIN shengji.block AS b ON b.player_id = %(player_id)s AND b.blocked_id = m.player_id
LEFT JOIN shengji.chat_reader AS r
    ON r.player_id = %(player_id)s AND r.table_id = m.table_id AND r.room = m.room AND r.muted AND m.player_id <> %(player_id)s
CROSS JOIN LATERAL (
    SELECT CASE WHEN b.player_id IS NOT NULL THEN 'blocked' WHEN r.player_id IS NOT NULL THEN 'muted' END AS why
) AS h
WHERE m.table_id = %(table_id)s AND m.room = %(room)s AND m.number > %(after)s ORDER BY m.number LIMIT %(limit)s;

-- name: room
-- Returns the number of the last message of a room, and whether the player has muted it.
SELECT coalesce((SELECT messages FROM shengji.chat_room WHERE table_id = %(table_id)s AND room = %(room)s), 0),
    coalesce((SELECT muted FROM shengji.chat_reader
        WHERE player_id = %(player_id)s AND table_id = %(table_id)s AND room = %(room)s), false);

-- name: room_numbers
-- Returns the numbers of the last messages in the rooms of these tables.
SELECT table_id, room, messages FROM shengji.chat_room WHERE table_id = ANY(%(tables)s);

-- name: note_unread_message
-- Records that a player is notified of a message. No row if the player has muted the room, blocked the author, or
-- not yet read the message of the last notification.
INSERT INTO shengji.chat_reader AS r (player_id, table_id, room, told_to, told_at)
SELECT %(player_id)s, %(table_id)s, %(room)s, %(number)s, statement_timestamp()
WHERE NOT EXISTS (
    SELECT FROM shengji.block WHERE player_id = %(player_id)s AND blocked_id = %(author_id)s
)
ON CONFLICT (player_id, table_id, room) DO UPDATE SET told_to = excluded.told_to, told_at = excluded.told_at
WHERE NOT r.muted AND r.told_to <= r.read_to AND r.told_to < excluded.told_to
RETURNING told_to;

-- name: note_read
UPDATE shengji.chat_reader SET read_to = %(number)s
WHERE player_id = %(player_id)s AND table_id = %(table_id)s AND room = %(room)s
    AND told_to > read_to AND read_to < %(number)s;

-- name: mute_room
INSERT INTO shengji.chat_reader (player_id, table_id, room, muted) VALUES (%(player_id)s, %(table_id)s, %(room)s, true)
ON CONFLICT (player_id, table_id, room) DO UPDATE SET muted = true;

-- name: unmute_room
UPDATE shengji.chat_reader SET muted = false
WHERE player_id = %(player_id)s AND table_id = %(table_id)s AND room = %(room)s;

-- name: message
SELECT number, said_at, player_id, words, canned, removed_by, NULL FROM shengji.chat_message
WHERE table_id = %(table_id)s AND room = %(room)s AND number = %(number)s;

-- name: silenced_until
SELECT ends_at FROM shengji.silence WHERE player_id = %(player_id)s AND ends_at > statement_timestamp();

-- name: remove_message
-- Deletes the text of a message. Its number stays.
UPDATE shengji.chat_message SET words = NULL, canned = NULL, removed_by = %(removed_by)s
WHERE table_id = %(table_id)s AND room = %(room)s AND number = %(number)s AND removed_by IS NULL
RETURNING number;

-- name: drop_talk
-- Deletes what the player has said. The messages keep their numbers.
WITH readers AS (DELETE FROM shengji.chat_reader WHERE player_id = %(player_id)s)
UPDATE shengji.chat_message
SET player_id = NULL, words = NULL, canned = NULL, removed_by = coalesce(removed_by, 'closing'),
    command_id = NULL, fingerprint = NULL
WHERE player_id = %(player_id)s;
