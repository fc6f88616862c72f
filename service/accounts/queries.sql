-- name: add_player
INSERT INTO shengji.player (id, name, kind, world, created_at)
VALUES (%(id)s, %(name)s, %(kind)s, %(sandbox)s, shengji.time_in(%(sandbox)s)) RETURNING created_at;

-- name: keep_house_player
INSERT INTO shengji.player (id, name, kind) VALUES (%(id)s, %(name)s, 'house') ON CONFLICT (id) DO NOTHING;

-- name: players
SELECT id, name, kind, created_at, closed_at FROM shengji.player WHERE id = ANY(%(ids)s);

-- name: names
SELECT id, name, kind, world, guest_of FROM shengji.player WHERE id = ANY(%(ids)s);

-- name: players_by_name
-- Returns a page of the players of a sandbox with a name, oldest first. House bots belong to every sandbox. Of guests,
-- it returns those of one tournament.
SELECT id, name, kind, world, guest_of FROM shengji.player
WHERE lower(name COLLATE "C") = lower(%(name)s COLLATE "C") AND id > %(after)s
    AND (world IS NOT DISTINCT FROM %(sandbox)s OR kind = 'house')
    AND (guest_of IS NULL OR guest_of = %(tournament)s)
ORDER BY id LIMIT %(limit)s;

-- name: player_sandbox
SELECT world FROM shengji.player WHERE id = %(id)s;

-- name: sandbox_players
-- Returns players of a sandbox whose accounts are open.
SELECT id FROM shengji.player WHERE world = %(sandbox)s AND closed_at IS NULL ORDER BY id LIMIT %(limit)s;

-- name: end_sandbox
-- Removes the pending work of a sandbox, and its ratings and grades.
WITH work AS (DELETE FROM shengji.tournament_work WHERE world = %(id)s),
    league_work AS (DELETE FROM shengji.league_work WHERE world = %(id)s),
    stands AS (DELETE FROM shengji.tournament_at_a_stand WHERE world = %(id)s),
    registrations AS (DELETE FROM shengji.registration WHERE world = %(id)s),
    pools AS (DELETE FROM rating_pool WHERE split_part(pool, '/', 2) = %(id)s RETURNING pool),
    ratings AS (DELETE FROM rating WHERE pool IN (SELECT pool FROM pools)),
    changes AS (DELETE FROM rating_change WHERE pool IN (SELECT pool FROM pools)),
    seasons AS (DELETE FROM rating_season WHERE pool IN (SELECT pool FROM pools)),
    games AS (DELETE FROM rated_game WHERE pool IN (SELECT pool FROM pools)
        OR tournament_id IN (SELECT id FROM tournament WHERE world = %(id)s)),
    grade_pools AS (DELETE FROM grade_pool WHERE split_part(pool, '/', 2) = %(id)s RETURNING pool),
    grades AS (DELETE FROM grade WHERE pool IN (SELECT pool FROM grade_pools)),
    grade_changes AS (DELETE FROM grade_change WHERE pool IN (SELECT pool FROM grade_pools)),
    sessions AS (DELETE FROM grade_session WHERE pool IN (SELECT pool FROM grade_pools))
UPDATE shengji.world SET ended_at = statement_timestamp(), owner = NULL WHERE id = %(id)s AND ended_at IS NULL;

-- name: guest_count
-- Returns the number of guests of a tournament who have not claimed their accounts.
SELECT count(*)::integer FROM shengji.player WHERE guest_of = %(tournament)s;

-- name: add_guest
INSERT INTO shengji.player (id, name, kind, world, created_at, guest_of, claim_hash)
VALUES (%(id)s, %(name)s, 'human', %(sandbox)s, shengji.time_in(%(sandbox)s), %(tournament)s, %(claim_hash)s);

-- name: renew_claim
-- Replaces the claim code of a guest of a tournament. No row if the player is none.
UPDATE shengji.player SET claim_hash = %(claim_hash)s WHERE id = %(id)s AND guest_of = %(tournament)s RETURNING name;

