-- name: calendars
-- For each player: whether they live in a sandbox, the schedules in order, and the last 50 vacations. Times are in
-- milliseconds since 1970.
SELECT p.id, shengji.world_of(p.id) IS NOT NULL,
    (SELECT jsonb_agg(jsonb_build_array(
            (extract(epoch FROM since) * 1000)::bigint, time_zone, quiet_start, quiet_end, weekend) ORDER BY since)
        FROM shengji.availability WHERE player_id = p.id),
    (SELECT jsonb_agg(jsonb_build_array(
            (extract(epoch FROM starts_at) * 1000)::bigint,
            (extract(epoch FROM coalesce(came_back_at, ends_at)) * 1000)::bigint))
        FROM (
            SELECT starts_at, ends_at, came_back_at FROM shengji.vacation
            WHERE player_id = p.id AND came_back_at IS DISTINCT FROM starts_at ORDER BY starts_at DESC LIMIT 50
        ) AS last)
FROM unnest(%(players)s::text[]) AS p (id);

-- name: availability
-- Returns the schedule of a player, and how often it was changed after a time.
SELECT since, time_zone, quiet_start, quiet_end, weekend, automatic_vacation,
    (SELECT count(*) FROM shengji.availability WHERE player_id = %(player_id)s AND since > %(after)s)
FROM shengji.availability WHERE player_id = %(player_id)s ORDER BY since DESC LIMIT 1;

-- name: add_availability
INSERT INTO shengji.availability (player_id, since, time_zone, quiet_start, quiet_end, weekend, automatic_vacation)
VALUES (%(player_id)s, %(since)s, %(time_zone)s, %(quiet_start)s, %(quiet_end)s, %(weekend)s, %(automatic_vacation)s);

-- name: set_automatic_vacation
UPDATE shengji.availability SET automatic_vacation = %(automatic_vacation)s
WHERE player_id = %(player_id)s AND since = %(since)s;

-- name: forget_availability
-- Deletes schedules that were replaced before a time.
DELETE FROM shengji.availability AS a WHERE player_id = %(player_id)s
    AND EXISTS (SELECT FROM shengji.availability AS b WHERE b.player_id = a.player_id AND b.since > a.since AND b.since < %(before)s);

-- name: account_began
SELECT created_at FROM shengji.player WHERE id = %(player_id)s;

-- name: all_vacations
SELECT id, starts_at, ends_at, came_back_at, is_automatic
FROM shengji.vacation WHERE player_id = %(player_id)s ORDER BY starts_at;

-- name: add_vacation
INSERT INTO shengji.vacation (id, player_id, starts_at, ends_at, is_automatic)
VALUES (%(id)s, %(player_id)s, %(starts_at)s, %(ends_at)s, %(is_automatic)s);

-- name: end_vacation
UPDATE shengji.vacation SET came_back_at = %(at)s, is_applied = false WHERE id = %(id)s;

-- name: note_applied
-- Marks a vacation as applied, unless it was changed meanwhile.
UPDATE shengji.vacation SET is_applied = true
WHERE id = %(id)s AND came_back_at IS NOT DISTINCT FROM %(came_back_at)s;

-- name: vacations_to_apply
SELECT id, came_back_at FROM shengji.vacation WHERE player_id = %(player_id)s AND NOT is_applied;

-- name: vacations_to_warn
-- Returns vacations that end within a day and have lasted for some time, whose players are not warned yet. Those of
-- sandboxes are left out.
SELECT v.id FROM shengji.vacation AS v JOIN shengji.player AS p ON p.id = v.player_id
WHERE NOT v.is_warned AND v.came_back_at IS NULL AND p.world IS NULL
    AND v.ends_at > coalesce(%(now)s::timestamptz, now())
    AND v.ends_at <= coalesce(%(now)s::timestamptz, now()) + interval '1 day'
    AND v.starts_at < v.ends_at - interval '1 day'
ORDER BY v.ends_at LIMIT %(limit)s;

-- name: vacations_to_warn_in_sandbox
SELECT v.id FROM shengji.vacation AS v JOIN shengji.player AS p ON p.id = v.player_id
WHERE NOT v.is_warned AND v.came_back_at IS NULL AND p.world = %(sandbox)s
    AND v.ends_at > coalesce(%(now)s::timestamptz, now())
    AND v.ends_at <= coalesce(%(now)s::timestamptz, now()) + interval '1 day'
    AND v.starts_at < v.ends_at - interval '1 day'
ORDER BY v.ends_at LIMIT %(limit)s;

-- name: take_vacation_warning
-- Marks a vacation as warned. Returns its player, its end and the current time. No row if another process has warned, or
-- if the player has come back.
UPDATE shengji.vacation SET is_warned = true
WHERE id = %(id)s AND NOT is_warned AND came_back_at IS NULL AND ends_at > coalesce(%(now)s::timestamptz, now())
RETURNING player_id, ends_at, coalesce(%(now)s::timestamptz, now());

-- name: drop_availability
DELETE FROM shengji.availability WHERE player_id = %(player_id)s;

-- name: drop_vacations
DELETE FROM shengji.vacation WHERE player_id = %(player_id)s;
