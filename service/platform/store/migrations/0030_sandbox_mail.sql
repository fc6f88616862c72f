-- Mails of sandboxes. They are written like others, at the time of their sandbox, and stored instead of sent. They and
-- their addresses have tables of their own, so that no worker of any release sends them.

CREATE TABLE shengji.sandbox_mailbox (
    given_at timestamptz NOT NULL,
    digest_at timestamptz,
    digest_after integer NOT NULL DEFAULT 0,
    player_id text PRIMARY KEY REFERENCES shengji.player (id),
    world text NOT NULL REFERENCES shengji.world (id),
    address text NOT NULL
);

CREATE INDEX sandbox_mailbox_digest ON shengji.sandbox_mailbox (world, digest_at);

COMMENT ON TABLE shengji.sandbox_mailbox IS
    'the address of a player of a sandbox; the rest of the mailbox is in shengji.mailbox';
COMMENT ON COLUMN shengji.sandbox_mailbox.given_at IS 'by the clock of the sandbox, like digest_at';

CREATE TABLE shengji.sandbox_mail (
    created_at timestamptz NOT NULL,
    due_at timestamptz NOT NULL,
    settled_at timestamptz,
    number integer,
    until integer,
    id text PRIMARY KEY,
    world text NOT NULL REFERENCES shengji.world (id),
    player_id text NOT NULL REFERENCES shengji.player (id),
    table_id text,
    kind text NOT NULL,
    state text NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'sent', 'dropped', 'failed')),
    address text,
    subject text,
    body text,
    CHECK ((state = 'pending') = (settled_at IS NULL)),
    CHECK ((state = 'sent') = (body IS NOT NULL))
);

CREATE INDEX sandbox_mail_due ON shengji.sandbox_mail (world, due_at) WHERE state = 'pending';
CREATE INDEX sandbox_mail_sent ON shengji.sandbox_mail (world, settled_at, id) WHERE state = 'sent';
CREATE INDEX sandbox_mail_player ON shengji.sandbox_mail (player_id, id);
CREATE UNIQUE INDEX sandbox_mail_waiting_turn ON shengji.sandbox_mail (player_id, table_id)
    WHERE kind = 'turn' AND state = 'pending';

COMMENT ON TABLE shengji.sandbox_mail IS 'like shengji.mail, with the text of each; times are those of the sandbox';
COMMENT ON COLUMN shengji.sandbox_mail.address IS
    'the address to which it would have been sent, for mails that are sent';

ALTER TABLE shengji.world ADD COLUMN advances_until timestamptz;

COMMENT ON COLUMN shengji.world.advances_until IS
    'until when at the latest a request moves the clock and waits; null if none does';