-- name: claim_guest
-- Makes the account of a guest an ordinary one. No row if no guest has the code, or the sandbox of the guest has ended.
UPDATE shengji.player AS p SET guest_of = NULL, claim_hash = NULL
WHERE claim_hash = %(claim_hash)s
    AND NOT EXISTS (SELECT FROM shengji.world AS w WHERE w.id = p.world AND w.expires_at <= now())
RETURNING id, name, kind, created_at, closed_at;

-- name: claimable_guest
-- Returns the guest with a claim code and the tournament. No row if no guest has it, or the sandbox of the guest has ended.
SELECT p.id, p.name, p.kind, p.created_at, p.closed_at, p.guest_of FROM shengji.player AS p
WHERE p.claim_hash = %(claim_hash)s
    AND NOT EXISTS (SELECT FROM shengji.world AS w WHERE w.id = p.world AND w.expires_at <= now());

-- name: end_guest_tokens
-- Revokes the tokens with which staff acted for a guest.
UPDATE shengji.token SET revoked_at = statement_timestamp() WHERE player_id = %(player_id)s AND revoked_at IS NULL;

-- name: add_guest_token
-- Locks the account, so that it is not claimed meanwhile. No row if the player is no guest of the tournament.
INSERT INTO shengji.token (id, player_id, name, hash, scopes, made_by)
SELECT %(id)s, p.id, %(name)s, %(hash)s, %(scopes)s, %(made_by)s
FROM shengji.player AS p WHERE p.id = %(player_id)s AND p.guest_of = %(tournament)s FOR SHARE
RETURNING created_at;

-- name: guest_tokens
-- Returns tokens with which staff of a tournament act for these guests, oldest first.
SELECT t.id, t.name, t.scopes, t.created_at, t.expires_at, t.revoked_at, t.last_used_at, NULL::text, t.player_id, t.made_by
FROM shengji.token AS t JOIN shengji.player AS p ON p.id = t.player_id
WHERE t.player_id = ANY(%(players)s) AND p.guest_of = %(tournament)s AND t.id > %(after)s ORDER BY t.id LIMIT %(limit)s;

-- name: revoke_guest_token
-- Revokes a token with which staff of a tournament act for one of these guests. Returns its hash.
UPDATE shengji.token AS t SET revoked_at = coalesce(t.revoked_at, statement_timestamp()) FROM shengji.player AS p
WHERE t.id = %(id)s AND p.id = t.player_id AND p.id = ANY(%(players)s) AND p.guest_of = %(tournament)s RETURNING t.hash;

-- name: hold_player
-- Locks the row of a player until the end of the transaction. No row if the account is closed.
SELECT id FROM shengji.player WHERE id = %(player_id)s AND closed_at IS NULL FOR UPDATE;

-- name: closed_players
SELECT id FROM shengji.player WHERE id = ANY(%(ids)s) AND closed_at IS NOT NULL;

-- name: add_token
-- Locks the account, so that it cannot be closed without this token.
INSERT INTO shengji.token (id, player_id, name, hash, scopes, expires_at, grant_id)
SELECT %(id)s, p.id, %(name)s, %(hash)s, %(scopes)s, %(expires_at)s, %(grant_id)s
FROM shengji.player AS p WHERE p.id = %(player_id)s AND p.closed_at IS NULL FOR SHARE
RETURNING created_at;

-- name: add_session
-- Locks the account, so that it cannot be closed without this session.
INSERT INTO shengji.token (id, player_id, name, hash, scopes, expires_at, browser)
SELECT %(id)s, p.id, %(name)s, %(hash)s, %(scopes)s, %(expires_at)s, true
FROM shengji.player AS p WHERE p.id = %(player_id)s AND p.closed_at IS NULL FOR SHARE
RETURNING created_at;

-- name: end_session
UPDATE shengji.token SET revoked_at = statement_timestamp() WHERE hash = %(hash)s AND browser AND revoked_at IS NULL;

