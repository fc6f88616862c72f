"""Time limits of work, and numbers of attempts.

They bound how long one player has to wait for the work of others. They are not settings, because operators have no
reason to change them. Some tests use longer limits.
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
        webhooks_s: seconds a job may send to one webhook.
        mails_s: seconds a job may send mails.
    """

    connection_s: float = 3.0
    idle_transaction_s: float = 5.0
    statement_s: float = 10.0
    command_s: float = 5.0
    command_attempts: int = 10
    job_s: float = 0.5
    bots_job_s: float = 0.1
    bot_tables_at_once: int = 6
    webhooks_s: float = 2.0
    mails_s: float = 5.0


LIMITS = Limits()
"""The limits of a service, unless it is created with others."""
