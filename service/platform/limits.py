"""Durations and numbers that bound work: how long it may take, how much is done at once, how much a player may have.

They are not settings, because operators have no reason to change them. Tests create services with other limits.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Limits:
    """Limits of one process.

    Attributes:
        connection_s: seconds a statement waits for a free connection to PostgreSQL.
        idle_transaction_s: seconds a transaction may rest. Readers of the log wait for open transactions.
        statement_s: seconds a statement may run.
        command_s: seconds a command waits for other commands of this process at the same table or tournament.
        command_attempts: how often a command is decided again after another process was faster.
        job_s: seconds a job may run. Then it leaves the worker to jobs of other tables, where people may wait.
        bots_job_s: the same for tables of bots alone. A person may wait that long behind such a job.
        bot_tables_at_once: tables of bots alone that a job plays at once, since each mostly waits for the disk.
        analysis_s: seconds a job may analyse a hand. Then it leaves the worker to jobs for which people wait.
        webhooks_s: seconds a job may send to one webhook.
        mails_s: seconds a job may send mails.
        redis_s: seconds that Redis has to answer a count of requests or attempts.
        redis_pause_s: seconds for which Redis is not asked to count again after a failure.
        counts_merge_s: seconds until the processes know the requests that each has counted for rate limits.
        counts_kept: keys of rate limits that a process remembers. A key is a player or an address, with a policy.
        lost_after_s: seconds without progress after which a started job for the turns of bots counts as lost.
        heartbeat_s: seconds without events after which a stream sends a heartbeat. Clients may rely on 15.
        reconnect_ms: range of the delay before the client of a stream reconnects, in milliseconds.
        ticket_s: seconds for which a ticket opens streams, after its making or after a stream was last open with it.
        mail_server_pause_s: seconds of the first pause of the mail server. It doubles with each failure.
        invitation_mails_s: seconds between mails about invitations to a player. Invitations withdrawn in the meantime
            are not mailed.
        sandbox_feeds_s: seconds that the job of a sandbox waits for account feeds. If nothing updates them, the sandbox
            continues without reminders.
        first_delay_s: seconds of the delay after too many wrong passwords. Each further one doubles the delay.
        longest_delay_s: seconds of the longest such delay.
        attempts_forgotten_s: seconds after the last attempt until the count of wrong passwords is dropped.
        events_at_once: events of the log that a follower reads at once.
        seeks_at_once: seeks of one sandbox that one search compares. Those that have waited longest come first.
        matches_at_once: matches of a round that one command links to tables, or whose results it records.
        games_at_once: games of a pool that one transaction rates.
        sessions_at_once: sessions of a pool that one transaction grades.
        series: series of a player that have not ended, counted in the read model.
        notes: tables at which a player keeps notes.
        templates: templates of tournaments that a player keeps.
        blocks: players whom a player blocks.
        names_s: seconds for which a process keeps the name of a player. Clients may rely on 60.
        names_kept: players whose names a process keeps: those of 2,000 tables of four, as many as it keeps tables.
    """

    connection_s: float = 3.0
    idle_transaction_s: float = 5.0
    statement_s: float = 10.0
    command_s: float = 5.0
    command_attempts: int = 10
    job_s: float = 0.5
    bots_job_s: float = 0.1
    bot_tables_at_once: int = 6
    analysis_s: float = 0.25
    webhooks_s: float = 2.0
    mails_s: float = 5.0
    redis_s: float = 0.5
    redis_pause_s: float = 5.0
    counts_merge_s: float = 0.5
    counts_kept: int = 100_000
    lost_after_s: float = 2.0
    heartbeat_s: float = 12.0
    reconnect_ms: tuple[int, int] = (500, 3000)
    ticket_s: int = 60
    mail_server_pause_s: float = 1.0
    invitation_mails_s: float = 15.0 * 60
    sandbox_feeds_s: float = 10.0
    first_delay_s: int = 1
    longest_delay_s: int = 15 * 60
    attempts_forgotten_s: int = 24 * 3600
    events_at_once: int = 500
    seeks_at_once: int = 1000
    matches_at_once: int = 50
    games_at_once: int = 200
    sessions_at_once: int = 20
    series: int = 50
    notes: int = 2000
    templates: int = 50
    blocks: int = 1000
    names_s: float = 30.0
    names_kept: int = 8_000


LIMITS = Limits()
"""The limits of a service, unless it is created with others."""
