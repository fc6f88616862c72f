-- Chat messages, private notes, blocks, reports and moderation actions. All of this is personal data: it is never in an
-- event, and is deleted with the account.

CREATE TABLE shengji.chat_room (
    messages integer NOT NULL,
    table_id text NOT NULL,
    room text NOT NULL CHECK (room IN ('seats', 'spectators')),
    PRIMARY KEY (table_id, room)
);

COMMENT ON COLUMN shengji.chat_room.messages IS
    'the number of the last message; the row is locked while a message is added, so that numbers have no gaps';

CREATE TABLE shengji.chat_message (
    said_at timestamptz NOT NULL DEFAULT statement_timestamp(),
    command_id uuid UNIQUE,
    number integer NOT NULL,
    table_id text NOT NULL,
    room text NOT NULL,
    player_id text REFERENCES shengji.player (id),
    words text,
    canned text,
    removed_by text CHECK (removed_by IN ('author', 'moderator', 'closing')),
    fingerprint text,
    PRIMARY KEY (table_id, room, number),
    FOREIGN KEY (table_id, room) REFERENCES shengji.chat_room (table_id, room),
    CHECK (num_nonnulls(words, canned, removed_by) = 1)
);

CREATE INDEX chat_message_player ON shengji.chat_message (player_id, table_id, room, number);

COMMENT ON COLUMN shengji.chat_message.player_id IS 'the author; null if the account is closed';
COMMENT ON COLUMN shengji.chat_message.command_id IS 'derived from the idempotency key, which identifies repetitions';

CREATE TABLE shengji.chat_reader (
    told_at timestamptz NOT NULL DEFAULT '-infinity',
    read_to integer NOT NULL DEFAULT 0,
    told_to integer NOT NULL DEFAULT 0,
    muted boolean NOT NULL DEFAULT false,
    player_id text NOT NULL REFERENCES shengji.player (id),
    table_id text NOT NULL,
    room text NOT NULL,
    PRIMARY KEY (player_id, table_id, room)
);

COMMENT ON COLUMN shengji.chat_reader.told_to IS
    'the last message that the feed of the account has reported; no other is reported until it is read';

CREATE TABLE shengji.note (
    changed_at timestamptz NOT NULL DEFAULT statement_timestamp(),
    player_id text NOT NULL REFERENCES shengji.player (id),
    table_id text NOT NULL,
    words text NOT NULL,
    PRIMARY KEY (player_id, table_id)
);

CREATE TABLE shengji.block (
    blocked_at timestamptz NOT NULL DEFAULT statement_timestamp(),
    player_id text NOT NULL REFERENCES shengji.player (id),
    blocked_id text NOT NULL,
    PRIMARY KEY (player_id, blocked_id)
);

COMMENT ON COLUMN shengji.block.blocked_id IS
    'not a foreign key: two players who block each other at the same time would wait for each other''s locks';

CREATE INDEX block_blocked ON shengji.block (blocked_id);

CREATE TABLE shengji.report (
    made_at timestamptz NOT NULL DEFAULT statement_timestamp(),
    closed_at timestamptz,
    command_id uuid UNIQUE,
    number integer,
    id text PRIMARY KEY,
    reporter_id text REFERENCES shengji.player (id),
    reported_id text,
    table_id text,
    room text,
    reason text NOT NULL,
    words text,
    said text,
    action text,
    fingerprint text
);

CREATE INDEX report_open ON shengji.report (id) WHERE closed_at IS NULL;
CREATE INDEX report_reporter ON shengji.report (reporter_id, id);
CREATE INDEX report_reported ON shengji.report (reported_id);

COMMENT ON COLUMN shengji.report.reported_id IS 'the player, or the author of the message; null if a table is reported';
COMMENT ON COLUMN shengji.report.said IS 'the text of the message when it was reported';

CREATE TABLE shengji.silence (
    ends_at timestamptz NOT NULL,
    player_id text PRIMARY KEY REFERENCES shengji.player (id)
);

CREATE TABLE shengji.moderation_action (
    done_at timestamptz NOT NULL DEFAULT statement_timestamp(),
    until timestamptz,
    number integer,
    id text PRIMARY KEY,
    moderator_id text,
    action text NOT NULL,
    report_id text,
    player_id text,
    table_id text,
    room text,
    note text
);

CREATE INDEX moderation_action_player ON shengji.moderation_action (player_id, id);
CREATE INDEX moderation_action_moderator ON shengji.moderation_action (moderator_id);

COMMENT ON COLUMN shengji.moderation_action.moderator_id IS
    'the moderator; null for the operator, or if the account is closed';
COMMENT ON COLUMN shengji.moderation_action.player_id IS
    'the player concerned; null for a table, or if the account is closed';

ALTER TABLE shengji.player ADD COLUMN moderator_since timestamptz;

COMMENT ON COLUMN shengji.player.moderator_since IS
    'since when the player is a moderator, by decision of the operator; only then tokens have the scope';