-- name: token
-- Returns the owner of a token, and whether its use has to be recorded. No row if it was revoked or has expired, if
-- the account is closed, or if the sandbox of the player has ended. The scope `moderation` requires that the player
-- is a moderator.
SELECT t.id, t.player_id, CASE WHEN p.moderator_since IS NULL THEN array_remove(t.scopes, 'moderation') ELSE t.scopes END,
    t.expires_at, p.name, p.kind, g.client_id, p.world, p.guest_of, t.made_by,
    p.language, t.last_used_at IS NULL OR t.last_used_at < date_trunc('hour', now())
FROM shengji.token AS t
JOIN shengji.player AS p ON p.id = t.player_id
LEFT JOIN shengji.oauth_grant AS g ON g.id = t.grant_id
LEFT JOIN shengji.world AS w ON w.id = p.world
WHERE t.hash = %(hash)s AND t.revoked_at IS NULL AND (t.expires_at IS NULL OR t.expires_at > now())
    AND p.closed_at IS NULL AND g.revoked_at IS NULL AND (w.id IS NULL OR w.expires_at > now());

-- name: choose_language
-- Sets the language of a player. Returns the hashes of the tokens, whose identities are cached. No row if the account
-- is closed.
UPDATE shengji.player SET language = %(language)s WHERE id = %(player_id)s AND closed_at IS NULL
RETURNING (SELECT coalesce(array_agg(hash), '{}') FROM shengji.token WHERE player_id = %(player_id)s AND revoked_at IS NULL);

-- name: rename_player
-- Sets the name of a player. Returns the hashes of the tokens, whose identities are cached. No row if the account is
-- closed, or if the player is a house bot.
UPDATE shengji.player SET name = %(name)s WHERE id = %(player_id)s AND closed_at IS NULL AND kind <> 'house'
RETURNING (SELECT coalesce(array_agg(hash), '{}') FROM shengji.token WHERE player_id = %(player_id)s AND revoked_at IS NULL);

-- name: player_language
SELECT language FROM shengji.player WHERE id = %(id)s;

-- name: note_use
UPDATE shengji.token SET last_used_at = date_trunc('hour', now()) WHERE hash = %(hash)s;

-- name: tokens
SELECT t.id, t.name, t.scopes, t.created_at, t.expires_at, least(t.revoked_at, g.revoked_at), t.last_used_at, g.client_id,
    t.browser
FROM shengji.token AS t LEFT JOIN shengji.oauth_grant AS g ON g.id = t.grant_id
WHERE t.player_id = %(player_id)s AND t.id > %(after)s ORDER BY t.id LIMIT %(limit)s;

-- name: token_of_player
SELECT t.id, t.name, t.scopes, t.created_at, t.expires_at, least(t.revoked_at, g.revoked_at), t.last_used_at, g.client_id,
    t.browser
FROM shengji.token AS t LEFT JOIN shengji.oauth_grant AS g ON g.id = t.grant_id
WHERE t.id = %(id)s AND t.player_id = %(player_id)s;

-- name: revoke_token
-- Revokes a token. A client's token ends its whole grant. Returns the hashes of all tokens that have ended.
WITH ended AS (
    UPDATE shengji.token SET revoked_at = coalesce(revoked_at, statement_timestamp())
    WHERE id = %(id)s AND player_id = %(player_id)s RETURNING hash, grant_id
), with_it AS (
    UPDATE shengji.oauth_grant AS g SET revoked_at = coalesce(g.revoked_at, statement_timestamp())
    FROM ended WHERE g.id = ended.grant_id RETURNING g.id
)
SELECT hash FROM ended UNION SELECT t.hash FROM shengji.token AS t JOIN with_it ON with_it.id = t.grant_id;

-- name: login
-- Returns the player of a login, ignoring case, and the password hash.
SELECT player_id, password FROM shengji.login WHERE lower(login) = lower(%(login)s);

-- name: login_of
SELECT login, password, changed_at FROM shengji.login WHERE player_id = %(player_id)s;

-- name: add_login
-- No row if another player has this login.
INSERT INTO shengji.login (player_id, login, password) VALUES (%(player_id)s, %(login)s, %(password)s)
ON CONFLICT DO NOTHING RETURNING player_id;

