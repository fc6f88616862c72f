-- E-mail: the addresses and wishes of players, and the mails. Pending mails are stored only here, so Redis and workers
-- may be lost at any time.

CREATE TABLE shengji.mailbox (
    changed_at timestamptz NOT NULL DEFAULT statement_timestamp(),
    confirmed_at timestamptz,
    asked_at timestamptz,
    failing_since timestamptz,
    digest_at timestamptz,
    digest_after integer NOT NULL DEFAULT 0,
    failures integer NOT NULL DEFAULT 0,
    failing_status integer,
    digest_hour smallint NOT NULL CHECK (digest_hour BETWEEN 0 AND 23),
    player_id text PRIMARY KEY REFERENCES shengji.player (id),
    time_zone text NOT NULL,
    address text,
    asked_address text,
    code text NOT NULL UNIQUE,
    wishes jsonb NOT NULL DEFAULT '{}',
    CHECK ((address IS NULL) = (confirmed_at IS NULL)),
    CHECK ((asked_address IS NULL) = (asked_at IS NULL)),
    CHECK ((failing_since IS NULL) = (failing_status IS NULL))
);

CREATE INDEX mailbox_digest ON shengji.mailbox (digest_at) WHERE digest_at IS NOT NULL;

COMMENT ON COLUMN shengji.mailbox.address IS 'the address, confirmed by a mailed code; null: nothing is sent';
COMMENT ON COLUMN shengji.mailbox.asked_address IS 'the address to which an unconfirmed code was mailed';
COMMENT ON COLUMN shengji.mailbox.code IS 'contained in every mail; it can only stop mails, so it is stored unhashed';
COMMENT ON COLUMN shengji.mailbox.wishes IS 'each, digest or off, by kind of mail; missing kinds have the default';
COMMENT ON COLUMN shengji.mailbox.digest_at IS 'when the next digest is due; null for never';
COMMENT ON COLUMN shengji.mailbox.digest_after IS 'the last account event in a digest so far';
COMMENT ON COLUMN shengji.mailbox.failures IS 'the number of mails to the address that were given up in succession';
COMMENT ON COLUMN shengji.mailbox.failing_since IS
    'since when nothing is sent, because the server answered failing_status';

-- A code that was mailed to an address to confirm it.
CREATE TABLE shengji.mail_code (
    expires_at timestamptz NOT NULL,
    hash bytea PRIMARY KEY,
    player_id text NOT NULL REFERENCES shengji.player (id),
    address text NOT NULL
);

CREATE INDEX mail_code_player ON shengji.mail_code (player_id);
CREATE INDEX mail_code_expiry ON shengji.mail_code (expires_at);

COMMENT ON COLUMN shengji.mail_code.hash IS 'SHA-256 of the code, which has 256 random bits';

-- Records the codes requested for an address, to limit their number. Rows are kept for a day, also for closed accounts.
CREATE TABLE shengji.mail_asked (
    asked_at timestamptz NOT NULL DEFAULT statement_timestamp(),
    address bytea NOT NULL
);

CREATE INDEX mail_asked_address ON shengji.mail_asked (address, asked_at);
CREATE INDEX mail_asked_at ON shengji.mail_asked (asked_at);

COMMENT ON COLUMN shengji.mail_asked.address IS 'SHA-256 of the address';

CREATE TABLE shengji.mail (
    created_at timestamptz NOT NULL DEFAULT statement_timestamp(),
    next_attempt_at timestamptz,
    settled_at timestamptz,
    number integer,
    until integer,
    claims integer NOT NULL DEFAULT 0,
    step integer NOT NULL DEFAULT 0,
    status integer,
    id text PRIMARY KEY,
    player_id text NOT NULL REFERENCES shengji.player (id),
    table_id text,
    kind text NOT NULL,
    state text NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'sent', 'dropped', 'failed')),
    CHECK ((state = 'pending') = (settled_at IS NULL)),
    CHECK ((state = 'pending') = (next_attempt_at IS NOT NULL))
);

