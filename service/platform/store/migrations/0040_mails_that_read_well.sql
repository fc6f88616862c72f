-- Players choose whether mails and webhooks name them, and name others to them.
ALTER TABLE shengji.mailbox ADD COLUMN names boolean NOT NULL DEFAULT false;

COMMENT ON COLUMN shengji.mailbox.names IS
    'whether mails and webhooks name this player to others, and name others to this player';

-- What happens within a minute is one mail. The other mails in it wait until that mail is settled.
ALTER TABLE shengji.mail ADD COLUMN sent_with text;
ALTER TABLE shengji.sandbox_mail ADD COLUMN sent_with text;
ALTER TABLE shengji.sandbox_mail ADD COLUMN html text;

CREATE INDEX mail_sent_with ON shengji.mail (sent_with) WHERE state = 'pending' AND sent_with IS NOT NULL;

COMMENT ON COLUMN shengji.mail.sent_with IS
    'the mail that contains this one; its next attempt is never due while it waits';
COMMENT ON COLUMN shengji.sandbox_mail.sent_with IS 'the mail that contains this one; its text is empty then';

-- What mails and webhooks tell the players of a table. Lists do not show it.
ALTER TABLE shengji_read.table_summary ADD COLUMN facts jsonb;

COMMENT ON COLUMN shengji_read.table_summary.facts IS
    'the teams, the tournament match, and how the match stands; null in rows of an older release';