-- name: drop_login
DELETE FROM shengji.login WHERE player_id = %(player_id)s;

-- name: passkeys
SELECT id, created_at, last_used_at FROM shengji.passkey WHERE player_id = %(player_id)s ORDER BY id;

-- name: passkey_count
SELECT count(*)::integer FROM shengji.passkey WHERE player_id = %(player_id)s;

-- name: passkey_credentials
SELECT credential_id FROM shengji.passkey WHERE player_id = %(player_id)s ORDER BY id;

-- name: passkey
-- Returns the passkey with a credential id, if the account of its player is open.
SELECT k.id, k.player_id, k.public_key, k.sign_count
FROM shengji.passkey AS k JOIN shengji.player AS p ON p.id = k.player_id
WHERE k.credential_id = %(credential_id)s AND p.closed_at IS NULL;

-- name: add_passkey
-- No row if the passkey is stored already.
INSERT INTO shengji.passkey (id, player_id, credential_id, public_key, sign_count)
VALUES (%(id)s, %(player_id)s, %(credential_id)s, %(public_key)s, %(sign_count)s)
ON CONFLICT DO NOTHING RETURNING id, created_at, last_used_at;

-- name: use_passkey
-- Notes a sign-in. No row if the device has signed as often before, except for one that does not count.
UPDATE shengji.passkey SET sign_count = %(sign_count)s, last_used_at = statement_timestamp()
WHERE id = %(id)s AND (sign_count < %(sign_count)s OR %(sign_count)s = 0) RETURNING id;

-- name: drop_passkey
DELETE FROM shengji.passkey WHERE player_id = %(player_id)s AND id = %(id)s RETURNING id;

-- name: drop_passkeys
DELETE FROM shengji.passkey WHERE player_id = %(player_id)s;

-- name: preferences
SELECT settings FROM shengji.preference WHERE player_id = %(player_id)s;

-- name: put_preferences
INSERT INTO shengji.preference (player_id, settings) VALUES (%(player_id)s, %(settings)s::jsonb)
ON CONFLICT (player_id) DO UPDATE SET settings = excluded.settings;

-- name: drop_preferences
DELETE FROM shengji.preference WHERE player_id = %(player_id)s;

-- name: rehash_password
UPDATE shengji.login SET password = %(password)s WHERE player_id = %(player_id)s AND password = %(before)s;

-- name: grants
-- Returns the grants of a player, the oldest first.
SELECT g.id, g.client_id, c.name, g.scopes, g.created_at, g.revoked_at
FROM shengji.oauth_grant AS g JOIN shengji.oauth_client AS c ON c.id = g.client_id
WHERE g.player_id = %(player_id)s AND g.id > %(after)s ORDER BY g.id LIMIT %(limit)s;

-- name: close_player
-- Deletes the name and keeps the id, because finished games keep their seats.
UPDATE shengji.player SET name = NULL, closed_at = statement_timestamp(), guest_of = NULL, claim_hash = NULL,
    language = NULL
WHERE id = %(player_id)s AND closed_at IS NULL AND kind <> 'house' RETURNING id;

-- name: availabilities
SELECT since, time_zone, quiet_start, quiet_end, weekend, automatic_vacation
FROM shengji.availability WHERE player_id = %(player_id)s AND since > %(after)s ORDER BY since LIMIT %(limit)s;

-- name: old_tokens
-- A row if there are tokens to delete.
SELECT FROM (
    SELECT min(least(revoked_at, expires_at)) AS first FROM shengji.token
    WHERE revoked_at IS NOT NULL OR expires_at IS NOT NULL
) AS t
WHERE first < now() - make_interval(days => %(token_days)s::integer);

-- name: drop_old_tokens
-- Deletes tokens that were revoked or have expired too many days ago.
DELETE FROM shengji.token WHERE ctid = ANY(ARRAY(
    SELECT ctid FROM shengji.token
    WHERE (revoked_at IS NOT NULL OR expires_at IS NOT NULL)
        AND least(revoked_at, expires_at) < now() - make_interval(days => %(token_days)s::integer)
    ORDER BY least(revoked_at, expires_at) LIMIT %(limit)s FOR UPDATE SKIP LOCKED
))
RETURNING id;

