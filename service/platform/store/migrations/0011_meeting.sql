-- How players find each other: invitations and seeks.

-- A link to an open table. A player who uses it takes one of its uses and keeps it.
CREATE TABLE shengji.invitation (
    created_at timestamptz NOT NULL DEFAULT statement_timestamp(),
    expires_at timestamptz NOT NULL,
    uses integer NOT NULL,
    seat integer,
    id text PRIMARY KEY,
    table_id text NOT NULL,
    player_id text NOT NULL REFERENCES shengji.player (id),
    hash bytea NOT NULL UNIQUE
);

CREATE INDEX invitation_table ON shengji.invitation (table_id, id);
CREATE INDEX invitation_player ON shengji.invitation (player_id, id);
CREATE INDEX invitation_over ON shengji.invitation (expires_at);

COMMENT ON COLUMN shengji.invitation.player_id IS 'the player who made it';
COMMENT ON COLUMN shengji.invitation.hash IS 'SHA-256 of the code, which has 128 random bits and is shown once';

CREATE TABLE shengji.invitation_use (
    used_at timestamptz NOT NULL DEFAULT statement_timestamp(),
    invitation_id text NOT NULL REFERENCES shengji.invitation (id) ON DELETE CASCADE,
    player_id text NOT NULL REFERENCES shengji.player (id),
    PRIMARY KEY (invitation_id, player_id)
);

CREATE INDEX invitation_use_player ON shengji.invitation_use (player_id, invitation_id);

-- A table planned for seeks. The row stays until the plan is carried out, so that another process can continue if one
-- dies. It has the id of the future table, from which the id of the opening command follows.
CREATE TABLE shengji.meeting (
    created_at timestamptz NOT NULL DEFAULT statement_timestamp(),
    is_opening boolean NOT NULL DEFAULT false,
    id text PRIMARY KEY,
    table_id text NOT NULL UNIQUE,
    plan jsonb NOT NULL
);

COMMENT ON COLUMN shengji.meeting.is_opening IS
    'whether the table is being opened; from then on players cannot withdraw';

CREATE TABLE shengji.seek (
    created_at timestamptz NOT NULL DEFAULT statement_timestamp(),
    expires_at timestamptz NOT NULL,
    agreed_at timestamptz,
    withdrawn_at timestamptz,
    id text PRIMARY KEY,
    player_id text NOT NULL REFERENCES shengji.player (id),
    partner_id text REFERENCES shengji.player (id),
    meeting_id text REFERENCES shengji.meeting (id) ON DELETE SET NULL,
    table_id text,
    wishes jsonb NOT NULL,
    command_id uuid UNIQUE,
    fingerprint text
);

CREATE INDEX seek_player ON shengji.seek (player_id, id);
CREATE INDEX seek_partner ON shengji.seek (partner_id, id) WHERE partner_id IS NOT NULL;
CREATE INDEX seek_meeting ON shengji.seek (meeting_id) WHERE meeting_id IS NOT NULL;
CREATE INDEX seek_open ON shengji.seek (id) WHERE withdrawn_at IS NULL AND table_id IS NULL;
CREATE INDEX seek_over ON shengji.seek (expires_at);

COMMENT ON COLUMN shengji.seek.agreed_at IS 'when the partner agreed; not needed without a partner';
COMMENT ON COLUMN shengji.seek.meeting_id IS 'the planned table for which it is reserved';
COMMENT ON COLUMN shengji.seek.table_id IS 'the table that was opened for it, which ends it';
COMMENT ON COLUMN shengji.seek.command_id IS
    'derived from the idempotency key with which it was posted, if there was one';

-- Defines whether a seek can be matched: it has not ended, is not reserved, and the partner has agreed.
CREATE FUNCTION shengji.is_open(seek shengji.seek) RETURNS boolean
    LANGUAGE sql STABLE
    AS $$
SELECT seek.withdrawn_at IS NULL AND seek.table_id IS NULL AND seek.meeting_id IS NULL
    AND seek.expires_at > statement_timestamp() AND (seek.partner_id IS NULL OR seek.agreed_at IS NOT NULL)
$$;