CREATE INDEX mail_due ON shengji.mail (next_attempt_at) WHERE state = 'pending';
CREATE INDEX mail_player ON shengji.mail (player_id, id);
CREATE INDEX mail_settled ON shengji.mail (settled_at) WHERE state <> 'pending';
CREATE INDEX mail_turn ON shengji.mail (player_id, table_id, settled_at) WHERE kind = 'turn';
CREATE UNIQUE INDEX mail_waiting_turn ON shengji.mail (player_id, table_id)
    WHERE kind = 'turn' AND state = 'pending' AND claims = 0;

COMMENT ON COLUMN shengji.mail.id IS 'the Message-ID, the same in every attempt';
COMMENT ON COLUMN shengji.mail.number IS
    'the number of its event in the feed of the account; for a digest, the last event before it';
COMMENT ON COLUMN shengji.mail.until IS 'for a digest: the last event in it';
COMMENT ON COLUMN shengji.mail.claims IS 'the number of claims by workers; a worker identifies its claim by it';
COMMENT ON COLUMN shengji.mail.next_attempt_at IS 'while a worker has claimed it: when others may claim it';
COMMENT ON COLUMN shengji.mail.status IS 'the last reply of the server to a failed attempt';

-- One row. While the mail server is unavailable, it is tried from time to time, and mails do not count as failed.
CREATE TABLE shengji.mail_server (
    rests_until timestamptz NOT NULL DEFAULT '-infinity',
    failures integer NOT NULL DEFAULT 0,
    is_one boolean PRIMARY KEY DEFAULT true CHECK (is_one)
);

INSERT INTO shengji.mail_server DEFAULT VALUES;

-- For metrics: the number of mails by outcome, including deleted ones.
CREATE TABLE shengji.mail_count (
    mails bigint NOT NULL,
    outcome text PRIMARY KEY
);

-- Future reminders: one for half and one for a fifth of the time of a turn. They are deleted when they are sent or the
-- turn is over.
CREATE TABLE shengji.reminder (
    at timestamptz NOT NULL,
    deadline_at timestamptz NOT NULL,
    version integer NOT NULL,
    seat integer NOT NULL,
    player_id text NOT NULL,
    table_id text NOT NULL,
    asked text NOT NULL,
    left_share text NOT NULL CHECK (left_share IN ('half', 'fifth')),
    world text,
    PRIMARY KEY (table_id, seat, left_share)
);

CREATE INDEX reminder_at ON shengji.reminder (at);
CREATE INDEX reminder_player ON shengji.reminder (player_id);

COMMENT ON COLUMN shengji.reminder.version IS 'the version of the table when the turn began';

-- The inbox: the deadlines of turns, and the challenges that wait.
ALTER TABLE shengji_read.turn
    ADD COLUMN started_at timestamptz,
    ADD COLUMN deadline_at timestamptz,
    ADD COLUMN is_grace boolean NOT NULL DEFAULT false;

COMMENT ON COLUMN shengji_read.turn.started_at IS 'when the turn began, counted back from the deadline without pauses';

CREATE TABLE shengji_read.challenge (
    version integer NOT NULL,
    seat integer,
    player_id text NOT NULL,
    table_id text NOT NULL,
    challenger text NOT NULL,
    PRIMARY KEY (player_id, table_id)
);

CREATE INDEX challenge_table ON shengji_read.challenge (table_id);

CREATE TABLE shengji_read.proposal (
    version integer NOT NULL,
    seat integer NOT NULL,
    proposer integer NOT NULL,
    player_id text NOT NULL,
    table_id text NOT NULL,
    what text NOT NULL,
    PRIMARY KEY (player_id, table_id)
);

CREATE INDEX proposal_table ON shengji_read.proposal (table_id);

-- Challenges that already wait are added when the read models are rebuilt.
UPDATE shengji.subscription SET transaction = 0, position = 0 WHERE name = 'tables';