-- name: drop_tokens
-- Deletes the tokens of a player, and those that the player made for guests.
DELETE FROM shengji.token WHERE player_id = %(player_id)s OR made_by = %(player_id)s;

-- name: said_of
-- Returns the messages of a player, room by room, after a given message.
SELECT table_id || '/' || room || '/' || lpad(number::text, 10, '0') AS place, table_id, room, number, said_at, words, canned
FROM shengji.chat_message
WHERE player_id = %(player_id)s AND removed_by IS NULL
    AND (table_id, room, number) > (split_part(%(after)s, '/', 1), split_part(%(after)s, '/', 2),
        coalesce(nullif(split_part(%(after)s, '/', 3), ''), '0')::integer)
ORDER BY table_id, room, number LIMIT %(limit)s;

-- name: rooms_of
-- Returns what is stored about the rooms that a player reads, after a given room.
SELECT table_id || '/' || room AS place, table_id, room, read_to, muted FROM shengji.chat_reader
WHERE player_id = %(player_id)s
    AND (table_id, room) > (split_part(%(after)s, '/', 1), split_part(%(after)s, '/', 2))
ORDER BY table_id, room LIMIT %(limit)s;

-- name: notes
SELECT table_id, words, changed_at FROM shengji.note
WHERE player_id = %(player_id)s AND table_id > %(after)s ORDER BY table_id LIMIT %(limit)s;

-- name: reports_of
-- Returns the reports by a player, the oldest first.
SELECT id, made_at, closed_at, reported_id, table_id, room, number, reason, words FROM shengji.report
WHERE reporter_id = %(player_id)s AND id > %(after)s ORDER BY id LIMIT %(limit)s;

-- name: actions_on
-- Returns the moderation actions on a player, the oldest first.
SELECT id, done_at, action, table_id, room, number, until FROM shengji.moderation_action
WHERE player_id = %(player_id)s AND id > %(after)s ORDER BY id LIMIT %(limit)s;

-- name: events_for_reliability
-- Returns the events of a stream up to a version: those of the given types, and the player of each command at its
-- first event.
SELECT type, revision, CASE WHEN type = ANY(%(types)s) THEN data END, metadata->>'by'
FROM shengji.event WHERE stream = %(stream)s AND version <= %(version)s
    AND (type = ANY(%(types)s) OR metadata->>'by' IS NOT NULL)
ORDER BY version;

-- name: reliability
SELECT turns, hands, seconds FROM reliability WHERE player_id = %(player_id)s;

-- name: count_reliability
-- Appends turns and hands to the record of a player, and drops the oldest beyond the limits.
INSERT INTO reliability AS r (player_id, turns, hands, seconds)
VALUES (
    %(player_id)s, right(%(turns)s, %(most_turns)s::integer), right(%(hands)s, %(most_hands)s::integer),
    shengji.last_of(%(seconds)s::integer[], %(most_turns)s::integer)
)
ON CONFLICT (player_id) DO UPDATE
SET turns = right(r.turns || %(turns)s, %(most_turns)s), hands = right(r.hands || %(hands)s, %(most_hands)s),
    seconds = shengji.last_of(r.seconds || %(seconds)s::integer[], %(most_turns)s::integer);

-- name: invitations_of_player
SELECT i.id, i.table_id, i.player_id, i.seat, i.uses, count(u.player_id)::integer, i.created_at, i.expires_at
FROM shengji.invitation AS i LEFT JOIN shengji.invitation_use AS u ON u.invitation_id = i.id
WHERE i.player_id = %(player_id)s AND i.id > %(after)s GROUP BY i.id ORDER BY i.id LIMIT %(limit)s;

-- name: invitation_uses_of_player
SELECT u.invitation_id, i.table_id, u.used_at
FROM shengji.invitation_use AS u JOIN shengji.invitation AS i ON i.id = u.invitation_id
WHERE u.player_id = %(player_id)s AND u.invitation_id > %(after)s ORDER BY u.invitation_id LIMIT %(limit)s;

-- name: seeks_of_player
SELECT s.id, s.player_id, s.partner_id, s.agreed_at, s.withdrawn_at, s.table_id, s.wishes, s.created_at, s.expires_at,
    s.expires_at <= shengji.time_in(s.world), s.meeting_id, s.keep, shengji.running_tables(s), shengji.rest_of_seek(s, shengji.time_in(s.world))
FROM shengji.seek AS s
WHERE (s.player_id = %(player_id)s OR s.partner_id = %(player_id)s) AND s.id > %(after)s ORDER BY s.id LIMIT %(limit)s;

-- name: mails_of
-- Returns the mails of a player for the export, including those in a sandbox.
SELECT id, kind, state, table_id, created_at, settled_at FROM (
    SELECT id, kind, state, table_id, created_at, settled_at FROM shengji.mail WHERE player_id = %(player_id)s
    UNION ALL
    SELECT id, kind, state, table_id, created_at, settled_at FROM shengji.sandbox_mail WHERE player_id = %(player_id)s
) AS mails
WHERE id > %(after)s ORDER BY id LIMIT %(limit)s;

-- name: tournaments_of_player
-- Returns a page of the tournaments of a player, with the role of the player in each.
SELECT id, name, status, owner, staff->>%(player_id)s FROM tournament
WHERE id < %(before)s AND players @> ARRAY[%(player_id)s::text] ORDER BY id DESC LIMIT %(limit)s;

-- name: leagues_of_player
-- Returns a page of the leagues of a player, with the role of the player in each.
SELECT id, name, status, owner, staff->>%(player_id)s FROM league
WHERE id < %(before)s AND players @> ARRAY[%(player_id)s::text] ORDER BY id DESC LIMIT %(limit)s;

-- name: grade_changes_of
-- Returns all grade changes of a player, pool by pool, for the export.
SELECT c.pool || ' ' || lpad(c.place::text, 19, '0'), c.pool, c.tournament_id, c.at, c.pair, c.change, p.change
FROM grade_change AS c JOIN grade_change AS p ON p.who = c.pair AND p.pool = c.pool AND p.place = c.place
WHERE c.who = %(player_id)s AND (c.pool, c.place) > (
    split_part(%(after)s, ' ', 1), coalesce(nullif(split_part(%(after)s, ' ', 2), ''), '0')::bigint
)
ORDER BY c.pool, c.place LIMIT %(limit)s;

-- name: rating_changes_of
-- Returns all rating changes of a player, pool by pool, for the export.
SELECT pool || ' ' || lpad(place::text, 19, '0'), pool, game, at, unrated, elo_change, team_change FROM rating_change
WHERE player_id = %(player_id)s AND (pool, place) > (
    split_part(%(after)s, ' ', 1), coalesce(nullif(split_part(%(after)s, ' ', 2), ''), '0')::bigint
)
ORDER BY pool, place LIMIT %(limit)s;

-- name: linked_accounts
-- Returns a player and all linked accounts. Accounts are linked by the same confirmed address or the same webhook
-- URL, directly or through other accounts.
WITH RECURSIVE linked (id) AS (
    SELECT %(player_id)s::text
    UNION
    SELECT other.id FROM linked CROSS JOIN LATERAL (
        SELECT b.player_id AS id FROM shengji.mailbox AS a JOIN shengji.mailbox AS b ON b.address = a.address
        WHERE a.player_id = linked.id
        UNION ALL
        SELECT b.player_id FROM shengji.webhook AS a JOIN shengji.webhook AS b ON b.url = a.url
        WHERE a.player_id = linked.id
    ) AS other
)
SELECT id FROM linked ORDER BY id;

-- name: own_plays
-- Returns the boards that a player has seen, for the export.
SELECT board_id, table_id, begun_at, ended_at, excess, levels, step FROM shengji.board_play
WHERE player_id = %(player_id)s AND board_id > %(after)s ORDER BY board_id LIMIT %(limit)s;
